"""The native pass of `dehusk.content.complete` against the columns of the page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from dehusk import Page, Selection, parse
from dehusk.content.complete.draft import WHOLES, Draft
from dehusk.content.complete.headings import no_empty_headings
from dehusk.content.complete.labels import _lone_lines
from dehusk.page.tags import BLOCK, TagSet
from dehusk.views.visible import ink
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


# What rules need look at


def check_first_look(page: Page, keep: NDArray[np.bool_]) -> None:
    """The native look says the same as the rules find out for themselves, or is more careful."""
    selection = Selection.of_leaves(page, keep, reason="by chance")
    draft = Draft(page, selection)
    look = draft.first_look
    assert look is not None
    wholes = draft.of_tags(WHOLES)
    kept, leaves = draft.sum_below(draft.keep)[wholes], draft.sum_below(draft.leaves)[wholes]
    np.testing.assert_array_equal(look.partly_kept, wholes[(kept > 0) & (kept < leaves)])
    np.testing.assert_array_equal(look.lone_lines, _lone_lines(draft))
    figures = draft.of_tags(TagSet("figure"))
    assert look.figures == bool((draft.kept_in(figures) > 0).any())
    if not look.empty_headings:
        draft._changes.append((np.zeros(len(draft), bool), "so that the rule looks for itself"))
        assert draft.first_look is None
        no_empty_headings(draft)
        assert len(draft._changes) == 1


@pytest.mark.parametrize("golden", golden_pages(), ids=lambda golden: golden.name)
def test_the_first_look_misses_nothing(golden: GoldenPage) -> None:
    page = golden.page
    chance = np.random.default_rng(len(page))
    leaves = np.flatnonzero(page.leaves & ~page.is_inert & page.is_text)
    for share in (0.02, 0.3, 0.7, 0.95, 1.0):
        keep = np.zeros(len(page), bool)
        keep[leaves[chance.random(len(leaves)) < share]] = True
        if keep.any():
            check_first_look(page, keep)


def test_headings_that_may_be_empty_are_seen() -> None:
    for html, is_possible in (
        ("<h1>Tea</h1><p>Boil.</p><h2>Pots</h2><p>Blue.</p>", False),
        ("<h1>Tea</h1><h2>Pots</h2><p>Blue.</p>", True),
        ("<h1>Tea</h1><p>Boil.</p><h2>Pots</h2>", True),
        ("<p>Boil.</p><p>Wait.</p>", False),
    ):
        page = parse(html)
        look = draft_of(page).first_look
        assert look is not None
        assert look.empty_headings is is_possible
