"""The content table as plain text."""

from collections.abc import Callable, Mapping

from dehusk.content.table import Content

class Writer:
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
