"""The content table as JSON."""

from dehusk.content.table import Content
from dehusk.native.places import Places

class Writer:
    """Writes the blocks of one content."""

    def __init__(
        self, content: Content, places: Places | None, *, indent: int | None, ascii: bool
    ) -> None:
        """Get ready to write a content, with where each block stood if there are places."""

    def write(self) -> str:
        """All blocks as a list that is a field of an object."""
