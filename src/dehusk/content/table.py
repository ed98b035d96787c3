"""The content as a table in document order, as the page is one.

>>> from dehusk.content import Paragraph, Strong, Text
>>> content = table_of((Paragraph((Text("Boil "), Strong((Text("it"),))), rows=(5, 9)),))
>>> [(Kind(kind).name, end) for kind, end in zip(content.kind.tolist(), content.end.tolist())]
[('PARAGRAPH', 4), ('TEXT', 2), ('STRONG', 4), ('TEXT', 4)]
>>> blocks_of(content)[0].content[1]
Strong(content=(Text(text='it'),))

A row is a block, a part of one, or a piece within a line; what is inside row `i` are the rows
`i + 1` up to `end[i]`. What the columns hold depends on the kind, and this is all of it:

| kind | inside | number | text | argument |
| --- | --- | --- | --- | --- |
| HEADING | pieces | its level, 1 to 6 | | |
| PARAGRAPH | pieces | | | |
| LIST, NUMBERED | ITEM | its first number | | |
| ITEM | blocks | its check box: 0 none, 1 open, 2 checked | | |
| DEFINITIONS | DEFINITION | | | |
| DEFINITION | TERM, then MEANING | | | |
| TERM | pieces | | | |
| MEANING | blocks | | | |
| TABLE | CAPTION, then LINE | how many lines are its head | | |
| LINE | CELL | | | |
| CELL | blocks | 1 for a header | | `(columns, lines)` if it spans more than one |
| CODE_BLOCK | | | the code | its language |
| QUOTE | blocks | | | its kind, if it is a callout |
| FIGURE | blocks, then CAPTION | | | |
| CAPTION | pieces | | | |
| MATH_BLOCK | | | LaTeX | |
| EMBED | | | | `(url, title)` |
| RULE | | | | |
| FOOTNOTE | blocks | | | its label |
| POST | blocks, then REPLIES | | | `(author, date)` |
| REPLIES | POST | | | |
| TEXT, CODE | | | the words | |
| EMPHASIS, STRONG, STRIKETHROUGH, SUPERSCRIPT, SUBSCRIPT | pieces | | | |
| LINK | pieces | | | `(url, title)` |
| IMAGE | | | | an `Image` |
| MATH | | | LaTeX | |
| BREAK | | | | |
| REFERENCE | | | | the label of its footnote |

Text is UTF-8 in one buffer, white space as a reader sees it. `first` and `last` are the rows of the
page that a block came from, `last` not included; parts and pieces that are no blocks have -1 there.
`argument` is an index into `arguments`, -1 for None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dehusk.content import kinds
from dehusk.content.kinds import Block, Inline, Rows
from dehusk.page import Ints, freeze


class Kind(IntEnum):
    """What a row of the content is. Blocks stand before pieces within a line."""

    HEADING = 0
    PARAGRAPH = 1
    LIST = 2
    NUMBERED = 3
    ITEM = 4
    DEFINITIONS = 5
    DEFINITION = 6
    TERM = 7
    MEANING = 8
    TABLE = 9
    LINE = 10
    CELL = 11
    CODE_BLOCK = 12
    QUOTE = 13
    FIGURE = 14
    CAPTION = 15
    MATH_BLOCK = 16
    EMBED = 17
    RULE = 18
    FOOTNOTE = 19
    POST = 20
    REPLIES = 21
    TEXT = 32
    CODE = 33
    EMPHASIS = 34
    STRONG = 35
    STRIKETHROUGH = 36
    SUPERSCRIPT = 37
    SUBSCRIPT = 38
    LINK = 39
    IMAGE = 40
    MATH = 41
    BREAK = 42
    REFERENCE = 43


@dataclass(frozen=True, eq=False)
class Content:
    """Read-only columns, one row for each part of the content; the module explains them."""

    kind: NDArray[np.uint8]
    end: Ints
    number: Ints
    text_start: Ints
    text_end: Ints
    first: Ints
    last: Ints
    argument: Ints
    text: bytes
    arguments: Sequence[Any] = ()

    def __post_init__(self) -> None:
        freeze(self)

    def __len__(self) -> int:
        return len(self.kind)

    def text_of(self, row: int) -> str:
        """The text of a row, of code or a formula."""
        start, end = self.text_start.item(row), self.text_end.item(row)
        return self.text[start:end].decode("utf-8", "surrogatepass")

    def argument_of(self, row: int) -> Any:
        """The argument of a row, None where it has none."""
        place = self.argument.item(row)
        return self.arguments[place] if place >= 0 else None


def joined(one: Content, other: Content) -> Content:
    """The rows of one table, then those of the other."""
    shifts = {
        "end": len(one),
        "text_start": len(one.text),
        "text_end": len(one.text),
    }
    columns: dict[str, Any] = {}
    for name in ("kind", "end", "number", "text_start", "text_end", "first", "last"):
        more = getattr(other, name) + np.int32(shifts[name]) if name in shifts else None
        both = getattr(one, name), getattr(other, name) if more is None else more
        columns[name] = np.concatenate(both)
    places = np.where(other.argument >= 0, other.argument + len(one.arguments), -1)
    columns["argument"] = np.concatenate((one.argument, places.astype(np.int32)))
    return Content(
        **columns, text=one.text + other.text, arguments=(*one.arguments, *other.arguments)
    )


def without_rows(content: Content, spans: list[tuple[int, int]]) -> Content:
    """The content without some blocks, given by their first row and the row after their last."""
    kept = np.ones(len(content), bool)
    for first, end in spans:
        kept[first:end] = False
    before = np.zeros(len(content) + 1, np.int32)
    np.cumsum(kept, out=before[1:])
    names = ("kind", "number", "text_start", "text_end", "first", "last", "argument")
    columns = {name: getattr(content, name)[kept] for name in names}
    return replace(content, end=before[content.end[kept]], **columns)


# Blocks to a table


@dataclass
class _Rows:
    """A table in the making, column by column."""

    columns: list[list[int]] = field(default_factory=lambda: [[] for _ in range(8)])
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
        self.text += text.encode("utf-8", "surrogatepass")
        place = -1
        if argument is not None:
            place = len(self.arguments)
            self.arguments.append(argument)
        row = len(self.columns[0])
        values = (kind, row + 1, number, start, len(self.text), *rows, place)
        for column, value in zip(self.columns, values, strict=True):
            column.append(value)
        return row

    def close(self, row: int) -> None:
        """Everything that was added since belongs to a row."""
        self.columns[1][row] = len(self.columns[0])

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
    kind, *numbers = rows.columns
    end, number, start, stop, first, last, argument = (np.array(one, np.int32) for one in numbers)
    columns = np.array(kind, np.uint8), end, number, start, stop, first, last, argument
    return Content(*columns, bytes(rows.text), tuple(rows.arguments))


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


def _holding(kind: Kind) -> Callable[[_Rows, Any], None]:
    """For pieces that hold other pieces and nothing else."""
    return lambda rows, part: rows.inside(rows.open(kind), part.content)


_ADD: Final[dict[type, Callable[[_Rows, Any], Any]]] = {
    kinds.Heading: lambda rows, block: rows.inside(
        rows.open(Kind.HEADING, block.rows, number=block.level), block.content
    ),
    kinds.Paragraph: lambda rows, block: rows.inside(
        rows.open(Kind.PARAGRAPH, block.rows), block.content
    ),
    kinds.List: _add_list,
    kinds.ListItem: _add_item,
    kinds.DefinitionList: lambda rows, block: rows.inside(
        rows.open(Kind.DEFINITIONS, block.rows), block.items
    ),
    kinds.Definition: _add_definition,
    kinds.Table: _add_table,
    kinds.Cell: _add_cell,
    kinds.CodeBlock: lambda rows, block: rows.open(
        Kind.CODE_BLOCK, block.rows, text=block.text, argument=block.language
    ),
    kinds.Quote: lambda rows, block: rows.inside(
        rows.open(Kind.QUOTE, block.rows, argument=block.kind), block.content
    ),
    kinds.Figure: _add_figure,
    kinds.MathBlock: lambda rows, block: rows.open(Kind.MATH_BLOCK, block.rows, text=block.latex),
    kinds.Embed: lambda rows, block: rows.open(
        Kind.EMBED, block.rows, argument=(block.url, block.title)
    ),
    kinds.Rule: lambda rows, block: rows.open(Kind.RULE, block.rows),
    kinds.Footnote: lambda rows, block: rows.inside(
        rows.open(Kind.FOOTNOTE, block.rows, argument=block.label), block.content
    ),
    kinds.Post: _add_post,
    kinds.Text: lambda rows, piece: rows.open(Kind.TEXT, text=piece.text),
    kinds.Code: lambda rows, piece: rows.open(Kind.CODE, text=piece.text),
    kinds.Emphasis: _holding(Kind.EMPHASIS),
    kinds.Strong: _holding(Kind.STRONG),
    kinds.Strikethrough: _holding(Kind.STRIKETHROUGH),
    kinds.Superscript: _holding(Kind.SUPERSCRIPT),
    kinds.Subscript: _holding(Kind.SUBSCRIPT),
    kinds.Link: lambda rows, piece: rows.inside(
        rows.open(Kind.LINK, argument=(piece.url, piece.title)), piece.content
    ),
    kinds.Image: lambda rows, piece: rows.open(Kind.IMAGE, argument=piece),
    kinds.Math: lambda rows, piece: rows.open(Kind.MATH, text=piece.latex),
    kinds.Break: lambda rows, piece: rows.open(Kind.BREAK),
    kinds.FootnoteReference: lambda rows, piece: rows.open(Kind.REFERENCE, argument=piece.label),
}


def as_table(content: Content | tuple[Block, ...]) -> Content:
    """The content itself, or blocks that somebody made as a table."""
    return content if isinstance(content, Content) else table_of(content)


# A table to blocks


@dataclass(frozen=True, slots=True)
class _Row:
    """One row as plain values, with what was made of the rows inside of it."""

    rows: Rows
    number: int
    text: str
    argument: Any
    inside: list[Any]

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


def blocks_of(content: Content) -> tuple[Block, ...]:
    """The blocks of a table: from the last row to the first, so that what is inside is made before."""
    texts = content.text
    columns = [
        column.tolist()
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
    ]
    made: list[tuple[int, Any]] = []
    for row in range(len(content) - 1, -1, -1):
        kind, end, number, start, stop, first, last, argument = (column[row] for column in columns)
        inside: list[Any] = []
        while made and made[-1][0] < end:
            inside.append(made.pop()[1])
        value = _Row(
            (first, last),
            number,
            texts[start:stop].decode("utf-8", "surrogatepass") if stop > start else "",
            content.arguments[argument] if argument >= 0 else None,
            inside,
        )
        made.append((row, _MAKE[kind](value)))
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


def _made_of(kind: type) -> Callable[[_Row], Any]:
    return lambda row: kind(tuple(row.inside))


_MAKE: Final[dict[int, Callable[[_Row], Any]]] = {
    Kind.HEADING: lambda row: kinds.Heading(row.number, tuple(row.inside), row.rows),
    Kind.PARAGRAPH: lambda row: kinds.Paragraph(tuple(row.inside), row.rows),
    Kind.LIST: lambda row: kinds.List(False, tuple(row.inside), row.rows, row.number),
    Kind.NUMBERED: lambda row: kinds.List(True, tuple(row.inside), row.rows, row.number),
    Kind.ITEM: lambda row: kinds.ListItem(
        tuple(row.inside), row.rows, None if row.number == 0 else row.number == 2
    ),
    Kind.DEFINITIONS: lambda row: kinds.DefinitionList(tuple(row.inside), row.rows),
    Kind.DEFINITION: _made_definition,
    Kind.TERM: lambda row: _Term(row.inside),
    Kind.MEANING: lambda row: _Part(row.inside),
    Kind.TABLE: _made_table,
    Kind.LINE: lambda row: _Part(row.inside),
    Kind.CELL: lambda row: kinds.Cell(
        tuple(row.inside), bool(row.number), *(row.argument or (1, 1))
    ),
    Kind.CODE_BLOCK: lambda row: kinds.CodeBlock(row.text, row.rows, row.argument),
    Kind.QUOTE: lambda row: kinds.Quote(tuple(row.inside), row.rows, row.argument),
    Kind.FIGURE: _made_figure,
    Kind.CAPTION: lambda row: _Caption(row.inside),
    Kind.MATH_BLOCK: lambda row: kinds.MathBlock(row.text, row.rows),
    Kind.EMBED: lambda row: kinds.Embed(row.argument[0], row.rows, row.argument[1]),
    Kind.RULE: lambda row: kinds.Rule(row.rows),
    Kind.FOOTNOTE: lambda row: kinds.Footnote(row.argument, tuple(row.inside), row.rows),
    Kind.POST: _made_post,
    Kind.REPLIES: lambda row: _Part(row.inside),
    Kind.TEXT: lambda row: kinds.Text(row.text),
    Kind.CODE: lambda row: kinds.Code(row.text),
    Kind.EMPHASIS: _made_of(kinds.Emphasis),
    Kind.STRONG: _made_of(kinds.Strong),
    Kind.STRIKETHROUGH: _made_of(kinds.Strikethrough),
    Kind.SUPERSCRIPT: _made_of(kinds.Superscript),
    Kind.SUBSCRIPT: _made_of(kinds.Subscript),
    Kind.LINK: lambda row: kinds.Link(tuple(row.inside), *row.argument),
    Kind.IMAGE: lambda row: row.argument,
    Kind.MATH: lambda row: kinds.Math(row.text),
    Kind.BREAK: lambda row: kinds.Break(),
    Kind.REFERENCE: lambda row: kinds.FootnoteReference(row.argument),
}
