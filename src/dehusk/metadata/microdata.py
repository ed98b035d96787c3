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
from dehusk.native.attributes import attribute, carrying
from dehusk.native.described import items_in
from dehusk.page import Page
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
    found = items_in(page, rows, dialect, _PROPERTIES, _OWN, _ADDRESSES, _TIME, _text)
    return found if len(found) > 1 or found[0] else []


def _text(page: Page, row: int) -> str:
    """What a reader sees; of a `link`, which shows nothing, where it leads."""
    if page.tag.item(row) == _LINK:
        return attribute(page, row, "href") or ""
    return visible_text(page, row)
