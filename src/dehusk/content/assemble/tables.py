"""Tables of data, and tables that only place things on the page.

Spans are bounded: no attribute can make a table larger than `MAX_GRID` fields, and what is too wide
for its text becomes plain content.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from dehusk.content import Block, Break, Cell, ListItem, Paragraph, Rows, Table
from dehusk.content.assemble.containers import Container, Inlines
from dehusk.content.assemble.kept import Kept
from dehusk.content.assemble.vocabulary import Kind
from dehusk.content.assemble.walker import Handler, Walker
from dehusk.page import Page
from dehusk.page.tags import Tag

MAX_SPAN = 1_000
MAX_GRID = 200_000
_FEW_CELLS = 12
_LONG_CELL = 600


def _table(walker: Walker, position: int) -> int:
    kept = walker.kept
    if walker.inline_only:
        return position + 1
    if is_layout(kept, position) or not walker.has_room(2):
        return position + 1
    return walker.open_container(position, _TableBox(kept.span(position), kept.page))


def is_layout(kept: Kept, position: int) -> bool:
    """Does a table only place things: one cell, tables within, or blocks in a few large cells?"""
    if kept.kinds.get(position) is Kind.LAYOUT or kept.count(Tag.TABLE, position):
        return True
    if kept.count(Tag.TH, position) or kept.count(Tag.CAPTION, position):
        return False
    cells = kept.count(Tag.TD, position)
    lines = kept.count(Tag.TR, position)
    if cells <= max(lines, 1):
        return True
    if cells > _FEW_CELLS:
        return False
    return kept.structures(position) > cells or kept.ink(position) > _LONG_CELL * cells


def _caption(walker: Walker, position: int) -> int:
    box = walker.container
    if walker.inline_only or not isinstance(box, _TableBox):
        return position + 1
    return walker.open_inline(position, box.add_caption)


def _line(walker: Walker, position: int) -> int:
    kept, box = walker.kept, walker.container
    if isinstance(box, _TableBox) and not walker.inline_only:
        above = kept.parents[position]
        in_head = above >= 0 and kept.tags[above] == Tag.THEAD
        box.lines.append(_Line(kept.rows[position], kept.rows[above], in_head))
    return position + 1


def _cell(walker: Walker, position: int) -> int:
    kept, box = walker.kept, walker.container
    if walker.inline_only or not isinstance(box, _TableBox) or not box.lines:
        return position + 1
    rows, content = kept.span(position), walker.take_line(position)
    cell = Cell(
        (Paragraph(content, rows),) if content else (),
        header=kept.tags[position] == Tag.TH,
        columns=_span(kept.attribute(position, "colspan"), zero=1),
        lines=_span(kept.attribute(position, "rowspan"), zero=MAX_SPAN),
    )
    if content:
        box.lines[-1].cells.append(cell)
        return position + 2
    return walker.open_container(position, _CellBox(rows, cell, box.lines[-1]))


def _span(value: str | None, zero: int) -> int:
    if value is None:
        return 1
    digits = value.strip()
    if not digits.isascii() or not digits.isdigit():
        return 1
    return min(int(digits[:9]), MAX_SPAN) or zero


@dataclass
class _Line:
    """A line in the making: its row, the row of the section that it is in, and its cells."""

    row: int
    section: int
    in_head: bool
    cells: list[Cell] = field(default_factory=list)


class _CellBox(Container):
    def __init__(self, rows: Rows, cell: Cell, line: _Line) -> None:
        super().__init__(rows)
        self._cell = cell
        self._line = line

    def finish(self) -> tuple[Block | ListItem, ...]:
        self._line.cells.append(replace(self._cell, content=self.content()))
        return ()


class _TableBox(Container):
    def __init__(self, rows: Rows, page: Page) -> None:
        super().__init__(rows)
        self.lines: list[_Line] = []
        self._page = page
        self._caption: Inlines = ()

    def add_caption(self, caption: Inlines) -> None:
        self._caption = (*self._caption, Break(), *caption) if self._caption else caption

    def finish(self) -> Iterable[Block]:
        """The table after whatever stood outside of its cells; one filled cell is no table."""
        lines = [line for line in self.lines if any(cell.content for cell in line.cells)]
        filled = sum(bool(cell.content) for line in lines for cell in line.cells)
        if filled < 2 and not self._caption:
            return (*self.content(), *_contents(lines))
        _count_kept_lines(self._page, lines)
        cells = _bounded([line.cells for line in lines])
        if cells is None:
            caption = (Paragraph(self._caption, self.rows),) if self._caption else ()
            return (*self.content(), *caption, *_contents(lines))
        table = Table(tuple(map(tuple, cells)), self.rows, _header_lines(lines), self._caption)
        return (*self.content(), table)


def _contents(lines: list[_Line]) -> list[Block]:
    return [block for line in lines for cell in line.cells for block in cell.content]


def _header_lines(lines: list[_Line]) -> int:
    """The lines of the head, or else a first line that has only header cells."""
    count = 0
    while count < len(lines) and lines[count].in_head:
        count += 1
    if not count and lines and all(cell.header for cell in lines[0].cells):
        return 1
    return count


def _count_kept_lines(page: Page, lines: list[_Line]) -> None:
    """Make spans count only lines that are kept, up to the end of their section."""
    start = 0
    while start < len(lines):
        stop = start + 1
        while stop < len(lines) and lines[stop].section == lines[start].section:
            stop += 1
        if any(cell.lines > 1 for line in lines[start:stop] for cell in line.cells):
            _count_in_section(page, lines[start:stop])
        start = stop


def _count_in_section(page: Page, lines: list[_Line]) -> None:
    siblings = page.children(lines[0].section)
    siblings = siblings[page.tag[siblings] == Tag.TR]
    places = np.searchsorted(siblings, [line.row for line in lines]).tolist()
    for at, line in enumerate(lines):
        line.cells = [
            cell
            if cell.lines == 1
            else replace(cell, lines=bisect_left(places, places[at] + cell.lines, at) - at)
            for cell in line.cells
        ]


def _bounded(lines: list[list[Cell]]) -> list[list[Cell]] | None:
    """The lines without spans that would blow the table up, None if even so it is mostly void."""
    if _grid_size(lines) <= MAX_GRID:
        return lines
    lines = [[replace(cell, columns=1, lines=1) for cell in line] for line in lines]
    size = _grid_size(lines)
    return lines if size <= MAX_GRID or size <= 2 * sum(map(len, lines)) else None


def _grid_size(lines: list[list[Cell]]) -> int:
    """How many fields a table has when every span is spelled out."""
    change = [0] * (len(lines) + 1)
    for at, line in enumerate(lines):
        for cell in line:
            change[at] += cell.columns
            change[min(at + cell.lines, len(lines))] -= cell.columns
    width = widest = 0
    for step in change:
        width += step
        widest = max(widest, width)
    return widest * len(lines)


TABLE_TAGS: dict[int, Handler] = {
    Tag.TABLE: _table,
    Tag.CAPTION: _caption,
    Tag.TR: _line,
    Tag.TD: _cell,
    Tag.TH: _cell,
}
