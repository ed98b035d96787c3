"""What all features stand on: the counts of a page, once, in NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features.columns import COMMAS, SENTENCE_ENDS
from dehusk.lazy import lazy
from dehusk.page import Bools, Page
from dehusk.page.tags import Tag
from dehusk.views.blocks import Blocks
from tests.extractors.default.reference.blocks import blocks
from tests.extractors.default.reference.visible import VisibleText, inert, leaves

Column = NDArray[Any]
ColumnsByName = dict[str, Column]

GOOD_WORDS = 10
"""A block of good text has at least this many words, few of them in links, and punctuation."""

GOOD_LINK_SHARE = 0.33


@dataclass(frozen=True, eq=False)
class ReferenceCounts:
    """Numbers by row and by block that several features share. Everything is made on first use."""

    page: Page
    blocks: Blocks

    @classmethod
    def of(cls, page: Page) -> ReferenceCounts:
        """The counts of a page."""
        return cls(page, blocks(page))

    def __len__(self) -> int:
        return len(self.blocks)

    @lazy
    def text(self) -> VisibleText:
        """The text that readers see."""
        return VisibleText.of(self.page)

    @lazy
    def shown_leaves(self) -> Bools:
        """The leaves that a browser may show."""
        return leaves(self.page) & ~inert(self.page)

    @lazy
    def row_words(self) -> NDArray[np.int64]:
        """Words of each row."""
        return self.text.words()

    @lazy
    def row_links(self) -> Bools:
        """The rows inside of links."""
        return self.page.inside(self.page.tag == Tag.A)

    @lazy
    def words(self) -> NDArray[np.float64]:
        """Words of each block."""
        return self.blocks.sum(self.row_words)

    @lazy
    def ink(self) -> NDArray[np.float64]:
        """Visible characters of each block."""
        return self.blocks.sum(self.text.ink())

    @lazy
    def linked(self) -> NDArray[np.float64]:
        """Words of each block that are in links."""
        return self.blocks.sum(np.where(self.row_links, self.row_words, 0))

    @lazy
    def stops(self) -> NDArray[np.float64]:
        """Marks in each block that end a sentence, in any script."""
        return self.blocks.sum(self.text.count(self.text.marks(SENTENCE_ENDS)))

    @lazy
    def commas(self) -> NDArray[np.float64]:
        """Commas in each block, in any script."""
        return self.blocks.sum(self.text.count(self.text.marks(COMMAS)))

    @lazy
    def good(self) -> Bools:
        """The blocks of good text: long, punctuated, few links."""
        punctuated = self.stops + self.commas > 0
        few_links = self.linked <= GOOD_LINK_SHARE * self.words
        good: Bools = (self.words >= GOOD_WORDS) & punctuated & few_links
        return good

    @lazy
    def first(self) -> NDArray[np.intp]:
        """The first text row of each block."""
        return self.blocks.first_row.astype(np.intp)

    @lazy
    def holder(self) -> NDArray[np.intp]:
        """The innermost element that holds all of each block."""
        holder = self.page.parent[self.first].astype(np.intp)
        last = self.blocks.end_row - 1
        while True:
            short = self.page.end[holder] <= last
            if not short.any():
                return holder
            holder[short] = self.page.parent[holder[short]]

    @lazy
    def alike(self) -> NDArray[np.intp]:
        """A number for each block, the same for blocks that share the tags and classes of the four
        innermost elements around them."""
        make = makes(self.page)
        row = self.holder
        path = []
        for _ in range(4):
            path.append(make[row])
            row = np.maximum(self.page.parent[row], 0)
        return groups(np.column_stack(path)) if len(self) else np.zeros(0, np.intp)

    @lazy
    def said(self) -> NDArray[np.intp]:
        """A number for each block, the same for blocks of the same text, white space at its ends
        aside."""
        starts = self.page.text_start[self.first].tolist()
        ends = self.page.text_end[self.blocks.end_row - 1].tolist()
        numbers: dict[bytes, int] = {}
        texts = (self.page.text[start:end] for start, end in zip(starts, ends, strict=True))
        said = [numbers.setdefault(text.strip(), len(numbers)) for text in texts]
        return np.array(said, np.intp)

    def by_row(self, per_block: Column) -> Column:
        """A value of each block on the block's first row, 0 elsewhere: ready for subtree sums."""
        column = np.zeros(len(self.page), np.float64)
        column[self.first] = per_block
        return column

    def inside(self, per_block: Column) -> Column:
        """For each row the sum of a value over the blocks inside it."""
        return self.page.subtree_sum(self.by_row(per_block))


def makes(page: Page) -> NDArray[np.int64]:
    """A number for each row, the same for elements of the same tag and classes."""
    classes = np.zeros(len(page), np.int64)
    rows, values = page.with_attribute("class")
    numbers = {value: number for number, value in enumerate(dict.fromkeys(values), 1)}
    classes[rows] = [numbers[value] for value in values]
    return page.tag.astype(np.int64) << 32 | classes


def groups(keys: NDArray[np.int64]) -> NDArray[np.intp]:
    """Number equal rows of keys alike."""
    order = np.lexsort(keys.T)
    ordered = keys[order]
    changes = (ordered[1:] != ordered[:-1]).any(axis=1)
    group = np.empty(len(keys), np.intp)
    group[order] = np.concatenate([[0], np.cumsum(changes)])
    return group
