"""What a page shows of the goods it sells: beside labels, by the marks of templates, in its address.

>>> from dehusk.metadata.evidence import Evidence
>>> from dehusk.page.parse import parse
>>> page = parse('''<h1>Tea pot</h1><s class="price">€ 30</s><b class="price">€ 24.50</b>
...     <p>Brand: Leaf<dl><dt>EAN<dd>4006381333931</dl><button id="add-to-cart">Buy</button>''')
>>> shown = ShownProduct(Evidence(page))
>>> can_be_bought(page), shown.price, shown.labelled["brand"], shown.labelled["gtin"]
(True, ('24.50', 'EUR'), 'Leaf', '4006381333931')
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from dehusk.lazy import lazy
from dehusk.metadata.evidence import Evidence
from dehusk.metadata.markup import MARKS, lines_between, marks_with, visible_text
from dehusk.metadata.prices import shown_price
from dehusk.metadata.values import clean
from dehusk.native.find import Words, attribute
from dehusk.page import Page
from dehusk.page.tags import TagSet

_BUYING = Words(
    *b"""add-to-cart addtocart add_to_cart add-to-basket addtobasket add-to-bag addtobag add-cart
    addcart buybox buy-box buy-now buynow buy_now add-to-wishlist outofstock""".split()
)
_PRICE = Words(*b"price preis prix precio prezzo cena".split())
_STOCK = Words(*b"availab stock verfuegbar disponib".split())
_NUMBERED = Words(*b"sku asin product_id productid product-id item_id itemid articleid".split())
_FORMER = re.compile(
    "old|was|strike|former|before|original|list-?price|regular|rrp|msrp|sav(?:e|ing)|ship|unit|per-?"
    "|discount|deliver|install|month|filter|range|min|max|summary"
)
_LABELS = {
    "brand": """brand, brand name, marke, marca, marque, merk, značka, zīmols, kaubamärk, marka,
        varumärke, mærke, merkki, бренд, 品牌""",
    "maker": """manufacturer, maker, publisher, label, hersteller, fabricant, fabricante, produttore,
        producent, výrobca, výrobce, ražotājs, tootja, valmistaja, производитель, editora, éditeur""",
    "sku": """sku, asin, item number, item no., item no, item #, item id, product code, product number,
        product id, article number, article no., ad id, artikelnummer,
        artikel-nr., artikelnr., art.-nr., bestellnummer, anzeige, anzeigennummer, référence, réf., ref.,
        referencia, referência, id produto, código, codice articolo, codice, artikelcode, kod produktu,
        kód, kód produktu, kód zboží, tuotenumero, varenummer, артикул, код товара, 商品編號""",
    "gtin": "gtin, ean, ean-code, ean kód, ean code, upc, isbn, isbn-13, barcode, jan",
}
_FIELD_OF = {
    label.strip(): field for field, labels in _LABELS.items() for label in labels.split(",")
}
_MOST_WORDS = 8
_NOT_SHOWN = TagSet("script style noscript template select option del s strike")
"""What is no text, one of many, or struck out."""
_MOST = 400
_LONGEST = 80
_NAME = 40
_OUT = re.compile(
    r"\b(?:out of stock|sold out|(?:currently |temporarily )?unavailable|not available|no longer"
    r"|(?:derzeit )?nicht (?:verfügbar|lieferbar|vorrätig)|ausverkauft|agotado|no disponible"
    r"|esaurito|non disponibile|rupture|épuisé|indisponible|indisponível|esgotado|vypredané"
    r"|nedostupn|vyprodáno|rasprodano|нет в наличии|niedostępn|uitverkocht|slutsåld|izpārdots)"
    r"|売り切れ|缺货|售罄",
    re.IGNORECASE,
)
_IN = re.compile(
    r"\b(?:in stock|available|auf lager|verfügbar|vorrätig|lieferbar|en stock|disponib|disponív"
    r"|skladom|skladem|na sklade|na skladě|na stanju|dostupn|w magazynie|в наличии|op voorraad"
    r"|i lager|noliktavā|laos)|有货|在庫あり|現貨",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?=[^0-9]{0,39}[0-9])[A-Za-z0-9][A-Za-z0-9._/-]{2,39}")
_IN_ADDRESS = re.compile(r"(?<![A-Za-z0-9])[0-9]{6,14}(?![A-Za-z0-9])")


def can_be_bought(page: Page) -> bool:
    """Whether the page has something to put its goods into a cart with."""
    return bool(marks_with(_BUYING, page, names=(*MARKS, "name")))


class ShownProduct:
    """What is shown of the goods, from the title on; each part is looked for when it is asked for."""

    def __init__(self, evidence: Evidence) -> None:
        self._page = evidence.page
        self._start = max(evidence.around.title_row, 0)
        self._address = evidence.page.url or evidence.canonical[0]

    @lazy
    def _lines(self) -> list[str]:
        lines = lines_between(self._page, self._start, len(self._page), 2 * _LONGEST)
        return [text for _, _, text, _ in lines]

    @lazy
    def labelled(self) -> dict[str, str]:
        """What stands beside a label, or in the line after one: the first value of each field."""
        found: dict[str, str] = {}
        for line, after in zip_longest(self._lines, self._lines[1:], fillvalue=""):
            label, colon, value = line.replace("：", ":").partition(":")
            field = _field(label, whole=not (colon and value))
            if field == "maker" and label.casefold().strip() not in _FIELD_OF:
                continue
            if field and field not in found and (own := _READERS[field](value.strip() or after)):
                found[field] = own
        return found

    @lazy
    def price(self) -> tuple[str, str] | None:
        """The first price that is marked as one and as no former one, with its currency."""
        for text, marks in self._marked(_PRICE):
            if len(text) <= _LONGEST and not _FORMER.search(marks) and (price := shown_price(text)):
                return price
        return None

    @lazy
    def availability(self) -> str | None:
        """What a marked text says of the stock, or a line that says nothing else than that it is out."""
        for text, _ in self._marked(_STOCK):
            if _OUT.search(text):
                return "OutOfStock"
            if _IN.search(text):
                return "InStock"
        is_out = any(_OUT.fullmatch(line.rstrip(" .!")) for line in self._lines)
        return "OutOfStock" if is_out else None

    @lazy
    def number(self) -> str | None:
        """The number of the goods in a form, else in the address."""
        rows = marks_with(_NUMBERED, self._page, names=("name", "id", "itemprop"))
        for row in sorted(rows)[:_MOST]:
            if value := _code(attribute(self._page, row, "value") or ""):
                return value
        in_address = _IN_ADDRESS.findall((self._address or "").partition("?")[0])
        return in_address[-1] if in_address else None

    def _marked(self, words: Words) -> Iterator[tuple[str, str]]:
        """The short texts that some words mark, each with its marks."""
        page = self._page
        found = marks_with(words, page, self._start)
        for row in sorted(found)[:_MOST]:
            tag, size = page.tag.item(row), page.text_end.item(row) - page.text_start.item(row)
            if tag in _NOT_SHOWN or size > _LONGEST * 4:
                continue
            if text := clean(visible_text(page, row)):
                yield text, found[row]


def _field(label: str, *, whole: bool) -> str | None:
    """The field that a label names, which may end other words unless it must be the whole of them.

    >>> _field("eBay item number", whole=False), _field("More of the brand", whole=True)
    ('sku', None)
    """
    words = label.casefold().split()
    if len(words) > _MOST_WORDS:
        return None
    starts = range(1 if whole else len(words))
    return next((own for at in starts if (own := _FIELD_OF.get(" ".join(words[at:])))), None)


def unlabelled(text: str) -> str:
    """A value without the label in front of it.

    >>> unlabelled("All of the brand: Leaf"), unlabelled("Leaf: Tea")
    ('Leaf', 'Leaf: Tea')
    """
    label, colon, value = text.partition(":")
    return value.strip() if colon and _field(label, whole=False) else text


def _name(text: str) -> str | None:
    return text if text and len(text) <= _NAME else None


def _code(text: str) -> str | None:
    """The code that a text begins with: it has a digit."""
    code = _CODE.fullmatch(text.split()[0]) if text.strip() else None
    return code[0] if code else None


def gtin(text: str) -> str | None:
    """A number of 8, 10 or 12 to 14 digits, without what sets parts of it off.

    >>> gtin("978-0-552-17374-2"), gtin("12345")
    ('9780552173742', None)
    """
    digits = text.replace("-", "").replace(" ", "")
    is_one = len(digits) in (8, 10, 12, 13, 14) and digits[:-1].isdecimal() and digits.isalnum()
    return digits if is_one else None


_READERS = {"brand": _name, "maker": _name, "sku": _code, "gtin": gtin}
