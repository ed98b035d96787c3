"""The content table as Markdown."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from dehusk.content.kinds import Image
from dehusk.content.table import Content
from dehusk.native.codes import Sign

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

class Writer:
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
