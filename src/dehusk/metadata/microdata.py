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

from dehusk.metadata.markup import visible_text
from dehusk.metadata.schema import Item
from dehusk.native.attributes import carrying
from dehusk.page import Page
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
_ROW_LIMIT = 10_000
_META, _TIME = int(Tag.META), int(Tag.TIME)


def items(page: Page, dialect: Dialect) -> list[Item]:
    """The items that stand on their own; the first has the properties that are in none of them."""
    known = page.attr_numbers
    if dialect.scope not in known and (dialect is RDFA or dialect.prop not in known):
        return []  # OpenGraph writes `property`, too
    # RDFa in `meta` is read as `meta`.
    other = _META if dialect is RDFA else -1
    marks = (dialect.scope, dialect.prop)
    reading = _Reading(page, dialect)
    for row, attributes in carrying(page, marks, (*_READ, *dialect[1:]), other, _ROW_LIMIT):
        reading.visit(row, attributes)
    return reading.items if len(reading.items) > 1 or reading.items[0] else []


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
        self.open.append((self.page.end.item(row), item))
        return item


def _properties(value: str) -> list[str]:
    names = [name.rpartition(":")[2].rpartition("/")[2] for name in value.split()[:10]]
    return [_SAME.get(name, name) for name in names if name in _PROPERTIES]


def _value(page: Page, row: int, attributes: dict[str, str], name: str) -> str:
    if "content" in attributes:
        return attributes["content"]
    if page.tag[row] == _TIME and "datetime" in attributes:
        return attributes["datetime"]
    if name in _ADDRESSES:
        return attributes.get("href") or attributes.get("src") or attributes.get("data-src") or ""
    return visible_text(page, row)
