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
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dehusk.content.covers import is_shown
from dehusk.content.kinds import Image
from dehusk.content.table import Content, Kind
from dehusk.native.write import Opening
from dehusk.page.punctuation import letters_of

if TYPE_CHECKING:
    from dehusk.metadata import Facts, Metadata
    from dehusk.page import Page

_HEADING, _PARAGRAPH, _POST = int(Kind.HEADING), int(Kind.PARAGRAPH), int(Kind.POST)
_TEXT, _IMAGE = int(Kind.TEXT), int(Kind.IMAGE)
_LINES = (_HEADING, _PARAGRAPH)
_HEAD_BLOCKS = 8
_LONG = 200
_BEGINNING = 20
_MOST_COMPARED = 5_000
_FIRST_PARTS = 20_000
_LOWEST_LEVEL = 6
_EMBLEMS = frozenset("logo default placeholder share sharing social favicon icon".split())
_NO_LETTERS = re.compile(r"[^a-z]+")

Block = tuple[int, int, int, bool, str]
"""A block: its row, the row after its last, its kind, whether all inside is one link, its words."""


@dataclass(frozen=True, slots=True)
class Front:
    """What is put in front of the content, where it is known and the content does not say it.

    >>> Front(byline=False)
    Front(title=True, byline=False, standfirst=True, cover=True)

    `cover` is the picture that the page names as its own and shows, used where the content has none.
    """

    title: bool = True
    byline: bool = True
    standfirst: bool = True
    cover: bool = True


FRONT = Front()
"""All that is known."""

NO_FRONT = Front(title=False, byline=False, standfirst=False, cover=False)
"""The content alone."""


def with_front(
    body: Content, metadata: Metadata | Facts, front: Front = FRONT, page: Page | None = None
) -> Content:
    """The content with what belongs in front of it; nothing in front of nothing.

    Of `Facts` only those are read that are wanted. A cover is one that the page shows.
    """
    if not len(body) or front == NO_FRONT:
        return body
    opening = Opening(body)
    head = _Head(body)
    first = opening.blocks(_HEAD_BLOCKS + 1, _MOST_COMPARED)
    taken: Block | None = None
    again: list[Block] = []
    title = metadata.title if front.title else None
    if title:
        taken, again = _blocks_saying(title, first)
        if taken is None:
            head.add_text(title, _HEADING, 1)
    gone = again if taken is None else [taken, *again]
    if len(gone) > 1:
        first = opening.blocks(_HEAD_BLOCKS + len(gone), _MOST_COMPARED)
    first = [block for block in first if block not in gone][:_HEAD_BLOCKS]
    spans = _without(gone, len(body))
    if front.byline and not _is_thread(first) and (byline := _byline(metadata, first)):
        head.add_text(byline)
    if front.standfirst and (standfirst := _standfirst(metadata, first)):
        head.add_text(standfirst)
    # A cover comes early. The picture that a thread names is that of its site.
    if front.cover and not opening.has_picture_or_post(spans, _FIRST_PARTS):
        cover = metadata.image
        if cover and not _is_emblem(cover) and (page is None or is_shown(page, cover)):
            head.add_picture(cover)
    # The highest heading has level 2 or below, the others are as far from it as before.
    lowest = _LOWEST_LEVEL if title and opening.has_first_level(spans) else 0
    if not (head.rows or gone or lowest):
        return body
    return head.before(opening, taken, spans, lowest)


class _Head:
    """What is put in front of a content: blocks that hold one piece each."""

    def __init__(self, body: Content) -> None:
        self._text = [body.text]
        self._size = len(body.text)
        self._arguments = body.arguments
        self.rows: list[tuple[int, int, int, int, int, int]] = []

    def add_text(self, text: str, kind: int = _PARAGRAPH, level: int = 0) -> None:
        """Add a line, as a paragraph or a heading."""
        words = text.encode("utf-8", "surrogatepass")
        end = self._size + len(words)
        self.rows.append((kind, level, _TEXT, self._size, end, -1))
        self._text.append(words)
        self._size = end

    def add_picture(self, address: str) -> None:
        """Add a paragraph with a picture."""
        place = len(self._arguments)
        self._arguments = (*self._arguments, Image(address))
        self.rows.append((_PARAGRAPH, 0, _IMAGE, self._size, self._size, place))

    def before(
        self, opening: Opening, taken: Block | None, spans: list[tuple[int, int]], lowest: int
    ) -> Content:
        """The heading that was taken out of the content, this head, and what is left."""
        heading = None if taken is None else taken[:2]
        kind, columns = opening.with_head(heading, self.rows, spans, lowest)
        end, number, start, stop, first, last, argument = columns
        text = b"".join(self._text)
        return Content(kind, end, number, start, stop, first, last, argument, text, self._arguments)


def _blocks_saying(title: str, blocks: list[Block]) -> tuple[Block | None, list[Block]]:
    """Of the first blocks the one that is to be the title, and those that say it once more."""
    said = letters_of(title)
    taken: Block | None = None
    for one in blocks[:_HEAD_BLOCKS]:
        _, _, kind, is_link, words = one
        # A heading, or a line that is all link, as above the comments on a link.
        if (kind == _HEADING or (is_link and kind == _PARAGRAPH)) and _is_nearly(words, said):
            taken = one
            break
    longest = _LONG + 2 * len(title)
    again: list[Block] = []
    for one in [one for one in blocks if one is not taken][:_HEAD_BLOCKS]:
        _, _, kind, _, words = one
        if (
            kind in _LINES
            and len(words) < longest
            and said.startswith(letters_of(words[:_BEGINNING]))  # most begin with other letters
            and said == letters_of(words)
        ):
            again.append(one)
    return taken, again


def _is_nearly(words: str, title: str) -> bool:
    """Whether some words say the title, given by its letters, or most of it, or hardly more."""
    said = letters_of(words)
    short, long = (said, title) if len(said) <= len(title) else (title, said)
    return bool(short) and 3 * len(short) >= 2 * len(long) and short in long


def _without(gone: list[Block], size: int) -> list[tuple[int, int]]:
    """What is left of a content of so many rows without some blocks."""
    spans: list[tuple[int, int]] = []
    start = 0
    for row, end, _, _, _ in sorted(gone):
        if start < row:
            spans.append((start, row))
        start = end
    if start < size:
        spans.append((start, size))
    return spans


def _is_thread(first: list[Block]) -> bool:
    """Whether the content begins with a post, which names its author itself."""
    for _, _, kind, _, _ in first:
        if kind != _HEADING:
            return kind == _POST
    return False


def _byline(metadata: Metadata | Facts, first: list[Block]) -> str:
    """Authors and day in one line, nothing where the content names the authors itself."""
    authors = metadata.authors
    if authors:
        said = _before_prose(first)
        if all(author in said for author in authors):
            return ""
    day = (metadata.date_published or "")[:10]
    return " · ".join(filter(None, (", ".join(authors), day)))


def _before_prose(first: list[Block]) -> str:
    """The words before the first long paragraph: where a page names its authors."""
    said = ""
    for _, _, _, _, words in first:
        if len(words) > _LONG:
            break
        said += words
    return said


def _standfirst(metadata: Metadata | Facts, first: list[Block]) -> str:
    """The standfirst, unless the content begins with it or repeats it."""
    said = ""
    for _, _, _, _, words in first:
        if len(said) <= _MOST_COMPARED:
            said += words
    # A standfirst is the description, if it is shown: what is said already needs no look at the page.
    description = metadata.description
    if description and description in said:
        return ""
    standfirst = metadata.standfirst
    if not standfirst or standfirst in said:
        return ""
    letters = letters_of(standfirst)
    if letters in letters_of(said) or letters == letters_of(metadata.title or ""):
        return ""
    return standfirst


def _is_emblem(address: str) -> bool:
    """Does a picture's name say that it stands for the site and not for the page?"""
    words = _NO_LETTERS.split(address.partition("?")[0].rpartition("/")[2].lower())
    return not _EMBLEMS.isdisjoint(words)
