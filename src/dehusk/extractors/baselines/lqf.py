"""lqf: what is mostly link text goes.

C. Mantratzis, M. Orgun, S. Cassidy, "Separating XHTML content from navigation clutter using
DOM-structure block analysis", HYPERTEXT 2005.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from dehusk.extractors.baselines.tokens import Baseline, keep_texts
from dehusk.page import Page
from dehusk.page.tags import BLOCK, Tag
from dehusk.selection import Selection, Within
from dehusk.views.text_counts import visible_chars


@dataclass(frozen=True)
class LinkQuotaFilter(Baseline):
    """Link quota filter: everything but the blocks that are mostly links (Mantratzis et al. 2005).

    >>> import dehusk
    >>> dehusk.extract("<ul><li><a href=x>Home</a></ul><p>Bread needs time.", method="lqf").text
    'Bread needs time.'

    The quota of an element is the share of its characters that stand in links. Elements above
    `quota` are navigation. The comparisons of Gottron and of Mohammadzadeh et al. report quotas of
    25, 50 and 75 % (LQF-25, -50, -75), nearly alike.

    What they leave open, and our choice: the nearest block around a text decides, for a page whose
    links are more than its text would else be one navigation; white space does not count.
    """

    quota: Annotated[float, Within(0, 1)] = 0.5

    def select(self, page: Page) -> Selection:
        """The texts of blocks that are not mostly links."""
        letters = visible_chars(page)
        rows = np.flatnonzero(letters)
        linked = page.subtree_sum(np.where(page.inside(page.tag == Tag.A), letters, 0))
        share = linked / np.maximum(page.subtree_sum(letters), 1)
        block = page.nearest_ancestor(BLOCK.mask(page.tag) & ~page.is_text)
        quota = np.append(share, 0.0)[block]
        keep = (letters > 0) & (quota <= self.quota)
        return keep_texts(page, keep, rows, "not mostly links", 1 - quota)
