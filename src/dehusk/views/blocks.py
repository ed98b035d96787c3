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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.lazy import lazy
from dehusk.page import Bools, Ints, Page, freeze
from dehusk.page.tags import BLOCK, PREFORMATTED, SEPARATING_INLINE, Tag, TagSet
from dehusk.views.visible import ink

PICTURES = TagSet("img picture video audio iframe embed object canvas")
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
    def of(cls, page: Page, seen: NDArray[np.int64] | None = None) -> Blocks:
        """The blocks of a page. `seen` is `ink(page)`, for whoever has it already, or that of some
        blocks: then there are no others."""
        seen = ink(page) if seen is None else seen
        run = runs(page, seen)
        inked = page.is_text & ~page.is_inert & (seen > 0)
        inked_rows = np.flatnonzero(inked)
        inked_runs, first = np.unique(run[inked_rows], return_index=True)
        last = np.append(first[1:], len(inked_rows))[: len(first)] - 1
        block_of_run = np.full(int(run.max(initial=0)) + 1, -1, np.int32)
        block_of_run[inked_runs] = np.arange(len(inked_runs))
        block_of = np.where(page.leaves & ~page.is_inert, block_of_run[run], -1)
        return cls(
            page,
            block_of.astype(np.int32),
            inked_rows[first].astype(np.int32),
            (inked_rows[last] + 1).astype(np.int32),
        )

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
        first, end = int(self.first_row[index]), int(self.end_row[index])
        rows = first + np.flatnonzero(self.block_of[first:end] == index)
        return _joined(self.page, rows, self._implied_spaces)

    @lazy
    def _implied_spaces(self) -> Bools:
        return implied_spaces(self.page)


def implied_spaces(page: Page, run: NDArray[np.int64] | None = None) -> Bools:
    """The text rows before which a reader sees a space that the source does not have.

    `<span>3 May</span><time>10:00</time>` are two words although nothing stands between them, while
    `<b>w</b>ord` is one. The rule: between two texts an inline element that designers set apart
    (`SEPARATING_INLINE`) ends and another element starts with no text in between, or a picture or
    block boundary lies there. Preformatted text is left alone. `run` is `runs(page)`, for whoever has
    it already.
    """
    rows = np.flatnonzero(page.is_text & ~page.is_inert)
    implied = np.zeros(len(page), bool)
    before, after = rows[:-1], rows[1:]
    nearest = page.nearest_ancestor(SEPARATING_INLINE.mask(page.tag))
    one_ends = page.end[page.parent[before]] <= after
    other_starts = page.parent[after] > before
    set_apart = page.end[nearest[before]] <= after
    set_apart = np.where(nearest[before] >= 0, set_apart, False) | (nearest[after] > before)
    pictures = np.cumsum(PICTURES.mask(page.tag) | (page.tag == Tag.BR))
    run = runs(page) if run is None else run
    apart = (
        (one_ends & other_starts & set_apart)
        | (pictures[after] > pictures[before])
        | (run[after] != run[before])
    )
    preformatted = page.inside(PREFORMATTED.mask(page.tag))[after]
    implied[after[apart & ~preformatted]] = True
    return implied


def join_text(page: Page, rows: NDArray[np.intp]) -> str:
    """The text of the text rows among `rows`, spaces where a reader sees them, white space collapsed."""
    return _joined(page, rows, implied_spaces(page))


def _joined(page: Page, rows: NDArray[np.intp], implied: Bools) -> str:
    pieces: list[str] = []
    for row in rows[page.is_text[rows]].tolist():
        if implied[row]:
            pieces.append(" ")
        pieces.append(page.text_of(row))
    return _SPACES.sub(" ", "".join(pieces)).strip()


def runs(page: Page, seen: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """A number for each row that grows at every block boundary: rows of one number are one run.
    `seen` is `ink(page)`, for whoever has it already."""
    boundary = np.zeros(len(page) + 1, np.int8)
    blocks = np.flatnonzero(BLOCK.mask(page.tag))
    boundary[blocks] = 1
    boundary[page.end[blocks]] = 1
    boundary[_second_breaks(page, seen)] = 1
    return np.cumsum(boundary[:-1], dtype=np.int64)


def _second_breaks(page: Page, seen: NDArray[np.int64] | None) -> NDArray[np.intp]:
    """The `br` rows that follow another with no visible text in between."""
    breaks = np.flatnonzero(page.tag == Tag.BR)
    if len(breaks) < 2:
        return breaks[:0]
    inked = np.cumsum(page.is_text & ((ink(page) if seen is None else seen) > 0))
    follows = np.flatnonzero(inked[breaks[1:]] == inked[breaks[:-1]])
    return breaks[follows + 1]
