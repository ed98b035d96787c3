"""The titles of links."""

from __future__ import annotations

from dehusk.content.positions import Positions

_SHORT = 8
"""A link whose text is worth comparing has few nodes in it."""


def title_of(kept: Positions, position: int) -> str | None:
    """The link's title, unless it only repeats the link's text."""
    title = " ".join((kept.attribute(position, "title") or "").split())
    if not title:
        return None
    if kept.ends[position] - position > _SHORT:
        return title
    text = " ".join(kept.text(position).split())
    return title if title.casefold() != text.casefold() else None
