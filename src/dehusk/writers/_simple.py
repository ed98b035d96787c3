"""Content in fewer kinds of blocks, for Markdown, which has no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dehusk.content import (
    Block,
    Break,
    Definition,
    DefinitionList,
    Embed,
    Emphasis,
    Figure,
    Footnote,
    Heading,
    Inline,
    Link,
    List,
    Paragraph,
    Post,
    Quote,
    Rows,
    Rule,
    Strong,
    Table,
    Text,
)
from dehusk.content.table import Content, Kind


def simplified(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Blocks without definition lists, figures, captions, embeds, posts and footnotes.

    >>> meaning = (Paragraph((Text("water"),), rows=(4, 5)),)
    >>> terms = DefinitionList((Definition(((Text("tea"),),), (meaning,)),), rows=(1, 5))
    >>> next(simplified((terms,))).content
    (Strong(content=(Text(text='tea'),)), Break(), Text(text='water'))
    """
    for block in blocks:
        if simplify := _SIMPLIFY.get(type(block)):
            yield from simplify(block)
        else:
            yield block


def _definitions(block: DefinitionList) -> Iterator[Block]:
    for item in block.items:
        yield from simplified(_definition(item, block.rows))


def _definition(item: Definition, rows: Rows) -> tuple[Block, ...]:
    meanings = tuple(block for meaning in item.meanings for block in meaning)
    lines: list[Inline] = []
    for term in item.terms:
        lines += (Strong(term), Break())
    return headed(tuple(lines), meanings, rows) if lines else meanings


def headed(head: tuple[Inline, ...], blocks: tuple[Block, ...], rows: Rows) -> tuple[Block, ...]:
    """Blocks after inline content, in one paragraph with the first where that is a paragraph."""
    if blocks and type(blocks[0]) is Paragraph:
        return (Paragraph(head + blocks[0].content, rows), *blocks[1:])
    return (Paragraph(head, rows), *blocks)


def _figure(block: Figure) -> Iterator[Block]:
    caption = (Paragraph((Emphasis(block.caption),), block.rows),) if block.caption else ()
    if block.is_code:
        yield from (*caption, *simplified(block.content))
    else:
        yield from (*simplified(block.content), *caption)


def post_line(block: Post) -> tuple[Inline, ...]:
    """Who wrote a post and when, in one line: `**Ann** · 2024-05-01`."""
    author: tuple[Inline, ...] = (Strong((Text(block.author),)),) if block.author else ()
    date = (Text(_day(block.date)),) if block.date else ()
    return (*author, Text(" · "), *date) if author and date else author or date


def post_words(author: str | None, date: str | None) -> str:
    """The same line without marks: `Ann · 2024-05-01`."""
    return " · ".join(filter(None, (author, date and _day(date))))


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


def _post(block: Post) -> Iterator[Block]:
    yield from simplified(tuple(post_blocks(block)))


def _table(block: Table) -> Iterator[Block]:
    if block.caption:
        yield Paragraph((Emphasis(block.caption),), block.rows)
    yield Table(block.lines, block.rows, block.header_lines)


def _embed(block: Embed) -> Iterator[Block]:
    yield Paragraph((Link((Text(block.title or block.url),), block.url),), block.rows)


_SIMPLIFY: dict[type, Callable[[Any], Iterator[Block]]] = {
    DefinitionList: _definitions,
    Figure: _figure,
    Table: _table,
    Embed: _embed,
    Footnote: lambda block: iter(()),
    Post: _post,
}


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


def headings_of_notes(content: Content) -> frozenset[int]:
    """The rows of headings and rules that only footnotes follow: these go to the end.

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


def _heads_nothing(block: Block, following: int) -> bool:
    """Is a block a rule or heading before a heading of some level, 0 for the end?"""
    if type(block) is Heading:
        return following <= block.level
    return type(block) is Rule and following < _NO_HEADING


def without_own_name(box: Quote) -> tuple[Block, ...]:
    """The content of a box without a first line that only says what kind of box it is.

    >>> without_own_name(Quote((Paragraph((Text("Note"),), rows=(3, 5)),), rows=(1, 5), kind="note"))
    ()
    """
    first = box.content[0] if box.content else None
    if type(first) is not Paragraph or len(first.content) != 1:
        return box.content
    line = first.content[0]
    if type(line) is Strong and len(line.content) == 1:
        line = line.content[0]
    says_kind = type(line) is Text and line.text.strip(" :").lower() in (box.kind, *_SAME_AS_KIND)
    return box.content[1:] if says_kind else box.content


_SAME_AS_KIND = ("info", "hint", "danger", "success")
"""What boxes are called besides their kinds, which are fewer."""
