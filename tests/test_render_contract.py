"""What methods that look at the rendered page promise: what all promise, and nothing unseen."""

from __future__ import annotations

import pickle
import time
from dataclasses import fields, is_dataclass, replace
from functools import cache

import numpy as np
import pytest

from dehusk import EXTRACTORS, Extractor, Page, extract, parse
from dehusk.errors import LayoutRequired
from dehusk.page.table import FURTHEST
from dehusk.pipeline import find_extractor
from dehusk.views.layout_view import LayoutView
from tests.layouts import LayoutPage, layout_pages
from tests.layouts.by_hand import laid_out
from tests.test_contract import STRANGE, check

METHODS = [name for name, method in EXTRACTORS.items() if method.needs_layout]
PAGES = layout_pages()


@cache
def strange(name: str) -> Page:
    return laid_out(STRANGE[name])


# TextBlob leaves its lexicon open.
THEIRS = [
    pytest.param(
        f"{name}, as {setting}",
        marks=pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning"),
    )
    for name in METHODS
    for setting in ("published", "coded")
]


@pytest.fixture(params=[*METHODS, *THEIRS])
def extractor(request: pytest.FixtureRequest) -> Extractor:
    name, _, setting = request.param.partition(", as ")
    if setting and name == "zones":
        pytest.importorskip("textblob")
    return find_extractor(name, setting=setting or "ours")


@pytest.mark.parametrize("name", STRANGE)
def test_strange_pages_give_a_selection(extractor: Extractor, name: str) -> None:
    check(strange(name), extractor.select(strange(name)))


@pytest.mark.parametrize("layout_page", PAGES, ids=lambda page: page.name)
def test_rendered_pages_give_a_selection(extractor: Extractor, layout_page: LayoutPage) -> None:
    check(layout_page.snapshot, extractor.select(layout_page.snapshot))


@pytest.mark.parametrize("layout_page", PAGES, ids=lambda page: page.name)
def test_nothing_hidden_is_kept(extractor: Extractor, layout_page: LayoutPage) -> None:
    page = layout_page.snapshot
    assert not (extractor.select(page).keep & LayoutView.of(page).hidden).any()


def test_pages_on_which_nothing_was_rendered(extractor: Extractor) -> None:
    page = laid_out("<p>" + "Some words of a page. " * 20)
    assert page.layout is not None
    unseen = replace(page.layout, rendered=np.zeros(len(page), bool), box=0 * page.layout.box)
    selection = extractor.select(replace(page, layout=unseen))
    check(page, selection)
    assert selection.problem


def test_boxes_without_sense(extractor: Extractor) -> None:
    page = laid_out("<div><p>One thing. And another thing.</p></div>" * 50)
    assert page.layout is not None
    for value in (-FURTHEST, FURTHEST, 0.0):
        odd = replace(page.layout, box=np.full((len(page), 4), value, np.float32))
        check(page, extractor.select(replace(page, layout=odd)))
    no_window = replace(page.layout, window=(0, 0), document=(0, 0))
    check(page, extractor.select(replace(page, layout=no_window)))


def test_the_page_is_left_as_it_was(extractor: Extractor) -> None:
    page = PAGES[0].snapshot
    before = pickle.dumps(page)
    extractor.select(page)
    assert pickle.dumps(page) == before


def test_the_same_page_gives_the_same_selection(extractor: Extractor) -> None:
    for layout_page in PAGES[:4]:
        one, two = (extractor.select(layout_page.snapshot) for _ in range(2))
        assert (one.keep == two.keep).all()
        assert (one.score == two.score).all()


def test_it_is_a_frozen_dataclass_that_pickles_and_repeats_its_fields(extractor: Extractor) -> None:
    assert is_dataclass(extractor)
    assert type(extractor).__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(extractor)) == extractor
    assert all(field.name in repr(extractor) for field in fields(extractor))
    assert type(extractor).__doc__


@pytest.mark.parametrize("amount", [-2, -1, 1, 2])
@pytest.mark.parametrize("method", ["zones", "zones-semantic", "gce"])
def test_more_is_more_and_less_is_less(method: str, amount: int) -> None:
    for layout_page in PAGES:
        usual = extract(layout_page.snapshot, method=method)
        other = extract(layout_page.snapshot, method=method, amount=amount)
        if amount > 0:
            assert (usual.selection.keep <= other.selection.keep).all()
        else:
            assert (usual.selection.keep >= other.selection.keep).all()


def test_a_page_that_was_only_parsed_is_refused(extractor: Extractor) -> None:
    with pytest.raises(LayoutRequired, match="render"):
        extractor.select(parse("<p>Hello"))


@pytest.mark.timed
@pytest.mark.slow
def test_time_grows_with_the_page_and_not_faster(extractor: Extractor) -> None:
    small, large = rows_of_text(2_000), rows_of_text(16_000)
    assert len(large) > 100_000
    assert seconds(extractor, large) < 8 * 4 * max(seconds(extractor, small), 0.005)


def rows_of_text(count: int) -> Page:
    """Three columns in turn, with a link in every paragraph."""
    block = "<div box='{x} {y} 500 60'><p>Some words <b>in</b> a row here. And with <a href=x>a link</a>.</p></div>"
    lines = (block.format(x=40 + 600 * (row % 3), y=20 * row) for row in range(count))
    return laid_out("".join(lines), document=(1920, 20 * count))


def seconds(extractor: Extractor, page: Page) -> float:
    best = float("inf")
    for _ in range(2):
        start = time.process_time()
        extractor.select(page)
        best = min(best, time.process_time() - start)
    return best
