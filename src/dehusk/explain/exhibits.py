"""What a method shows of its work, drawn for the report: tables, and bars over an axis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from numbers import Real
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from dehusk.explain.markup import number, quoted
from dehusk.extractors.exhibits import Bars, Exhibit, Table
from dehusk.page import Page
from dehusk.selection import Extractor
from dehusk.views.blocks import Blocks

MOST_LINES = 1_000
MOST_BARS = 1_200
"""Bars of a plot: where there are more places, the mean of some stands for them."""
_HEIGHT = 120


@runtime_checkable
class ExplainsBlocks(Protocol):
    """An extractor that can tell more about each block: a probability, its strongest features."""

    def explain_blocks(self, blocks: Blocks) -> Mapping[str, Sequence[object]]:
        """Further columns for the report: a name, and one value a block.

        Numbers become columns beside the text, anything else is shown with the facts of the block.
        """
        ...


@runtime_checkable
class ExplainsPage(Protocol):
    """An extractor that can show its work on a page: what it counted, what it chose from."""

    def explain_page(self, page: Page) -> Sequence[Exhibit]:
        """Tables and plots for the report."""
        ...


def of(extractor: Extractor | None, page: Page) -> Sequence[Exhibit]:
    """What a method shows of its work, nothing where it shows none."""
    return extractor.explain_page(page) if isinstance(extractor, ExplainsPage) else ()


def drawn(exhibits: Sequence[Exhibit]) -> Iterator[str]:
    """The exhibits as sections that can be folded; plots are open, tables wait to be asked for."""
    for exhibit in exhibits:
        note = f" <small>{quoted(exhibit.note)}</small>" if exhibit.note else ""
        inner = _table(exhibit) if isinstance(exhibit, Table) else plot(exhibit)
        is_open = "" if isinstance(exhibit, Table) else " open"
        yield (
            f'<details class="exhibit"{is_open}><summary>{quoted(exhibit.title)}{note}</summary>'
            f"<div>{inner}</div></details>"
        )


def _table(table: Table) -> str:
    head = "".join(f"<th>{quoted(name)}</th>" for name in table.header)
    lines = "".join(f"<tr>{''.join(map(_cell, line))}</tr>" for line in table.lines[:MOST_LINES])
    more = len(table.lines) - MOST_LINES
    rest = f"<p>{more:,} more are not listed.</p>" if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>{rest}"


def _cell(value: object) -> str:
    if isinstance(value, Real):
        return f'<td class="number">{number(float(value))}</td>'
    return f"<td>{quoted(str(value))}</td>"


def plot(bars: Bars) -> str:
    """Bars as SVG without a size of its own, for a style sheet that knows their classes."""
    places = len(bars.up)
    if not places:
        return "There is nothing to draw."
    up, down = _thinned(bars.up), _thinned(bars.down)
    scale = _HEIGHT / max(float(up.max()), float(down.max()), 1e-9)
    shrunk = len(up) / places
    parts = [
        f'<rect class="marked" x="{start * shrunk:.4g}" y="0" width="{(end - start) * shrunk:.4g}"'
        f' height="{2 * _HEIGHT}"/>'
        for start, end in bars.marked
    ]
    parts += _columns(up * scale, "up") + _columns(down * scale, "down")
    parts.append(f'<line x1="0" x2="{len(up)}" y1="{_HEIGHT}" y2="{_HEIGHT}"/>')
    return (
        f'<svg viewBox="0 0 {len(up)} {2 * _HEIGHT}" preserveAspectRatio="none">'
        f"{''.join(parts)}</svg>"
    )


def _columns(heights: NDArray[np.float64], kind: str) -> list[str]:
    top = _HEIGHT - heights if kind == "up" else np.full(len(heights), _HEIGHT)
    return [
        f'<rect class="{kind}" x="{place}" y="{y:.4g}" width="1" height="{height:.4g}"/>'
        for place, (y, height) in enumerate(zip(top.tolist(), heights.tolist(), strict=True))
        if height > 0
    ]


def _thinned(values: NDArray[Any]) -> NDArray[np.float64]:
    """As many values as can be drawn, each the mean of those that it stands for."""
    if len(values) <= MOST_BARS:
        return values.astype(np.float64)
    starts = np.linspace(0, len(values), MOST_BARS, endpoint=False).astype(np.intp)
    sizes = np.diff(np.append(starts, len(values)))
    means: NDArray[np.float64] = np.add.reduceat(values.astype(np.float64), starts) / sizes
    return means
