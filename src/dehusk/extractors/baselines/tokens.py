"""A page as its source has it: a row of tokens, each a word or a tag.

>>> from dehusk import parse
>>> tokens = Tokens.of(parse("<body><p>Two words</p><p>One</p>"))
>>> tokens.is_word.astype(int).tolist()
[0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.densities import tags_before
from dehusk.page import Bools, Page, freeze
from dehusk.page.tags import Tag
from dehusk.selection import Selection, bridged
from dehusk.views.text_counts import words

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Baseline:
    """A method that needs no browser, and is as published where nothing else is said."""

    needs_layout: ClassVar[bool] = False

    @classmethod
    def as_published(cls) -> Self:
        """The settings of the paper, which are those without a word."""
        return cls()


@dataclass(frozen=True, eq=False, repr=False)
class Tokens:
    """`rows` are the texts with words, `words` how many each has, `start` the place of its first word
    among all tokens; `is_word` tells the words among the tokens from the tags.
    """

    page: Page
    rows: NDArray[np.intp]
    words: Numbers
    start: Numbers
    is_word: Bools

    def __post_init__(self) -> None:
        freeze(self)

    @classmethod
    def of(cls, page: Page, *, links: bool = True) -> Tokens:
        """The tokens of a page; without `links` its `a` tags are none."""
        counts = words(page).astype(np.int64)
        rows = np.flatnonzero(counts)
        counts = counts[rows]
        is_tag = ~page.is_text if links else ~page.is_text & (page.tag != Tag.A)
        before, tags = tags_before(page, is_tag)
        start = before[rows] + np.cumsum(counts) - counts
        edges = np.zeros(tags + int(counts.sum()) + 1, np.int64)
        edges[start] += 1
        np.subtract.at(edges, start + counts, 1)
        return cls(page, rows, counts, start, np.cumsum(edges)[:-1] > 0)

    def selection(self, content: Bools, reason: str, score: NDArray[np.float64]) -> Selection:
        """Keep the texts at least half of whose words are content; `score` has a value a token."""
        inside = np.append(0, np.cumsum(content))
        kept = inside[self.start + self.words] - inside[self.start]
        keep, rated = np.zeros(len(self.page), bool), np.zeros(len(self.page))
        keep[self.rows[2 * kept >= self.words]] = True
        rated[self.rows] = score[self.start]
        return keep_texts(self.page, keep, self.rows, reason, rated)


def keep_texts(
    page: Page, keep: Bools, judged: NDArray[np.intp], reason: str, score: NDArray[np.float64]
) -> Selection:
    """The selection of some of the judged texts, and of what stands between them and is no text."""
    if not (keep & ~page.is_inert).any():
        return Selection.nothing(page, "Nothing of the page is taken for content.", score)
    kept = bridged(page, keep, page.mask_of(judged))
    return Selection.of_leaves(page, kept, reason=reason, score=score)
