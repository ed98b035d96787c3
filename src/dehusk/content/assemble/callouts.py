"""Boxes set off from the text: notes, tips and warnings, by what systems call them."""

from __future__ import annotations

from dehusk.content.assemble.classifier import Classifier, Handler
from dehusk.content.assemble.vocabulary import ElementKind
from dehusk.content.kept_rows import KeptRows
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


def _callout(classifier: Classifier, position: int) -> int:
    classifier.callout(_kind_of(classifier.kept, position) or "note")
    return position + 1


def _callout_if_named(classifier: Classifier, position: int) -> int:
    kind = _kind_of(classifier.kept, position)
    if kind is None:
        return -1
    classifier.callout(kind)
    return position + 1


def _aside(classifier: Classifier, position: int) -> int:
    """An `aside` or `details` that is called a note, and is no list."""
    for name in _names(classifier.kept, position):
        if name in _KIND_OF_NAME and not classifier.kept.items(position):
            classifier.aside(_KIND_OF_NAME[name])
            return position + 1
    return -1


def _kind_of(kept: KeptRows, position: int) -> str | None:
    """What the last part of one of an element's names says: `alert-warning`."""
    for name in _names(kept, position):
        last = name.replace("_", "-").rpartition("-")[2]
        if last in _KIND_OF_NAME:
            return _KIND_OF_NAME[last]
    return None


def _names(kept: KeptRows, position: int) -> list[str]:
    own = kept.attribute(position, "data-callout") or ""
    classes = kept.attribute(position, "class") or ""
    return f"{own} {classes}"[:_LONGEST_CLASS].lower().split()


CALLOUT_KINDS: dict[ElementKind, Handler] = {
    ElementKind.CALLOUT: _callout,
    ElementKind.CALLOUT_IF_NAMED: _callout_if_named,
}
CALLOUT_TAGS: dict[int, Handler] = {Tag.ASIDE: _aside, Tag.DETAILS: _aside}
