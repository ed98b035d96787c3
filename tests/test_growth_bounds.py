"""What is bounded by a count and not by a clock: the same on a busy machine."""

from __future__ import annotations

import pytest

from dehusk import parse
from dehusk.metadata import microdata
from dehusk.page import Page
from tests.families import FAMILIES
from tests.outputs import OUTPUTS

SIZE = 24_000
TIMES_THE_PAGE = 12


@pytest.mark.parametrize(
    "name",
    [
        "wide rows above short ones",
        "wide rows above many short ones",
        "wide rows that reach down",
        "a wide row, then many lines",
        "a wide row, then many tables",
    ],
)
def test_void_cells_do_not_blow_up_a_table(name: str) -> None:
    page = FAMILIES[name].page(SIZE)
    assert len(str(OUTPUTS["markdown"](parse(page)))) < TIMES_THE_PAGE * len(page)


@pytest.mark.parametrize("name", ["nested properties", "nested properties of many names"])
def test_text_in_nested_properties_is_read_a_few_times(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0
    visible_text = microdata.visible_text

    def counted(page: Page, row: int) -> str:
        nonlocal read
        read += page.text_end.item(row) - page.text_start.item(row)
        return visible_text(page, row)

    monkeypatch.setattr(microdata, "visible_text", counted)
    page = parse(FAMILIES[name].page(SIZE))
    _ = OUTPUTS["metadata"](page)
    assert 0 < read <= 2 * 8 * len(page.text)
