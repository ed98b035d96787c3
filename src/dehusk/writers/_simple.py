"""What several writers say alike: the line above a post, and where footnotes go."""

from __future__ import annotations

from collections.abc import Iterator

from dehusk.content import (
    Block,
    Inline,
    Paragraph,
    Post,
    Quote,
    Strong,
    Text,
)
from dehusk.content.table import Content, Kind


def post_line(block: Post) -> tuple[Inline, ...]:
    """Who wrote a post and when, in one line: `**Ann** · 2024-05-01`."""
    author, day = author_and_day(block.author, block.date)
    who: tuple[Inline, ...] = (Strong((Text(author),)),) if author else ()
    when = (Text(day),) if day else ()
    return (*who, Text(" · "), *when) if who and when else who or when


def post_words(author: str | None, date: str | None) -> str:
    """The same line without marks: `Ann · 2024-05-01`."""
    return " · ".join(filter(None, author_and_day(author, date)))


def author_and_day(author: str | None, date: str | None) -> tuple[str, str]:
    """What a post says of itself in one line, both empty where the page does not tell."""
    return author or "", _day(date) if date else ""


def _day(date: str) -> str:
    """The day of a date in ISO 8601; one that the page shows in words stays as it is."""
    return date[:10] if date[4:5] == date[7:8] == "-" else date


def post_blocks(block: Post) -> Iterator[Block]:
    """A post as a line with its author and date, its content, and each reply as a quotation."""
    if line := post_line(block):
        yield Paragraph(line, block.rows)
    yield from block.content
    for reply in block.replies:
        yield Quote(tuple(post_blocks(reply)), reply.rows)


def headings_of_notes(content: Content) -> frozenset[int]:
    """The rows of headings and rules that only footnotes follow: these go to the end.

    >>> from dehusk.content import Footnote, Heading
    >>> from dehusk.content.table import table_of
    >>> note = Footnote("1", (Paragraph((Text("Green."),), rows=(7, 9)),))
    >>> headings_of_notes(table_of((Heading(2, (Text("Notes"),), rows=(5, 7)), note)))
    frozenset({0})
    """
    kinds, ends = content.kind.tolist(), content.end.tolist()
    blocks = [0] if kinds else []
    while blocks and ends[blocks[-1]] < len(kinds):
        blocks.append(ends[blocks[-1]])
    found: set[int] = set()
    level, notes_follow = 0, False
    for row in reversed(blocks):
        own = content.number.item(row) if kinds[row] == Kind.HEADING else _NO_HEADING
        if kinds[row] == Kind.FOOTNOTE:
            notes_follow = True
        elif notes_follow and _row_heads_nothing(kinds[row], own, level):
            found.add(row)
        else:
            level, notes_follow = own, False
    return frozenset(found)


def _row_heads_nothing(kind: int, level: int, following: int) -> bool:
    """Is a block a rule or heading before a heading of some level, 0 for the end?"""
    if kind == Kind.HEADING:
        return following <= level
    return kind == Kind.RULE and following < _NO_HEADING


_NO_HEADING = 7
