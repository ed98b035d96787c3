"""A content as text, HTML, JSON and Markdown, and the head that may come before it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
        rules: ModuleType,
    ) -> None:
        """Get ready. `left_out` are the rows of blocks that are not to be written, `names` those of
        footnotes by label, `used` the labels that were pointed to so far, `rules` those of
        `dehusk.writers._rules`."""

    def write(self, first: int, end: int, indent: int = 0) -> tuple[int, str]:
        """The kind of the first block between two rows, -1 where nothing is to be written, and the
        Markdown of all, their lines after the first moved in by some spaces."""

    def note(self, label: str, first: int, end: int) -> str:
        """The pieces between two rows behind the label of a footnote, as a paragraph."""
