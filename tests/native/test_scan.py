"""What is seen of a page, found in one pass, held against the same in NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import OutOfTime, Page, parse
from dehusk.budget import budget
from dehusk.native.codes import Mark
from dehusk.page.parse import Limits
from dehusk.views.blocks import Blocks
from dehusk.views.text_counts import visible_chars, words
from tests.extractors.default.reference import blocks as reference
from tests.extractors.default.reference.visible import VisibleText, inert, leaves
from tests.golden import GoldenPage, golden_pages

ELEMENTS = "div p span a b br img hr pre time template iframe script button table td my-box".split()
TEXTS = [
    "one",
    " two ",
    " ",
    "\u00a0",
    "\u200b\u00ad",
    "茶が",
    "ไทย",
    "é\u2060",
    "\x01",
    "\u3000",
    "\ufeff",
    "😀",
]
PARTS = [*(f"<{name}>" for name in ELEMENTS), *(f"</{name}>" for name in ELEMENTS), *TEXTS]


def check(page: Page) -> None:
    visible = VisibleText.of(page)
    seen = visible.ink()
    np.testing.assert_array_equal(page.leaves, leaves(page))
    np.testing.assert_array_equal(page.is_inert, inert(page))
    np.testing.assert_array_equal(page.marked(Mark.INKED), seen > 0)
    np.testing.assert_array_equal(page.marked(Mark.APART), reference.implied_spaces(page))
    np.testing.assert_array_equal(np.cumsum(page.marked(Mark.BEGINS)), reference.runs(page, seen))
    np.testing.assert_array_equal(visible_chars(page), seen)
    np.testing.assert_array_equal(words(page), visible.words())
    found, expected = Blocks.of(page), reference.blocks(page)
    for column in ("block_of", "first_row", "end_row"):
        np.testing.assert_array_equal(getattr(found, column), getattr(expected, column))


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=40).map("".join))
def test_any_page(html: str) -> None:
    check(parse(html))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    check(parse(f"<p>{text}<span>{text}</span><b>{text}</b>"))


@pytest.mark.parametrize("golden", golden_pages(), ids=lambda golden: golden.name)
def test_golden_pages(golden: GoldenPage) -> None:
    check(golden.page)


def test_a_page_is_scanned_once() -> None:
    page = parse("<p>Tea</p>")
    assert page.scan is page.scan
    assert not page.scan.marks.flags.writeable


def test_a_scan_keeps_to_its_time() -> None:
    page = parse("<p>Tea" * 100_000)
    with budget(Limits(seconds=1e-9)), pytest.raises(OutOfTime):
        _ = page.scan
