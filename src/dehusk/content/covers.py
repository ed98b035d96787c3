"""Whether a page shows the picture that it names as its own: many name a card that is made for links.

>>> from dehusk.page.parse import parse
>>> page = parse("<meta property=og:image content=/teapot-1200.jpg><img src=/teapot-400x300.jpg>")
>>> is_shown(page, "https://example.org/teapot-1200.jpg")
True
>>> is_shown(page, "https://example.org/api/og?title=Tea")
False
"""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from dehusk.page import Page
from dehusk.page.tags import TagSet

_NOT_SHOWN = TagSet("meta link script")
_SIZE = re.compile(r"[-_.@,]?[0-9]{2,5}x[0-9]{2,5}|[-_.@][0-9]{1,5}[wxh]?$")
"""What tells the versions of a picture apart: `-1200x630`, `_800`, `@2x`."""

_SHORTEST = 5
"""Characters of a name that is likely to be one picture's only; pictures such as `1200.jpg` have their
name in a folder."""

_TRIES = 20
"""A page names its picture in a few tags for machines, and then shows it."""


def is_shown(page: Page, address: str) -> bool:
    """Whether an element of the page has the picture or a version of it in an attribute."""
    name = _name(address).encode("utf-8", "replace")
    if not name:
        return False
    place = -1
    for _ in range(_TRIES):
        place = page.attr_text.find(name, place + 1)
        if place < 0:
            return False
        holders = page.attr_row[(page.attr_start <= place) & (place < page.attr_end)]
        if not _NOT_SHOWN.mask(page.tag[holders]).all():
            return True
    return False


def _name(address: str) -> str:
    """What all versions of a picture have in their addresses, empty where nothing can be told.

    >>> _name("https://example.org/media/4f2a9c71/teapot-1200x630.jpg?v=2")
    'teapot'
    >>> _name("https://example.org/media/pot.jpg")
    '/pot.jpg'
    >>> _name("https://example.org/media/4f2a9c71/master/1200.jpg")
    '4f2a9c71'
    """
    parts = unquote(urlsplit(address).path).split("/")
    stem = _SIZE.split(parts[-1].rpartition(".")[0] or parts[-1], maxsplit=1)[0]
    if len(stem) >= _SHORTEST and not stem.isdecimal():
        return stem
    if stem and parts[-1] != stem and not stem.isdecimal():
        return f"/{parts[-1]}"
    folder = max(parts[:-1], key=len, default="")
    return folder if len(folder) > _SHORTEST and any(map(str.isdecimal, folder)) else ""
