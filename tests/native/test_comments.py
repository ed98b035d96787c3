"""Comments of readers found natively, held against the same with the columns of a page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from dehusk import Page, parse
from dehusk.content.comments import _ROLES, LEAST_WORDS, comment_selection
from dehusk.native.find import comment_leaves
from dehusk.page import Bools
from dehusk.page.tags import BLOCK, Tag, TagSet
from dehusk.selection import bridged
from dehusk.views.blocks import Blocks
from dehusk.views.text_counts import words as words_of_texts
from tests.golden import GoldenPage, golden_pages

NOT_SECTIONS = "html body form button label select textarea pre code table"
SECTIONS = TagSet(" ".join(BLOCK.names - set(NOT_SECTIONS.split())))
CONTROLS = TagSet("form button label select textarea option nav")


def by_columns(page: Page, content: Bools, rows: NDArray[np.intp]) -> Bools | None:
    rows = np.unique(rows)
    rows = rows[SECTIONS.mask(page.tag[rows])]
    before = np.append(0, np.cumsum(content))
    rows = rows[before[page.end[rows]] == before[rows]]
    if not len(rows):
        return None
    is_named = np.zeros(len(page), bool)
    is_named[rows] = True
    around = page.inside(is_named) & ~page.inside(CONTROLS.mask(page.tag))
    blocks = Blocks.of(page)
    words = np.where(around, words_of_texts(page), 0)
    unlinked = blocks.sum(np.where(page.inside(page.tag == int(Tag.A)), 0, words))
    is_comment = (unlinked > 0) | (blocks.sum(words) >= LEAST_WORDS)
    if not is_comment.any():
        return None
    kept = bridged(page, blocks.on_rows(is_comment, missing=False), blocks.block_of >= 0)
    return kept & around & ~content & page.leaves & ~page.is_inert


def check(page: Page, content: Bools, rows: NDArray[np.intp]) -> None:
    found = comment_leaves(page, content, rows, _ROLES, LEAST_WORDS)
    expected = by_columns(page, content, rows)
    assert (found is None) == (expected is None)
    if found is not None:
        np.testing.assert_array_equal(found, expected)


PARTS = (
    *(
        "<div>",
        "</div>",
        "<p>",
        "<li>",
        "<a href=x>",
        "</a>",
        "<form>",
        "</form>",
        "<button>",
        "</button>",
    ),
    *(
        "<br>",
        "<img>",
        "<hr>",
        "<script>x</script>",
        "<template>",
        "</template>",
        "<iframe>y</iframe>",
    ),
    *(
        "two words",
        "Reply",
        " ",
        "\u00a0",
        "\u200b",
        "茶が",
        "a\u00adb",
        "ไทย",
        "\x01",
        "<nav>",
        "</nav>",
    ),
)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(PARTS), max_size=30), st.integers(0, 2**16), st.integers(0, 2**16))
def test_leaves_of_comments(parts: list[str], named: int, kept: int) -> None:
    page = parse("".join(parts))
    elements = [row for row in range(len(page)) if not page.is_text[row] and named >> row % 16 & 1]
    keep = np.array([kept >> row % 16 & 1 and row % 3 == 0 for row in range(len(page))], bool)
    for content in (np.zeros(len(page), bool), keep & page.leaves):
        check(page, content, np.array(elements, np.intp))


@pytest.mark.parametrize("golden", golden_pages(), ids=lambda golden: golden.name)
def test_golden_pages(golden: GoldenPage) -> None:
    page = golden.page
    chance = np.random.default_rng(len(page))
    for share in (0.02, 0.2):
        rows = np.flatnonzero((chance.random(len(page)) < share) & ~page.is_text)
        content = (chance.random(len(page)) < 0.01) & page.leaves
        check(page, content, np.sort(np.concatenate([rows, rows[:2]])))


def test_nothing_is_called_comments() -> None:
    selection = comment_selection(parse("<p class=commentary>Tea</p>"), np.zeros(5, bool))
    assert selection.problem == "The page has no comments of readers."
