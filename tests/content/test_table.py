"""The content table: everything that blocks say stands in it, and comes back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from dehusk import Document, Selection, extract, parse
from dehusk.content.table import Content, Kind, blocks_of, table_of
from tests.golden import GoldenPage, golden_pages
from tests.writers.trees import trees


@settings(max_examples=20)
@given(trees)
def test_any_blocks_come_back(blocks: tuple[object, ...]) -> None:
    assert blocks_of(table_of(blocks)) == blocks  # type: ignore[arg-type]


@pytest.mark.parametrize("golden", golden_pages(), ids=lambda golden: golden.name)
def test_golden_pages_come_back(golden: GoldenPage) -> None:
    everything = Document(golden.page, Selection.of_subtrees(golden.page, [0], reason="all of it"))
    for document in (golden.document, extract(golden.page), everything):
        assert blocks_of(table_of(document.blocks)) == document.blocks


def table(html: str) -> Content:
    page = parse(html)
    return table_of(Document(page, Selection.of_subtrees(page, [0], reason="all")).blocks)


def test_columns_are_read_only_and_rows_lie_within_their_parents() -> None:
    content = table("<h2>Tea</h2><ul><li>Green<li>Black <b>tea</b></ul>")
    with pytest.raises(ValueError, match="read-only"):
        content.kind[0] = 1
    assert np.all(content.end > np.arange(len(content)))
    names = [Kind(kind).name for kind in content.kind.tolist()]
    assert names == "HEADING TEXT LIST ITEM PARAGRAPH TEXT ITEM PARAGRAPH TEXT STRONG TEXT".split()
    assert content.text_of(1) == "Tea"
    assert content.end.tolist()[2] == len(content)


def test_every_kind_is_described() -> None:
    import dehusk.content.table as module

    assert [kind.name for kind in Kind if kind.name not in (module.__doc__ or "")] == []
