"""The blocks of a page as a list, with the toolbar that filters it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from numbers import Real

from dehusk.budget import watched
from dehusk.explain.markup import number, quoted
from dehusk.explain.verdicts import Run, Verdict
from dehusk.page.tags import HEADINGS

_SIGNS = {"kept": "✓", "partly": "◐", "dropped": "✕"}
_BAR = '<svg viewBox="0 0 100 1" preserveAspectRatio="none">'
_MOST_CHARACTERS = 20_000
_LONG = 1_000
DETAILS = frozenset(["features"])
"""Columns for those who know the method: they stand last, and small."""

MOST_LISTED = 10_000
"""Blocks that a report lists: no page that somebody wrote has more, and no browser shows more."""
_SECTION = 100
"""Blocks a section. A browser skips the layout of sections that are out of sight, on long pages."""


def toolbar(found: Sequence[Verdict]) -> Iterator[str]:
    """The legend, which is also the filter, and the search."""
    states = Counter(verdict.state for verdict in found)
    yield '<form class="toolbar">'
    yield "<fieldset><legend>Show</legend>"
    yield _choice("all", "All", len(found), checked=True)
    yield _choice("kept", f"{_SIGNS['kept']} Kept", states["kept"])
    if states["partly"]:
        yield _choice("partly", f"{_SIGNS['partly']} Partly", states["partly"])
    yield _choice("dropped", f"{_SIGNS['dropped']} Dropped", states["dropped"])
    yield "</fieldset>"
    yield '<span class="search" hidden>'
    yield '<select id="reason" aria-label="Reason"><option value="">Any reason</option>'
    reasons = Counter(reason for verdict in found for reason in verdict.reasons)
    for reason, count in reasons.items():
        yield f'<option value="{quoted(reason)}">{quoted(reason)} ({count:,})</option>'
    yield "</select>"
    yield '<input id="find" type="search" placeholder="Find text, tag or XPath">'
    yield '<output id="hits"></output>'
    yield "</span>"
    yield "</form>"


def _choice(value: str, label: str, count: int, *, checked: bool = False) -> str:
    return (
        f'<label class="{value}"><input type="radio" name="show" id="show-{value}"'
        f"{' checked' if checked else ''}>{label} <small>{count:,}</small></label>"
    )


def listing(found: Sequence[Verdict], columns: Mapping[str, Sequence[object]]) -> Iterator[str]:
    """The blocks in document order. Columns of numbers stand beside the text."""
    beside = {
        name: numbers
        for name, values in {"Score": [verdict.score for verdict in found], **columns}.items()
        if (numbers := _Numbers(values)).are_told
    }
    yield '<main class="long">' if len(found) > _LONG else "<main>"
    names = "".join(f"<span>{quoted(name)}</span>" for name in beside)
    yield f'<div class="heads"><span>Tag</span><span>Text</span><div>{names}</div></div>'
    for index, verdict in enumerate(watched(found[:MOST_LISTED], "explaining")):
        if index % _SECTION == 0:
            yield "</ol>\n<ol>" if index else "<ol>"
        cells = "".join(values.cell(index) for values in beside.values())
        yield _block(
            index, verdict, cells, {name: values[index] for name, values in columns.items()}
        )
    yield "</ol>" if found else '<p class="empty">The page has no text.</p>'
    if len(found) > MOST_LISTED:
        yield f'<p class="empty">{len(found) - MOST_LISTED:,} more blocks are not listed.</p>'
    yield "</main>"


class _Numbers:
    """A column of numbers, each with a bar as long as its share of the largest."""

    def __init__(self, values: Sequence[object]) -> None:
        self._values = [float(value) if isinstance(value, Real) else None for value in values]
        told = [abs(value) for value in self._values if value is not None and isfinite(value)]
        self._most = max(told, default=0.0)

    @property
    def are_told(self) -> bool:
        """Whether there is anything but zeros."""
        return self._most > 0

    def cell(self, index: int) -> str:
        value = self._values[index]
        if value is None or not isfinite(value):
            return "<span></span>"
        length = 100 * abs(value) / self._most
        rect = f'<rect width="{length:.3g}" height="1"/>' if value else ""
        return f"<span>{number(value)}{_BAR}{rect}</svg></span>"


def _block(index: int, verdict: Verdict, cells: str, further: Mapping[str, object]) -> str:
    kind = verdict.state + " code" * verdict.is_preformatted + " picture" * verdict.is_picture
    kind += " heading" * (verdict.tag in HEADINGS.names)
    return (
        f'<li id="b{index}" class="{kind}" tabindex="0">'
        f'<span class="tag">{quoted(verdict.tag)}</span>'
        f'<div class="text" dir="auto">{_role(further)}{_text(verdict.runs)}</div>'
        f'<div class="cells">{cells}</div>'
        f'<div class="facts"><dl>{_facts(verdict, further)}</dl></div>'
        "</li>"
    )


def _role(further: Mapping[str, object]) -> str:
    """What the block is there for, in the colour of that role; only where a column says so."""
    role = further.get("Role")
    return "" if role is None else f'<b class="role {quoted(str(role))}">{quoted(str(role))}</b> '


def _text(runs: Sequence[Run]) -> str:
    """The text; where only a part of it was kept, what was dropped is struck."""
    if len(runs) == 1:
        return _cut(runs[0].text)
    return "".join(
        f"<span>{_cut(run.text)}</span>" if run.kept else f"<s>{_cut(run.text)}</s>" for run in runs
    )


def _cut(text: str) -> str:
    if len(text) <= _MOST_CHARACTERS:
        return quoted(text)
    rest = len(text) - _MOST_CHARACTERS
    return f"{quoted(text[:_MOST_CHARACTERS])} <small>… and {rest:,} characters more</small>"


def _facts(verdict: Verdict, further: Mapping[str, object]) -> str:
    reasons = "; ".join(f"<span>{quoted(reason)}</span>" for reason in verdict.reasons)
    told = {name: value for name, value in further.items() if value is not None}
    return "".join(
        [
            _fact("Decision", f"{_SIGNS[verdict.state]} {verdict.state}", "decision"),
            _fact("Reason", reasons, "reason"),
            *(_column(name, value) for name, value in told.items() if name not in DETAILS),
            *([] if verdict.score is None else [_fact("Score", number(verdict.score))]),
            *([] if verdict.is_picture else [_fact("Words", _words(verdict))]),
            *([_fact("Bytes", "{}–{}".format(*verdict.source))] if verdict.source else []),
            _fact("XPath", quoted(verdict.xpath), "xpath"),
            *(_column(name, value, "detail") for name, value in told.items() if name in DETAILS),
        ]
    )


def _fact(name: str, value: str, kind: str = "") -> str:
    return f'<div class="{kind}"><dt>{name}</dt><dd>{value}</dd></div>'


def _column(name: str, value: object, kind: str = "") -> str:
    told = number(float(value)) if isinstance(value, Real) else quoted(str(value))
    return _fact(quoted(name[:1].upper() + name[1:]), told, kind)


def _words(verdict: Verdict) -> str:
    if verdict.state == "partly":
        return f"{verdict.words_kept:,} of {verdict.words:,}"
    return f"{verdict.words:,}"
