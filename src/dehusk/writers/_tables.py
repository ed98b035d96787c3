"""Tables as Markdown: a line each."""

from __future__ import annotations

Cell = tuple[tuple[int, int] | None, str]
"""How many columns and lines a cell spans, None for one of each, and its Markdown."""

_EMPTY = " |"
"""A cell without text, behind the pipe of the one before."""


def table(lines: list[list[Cell]], has_head: bool) -> str:
    """The lines of a table; GFM wants a head, so a table without one gets an empty one.

    >>> print(table([[(None, "Tea"), (None, "3 min")], [((2, 1), "Water|milk")]], True))
    | Tea | 3 min |
    | --- | --- |
    | Water\\|milk | |
    """
    if not any(text for line in lines for _, text in line):
        return ""
    grid, width = _grid(lines)
    made = [_line(line, width) for line in grid]
    if not has_head:
        made.insert(0, _line([], width))
    made.insert(1, "|" + " --- |" * width)
    return "\n".join(made)


def _line(cells: list[tuple[int, str]], width: int) -> str:
    """A line of so many columns, given the cells that begin in it: what is empty is written at once."""
    parts = ["|"]
    done = 0
    for column, text in cells:
        # A pipe ends a cell even inside code, and a backslash keeps it from that even there.
        escaped = text.replace("|", "\\|")
        parts += (_EMPTY * (column - done), f" {escaped} |" if text else _EMPTY)
        done = column + 1
    parts.append(_EMPTY * (width - done))
    return "".join(parts)


def _grid(lines: list[list[Cell]]) -> tuple[list[list[tuple[int, str]]], int]:
    """The cells that begin in each line, each with its column, and how many columns there are.

    Columns in which no cell begins are left out, so that no span can make a table wider than its
    cells are many.
    """
    grid: list[list[tuple[int, str]]] = []
    taken: dict[int, int] = {}  # column -> the first line that is free again
    for number, cells in enumerate(lines):
        line: list[tuple[int, str]] = []
        column = 0
        for span, text in cells:
            while taken.get(column, 0) > number:
                column += 1
            line.append((column, text))
            columns, height = span or (1, 1)
            if height > 1:
                end = number + height
                taken.update((reached, end) for reached in range(column, column + columns))
            column += columns
        grid.append(line)
    used = sorted({column for line in grid for column, _ in line})
    place = {column: at for at, column in enumerate(used)}
    return [[(place[column], text) for column, text in line] for line in grid], len(used)
