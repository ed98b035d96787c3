"""What a page shows of the goods it sells, found by the marks of templates after the title.

>>> from dehusk.metadata.evidence import Evidence
>>> from dehusk.page.parse import parse
>>> page = parse('''<h1>Tea pot</h1><s class="price">€ 30</s><b class="price">€ 24.50</b>
...     <button id="add-to-cart">Buy</button>''')
>>> can_be_bought(page), shown_product(Evidence(page)).price
(True, '24.50')
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dehusk.metadata.evidence import Evidence
from dehusk.metadata.markup import MARKS, marks_with, visible_text
from dehusk.metadata.prices import shown_price
from dehusk.metadata.things import Product
from dehusk.metadata.values import clean
from dehusk.native.attributes import Words, attribute
from dehusk.page import Page
from dehusk.page.tags import TagSet

_BUYING = Words(
    *b"""add-to-cart addtocart add_to_cart add-to-basket addtobasket add-to-bag addtobag add-cart
    addcart buybox buy-box buy-now buynow buy_now add-to-wishlist outofstock""".split()
)
_PRICE = Words(*b"price preis prix precio prezzo cena".split())
_STOCK = Words(*b"availab stock verfuegbar disponib".split())
_BRAND = Words(*b"brand bylineinfo manufacturer".split())
_NUMBERED = Words(*b"sku asin product_id productid product-id item_id itemid articleid".split())
_FORMER = re.compile(
    r"old|was|strike|former|before|list-?price|regular|rrp|msrp|sav(?:e|ing)|ship|unit|per-?"
    r"|discount|deliver|install|month|filter|range|min|max|minicart|summary"
)
_STRUCK = TagSet("del s strike").column
_CONTROLS = TagSet("script style noscript template select option").column
_MOST = 400
_LONGEST = 80
_OUT = re.compile(
    r"\b(?:out of stock|sold out|(?:currently |temporarily )?unavailable|not available|no longer"
    r"|nicht (?:verfügbar|lieferbar|vorrätig)|ausverkauft|derzeit nicht|agotado|no disponible"
    r"|esaurito|non disponibile|rupture|épuisé|indisponible|indisponível|esgotado|vypredané"
    r"|nedostupn|vyprodáno|rasprodano|нет в наличии|niedostępn|uitverkocht|slutsåld|izpārdots)"
    r"|売り切れ|缺货|售罄",
    re.IGNORECASE,
)
_IN = re.compile(
    r"\b(?:in stock|available|auf lager|verfügbar|vorrätig|lieferbar|en stock|disponib|disponív"
    r"|skladom|skladem|na sklade|na skladě|na stanju|dostupn|w magazynie|в наличии|op voorraad"
    r"|i lager|left in stock|noliktavā|laos)|有货|在庫あり|現貨",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:visit the|brand|marke|marca|marque|značka|zīmols|hersteller|by|von|di|de|par|bränd|merk)\b\s*:?\s*",
    re.IGNORECASE,
)
_LABEL_AFTER = re.compile(r"\s*[- ]?\s*(?:store|shop)$|^besuchen sie den |-store$", re.IGNORECASE)
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{2,39}")


def can_be_bought(page: Page) -> bool:
    """Whether the page has something to put its goods into a cart with."""
    return bool(marks_with(_BUYING, page, names=(*MARKS, "name")))


def shown_product(evidence: Evidence) -> Product:
    """What is shown of the goods, None where nothing is."""
    page = evidence.page
    start = max(evidence.around.title_row, 0)
    price, currency = _price(page, start) or (None, None)
    return Product(
        brand=_brand(page, start),
        price=price,
        currency=currency,
        availability=_availability(page, start),
        sku=_sku(page),
    )


def _texts(page: Page, words: Words, start: int) -> Iterator[tuple[str, str]]:
    """The short texts after a row that some words mark, each with its marks."""
    found = marks_with(words, page, start)
    for row in sorted(found)[:_MOST]:
        if not _CONTROLS[page.tag.item(row)] and _size(page, row) <= _LONGEST * 4:
            text = clean(visible_text(page, row))
            if text and not _STRUCK[page.tag.item(row)]:
                yield text, found[row]


def _size(page: Page, row: int) -> int:
    size: int = page.text_end.item(row) - page.text_start.item(row)
    return size


def _price(page: Page, start: int) -> tuple[str, str] | None:
    for text, marks in _texts(page, _PRICE, start):
        if len(text) <= _LONGEST and not _FORMER.search(marks) and (price := shown_price(text)):
            return price
    return None


def _availability(page: Page, start: int) -> str | None:
    for text, _ in _texts(page, _STOCK, start):
        if _OUT.search(text):
            return "OutOfStock"
        if _IN.search(text):
            return "InStock"
    return "InStock" if can_be_bought(page) else None


def _brand(page: Page, start: int) -> str | None:
    for text, _ in _texts(page, _BRAND, start):
        name = _LABEL_AFTER.sub("", _LABEL.sub("", text, count=1)).strip(" :")
        if name and len(name) <= _LONGEST // 2:
            return name
    return None


def _sku(page: Page) -> str | None:
    """The number of the goods that a form sends or an element carries."""
    for row in sorted(marks_with(_NUMBERED, page, names=("name", "id", "itemprop")))[:_MOST]:
        value = attribute(page, row, "value")
        if value and _CODE.fullmatch(value):
            return value
    return None
