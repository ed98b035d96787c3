"""What stands in front of the content: title, byline and date, standfirst, cover.

>>> from dehusk.content import Heading, Paragraph, Text
>>> from dehusk.content.table import blocks_of, table_of
>>> from dehusk.metadata import Metadata
>>> body = (Heading(1, (Text("Leaves"),), rows=(7, 9)), Paragraph((Text("Boil."),), rows=(9, 11)))
>>> whole = with_front(table_of(body), Metadata(title="Tea", authors=("Ann Leaf",)))
>>> for block in blocks_of(whole):
...     print(type(block).__name__, getattr(block, "level", ""), block.content[0].text)
Heading 1 Tea
Paragraph  Ann Leaf
Heading 2 Leaves
Paragraph  Boil.

A page's title is metadata, and so often not among what a method keeps. A document that people read
begins with it: as the one heading of level 1, with the other headings below it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dehusk.content.kinds import Block, Heading, Image, Paragraph, Text
from dehusk.content.table import Content, Kind, joined, table_of, without_rows
from dehusk.page import Bools

if TYPE_CHECKING:
    from dehusk.metadata import Metadata

_HEADING, _PARAGRAPH, _LINK, _POST = map(int, (Kind.HEADING, Kind.PARAGRAPH, Kind.LINK, Kind.POST))
_TEXT, _IMAGE = int(Kind.TEXT), int(Kind.IMAGE)
_NOWHERE = (0, 0)
_HEAD_BLOCKS = 8
_LONG = 200
_MOST_COMPARED = 5_000
_FIRST_PARTS = 20_000
_LOWEST_LEVEL = 6
_EMBLEMS = frozenset("logo default placeholder share sharing social favicon icon".split())
_NO_LETTERS = re.compile(r"[^a-z]+")
_NO_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Front:
    """What is put in front of the content, where it is known and the content does not say it.

    >>> Front(byline=False)
    Front(title=True, byline=False, standfirst=True, cover=True)

    `cover` is the picture that the page names as its own, used where the content has none.
    """

    title: bool = True
    byline: bool = True
    standfirst: bool = True
    cover: bool = True


FRONT = Front()
"""All that is known."""

NO_FRONT = Front(title=False, byline=False, standfirst=False, cover=False)
"""The content alone."""


def with_front(body: Content, metadata: Metadata, front: Front = FRONT) -> Content:
    """The content with what belongs in front of it; nothing in front of nothing."""
    if not len(body) or front == NO_FRONT:
        return body
    head: list[Block] = []
    taken: Content | None = None
    if front.title and metadata.title:
        taken, body = _taken_title(body, metadata.title)
        if taken is None:
            head.append(Heading(1, (Text(metadata.title),), _NOWHERE))
        body = _lowered(body)
    first = _first_blocks(body)
    if front.byline and not _is_thread(body) and (byline := _byline(metadata, body, first)):
        head.append(Paragraph((Text(byline),), _NOWHERE))
    if front.standfirst and (standfirst := _standfirst(metadata, body, first)):
        head.append(Paragraph((Text(standfirst),), _NOWHERE))
    cover = metadata.image if front.cover else None
    if cover and not (_is_emblem(cover) or _has_picture_or_post(body)):
        head.append(Paragraph((Image(cover),), _NOWHERE))
    if head:
        body = joined(table_of(tuple(head)), body)
    return body if taken is None else joined(taken, body)


def _first_blocks(body: Content) -> list[int]:
    """The rows of the first blocks."""
    rows: list[int] = []
    row = 0
    while row < len(body) and len(rows) < _HEAD_BLOCKS:
        rows.append(row)
        row = body.end.item(row)
    return rows


def _taken_title(body: Content, title: str) -> tuple[Content | None, Content]:
    """The heading of the content that says the title, as one of level 1, and what is left."""
    for row in _first_blocks(body):
        if _can_be_title(body, row) and _say_the_same(_words_of(body, [row]), title):
            end = body.end.item(row)
            heading = _as_heading(without_rows(body, [(0, row), (end, len(body))]))
            return heading, _without_title(without_rows(body, [(row, end)]), title)
    return None, _without_title(body, title)


def _as_heading(block: Content) -> Content:
    kind, number = block.kind.copy(), block.number.copy()
    kind[0], number[0] = _HEADING, 1
    return replace(block, kind=kind, number=number)


def _without_title(body: Content, title: str) -> Content:
    """The content without lines at its beginning that say the title once more."""
    said = _letters(title)
    spans = [
        (row, body.end.item(row))
        for row in _first_blocks(body)
        if body.kind.item(row) in (_HEADING, _PARAGRAPH)
        and len(words := _words_of(body, [row])) < _LONG + 2 * len(title)
        and _letters(words) == said
    ]
    return without_rows(body, spans) if spans else body


def _can_be_title(body: Content, row: int) -> bool:
    """Whether a block is a heading, or a line that is all link, as above the comments on a link."""
    if body.kind.item(row) == _PARAGRAPH:
        end = body.end.item(row)
        return row + 1 < end and body.kind.item(row + 1) == _LINK and body.end.item(row + 1) == end
    return body.kind.item(row) == _HEADING


def _say_the_same(one: str, other: str) -> bool:
    short, long = sorted((_letters(one), _letters(other)), key=len)
    return bool(short) and short in long and 3 * len(short) >= 2 * len(long)


def _letters(text: str) -> str:
    return _NO_WORD.sub("", text.casefold())


def _lowered(body: Content) -> Content:
    """The content with its highest heading at level 2 or below, the others as far from it as before."""
    headings = np.flatnonzero(body.kind == _HEADING)
    highest = headings[body.number[headings] == 1]
    if not len(highest) or _are_inside(body, highest).all():
        return body
    number = body.number.copy()
    number[headings] = np.minimum(number[headings] + 1, _LOWEST_LEVEL)
    return replace(body, number=number)


def _are_inside(body: Content, rows: NDArray[np.intp]) -> Bools:
    """Which rows stand in other blocks than posts."""
    around = np.flatnonzero(~np.isin(body.kind, _POSTS))
    opened = np.bincount(around + 1, minlength=len(body) + 1)
    closed = np.bincount(body.end[around], minlength=len(body) + 1)
    return np.asarray(np.cumsum(opened - closed)[rows] > 0)


_POSTS = np.array([Kind.POST, Kind.REPLIES], np.uint8)


def _is_thread(body: Content) -> bool:
    """Whether the content begins with a post, which names its author itself."""
    row = 0
    while row < len(body) and body.kind.item(row) == _HEADING:
        row = body.end.item(row)
    return row < len(body) and body.kind.item(row) == _POST


def _byline(metadata: Metadata, body: Content, first: list[int]) -> str:
    """Authors and day in one line, nothing where the content names the authors itself."""
    if metadata.authors:
        said = _words_of(body, _before_prose(body, first))
        if all(author in said for author in metadata.authors):
            return ""
    day = (metadata.date_published or "")[:10]
    return " · ".join(filter(None, (", ".join(metadata.authors), day)))


def _before_prose(body: Content, first: list[int]) -> list[int]:
    """The blocks before the first long paragraph: where a page names its authors."""
    for number, row in enumerate(first):
        if len(_words_of(body, [row])) > _LONG:
            return first[:number]
    return first


def _standfirst(metadata: Metadata, body: Content, first: list[int]) -> str:
    """The standfirst, unless the content begins with it or repeats it."""
    standfirst = metadata.standfirst or ""
    said = _words_of(body, first) if standfirst else ""
    is_said = standfirst in said or _letters(standfirst) in _letters(said)
    return "" if is_said else standfirst


def _words_of(body: Content, blocks: list[int]) -> str:
    """The first words of some blocks: no more than anybody here compares."""
    words: list[str] = []
    size = 0
    for block in blocks:
        end = body.end.item(block)
        for row, kind in enumerate(body.kind[block:end].tolist(), block):
            if kind == _TEXT:
                words.append(body.text_of(row))
                size += len(words[-1])
                if size > _MOST_COMPARED:
                    return "".join(words)
    return "".join(words)


def _is_emblem(address: str) -> bool:
    """Does a picture's name say that it stands for the site and not for the page?"""
    words = _NO_LETTERS.split(address.partition("?")[0].rpartition("/")[2].lower())
    return not _EMBLEMS.isdisjoint(words)


def _has_picture_or_post(body: Content) -> bool:
    """Whether a picture is among the first parts of the content: a cover comes early. The picture
    that a thread names is that of its site."""
    first = body.kind[:_FIRST_PARTS]
    return bool(((first == _IMAGE) | (first == _POST)).any())
