"""A comparison as a page: the methods with their figures, and a column for each, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby, islice, repeat
from typing import TYPE_CHECKING

from dehusk.evaluate.tokens import tokens
from dehusk.explain import markup
from dehusk.explain.listing import MOST_LISTED
from dehusk.explain.markup import quoted, share
from dehusk.explain.verdicts import BlockTexts, Run, embedded_verdicts
from dehusk.page.tags import BLOCK, HEADINGS
from dehusk.views.blocks import Blocks

if TYPE_CHECKING:
    from dehusk.explain.compare import Comparison


def document(comparison: Comparison) -> str:
    """A page that loads nothing from anywhere, with a column for each method."""
    title = comparison.results[0].document.facts.title if comparison.results else None
    heading = quoted(title or comparison.page.url or "A page without a title")
    body = "\n".join([*_summary(comparison, heading), *_columns(comparison)])
    return markup.document(heading, body, command="compare", style=markup.asset("compare.css"))


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
    """What no method kept, folded into a line across all columns."""
    words = sum(len(tokens(text)) for text in texts)
    paragraphs = "".join(f'<p dir="auto">{quoted(text)}</p>' for text in texts)
    blocks = f"{len(texts):,} block{'s' if len(texts) > 1 else ''}"
    return (
        f'<tr class="nobody"><td colspan="{columns}"><details><summary>{blocks} that no method kept,'
        f" {words:,} words</summary>{paragraphs}</details></td></tr>"
    )
