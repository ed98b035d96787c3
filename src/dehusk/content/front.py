"""What stands in front of the content: title, byline and date, standfirst, cover.

>>> from dehusk.content import Heading, Paragraph, Text
>>> from dehusk.metadata import Metadata
>>> body = (Heading(1, (Text("Leaves"),), rows=(7, 9)), Paragraph((Text("Boil."),), rows=(9, 11)))
>>> for block in with_front(body, Metadata(title="Tea", authors=("Ann Leaf",))):
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
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeGuard

from dehusk.content import Block, Heading, Image, Link, Paragraph, Post, Text, parts_of

if TYPE_CHECKING:
    from dehusk.metadata import Metadata

Blocks = tuple[Block, ...]

_NOWHERE = (0, 0)
_HEAD_BLOCKS = 8
_LONG = 200
_MOST_COMPARED = 5_000
_FIRST_BLOCKS = 300
_FIRST_PARTS = 20_000
_LOWEST_LEVEL = 6
_EMBLEMS = frozenset("logo default placeholder share sharing social favicon icon".split())
_NO_LETTERS = re.compile(r"[^a-z]+")


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


def with_front(body: Blocks, metadata: Metadata, front: Front = FRONT) -> Blocks:
    """The content with what belongs in front of it; nothing in front of nothing."""
    if not body or front == NO_FRONT:
        return body
    head: list[Block] = []
    if front.title and metadata.title:
        title, body = _taken_title(body, metadata.title)
        head.append(title)
        body = _lowered(body)
    said = _words_of(_before_prose(body))
    if front.byline and not _is_thread(body) and (byline := _byline(metadata, said)):
        head.append(Paragraph((Text(byline),), _NOWHERE))
    if front.standfirst and (standfirst := _standfirst(metadata, body)):
        head.append(Paragraph((Text(standfirst),), _NOWHERE))
    cover = metadata.image if front.cover else None
    if cover and not (_is_emblem(cover) or _has_picture_or_post(body)):
        head.append(Paragraph((Image(cover),), _NOWHERE))
    return (*head, *body)


def _taken_title(body: Blocks, title: str) -> tuple[Heading, Blocks]:
    """The title as a heading of level 1: that of the content which says the same, or a new one."""
    for number, block in enumerate(body[:_HEAD_BLOCKS]):
        if _can_be_title(block) and _say_the_same(_words_of((block,)), title):
            heading = Heading(1, block.content, block.rows)
            return heading, _without_title((*body[:number], *body[number + 1 :]), title)
    return Heading(1, (Text(title),), _NOWHERE), _without_title(body, title)


def _without_title(body: Blocks, title: str) -> Blocks:
    """The content without lines at its beginning that say the title once more."""
    said = _letters(title)
    head = (
        block
        for block in body[:_HEAD_BLOCKS]
        if not isinstance(block, Heading | Paragraph) or _letters(_words_of((block,))) != said
    )
    return (*head, *body[_HEAD_BLOCKS:])


def _can_be_title(block: Block) -> TypeGuard[Heading | Paragraph]:
    """Whether a block is a heading, or a line that is all link, as above the comments on a link."""
    if isinstance(block, Paragraph):
        return len(block.content) == 1 and isinstance(block.content[0], Link)
    return isinstance(block, Heading)


def _say_the_same(one: str, other: str) -> bool:
    short, long = sorted((_letters(one), _letters(other)), key=len)
    return bool(short) and short in long and 3 * len(short) >= 2 * len(long)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _lowered(body: Blocks) -> Blocks:
    """The content with its highest heading at level 2 or below, the others as far from it as before."""
    if min(_levels(body), default=2) > 1:
        return body
    return tuple(_lower(block) for block in body)


def _levels(body: Blocks) -> Iterator[int]:
    """The levels of headings that stand in no other block than posts."""
    for block in body:
        if isinstance(block, Heading):
            yield block.level
        elif isinstance(block, Post):
            yield from _levels((*block.content, *block.replies))


def _lower(value: Any) -> Any:
    """A part of the content with all headings in it one level lower."""
    if isinstance(value, Heading):
        return replace(value, level=min(value.level + 1, _LOWEST_LEVEL))
    if isinstance(value, tuple):
        return tuple(map(_lower, value))
    if is_dataclass(value) and not isinstance(value, type) and hasattr(value, "rows"):
        inner = {
            name: getattr(value, name)
            for name in ("content", "items", "replies")
            if hasattr(value, name)
        }
        return replace(value, **{name: _lower(part) for name, part in inner.items()})
    return value


def _is_thread(body: Blocks) -> bool:
    """Whether the content begins with a post, which names its author itself."""
    first = next((block for block in body if not isinstance(block, Heading)), None)
    return isinstance(first, Post)


def _before_prose(body: Blocks) -> Blocks:
    """The blocks before the first long paragraph: where a page names its authors."""
    for number, block in enumerate(body[:_HEAD_BLOCKS]):
        if len(_words_of((block,))) > _LONG:
            return body[:number]
    return body[:_HEAD_BLOCKS]


def _byline(metadata: Metadata, said: str) -> str:
    """Authors and day in one line, nothing where the content names the authors itself."""
    if metadata.authors and all(author in said for author in metadata.authors):
        return ""
    day = (metadata.date_published or "")[:10]
    return " · ".join(filter(None, (", ".join(metadata.authors), day)))


def _standfirst(metadata: Metadata, body: Blocks) -> str:
    """The standfirst, unless the content begins with it or repeats it."""
    standfirst = metadata.standfirst or ""
    return "" if _letters(standfirst) in _letters(_words_of(body[:_HEAD_BLOCKS])) else standfirst


def _words_of(blocks: Blocks) -> str:
    """The first words of some blocks: no more than anybody here compares."""
    words: list[str] = []
    size = 0
    for one in parts_of(blocks):
        if isinstance(one, Text):
            words.append(one.text)
            size += len(one.text)
        if size > _MOST_COMPARED:
            break
    return "".join(words)


def _is_emblem(address: str) -> bool:
    """Does a picture's name say that it stands for the site and not for the page?"""
    words = _NO_LETTERS.split(address.partition("?")[0].rpartition("/")[2].lower())
    return not _EMBLEMS.isdisjoint(words)


def _has_picture_or_post(body: Blocks) -> bool:
    """Whether a picture is among the first parts of the content: a cover comes early. The picture
    that a thread names is that of its site."""
    first = islice(parts_of(body[:_FIRST_BLOCKS]), _FIRST_PARTS)
    return any(isinstance(one, Image | Post) for one in first)
