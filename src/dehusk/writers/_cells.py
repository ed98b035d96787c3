"""Tables as Markdown: a line each, blocks inside a cell apart by `<br>`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dehusk.content import (
    Block,
    Break,
    Cell,
    Code,
    CodeBlock,
    Heading,
    Inline,
    List,
    Math,
    MathBlock,
    Paragraph,
    Quote,
    Rule,
    Strong,
    Table,
)
from dehusk.writers._inline import InlineWriter
from dehusk.writers._pieces import CELL_BREAK
from dehusk.writers._simple import simplified

_Line = tuple[Inline, ...]


def table_lines(writer: InlineWriter, table: Table) -> list[str]:
    """The lines of a table; GFM wants a head, so a table without one gets an empty one."""
    grid = _grid(table)
    cells = [_content(cell) for line in grid for cell in line]
    written = iter(writer.write_all(cells, CELL_BREAK))
    # A pipe ends a cell even inside code, and a backslash keeps it from that even there.
    lines = [[next(written).replace("|", "\\|") for _ in line] for line in grid]
    if not any(any(line) for line in lines):
        return []
    if not table.header_lines:
        lines.insert(0, [""] * len(lines[0]))
    lines.insert(1, ["---"] * len(lines[0]))
    return ["|" + "".join(f" {cell} |" if cell else " |" for cell in line) for line in lines]


def _grid(table: Table) -> list[list[Cell | None]]:
    """Each line with an entry for each column: a cell where it begins, None where it only reaches.

    Columns in which no cell begins are left out, so that no span can make a table wider than its
    cells are many.
    """
    lines: list[dict[int, Cell]] = []
    taken: dict[int, int] = {}  # column -> the first line that is free again
    for number, cells in enumerate(table.lines):
        line: dict[int, Cell] = {}
        column = 0
        for cell in cells:
            while taken.get(column, 0) > number:
                column += 1
            line[column] = cell
            if cell.lines > 1:
                end = number + cell.lines
                taken.update((reached, end) for reached in range(column, column + cell.columns))
            column += cell.columns
        lines.append(line)
    columns = sorted({column for line in lines for column in line})
    return [[line.get(column) for column in columns] for line in lines]


def _content(cell: Cell | None) -> _Line:
    if cell is None or not cell.content:
        return ()
    nodes: list[Inline] = []
    for line in _lines(cell.content):
        if nodes:
            nodes.append(Break())
        nodes += line
    return tuple(nodes)


def _lines(blocks: tuple[Block, ...]) -> Iterator[_Line]:
    for block in simplified(blocks):
        yield from _LINES[type(block)](block)


def _list(block: List) -> Iterator[_Line]:
    for item in block.items:
        yield from _lines(item.content)


def _table(block: Table) -> Iterator[_Line]:
    for line in block.lines:
        for cell in line:
            yield from _lines(cell.content)


def _code(block: CodeBlock) -> Iterator[_Line]:
    for line in block.text.split("\n"):
        if line.strip():
            yield (Code(line),)


_LINES: dict[type, Callable[[Any], Iterator[_Line]]] = {
    Heading: lambda block: iter(((Strong(block.content),),)),
    Paragraph: lambda block: iter((block.content,)),
    List: _list,
    Table: _table,
    CodeBlock: _code,
    Quote: lambda block: _lines(block.content),
    MathBlock: lambda block: iter(((Math(block.latex),),)),
    Rule: lambda block: iter(()),
}
