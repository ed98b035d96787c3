"""A content as text, HTML, JSON and Markdown, and the head that may come before it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dehusk.content.kinds import Image
from dehusk.content.table import Content
from dehusk.native.codes import Sign
from dehusk.native.xpath import Locations

class ContentWriter:
    """Opens the columns of a content, and keeps to the limits at hand."""

class Opening:
    """A content, to read its beginning and to put something in front of it.

    Spans of it, whole blocks, are given by their first row and the row after their last.
    """

    def __init__(self, content: Content) -> None: ...
    def blocks(self, most: int, longest: int) -> list[tuple[int, int, int, bool, str]]:
        """The first blocks: row and row after the last, kind, whether all inside is one link, and the
        words, text by text until they have more than `longest` characters.
        """

    def has_picture_or_post(self, spans: list[tuple[int, int]], most: int) -> bool:
        """Whether a picture or a post is among the first rows of some spans."""

    def has_first_level(self, spans: list[tuple[int, int]]) -> bool:
        """Whether a heading of the first level is in some spans, outside of all blocks but posts."""

    def with_head(
        self,
        taken: tuple[int, int] | None,
        head: list[tuple[int, int, int, int, int, int]],
        spans: list[tuple[int, int]],
        lowest: int,
    ) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """The columns of the content with a head: the kinds, and as rows of one array the others.

        First comes the span `taken`, if it is not None, as a heading of the first level, then the head,
        then some spans. The head are blocks from no place of the page, with one piece in each: the kind
        and number of the block, and of the piece the kind, the start and end of its text, and its
        argument. Headings in the spans go one level down, but not below `lowest`; 0 lets them stay.
        """

class TextWriter:
    """Writes the blocks of one content."""

    def __init__(
        self,
        content: Content,
        *,
        links: bool,
        images: bool,
        bullets: bool,
        tables: bool,
        lines_of_posts: Mapping[int, str],
        wrap: Callable[[str], str] | None,
    ) -> None:
        """Get ready to write a content as the options say. `lines_of_posts` are what stands above the
        posts at some rows, `wrap` breaks the lines of a paragraph."""

    def write(self) -> str:
        """All blocks, apart by a blank line, the footnotes last."""

def escaped(text: str) -> str:
    """A text that means nothing but itself within an element."""

class HtmlWriter:
    """Writes the blocks of one content."""

    def __init__(
        self,
        content: Content,
        *,
        markup: dict[int, Callable[[Any], str | None]],
        without: Iterable[int],
        link_url: Callable[[str], str | None] | None,
        image_url: Callable[[str], str | None] | None,
    ) -> None:
        """Get ready to write a content. `markup` makes attributes of the arguments of some kinds of
        rows, the line above a post of its author and date, and the attributes of a formula of its
        LaTeX. `link_url` and `image_url` say what is left of an address, None where it is not safe;
        without them there are no links and no images. `without` are blocks to leave out."""

    def write(self) -> str:
        """All blocks, one a line, the footnotes last."""

class JsonWriter:
    """Writes one object, field by field."""

    def __init__(self, begun: str, *, indent: int | None, ascii: bool) -> None:
        """Get ready to add fields to an object that is printed already, and has fields."""

    def put_text(self, name: str, text: str) -> None:
        """Add a field with a text."""

    def put_printed(self, name: str, printed: str) -> None:
        """Add a field with a value that is printed already, as if it stood alone."""

    def put_content(self, name: str, content: Content, locations: Locations | None) -> None:
        """Add a field with the blocks of a content, and where each stood if there are places."""

    def written(self) -> str:
        """The whole object."""

Span = tuple[int, int, str]
"""The pieces from one row up to another, in a mark or in none."""

Piece = tuple[int, str]
"""A piece of a line and of which kind it is, as in `dehusk.writers._emphasis`."""

class Signs:
    """The characters for which rules are asked. Text without them is written as it is."""

    def __init__(
        self,
        signs: Mapping[Sign, str],
        addresses: Collection[str],
        link_schemes: Collection[str],
        image_schemes: Collection[str],
        classes: Sequence[int],
    ) -> None:
        """`addresses` are how addresses in a text begin, `classes` those of `class_of` in ASCII."""

class Ways(Protocol):
    """What is asked for a part of a line that might be misread."""

    signs: Signs

    def class_of(self, character: str) -> int:
        """White space is 0, punctuation 1, what words are made of 2."""

    def image(self, image: Image) -> str:
        """A picture, empty where its address is not safe."""

    def autolink(self, url: str, title: str | None) -> str | None:
        """A link that shows its address, None where that has no short form."""

    def target(self, url: str, title: str | None) -> str | None:
        """What stands in the parentheses of a link, None where its address is not safe."""

    def finished(
        self, pieces: list[Piece], line_break: str, in_link: bool, raised: bool, strict: bool
    ) -> tuple[str, str, str]:
        """The white space before some pieces, the pieces, the white space after them."""

class Rules(Protocol):
    """What is asked where something might be misread, and for what Markdown has more than one form."""

    def line(self, spans: list[Span], line_break: str) -> str:
        """Some spans, apart by breaks."""

    def block(self, row: int) -> str:
        """Code, a formula, a table without its caption; as paragraphs a player, the line of a post."""

    def callout(self, row: int) -> tuple[str, int]:
        """The mark of a box, empty for a mere quotation, and the first row inside that is written."""

    def guarded(self, text: str) -> str:
        """A paragraph none of whose lines begins like another block."""

    def guarded_later(self, text: str) -> str:
        """Such a paragraph below another line."""

    def guarded_heading(self, text: str) -> str:
        """A heading whose last number signs are not read as its end."""

class MarkdownWriter:
    """Writes the blocks of one content."""

    def __init__(
        self,
        content: Content,
        *,
        left_out: Iterable[int],
        links: bool,
        images: bool,
        emphasis: bool,
        names: dict[str, str],
        used: list[str],
        ways: Ways,
    ) -> None:
        """Get ready. `left_out` are the rows of blocks that are not to be written, `names` those of
        footnotes by label, `used` the labels that were pointed to so far."""

    def write(self, first: int, end: int, rules: Rules, indent: int = 0) -> tuple[int, str]:
        """The kind of the first block between two rows, -1 where nothing is to be written, and the
        Markdown of all, their lines after the first moved in by some spaces."""

    def line(self, spans: Iterable[Span], line_break: str) -> str | None:
        """Some spans, apart by breaks. None where that takes rules."""
