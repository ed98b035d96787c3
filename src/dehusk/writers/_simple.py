"""What several writers say alike: the line above a post, and where footnotes go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dehusk.content import (
    Block,
    DefinitionList,
    Figure,
    Footnote,
    Heading,
    Inline,
    List,
    Paragraph,
    Post,
    Quote,
    Rule,
    Strong,
    Table,
    Text,
)
from dehusk.content.table import Content, Kind


def post_line(block: Post) -> tuple[Inline, ...]:
    """The line above a post."""
    return post_pieces(block.author, block.date)


def post_pieces(author: str | None, date: str | None) -> tuple[Inline, ...]:
    """Who wrote a post and when, in one line: `**Ann** · 2024-05-01`."""
    who: tuple[Inline, ...] = (Strong((Text(author),)),) if author else ()
    when = (Text(_day(date)),) if date else ()
    return (*who, Text(" · "), *when) if who and when else who or when


def post_words(author: str | None, date: str | None) -> str:
    """The same line without marks: `Ann · 2024-05-01`."""
    return " · ".join(filter(None, (author, date and _day(date))))


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


def footnotes(blocks: tuple[Block, ...]) -> Iterator[Footnote]:
    """The footnotes among blocks and inside of them, in document order.

    >>> [note.label for note in footnotes((Quote((Footnote("1", ()),), rows=(0, 1)),))]
    ['1']
    """
    for block in blocks:
        if type(block) is Footnote:
            yield block
        if inside := _INSIDE.get(type(block)):
            for inner in inside(block):
                yield from footnotes(inner)


_INSIDE: dict[type, Callable[[Any], Iterator[tuple[Block, ...]]]] = {
    Quote: lambda block: iter((block.content,)),
    Figure: lambda block: iter((block.content,)),
    Footnote: lambda block: iter((block.content,)),
    Post: lambda block: iter((block.content, block.replies)),
    List: lambda block: (item.content for item in block.items),
    DefinitionList: lambda block: (meaning for item in block.items for meaning in item.meanings),
    Table: lambda block: (cell.content for line in block.lines for cell in line),
}


def without_heading_of_notes(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Content without headings and rules that only footnotes follow: these go to the end.

    >>> note = Footnote("1", (Paragraph((Text("Green."),), rows=(7, 9)),))
    >>> without_heading_of_notes((Heading(2, (Text("Notes"),), rows=(5, 7)), note)) == (note,)
    True
    """
    if not any(type(block) is Footnote for block in blocks):
        return blocks
    result: list[Block] = []
    level, notes_follow = 0, False
    for block in reversed(blocks):
        if type(block) is Footnote:
            notes_follow = True
        elif notes_follow and _heads_nothing(block, level):
            continue
        else:
            level, notes_follow = (block.level if type(block) is Heading else _NO_HEADING), False
        result.append(block)
    return tuple(reversed(result))


_NO_HEADING = 7


def heads_of_notes(content: Content) -> frozenset[int]:
    """The rows of headings and rules that only footnotes follow: these go to the end."""
    rows: list[int] = []
    row = 0
    while row < len(content):
        rows.append(row)
        row = content.end.item(row)
    found = set()
    level, notes_follow = 0, False
    for row in reversed(rows):
        kind = content.kind.item(row)
        own = content.number.item(row) if kind == Kind.HEADING else _NO_HEADING
        if kind == Kind.FOOTNOTE:
            notes_follow = True
        elif notes_follow and (
            level <= own if kind == Kind.HEADING else kind == Kind.RULE and level < _NO_HEADING
        ):
            found.add(row)
        else:
            level, notes_follow = own, False
    return frozenset(found)


def _heads_nothing(block: Block, following: int) -> bool:
    """Is a block a rule or heading before a heading of some level, 0 for the end?"""
    if type(block) is Heading:
        return following <= block.level
    return type(block) is Rule and following < _NO_HEADING
