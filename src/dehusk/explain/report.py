"""The report as one HTML file: `explain`, its frame and its summary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from dehusk.explain import exhibits
from dehusk.explain.listing import MOST_LISTED, listing, toolbar
from dehusk.explain.markup import asset, document, figure, number, quoted, share
from dehusk.explain.picture import Picture, layers_of
from dehusk.explain.verdicts import Verdict, embedded_verdicts, picture_verdicts, verdicts
from dehusk.lazy import lazy
from dehusk.metadata import Facts
from dehusk.page import Page
from dehusk.selection import Extractor, Selection
from dehusk.views.blocks import Blocks

ReportColumns = Mapping[str, Sequence[object]]
_NO_PARAMETERS: Mapping[str, object] = MappingProxyType({})
_NO_SECONDS: Mapping[str, float] = MappingProxyType({})
_NO_COLUMNS: ReportColumns = MappingProxyType({})
_SLICES = 240


def explain(
    page: Page,
    selection: Selection,
    *,
    method: str = "custom",
    parameters: Mapping[str, object] = _NO_PARAMETERS,
    seconds: Mapping[str, float] = _NO_SECONDS,
    columns: ReportColumns = _NO_COLUMNS,
    screenshot: bytes | None = None,
    extractor: Extractor | None = None,
) -> str:
    """A self-contained HTML report of a decision about a page.

    It shows the page's text blocks and pictures in order, coloured by kept or dropped, each with its
    tag, score, reason and XPath, below a summary; text that the page embeds as data stands last.
    `method` and `parameters` name what decided, `seconds` says how long each step took. `columns` adds
    facts about blocks: a name, and one value for each of `Blocks.of(page)`. A rendered page is drawn
    too, over its `screenshot` (a PNG) where there is one: see `dehusk.explain.picture`. The `extractor`
    that decided stands for its name and its parameters, which the drawing follows, and adds the columns,
    tables and plots that it shows of its work. All content is escaped, nothing is loaded from elsewhere,
    and everything but the search works without JavaScript.
    """
    selection.check(page)
    blocks = Blocks.of(page)
    if extractor is not None:
        from dehusk.pipeline import method_name

        method, parameters = method_name(extractor), vars(extractor)
    if isinstance(extractor, exhibits.ExplainsBlocks):
        columns = {**extractor.explain_blocks(blocks), **columns}
    for name, values in columns.items():
        if len(values) != len(blocks):
            raise ValueError(f"Column {name!r}: {len(values)} values for {len(blocks)} blocks.")
    found, columns = _in_order(page, selection, verdicts(blocks, selection), columns)
    summary = _Summary(page, selection, found, method, parameters, seconds)
    drawn: tuple[str, ...] = ()
    if page.layout is not None:
        picture = Picture.by(extractor, page, selection, screenshot, layers_of(method))
        drawn = (picture.section(),)
    work = exhibits.of(extractor, page)
    shown = [*drawn, *exhibits.drawn(work)]
    body = [*summary.lines(), *shown, *toolbar(found), *listing(found, columns)]
    return document(
        quoted(summary.title or summary.url or "A page"),
        "\n".join(body),
        command="explain",
        style=asset("report.css")
        + asset("picture.css") * bool(drawn)
        + asset("exhibits.css") * bool(work),
        script=asset("report.js"),
        policy="img-src data:; " if screenshot is not None else "",
    )


def _in_order(
    page: Page, selection: Selection, texts: list[Verdict], columns: ReportColumns
) -> tuple[list[Verdict], dict[str, list[object]]]:
    """The texts and the pictures of a page in their order, then the text that it embeds as data,
    and the columns with no value for what is no text of the page.
    """
    seen = [*texts, *picture_verdicts(page, selection)]
    order = sorted(range(len(seen)), key=lambda number: seen[number].row)
    embedded = embedded_verdicts(page, selection)
    spread: dict[str, list[object]] = {
        name: [values[number] if number < len(texts) else None for number in order]
        + [None] * len(embedded)
        for name, values in columns.items()
    }
    return [*(seen[number] for number in order), *embedded], spread


@dataclass(frozen=True)
class _Summary:
    """The head of the report: what the page is, who decided, how much was kept, in which time."""

    page: Page
    selection: Selection
    verdicts: list[Verdict]
    method: str
    parameters: Mapping[str, object]
    seconds: Mapping[str, float]

    @lazy
    def title(self) -> str | None:
        return Facts(self.page).title

    @property
    def url(self) -> str | None:
        return self.page.url

    @lazy
    def words(self) -> int:
        return sum(verdict.words for verdict in self.verdicts)

    @lazy
    def words_kept(self) -> int:
        return sum(verdict.words_kept for verdict in self.verdicts)

    def lines(self) -> Iterator[str]:
        yield "<header>"
        yield f'<p class="method">{self._method()}</p>'
        untitled = "A page without a title"
        yield f'<h1 dir="auto">{quoted(self.title) if self.title else untitled}</h1>'
        if self.url:
            yield f'<p class="url">{self._link(self.url)}</p>'
        if self.selection.problem:
            yield f'<p class="problem">Nothing was kept. {quoted(self.selection.problem)}</p>'
        yield '<dl class="figures">'
        yield from self._figures()
        yield "</dl>"
        yield from self._strip()
        yield "</header>"

    def _method(self) -> str:
        given = "".join(
            f" <code>{quoted(name)} = {quoted(repr(value))}</code>"
            for name, value in self.parameters.items()
        )
        return f"dehusk explain <b>{quoted(self.method)}</b>{given}"

    def _link(self, url: str) -> str:
        if not url.lower().startswith(("http://", "https://")):
            return quoted(url)
        return f'<a href="{quoted(url)}" rel="noopener noreferrer">{quoted(url)}</a>'

    def _figures(self) -> Iterator[str]:
        yield figure("Words kept", f"{self.words_kept:,}", _of(self.words_kept, self.words))
        yield self._kept("Blocks kept", pictures=False)
        if any(verdict.is_picture for verdict in self.verdicts):
            yield self._kept("Pictures kept", pictures=True)
        confidence = self.selection.confidence
        if confidence is not None:
            yield figure("Confidence", f"{confidence:.2f}", "of 1")
        if self.seconds:
            steps = " · ".join(
                f"{quoted(step)} {_milliseconds(time)}" for step, time in self.seconds.items()
            )
            yield figure("Time", f"{_milliseconds(sum(self.seconds.values()))} ms", steps)
        source = f"{number(len(self.page.source))} bytes · {quoted(self.page.encoding)}"
        yield figure("Page", f"{len(self.page):,} rows", source)

    def _kept(self, name: str, *, pictures: bool) -> str:
        states = [one.state for one in self.verdicts if one.is_picture == pictures]
        kept = len(states) - states.count("dropped")
        return figure(name, f"{kept:,}", _of(kept, len(states)))

    def _strip(self) -> Iterator[str]:
        """The page from the first word to the last, in slices as full as they were kept."""
        if not self.words:
            return
        yield f'<svg class="strip" viewBox="0 0 {_SLICES} 1" preserveAspectRatio="none">'
        for start, end, kept, block in _slices(self.verdicts):
            hint = f"<title>{share(kept, 1)} kept</title>"
            area = f'<rect class="area" x="{start}" width="{end - start}" height="1"/>'
            fill = (
                f'<rect x="{start}" y="{1 - kept:.3g}" width="{end - start}" height="{kept:.3g}"/>'
            )
            yield f'<a href="#b{min(block, MOST_LISTED - 1)}">{hint}{area}{fill if kept else ""}</a>'
        yield "</svg>"


def _slices(found: Sequence[Verdict]) -> Iterator[tuple[int, int, float, int]]:
    """Where a slice starts and ends, which share of it was kept, and its first block."""
    words = np.cumsum([0, *(verdict.words for verdict in found)])
    kept = np.cumsum([0, *(verdict.words_kept for verdict in found)])
    edges = np.linspace(0, words[-1], _SLICES + 1)
    shares = np.round(np.diff(np.interp(edges, words, kept)) / (words[-1] / _SLICES), 2)
    first = np.searchsorted(words, edges[:-1] + 1e-9, side="left") - 1
    starts = np.flatnonzero(np.diff(shares, prepend=-1.0))
    ends = np.append(starts[1:], _SLICES)
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        yield start, end, float(shares[start]), max(int(first[start]), 0)


def _of(part: int, whole: int) -> str:
    return f"of {whole:,} · {share(part, whole)}"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.1f}"
