"""What every extractor promises, checked for each in `EXTRACTORS`."""

from __future__ import annotations

import pickle
import time
from dataclasses import fields, is_dataclass
from functools import cache

import numpy as np
import pytest

from dehusk import (
    EXTRACTORS,
    Extractor,
    LayoutRequired,
    NotPublished,
    Page,
    Selection,
    extract,
    parse,
)
from dehusk.pipeline import find_extractor
from dehusk.selection import Published
from tests.conftest import PAGES

METHODS = [name for name, method in EXTRACTORS.items() if not method.needs_layout]
"""Methods that look at the rendered page keep the same promises in tests/test_render_contract.py."""

STRANGE = {
    "empty": "",
    "one word": "word",
    "one node": "<p>",
    "only scripts": "<script>var a = 'not text';</script><style>p { color: red }</style>",
    "only data": '<script type="application/json">{"body": "%s"}</script>'
    % ("Bread needs flour, water, salt and time. " * 9),
    "only links": "<a href=1>one</a><a href=2>two</a>",
    "only an image": "<img src=a.png alt='A picture'>",
    "frameset": "<frameset><frame src=a><frame src=b></frameset>",
    "deep": "<div>" * 10_000 + "<p>" + "Text at the bottom of a very deep page. " * 20,
    "chinese": "<nav>首页 新闻</nav><article>"
    + "<p>面包需要面粉、水、盐和时间。</p>" * 12
    + "</article>",
    "thai": "<div>" + "<p>ขนมปังต้องใช้แป้ง น้ำ เกลือ และเวลา</p>" * 12 + "</div>",
    "arabic": "<div dir=rtl>"
    + "<p>الخبز يحتاج إلى الدقيق والماء والملح والوقت.</p>" * 12
    + "</div>",
    "no paragraphs": "Line one of a text that has no markup.<br><br>" * 30,
    "svg and math": "<svg><text>in a drawing</text></svg><math><mi>x</mi></math><p>Text.</p>",
}


@cache
def page_of(name: str) -> Page:
    return parse(STRANGE[name])


@cache
def golden(name: str) -> Page:
    return parse((PAGES / name / "page.html").read_bytes())


PUBLISHED = [name for name in METHODS if name != "default"]


@pytest.fixture(params=[*METHODS, *(f"{name}, as published" for name in PUBLISHED)])
def extractor(request: pytest.FixtureRequest) -> Extractor:
    name, _, setting = request.param.partition(", as ")
    return find_extractor(name, setting=setting or "ours")


def check(page: Page, selection: Selection) -> None:
    assert len(selection.keep) == len(selection.score) == len(selection.reason) == len(page)
    assert selection.keep.dtype == bool
    assert selection.score.dtype == np.float32
    assert selection.reason.dtype == np.uint8
    assert not (selection.keep & ~page.leaves).any(), "keep is for leaves only"
    assert not (selection.keep & page.is_inert).any(), "scripts and styles are never content"
    assert np.isfinite(selection.score).all()
    assert int(selection.reason.max(initial=0)) < len(selection.reasons)
    found = selection.keep.any() or selection.embedded is not None
    assert found == (selection.problem is None), "an empty selection says why"
    kept, dropped = set(selection.reason[selection.keep]), set(selection.reason[~selection.keep])
    assert not kept & dropped, "no reason stands for both keeping and dropping"
    for column in (selection.keep, selection.score, selection.reason):
        assert not column.flags.writeable
    assert selection.confidence is None or 0 <= selection.confidence <= 1


@pytest.mark.parametrize("name", STRANGE)
def test_strange_pages_give_a_selection(extractor: Extractor, name: str) -> None:
    check(page_of(name), extractor.select(page_of(name)))


@pytest.mark.parametrize("name", sorted(path.parent.name for path in PAGES.glob("*/page.html")))
def test_golden_pages_give_a_selection(extractor: Extractor, name: str) -> None:
    check(golden(name), extractor.select(golden(name)))


def test_the_page_is_left_as_it_was(extractor: Extractor) -> None:
    page = parse(STRANGE["chinese"])
    before = pickle.dumps(page)
    extractor.select(page)
    assert pickle.dumps(page) == before


def test_the_same_page_gives_the_same_selection(extractor: Extractor) -> None:
    for name in ("news", "chinese", "forum"):
        one, two = extractor.select(golden(name)), extractor.select(golden(name))
        assert (one.keep == two.keep).all()
        assert (one.score == two.score).all()


def test_it_is_a_frozen_dataclass_that_pickles_and_repeats_its_fields(extractor: Extractor) -> None:
    assert is_dataclass(extractor)
    assert type(extractor).__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(extractor)) == extractor
    assert all(field.name in repr(extractor) for field in fields(extractor))
    assert type(extractor).__doc__


@pytest.mark.timed
@pytest.mark.slow
def test_time_grows_with_the_page_and_not_faster(extractor: Extractor) -> None:
    paragraph = "<div><p>Some words <b>in</b> a row, with <a href=x>a link</a>.</p></div>"
    small, large = parse(paragraph * 2_000), parse(paragraph * 16_000)
    assert len(large) > 100_000
    assert seconds(extractor, large) < 8 * 4 * max(seconds(extractor, small), 0.005)


def seconds(extractor: Extractor, page: Page) -> float:
    best = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        extractor.select(page)
        best = min(best, time.perf_counter() - start)
    return best


def test_every_method_of_a_paper_has_a_published_setting() -> None:
    for name, method in EXTRACTORS.items():
        assert issubclass(method, Published) == (name != "default")
    with pytest.raises(NotPublished, match="No paper describes the method 'default'"):
        find_extractor("default", setting="published")


def test_methods_that_look_at_the_page_say_so() -> None:
    for name, method in EXTRACTORS.items():
        if method.needs_layout:
            with pytest.raises(LayoutRequired, match="render"):
                extract("<p>Hello", method=name)
