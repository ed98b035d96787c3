"""A document as JSON."""

from dehusk.content.table import Content
from dehusk.native.places import Places

class Writer:
    """Writes one object, field by field."""

    def __init__(self, begun: str, *, indent: int | None, ascii: bool) -> None:
        """Get ready to add fields to an object that is printed already, and has fields."""

    def put_text(self, name: str, text: str) -> None:
        """Add a field with a text."""

    def put_printed(self, name: str, printed: str) -> None:
        """Add a field with a value that is printed already, as if it stood alone."""

    def put_content(self, name: str, content: Content, places: Places | None) -> None:
        """Add a field with the blocks of a content, and where each stood if there are places."""

    def written(self) -> str:
        """The whole object."""
