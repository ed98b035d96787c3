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
from dehusk.native.attributes import on_tag
from dehusk.page import Page
from dehusk.page.loose_json import SIZE_LIMIT, load
from dehusk.page.tags import Tag

_ITEM_LIMIT = 20_000
_SCRIPT = int(Tag.SCRIPT)
_ABOUT_THE_PAGE = ("@graph", "mainEntity", "mainEntityOfPage")


def json_ld_items(page: Page) -> list[Item]:
    """The items that stand on their own, not as a property of another: what a page may be about."""
    texts = _scripts(page)
    roots = [root for text in texts for root in load(text)]
    named = _named(roots) if any("@id" in text for text in texts) else {}
    items: dict[int, Item] = {}
    queue: list[Any] = list(reversed(roots))
    while queue and len(items) < _ITEM_LIMIT:
        value = queue.pop()
        if isinstance(value, list):
            queue.extend(reversed(value))
        elif isinstance(value, dict):
            item = _fullest(value, named)
            if id(item) not in items:
                items[id(item)] = _resolve_references(item, named)
                if "FAQPage" not in types(item):  # its main entities are the questions
                    queue.extend(item[name] for name in _ABOUT_THE_PAGE if name in item)
    return list(items.values())


def _scripts(page: Page) -> list[str]:
    """The texts of the scripts, as far as they fit into the limit together."""
    texts: list[str] = []
    left = SIZE_LIMIT
    for row, _, kind in on_tag(page, _SCRIPT, ("type",)):
        if b"ld+json" in kind.lower():
            size = int(page.text_end[row] - page.text_start[row])
            if size <= left:
                texts.append(page.text_of(row))
                left -= size
    return texts


def _named(roots: list[Any]) -> dict[str, Item]:
    """The items that have a name and say more, each by its name."""
    named: dict[str, Item] = {}
    for item in _dicts(roots):
        name = item.get("@id")
        if isinstance(name, str) and len(item) > len(named.get(name, (name,))):
            named[name] = item
    return named


def _resolve_references(item: Item, named: dict[str, Item]) -> Item:
    """Put the item in the place of each `{"@id": …}` that only names it."""
    if named:
        for prop, value in item.items():  # no key is added: the loop may set values
            if isinstance(value, (dict, list)):
                item[prop] = _resolved(value, named)
    return item


def _resolved(value: Any, named: dict[str, Item]) -> Any:
    if isinstance(value, list):
        return [_resolved_one(one, named) for one in value]
    return _resolved_one(value, named)


def _resolved_one(value: Any, named: dict[str, Item]) -> Any:
    if isinstance(value, dict) and len(value) <= 2 and isinstance(value.get("@id"), str):
        return named.get(value["@id"], value)
    return value


def _dicts(roots: list[Any]) -> list[Item]:
    """All objects at all depths, with a stack of our own: no depth may end in a RecursionError."""
    found: list[Item] = []
    queue = list(reversed(roots))
    while queue and len(found) < _ITEM_LIMIT:
        value = queue.pop()
        if isinstance(value, dict):
            found.append(value)
            queue.extend(inner for inner in value.values() if isinstance(inner, (dict, list)))
        elif isinstance(value, list):
            queue.extend(inner for inner in reversed(value) if isinstance(inner, (dict, list)))
    return found


def _fullest(item: Item, named: dict[str, Item]) -> Item:
    """Of the objects with the same `@id` the one that says most."""
    name = item.get("@id")
    return named.get(name, item) if isinstance(name, str) else item
