"""What a page sells, from all that it says: items, `meta` elements, and what it shows.

>>> from dehusk.metadata.evidence import Evidence
>>> from dehusk.page.parse import parse
>>> page = parse('''<meta property="og:type" content="product"><h1>Tea pot</h1>
...     <meta property="product:price:amount" content="24.50"><p class="stock">Sold out</p>''')
>>> product = read_product(Evidence(page))
>>> product.name, product.price, product.availability
('Tea pot', '24.50', 'OutOfStock')
"""

from __future__ import annotations

from collections.abc import Callable

from dehusk.metadata.evidence import Evidence
from dehusk.metadata.item_values import text_in, texts_in
from dehusk.metadata.offers import availability_of, best_offer, offers_of
from dehusk.metadata.prices import currency_of, plain_number
from dehusk.metadata.schema import ARTICLES, own_items
from dehusk.metadata.shown_product import ShownProduct, can_be_bought, gtin, unlabelled
from dehusk.metadata.things import Product
from dehusk.metadata.values import NAME_LIMIT, clean
from dehusk.page.json_ld import Item, types

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
_SOLD = _GOODS | _SOLD_TOO
_READ = ARTICLES - {"Question", "Review"}
"""Types of what is there to be read; goods have questions and reviews, too."""
_OFFERS = frozenset(["Offer", "AggregateOffer"])
_MOST_TAX = 1.3
_GTIN = ("gtin13", "gtin", "gtin14", "gtin12", "gtin8", "isbn")


def read_product(evidence: Evidence) -> Product | None:
    """What the page sells, None where it sells nothing.

    What an item says counts more than a `meta` element, and that more than what is shown, but for
    the number of the goods: the one that readers see is the one that they ask for. Goods that have
    a price are in stock unless the page says something else. Beside an article nothing is for sale
    that is not declared.
    """
    told: list[Product | None] = []
    if not evidence.item_types.isdisjoint(_SOLD):
        told = [_of_items(items, evidence) for items in (evidence.json_ld, evidence.microdata)]
    said = [one for one in (*told, _of_meta(evidence)) if one is not None]
    shown = None
    if not said and not _is_product_type(evidence):
        if not evidence.item_types.isdisjoint(_READ) or not can_be_bought(evidence.page):
            return None
        shown = ShownProduct(evidence)
        if not shown.price and not shown.labelled.keys() & {"sku", "gtin"}:
            return None
    shown = shown or ShownProduct(evidence)
    if shown.price and _counts_more(shown.price[0], told, said):
        said.insert(0, Product(price=shown.price[0], currency=shown.price[1]))

    def first(field: str) -> str | None:
        return next((value for one in said if (value := getattr(one, field))), None)

    price = first("price")
    labels = shown.labelled
    return Product(
        name=first("name") or evidence.title.text,
        brand=first("brand") or labels.get("brand") or labels.get("maker"),
        price=price,
        currency=next((one.currency for one in said if one.currency and one.price == price), None),
        availability=first("availability") or shown.availability or ("InStock" if price else None),
        sku=labels.get("sku") or first("sku") or shown.number,
        gtin=first("gtin") or labels.get("gtin"),
    )


def _counts_more(shown: str, told: list[Product | None], said: list[Product]) -> bool:
    """Whether a shown price counts more than those declared: where there is none, and where the only
    one is a `meta` element's that may lack a tax."""
    if any(one.price for one in told if one):
        return False
    declared = next((float(one.price) for one in said if one.price), 0.0)
    return declared == 0 or declared < float(shown) <= _MOST_TAX * declared


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
    offer = best_offer(offers)
    item = max(own, key=len)
    return Product(
        name=text_in(item, "name"),
        brand=unlabelled(text_in(item, "brand", "manufacturer") or "") or None,
        price=offer.price,
        currency=offer.currency,
        availability=offer.availability,
        sku=text_in(item, "sku", "productID") or offer.sku,
        gtin=_gtin(texts_in(item, *_GTIN)),
    )


def _of_meta(evidence: Evidence) -> Product | None:
    """What the `meta` elements say; only a price or a stock is a sign of goods."""
    said = evidence["meta"]
    if "price" not in said and "availability" not in said:
        return None

    def first(field: str, read: Callable[[str], str | None]) -> str | None:
        return next((value for claim, _, _ in said[field] if (value := read(claim))), None)

    def name(value: str) -> str | None:
        return clean(value, NAME_LIMIT)

    product = Product(
        brand=first("brand", name),
        price=first("price", plain_number),
        currency=first("currency", currency_of),
        availability=first("availability", availability_of),
        sku=first("sku", lambda value: None if gtin(value) else name(value)),
        gtin=first("gtin", gtin),
    )
    return product if product.price or product.availability else None


def _gtin(values: tuple[str, ...]) -> str | None:
    return next((number for value in values if (number := gtin(value))), None)


def _is_product_type(evidence: Evidence) -> bool:
    """Whether `og:type` says so, in whatever words: `product`, `product.item`, `og:product`."""
    return any("product" in kind.lower() for kind, _, _ in evidence["meta"]["kind"])
