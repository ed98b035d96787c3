"""Lines of Markdown in which nothing can be misread."""

from collections.abc import Callable, Iterable

from dehusk.content.table import Content

class Lines:
    """Writes lines of one content."""

    def __init__(
        self,
        content: Content,
        *,
        links: bool,
        images: bool,
        emphasis: bool,
        notes: dict[str, str],
        used: list[str],
        class_of: Callable[[str], int],
    ) -> None:
        """Get ready. `notes` are the names of footnotes by label, `used` the labels that were pointed
        to so far; `class_of` says of a character whether it is white space (0), punctuation (1), part
        of a word (2) or something else."""

    def write(self, spans: Iterable[tuple[int, int, str]], line_break: str) -> str | None:
        """Some spans of pieces, each from a row up to another and in a mark or none, apart by breaks.
        None where that takes rules."""

    def line(self, first: int, end: int, line_break: str) -> str | None:
        """The pieces between two rows as one. None where that takes rules."""
