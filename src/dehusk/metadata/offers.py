"""The offers of an item: what it costs, and whether it can be had.

>>> offers = offers_of({"offers": [{"price": 9.5, "priceCurrency": "EUR", "availability": "SoldOut"},
...                                {"price": 12, "priceCurrency": "EUR", "availability": "InStock"}]})
>>> best_offer(offers)
Offer(price='12', currency='EUR', availability='InStock', sku=None)
"""

from __future__ import annotations

import re
from typing import NamedTuple

from dehusk.metadata.item_values import items_in, text_in
from dehusk.metadata.prices import currency_of, plain_number
from dehusk.page.json_ld import Item

_MOST = 200
_FORMER = re.compile("list|strike|msrp|srp", re.IGNORECASE)
_NOT_LETTERS = re.compile("[^a-z]")
CAN_BE_HAD = frozenset(
    "InStock LimitedAvailability OnlineOnly InStoreOnly PreOrder PreSale BackOrder".split()
)
"""The words of schema.org for goods that can be had, now or later."""
_WORDS = {word.lower(): word for word in (*CAN_BE_HAD, "OutOfStock", "SoldOut", "Discontinued")} | {
    "available": "InStock",
    "availablefororder": "BackOrder",
    "oos": "OutOfStock",
    "unavailable": "OutOfStock",
    "notavailable": "OutOfStock",
    "pending": "BackOrder",
}


class Offer(NamedTuple):
    """A price, and whether the goods can be had for it."""

    price: str | None = None
    currency: str | None = None
    availability: str | None = None
    sku: str | None = None

    @property
    def stands(self) -> bool:
        """Whether it is said that the goods can be had."""
        return self.availability in CAN_BE_HAD


def offers_of(item: Item) -> list[Offer]:
    """The offers of an item and of its variants, then what it says itself as if it were one."""
    queue = [item]
    found: list[Item] = []
    while queue and len(found) < _MOST:
        one = queue.pop(0)
        nested = items_in(one, "offers") + items_in(one, "hasVariant")
        queue.extend(nested[:_MOST])
        found.append(one)
    return [offer for one in (*found[1:], found[0]) if any(offer := _offer(one))]


def best_offer(offers: list[Offer]) -> Offer:
    """The first offer with a price that can be had, else with a price; who says nothing of both has
    what another says."""
    if not offers:
        return Offer()
    priced = [offer for offer in offers if offer.price] or offers
    best = next((offer for offer in priced if offer.stands), priced[0])
    stands = next((offer.availability for offer in offers if offer.stands), None)
    said = stands or next((offer.availability for offer in offers if offer.availability), None)
    return best._replace(availability=said)


def availability_of(value: str) -> str | None:
    """A word of schema.org for whether goods can be had, None where it is none.

    >>> availability_of("https://schema.org/InStock"), availability_of("out of stock")
    ('InStock', 'OutOfStock')
    """
    word = _NOT_LETTERS.sub("", value.strip().rstrip("/").rpartition("/")[2].lower())
    return _WORDS.get(word)


def _offer(item: Item) -> Offer:
    price, currency = _price(item)
    said = text_in(item, "availability")
    return Offer(price, currency, availability_of(said) if said else None, text_in(item, "sku"))


def _price(item: Item) -> tuple[str | None, str | None]:
    """The price of an offer, else that of its specifications which is not a former one."""
    specified = items_in(item, "priceSpecification")
    current = [one for one in specified if not _FORMER.search(text_in(one, "priceType") or "")]
    for one in (item, *current):
        said = text_in(one, "price", "lowPrice")
        if said and (price := plain_number(said)):
            currency = text_in(one, "priceCurrency") or text_in(item, "priceCurrency")
            return price, currency_of(currency) if currency else None
    return None, None
