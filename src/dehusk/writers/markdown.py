"""A document as Markdown: CommonMark with the tables, task lists and strikethrough of GFM.

>>> from dehusk.content import Heading, Paragraph, Strong, Text
>>> tea = Paragraph((Text("Wait 3 * 60 s, "), Strong((Text("always"),)), Text(".")), rows=(3, 7))
>>> print(markdown_of((Heading(2, (Text("Tea #1"),), rows=(1, 3)), tea)), end="")
## Tea #1
<BLANKLINE>
Wait 3 * 60 s, **always**.

Where Markdown has no form for something, the choice is one that CommonMark renders to the same
text: a term of a definition list is a strong line with its meaning below, a caption stands in
emphasis under its figure, blocks inside a cell are apart by `<br>`, and raised and lowered text
stands in `<sup>` and `<sub>`. Footnotes, formulas and boxes are as on GitHub: `[^1]`,
`$x$` and `> [!NOTE]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from dehusk.budget import Meter
from dehusk.content import (
    CALLOUTS,
    Block,
    CodeBlock,
    Footnote,
    Heading,
    List,
    ListItem,
    MathBlock,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
)
from dehusk.content.front import FRONT, Front
from dehusk.content.table import blocks_of
from dehusk.writers._cells import table_lines
from dehusk.writers._escape import (
    code_fence,
    guard_definition,
    guard_heading,
    guard_later_lines,
    guard_lines,
)
from dehusk.writers._formulas import display_formula
from dehusk.writers._front_matter import front_matter
from dehusk.writers._inline import STAGE, InlineWriter
from dehusk.writers._simple import (
    footnotes,
    headed,
    simplified,
    without_heading_of_notes,
    without_own_name,
)

if TYPE_CHECKING:
    from dehusk.document import Document

Links = Literal["inline", "none"]

_NOT_IN_LABEL = re.compile(r"\W+")
_LANGUAGE = re.compile(r"[\w+#.-]{1,32}", re.ASCII)
_LARGEST_NUMBER = 999_999_999


@dataclass(frozen=True, slots=True)
class Markdown:
    """How Markdown is written.

    >>> Markdown(links="none", images=False).emphasis
    True

    With `links="none"` the words of links stay and their addresses go. `images` and `emphasis`
    keep images and marks such as `**`. `front_matter` writes the metadata as YAML above the text;
    `front` says what stands between it and the content: title, byline, standfirst, cover.
    """

    links: Links = "inline"
    images: bool = True
    emphasis: bool = True
    front_matter: bool = False
    front: Front = FRONT

    def __post_init__(self) -> None:
        if self.links not in get_args(Links):
            raise ValueError(f'links must be "inline" or "none", not {self.links!r}')


def write_markdown(document: Document, options: Markdown = Markdown()) -> str:  # noqa: B008 -- frozen
    """A document as Markdown.

    >>> import dehusk
    >>> write_markdown(dehusk.extract("<p>Tea needs <b>boiling</b> water.</p>"))
    'Tea needs **boiling** water.\\n'
    """
    text = markdown_of(blocks_of(document.with_front(options.front)), options)
    if not options.front_matter:
        return text
    head = front_matter(document.metadata)
    return Meter(STAGE).whole(f"{head}\n{text}" if head and text else head + text)


def markdown_of(blocks: tuple[Block, ...], options: Markdown = Markdown()) -> str:  # noqa: B008 -- frozen
    """Blocks as Markdown, apart by a blank line, the footnotes last."""
    notes = tuple(note for note in footnotes(blocks) if note.content)
    writer = _Writer(
        InlineWriter(options.links == "inline", options.images, options.emphasis, _names(notes))
    )
    parts = [text for _, text in writer.blocks(without_heading_of_notes(blocks))]
    if notes:
        parts += _footnotes(writer, notes)
    return writer.meter.whole("\n\n".join(parts) + "\n" if parts else "")


@dataclass(slots=True)
class _Writer:
    inline: InlineWriter

    @property
    def meter(self) -> Meter:
        """What has been written so far."""
        return self.inline.meter

    def blocks(self, blocks: tuple[Block, ...]) -> list[tuple[Block, str]]:
        """Each block that has something to show, with its Markdown."""
        parts: list[tuple[Block, str]] = []
        other = False
        meter = self.meter
        for block in simplified(blocks):
            before = meter.size
            if type(block) is List:
                # Two lists in a row would be read as one, were it not for another marker.
                second = bool(parts) and _alike(parts[-1][0], block) and not other
                if text := _list(self, block, second):
                    other = second
            else:
                text = _BLOCKS[type(block)](self, block)
            meter.reach(before + len(text))
            if text:
                parts.append((block, text))
        return parts

    def joined(self, blocks: tuple[Block, ...]) -> str:
        return "\n\n".join([text for _, text in self.blocks(blocks)])


def _heading(writer: _Writer, block: Heading) -> str:
    text = writer.inline.write(block.content, " ")
    return "#" * min(max(block.level, 1), 6) + " " + guard_heading(text) if text else ""


def _paragraph(writer: _Writer, block: Paragraph) -> str:
    text = writer.inline.write(block.content)
    return guard_lines(text) if text else ""


def _alike(one: Block, other: List) -> bool:
    return type(one) is List and one.ordered == other.ordered


_Parts = list[tuple[Block, str]]


def _list(writer: _Writer, block: List, second: bool) -> str:
    items = [parts for item in block.items if (parts := _item(writer, item))]
    gap = "\n" if all(map(_is_tight, items)) else "\n\n"
    start = block.start if 0 <= block.start <= _LARGEST_NUMBER - len(items) else 1
    lines = []
    for number, parts in enumerate(items, start):
        marker = _marker(number if block.ordered else None, second)
        lines.append(marker + _indented(gap.join([text for _, text in parts]), len(marker)))
    return gap.join(lines)


def _marker(number: int | None, second: bool) -> str:
    if number is None:
        return "* " if second else "- "
    return f"{number}) " if second else f"{number}. "


def _item(writer: _Writer, item: ListItem) -> _Parts:
    parts = writer.blocks(item.content)
    if not parts:
        return parts
    block, text = parts[0]
    if type(block) is Rule:
        # `- ***` and `* ---` would be fine, `- ---` and `* ***` are rules as a whole.
        parts[0] = (block, "___")
    elif type(block) is Paragraph:
        # `--` is a rule with the marker before it.
        mark = "" if text.partition("\n")[0].strip("- ") else "\\"
        box = "" if item.checked is None else f"[{'x' if item.checked else ' '}] "
        parts[0] = (block, box + mark + text)
    return parts


def _is_tight(parts: _Parts) -> bool:
    """Whether an item reads the same without blank lines: one block, or a paragraph and a list."""
    if len(parts) == 1:
        return True
    (first, _), (last, _) = parts[0], parts[-1]
    # A numbered list can only follow a paragraph at once when it begins with 1.
    return (
        len(parts) == 2
        and type(first) is Paragraph
        and type(last) is List
        and (not last.ordered or last.start == 1)
    )


def _indented(text: str, width: int) -> str:
    """The text with its lines after the first moved in, but for empty ones."""
    if "\n" not in text:
        return text
    first, *lines = text.split("\n")
    return "\n".join([first, *(" " * width + line if line else line for line in lines)])


def _quote(writer: _Writer, block: Quote) -> str:
    text = _callout(writer, block) if block.kind in CALLOUTS else writer.joined(block.content)
    return "\n".join([f"> {line}" if line else ">" for line in text.split("\n")]) if text else ""


def _callout(writer: _Writer, block: Quote) -> str:
    """A box: its first paragraph is one with the mark for those who know no boxes."""
    parts = writer.blocks(without_own_name(block))
    if not parts:
        return ""
    mark = f"[!{str(block.kind).upper()}]"
    if type(parts[0][0]) is not Paragraph:
        return "\n\n".join([mark, *(text for _, text in parts)])
    first = guard_later_lines(parts[0][1])
    return "\n\n".join([f"{mark}\n{first}", *(text for _, text in parts[1:])])


def _code(writer: _Writer, block: CodeBlock) -> str:
    text = block.text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    if not text.strip():
        return ""
    language = block.language or ""
    return code_fence(text, language if _LANGUAGE.fullmatch(language) else "")


def _math(writer: _Writer, block: MathBlock) -> str:
    return display_formula(block.latex)


def _table(writer: _Writer, block: Table) -> str:
    return "\n".join(table_lines(writer.inline, block))


_BLOCKS: dict[type, Callable[[_Writer, Any], str]] = {
    Heading: _heading,
    Paragraph: _paragraph,
    Table: _table,
    CodeBlock: _code,
    Quote: _quote,
    MathBlock: _math,
    Rule: lambda writer, block: "***",
}


def _names(notes: tuple[Footnote, ...]) -> dict[str, str]:
    """What each footnote is called: its label, without what Markdown would stumble over."""
    names: dict[str, str] = {}
    taken = set()
    for label in dict.fromkeys(note.label for note in notes):
        name = _NOT_IN_LABEL.sub("-", label).strip("-") or "note"
        names[label] = f"{name}-{len(names)}" if name in taken else name
        taken.add(names[label])
    return names


def _footnotes(writer: _Writer, notes: tuple[Footnote, ...]) -> list[str]:
    """The notes that the text points to, after the others, which renderers would leave out."""
    first = {note.label: note for note in reversed(notes)}
    written: dict[str, str] = {}
    for label in writer.inline.used:  # grows while a note points to another
        if label not in written:
            written[label] = ""
            written[label] = _footnote(writer, first[label])
    writer.inline.notes = {label: writer.inline.notes[label] for label in written}
    lone = [note for note in notes if note.label not in written or note is not first[note.label]]
    texts = [text for note in lone if (text := _lone(writer, note))]
    return texts + list(written.values())


def _lone(writer: _Writer, note: Footnote) -> str:
    """A note that nothing points to, as ordinary text."""
    if not writer.joined(note.content):
        return ""
    return writer.joined(headed((Text(f"[{note.label}] "),), note.content, note.rows))


def _footnote(writer: _Writer, note: Footnote) -> str:
    label = f"[^{writer.inline.notes[note.label]}]:"
    parts = writer.blocks(note.content)
    text = _indented("\n\n".join([text for _, text in parts]), 4)
    if parts and type(parts[0][0]) is not Paragraph:
        # Renderers without footnotes would read code or a list here as words of a paragraph.
        return f"{label}\n\n    {text}"
    return f"{label} {guard_definition(text)}"
