"""Microdata and RDFa as schema.org items, in the shape of JSON-LD.

>>> from dehusk.page.parse import parse
>>> page = parse('''<article itemscope itemtype="https://schema.org/Article">
...     <h1 itemprop="headline">Tea</h1>
...     <p itemprop="author" itemscope><a itemprop="name">Ann Leaf</a></p></article>''')
>>> items(page, MICRODATA)[1:]
[{'@type': ['https://schema.org/Article'], 'headline': ['Tea'], 'author': [{'name': ['Ann Leaf']}]}]
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dehusk.metadata.markup import attributes_of, visible_text
from dehusk.metadata.schema import Item
from dehusk.page import Bools, Page
from dehusk.page.tags import Tag


class Dialect(NamedTuple):
    """The attributes in which a dialect writes scopes, types and properties."""

    source: str
    scope: str
    type: str
    prop: str


MICRODATA = Dialect("microdata", "itemscope", "itemtype", "itemprop")
RDFA = Dialect("rdfa", "typeof", "typeof", "property")

_PROPERTIES = frozenset(
    """headline name title author creator datePublished dateModified dateCreated uploadDate
    datePosted
    description inLanguage url image thumbnailUrl keywords license publisher givenName familyName
    mainEntity mainEntityOfPage blogPost blogPosts issued created modified date""".split()
)
_SAME = {"blogPosts": "blogPost", "created": "dateCreated", "date": "datePublished"}
_ADDRESSES = frozenset(["url", "image", "thumbnailUrl", "license", "mainEntityOfPage"])
_OWN = frozenset(["mainEntity", "mainEntityOfPage", "blogPost"])
"""Properties whose item may be what the page is about."""

_READ = frozenset(["content", "datetime", "href", "src", "data-src"])
_ROW_LIMIT = 5_000


def items(page: Page, dialect: Dialect) -> list[Item]:
    """The items that stand on their own; the first has the properties that are in none of them."""
    if dialect is RDFA and dialect.scope not in page.attr_names:
        return []  # OpenGraph writes `property` too
    rows = _rows(page, dialect)
    if not rows.any():
        return []
    reading = _Reading(page, dialect)
    for row, attributes in attributes_of(page, rows, {*_READ, *dialect[1:]}).items():
        reading.visit(row, attributes)
    return reading.items


def _rows(page: Page, dialect: Dialect) -> Bools:
    """The rows that open an item or hold a property. RDFa in `meta` is read as `meta`."""
    mask = np.zeros(len(page), bool)
    for name in {dialect.scope, dialect.prop}.intersection(page.attr_names):
        held = page.attr_name == page.attr_names.index(name)
        mask[page.attr_row[held][:_ROW_LIMIT]] = True
    if dialect is RDFA:
        mask &= page.tag != Tag.META
    return mask


class _Reading:
    """The items found so far and those that are open, as rows are visited in document order."""

    def __init__(self, page: Page, dialect: Dialect) -> None:
        self.page = page
        self.dialect = dialect
        self.items: list[Item] = [{}]
        self.open: list[tuple[int, Item]] = [(len(page), self.items[0])]

    def visit(self, row: int, attributes: dict[str, str]) -> None:
        while self.open[-1][0] <= row:
            self.open.pop()
        owner = self.open[-1][1]
        properties = _properties(attributes.get(self.dialect.prop, ""))
        if self.dialect.scope in attributes:
            value: Item | str = self.open_item(row, attributes)
            if not properties or owner is self.items[0] or not _OWN.isdisjoint(properties):
                self.items.append(self.open[-1][1])
        elif properties:
            value = _value(self.page, row, attributes, properties[0])
        for name in properties:
            if value or isinstance(value, dict):
                owner.setdefault(name, []).append(value)

    def open_item(self, row: int, attributes: dict[str, str]) -> Item:
        kinds = attributes.get(self.dialect.type, "").split()
        item: Item = {"@type": kinds} if kinds else {}
        self.open.append((int(self.page.end[row]), item))
        return item


def _properties(value: str) -> list[str]:
    names = [name.rpartition(":")[2].rpartition("/")[2] for name in value.split()[:10]]
    return [_SAME.get(name, name) for name in names if name in _PROPERTIES]


def _value(page: Page, row: int, attributes: dict[str, str], name: str) -> str:
    if "content" in attributes:
        return attributes["content"]
    if page.tag[row] == Tag.TIME and "datetime" in attributes:
        return attributes["datetime"]
    if name in _ADDRESSES:
        return attributes.get("href") or attributes.get("src") or attributes.get("data-src") or ""
    return visible_text(page, row)
