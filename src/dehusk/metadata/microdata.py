"""Microdata and RDFa as schema.org items, in the shape of JSON-LD.

>>> from dehusk.page.parse import parse
>>> page = parse('''<article itemscope itemtype="https://schema.org/Article">
...     <h1 itemprop="headline">Tea</h1>
...     <p itemprop="author" itemscope><a itemprop="name">Ann Leaf</a></p></article>''')
>>> items(page, MICRODATA)[1:]
[{'@type': ['https://schema.org/Article'], 'headline': ['Tea'], 'author': [{'name': ['Ann Leaf']}]}]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dehusk.metadata.markup import visible_text
from dehusk.native.find import attribute, carrying
from dehusk.page import Page
from dehusk.page.json_ld import Item
from dehusk.page.tags import Tag


class Dialect(NamedTuple):
    """The attributes in which a dialect writes scopes, types and properties."""

    scope: str
    type: str
    prop: str


MICRODATA = Dialect("itemscope", "itemtype", "itemprop")
RDFA = Dialect("typeof", "typeof", "property")

_PROPERTIES = {
    name: name
    for name in """headline name title author creator datePublished dateModified dateCreated
    uploadDate datePosted description inLanguage url image thumbnailUrl keywords license publisher
    givenName familyName mainEntity mainEntityOfPage blogPost issued modified
    offers price lowPrice priceCurrency availability sku productID gtin gtin8 gtin12 gtin13 gtin14 isbn
    brand manufacturer priceSpecification hasVariant itemOffered recipeYield prepTime cookTime
    totalTime recipeIngredient recipeInstructions text itemListElement startDate endDate location
    address streetAddress postalCode addressLocality addressRegion addressCountry organizer
    hiringOrganization jobLocation employmentType validThrough""".split()
} | {
    "blogPosts": "blogPost",
    "created": "dateCreated",
    "date": "datePublished",
    "ingredients": "recipeIngredient",
}
_ADDRESSES = frozenset(["url", "image", "thumbnailUrl", "license", "mainEntityOfPage"])
_OWN = frozenset(["mainEntity", "mainEntityOfPage", "blogPost", "itemOffered"])
"""Properties whose item may be what the page is about."""

_READ = ("content", "datetime", "href", "src", "data-src")
_ROW_LIMIT = 10_000
_MOST_NAMES = 10
_MOST_TEXTS_AROUND = 8
"""A text that stands in so many others is not read yet another time."""
_LINK, _META, _TIME = int(Tag.LINK), int(Tag.META), int(Tag.TIME)


def items(page: Page, dialect: Dialect) -> list[Item]:
    """The items that stand on their own; the first has the properties that are in none of them."""
    known = page.attr_numbers
    if dialect.scope not in known and (dialect is RDFA or dialect.prop not in known):
        return []  # OpenGraph writes `property`, too
    # RDFa in `meta` is read as `meta`.
    other = _META if dialect is RDFA else -1
    marks = (dialect.scope, dialect.prop)
    rows = carrying(page, marks, (*_READ, *dialect), other, _ROW_LIMIT)
    found = _items_on(rows, page, dialect)
    return found if len(found) > 1 or found[0] else []


def _items_on(
    rows: Iterable[tuple[int, dict[str, str]]], page: Page, dialect: Dialect
) -> list[Item]:
    """The items of some rows, given with their attributes."""
    found: list[Item] = [{}]
    open_items = [(len(page), found[0])]
    texts_around: list[int] = []
    value: Item | str | None
    for row, attributes in rows:
        while open_items[-1][0] <= row:
            open_items.pop()
        owner = open_items[-1][1]
        names = _properties(attributes.get(dialect.prop, ""))
        if dialect.scope in attributes:
            kinds = attributes.get(dialect.type, "").split()
            value = {"@type": kinds} if kinds else {}
            open_items.append((page.end.item(row), value))
            if not names or owner is found[0] or not _OWN.isdisjoint(names):
                found.append(value)
        elif not names:
            continue
        else:
            value = _value(attributes, page.tag.item(row), names[0])
            if value is None:
                while texts_around and texts_around[-1] <= row:
                    texts_around.pop()
                if len(texts_around) == _MOST_TEXTS_AROUND:
                    continue
                texts_around.append(page.end.item(row))
                value = _text(page, row)
            if not value:
                continue
        for name in names:
            owner.setdefault(name, []).append(value)
    return found


def _properties(names: str) -> list[str]:
    """The properties that an attribute names and we know, in one spelling."""
    own = [name.rpartition(":")[2].rpartition("/")[2] for name in names.split()[:_MOST_NAMES]]
    return [_PROPERTIES[name] for name in own if name in _PROPERTIES]


def _value(attributes: dict[str, str], tag: int, name: str) -> str | None:
    """The value of a property in an attribute, None where the text of the element is the value."""
    if "content" in attributes:
        return attributes["content"]
    if "datetime" in attributes and tag == _TIME:
        return attributes["datetime"]
    if name in _ADDRESSES:
        return attributes.get("href") or attributes.get("src") or attributes.get("data-src") or ""
    return None


def _text(page: Page, row: int) -> str:
    """What a reader sees; of a `link`, which shows nothing, where it leads."""
    if page.tag.item(row) == _LINK:
        return attribute(page, row, "href") or ""
    return visible_text(page, row)
