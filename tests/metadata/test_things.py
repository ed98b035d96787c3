"""Goods, recipes, events and jobs: what a page declares of them, and what it shows of goods."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dehusk
from dehusk.metadata import Product


def declared(**item: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps(item)}</script><h1>Tea pot</h1>'


def metadata(html: str) -> dehusk.Metadata:
    return dehusk.extract(html, url="https://example.org/tea-pot").metadata


OFFER = {"price": "24,50", "priceCurrency": "EUR", "availability": "https://schema.org/SoldOut"}


def test_a_product_of_json_ld() -> None:
    item = {"brand": {"name": "Leaf"}, "sku": "T-1", "gtin13": "4006381333931", "offers": [OFFER]}
    found = metadata(declared(**{"@type": "Product"}, name="Tea pot", **item)).product
    assert found == Product("Tea pot", "Leaf", "24.50", "EUR", "SoldOut", "T-1", "4006381333931")


def test_a_price_in_an_element_of_the_sites_own() -> None:
    found = metadata(
        declared(**{"@type": "Product"}, name="Tea pot", sku="T-1")
        + "<x-a></x-a><x-price class=price>24,50 €</x-price><button>Add to cart</button>"
    ).product
    assert found is not None
    assert (found.price, found.currency) == ("24.50", "EUR")


def test_a_product_of_microdata() -> None:
    found = metadata(
        "<div itemscope itemtype=https://schema.org/Product><h1 itemprop=name>Tea pot</h1>"
        "<div itemprop=offers itemscope itemtype=https://schema.org/Offer>"
        "<meta itemprop=price content=24.5><meta itemprop=priceCurrency content=EUR>"
        "<link itemprop=availability href=https://schema.org/InStock></div></div>"
    ).product
    assert found is not None
    assert (found.price, found.currency, found.availability) == ("24.5", "EUR", "InStock")


def test_what_is_shown_where_nothing_is_declared() -> None:
    found = metadata(
        "<h1>Tea pot</h1><del class=price>€ 30</del><span class=price>€ 24.50</span>"
        "<p>Brand: Leaf</p><p class=stock>Sold out</p><p>SKU: T-1</p>"
        "<button class=add-to-cart>Buy</button>"
    ).product
    assert found == Product("Tea pot", "Leaf", "24.50", "EUR", "OutOfStock", "T-1")


@pytest.mark.parametrize(
    "html",
    [
        "<h1>Tea</h1><p>A pot has a price of € 24.50, and it is worth it.</p>",
        "<h1>Tea</h1><b class=price>€ 24.50</b>",
        declared(**{"@type": "NewsArticle"}, name="Tea"),
    ],
)
def test_a_page_that_sells_nothing(html: str) -> None:
    assert metadata(html).product is None


def test_the_offer_that_can_be_had_counts() -> None:
    offers = [OFFER, {"price": 26, "priceCurrency": "EUR", "availability": "InStock"}]
    found = metadata(declared(**{"@type": "Product"}, name="Tea pot", offers=offers)).product
    assert found is not None
    assert (found.price, found.availability) == ("26", "InStock")


def test_a_recipe() -> None:
    steps = [{"@type": "HowToSection", "itemListElement": [{"text": "Boil."}, {"text": "Wait."}]}]
    found = metadata(
        declared(
            **{"@type": "Recipe"},
            name="Tea",
            recipeYield="2 cups",
            prepTime="PT5M",
            recipeIngredient=["1 l water", "tea"],
            recipeInstructions=[*steps, "Drink."],
        )
    ).recipe
    assert found is not None
    assert (found.makes, found.preparation_time) == ("2 cups", "PT5M")
    assert found.ingredients == ("1 l water", "tea")
    assert found.steps == ("Boil.", "Wait.", "Drink.")


def test_an_event_and_a_job() -> None:
    place = {"name": "Hall", "address": {"streetAddress": "1 Quay", "addressLocality": "Leer"}}
    event = metadata(
        declared(**{"@type": "Event"}, name="Tea pot", startDate="2024-03-14", location=place)
    ).event
    assert event is not None
    assert (event.start, event.place, event.address) == ("2024-03-14", "Hall", "1 Quay, Leer")
    job = metadata(
        declared(**{"@type": "JobPosting"}, title="Tea pot", hiringOrganization={"name": "Leaf"})
    ).job
    assert job is not None
    assert (job.name, job.employer) == ("Tea pot", "Leaf")


def test_json_has_them() -> None:
    html = declared(**{"@type": "Product"}, name="Tea pot", offers=OFFER) + "<p>It is of clay.</p>"
    written = json.loads(dehusk.extract(html).json)["metadata"]
    assert written["product"]["price"] == "24.50"
    assert "recipe" not in written


def test_what_is_for_sale_may_be_marked_by_elements_of_a_site_s_own() -> None:
    names = "".join(f"<x-{number}></x-{number}>" for number in range(40))
    stock = "<my-stock class=availability>In stock</my-stock>"
    html = f"<h1>Tea pot</h1>{names}<p class=price>24.50 €</p>{stock}<button class=add-to-cart>Buy</button>"
    product = metadata(html).product
    assert product is not None
    assert (product.price, product.availability) == ("24.50", "InStock")


@pytest.mark.parametrize(
    ("kind", "sells"), [("Recipe", False), ("BlogPosting", False), ("FAQPage", True), (None, True)]
)
def test_what_stands_beside_an_article_is_not_what_the_page_sells(
    kind: str | None, sells: bool
) -> None:
    offer = "<p>Our pot<b class=price>€ 24.50</b><button class=add-to-cart>Buy</button>"
    question = {"@type": "Question", "name": "Is it for tea?"}
    said = (
        declared(**{"@type": kind}, name="Tea pot", mainEntity=question) if kind else "<h1>Tea pot"
    )
    assert (metadata(said + offer).product is not None) == sells
