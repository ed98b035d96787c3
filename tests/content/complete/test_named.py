from __future__ import annotations

import pytest

from dehusk.content.complete.named import PRICE
from dehusk.content.options import Completion
from tests.content.complete import PROSE, completed, texts


def product(price: str, before: str = "") -> str:
    return f"<h1>Rucksack!</h1>{before}{price}<p>{PROSE}!</p>"


@pytest.mark.parametrize(
    "price",
    [
        "<div class=price>€189.00</div>",
        "<p>Now: <span itemprop=price>1 299,00 kr</span></p>",
        "<div id=price-box><span>$</span><span>19.99</span></div>",
    ],
)
def test_the_price_after_the_name(price: str) -> None:
    page, whole = completed(product(price))
    reasons = {page.text_of(row): whole.reason_of(row) for row in whole.rows}
    assert PRICE in reasons.values()
    assert texts(product(price), Completion(products=False)) == ["Rucksack", PROSE]


def test_words_around_a_price_are_not_kept() -> None:
    html = "<div class=price><i>Regular price</i> <s>€189</s> <b>€164</b></div>"
    assert texts(product(html)) == ["Rucksack", "€189", "€164", PROSE]


@pytest.mark.parametrize(
    "price",
    [
        "<div class=price>On request</div>",
        "<ul><li class=price>€9</ul>",
        "<a class=price href=/x>€9</a>",
        "<div class=price>€9, or nothing for members of the club of friends of bags</div>",
    ],
)
def test_what_is_no_price(price: str) -> None:
    assert texts(product(price)) == ["Rucksack", PROSE]


CARDS = "".join(
    f"<div><a href=/{name}><picture><img src=/{name}.jpg width=600></picture></a>"
    f"<a href=/{name}>{name}</a> <b class=price>€9</b></div>"
    for name in ("Bag", "Sack", "Purse")
)


def test_the_cards_of_a_listing_are_not_its_price_and_picture() -> None:
    assert texts(product(CARDS)) == ["Rucksack", PROSE]
    assert texts(product("<b class=price>€8</b>" + CARDS)) == ["Rucksack", "€8", PROSE]
    larger = CARDS.replace(" href=/Bag", " href=/Bag.jpg")
    assert texts(product(larger)) == ["Rucksack", "/Bag.jpg", "€9", PROSE]


def test_a_price_without_a_title_belongs_to_something_else() -> None:
    assert "€9" not in texts(f"<h2>Rucksack!</h2><b class=price>€9</b><p>{PROSE}!</p>")


def test_a_product_has_its_specification() -> None:
    price = "<b class=price>€9</b>"
    specification = "<div class=specifications><table><tr><td>Volume<td>38 litres</table></div>"
    assert texts(product(price) + specification)[-2:] == ["Volume", "38 litres"]
    assert "Volume" not in texts(product("") + specification)


def test_a_readme_is_whole() -> None:
    body = f"<p>{PROSE}!</p><h2>License</h2><p>MIT</p>"
    assert texts(f"<article class=markdown-body>{body}</article>") == [PROSE, "License", "MIT"]
    assert texts(f"<article class=other>{body}</article>") == [PROSE]
    little = body.replace("!", "") + "<p>Yes!</p>"
    assert texts(f"<article class=markdown-body>{little}</article>") == ["Yes"]


def test_the_price_that_was_and_the_price_that_is() -> None:
    html = "<div class=price-view><p class=price>€189!</p><p class=price>€164</p></div>"
    assert texts(product(html)) == ["Rucksack", "€189", "€164", PROSE]
    others = "<p>" + "All of the prices are with taxes. " * 5 + "</p>"
    assert "€164" not in texts(product(html.replace("</div>", f"{others}</div>")))


def test_cards_have_their_prices() -> None:
    card = "<div><h3><a href=/{0}>{0}!</a></h3><p>{1}</p><p class=price>€{2}</p></div>"
    for number, words, kept in (
        (3, "New", True),
        (2, "New", False),
        (3, "x" * 100, True),
        (3, "x" * 101, False),
    ):
        cards = "".join(card.format(f"Bag {n}", words, n) for n in range(number))
        assert ("€1" in texts(f"<p>{PROSE}!</p>{cards}<p>{PROSE}!</p>")) == kept
    unlinked = "".join(f"<div><h3>Bag {n}!</h3><p class=price>€{n}</p></div>" for n in range(3))
    assert "€1" not in texts(f"<p>{PROSE}!</p>{unlinked}<p>{PROSE}!</p>")


@pytest.mark.parametrize(("linked", "kept"), [(30, True), (31, False)])
def test_how_much_of_a_specification_may_lead_elsewhere(linked: int, kept: bool) -> None:
    price = "<p class=price>€9</p>"
    rest = f"<ul class=specs><li><a href=/x>{'x' * linked}</a><li>{'y' * (100 - linked)}</ul>"
    assert ("y" * (100 - linked) in texts(product(price) + rest + f"<p>{PROSE}!</p>")) == kept
