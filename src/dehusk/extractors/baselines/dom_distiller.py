"""distiller: boilerpipe's rules, widened to siblings, headings and lists: Chromium's reader mode.

DOM Distiller, the Chromium project, 2013 to 2022: the steps of its article extractor, which grew out of
C. Kohlschütter's boilerpipe. There is no paper; the rules are those that the project publishes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.baselines.numwords import likely_content
from dehusk.extractors.baselines.tokens import Baseline, keep_texts
from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, Tag, TagSet
from dehusk.selection import Selection
from dehusk.views.blocks import Blocks
from dehusk.views.text_counts import words

HEADINGS = TagSet("h1 h2 h3")
ASIDE = TagSet("aside nav")
NEAR = 10
"""Blocks further apart than this are not compared as siblings."""
LARGE = 100
"""Words of a block that is content by its level alone."""
SHORT = 14
"""Words that a block which ends the article has at most."""
FEWEST_OF_TITLE = 4
"""Words that a part of the title needs to stand for it."""

_COMMENT = re.compile(r"\bcomments?\b")
_ENDS = re.compile(
    r"^(?:comments|© reuters|please rate this|post a comment)"
    r"|^\d{1,9}\s{1,9}(?:comments|users responded in)"
    r"|what you think\.\.\.|add your comment|add comment|reader views|have your say|reader comments"
    r"|rätta artikeln|^thanks for your comments - this feedback is now closed$",
    re.IGNORECASE,
)
_PARTS = re.compile(r" ?[|»:,()\-] ?")
_WHOLE_PARTS = re.compile(r" [|\-] ")
_MARKS = re.compile(r"[?!.:\-]")

MayFuse = Callable[["Block", "Block"], bool]


@dataclass(frozen=True)
class DomDistiller(Baseline):
    """The rules of DOM Distiller, Chromium's reader mode.

    >>> import dehusk
    >>> text = "Bread needs flour, water, salt and a good deal of time, as everybody who bakes it knows."
    >>> page = f"<nav>{text}</nav><div><p>{text}</p><p>So be it.</p><p>Wait.</p></div><p>Imprint</p>"
    >>> dehusk.extract(page, method="distiller").text.splitlines()[1:]
    ['', 'So be it.', '', 'Wait.']

    A block is text between two block elements. The rules of `numwords` say which are content; `nav`,
    `aside`, what a class or id calls comments, and lines such as "Add comment" never are. Then a block
    becomes content beside content that is its sibling, ten blocks away at most: with the same tag while
    half of its words are links, with any tag when none is. A heading goes with what follows. Neighbours
    that are content are fused; the largest is kept, with the blocks whose parents are siblings of its
    own; so are blocks between the title and it, those of a hundred words at its level, and items of a
    list at its end.

    What the rules leave open, and our choice: words are counted as everywhere here; without a
    browser the tags say what a block element is; titles are the `title` element and its parts. What the
    program does with pictures, tables and videos is no rule for text, and is not here.
    """

    def select(self, page: Page) -> Selection:
        """The blocks that are content after the last step."""
        view = Blocks.of(page)
        blocks = classified(list(_blocks_of(page, view)))
        widen_to_siblings(page, blocks, same_tag=True, most_links=0.5)
        widen_to_siblings(page, blocks, same_tag=False, most_links=0.0)
        blocks = fused(with_headings(blocks), _near_enough)
        blocks = [block for block in blocks if block.content or block.is_title]
        blocks = fused(blocks, _at_one_level)
        largest = keep_largest(page, blocks)
        widen_to_title(blocks)
        widen_to_large(blocks, largest)
        widen_to_list(blocks, largest)
        kept = np.zeros(len(view), bool)
        for block in blocks:
            kept[block.numbers] |= block.content
        judged = np.flatnonzero(page.is_text & (view.block_of >= 0))
        keep = view.on_rows(kept) & page.is_text
        return keep_texts(page, keep, judged, "content by its words and place", keep.astype(float))


@dataclass
class Block:
    """A block, or several fused: `numbers`, counts, labels, the texts that it begins and ends with."""

    numbers: list[int]
    words: float
    linked: float
    level: int
    first: int
    last: int
    node: int
    is_title: bool = False
    is_heading: bool = False
    is_item: bool = False
    is_barred: bool = False
    content: bool = False
    follows_dropped_heading: bool = False

    @property
    def link_density(self) -> float:
        """The share of its words that stand in links."""
        return self.linked / max(self.words, 1)

    def with_next(self, other: Block) -> Block:
        """The two as one."""
        return replace(
            self,
            numbers=[*self.numbers, *other.numbers],
            words=self.words + other.words,
            linked=self.linked + other.linked,
            level=min(self.level, other.level),
            last=other.last,
            is_heading=self.is_heading or other.is_heading,
            is_item=self.is_item or other.is_item,
            content=self.content or other.content,
        )


def _blocks_of(page: Page, view: Blocks) -> Iterator[Block]:
    counts = words(page)
    linked = np.where(page.inside(page.tag == Tag.A), counts, 0)
    texts = np.flatnonzero((counts > 0) & (view.block_of >= 0))
    first, last = np.full(len(view), -1), np.full(len(view), -1)
    first[view.block_of[texts[::-1]]] = texts[::-1]
    last[view.block_of[texts]] = texts
    known = np.flatnonzero(first >= 0)
    heading, item = page.inside(HEADINGS.mask(page.tag)), page.inside(page.tag == Tag.LI)
    barred = page.inside(ASIDE.mask(page.tag) | _says_comments(page))
    level = _depth_in(page, (BLOCK.mask(page.tag) | (page.tag == Tag.A)) & ~page.is_text)
    nodes = _nodes_alone(page, first[known].tolist(), last[known].tolist())
    titles = _titles(page)
    counted, linked_words = view.sum(counts), view.sum(linked)
    for number, node in zip(known.tolist(), nodes, strict=True):
        row = int(first[number])
        text = view.text(number)
        yield Block(
            [number],
            words=float(counted[number]),
            linked=float(linked_words[number]),
            level=int(level[row]),
            first=row,
            last=int(last[number]),
            node=node,
            is_title=_plain(text) in titles or _MARKS.sub("", _plain(text)).strip() in titles,
            is_heading=bool(heading[row]),
            is_item=bool(item[row]),
            is_barred=bool(barred[row]) or (counted[number] <= SHORT and _ends_article(text)),
        )


def classified(blocks: list[Block]) -> list[Block]:
    """What the rules for words and links say of each block, barred ones aside."""
    counts = np.array([block.words for block in blocks])
    links = np.array([block.link_density for block in blocks])
    for block, content in zip(blocks, likely_content(counts, links).tolist(), strict=True):
        block.content = content and not block.is_barred
    return blocks


def widen_to_siblings(
    page: Page, blocks: list[Block], *, same_tag: bool, most_links: float
) -> None:
    """Blocks near content that stand in the same element as it become content."""

    def alike(one: Block, other: Block) -> bool:
        is_same = not same_tag or page.tag[one.node] == page.tag[other.node]
        return bool(is_same and page.parent[one.node] == page.parent[other.node])

    free = [not (block.is_barred or block.is_title) for block in blocks]
    for at, block in enumerate(blocks):
        if not free[at] or block.content or block.link_density > most_links:
            continue
        around = range(max(at - NEAR, 0), min(at + NEAR + 1, len(blocks)))
        block.content = any(
            free[other] and blocks[other].content and alike(block, blocks[other])
            for other in around
        )


def with_headings(blocks: list[Block]) -> list[Block]:
    """A heading becomes one with the content after it, and is dropped where none follows."""
    found: list[Block] = []
    for block in blocks:
        heading = found[-1] if found else None
        if (
            heading is None
            or not heading.is_heading
            or any(one.is_barred or one.is_title for one in (heading, block))
        ):
            found.append(block)
        elif block.content:
            found[-1] = replace(
                heading.with_next(block),
                is_heading=False,
                follows_dropped_heading=not heading.content,
            )
        else:
            heading.content = False
            found.append(block)
    return found


def fused(blocks: list[Block], may_fuse: MayFuse) -> list[Block]:
    """Neighbours that are content as one, over a gap of one block."""
    found: list[Block] = []
    for block in blocks:
        before = found[-1] if found else None
        if (
            before is not None
            and before.content
            and block.content
            and block.numbers[0] - before.numbers[-1] - 1 <= 1
            and before.is_title == block.is_title
            and may_fuse(before, block)
        ):
            found[-1] = before.with_next(block)
        else:
            found.append(block)
    return found


def keep_largest(page: Page, blocks: list[Block]) -> Block | None:
    """Only the largest block of content stays, and those beside it by the parents of their texts."""
    largest = max(
        (block for block in blocks if block.content), key=lambda one: one.words, default=None
    )
    if largest is None:
        return None
    place = next(at for at, block in enumerate(blocks) if block is largest)
    for block in blocks:
        block.content = block is largest

    def around(row: int) -> int:
        return int(page.parent[page.parent[row]])

    end = largest.last
    for block in blocks[place + 1 :]:
        if around(block.first) == around(end):
            block.content, end = True, block.last
    start = largest.first
    for block in reversed(blocks[:place]):
        if around(block.last) == around(start):
            block.content, start = True, block.first
    return largest


def widen_to_title(blocks: list[Block]) -> None:
    """What stands between the title and the first content is content."""
    start = next((at for at, block in enumerate(blocks) if block.content), 0)
    titles = [at for at in range(start) if blocks[at].is_title]
    for block in blocks[titles[-1] : start] if titles else ():
        block.content = True


def widen_to_large(blocks: list[Block], largest: Block | None) -> None:
    """Long blocks at the level of the largest are content."""
    for block in blocks:
        block.content |= (
            largest is not None and block.words >= LARGE and block.level == largest.level
        )


def widen_to_list(blocks: list[Block], largest: Block | None) -> None:
    """So are the items without links that follow the largest block and are nested deeper."""
    if largest is None:
        return
    place = next(at for at, block in enumerate(blocks) if block is largest)
    for block in blocks[place + 1 :]:
        if not (block.is_item and block.level > largest.level and block.linked == 0):
            return
        block.content = True


def _near_enough(before: Block, block: Block) -> bool:
    return not block.follows_dropped_heading


def _at_one_level(before: Block, block: Block) -> bool:
    return before.level == block.level


def _nodes_alone(page: Page, first: list[int], last: list[int]) -> Iterator[int]:
    """For each block the highest element that holds its first text and none of its neighbours'.

    An element is climbed for one block only, so that all of it is linear in the page.
    """
    for at, row in enumerate(first):
        before = last[at - 1] if at else 0
        after = first[at + 1] if at + 1 < len(first) else 0
        node = row
        while (parent := int(page.parent[node])) > 0:
            if any(parent <= other < page.end[parent] for other in (before, after)):
                break
            node = parent
        yield node


def _depth_in(page: Page, mask: Bools) -> NDArray[np.int64]:
    """How many of the marked elements each row stands in."""
    edges = np.zeros(len(page) + 1, np.int64)
    rows = np.flatnonzero(mask)
    edges[rows + 1] += 1
    np.subtract.at(edges, page.end[rows], 1)
    depth: NDArray[np.int64] = np.cumsum(edges)[:-1]
    return depth


def _says_comments(page: Page) -> Bools:
    found = np.zeros(len(page), bool)
    for name in ("class", "id"):
        rows, values = page.with_attribute(name)
        found[
            [
                row
                for row, value in zip(rows.tolist(), values, strict=True)
                if _COMMENT.search(value)
            ]
        ] = True
    found &= (page.tag != Tag.HTML) & (page.tag != Tag.BODY)
    return found


def _ends_article(text: str) -> bool:
    return text == "Shares" or (len(text) >= len("Comment") + 1 and bool(_ENDS.search(text)))


def _titles(page: Page) -> set[str]:
    """The `title` element, and its parts that may be the headline alone."""
    rows = page.rows_with_tag(Tag.TITLE)[:1].tolist()
    title = _plain(" ".join(page.text_of(row + 1) for row in rows if page.end[row] > row + 1))
    longest = max(_PARTS.split(title), key=lambda part: (len(part.split()), len(part)))
    parts = [part for part in _WHOLE_PARTS.split(title) if len(part.split()) >= FEWEST_OF_TITLE]
    return {title, longest.strip(), *parts} - {""}


def _plain(text: str) -> str:
    return " ".join(text.replace("'", "").lower().split())
