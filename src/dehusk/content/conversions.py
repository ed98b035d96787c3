"""Blocks to a table and back: objects for who reads content, rows for who writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

import numpy as np

from dehusk.content import kinds
from dehusk.content.kinds import Block, Inline, Rows
from dehusk.content.rows import Content
from dehusk.native.codes import Kind
from dehusk.native.write import TextWriter
from dehusk.page import Page

# Blocks to a table


@dataclass
class _Rows:
    """A table in the making, row by row."""

    rows: list[tuple[int, ...]] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    text: bytearray = field(default_factory=bytearray)
    arguments: list[Any] = field(default_factory=list)

    def open(
        self,
        kind: Kind,
        rows: Rows = (-1, -1),
        *,
        number: int = 0,
        text: str = "",
        argument: Any = None,
    ) -> int:
        """Begin a row, and say which it is; it ends with itself until `close` says otherwise."""
        start = len(self.text)
        if text:
            self.text += text.encode("utf-8", "surrogatepass")
        place = -1
        if argument is not None:
            place = len(self.arguments)
            self.arguments.append(argument)
        row = len(self.ends)
        self.rows.append((kind, number, start, len(self.text), *rows, place))
        self.ends.append(row + 1)
        return row

    def close(self, row: int) -> None:
        """Everything that was added since belongs to a row."""
        self.ends[row] = len(self.ends)

    def inside(self, row: int, parts: Iterable[Any]) -> None:
        """Add what a row holds."""
        for part in parts:
            _ADD[type(part)](self, part)
        self.close(row)


def table_of(blocks: tuple[Block, ...]) -> Content:
    """Blocks as a table."""
    rows = _Rows()
    for block in blocks:
        _ADD[type(block)](rows, block)
    columns = np.array(rows.rows, np.int32).reshape(-1, 7).T.copy()
    kind, number, start, stop, first, last, argument = columns
    kinds, end = kind.astype(np.uint8), np.array(rows.ends, np.int32)
    text, arguments = bytes(rows.text), tuple(rows.arguments)
    return Content(kinds, end, number, start, stop, first, last, argument, text, arguments)


def text_of_block(block: kinds.Placed) -> str:
    """The words of one block."""
    blocks: Any = block.content if isinstance(block, kinds.ListItem) else (block,)
    table = table_of(blocks)
    return TextWriter(
        table, links=False, images=False, bullets=False, tables=True, lines_of_posts={}, wrap=None
    ).write()


def _add_list(rows: _Rows, block: kinds.List) -> None:
    kind = Kind.NUMBERED if block.ordered else Kind.LIST
    rows.inside(rows.open(kind, block.rows, number=block.start), block.items)


def _add_item(rows: _Rows, item: kinds.ListItem) -> None:
    box = 0 if item.checked is None else 1 + item.checked
    rows.inside(rows.open(Kind.ITEM, item.rows, number=box), item.content)


def _add_definition(rows: _Rows, item: kinds.Definition) -> None:
    row = rows.open(Kind.DEFINITION)
    for term in item.terms:
        rows.inside(rows.open(Kind.TERM), term)
    for meaning in item.meanings:
        rows.inside(rows.open(Kind.MEANING), meaning)
    rows.close(row)


def _add_table(rows: _Rows, block: kinds.Table) -> None:
    row = rows.open(Kind.TABLE, block.rows, number=block.header_lines)
    _add_caption(rows, block.caption)
    for line in block.lines:
        rows.inside(rows.open(Kind.LINE), line)
    rows.close(row)


def _add_cell(rows: _Rows, cell: kinds.Cell) -> None:
    span = (cell.columns, cell.lines)
    row = rows.open(Kind.CELL, number=cell.header, argument=None if span == (1, 1) else span)
    rows.inside(row, cell.content)


def _add_figure(rows: _Rows, block: kinds.Figure) -> None:
    row = rows.open(Kind.FIGURE, block.rows)
    rows.inside(row, block.content)
    _add_caption(rows, block.caption)
    rows.close(row)


def _add_caption(rows: _Rows, caption: tuple[Inline, ...]) -> None:
    if caption:
        rows.inside(rows.open(Kind.CAPTION), caption)


def _add_post(rows: _Rows, block: kinds.Post) -> None:
    row = rows.open(Kind.POST, block.rows, argument=(block.author, block.date))
    rows.inside(row, block.content)
    if block.replies:
        rows.inside(rows.open(Kind.REPLIES), block.replies)
    rows.close(row)


_PLAIN: Final[dict[type, tuple[Kind, str]]] = {
    kinds.Heading: (Kind.HEADING, "number inside rows"),
    kinds.Paragraph: (Kind.PARAGRAPH, "inside rows"),
    kinds.DefinitionList: (Kind.DEFINITIONS, "inside rows"),
    kinds.CodeBlock: (Kind.CODE_BLOCK, "text rows argument"),
    kinds.Quote: (Kind.QUOTE, "inside rows argument"),
    kinds.MathBlock: (Kind.MATH_BLOCK, "text rows"),
    kinds.Rule: (Kind.RULE, "rows"),
    kinds.Footnote: (Kind.FOOTNOTE, "argument inside rows"),
    kinds.Text: (Kind.TEXT, "text"),
    kinds.Code: (Kind.CODE, "text"),
    kinds.Emphasis: (Kind.EMPHASIS, "inside"),
    kinds.Strong: (Kind.STRONG, "inside"),
    kinds.Strikethrough: (Kind.STRIKETHROUGH, "inside"),
    kinds.Superscript: (Kind.SUPERSCRIPT, "inside"),
    kinds.Subscript: (Kind.SUBSCRIPT, "inside"),
    kinds.Link: (Kind.LINK, "inside text argument"),
    kinds.Math: (Kind.MATH, "text"),
    kinds.Break: (Kind.BREAK, ""),
    kinds.FootnoteReference: (Kind.REFERENCE, "argument"),
}
"""What the columns of a row are to the fields of a kind, in their order, both ways."""


def _adding(part: type, kind: Kind, columns: str) -> Callable[[_Rows, Any], None]:
    names = [(one.name, column) for one, column in zip(fields(part), columns.split(), strict=True)]

    def add(rows: _Rows, part: Any) -> None:
        values = {column: getattr(part, name) for name, column in names}
        inside = values.pop("inside", ())
        rows.inside(rows.open(kind, **values), inside)

    return add


_ADD: Final[dict[type, Callable[[_Rows, Any], Any]]] = {
    **{part: _adding(part, *row) for part, row in _PLAIN.items()},
    kinds.List: _add_list,
    kinds.ListItem: _add_item,
    kinds.Definition: _add_definition,
    kinds.Table: _add_table,
    kinds.Cell: _add_cell,
    kinds.Figure: _add_figure,
    kinds.Embed: lambda rows, block: rows.open(
        Kind.EMBED, block.rows, argument=(block.url, block.title)
    ),
    kinds.Post: _add_post,
    kinds.Image: lambda rows, piece: rows.open(Kind.IMAGE, argument=piece),
}


def as_table(content: Content | tuple[Block, ...]) -> Content:
    """The content itself, or blocks that somebody made as a table."""
    return content if isinstance(content, Content) else table_of(content)


# A table to blocks


class _Row(NamedTuple):
    """One row as plain values, with what was made of the rows inside of it."""

    rows: Rows
    number: int
    text: str
    argument: Any
    inside: tuple[Any, ...]

    def of(self, *types: type) -> tuple[Any, ...]:
        """What is inside and of one of some types."""
        return tuple(part for part in self.inside if isinstance(part, types))


class _Part(tuple[Any, ...]):
    """A meaning, a line of a table, replies, or with a name of its own a term or a caption."""

    __slots__ = ()


class _Term(_Part):
    __slots__ = ()


class _Caption(_Part):
    __slots__ = ()


_TEXT = int(Kind.TEXT)


def blocks_of(content: Content, page: Page | None = None) -> tuple[Block, ...]:
    """The blocks of a table; with its page each can say where it stood."""
    return parts_between(content, 0, len(content), page)


def parts_between(
    content: Content, begin: int, end: int, page: Page | None = None
) -> tuple[Any, ...]:
    """The blocks or pieces of some rows: from the last row to the first, so that what is inside is
    made before."""
    texts = content.text
    columns = zip(
        *(
            column[begin:end][::-1].tolist()
            for column in (
                content.kind,
                content.end,
                content.number,
                content.text_start,
                content.text_end,
                content.first,
                content.last,
                content.argument,
            )
        ),
        strict=True,
    )
    made: list[tuple[int, Any]] = []
    row = end
    for kind, until, number, start, stop, first, last, argument in columns:
        row -= 1
        if kind == _TEXT:
            made.append((row, kinds.Text(texts[start:stop].decode("utf-8", "surrogatepass"))))
            continue
        inside: list[Any] = []
        while made and made[-1][0] < until:
            inside.append(made.pop()[1])
        value = _Row(
            (first, last),
            number,
            texts[start:stop].decode("utf-8", "surrogatepass") if stop > start else "",
            content.arguments[argument] if argument >= 0 else None,
            tuple(inside),
        )
        part = _MAKE[kind](value)
        if page is not None and isinstance(part, kinds.Placed):
            object.__setattr__(part, "_page", page)
        made.append((row, part))
    return tuple(value for _, value in reversed(made))


def _made_table(row: _Row) -> kinds.Table:
    captions = row.of(_Caption)
    lines = tuple(tuple(line) for line in row.inside if type(line) is _Part)
    return kinds.Table(lines, row.rows, row.number, tuple(captions[0]) if captions else ())


def _made_figure(row: _Row) -> kinds.Figure:
    captions = row.of(_Caption)
    content = tuple(part for part in row.inside if type(part) is not _Caption)
    return kinds.Figure(content, row.rows, tuple(captions[0]) if captions else ())


def _made_definition(row: _Row) -> kinds.Definition:
    terms = tuple(tuple(part) for part in row.inside if type(part) is _Term)
    return kinds.Definition(terms, tuple(tuple(part) for part in row.inside if type(part) is _Part))


def _made_post(row: _Row) -> kinds.Post:
    author, date = row.argument
    replies = tuple(reply for part in row.of(_Part) for reply in part)
    content = tuple(part for part in row.inside if type(part) is not _Part)
    return kinds.Post(author, date, content, replies, row.rows)


def _making(part: type, columns: str) -> Callable[[_Row], Any]:
    names = columns.split()
    return lambda row: part(*[getattr(row, name) for name in names])


_MAKE: Final[dict[int, Callable[[_Row], Any]]] = {
    **{kind: _making(part, columns) for part, (kind, columns) in _PLAIN.items()},
    Kind.LIST: lambda row: kinds.List(False, row.inside, row.rows, row.number),
    Kind.NUMBERED: lambda row: kinds.List(True, row.inside, row.rows, row.number),
    Kind.ITEM: lambda row: kinds.ListItem(
        row.inside, row.rows, None if row.number == 0 else row.number == 2
    ),
    Kind.DEFINITION: _made_definition,
    Kind.TERM: lambda row: _Term(row.inside),
    Kind.MEANING: lambda row: _Part(row.inside),
    Kind.TABLE: _made_table,
    Kind.LINE: lambda row: _Part(row.inside),
    Kind.CELL: lambda row: kinds.Cell(row.inside, bool(row.number), *(row.argument or (1, 1))),
    Kind.FIGURE: _made_figure,
    Kind.CAPTION: lambda row: _Caption(row.inside),
    Kind.EMBED: lambda row: kinds.Embed(row.argument[0], row.rows, row.argument[1]),
    Kind.POST: _made_post,
    Kind.REPLIES: lambda row: _Part(row.inside),
    Kind.IMAGE: lambda row: row.argument,
}
