"""cetd: characters by tags of a DOM node, its links held against it.

F. Sun, D. Song, L. Liao, "DOM Based Content Extraction via Text Density", SIGIR 2011.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.baselines.tokens import Baseline
from dehusk.page import Bools, Page
from dehusk.page.tags import Tag, TagSet
from dehusk.selection import Selection
from dehusk.views.text_counts import visible_chars

LINKS = TagSet("a button select")
"""What counts as a link in the authors' program; the paper says hyperlinks, and what is like them."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class TextDensity(Baseline):
    """Content extraction via text density: the densest nodes of the DOM (Sun et al. 2011).

    >>> import dehusk
    >>> text = "Bread needs flour, water, salt and a good deal of time. "
    >>> menu = "<li><a href=x>News</a></li>" * 9
    >>> page = f"<ul>{menu}</ul><div><p>{text}</p><p>{text}</p></div>"
    >>> dehusk.extract(page, method="cetd").text.split()[0]
    'Bread'

    The density of a node is its characters by its tags. The composite density weighs that by how few
    of the characters and tags are those of links. The sum of the densities of a node's children is
    largest where much dense text stands together. The lowest density from that node up to the body
    is the threshold; of every node above it that is reached from the body, the node inside with the
    largest sum is content, with all that is in it.

    What the paper leaves open, and our choice: tags are counted once; nodes without any count one,
    where a number is divided by it. Characters are those that readers see, white space not among
    them. Of equal sums all count; the authors' program takes the first.
    """

    composite: bool = True

    def select(self, page: Page) -> Selection:
        """The leaves of the densest nodes."""
        body = int(next(iter(page.rows_with_tag(Tag.BODY)), 0))
        density = self.density(page, body)
        total = np.where(page.mask_of(page.subtree(body)), sum_of_children(page, density), 0.0)
        if not total.any():
            return Selection.nothing(page, "Nothing of the page has any density.", density)
        best = int(total.argmax())
        way = [best, *(row for row in page.ancestors(best) if row >= body)]
        too_thin = ~page.is_text & (density < density[way].min() - 1e-9)
        too_thin[:body] = False
        targets = _largest_inside(page, total, ~page.inside(too_thin))
        return Selection.of_subtrees(
            page, np.flatnonzero(targets).tolist(), reason="in a dense node", score=density
        )

    def density(self, page: Page, body: int = 0) -> Floats:
        """The density of each element, 0 of texts and of what holds none."""
        letters = visible_chars(page)
        linked, tags = page.inside(LINKS.mask(page.tag)), ~page.is_text
        chars = page.subtree_sum(letters).astype(np.float64)
        count = np.maximum(page.subtree_sum(tags) - 1, 1).astype(np.float64)
        plain = np.where(tags & (chars > 0), chars / count, 0.0)
        if not self.composite:
            return plain
        link_chars = page.subtree_sum(np.where(linked, letters, 0)).astype(np.float64)
        link_tags = np.maximum(page.subtree_sum(linked & tags), 1)
        of_body = link_chars[body] / max(chars[body], 1.0)
        free, link_chars = np.maximum(chars - link_chars, 1), np.maximum(link_chars, 1)
        base = np.log(chars / free * link_chars + of_body * chars + np.e)
        share = np.maximum(chars / link_chars * count / link_tags, 1e-9)
        weight = np.log(share) / np.log(np.maximum(base, 1 + 1e-9))
        return np.where(plain > 0, plain * weight, 0.0)


def sum_of_children(page: Page, density: Floats) -> Floats:
    """For each element the densities of its children together; of one without children its own."""
    inner = ~page.is_text
    inner[0] = False
    total = np.bincount(page.parent[inner], density[inner], minlength=len(page))
    childless = np.bincount(page.parent[inner], minlength=len(page)) == 0
    return np.where(page.is_text, 0.0, np.where(childless, density, total))


def _largest_inside(page: Page, total: Floats, reached: Bools) -> Bools:
    """The rows that have the largest sum inside of some row that is reached from above."""
    most = total.copy()
    by_depth = np.argsort(page.depth, kind="stable")
    for level in np.split(by_depth, np.flatnonzero(np.diff(page.depth[by_depth])) + 1)[:0:-1]:
        np.maximum.at(most, page.parent[level], most[level])
    climbs = most[page.parent] == most
    climbs[0] = False
    top = np.where(climbs, page.nearest_ancestor(~climbs), np.arange(len(page)))
    targets: Bools = (total > 0) & (total == most) & reached[top]
    return targets
