"""Tables as Markdown: a line each, blocks inside a cell apart by `<br>`."""

from __future__ import annotations

from collections.abc import Iterator

from dehusk.content.kinds import Code, Link, Math, Text
from dehusk.content.table import Content, Kind
from dehusk.writers._lines import Line, LineWriter, Rows
from dehusk.writers._pieces import CELL_BREAK
from dehusk.writers._simple import post_pieces

_EMPTY = " |"
"""A cell without text, behind the pipe of the one before."""


def table_lines(writer: LineWriter, rows: Rows, table: int, lines: list[int]) -> list[str]:
    """The lines of a table; GFM wants a head, so a table without one gets an empty one."""
    content = writer.content
    grid, width = _grid(content, rows, lines)
    cells = [list(_lines_in(content, rows, cell)) for line in grid for _, cell in line]
    written = writer.write_all(cells, CELL_BREAK)
    if not any(written):
        return []
    # A pipe ends a cell even inside code, and a backslash keeps it from that even there.
    texts = iter([text.replace("|", "\\|") for text in written])
    made = [_line([(column, next(texts)) for column, _ in line], width) for line in grid]
    if not rows.number[table]:
        made.insert(0, _line([], width))
    made.insert(1, "|" + " --- |" * width)
    return made


def _line(cells: list[tuple[int, str]], width: int) -> str:
    """A line of so many columns, given the cells that begin in it: what is empty is written at once."""
    parts = ["|"]
    done = 0
    for column, text in cells:
        parts += (_EMPTY * (column - done), f" {text} |" if text else _EMPTY)
        done = column + 1
    parts.append(_EMPTY * (width - done))
    return "".join(parts)


def _grid(
    content: Content, rows: Rows, lines: list[int]
) -> tuple[list[list[tuple[int, int]]], int]:
    """The cells that begin in each line, each with its column, and how many columns there are.

    Columns in which no cell begins are left out, so that no span can make a table wider than its
    cells are many.
    """
    grid: list[list[tuple[int, int]]] = []
    taken: dict[int, int] = {}  # column -> the first line that is free again
    for number, table_line in enumerate(lines):
        line: list[tuple[int, int]] = []
        column = 0
        for cell in rows.inside(table_line):
            while taken.get(column, 0) > number:
                column += 1
            line.append((column, cell))
            columns, height = content.argument_of(cell) or (1, 1)
            if height > 1:
                end = number + height
                taken.update((reached, end) for reached in range(column, column + columns))
            column += columns
        grid.append(line)
    used = sorted({column for line in grid for column, _ in line})
    place = {column: at for at, column in enumerate(used)}
    return [[(place[column], cell) for column, cell in line] for line in grid], len(used)


def _lines_in(content: Content, rows: Rows, row: int) -> Iterator[Line]:
    """The lines of the blocks inside of a row."""
    for block in rows.inside(row):
        yield from _lines(content, rows, block)


def _lines(content: Content, rows: Rows, row: int) -> Iterator[Line]:
    """The lines of a block."""
    kind = rows.kind[row]
    if kind in _LINES:
        yield rows.span(row, _LINES[kind])
    elif kind == Kind.CODE_BLOCK:
        for line in content.text_of(row).split("\n"):
            if line.strip():
                yield (Code(line),)
    elif kind == Kind.MATH_BLOCK:
        yield (Math(content.text_of(row)),)
    elif kind == Kind.EMBED:
        url, title = content.argument_of(row)
        yield (Link((Text(title or url),), url),)
    elif kind == Kind.FIGURE:
        yield from _figure(content, rows, row)
    elif kind not in (Kind.RULE, Kind.FOOTNOTE):
        if kind == Kind.POST and (pieces := post_pieces(*content.argument_of(row))):
            yield pieces
        yield from _lines_in(content, rows, row)


_LINES: dict[int, str] = {
    Kind.PARAGRAPH: "",
    Kind.HEADING: "**",
    Kind.TERM: "**",
    Kind.CAPTION: "*",
}
"""Rows that are lines, and the mark that they stand in."""


def _figure(content: Content, rows: Rows, row: int) -> Iterator[Line]:
    """A figure; the caption of code stands above it."""
    parts = list(rows.inside(row))
    caption = [part for part in parts if rows.kind[part] == Kind.CAPTION]
    others = [part for part in parts if rows.kind[part] != Kind.CAPTION]
    is_code = others and all(rows.kind[part] == Kind.CODE_BLOCK for part in others)
    for part in (*caption, *others) if is_code else (*others, *caption):
        yield from _lines(content, rows, part)
