"""Items of schema.org: what types they have, and which words are in them."""

from __future__ import annotations

from typing import Any

import pytest

from dehusk import parse
from dehusk.metadata.microdata import MICRODATA, items
from dehusk.metadata.schema import texts
from dehusk.page.json_ld import types


@pytest.mark.parametrize(
    ("item", "wanted"),
    [
        ({"@type": "Article"}, ["Article"]),
        ({"type": "Article"}, ["Article"]),
        ({"@type": None, "type": "Article"}, []),
        (
            {"@type": ["https://schema.org/Article", "schema:BlogPosting", 3]},
            ["Article", "BlogPosting"],
        ),
        ({"@type": " http://schema.org#Recipe "}, ["Recipe"]),
        ({"@type": "A" * 200}, []),
        ({"@type": {"name": "Article"}}, []),
        ({"@type": ["A"] * 30}, ["A"] * 20),
        ({}, []),
    ],
)
def test_the_types_of_an_item(item: dict[str, Any], wanted: list[str]) -> None:
    assert types(item) == wanted


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("Tea", ["Tea"]),
        (None, []),
        (["Tea", 3, "Pot"], ["Tea", "Pot"]),
        ({"name": 3, "@value": ["Tea", "Pot"]}, ["Tea"]),
        ([{"name": "Tea", "@value": "Pot"}, {"name": []}], ["Tea"]),
        (["Tea"] * 501, ["Tea"] * 500),
    ],
)
def test_the_texts_in_a_value(value: Any, wanted: list[str]) -> None:
    assert texts(value, ("name", "@value")) == wanted


def test_items_in_the_markup() -> None:
    page = parse(
        """<meta itemprop=license content=CC>
        <main itemscope itemtype="http://schema.org/WebPage"><h1 itemprop="schema:name">Tea</h1>
        <div itemprop=mainEntity itemscope itemtype=Article><time itemprop=date datetime=2021>x</time>
        <a itemprop="url other" href=/tea></a><i itemprop=author itemscope><b itemprop=name>Ann</b></i>
        </div><p itemprop=unknown>no</p><img itemprop=image></main>"""
    )
    article = {
        "@type": ["Article"],
        "datePublished": ["2021"],
        "url": ["/tea"],
        "author": [{"name": ["Ann"]}],
    }
    whole = {"@type": ["http://schema.org/WebPage"], "name": ["Tea"], "mainEntity": [article]}
    assert items(page, MICRODATA) == [{"license": ["CC"]}, whole, article]
