"""What the walk leaves open of links: their titles, and addresses that are not simple to join."""

from __future__ import annotations

from dehusk.content.assemble.urls import Addresses
from dehusk.content.kept_rows import KeptRows
from dehusk.native.content import MOST_ADDRESS_BYTES

_SHORT = 8
"""A link whose text is worth comparing has few nodes in it."""


class Links:
    """The links at some positions. A link may have several parts, each of which asks for it."""

    def __init__(self, kept: KeptRows, addresses: Addresses, size: int) -> None:
        """`size` is where the text of the content ends so far."""
        self.text = bytearray()
        """The addresses that were asked for, to be put behind the text of the content."""
        self._size = size
        self._kept = kept
        self._addresses = addresses
        self._titles: dict[int, str | None] = {}
        self._spans: dict[int, tuple[int, int]] = {}

    def title(self, position: int) -> str | None:
        """The title of the link at a position."""
        if position not in self._titles:
            self._titles[position] = title_of(self._kept, position)
        return self._titles[position]

    def address(self, position: int) -> tuple[int, int]:
        """Where the address of the link at a position stands in the text of the content."""
        span = self._spans.get(position)
        if span is None:
            url = self._addresses.resolve(self._kept.attribute(position, "href") or "") or ""
            start = self._size + len(self.text)
            if len(self.text) < MOST_ADDRESS_BYTES:
                self.text += url.encode("utf-8", "surrogatepass")
            span = self._spans[position] = start, self._size + len(self.text)
        return span


def title_of(kept: KeptRows, position: int) -> str | None:
    """The link's title, unless it only repeats the link's text."""
    title = " ".join((kept.attribute(position, "title") or "").split())
    if not title:
        return None
    if kept.ends[position] - position > _SHORT:
        return title
    text = " ".join(kept.text(position).split())
    return title if title.casefold() != text.casefold() else None
