"""semantic: the element that the author marked as the content.

The baseline of A. Rae, D. Le, J. Kim, G. Thoma, "Main Content Detection in HTML Journal Articles",
DocEng 2018.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page
from dehusk.selection import Selection
from dehusk.views.text_counts import visible_chars


@dataclass(frozen=True)
class Semantic:
    """The first `article` or `main` element, breadth-first (baseline of Rae et al. 2018).

    >>> import dehusk
    >>> dehusk.extract("<main>Menu <article>Text</article></main>", method="semantic").text
    'Text'

    Pure markup: the paper looks for the zone of the element on the rendered page, which is the
    method `zones-semantic`; this one needs no browser and has no zones. The paper takes `article` or
    `main`, whichever scores better on each page, which no reader of a page can know. Ours is a fixed
    preference, `tags`: the first tag that the page has at all decides, and of its elements the
    shallowest, of equals the first in document order. Elements without visible text do not count.
    `amount` above 0 climbs to the parent that many times, below 0 descends to the child with the
    most text.
    """

    tags: tuple[str, ...] = ("article", "main")
    amount: int = 0

    needs_layout: ClassVar[bool] = False

    @classmethod
    def as_published(cls) -> Semantic:
        """As near to the paper as markup gets: an article, else a main."""
        return cls()

    def select(self, page: Page) -> Selection:
        """The leaves of the preferred element."""
        letters = page.subtree_sum(visible_chars(page))
        for tag in self.tags:
            row = first_element(page, tag, letters)
            if row is not None:
                chosen = self._adjust(page, row, letters)
                return Selection.of_subtrees(page, [chosen], reason=f"in the {tag} element")
        wanted = " or ".join(self.tags)
        return Selection.nothing(page, f"The page has no {wanted} element with text.")

    def _adjust(self, page: Page, row: int, letters: NDArray[np.int64]) -> int:
        for _ in range(self.amount):
            row = max(int(page.parent[row]), 0)
        for _ in range(-self.amount):
            children = page.children(row)
            if not len(children):
                break
            row = int(children[letters[children].argmax()])
        return row


def first_element(page: Page, tag: str, letters: NDArray[np.int64]) -> int | None:
    """The first element of that name with text, breadth-first."""
    if tag not in page.tag_names:
        return None
    rows = page.rows_with_tag(page.tag_names.index(tag))
    rows = rows[letters[rows] > 0]
    return int(rows[page.depth[rows].argmin()]) if len(rows) else None
