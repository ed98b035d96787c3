"""Cards of a listing between its title and its text: what they show belongs to other pages."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from dehusk.content.complete.editor import (
    LINKS,
    NO_PLACES,
    Places,
    SelectionEditor,
)
from dehusk.page.tags import TagSet

_FEW = 3
"""A page links one or two pictures of its own."""
_PICTURES = TagSet("img picture")
_NO_PAGE = re.compile(
    r"\s*(?:#|javascript:|\Z)|.*\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#].*)?\Z", re.I | re.S
)
"""An address that leads nowhere, or to a larger picture."""


def cards(editor: SelectionEditor, first: int, last: int) -> Places:
    """The links around pictures from a place up to another, if several that are made alike lead to
    different pages."""
    pictures = first + np.flatnonzero(_PICTURES.mask(editor.tag[first:last]))
    if len(pictures) < _FEW or np.count_nonzero(editor.in_links[pictures]) < _FEW:
        return NO_PLACES
    links = editor.of_tags(LINKS)
    links = links[(links >= first) & (links < last)]
    around = links[editor.sum_in(_PICTURES.mask(editor.tag), links) > 0]
    alike: dict[str, dict[int, str]] = defaultdict(dict)
    for place in around.tolist():
        row = place + editor.start
        address = editor.page.attribute(row, "href") or ""
        if not _NO_PAGE.match(address):
            alike[editor.page.attribute(row, "class") or ""][place] = address
    found = [place for own in alike.values() if len(set(own.values())) >= _FEW for place in own]
    return np.array(sorted(found), np.intp)
