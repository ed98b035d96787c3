"""All methods on one page, side by side.

>>> comparison = compare(
...     "<nav><a href=/>Home</a></nav><article>Bread needs flour, water, salt and time.</article>",
...     methods=["semantic", "cnr"],
... )
>>> [(result.method, result.words) for result in comparison.results]
[('semantic', 7), ('cnr', 7)]
>>> comparison.agreement
1.0

Where methods agree, the content is easy to tell; where they do not, a look at the columns of
`comparison.html` shows on what.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, combinations, groupby, islice, repeat
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.document import Document
from dehusk.evaluate.metrics import words as word_overlap
from dehusk.evaluate.tokens import tokens
from dehusk.explain.listing import MOST_LISTED
from dehusk.explain.markup import quoted, share
from dehusk.explain.verdicts import BlockTexts, Run, embedded_verdicts
from dehusk.extractors import EXTRACTORS
from dehusk.lazy import lazy
from dehusk.page import Page
from dehusk.page.parse import parse
from dehusk.page.tags import BLOCK, HEADINGS
from dehusk.pipeline import extract, find_extractor, method_name
from dehusk.selection import Extractor, Published
from dehusk.views.blocks import Blocks
from dehusk.views.visible import VisibleText

FORMAT = 1
"""The version of the JSON; it grows when a field changes its meaning."""


@dataclass(frozen=True)
class MethodResult:
    """What one method made of the page; `seconds` is for selecting and writing the text."""

    method: str
    document: Document
    seconds: float

    @lazy
    def words(self) -> int:
        """How many words it kept, as the metrics count them."""
        return len(tokens(self.document.text))


@dataclass(frozen=True, eq=False)
class Comparison:
    """The results of several methods on a page, and how far they agree.

    `left_out` names the methods that could not run, each with the reason.
    """

    page: Page
    results: tuple[MethodResult, ...]
    left_out: dict[str, str]

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that ran, in order."""
        return tuple(result.method for result in self.results)

    @lazy
    def words(self) -> int:
        """How many words the page has that a reader could see."""
        visible = VisibleText.of(self.page)
        return len(tokens(" ".join(self.page.text_of(row) for row in visible.rows.tolist())))

    @lazy
    def overlap(self) -> NDArray[np.float64]:
        """For each two methods the F1 of the words that they keep, order aside: 1 is the same."""
        count = len(self.results)
        matrix = np.ones((count, count))
        for one, other in combinations(range(count), 2):
            texts = self.results[one].document.text, self.results[other].document.text
            matrix[one, other] = matrix[other, one] = word_overlap(*texts).f1
        return matrix

    @lazy
    def agreement(self) -> float | None:
        """The mean overlap of all pairs of methods that found something; None without a pair.

        A method that finds nothing abstains: it says so, and lowers nobody's agreement.
        """
        pairs = [self.overlap[pair] for pair in combinations(self._found, 2)]
        return float(np.mean(pairs)) if pairs else None

    def agreement_of(self, method: str) -> float | None:
        """The mean overlap of a method with the others that found something; None without one."""
        own = self.methods.index(method)
        others = [other for other in self._found if other != own]
        if own not in self._found or not others:
            return None
        return float(self.overlap[own, others].mean())

    def left_out_by_reason(self) -> list[tuple[str, str]]:
        """The names of the methods that could not run for a reason, in one string, and the reason."""
        reasons = dict.fromkeys(self.left_out.values())
        return [
            (", ".join(name for name, why in self.left_out.items() if why == reason), reason)
            for reason in reasons
        ]

    @property
    def json(self) -> str:
        """Everything but the page; docs/command.md describes the fields."""
        return json.dumps(self._plain(), indent=1, ensure_ascii=False) + "\n"

    @property
    def html(self) -> str:
        """A page that loads nothing from anywhere, with a column for each method."""
        return _document(self)

    @lazy
    def _found(self) -> list[int]:
        return [number for number, result in enumerate(self.results) if result.words]

    def _plain(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "url": self.page.url,
            "words": self.words,
            "agreement": self.agreement,
            "methods": [
                {
                    "method": result.method,
                    "words": result.words,
                    "milliseconds": round(1000 * result.seconds, 3),
                    "agreement": self.agreement_of(result.method),
                    "overlap": dict(
                        zip(self.methods, self.overlap[number].round(6).tolist(), strict=True)
                    ),
                    "reason": result.document.reason,
                    "text": result.document.text,
                }
                for number, result in enumerate(self.results)
            ],
            "left_out": self.left_out,
        }


def compare(
    page: bytes | str | Page,
    methods: Sequence[str | Extractor] | None = None,
    *,
    as_published: bool = False,
) -> Comparison:
    """Run methods on a page, by default every one that can.

    Methods that look at the rendered page need one that `dehusk.render` made: without, they are
    left out, or, where they are asked for by name, `LayoutRequired` is raised. A method with two
    names runs once. `as_published` takes every method to the letter of its paper, and what it
    selects as it is; those without a paper are left out. The time is the better of two runs: the
    first one also loads what it needs.
    """
    parsed = page if isinstance(page, Page) else parse(page)
    left_out: dict[str, str] = {}
    if methods is None:
        methods, left_out = _every_method(parsed, as_published)
    extractors = {
        _name(method): find_extractor(method, as_published=as_published) for method in methods
    }
    results = [
        _timed(parsed, name, extractor, as_published) for name, extractor in extractors.items()
    ]
    return Comparison(parsed, tuple(results), left_out)


def _every_method(page: Page, as_published: bool) -> tuple[list[str], dict[str, str]]:
    """The methods that can run on a page, each under one name, and those that cannot."""
    names = {kind: name for name, kind in EXTRACTORS.items()}
    chosen = [name for name, kind in EXTRACTORS.items() if names[kind] == name]
    left_out = {
        name: "Needs a rendered page, and this one was only parsed."
        for name in chosen
        if EXTRACTORS[name].needs_layout and page.layout is None
    }
    if as_published:
        unpublished = [name for name in chosen if not issubclass(EXTRACTORS[name], Published)]
        left_out |= dict.fromkeys(unpublished, "No paper describes it.")
    return [name for name in chosen if name not in left_out], left_out


def _name(method: str | Extractor) -> str:
    return method if isinstance(method, str) else method_name(method)


def _timed(page: Page, name: str, extractor: Extractor, as_published: bool) -> MethodResult:
    times = []
    for _ in range(2):
        start = perf_counter()
        document = extract(page, method=extractor)
        if as_published:
            document = document.as_selected()
        assert document.text is not None
        times.append(perf_counter() - start)
    return MethodResult(name, document, min(times))


# The page


def _document(comparison: Comparison) -> str:
    policy = f"default-src 'none'; style-src 'sha256-{_hash(STYLE)}'; base-uri 'none'"
    title = comparison.results[0].document.metadata.title if comparison.results else None
    heading = quoted(title or comparison.page.url or "A page without a title")
    body = "\n".join([*_summary(comparison, heading), *_columns(comparison)])
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>{heading} · dehusk compare</title>
<style>{STYLE}</style>
</head>
<body>
{body}
</body>
</html>
"""


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _summary(comparison: Comparison, heading: str) -> Iterator[str]:
    agreement = comparison.agreement
    shown = f"{agreement:.2f}" if agreement is not None else "–"
    yield "<header>"
    yield '<p class="by">dehusk compare</p>'
    yield f'<h1 dir="auto">{heading}</h1>'
    if comparison.page.url:
        yield f'<p class="url">{quoted(comparison.page.url)}</p>'
    yield (
        f'<p class="agreement"><b>{shown}</b> agreement <small>the mean overlap, as the F1 of words,'
        " of any two methods that found something</small></p>"
    )
    yield from _matrix(comparison)
    for names, reason in comparison.left_out_by_reason():
        yield f'<p class="left-out"><b>{quoted(names)}</b> left out. {quoted(reason)}</p>'
    yield "</header>"


def _matrix(comparison: Comparison) -> Iterator[str]:
    """Each method with its figures, and its overlap with every other."""
    names = "".join(f"<th>{quoted(name)}</th>" for name in comparison.methods)
    yield '<div class="scroll"><table class="matrix"><thead><tr><th>method</th><th>words kept</th>'
    yield f"<th>ms</th><th>agreement</th>{names}</tr></thead><tbody>"
    for number, result in enumerate(comparison.results):
        own = comparison.agreement_of(result.method)
        cells = "".join(
            _overlap_cell(float(value), other == number)
            for other, value in enumerate(comparison.overlap[number])
        )
        yield (
            f"<tr><th>{quoted(result.method)}</th>"
            f"<td>{result.words:,} <small>{share(result.words, comparison.words)}</small></td>"
            f"<td>{1000 * result.seconds:,.1f}</td>"
            f"<td>{'–' if own is None else f'{own:.2f}'}</td>{cells}</tr>"
        )
    yield "</tbody></table></div>"


def _overlap_cell(value: float, is_own: bool) -> str:
    if is_own:
        return '<td class="own">·</td>'
    return f'<td class="o{round(10 * value)}">{value:.2f}</td>'


def _columns(comparison: Comparison) -> Iterator[str]:
    """A row for each block of the page and a column for each method, so that lines stand level."""
    if len(comparison.results) > 1:
        yield (
            '<label class="switch"><input type="checkbox" id="differences">'
            "Only differences <small>hide what all methods keep, and what none does</small></label>"
        )
    yield '<main><table class="columns"><thead><tr>'
    for result in comparison.results:
        yield f"<th>{quoted(result.method)} <small>{result.words:,} words</small></th>"
    yield "</tr></thead><tbody>"
    rows = islice(chain(_page_rows(comparison), _embedded_rows(comparison)), MOST_LISTED)
    for is_kept, group in groupby(rows, key=lambda row: row.is_kept_by_any):
        if is_kept:
            yield from (row.html for row in group)
        else:
            yield _left_by_all([row.text for row in group], len(comparison.results))
    yield "</tbody></table></main>"
    if (blocks := len(Blocks.of(comparison.page))) > MOST_LISTED:
        yield f"<p>{blocks - MOST_LISTED:,} more blocks are not shown.</p>"


@dataclass(frozen=True, slots=True)
class _Row:
    """A block: its text, and for each method what became of it, with runs where it was parted."""

    text: str
    is_heading: bool
    states: tuple[str, ...]
    runs: tuple[tuple[Run, ...], ...]

    @property
    def is_kept_by_any(self) -> bool:
        return set(self.states) != {"dropped"}

    @property
    def is_agreed(self) -> bool:
        """Whether all methods keep the same of it."""
        return len(set(zip(self.states, self.runs, strict=True))) == 1

    @property
    def html(self) -> str:
        kind = "block" + " heading" * self.is_heading + " same" * self.is_agreed
        cells = map(_cell, self.states, self.runs, repeat(quoted(self.text)))
        return f'<tr class="{kind}">{"".join(cells)}</tr>'


def _page_rows(comparison: Comparison) -> Iterator[_Row]:
    page, blocks = comparison.page, Blocks.of(comparison.page)
    texts = BlockTexts(blocks)
    selections = [result.document.whole for result in comparison.results]
    elements = page.nearest_ancestor(BLOCK.mask(page.tag))[blocks.first_row]
    headings = HEADINGS.mask(page.tag)[elements].tolist()
    states = zip(*[texts.states(selection) for selection in selections], strict=True)
    for number, own in enumerate(states):
        runs = tuple(
            texts.runs(number, selection) if state == "partly" else ()
            for state, selection in zip(own, selections, strict=True)
        )
        yield _Row(texts.text(number), headings[number], own, runs)


def _embedded_rows(comparison: Comparison) -> Iterator[_Row]:
    """The same for text that the page embeds as data: kept by some methods, not seen by others."""
    found = [
        tuple(embedded_verdicts(comparison.page, result.document.whole))
        for result in comparison.results
    ]
    for text in dict.fromkeys(found):
        states = tuple("kept" if own == text else "dropped" for own in found)
        for verdict in text:
            heading = verdict.tag in HEADINGS.names
            yield _Row(verdict.runs[0].text, heading, states, ((),) * len(found))


def _cell(state: str, runs: tuple[Run, ...], text: str) -> str:
    if state == "dropped":
        return '<td class="dropped"></td>'
    if state == "partly":
        text = "".join(
            quoted(run.text) if run.kept else f"<s>{quoted(run.text)}</s>" for run in runs
        )
    return f'<td class="{state}" dir="auto">{text}</td>'


def _left_by_all(texts: list[str], columns: int) -> str:
    """What no method kept, in a line over all columns, and no more: they would be narrowed."""
    words = sum(len(tokens(text)) for text in texts)
    paragraphs = "".join(f'<p dir="auto">{quoted(text)}</p>' for text in texts)
    blocks = f"{len(texts):,} block{'s' if len(texts) > 1 else ''}"
    return (
        f'<tr class="nobody"><td colspan="{columns}"><details><summary>{blocks} that no method kept,'
        f" {words:,} words</summary>{paragraphs}</details></td></tr>"
    )


STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fcfbf9; --card: #ffffff; --ink: #1d1c1a; --soft: #6b675f; --line: #e6e2da;
  --kept: #12805c; --kept-tint: #eaf6f0; --kept-line: #8fcdb3;
  --partly-tint: #fbf3dd; --partly-line: #e0bb5c; --dropped: #a8452b;
  --text: ui-serif, Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "Noto Serif", serif;
  --face: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16171a; --card: #1f2125; --ink: #e9e6e0; --soft: #a09b92; --line: #303238;
    --kept: #5fcf9f; --kept-tint: #16281f; --kept-line: #2f7a5a;
    --partly-tint: #2a2415; --partly-line: #7d6426; --dropped: #e58f74;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 0 1.5rem 5rem;
  background: var(--paper); color: var(--ink); font: 15px/1.5 var(--face);
}
small { font-size: .82em; font-weight: 400; color: var(--soft); }
header { padding: 2.5rem 0 1.5rem; }
.by, .url, .left-out { margin: 0 0 .5rem; color: var(--soft); overflow-wrap: anywhere; }
h1 { margin: 0 0 .35rem; font: 600 2rem/1.2 var(--text); overflow-wrap: anywhere; }
.agreement { margin: 1.2rem 0 .8rem; }
.agreement b { font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.agreement small { margin-inline-start: .6rem; }
.scroll { overflow-x: auto; }
table { border-spacing: 0; }
.matrix { font-variant-numeric: tabular-nums; font-size: .92rem; }
.matrix th { padding: .25rem .7rem; font-weight: 600; text-align: end; white-space: nowrap; }
.matrix thead th { color: var(--soft); font-weight: 400; font-size: .85rem; }
.matrix th:first-child { text-align: start; padding-inline-start: 0; }
.matrix td {
  padding: .25rem .7rem; border-top: 1px solid var(--line); text-align: end; white-space: nowrap;
}
.matrix tbody th { border-top: 1px solid var(--line); }
.matrix td[class] { --tint: 0%; background: color-mix(in srgb, var(--kept) var(--tint), transparent); }
.matrix .own { color: var(--soft); }
.o4 { --tint: 4% !important; } .o5 { --tint: 8% !important; } .o6 { --tint: 13% !important; }
.o7 { --tint: 19% !important; } .o8 { --tint: 26% !important; } .o9 { --tint: 34% !important; }
.o10 { --tint: 44% !important; }
.left-out { margin: .8rem 0 0; font-size: .9rem; }
.switch { display: inline-block; margin-bottom: .8rem; cursor: pointer; }
body:has(#differences:checked) :is(.same, .nobody) { display: none; }
.columns {
  border-spacing: .3rem 0; margin-inline: -.3rem; table-layout: fixed;
  width: calc(100% + .6rem); min-width: 60rem;
}
.columns thead th {
  position: sticky; top: 0; z-index: 1; padding: .5rem .5rem; text-align: start;
  background: var(--card); border: 1px solid var(--line); border-bottom: 2px solid var(--kept);
  overflow-wrap: anywhere; font-size: .9rem;
}
.columns th small { display: block; }
.columns td { vertical-align: top; overflow-wrap: anywhere; }
.block td { padding: .3rem .5rem; border-inline-start: 3px solid transparent; }
.block td { font: .84rem/1.45 var(--text); border-bottom: 1px solid var(--line); }
.block.heading td { font-weight: 650; }
.block .kept { border-inline-start-color: var(--kept-line); background: var(--kept-tint); }
.block .partly { border-inline-start-color: var(--partly-line); background: var(--partly-tint); }
.block .dropped {
  border-inline-start-color: var(--line);
  background: repeating-linear-gradient(-45deg, transparent 0 7px, var(--line) 7px 8px);
}
.block s { color: var(--soft); text-decoration-color: var(--dropped); }
.nobody td { padding: .15rem .5rem; color: var(--soft); font-size: .85rem; }
.nobody details { max-width: 60rem; }
.nobody summary { cursor: pointer; }
.nobody p { margin: .2rem 0; }
@media (max-width: 46rem) {
  body { padding-inline: .75rem; }
  .columns { min-width: 46rem; }
  main { overflow-x: auto; }
  h1 { font-size: 1.5rem; }
}
@media print { .columns thead th { position: static; } td { print-color-adjust: exact; } }
"""
