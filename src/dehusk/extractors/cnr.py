"""cnr: the block with the most characters for its nodes.

S. López, J. Silva, D. Insa, "Using the DOM Tree for Content Extraction", WWV 2012 (EPTCS 98).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.exhibits import Exhibit, Table
from dehusk.page import Bools, Page
from dehusk.page.tags import Tag, TagSet
from dehusk.selection import Selection, Within
from dehusk.views.text_counts import visible_chars

NON_CONTENT = TagSet(
    "a area audio button canvas embed head iframe img input map nav noembed noframes object script"
    " select style svg template textarea video"
)
"""The paper's nonContentNode: nodes without text, nodes for menus, and irrelevant ones."""

NAMED = TagSet("a img nav script svg video")
"""Those that the paper names, "for instance"."""

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Rows = NDArray[np.intp]


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

    - `share`, how many of the rated nodes seed Algorithm 2: chosen on the development pages for
      either setting, see docs/cnr.md. The paper only says that its parameters were tuned on a
      collection of pages. Nodes as good as the last that is taken are taken too.
    - `non_content`: the paper names six nonContentNodes "for instance". `"named"` is those, `"all"`
      every tag of their three kinds.
    - `disjoint`: of several blocks none holds another. Without it, as in the paper, a block that is
      found loses all its nodes and nothing else, so that what was around it may be found next, for
      the text that is left there.
    - Text nodes of white space alone have no weight, so that the indentation of the source does not
      matter; the paper ignores white space in characters but is silent on such nodes.
    - `lone_parents`, which the paper has not: a rated node that is alone in its parent stands for
      the parent. The ratio of a text is always above that of the `p` around it, so without this the
      paragraphs of a clean article seldom meet as siblings; with it the result depends less on
      `share` (docs/cnr.md).
    - Equal text: the first block in document order, which is the outer one of two.
    - `amount` above 0 climbs to the parent that many times, below 0 descends to the child with the
      highest ratio: the paper's two buttons. A parent or a child with the same content is no step;
      where there are no more steps, the reason of the selection says so.
    """

    share: Annotated[float, Within(0, 1)] = 0.3
    lone_parents: bool = True
    non_content: Literal["all", "named"] = "all"
    disjoint: bool = True
    amount: int = 0

    needs_layout: ClassVar[bool] = False

    @classmethod
    def as_published(cls) -> CharsNodesRatio:
        """The paper's two algorithms and nothing else."""
        return cls(share=0.3, lone_parents=False, non_content="named", disjoint=False)

    def select(self, page: Page) -> Selection:
        """The leaves of the main block."""
        ratios = self.ratios(page)
        if not ratios.chars[0]:
            return Selection.nothing(
                page, "The page has no text outside of links and scripts.", ratios.ratio
            )
        main, left = self._adjusted(page, ratios, self._main_block(page, ratios))
        reason = "in the main block" + (f", and there is no {_MORE[self.amount > 0]}" * (left > 0))
        return Selection.of_subtrees(page, [main], reason=reason, score=ratios.ratio)

    def blocks(self, page: Page, *, most: int = 50) -> list[int]:
        """The rows of all blocks in order of relevance: detect one, remove it, detect again.

        Where they are `disjoint`, what contains a block that was removed is none itself.
        """
        return list(self._blocks_by_relevance(page, most))

    def menus(self, page: Page, *, links: int = 3, link_length: int = 40) -> list[int]:
        """The rows of the page's menus, found by the ratio of hyperlinks to nodes.

        The nodes with the highest ratio are joined as those of the main block are. A menu has at
        least `links` links of at most `link_length` characters on average, and more text in its
        links than beside them: the paper asks for concentrations of links with few characters and
        gives no figures. A joined block that is none stands for the largest menus inside of it. A
        `nav` with links is a menu because it says so. No menu is inside of another.
        """
        is_link, letters = page.tag == Tag.A, visible_chars(page)
        characters, count = page.subtree_sum(letters), page.subtree_sum(is_link)
        outer_link = is_link & ~page.below(is_link)
        nodes = page.subtree_sum(~page.below(is_link) & (~page.is_text | (letters > 0)))
        linked = page.subtree_sum(np.where(outer_link, characters, 0))
        holds = ~is_link & ~page.is_text & (count > 0)
        ratio = np.where(holds, count / np.maximum(nodes, 1), 0.0)
        is_menu = holds & (count >= links) & (linked <= link_length * count)
        is_menu &= 2 * linked > characters
        blocks = page.mask_of(list(join_siblings(page, self._top_rated(ratio))))
        menus = (is_menu & page.inside(blocks)) | (holds & (page.tag == Tag.NAV))
        return [int(row) for row in np.flatnonzero(menus & ~page.below(menus))]

    def explain_page(self, page: Page) -> list[Exhibit]:
        """Every node with its ratio, the seeds, the blocks, and the element that was chosen."""
        ratios = self.ratios(page)
        if not ratios.chars[0]:
            return []
        main, _ = self._adjusted(page, ratios, self._main_block(page, ratios))
        seeds = self.seeds(page, ratios)
        marks = [
            ({main}, "the main block"),
            (join_siblings(page, seeds, ratios.closed), "a block"),
            (set(seeds.tolist()), "top rated"),
        ]
        rated = np.flatnonzero(ratios.ratio > 0)
        best = rated[np.argsort(-ratios.ratio[rated], kind="stable")][:_MOST_EXPLAINED].tolist()
        lines = [
            (
                page.xpath(row),
                int(ratios.chars[row]),
                int(ratios.nodes[row]),
                float(ratios.ratio[row]),
                ", ".join(mark for rows, mark in marks if row in rows),
            )
            for row in dict.fromkeys([main, *best])
        ]
        note = (
            f"The main block is {page.xpath(main)}, joined from {len(seeds):,} top-rated nodes;"
            f" {len(rated):,} nodes of the page have a ratio."
        )
        header = ("Node", "Characters", "Nodes", "Ratio", "Taken as")
        return [Table("The nodes by their ratio", header, lines, note)]

    def ratios(self, page: Page, removed: Bools | None = None) -> Ratios:
        """Algorithm 1 on a page, without the subtrees of the rows that were removed."""
        tags = NAMED if self.non_content == "named" else NON_CONTENT
        return Ratios.of(page, removed, non_content=tags, disjoint=self.disjoint)

    def seeds(self, page: Page, ratios: Ratios) -> Rows:
        """The rows that Algorithm 2 starts from."""
        top = self._top_rated(ratios.ratio)
        return np.unique(lone_parents(page, ratios)[top]) if self.lone_parents else top

    def _main_block(self, page: Page, ratios: Ratios) -> int:
        blocks = join_siblings(page, self.seeds(page, ratios), ratios.closed)
        return min(blocks, key=lambda row: (-int(ratios.chars[row]), row))

    def _top_rated(self, ratio: Floats) -> Rows:
        rated = np.sort(ratio[ratio > 0])[::-1]
        if not len(rated):
            return np.zeros(0, np.intp)
        last = rated[max(1, int(np.ceil(self.share * len(rated)))) - 1]
        return np.flatnonzero(ratio >= last)

    def _adjusted(self, page: Page, ratios: Ratios, row: int) -> tuple[int, int]:
        """The row that `amount` asks for, and how many of its steps could not be made."""
        shown = (visible_chars(page) > 0) & ~page.inside(_NEVER_WRITTEN.mask(page.tag))
        content = page.subtree_sum(shown | (page.tag == Tag.IMG))
        way = page.ancestors(row) if self.amount > 0 else _best_children(page, ratios.ratio, row)
        left = abs(self.amount)
        for next_row in way if left else ():
            if content[next_row] != content[row]:
                row, left = next_row, left - 1
            if not left:
                break
        return row, left

    def _blocks_by_relevance(self, page: Page, most: int) -> Iterator[int]:
        found = np.zeros(len(page), bool)
        for _ in range(most):
            ratios = self.ratios(page, found)
            if not ratios.ratio.any():
                return
            main = self._main_block(page, ratios)
            yield main
            found[main] = True


_MOST_EXPLAINED = 1_000
"""Nodes that a report lists."""
_NEVER_WRITTEN = TagSet("button select svg textarea")
"""The names of drawings and the labels of controls are in no document: they are no step."""
_MORE = {True: "more", False: "less"}


@dataclass(frozen=True, eq=False)
class Ratios:
    """Algorithm 1: for each row its ratio, and the characters and the nodes below it.

    >>> from dehusk import parse
    >>> Ratios.of(parse("<div><p>Some text</p><p>More</p></div>")).ratio.round(1).tolist()[3:]
    [2.4, 4.0, 8.0, 2.0, 4.0]

    Rows that are `closed` hold something that was removed: they have no ratio and cannot be blocks.
    """

    ratio: Floats
    chars: Numbers
    nodes: Numbers
    closed: Bools

    @classmethod
    def of(
        cls,
        page: Page,
        removed: Bools | None = None,
        *,
        non_content: TagSet = NON_CONTENT,
        disjoint: bool = True,
    ) -> Ratios:
        """The ratios of all rows, without those that were removed and all that is inside of them.

        A nonContentNode is counted itself and has no text, nothing below it is counted. Where blocks
        are `disjoint`, what is around those that were removed is closed.
        """
        counted, closed = ~page.below(non_content.mask(page.tag)), np.zeros(len(page), bool)
        if removed is not None:
            counted &= ~page.inside(removed)
            closed = disjoint & (page.subtree_sum(removed) > 0)
        letters = visible_chars(page)
        chars = page.subtree_sum(np.where(counted, letters, 0))
        nodes = page.subtree_sum(counted & (~page.is_text | (letters > 0)))
        ratio = np.where(counted & ~closed, chars / np.maximum(nodes, 1), 0)
        return cls(ratio, chars, nodes, closed)


def lone_parents(page: Page, ratios: Ratios) -> Rows:
    """For each row the highest row above it that holds nothing else, itself where there is none."""
    climbs = (ratios.nodes[page.parent] == ratios.nodes + 1) & ~ratios.closed[page.parent]
    climbs[0] = False
    return np.where(climbs, page.nearest_ancestor(~climbs), np.arange(len(page)))


def join_siblings(page: Page, seeds: Rows, closed: Bools | None = None) -> set[int]:
    """Algorithm 2: replace siblings by their parent, from the bottom up, until no two are left.

    >>> from dehusk import parse
    >>> page = parse("<div><p>One</p><p>Two</p></div><p>Three</p>")
    >>> [page.tag_name(row) for row in join_siblings(page, np.array([4, 6]))]
    ['div']

    As in the paper, a block stays although a block above it is made of others. Rows that are
    `closed` replace nobody. Every replacement takes at least one row away, so there are at most as
    many as seeds, whatever the page.
    """
    topmost = seeds[~page.below(page.mask_of(seeds))[seeds]]
    waiting: dict[int, set[int]] = defaultdict(set)
    for row, depth in zip(topmost.tolist(), page.depth[topmost].tolist(), strict=True):
        waiting[depth].add(row)
    blocks: set[int] = set()
    for depth in range(max(waiting, default=0), -1, -1):
        families = _by_parent(page, waiting.pop(depth, ()))
        for parent, members in families.items():
            if len(members) < 2 or parent < 0 or (closed is not None and closed[parent]):
                blocks.update(members)
            else:
                waiting[depth - 1].add(parent)
    return blocks


def _by_parent(page: Page, rows: Iterable[int]) -> dict[int, list[int]]:
    families: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        families[page.parent.item(row)].append(row)
    return families


def _best_children(page: Page, ratio: Floats, row: int) -> Iterator[int]:
    """The child with the highest ratio, the one of that, and so on as long as they have any."""
    children = page.children(row)
    while len(children) and ratio[children].max():
        best = int(children[ratio[children].argmax()])
        yield best
        children = page.children(best)
