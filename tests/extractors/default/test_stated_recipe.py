"""What a page states as its recipe is found among its blocks, and counts in what is kept."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dehusk import Page, extract, parse
from dehusk.extractors.default import method
from dehusk.extractors.default.stated_recipe import recipe_blocks
from dehusk.views.blocks import Blocks
from tests.conftest import PAGES


def page_with(body: str, **recipe: object) -> Page:
    stated = json.dumps({"@graph": [{"@type": "WebSite"}, {"@type": "Recipe", **recipe}]})
    return parse(f'<script type="application/ld+json">{stated}</script><body>{body}')


def said(page: Page) -> list[str]:
    blocks = Blocks.of(page)
    found = recipe_blocks(page, blocks)
    return [] if found is None else [blocks.text(number) for number in np.flatnonzero(found)]


def test_an_ingredient_in_several_blocks() -> None:
    page = page_with("<table><tr><td>500 g<td>Flour<tr><td>Sugar", recipeIngredient=["500g flour"])
    assert said(page) == ["500 g", "Flour"]


@pytest.mark.parametrize(
    "steps",
    [
        "<p>Knead it well.</p><p>Bake &amp; eat it.</p>",
        ["Knead it well.", "Bake & eat it."],
        [{"@type": "HowToStep", "text": "Knead it well."}, {"name": "Bake & eat it."}],
        {"@type": "HowToSection", "itemListElement": [{"text": "Knead it well. Bake & eat it."}]},
    ],
)
def test_steps_of_any_shape(steps: object) -> None:
    body = "<p>Our bread<ol><li>Knead it well<li>Bake & eat it!</ol><p>Write to us"
    page = page_with(body, recipeIngredient=["Flour"], recipeInstructions=steps)
    assert said(page) == ["Knead it well", "Bake & eat it!"]


def test_a_block_that_says_more_is_not_one_of_them() -> None:
    body = "<p>Flour is cheap this year<p>500 g flour<p>500 g flour, fine<p>Salt<p>Salted"
    page = page_with(body, recipeIngredient=["500 g flour", "Salt"])
    assert said(page) == ["500 g flour", "Salt"]
    assert said(page_with(body, recipeIngredient=["500 g flour, fin"]))[-1] == "500 g flour, fine"


def test_a_single_letter_is_no_ingredient() -> None:
    assert said(page_with("<p>g<p>塩<p>só", recipeIngredient=["g", "só"])) == ["só"]


def test_the_longest_recipe_counts() -> None:
    other = {"@type": "Recipe", "recipeIngredient": ["Salt"]}
    page = page_with("<p>Salt<p>Flour<p>Water", recipeIngredient=["Flour", "Water"], next=[other])
    assert said(page) == ["Flour", "Water"]


def test_a_page_without_a_recipe_states_none() -> None:
    assert said(page_with("<p>Flour", ingredients=["Flour"])) == []
    assert said(parse("<p>Flour")) == []


def test_a_page_beyond_the_limits() -> None:
    page = page_with(
        "<p>" + "ab " * 60_000 + "<p>Flour", recipeIngredient=["ab" * 9, "Flour"] * 200
    )
    assert said(page)[-1] == "Flour"


def test_what_is_stated_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    html = (PAGES / "recipe-data" / "page.html").read_bytes()
    text = extract(html).text
    assert "400 g sárgaborsó" in text
    assert "Fokhagyma" not in text  # a word of the menu, though it is an ingredient
    blocks = Blocks.of(parse(html))
    columns = method.Default().explain_blocks(blocks)
    because = [
        str(why) for number, why in enumerate(columns["because"]) if blocks.text(number) == "só"
    ]
    assert [", in the recipe that the page states" in reason for reason in because] == [True]
    monkeypatch.setattr(method, "EVIDENCE", 0)
    assert "400 g sárgaborsó" not in extract(html).text
