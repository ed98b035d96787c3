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

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from dehusk.budget import Meter
from dehusk.content import Block
from dehusk.content.header import FRONT, Front
from dehusk.content.table import Content, Kind, as_table
from dehusk.native.write import MarkdownWriter
from dehusk.writers import _rules
from dehusk.writers._footnotes import names_of_notes, written_notes
from dehusk.writers._front_matter import front_matter
from dehusk.writers._simple import headings_of_notes

if TYPE_CHECKING:
    from dehusk.document import Document

Links = Literal["inline", "none"]

_STAGE = "writing Markdown"
_FOOTNOTE = int(Kind.FOOTNOTE)


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
        if self.links not in ("inline", "none"):
            raise ValueError(f'links must be "inline" or "none", not {self.links!r}')


def write_markdown(document: Document, options: Markdown = Markdown()) -> str:
    """A document as Markdown.

    >>> import dehusk
    >>> write_markdown(dehusk.extract("<p>Tea needs <b>boiling</b> water.</p>"))
    'Tea needs **boiling** water.\\n'
    """
    text = markdown_of(document.with_front(options.front), options)
    if not options.front_matter:
        return text
    head = front_matter(document.metadata)
    return Meter(_STAGE).whole(f"{head}\n{text}" if head and text else head + text)


def markdown_of(
    content: Content | tuple[Block, ...],
    options: Markdown = Markdown(),
) -> str:
    """Content as Markdown: blocks apart by a blank line, the footnotes last."""
    table = as_table(content)
    notes = _notes(table)
    names = names_of_notes(table, notes)
    used: list[str] = []
    writer = MarkdownWriter(
        table,
        left_out=headings_of_notes(table) if notes else (),
        links=options.links == "inline",
        images=options.images,
        emphasis=options.emphasis,
        names=names,
        used=used,
        rules=_rules,
    )
    text = writer.write(0, len(table))[1]
    if notes:
        parts = [text] if text else []
        text = "\n\n".join(parts + written_notes(table, writer, notes, names, used))
    return Meter(_STAGE).whole(text + "\n" if text else "")


def _notes(content: Content) -> list[int]:
    """The rows of footnotes that have something in them."""
    if _FOOTNOTE not in content.kind.tobytes():
        return []
    rows: list[int] = np.flatnonzero(content.kind == _FOOTNOTE).tolist()
    return [row for row in rows if content.end.item(row) > row + 1]
