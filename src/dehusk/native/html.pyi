"""The content table as a fragment of HTML."""

from collections.abc import Callable, Container
from typing import Any

from dehusk.content.table import Content

def escaped(text: str) -> str:
    """A text that means nothing but itself within an element."""

def attribute(name: str, value: str | None) -> str:
    """An attribute with a value that means nothing but itself, nothing where there is no value."""

class Writer:
    """Writes the blocks of one content."""

    def __init__(
        self,
        content: Content,
        *,
        markup: dict[int, Callable[[Any], str | None]],
        without: Container[int],
    ) -> None:
        """Get ready to write a content. `markup` makes attributes of the arguments of some kinds of
        rows, the line above a post of its author and date, and the attributes of a formula of its
        LaTeX; what it makes None of stays without an element. `without` are blocks to leave out."""

    def write(self) -> str:
        """All blocks, one a line, the footnotes last."""
