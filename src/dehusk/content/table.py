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
| LINK | pieces | | its address | its title |
| IMAGE | | | | an `Image` |
| MATH | | | LaTeX | |
| BREAK | | | | |
| REFERENCE | | | | the label of its footnote |

Text is UTF-8 in one buffer, white space as a reader sees it. `first` and `last` are the rows of the
page that a block came from, `last` not included; parts and pieces that are no blocks have -1 there.
`argument` is an index into `arguments`, -1 for None.
"""

from __future__ import annotations

from dehusk.content.conversions import as_table, blocks_of, parts_between, table_of
from dehusk.content.rows import Content, joined
from dehusk.native.codes import Kind

__all__ = [
    "Content",
    "Kind",
    "as_table",
    "blocks_of",
    "joined",
    "parts_between",
    "table_of",
]
