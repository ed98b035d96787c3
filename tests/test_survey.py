"""The native pass of `dehusk.complete` against the columns of the page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import Page, Selection, parse
from dehusk.complete.draft import Draft
from dehusk.tags import BLOCK
from dehusk.visible import ink
from tests.golden import GoldenPage, golden_pages


def draft_of(page: Page) -> Draft:
    """A draft whose window is all that follows the first leaf."""
    return Draft(page, Selection.of_subtrees(page, [0], reason="all of it"))


def check(page: Page) -> None:
    draft = draft_of(page)
    window = slice(draft.start, draft.stop)
    leaves = (page.leaves & ~page.is_inert)[window]
    inside_frame = (page.is_inert & page.is_text)[window]
    np.testing.assert_array_equal(draft.leaves & ~inside_frame, leaves)
    np.testing.assert_array_equal(
        np.where(leaves, draft.ink, 0), np.where(leaves, ink(page)[window], 0)
    )
    blocks = BLOCK.mask(page.tag)
    above = page.nearest_ancestor(blocks)[window].astype(np.int64) - draft.start
    own = np.arange(len(draft))
    expected = np.where(blocks[window], own, np.where(above >= 0, above, -1))
    np.testing.assert_array_equal(draft.holder, expected)


@pytest.mark.parametrize("golden", golden_pages(), ids=lambda golden: golden.name)
def test_golden_pages(golden: GoldenPage) -> None:
    check(golden.page)


SPACES = "\u00a0\u00ad\u0085\u1680\u2003\u200b\u200f\u2028\u202f\u205f\u2060\u3000\ufeff \n\t"


@settings(deadline=None)
@given(st.text(st.sampled_from(SPACES + "aé日😀"), min_size=1, max_size=30))
def test_ink_of_any_text(text: str) -> None:
    page = parse(f"<p>x<p>{text}<b>{text}</b><script>{text}</script>y")
    check(page)
