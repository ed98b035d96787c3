"""The scripts of a page that say in JSON-LD what it is about.

>>> from dehusk.page.parse import parse
>>> page = parse('<script type="application/ld+json">{"@type": "Recipe"}</script><p>Tea')
>>> json_ld_texts(page), json_ld_texts(page, b"Event")
(['{"@type": "Recipe"}'], [])
"""

from __future__ import annotations

from dehusk.native.find import Words
from dehusk.page import Page
from dehusk.page.loose_json import SIZE_LIMIT
from dehusk.page.tags import Tag

_SCRIPT = int(Tag.SCRIPT)
_JSON_LD = Words(b"ld+json")


def json_ld_texts(page: Page, word: bytes = b"") -> list[str]:
    """The texts of these scripts that hold a word, as far as they fit into the limit together."""
    texts: list[str] = []
    left = SIZE_LIMIT
    for row in _JSON_LD.rows_on_tag(page, _SCRIPT, "type"):
        start, end = page.text_start.item(row), page.text_end.item(row)
        if end - start <= left and page.text.find(word, start, end) >= 0:
            texts.append(page.text_of(row))
            left -= end - start
    return texts
