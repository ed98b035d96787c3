"""The content table itself: its columns, and tables made of others. `table.py` explains them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Ints, freeze

_COLUMNS = ("end", "number", "text_start", "text_end", "first", "last", "argument")
"""Those that a walk makes, in their order."""

Made = tuple[int, int, int, int, int, int, int, int]
"""A row that is made after the walk: its kind and the columns; it ends so many rows below the first of
those that are made with it."""


@dataclass(frozen=True, eq=False)
class Content:
    """Read-only columns, one row for each part of the content; the module explains them."""

    kind: NDArray[np.uint8]
    end: Ints
    number: Ints
    text_start: Ints
    text_end: Ints
    first: Ints
    last: Ints
    argument: Ints
    text: bytes
    arguments: Sequence[Any] = ()

    def __post_init__(self) -> None:
        freeze(self)

    @classmethod
    def of_columns(
        cls, kind: NDArray[np.uint8], columns: Ints, text: bytes, arguments: Sequence[Any]
    ) -> Content:
        """The content with the columns of the walk, from `end` to `argument`, which become read-only.

        To set its fields one by one, as a frozen class does, would take four times as long.
        """
        kind.setflags(write=False)
        columns.setflags(write=False)
        content = cls.__new__(cls)
        # Not strict: an array that is asked for one column more says at length that it has none.
        vars(content).update(zip(_COLUMNS, columns, strict=False))
        vars(content).update(kind=kind, text=text, arguments=arguments)
        return content

    def __len__(self) -> int:
        return len(self.kind)

    def __repr__(self) -> str:
        return f"<Content of {len(self)} rows, {len(self.text)} bytes of text>"

    def matrix(self) -> Ints:
        """Kind and columns, a line each, to change."""
        return np.array([self.kind, *(vars(self)[name] for name in _COLUMNS)], np.int32)

    def text_of(self, row: int) -> str:
        """The text of a row, of code or a formula, or the address of a link."""
        start, end = self.text_start.item(row), self.text_end.item(row)
        return self.text[start:end].decode("utf-8", "surrogatepass")

    def argument_of(self, row: int) -> Any:
        """The argument of a row, None where it has none."""
        place = self.argument.item(row)
        return self.arguments[place] if place >= 0 else None


def joined(one: Content, other: Content) -> Content:
    """The rows of one table, then those of the other."""
    count, size = len(one), len(one.text)
    argument = other.argument
    if one.arguments and other.arguments:
        argument = np.where(argument >= 0, argument + np.int32(len(one.arguments)), argument)
    return Content(
        kind=np.concatenate((one.kind, other.kind)),
        end=np.concatenate((one.end, other.end + np.int32(count))),
        number=np.concatenate((one.number, other.number)),
        text_start=np.concatenate((one.text_start, other.text_start + np.int32(size))),
        text_end=np.concatenate((one.text_end, other.text_end + np.int32(size))),
        first=np.concatenate((one.first, other.first)),
        last=np.concatenate((one.last, other.last)),
        argument=np.concatenate((one.argument, argument)),
        text=one.text + other.text,
        arguments=(*one.arguments, *other.arguments),
    )


def spliced(
    content: Content,
    edits: Iterable[tuple[int, int, list[Made]]],
    text: bytes,
    arguments: Sequence[Any],
) -> Content:
    """The content with others in place of some rows: from one up to another, in order.

    No span of rows begins or ends inside a row that is not in it.
    """
    edits = list(edits)
    moved = np.zeros(len(content) + 1, np.int32)
    for start, stop, made in edits:
        moved[stop] += len(made) - (stop - start)
    np.cumsum(moved, out=moved)
    matrix = content.matrix()
    matrix[1] += moved[matrix[1]]
    parts, done = [], 0
    for start, stop, made in edits:
        others = np.array(made, np.int32).T.copy()  # a line for each column, as in the matrix
        others[1] += start + moved[start]
        parts += [matrix[:, done:start], others]
        done = stop
    rows = np.concatenate([*parts, matrix[:, done:]], axis=1)
    return Content.of_columns(rows[0].astype(np.uint8), rows[1:], text, arguments)
