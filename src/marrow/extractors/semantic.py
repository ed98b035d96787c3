"""semantic: the element that the author marked as the content.

The baseline of D. Rae, D. Le, J. Kim, G. Thoma, "Main Content Detection in HTML Journal Articles",
DocEng 2018.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from marrow.page import Page
from marrow.selection import Selection
from marrow.tags import TAG_IDS


@dataclass(frozen=True)
class Semantic:
    """The first `article` or `main` element, breadth-first (baseline of Rae et al. 2018).

    >>> import marrow
    >>> marrow.extract("<main>Menu <article>Text</article></main>", method="semantic").text
    'Text'

    The paper takes `article` or `main`, whichever scores better on each page, which no reader of a
    page can know. Ours is a fixed preference, `tags`: the first tag that the page has at all
    decides, and of its elements the shallowest, of equals the first in document order.
    """

    tags: tuple[str, ...] = ("article", "main")

    needs_layout: ClassVar[bool] = False

    def select(self, page: Page) -> Selection:
        """The leaves of the preferred element."""
        for tag in self.tags:
            rows = page.rows_with_tag(TAG_IDS[tag])
            if len(rows):
                shallowest = int(rows[np.argmin(page.depth[rows])])
                return Selection.of_subtrees(page, [shallowest], reason=f"in the {tag} element")
        wanted = " or ".join(self.tags)
        return Selection.nothing(page, f"The page has no {wanted} element.")
