"""The content table as a fragment of HTML."""

from collections.abc import Callable, Iterable
from typing import Any

from dehusk.content.table import Content

def escaped(text: str) -> str:
    """A text that means nothing but itself within an element."""

class Writer:
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
