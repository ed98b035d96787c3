"""The JSON-LD of a page: its scripts as schema.org items, references resolved.

>>> from dehusk.page.parse import parse
>>> page = parse('''<script type="application/ld+json">{"@graph": [
...     {"@type": "Article", "headline": "Tea", "author": {"@id": "#ann"}},
...     {"@type": "Person", "@id": "#ann", "name": "Ann Leaf"}]}</script>''')
>>> items = json_ld_items(page)
>>> next(item for item in items if "author" in item)["author"]["name"]
'Ann Leaf'
"""

from __future__ import annotations

from typing import Any

from dehusk.metadata.schema import Item, types
from dehusk.page import Page
from dehusk.page.json_ld import json_ld_texts
from dehusk.page.loose_json import load

_ITEM_LIMIT = 20_000
_ABOUT_THE_PAGE = ("@graph", "mainEntity", "mainEntityOfPage")


def json_ld_items(page: Page) -> list[Item]:
    """The items that stand on their own, not as a property of another: what a page may be about."""
    texts = json_ld_texts(page)
    if not texts:
        return []
    roots = [root for text in texts for root in load(text)]
    names = _named(roots) if _has_names(texts) else {}
    items: dict[int, Item] = {}
    queue: list[Any] = list(reversed(roots))
    while queue and len(items) < _ITEM_LIMIT:
        value = queue.pop()
        if isinstance(value, list):
            queue.extend(reversed(value))
        elif isinstance(value, dict):
            item = _fullest(value, names) if names else value
            if id(item) not in items:
                items[id(item)] = item
                if names:
                    item.update(_resolved(item, names))
                about = [item[name] for name in _ABOUT_THE_PAGE if name in item]
                if about and "FAQPage" not in types(item):  # its main entities are the questions
                    queue += about
    return list(items.values())


def _named(roots: list[Any]) -> dict[str, Item]:
    """The items that have a name and say more, each by its name; of several the one that says most."""
    found: dict[str, Item] = {}
    queue, left = roots[::-1], _ITEM_LIMIT
    while queue and left:
        value = queue.pop()
        if isinstance(value, list):
            queue.extend(reversed(value))
        elif isinstance(value, dict):
            left -= 1
            queue.extend(value.values())
            name = value.get("@id")
            if isinstance(name, str) and len(value) > len(found.get(name, (name,))):
                found[name] = value
    return found


def _resolved(item: Item, names: dict[str, Item]) -> Item:
    """The properties of an item, with the items in place of each `{"@id": …}` that only names one."""

    def resolved(value: Any) -> Any:
        only_names = isinstance(value, dict) and len(value) <= 2
        return _fullest(value, names) if only_names else value

    return {
        name: [resolved(one) for one in value] if isinstance(value, list) else resolved(value)
        for name, value in item.items()
    }


def _has_names(texts: list[str]) -> bool:
    """Whether items are named: a name that stands alone leads nowhere."""
    several = "".join(texts)
    first = several.find("@id")
    return first >= 0 and several.find("@id", first + 1) >= 0


def _fullest(item: Item, names: dict[str, Item]) -> Item:
    """Of the objects with the same `@id` the one that says most."""
    name = item.get("@id")
    return names.get(name, item) if isinstance(name, str) else item
