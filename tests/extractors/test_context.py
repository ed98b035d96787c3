from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from dehusk import extract, parse
from dehusk.extractors.context import (
    ATTRIBUTES,
    PARENT_ORDER,
    PARENT_TAGS,
    TextBlockContext,
    attributes,
)
from dehusk.extractors.densities import TagBlocks
from tests.conftest import PAGES
from tests.golden import GoldenPage
from tests.test_golden import word_f1


def number(parent: str) -> int:
    return PARENT_ORDER.index(parent) + 1


def test_the_22_tags_of_table_1() -> None:
    assert len(PARENT_TAGS) == 22
    assert sorted(PARENT_ORDER) == sorted([*PARENT_TAGS, "other"])


def test_25_attributes_by_hand() -> None:
    blocks = TagBlocks.of(parse("<h1>one two</h1><div><p>three</p><a href=x>four five</a></div>"))
    # </h1><div><p> between the first two, </p><a> between the last two.
    h1 = [2, 0, 0, 3, number("h1")]
    p = [1, 0, 3, 2, number("p")]
    a = [2, 1, 2, 0, number("a")]
    none = [0] * 5
    assert len(ATTRIBUTES) == 25
    assert attributes(blocks).tolist() == [
        [*none, *none, *h1, *p, *a],
        [*none, *h1, *p, *a, *none],
        [*h1, *p, *a, *none, *none],
    ]


@pytest.mark.parametrize("tag", ["div", "span", "x-custom", "svg"])
def test_every_other_parent_is_the_same(tag: str) -> None:
    blocks = TagBlocks.of(parse(f"<{tag}>text</{tag}>"))
    assert attributes(blocks)[0, 14] == number("other")


def test_an_article_is_found() -> None:
    for name in ("news", "blog", "table-layout"):
        page = GoldenPage(PAGES / name)
        found = extract(page.page, method="context").text
        assert word_f1(found, page.document.text) > 0.6, name


def test_menus_are_not() -> None:
    menu = "".join(f"<li><a href={number}>Entry {number}</a></li>" for number in range(30))
    selection = TextBlockContext().select(parse(f"<ul>{menu}</ul>"))
    assert selection.problem == "No text block looks like main content."


def test_amount_asks_for_more_or_less_of_it() -> None:
    page = GoldenPage(PAGES / "news").page
    kept = [TextBlockContext(amount=amount).select(page).keep for amount in (-2, -1, 0, 1, 2)]
    for less, more in pairwise(kept):
        assert not (less & ~more).any()
    assert np.count_nonzero(kept[0]) < np.count_nonzero(kept[-1])


def test_the_report_has_the_attributes_and_the_way_through_the_tree() -> None:
    page = parse("<h1>Tea</h1><p>Boil <a href=x>some water</a>, then wait for it.</p>")
    for method in (TextBlockContext(), TextBlockContext.as_published()):
        (table,) = method.explain_page(page)
        title, text = table.lines
        assert f"{number('h1')} h1, {number('ol')} ol" in table.note
        assert title[:6] == ("Tea", 1.0, 0.0, 0.0, 2.0, "h1")
        assert text[:6] == ("Boil", 8.0, 0.25, 2.0, 0.0, "p")
        score = method.select(page).score[page.is_text]
        assert float(score[0]) == pytest.approx(title[6], abs=1e-6)
        assert " ≤ " in str(title[7]) or " > " in str(title[7])
