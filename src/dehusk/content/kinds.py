"""The small content tree that writers print: blocks that hold blocks or inline content.

>>> Paragraph((Text("Water "), Strong((Text("boils"),))), rows=(5, 9))
Paragraph(content=(Text(text='Water '), Strong(content=(Text(text='boils'),))), rows=(5, 9))

Every block knows the rows of the page that it came from, `rows[0]` up to but not including
`rows[1]`: `page.xpath(block.rows[0])` says where it stood. Text is as a reader sees it: white space
is collapsed, except in code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Final

Rows = tuple[int, int]

CALLOUTS: Final = ("note", "tip", "important", "warning", "caution")
"""The kinds of boxes that GitHub's Markdown knows."""


@dataclass(frozen=True, slots=True)
class Text:
    """A run of characters."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Stressed text: `em`, `i`, `cite`, `dfn`, `var`."""

    content: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Strong:
    """Important text: `strong`, `b`."""

    content: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Strikethrough:
    """Text that no longer holds: `del`, `s`, `strike`."""

    content: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Superscript:
    """Raised text."""

    content: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Subscript:
    """Lowered text."""

    content: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Code within a line."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link with an absolute URL, or a `#fragment` of this page."""

    content: tuple[Inline, ...]
    url: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Image:
    """An image with an absolute URL; its size in pixels where the page says it."""

    url: str
    alt: str = ""
    title: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class Math:
    """A formula within a line, as LaTeX."""

    latex: str


@dataclass(frozen=True, slots=True)
class Break:
    """A line break that the author set."""


@dataclass(frozen=True, slots=True)
class FootnoteReference:
    """The mark in the text that points to a `Footnote`."""

    label: str


Inline = (
    Text
    | Emphasis
    | Strong
    | Strikethrough
    | Superscript
    | Subscript
    | Code
    | Link
    | Image
    | Math
    | Break
    | FootnoteReference
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 6."""

    level: int
    content: tuple[Inline, ...]
    rows: Rows


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or any other run of text that stands by itself."""

    content: tuple[Inline, ...]
    rows: Rows


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list; `checked` is the state of its checkbox, None where it has none."""

    content: tuple[Block, ...]
    rows: Rows
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class List:
    """An ordered or unordered list; `start` is the first number of an ordered one."""

    ordered: bool
    items: tuple[ListItem, ...]
    rows: Rows
    start: int = 1


@dataclass(frozen=True, slots=True)
class Definition:
    """One or more terms, and what they mean."""

    terms: tuple[tuple[Inline, ...], ...]
    meanings: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class DefinitionList:
    """Terms with their meanings."""

    items: tuple[Definition, ...]
    rows: Rows


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table; `columns` and `lines` say how many it spans."""

    content: tuple[Block, ...]
    header: bool = False
    columns: int = 1
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table of data; its first `header_lines` lines are its head."""

    lines: tuple[tuple[Cell, ...], ...]
    rows: Rows
    header_lines: int = 0
    caption: tuple[Inline, ...] = ()


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Code with its white space, and its language where the page names it."""

    text: str
    rows: Rows
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation, or a box set off from the text, whose `kind` is one of `CALLOUTS`."""

    content: tuple[Block, ...]
    rows: Rows
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """Images, code or a table with a caption."""

    content: tuple[Block, ...]
    rows: Rows
    caption: tuple[Inline, ...] = ()

    @property
    def is_code(self) -> bool:
        """Is it code alone? Its caption, the name of a file mostly, stands above it."""
        return bool(self.content) and all(isinstance(block, CodeBlock) for block in self.content)


@dataclass(frozen=True, slots=True)
class MathBlock:
    """A formula that stands by itself, as LaTeX."""

    latex: str
    rows: Rows


@dataclass(frozen=True, slots=True)
class Embed:
    """A video or other player that the page embeds, as its address."""

    url: str
    rows: Rows
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A thematic break."""

    rows: Rows


@dataclass(frozen=True, slots=True)
class Footnote:
    """A note that a `FootnoteReference` with the same label points to."""

    label: str
    content: tuple[Block, ...]
    rows: Rows = field(default=(0, 0))


@dataclass(frozen=True, slots=True)
class Post:
    """What somebody wrote in a thread, and the replies to it. `date` is ISO 8601 where the page
    tells it so, or as the page shows it."""

    author: str | None
    date: str | None
    content: tuple[Block, ...]
    replies: tuple[Post, ...]
    rows: Rows


Block = (
    Heading
    | Paragraph
    | List
    | DefinitionList
    | Table
    | CodeBlock
    | Quote
    | Figure
    | MathBlock
    | Embed
    | Rule
    | Footnote
    | Post
)


def parts_of(blocks: tuple[Block, ...]) -> Iterator[Any]:
    """Every part of some content, in order, without recursion.

    >>> [type(part).__name__ for part in parts_of((Paragraph((Text("Tea"),), rows=(5, 7)),))]
    ['Paragraph', 'Text']
    """
    waiting: list[Any] = list(reversed(blocks))
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(reversed(one))
        elif is_dataclass(one):
            yield one
            parts = (getattr(one, field.name) for field in fields(one))
            waiting.extend(reversed([part for part in parts if isinstance(part, tuple)]))
