"""What a page says of itself in JSON-LD: its scripts, read once, whoever asks.

>>> from dehusk.page.parse import parse
>>> page = parse('''<script type="application/ld+json">{"@graph": [
...     {"@type": "Article", "headline": "Tea", "author": {"@id": "#ann"}},
...     {"@type": "Person", "@id": "#ann", "name": "Ann Leaf"}]}</script>''')
>>> article = next(item for item in page.json_ld.items if "author" in item)
>>> article["author"]["name"], page.json_ld.says(b"Recipe")
('Ann Leaf', False)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from dehusk.lazy import lazy
from dehusk.native.find import Words
from dehusk.page.loose_json import SIZE_LIMIT, load
from dehusk.page.table import Page
from dehusk.page.tags import Tag

Item = dict[str, Any]
"""An object of schema.org: its properties by their names."""

_SCRIPT = int(Tag.SCRIPT)
_JSON_LD = Words(b"ld+json")
_ITEM_LIMIT = 20_000
_ABOUT_THE_PAGE = ("@graph", "mainEntity", "mainEntityOfPage")
_MOST_TYPES, _LONGEST_TYPE = 20, 200


class JsonLd:
    """The JSON-LD of a page, as far as its scripts fit into the limit together."""

    def __init__(self, page: Page) -> None:
        self._text = page.text
        self._scripts: dict[int, tuple[int, int]] = {}
        left = SIZE_LIMIT
        for row in _JSON_LD.rows_on_tag(page, _SCRIPT, "type"):
            start, end = page.text_start.item(row), page.text_end.item(row)
            if end - start <= left:
                self._scripts[row] = start, end
                left -= end - start

    def says(self, word: bytes, times: int = 1) -> bool:
        """Whether a word stands in the scripts, as often as that: what they hold is not read for it."""
        spans = self._scripts.values()
        return sum([self._text.count(word, start, end) for start, end in spans]) >= times

    @lazy
    def values(self) -> dict[int, list[Any]]:
        """The values in each script, by its row."""
        spans = self._scripts.items()
        return {row: load(self._text[start:end].decode()) for row, (start, end) in spans}

    @lazy
    def objects(self) -> list[Item]:
        """All objects, those that are properties of others too, in their order."""
        found: list[Item] = []
        queue = self._roots[::-1]
        while queue and len(found) < _ITEM_LIMIT:
            value = queue.pop()
            inner: Any = value
            if value.__class__ is dict:
                found.append(value)
                inner = value.values()
            queue += [one for one in inner if one.__class__ is dict or one.__class__ is list][::-1]
        return found

    @lazy
    def items(self) -> list[Item]:
        """The items that stand on their own, not as a property of another: what a page may be about.

        Where one only names another, the other stands in its place.
        """
        names = self._named() if self.says(b"@id", times=2) else {}
        items: dict[int, Item] = {}
        queue = self._roots[::-1]
        while queue and len(items) < _ITEM_LIMIT:
            value = queue.pop()
            if isinstance(value, list):
                queue.extend(reversed(value))
            elif isinstance(value, dict):
                named = _named_by(value, names) if names else None
                if id(named or value) not in items:
                    item = named or dict(value)
                    items[id(named or value)] = item
                    if named is None and names:
                        _resolve(item, names)
                    about = [item[name] for name in _ABOUT_THE_PAGE if name in item]
                    if about and "FAQPage" not in types(item):  # its main entities are questions
                        queue += about
        return list(items.values())

    @property
    def _roots(self) -> list[Any]:
        return [root for values in self.values.values() for root in values]

    def _named(self) -> dict[str, Item]:
        """The items that have a name, by it; of several the one that says most."""
        found: dict[str, Item] = {}
        for item in self.objects:
            name = item.get("@id")
            if isinstance(name, str) and len(item) > len(found.get(name, (name,))):
                found[name] = item
        copies = {name: dict(item) for name, item in found.items()}
        for item in copies.values():
            _resolve(item, copies)
        return copies


def types(item: Item) -> list[str]:
    """The schema.org types of an item, without their prefix.

    >>> types({"@type": ["https://schema.org/Article", "schema:BlogPosting"]})
    ['Article', 'BlogPosting']
    """
    declared = item.get("@type", item.get("type"))
    names = declared[:_MOST_TYPES] if isinstance(declared, list) else (declared,)
    return [_bare(one) for one in names if isinstance(one, str) and len(one) < _LONGEST_TYPE]


@lru_cache(maxsize=256)  # the same few dozen on most pages
def _bare(name: str) -> str:
    return name.strip().rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]


def _resolve(item: Item, names: dict[str, Item]) -> None:
    """Put items in place of each `{"@id": …}` that only names one."""

    def resolved(value: Any) -> Any:
        if value.__class__ is dict and len(value) <= 2:
            return _named_by(value, names) or value
        return value

    for name, value in item.items():
        if value.__class__ is list:
            item[name] = [resolved(one) for one in value]
        elif value.__class__ is dict:
            item[name] = resolved(value)


def _named_by(item: Item, names: dict[str, Item]) -> Item | None:
    """The item with the name of an item, None where there is none."""
    name = item.get("@id")
    return names.get(name) if isinstance(name, str) else None
