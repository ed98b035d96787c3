"""The text-block view of a page: runs of inline content between block boundaries.

>>> from dehusk import parse
>>> blocks = Blocks.of(parse("<p>One <b>two</b></p>three<br><br>four"))
>>> [blocks.text(index) for index in range(len(blocks))]
['One two', 'three', 'four']

A block ends where a block-level element starts or ends, at a rule, and at two line breaks in a row.
`block_of` says to which block a row belongs, so that a decision about blocks finds its way back to
the leaves with `blocks.on_rows(values)`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.lazy import lazy
from dehusk.native.codes import RowFlag
from dehusk.native.scan import blocks_of
from dehusk.page import Bools, Ints, Page, freeze

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, eq=False, repr=False)
class Blocks:
    """The blocks of a page that hold visible text, in document order.

    `block_of` has one entry a row: the number of the block that the row belongs to, -1 for rows
    outside of all. `first_row` is the first text row of each block, `end_row` one past its last.
    """

    page: Page
    block_of: Ints
    first_row: Ints
    end_row: Ints

    def __post_init__(self) -> None:
        freeze(self)

    def __len__(self) -> int:
        return len(self.first_row)

    def __repr__(self) -> str:
        return f"<{len(self)} blocks of {self.page!r}>"

    @classmethod
    def of(cls, page: Page) -> Blocks:
        """The blocks of a page."""
        return cls(page, *blocks_of(page))

    def on_rows(self, values: NDArray[Any], missing: Any = 0) -> NDArray[Any]:
        """A value a block, as a value a row: `missing` where a row is in no block."""
        padded = np.append(values, np.array([missing], values.dtype))
        return padded[self.block_of]

    def sum(self, per_row: NDArray[Any]) -> NDArray[Any]:
        """For each block the sum of a column over the block's rows."""
        member = self.block_of >= 0
        return np.bincount(self.block_of[member], weights=per_row[member], minlength=len(self))

    def text(self, index: int) -> str:
        """The text of a block, white space collapsed."""
        return self._texts[index]

    @lazy
    def _texts(self) -> list[str]:
        """All texts at once: a block may stand around others, whose rows are then not asked again."""
        rows = np.flatnonzero(self.page.is_text & (self.block_of >= 0))
        owners = self.block_of[rows]
        order = np.argsort(owners, kind="stable")
        ends = np.cumsum(np.bincount(owners, minlength=len(self))).tolist()
        implied, ordered = implied_spaces(self.page), rows[order].tolist()
        return [
            _joined(self.page, ordered[start:end], implied) for start, end in pairwise([0, *ends])
        ]


def implied_spaces(page: Page) -> Bools:
    """The text rows before which a reader sees a space that the source does not have.

    `<span>3 May</span><time>10:00</time>` are two words although nothing stands between them, while
    `<b>w</b>ord` is one.
    """
    return page.with_flag(RowFlag.SPACE_BEFORE)


def join_text(page: Page, rows: NDArray[np.intp]) -> str:
    """The text of the text rows among `rows`, spaces where a reader sees them, white space collapsed."""
    return _joined(page, rows[page.is_text[rows]].tolist(), implied_spaces(page))


def _joined(page: Page, rows: list[int], implied: Bools) -> str:
    pieces: list[str] = []
    for row in rows:
        if implied[row]:
            pieces.append(" ")
        pieces.append(page.text_of(row))
    return _SPACES.sub(" ", "".join(pieces)).strip()
