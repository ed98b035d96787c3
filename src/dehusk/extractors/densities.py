"""Text blocks between tags, with the densities of words and links in them.

>>> from dehusk import parse
>>> blocks = TagBlocks.of(parse("<p>One <a href=x>two</a> three</p><p>four</p>"))
>>> blocks.words.tolist(), blocks.linked.tolist(), blocks.distance.tolist()
([3, 1], [1, 0], [0, 2, 0])

The view of C. Kohlschütter et al., "Boilerplate Detection using Shallow Text Features", WSDM 2010,
and of M. Kim et al. 2013 after it: all text between any two tags other than `a` is a block. These
blocks are finer than those of `dehusk.views.blocks`: a word in bold is one of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.exhibits import Exhibit, Table
from dehusk.extractors.forest import Forest, Model, load_model
from dehusk.native.codes import RowFlag
from dehusk.page import Bools, Ints, Page, freeze
from dehusk.page.tags import VOID, Tag
from dehusk.selection import Selection, bridged
from dehusk.views.text_counts import words as words_of_texts

SENTENCE_WORDS = 80
"""The papers assume that a sentence has 80 words."""

AMOUNT_STEP = 0.2
"""How much of a probability one step of more or less is."""


@dataclass(frozen=True, eq=False, repr=False)
class TagBlocks:
    """The blocks in document order.

    `block_of` has an entry a row, -1 for rows outside of all blocks. `distance` has one entry more
    than there are blocks: `distance[i]` tags stand between block `i - 1` and block `i`, and the
    first and the last are 0. `parent_tag` is the tag of the innermost element around all of a
    block's text.
    """

    page: Page
    block_of: Ints
    words: NDArray[np.int64]
    linked: NDArray[np.int64]
    distance: NDArray[np.int64]
    parent_tag: NDArray[np.uint16]

    def __post_init__(self) -> None:
        freeze(self)

    def __len__(self) -> int:
        return len(self.words)

    @classmethod
    def of(cls, page: Page) -> TagBlocks:
        """The blocks of a page."""
        words = words_of_texts(page)
        rows = np.flatnonzero(page.with_flag(RowFlag.VISIBLE))
        before, breaks_before = tags_before(page)[0], tags_before(page, page.tag != Tag.A)[0]
        is_new = np.ones(len(rows), bool)
        is_new[1:] = breaks_before[rows[1:]] > breaks_before[rows[:-1]]
        first = np.flatnonzero(is_new)
        number = np.cumsum(is_new) - 1
        last = np.append(first[1:], len(rows))[: len(first)] - 1
        block_of = np.full(len(page), -1, np.int32)
        block_of[rows] = number
        in_link = page.inside(page.tag == Tag.A)[rows]
        distance = np.zeros(len(first) + 1, np.int64)
        distance[1:-1] = before[rows[first[1:]]] - before[rows[last[:-1]]]
        count = len(first)
        return cls(
            page=page,
            block_of=block_of,
            words=_sums(number, words[rows], count),
            linked=_sums(number, np.where(in_link, words[rows], 0), count),
            distance=distance[: count + 1],
            parent_tag=_parent_tags(page, rows, number, count),
        )

    @property
    def word_density(self) -> NDArray[np.float64]:
        """Words in a sentence of the block."""
        return self.words / np.maximum(np.ceil(self.words / SENTENCE_WORDS), 1)

    @property
    def link_density(self) -> NDArray[np.float64]:
        """The share of the block's words that are in links."""
        return self.linked / np.maximum(self.words, 1)

    def selection(
        self, probability: NDArray[np.float64], threshold: float, amount: int = 0
    ) -> Selection:
        """Keep the blocks that are content with at least that probability.

        Each step of `amount` lowers the threshold by .2, though never to where every block or none
        would do.
        """
        least = min(max(threshold - AMOUNT_STEP * amount, 0.02), 0.98) if amount else threshold
        score = np.append(probability, 0.0)[self.block_of]
        keep = (self.block_of >= 0) & (score >= least)
        if not keep.any():
            return Selection.nothing(self.page, "No text block looks like main content.", score)
        return Selection.of_leaves(
            self.page,
            bridged(self.page, keep, self.block_of >= 0),
            reason="a block that looks like main content",
            score=score,
        )


Tree = Literal["pruned", "j48"]


@dataclass(frozen=True)
class BlockTree(ABC):
    """A method that asks a decision tree about the attributes of each block.

    `trees` are the models by the names of the trees, `names` what the attributes are called, `numbered`
    what the numbers of a report stand for.
    """

    threshold: float = 0.5
    tree: Tree = "pruned"
    amount: int = 0

    needs_layout: ClassVar[bool] = False
    trees: ClassVar[Mapping[Tree, str]]
    names: ClassVar[tuple[str, ...]]
    numbered: ClassVar[str] = ""

    @classmethod
    def as_published(cls) -> Self:
        """The tree of J48 with the paper's parameters."""
        return cls(tree="j48")

    @abstractmethod
    def attributes(self, blocks: TagBlocks) -> NDArray[np.float32]:
        """The attributes of each block, a column for each name."""

    @property
    def _model(self) -> Model:
        return load_model(self.trees[self.tree], self.names)

    @property
    def card(self) -> dict[str, Any]:
        """What its model was trained on, and how."""
        return self._model.card

    def select(self, page: Page) -> Selection:
        """The blocks that the tree takes for content."""
        blocks = TagBlocks.of(page)
        content = self._model.forest.predict(self.attributes(blocks))
        return blocks.selection(content, self.threshold, self.amount)

    def explain_page(self, page: Page) -> list[Exhibit]:
        """The attributes of every block, and its way through the tree."""
        blocks = TagBlocks.of(page)
        table = _explained(blocks, self.attributes(blocks), self.names, self._model.forest)
        return [replace(table, note=table.note + self.numbered)]


def _explained(
    blocks: TagBlocks, attributes: NDArray[np.float32], names: Sequence[str], forest: Forest
) -> Table:
    """The attributes of each block, and its way through the tree."""
    most = _MOST_EXPLAINED
    own = np.column_stack([blocks.word_density, blocks.link_density, *_distances(blocks)])[:most]
    first = np.flatnonzero(np.diff(np.append(-1, np.maximum.accumulate(blocks.block_of))) > 0)
    probability, paths = forest.predict(attributes), forest.paths(attributes[:most])
    lines = [
        (
            " ".join(blocks.page.text_of(row).split())[:40],
            *map(float, own[number]),
            blocks.page.tag_names[blocks.parent_tag[number]],
            float(probability[number]),
            " · ".join(
                f"{names[at]} {'>' if above else '≤'} {value:.3g}" for at, above, value in path
            ),
        )
        for number, (row, path) in enumerate(zip(first.tolist()[:most], paths, strict=True))
    ]
    header = (
        "Block",
        "Words",
        "Links",
        "Before",
        "After",
        "Parent",
        "Content",
        "Way through the tree",
    )
    note = (
        f"{len(blocks):,} text blocks: word and link density, tags to the block before and after, the"
        " parent tag; +1 is the next block, -1 the one before."
    )
    return Table("The text blocks", header, lines, note)


_MOST_EXPLAINED = 1_000
"""Blocks that a report lists."""


def _distances(blocks: TagBlocks) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return blocks.distance[:-1], blocks.distance[1:]


def neighbour(columns: NDArray[Any], offset: int) -> NDArray[np.float64]:
    """The values `offset` blocks further on, 0 past either end.

    >>> neighbour(np.array([1.0, 2.0, 3.0]), -1).tolist()
    [0.0, 1.0, 2.0]
    """
    shifted = np.zeros(columns.shape)
    if offset < 0:
        shifted[-offset:] = columns[:offset]
    else:
        shifted[: len(columns) - offset] = columns[offset:]
    return shifted


def tags_before(page: Page, counted: Bools | None = None) -> tuple[NDArray[np.int64], int]:
    """For each row how many start and end tags stand before it in the tree, written out; and all."""
    elements = ~page.is_text if counted is None else counted & ~page.is_text
    tags = np.zeros(len(page) + 1, np.int64)
    tags[:-1] += elements
    closed = np.flatnonzero(elements & ~VOID.mask(page.tag))
    tags += np.bincount(page.end[closed], minlength=len(page) + 1)
    before = np.cumsum(tags)
    return before[:-1], int(before[-1])


def _sums(number: NDArray[np.intp], values: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    return np.bincount(number, weights=values, minlength=count)[:count].astype(np.int64)


def _parent_tags(
    page: Page, rows: NDArray[np.intp], number: NDArray[np.intp], count: int
) -> NDArray[np.uint16]:
    """The parent of the shallowest text of each block: what is deeper stands in a link."""
    order = np.lexsort((page.depth[rows], number))
    shallowest = rows[order[np.unique(number[order], return_index=True)[1]]]
    return page.tag[page.parent[shallowest]][:count]
