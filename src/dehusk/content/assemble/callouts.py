"""Boxes set off from the text: notes, tips and warnings, by what systems call them."""

from __future__ import annotations

from dehusk.content.assemble.containers import Container
from dehusk.content.assemble.elements import quote
from dehusk.content.assemble.kept import Kept
from dehusk.content.assemble.vocabulary import Kind
from dehusk.content.assemble.walker import Handler, Walker
from dehusk.page.tags import Tag

_KINDS = {
    "note": "note info information abstract summary tldr question faq help example todo seealso",
    "tip": "tip hint success check done pro",
    "important": "important key",
    "warning": "warning warn attention",
    "caution": "caution danger error bug failure fail missing critical",
}
_KIND_OF_NAME = {name: kind for kind, names in _KINDS.items() for name in names.split()}
_LONGEST_CLASS = 1_000


def _callout(walker: Walker, position: int) -> int:
    return quote(walker, position, _kind_of(walker.kept, position) or "note")


def _callout_if_named(walker: Walker, position: int) -> int:
    kind = _kind_of(walker.kept, position)
    return quote(walker, position, kind) if kind else -1


def _aside(walker: Walker, position: int) -> int:
    """An `aside` or `details` that is called a note, where it stands among paragraphs."""
    kept = walker.kept
    if type(walker.container) is not Container or kept.count(Tag.LI, position):
        return -1
    names = [name for name in _names(kept, position) if name in _KIND_OF_NAME]
    return quote(walker, position, _KIND_OF_NAME[names[0]]) if names else -1


def _kind_of(kept: Kept, position: int) -> str | None:
    """What the last part of one of an element's names says: `alert-warning`."""
    for name in _names(kept, position):
        last = name.replace("_", "-").rpartition("-")[2]
        if last in _KIND_OF_NAME:
            return _KIND_OF_NAME[last]
    return None


def _names(kept: Kept, position: int) -> list[str]:
    own = kept.attribute(position, "data-callout") or ""
    classes = kept.attribute(position, "class") or ""
    return f"{own} {classes}"[:_LONGEST_CLASS].lower().split()


CALLOUT_KINDS: dict[Kind, Handler] = {
    Kind.CALLOUT: _callout,
    Kind.CALLOUT_IF_NAMED: _callout_if_named,
}
CALLOUT_TAGS: dict[int, Handler] = {Tag.ASIDE: _aside, Tag.DETAILS: _aside}
