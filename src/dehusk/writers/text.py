"""A document as plain text: no marks, only the words of the page.

>>> from dehusk.content import Heading, List, ListItem, Paragraph, Text
>>> bread = (Text("Bread"),)
>>> item = ListItem((Paragraph((Text("flour"),), rows=(5, 6)),), rows=(4, 6))
>>> blocks = (Heading(1, bread, rows=(1, 3)), List(False, (item, item), rows=(3, 6)))
>>> print(text_of(blocks))
Bread
<BLANKLINE>
flour
flour
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from dehusk.budget import Meter, watched
from dehusk.content import (
    Block,
    Break,
    Code,
    CodeBlock,
    Definition,
    DefinitionList,
    Embed,
    Figure,
    Footnote,
    FootnoteReference,
    Heading,
    Image,
    Inline,
    Link,
    List,
    Math,
    MathBlock,
    Paragraph,
    Post,
    Quote,
    Rule,
    Table,
    Text,
)
from dehusk.content.front import NO_FRONT, with_front
from dehusk.writers._simple import post_blocks

if TYPE_CHECKING:
    from dehusk.document import Document


@dataclass(frozen=True, slots=True)
class PlainText:
    """How plain text is written.

    >>> PlainText(bullets=True, width=72).links
    False

    By default every word of the text is a word of the page, so list items get no numbers: a number
    that nobody wrote would be counted as a word. `links` adds the address after the words of a
    link, and the address of embedded players. `images` adds the alternative text of images.
    `bullets` marks list items with `-` or their number and indents nested ones. `tables` keeps
    tables, a line each and a tab between cells. `title` puts the title in front, `captions` keeps
    those of pictures. `posts` puts author and date before each post of a thread. `width` wraps
    paragraphs at so many characters.
    """

    links: bool = False
    images: bool = False
    bullets: bool = False
    tables: bool = True
    title: bool = False
    captions: bool = False
    posts: bool = False
    width: int | None = None

    def __post_init__(self) -> None:
        if self.width is not None and self.width < 1:
            raise ValueError(f"width must be at least 1, not {self.width}")


def write_text(document: Document, options: PlainText = PlainText()) -> str:  # noqa: B008 -- frozen
    """A document as plain text.

    >>> import dehusk
    >>> write_text(dehusk.extract("<p>Tea needs <b>boiling</b> water.</p>"))
    'Tea needs boiling water.'
    """
    shown = options.captions or options.posts
    blocks = document.blocks if shown else document.running_blocks
    if options.title:
        blocks = with_front(blocks, document.metadata, replace(NO_FRONT, title=True))
    return text_of(blocks, options)


def text_of(blocks: tuple[Block, ...], options: PlainText = PlainText()) -> str:  # noqa: B008 -- frozen
    """Blocks as plain text, apart by a blank line, the footnotes last.

    >>> text_of((Paragraph((Text("One"),), (0, 1)), Paragraph((Text("Two"),), (1, 2))))
    'One\\n\\nTwo'
    """
    writer = _Writer(options)
    parts = writer.blocks(blocks)
    # The list grows while a note holds another.
    parts += [text for note in writer.notes if (text := _footnote(writer, note))]
    return writer.meter.whole("\n\n".join(parts))


_STAGE = "writing text"


@dataclass(slots=True)
class _Writer:
    options: PlainText
    notes: list[Footnote] = field(default_factory=list)
    meter: Meter = field(default_factory=lambda: Meter(_STAGE))

    def blocks(self, blocks: tuple[Block, ...]) -> list[str]:
        return [text for block in blocks if (text := self.block(block))]

    def block(self, block: Block) -> str:
        before = self.meter.size
        text = _BLOCKS[type(block)](self, block)
        self.meter.reach(before + len(text))
        return text

    def line(self, content: tuple[Inline, ...]) -> str:
        """Inline content, its lines trimmed."""
        if len(content) == 1 and type(content[0]) is Text:
            return content[0].text.strip()
        parts: list[str] = []
        self.inlines(content, parts)
        text = "".join(parts)
        if "\n" in text:
            return "\n".join(line.strip() for line in text.split("\n")).strip()
        return text.strip()

    def inlines(self, content: tuple[Inline, ...], parts: list[str]) -> None:
        for node in watched(content, _STAGE):
            if type(node) is Text:
                parts.append(node.text)
            elif mark := _INLINES.get(type(node)):
                parts.append(mark(self, node))
            else:
                self.inlines(node.content, parts)  # type: ignore[union-attr]


def _link(writer: _Writer, node: Link) -> str:
    parts: list[str] = []
    writer.inlines(node.content, parts)
    words = "".join(parts)
    if not writer.options.links or words.strip() in ("", node.url):
        return words
    return f"{words.rstrip()} ({node.url}){' ' if words[-1].isspace() else ''}"


_INLINES: dict[type, Callable[[_Writer, Any], str]] = {
    Code: lambda writer, node: node.text,
    Math: lambda writer, node: node.latex,
    Break: lambda writer, node: "\n",
    Image: lambda writer, node: node.alt if writer.options.images else "",
    FootnoteReference: lambda writer, node: f"[{node.label}]",
    Link: _link,
}


def _paragraph(writer: _Writer, block: Paragraph) -> str:
    text = writer.line(block.content)
    if (width := writer.options.width) is None or len(text) <= width:
        return text
    return "\n".join(
        textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )


def _list(writer: _Writer, block: List) -> str:
    items = ["\n".join(writer.blocks(item.content)) for item in block.items]
    if writer.options.bullets:
        items = [
            _marked(f"{block.start + index}. " if block.ordered else "- ", item) if item else ""
            for index, item in enumerate(items)
        ]
    return "\n".join(item for item in items if item)


def _marked(marker: str, text: str) -> str:
    return marker + text.replace("\n", "\n" + " " * len(marker))


def _definitions(writer: _Writer, block: DefinitionList) -> str:
    return "\n".join(line for item in block.items for line in _definition(writer, item) if line)


def _definition(writer: _Writer, item: Definition) -> list[str]:
    terms = [writer.line(term) for term in item.terms]
    return terms + [line for meaning in item.meanings for line in writer.blocks(meaning)]


def _table(writer: _Writer, block: Table) -> str:
    if not writer.options.tables:
        return ""
    lines = [writer.line(block.caption)]
    for cells in block.lines:
        texts = [" ".join(" ".join(writer.blocks(cell.content)).split()) for cell in cells]
        lines.append("\t".join(texts).rstrip("\t"))
    return "\n".join(line for line in lines if line)


def _code(writer: _Writer, block: CodeBlock) -> str:
    return block.text.strip("\n") if block.text.strip() else ""


def _figure(writer: _Writer, block: Figure) -> str:
    content, caption = writer.blocks(block.content), writer.line(block.caption)
    parts = (caption, *content) if block.is_code else (*content, caption)
    return "\n\n".join(filter(None, parts))


def _embed(writer: _Writer, block: Embed) -> str:
    if not writer.options.links:
        return ""
    return f"{block.title} ({block.url})" if block.title else block.url


def _kept_for_the_end(writer: _Writer, block: Footnote) -> str:
    writer.notes.append(block)
    return ""


def _footnote(writer: _Writer, block: Footnote) -> str:
    text = "\n".join(writer.blocks(block.content))
    return f"[{block.label}] {text}" if text else ""


def _post(writer: _Writer, block: Post) -> str:
    parts = post_blocks(block) if writer.options.posts else (*block.content, *block.replies)
    return "\n\n".join(writer.blocks(tuple(parts)))


_BLOCKS: dict[type, Callable[[_Writer, Any], str]] = {
    Heading: lambda writer, block: writer.line(block.content).replace("\n", " "),
    Paragraph: _paragraph,
    List: _list,
    DefinitionList: _definitions,
    Table: _table,
    CodeBlock: _code,
    Quote: lambda writer, block: "\n\n".join(writer.blocks(block.content)),
    Figure: _figure,
    MathBlock: lambda writer, block: block.latex.strip(),
    Embed: _embed,
    Rule: lambda writer, block: "",
    Footnote: _kept_for_the_end,
    Post: _post,
}
