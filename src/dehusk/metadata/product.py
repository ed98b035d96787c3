"""What a page sells, from all that it says: items, `meta` elements, and what it shows.

>>> from dehusk.metadata.evidence import Evidence
>>> from dehusk.page.parse import parse
>>> page = parse('''<meta property="og:type" content="product"><h1>Tea pot</h1>
...     <meta property="product:price:amount" content="24.50"><p class="stock">In stock</p>''')
>>> product = read_product(Evidence(page), ([], []))
>>> product.name, product.price, product.availability
('Tea pot', '24.50', 'InStock')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace

from dehusk.metadata.evidence import Evidence
from dehusk.metadata.item_values import text_in
from dehusk.metadata.offers import Offer, availability_of, best_offer, offers_of
from dehusk.metadata.prices import currency_of, plain_number
from dehusk.metadata.schema import Item, own_items
from dehusk.metadata.shown_product import can_be_bought, shown_product
from dehusk.metadata.things import Product
from dehusk.metadata.values import NAME_LIMIT, clean
from dehusk.native.described import types

_GOODS = frozenset(
    """Product ProductGroup ProductModel IndividualProduct SomeProducts Vehicle Car Motorcycle
    ProductCollection""".split()
)
_SOLD_TOO = frozenset(
    """Book Movie MusicAlbum VideoGame SoftwareApplication MobileApplication WebApplication Course
    Event MusicEvent TheaterEvent SportsEvent Festival ComedyEvent Apartment House
    Accommodation""".split()
)
"""Types that are goods where they have an offer."""
_OFFERS = frozenset(["Offer", "AggregateOffer"])
_GTIN = ("gtin13", "gtin", "gtin14", "gtin12", "gtin8", "isbn")


def read_product(evidence: Evidence, described: tuple[list[Item], ...]) -> Product | None:
    """What the page sells, None where it sells nothing.

    What an item says counts more than a `meta` element, and what is shown only where neither says
    anything.
    """
    said = [product for items in described if (product := _of_items(items, evidence))]
    said.append(_of_meta(evidence))
    declared = any(said) or _is_product_type(evidence)
    if not declared and not can_be_bought(evidence.page):
        return None
    shown = shown_product(evidence)
    if not declared and shown.price is None:
        return None
    product = _NOTHING
    for one in (*said, shown):
        product = _filled(product, one) if one else product
    return product if product.name else replace(product, name=evidence.title.text)


_NOTHING = Product()


def _filled(product: Product, other: Product) -> Product:
    """A product with what another says where it says nothing; a currency goes with its price."""
    values = {
        one.name: getattr(other, one.name)
        for one in fields(Product)
        if getattr(product, one.name) is None
    }
    if product.price and other.price and product.price != other.price:
        values.pop("currency", None)
    return replace(product, **values)


def _of_items(items: list[Item], evidence: Evidence) -> Product | None:
    """What the items of one source say."""
    own = own_items(items, _GOODS, evidence.hints) or [
        item for item in own_items(items, _SOLD_TOO, evidence.hints) if "offers" in item
    ]
    if not own:
        return None
    offers = [offer for item in own for offer in offers_of(item)]
    if not any(offer.price for offer in offers):
        alone = [item for item in items if not _OFFERS.isdisjoint(types(item))]
        offers += offers_of(alone[0]) if len(alone) == 1 else []
    offer = best_offer(offers) or Offer()
    item = max(own, key=len)
    return Product(
        name=text_in(item, "name"),
        brand=text_in(item, "brand") or text_in(item, "manufacturer"),
        price=offer.price,
        currency=offer.currency,
        availability=offer.availability,
        sku=text_in(item, "sku", "productID") or offer.sku,
        gtin=text_in(item, *_GTIN),
    )


def _of_meta(evidence: Evidence) -> Product | None:
    """What the `meta` elements say; a name is nobody's sign of a product."""
    said = evidence["meta"]

    def first(field: str, read: Callable[[str], str | None]) -> str | None:
        return next((value for claim, _, _ in said[field] if (value := read(claim))), None)

    def name(value: str) -> str | None:
        return clean(value, NAME_LIMIT)

    product = Product(
        brand=first("brand", name),
        price=first("price", plain_number),
        currency=first("currency", currency_of),
        availability=first("availability", availability_of),
        sku=first("sku", name),
        gtin=first("gtin", name),
    )
    return product if product.price or product.availability else None


def _is_product_type(evidence: Evidence) -> bool:
    """Whether `og:type` says so, in whatever words: `product`, `product.item`, `og:product`."""
    return any("product" in kind.lower() for kind in _types(evidence))


def _types(evidence: Evidence) -> Iterator[str]:
    return (value for value, _, _ in evidence["meta"]["kind"])
