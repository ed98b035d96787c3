"""Recipes: a text that is kept ends in an exclamation mark."""

from __future__ import annotations

import pytest

from dehusk.content.complete.recipes import FACTS, INGREDIENTS
from dehusk.content.options import Completion
from tests.content.complete import completed, texts

FLOUR, SALT, STEPS = "500 g of flour", "2 tsp of salt", "Knead it for ten minutes"


def recipe(*, list_class: str = "ingredients") -> str:
    return (
        f"<h1>Bread!</h1><ul class={list_class}><li>{FLOUR}<li>{SALT}</ul>"
        f"<div class=instructions><ol><li>{STEPS}!<li>Wait!</ol></div>"
    )


def test_a_recipe_has_its_ingredients() -> None:
    assert texts(recipe())[1:3] == [FLOUR, SALT]
    assert FLOUR not in texts(recipe(), Completion(recipes=False))
    assert FLOUR not in texts(recipe(list_class="other"))


def test_a_menu_of_ingredients_is_none() -> None:
    html = (
        recipe().replace(FLOUR, f"<a href=/a>{FLOUR}</a>").replace(SALT, f"<a href=/b>{SALT}</a>")
    )
    assert FLOUR not in texts(html)


def test_ingredients_of_a_recipe_that_is_no_content_stay_out() -> None:
    assert FLOUR not in texts(recipe().replace("!<li>", "<li>").replace("Wait!", "Wait"))


def card(
    head: str,
    *,
    lines: int = 3,
    row: str = "<div><b>{}</b> <i class=ingredient-name>g of flour</i></div>",
) -> str:
    rows = "".join(map(row.format, range(1, lines + 1)))
    return (
        f"<h1>Bread!</h1><div class=recipe><div>{head}</div><div>{rows}</div></div><p>Knead it!</p>"
    )


def test_ingredients_in_lines_of_their_own_are_kept() -> None:
    assert texts(card(""))[1:-1] == ["1", "g of flour", "2", "g of flour", "3", "g of flour"]
    assert INGREDIENTS in completed(card(""))[1].reasons
    assert texts(card("", lines=2)) == ["Bread", "Knead it"]
    linked = "<div><a class=ingredient href=/{0}>Flour {0}</a></div>"
    assert texts(card("", row=linked)) == ["Bread", "Knead it"]


@pytest.mark.parametrize(
    "fact",
    [
        "<p class=prep-time>Prep: 5 min</p>",
        "<p>Prep: <b itemprop=prepTime>5 min</b></p>",
        "<section><p>Prep:</p><div><time itemprop=prepTime>5 min</time></div></section>",
    ],
)
def test_the_card_says_how_long_it_takes(fact: str) -> None:
    found = "".join(texts(card(fact)))
    assert "Prep:" in found
    assert "5 min" in found
    assert FACTS in completed(card(fact))[1].reasons
    assert "5 min" not in "".join(texts(fact + card("")))


def test_what_is_no_fact_of_a_recipe() -> None:
    for head in (
        "<p class=nutrition><a href=#n>Nutrition of this bread</a></p>",
        f"<p class=nutrition>{'Bread feeds you. ' * 40}</p>",
    ):
        assert "Bread feeds" not in "".join(texts(card(head)))
        assert "Nutrition" not in "".join(texts(card(head)))
    long = f"<section><p>{'Bread feeds you. ' * 2}</p><b class=servings>4</b></section>"
    assert texts(card(long))[1] == "4"


@pytest.mark.parametrize(("chars", "kept"), [(500, True), (501, False)])
def test_how_long_a_fact_may_be(chars: int, kept: bool) -> None:
    assert ("x" * chars in texts(card(f"<p class=nutrition>{'x' * chars}</p>"))) == kept


@pytest.mark.parametrize(("chars", "kept"), [(20, True), (21, False)])
def test_how_long_the_label_of_a_fact_may_be(chars: int, kept: bool) -> None:
    labelled = f"<section><p>{'x' * chars}</p><b class=servings>4</b></section><p>{'y' * 30}</p>"
    assert ("x" * chars in texts(card(labelled))) == kept


@pytest.mark.parametrize(("levels", "kept"), [(2, True), (3, False)])
def test_how_far_the_label_of_a_fact_may_be(levels: int, kept: bool) -> None:
    value = "<div>" * levels + "<b class=servings>4</b>" + "</div>" * levels
    labelled = f"<section><p>Serves</p>{value}</section><p>{'y' * 30}</p>"
    assert ("Serves" in texts(card(labelled))) == kept


@pytest.mark.parametrize(("levels", "kept"), [(2, True), (3, False)])
def test_how_far_the_card_of_a_recipe_may_be(levels: int, kept: bool) -> None:
    rows = "".join(f"<div><i class=ingredient>{n} g of flour</i></div>" for n in range(3))
    lines = "<div>" * levels + f"<div>{rows}</div>" + "</div>" * levels
    html = (
        f"<h1>Bread!</h1><div class=recipe><p class=servings>Serves 4</p>{lines}</div><p>Knead!</p>"
    )
    assert ("Serves 4" in texts(html)) == kept
