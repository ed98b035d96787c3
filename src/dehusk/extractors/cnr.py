"""cnr: the block with the most characters for its nodes.

S. López, J. Silva, D. Insa, "Using the DOM Tree for Content Extraction", WWV 2012 (EPTCS 98).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Bools, Page
from dehusk.selection import Selection
from dehusk.tags import Tag, TagSet
from dehusk.visible import ink

NON_CONTENT = TagSet(
    "a area audio button canvas embed head iframe img input map nav noembed noframes object script"
    " select style svg template textarea video"
)
"""The paper's nonContentNode: nodes without text, nodes for menus, and irrelevant ones."""


@dataclass(frozen=True)
class CharsNodesRatio:
    """The DOM block with the most text per node (López et al. 2012).

    >>> import dehusk
    >>> dehusk.extract("<nav>Menu</nav><div><p>Main text, long.<p>And more.</div>", method="cnr").text
    'Main text, long.\\n\\nAnd more.'

    The chars-nodes ratio of a node is the characters below it over the nodes below it, itself
    counted (Algorithm 1). The best-rated nodes are joined upwards wherever two are siblings
    (Algorithm 2), and of the blocks that result, the one with the most text is the main content.

    What the paper leaves open, and our choice:

    - `share`, how many of the rated nodes seed Algorithm 2: chosen on the development pages, see
      docs/cnr.md. The paper only says that its parameters were tuned on a collection of pages.
    - Text nodes of white space alone have no weight, so that the indentation of the source does not
      matter; the paper ignores white space in characters but is silent on such nodes.
    - A rated node that is alone in its parent stands for the parent. The ratio of a text is always
      above that of the `p` around it, so without this the paragraphs of a clean article would never
      meet as siblings; with it the result depends less on `share` (docs/cnr.md).
    - Equal text: the first block in document order.
    - `amount` above 0 climbs to the parent that many times, below 0 descends to the child with the
      highest ratio: the paper's two buttons.
    """

    share: float = 0.3
    amount: int = 0

    needs_layout: ClassVar[bool] = False

    def select(self, page: Page) -> Selection:
        """The leaves of the main block."""
        counted = ~_below(page, NON_CONTENT.mask(page.tag))
        ratio, chars, nodes = chars_nodes_ratio(page, counted)
        if not chars[0]:
            return Selection.nothing(
                page, "The page has no text outside of links and scripts.", ratio
            )
        main = self._adjust(page, self._main_block(page, ratio, chars, nodes), ratio)
        return Selection.of_subtrees(page, [main], reason="in the main block", score=ratio)

    def blocks(self, page: Page, *, most: int = 50) -> list[int]:
        """The rows of all blocks in order of relevance: detect one, remove it, detect again."""
        return list(self._blocks_by_relevance(page, most))

    def menus(self, page: Page, *, links: int = 3, link_length: int = 40) -> list[int]:
        """The rows of the page's menus, found by the ratio of hyperlinks to nodes.

        A menu has at least `links` links of at most `link_length` characters on average, and more
        text in its links than beside them: the paper asks for concentrations of links with few
        characters and gives no figures.
        """
        is_link = page.tag == Tag.A
        characters = page.subtree_sum(ink(page))
        count = page.subtree_sum(is_link)
        nodes = page.subtree_sum(~_below(page, is_link) & (~page.is_text | (ink(page) > 0)))
        linked = page.subtree_sum(np.where(is_link & ~_below(page, is_link), characters, 0))
        ratio = np.where(is_link | page.is_text, 0, count / np.maximum(nodes, 1))
        candidates = join_siblings(page, self._top_rated(ratio))
        menus = [
            row
            for row in candidates
            if count[row] >= links
            and linked[row] <= link_length * count[row]
            and 2 * linked[row] > characters[row]
        ]
        return sorted(menus)

    def _main_block(
        self,
        page: Page,
        ratio: NDArray[np.float64],
        chars: NDArray[np.int64],
        nodes: NDArray[np.int64],
    ) -> int:
        seeds = np.unique(lone_parents(page, nodes)[self._top_rated(ratio)])
        blocks = join_siblings(page, seeds)
        return min(blocks, key=lambda row: (-int(chars[row]), row))

    def _top_rated(self, ratio: NDArray[np.float64]) -> NDArray[np.intp]:
        rated = np.flatnonzero(ratio > 0)
        seeds = min(len(rated), max(1, int(np.ceil(self.share * len(rated)))))
        best = np.argsort(-ratio[rated], kind="stable")[:seeds]
        return rated[best]

    def _adjust(self, page: Page, row: int, ratio: NDArray[np.float64]) -> int:
        for _ in range(self.amount):
            row = max(int(page.parent[row]), 0)
        for _ in range(-self.amount):
            children = page.children(row)
            if not len(children) or not ratio[children].max():
                break
            row = int(children[ratio[children].argmax()])
        return row

    def _blocks_by_relevance(self, page: Page, most: int) -> Iterator[int]:
        counted = ~_below(page, NON_CONTENT.mask(page.tag))
        for _ in range(most):
            ratio, chars, nodes = chars_nodes_ratio(page, counted)
            if not chars[0]:
                return
            main = self._main_block(page, ratio, chars, nodes)
            yield main
            counted[page.subtree(main)] = False


def chars_nodes_ratio(
    page: Page, counted: Bools
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """Algorithm 1: for each row its ratio, and the characters and the nodes below it.

    Only rows in `counted` have characters and weight. A nonContentNode is counted itself and has no
    text, nothing below it is counted.
    """
    letters = ink(page)
    chars = page.subtree_sum(np.where(counted, letters, 0))
    nodes = page.subtree_sum(counted & (~page.is_text | (letters > 0)))
    ratio = np.where(counted, chars / np.maximum(nodes, 1), 0)
    return ratio, chars, nodes


def lone_parents(page: Page, nodes: NDArray[np.int64]) -> NDArray[np.intp]:
    """For each row the highest row above it that holds nothing else, itself where there is none."""
    climbs = nodes[page.parent] == nodes + 1
    climbs[0] = False
    return np.where(climbs, page.nearest_ancestor(~climbs), np.arange(len(page)))


def join_siblings(page: Page, seeds: NDArray[np.intp]) -> set[int]:
    """Algorithm 2: replace siblings by their parent until no two are left.

    Every replacement takes at least one row away, so the loop ends after as many steps as there are
    seeds, whatever the page.
    """
    is_seed = np.zeros(len(page), bool)
    is_seed[seeds] = True
    topmost = seeds[~_below(page, is_seed)[seeds]]
    members = {int(row) for row in topmost}
    below: dict[int, list[int]] = {}
    waiting = list(members)
    while waiting:
        row = waiting.pop()
        parent = int(page.parent[row])
        if parent < 0:
            continue
        siblings = below.setdefault(parent, [])
        siblings.append(row)
        if len(siblings) > 1:
            members.difference_update(siblings)
            siblings.clear()
            if parent not in members:
                members.add(parent)
                waiting.append(parent)
    return members


def _below(page: Page, mask: Bools) -> Bools:
    """The rows with a row of `mask` above them."""
    below = page.inside(mask)[page.parent]
    below[0] = False
    return below
