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
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from dehusk.budget import Meter
from dehusk.content.header import NO_FRONT, with_front
from dehusk.content.kinds import Block
from dehusk.content.table import Content, Kind, as_table
from dehusk.native.write import TextWriter
from dehusk.writers._simple import post_words

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


def write_text(document: Document, options: PlainText = PlainText()) -> str:
    """A document as plain text.

    >>> import dehusk
    >>> write_text(dehusk.extract("<p>Tea needs <b>boiling</b> water.</p>"))
    'Tea needs boiling water.'
    """
    shown = options.captions or options.posts
    content = document.content if shown else document.running_content
    if options.title:
        content = with_front(content, document.metadata, replace(NO_FRONT, title=True))
    return text_of(content, options)


def text_of(content: Content | tuple[Block, ...], options: PlainText = PlainText()) -> str:
    """Content as plain text: blocks apart by a blank line, the footnotes last.

    >>> from dehusk.content import Paragraph, Text
    >>> text_of((Paragraph((Text("One"),), (0, 1)), Paragraph((Text("Two"),), (1, 2))))
    'One\\n\\nTwo'
    """
    table = as_table(content)
    writer = TextWriter(
        table,
        links=options.links,
        images=options.images,
        bullets=options.bullets,
        tables=options.tables,
        lines_of_posts=_lines_of_posts(table) if options.posts else {},
        wrap=None if options.width is None else partial(_wrapped, width=options.width),
    )
    return Meter("writing text").whole(writer.write())


def _lines_of_posts(content: Content) -> dict[int, str]:
    posts = np.flatnonzero(content.kind == int(Kind.POST)).tolist()
    return {row: post_words(*content.argument_of(row)) for row in posts}


def _wrapped(text: str, width: int) -> str:
    if len(text) <= width:
        return text
    return "\n".join(
        textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
