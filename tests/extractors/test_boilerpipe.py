from __future__ import annotations

from itertools import pairwise

import numpy as np

from dehusk import extract, parse
from dehusk.extractors.boilerpipe import ATTRIBUTES, Boilerpipe, attributes
from dehusk.extractors.densities import TagBlocks
from tests.conftest import PAGES
from tests.golden import GoldenPage
from tests.test_golden import word_f1

LONG = "word " * 100


def test_six_attributes_by_hand() -> None:
    blocks = TagBlocks.of(parse(f"<p>one two<p><a href=x>three</a> four<p>{LONG}"))
    assert ATTRIBUTES == (
        "words before",
        "links before",
        "words here",
        "links here",
        "words after",
        "links after",
    )
    assert attributes(blocks).tolist() == [
        [0, 0, 2, 0, 2, 0.5],
        [2, 0, 2, 0.5, 50, 0],
        [2, 0.5, 50, 0, 0, 0],
    ]


def test_an_article_is_found() -> None:
    for name in ("news", "blog", "table-layout"):
        page = GoldenPage(PAGES / name)
        found = extract(page.page, method="boilerpipe").text
        assert word_f1(found, page.document.text) > 0.6, name


def test_menus_are_not() -> None:
    menu = "".join(f"<li><a href={number}>Entry {number}</a></li>" for number in range(30))
    selection = Boilerpipe().select(parse(f"<ul>{menu}</ul>"))
    assert selection.problem == "No text block looks like main content."


def test_scores_are_probabilities_and_amount_asks_for_less_of_it() -> None:
    page = GoldenPage(PAGES / "news").page
    score = Boilerpipe().select(page).score
    assert 0 <= score.min() < score.max() <= 1
    kept = [Boilerpipe(amount=amount).select(page).keep for amount in (-2, -1, 0, 1, 2)]
    for less, more in pairwise(kept):
        assert not (less & ~more).any()
    assert np.count_nonzero(kept[0]) < np.count_nonzero(kept[-1])
