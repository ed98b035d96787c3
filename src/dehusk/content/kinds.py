"""The small content tree that writers print: blocks that hold blocks or inline content.

>>> paragraph = Paragraph((Text("Water "), Strong((Text("boils"),))), rows=(5, 9))
>>> paragraph
Paragraph('Water boils', rows=(5, 9))
>>> paragraph.content
(Text(text='Water '), Strong(content=(Text(text='boils'),)))

Every block knows the rows of the page that it came from, `rows[0]` up to but not including
`rows[1]`; `xpath` and `source` say where that is. Text is as a reader sees it: white space
is collapsed, except in code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn

from dehusk.errors import no_attribute
from dehusk.reprs import said, shortened

if TYPE_CHECKING:
    from dehusk.page import Page

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


class Placed:
    """What blocks have in common: the rows of the page that each came from.

    >>> from dehusk import extract
    >>> block = extract("<p>Tea needs boiling water.<p>Then wait for a few minutes.").blocks[1]
    >>> block
    Paragraph('Then wait for a few minutes.', rows=(5, 7))
    >>> block.text, block.xpath, block.source
    ('Then wait for a few minutes.', '/html/body/p[2]', (27, 58))
    """

    __slots__ = ("_page",)

    rows: Rows
    text: Any
    _page: Page

    def __repr__(self) -> str:
        words = shortened(" ".join(self.text.split()))
        facts = [
            fact for fact in said(self) if fact.name == "rows" or type(fact.value) is not tuple
        ]
        told = [f"{name}={shortened(repr(value))}" for name, value in facts if name != "text"]
        return f"{type(self).__name__}({', '.join([repr(words), *told])})"

    @property
    def xpath(self) -> str | None:
        """Where it begins in the page; None for a block that no document made."""
        return self._place[0]

    @property
    def source(self) -> tuple[int, int] | None:
        """The span of its bytes in `page.source`; None where that is not known."""
        return self._place[1]

    @property
    def _place(self) -> tuple[str | None, tuple[int, int] | None]:
        page = getattr(self, "_page", None)
        return (None, None) if page is None else page.locations.of(self.rows)

    if not TYPE_CHECKING:  # type checkers know the names, and would take any other for one

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(no_attribute(self, name), name=name, obj=self)


class Worded(Placed):
    """A block whose text is that of its parts."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The words of the block, as plain text."""
        from dehusk.content.conversions import text_of_block

        return text_of_block(self)


@dataclass(frozen=True, slots=True, repr=False)
class Heading(Worded):
    """A heading of level 1 to 6."""

    level: int
    content: tuple[Inline, ...]
    rows: Rows


@dataclass(frozen=True, slots=True, repr=False)
class Paragraph(Worded):
    """A paragraph, or any other run of text that stands by itself."""

    content: tuple[Inline, ...]
    rows: Rows


@dataclass(frozen=True, slots=True, repr=False)
class ListItem(Worded):
    """An item of a list; `checked` is the state of its checkbox, None where it has none."""

    content: tuple[Block, ...]
    rows: Rows
    checked: bool | None = None


@dataclass(frozen=True, slots=True, repr=False)
class List(Worded):
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


@dataclass(frozen=True, slots=True, repr=False)
class DefinitionList(Worded):
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


@dataclass(frozen=True, slots=True, repr=False)
class Table(Worded):
    """A table of data; its first `header_lines` lines are its head."""

    lines: tuple[tuple[Cell, ...], ...]
    rows: Rows
    header_lines: int = 0
    caption: tuple[Inline, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class CodeBlock(Placed):
    """Code with its white space, and its language where the page names it."""

    text: str
    rows: Rows
    language: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Quote(Worded):
    """A quotation, or a box set off from the text, whose `kind` is one of `CALLOUTS`."""

    content: tuple[Block, ...]
    rows: Rows
    kind: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Figure(Worded):
    """Images, code or a table with a caption."""

    content: tuple[Block, ...]
    rows: Rows
    caption: tuple[Inline, ...] = ()

    @property
    def is_code(self) -> bool:
        """Is it code alone? Its caption, the name of a file mostly, stands above it."""
        return bool(self.content) and all(isinstance(block, CodeBlock) for block in self.content)


@dataclass(frozen=True, slots=True, repr=False)
class MathBlock(Worded):
    """A formula that stands by itself, as LaTeX."""

    latex: str
    rows: Rows


@dataclass(frozen=True, slots=True, repr=False)
class Embed(Worded):
    """A video or other player that the page embeds, as its address."""

    url: str
    rows: Rows
    title: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Rule(Worded):
    """A thematic break."""

    rows: Rows


@dataclass(frozen=True, slots=True, repr=False)
class Footnote(Worded):
    """A note that a `FootnoteReference` with the same label points to."""

    label: str
    content: tuple[Block, ...]
    rows: Rows = field(default=(0, 0))


@dataclass(frozen=True, slots=True, repr=False)
class Post(Worded):
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
