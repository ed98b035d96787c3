"""The values in an item of schema.org, of whatever form they are.

>>> item = {"sku": 12, "brand": [{"@type": "Brand", "name": "Leaf"}], "gtin": None}
>>> text_in(item, "sku"), text_in(item, "gtin", "brand")
('12', 'Leaf')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dehusk.metadata.values import clean
from dehusk.page.json_ld import Item

_MOST = 500


def text_in(item: Item, *names: str) -> str | None:
    """The first text in some properties."""
    for name in names:
        if texts := texts_in(item, name):
            return texts[0]
    return None


def texts_in(item: Item, *names: str) -> tuple[str, ...]:
    """The texts in some properties, each once: themselves, numbers, and the names of items."""
    found = [text for name in names for one in _each(item.get(name)) if (text := _text(one))]
    return tuple(dict.fromkeys(found))


def items_in(item: Item, name: str) -> list[Item]:
    """The items in a property."""
    return [one for one in _each(item.get(name)) if isinstance(one, dict)]


def inner(item: Item, name: str) -> Item:
    """The first item in a property, an empty one where there is none."""
    return next(iter(items_in(item, name)), {})


def _each(value: Any) -> Iterator[Any]:
    return iter(value[:_MOST]) if isinstance(value, list) else iter((value,))


def _text(value: Any) -> str | None:
    if isinstance(value, dict):
        own = value.get("name", value.get("@value", value.get("@id")))
        value = own[0] if isinstance(own, list) and own else own
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return clean(str(value))
