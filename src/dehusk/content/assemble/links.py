"""Links, and the anchors beside headings that are none of the text."""

from __future__ import annotations

from dehusk.content.assemble.line import LinkTo
from dehusk.content.assemble.vocabulary import Kind
from dehusk.content.assemble.walker import Handler, Walker
from dehusk.page.tags import Tag

PERMALINK_TEXTS = frozenset(
    (
        "",
        "¶",
        "#",
        "§",
        "🔗",
        "⚓",
        "⚓︎",
        "∞",
        "link",
        "permalink",
        "anchor",
        "direct link",
        "[link]",
        "link to this heading",
        "permalink to this headline",
        "copy link",
    )
)
BACKLINK_TEXTS = frozenset(("↩", "↩︎", "↩️", "⏎", "↑", "^", "⬆", "↵", "⤴"))
_LONGEST_MARK = 8
"""An anchor that is only a mark has few nodes in it."""


def _link(walker: Walker, position: int) -> int:
    kept = walker.kept
    href = kept.attribute(position, "href")
    if href is None:
        return position + 1
    if _is_mark(walker, position, href):
        return kept.ends[position]
    url = walker.addresses.resolve(href)
    if url is None or (walker.in_heading and url.startswith("#")):
        return position + 1
    return walker.open_format(position, LinkTo(url, _title(walker, position)))


def _title(walker: Walker, position: int) -> str | None:
    """The link's title, unless it only repeats the link's text."""
    title = " ".join((walker.kept.attribute(position, "title") or "").split())
    if not title:
        return None
    if walker.kept.ends[position] - position > _LONGEST_MARK:
        return title
    text = " ".join(walker.kept.text(position).split())
    return title if title.casefold() != text.casefold() else None


def _is_mark(walker: Walker, position: int, href: str) -> bool:
    """Is a link only a sign that leads to its own heading, or back from a footnote?"""
    kept = walker.kept
    kind = kept.kinds.get(position)
    if kind is Kind.BACKLINK:
        return True
    if "#" not in href or kept.ends[position] - position > _LONGEST_MARK:
        return False
    if not walker.in_heading and kind is not Kind.PERMALINK and not href.startswith("#"):
        return False
    text = kept.text(position).strip().casefold()
    if text in BACKLINK_TEXTS and href.startswith("#"):
        return True
    return (walker.in_heading or kind is Kind.PERMALINK) and text in PERMALINK_TEXTS


LINK_TAGS: dict[int, Handler] = {Tag.A: _link}
