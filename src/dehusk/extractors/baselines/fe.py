"""fe and kfe: the block with the most text among its features, and those like it.

S. Debnath, P. Mitra, N. Pal, C. L. Giles, "Automatic Identification of Informative Sections of Web
Pages", IEEE Transactions on Knowledge and Data Engineering 17(9), 2005.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.baselines.tokens import Baseline, keep_texts
from dehusk.page import Page
from dehusk.page.tags import BLOCK, Tag, TagSet
from dehusk.selection import Selection
from dehusk.views.text_counts import visible_chars

BLOCKS = TagSet("table tr p hr ul ol div td li h1 h2 h3 h4 h5 h6 article section main nav")
"""The tags that part a page into blocks: the paper's table, tr, p, hr and ul, and those of today."""

OTHERS = tuple(
    TagSet(tags)
    for tags in ("a", "img svg picture video", "input select button textarea", "li dt dd")
)
"""The features beside text: links, pictures, controls, items of lists."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class FeatureExtractor(Baseline):
    """Feature extractor: the block in which text outweighs all else most (Debnath et al. 2005).

    >>> import dehusk
    >>> page = "<ul><li><a href=x>Home</a></ul><div>Bread needs time.</div><div>Hi</div>"
    >>> dehusk.extract(page, method="fe").text
    'Bread needs time.'

    A block is a piece of the page between two tags of a list (`BLOCKS`). Each feature of a block is
    counted and divided by the largest count of any block: text, links, pictures, controls, items.
    The block whose text is most probable among its features is the content, and nothing else.

    What the abstract and the comparisons leave open, and our choice: the probability is the share of
    text among the features of the block, weighed by its text; of equals the first.
    """

    def select(self, page: Page) -> Selection:
        """The texts of the winning block."""
        blocks = _Features.of(page)
        if not len(blocks.text):
            return Selection.nothing(page, "The page has no text.")
        best = np.arange(len(blocks.text)) == int(blocks.probability.argmax())
        return blocks.selection(best, "in the block with the most text")


@dataclass(frozen=True)
class KFeatureExtractor(Baseline):
    """K-feature extractor: the blocks that are like the one with the most text (Debnath et al. 2005).

    >>> import dehusk
    >>> text = "Bread needs flour, water, salt and time. "
    >>> page = f"<ul><li><a href=x>Home</a></ul><div>{text}</div><div>{text}</div><p>Imprint"
    >>> len(dehusk.extract(page, method="kfe").blocks)
    2

    `fe` gives one block, and many pages have their content in several. Here blocks are clustered by
    their probability of text (k-means), and the whole cluster of the winner is content.

    What the abstract and the comparisons leave open, and our choice: two clusters, parted exactly,
    over the blocks with text.
    """

    def select(self, page: Page) -> Selection:
        """The texts of all blocks in the winner's cluster."""
        blocks = _Features.of(page)
        if not len(blocks.text):
            return Selection.nothing(page, "The page has no text.")
        value = blocks.probability
        return blocks.selection(value >= upper_cluster(value), "in a block with much text")


def upper_cluster(values: Floats) -> float:
    """The least value of the upper of two clusters, as two means part the values best.

    >>> upper_cluster(np.array([0.1, 0.9, 0.2, 0.8]))
    0.8
    """
    ordered = np.sort(values)
    if len(ordered) < 2:
        return float(ordered[0])
    count = np.arange(1, len(ordered))
    below = np.cumsum(ordered)[:-1]
    explained = below**2 / count + (ordered.sum() - below) ** 2 / (len(ordered) - count)
    return float(ordered[int(explained.argmax()) + 1])


@dataclass(frozen=True, eq=False)
class _Features:
    """The blocks of a page with text: `block_of` has an entry a row, `text` and others one a block."""

    page: Page
    block_of: NDArray[np.intp]
    text: Floats
    others: Floats

    @classmethod
    def of(cls, page: Page) -> _Features:
        parts = (BLOCKS.mask(page.tag) | (BLOCK.mask(page.tag) & (page.tag != Tag.HTML))) & (
            ~page.is_text
        )
        own = np.where(parts, np.arange(len(page)), page.nearest_ancestor(parts))
        letters = np.bincount(own[own >= 0], visible_chars(page)[own >= 0], minlength=len(page))
        rows = np.flatnonzero(letters)
        number = np.full(len(page) + 1, -1, np.intp)
        number[rows] = np.arange(len(rows))
        counts = [page.subtree_sum(tags.mask(page.tag))[rows] for tags in OTHERS]
        others = sum((_scaled(one) for one in counts), np.zeros(len(rows)))
        return cls(page, number[own], _scaled(letters[rows]), others)

    @property
    def probability(self) -> Floats:
        """How much of a block's features is text, weighed by the text."""
        return self.text**2 / np.maximum(self.text + self.others, 1e-9)

    def selection(self, chosen: NDArray[np.bool_], reason: str) -> Selection:
        """The texts that stand directly in the chosen blocks."""
        judged = (self.block_of >= 0) & (visible_chars(self.page) > 0)
        keep = judged & np.append(chosen, False)[self.block_of]
        score = np.append(self.probability, 0.0)[self.block_of]
        return keep_texts(self.page, keep, np.flatnonzero(judged), reason, score)


def _scaled(counts: NDArray[np.float64] | NDArray[np.int64]) -> Floats:
    return counts / max(float(counts.max(initial=0)), 1.0)
