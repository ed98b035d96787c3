"""What is seen of a page is found in one pass; `tests/extractors/default/columns.json` has its numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import OutOfTime, parse
from dehusk.budget import budget
from dehusk.native.codes import RowFlag
from dehusk.native.scan import any_of, largest_of, text_bytes
from dehusk.page.parse import Limits
from dehusk.page.tags import INERT, Tag
from dehusk.views.blocks import Blocks
from dehusk.views.text_counts import visible_chars, words
from tests.extractors.default.columns import soup


@settings(max_examples=100, deadline=None)
@given(st.integers(121))
def test_the_columns_of_a_scan_fit_together(seed: int) -> None:
    page = parse(soup(seed))
    seen = visible_chars(page)
    in_frame = page.is_text & (page.tag[page.parent] == Tag.IFRAME)
    np.testing.assert_array_equal(page.leaves, page.end == np.arange(1, len(page) + 1))
    np.testing.assert_array_equal(page.is_inert, page.inside(INERT.mask(page.tag)) | in_frame)
    np.testing.assert_array_equal(page.with_flag(RowFlag.VISIBLE), seen > 0)
    assert not seen[page.is_inert | ~page.is_text].any()
    assert (words(page) <= seen).all()
    blocks = Blocks.of(page)
    assert blocks.sum(seen).all() if len(blocks) else not seen.any()
    assert set(blocks.block_of[seen > 0]) == set(range(len(blocks)))


@pytest.mark.parametrize("marked", [[], [0], [5], [0, 3, 5]])
def test_what_is_asked_of_masks(marked: list[int]) -> None:
    page = parse("<p>Tea</p><p>Milk</p>")
    mask = np.zeros(len(page), bool)
    mask[marked] = True
    assert any_of(mask) == mask.any()
    assert largest_of(mask.view(np.uint8) * 7) == 7 * mask.any()
    assert text_bytes(page, mask) == sum(len(page.text_of(row)) for row in marked)


def test_a_page_is_scanned_once() -> None:
    page = parse("<p>Tea</p>")
    assert page.scan is page.scan
    assert not page.scan.row_flags.flags.writeable


def test_a_scan_keeps_to_its_time() -> None:
    page = parse("<p>Tea" * 100_000)
    with budget(Limits(seconds=1e-9)), pytest.raises(OutOfTime):
        _ = page.scan
