"""A page is made of columns that fit together, or not at all: native code believes them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import extract, parse
from dehusk.errors import PageError
from dehusk.native.page_columns import CheckedColumns
from dehusk.page import Page
from dehusk.page.tags import TAG_NAMES
from tests.outputs import laid_out

PAGE = parse(
    "<h1 class=title id=é>Teé</h1><p>Boil <b>water</b>, then wait for a while, and drink it hot.</p>"
)
COLUMNS = (
    "tag parent end depth text_start text_end"
    " attr_row attr_name attr_start attr_end source_start source_end"
).split()


def changed(column: str, place: int, value: int) -> dict[str, Any]:
    values = getattr(PAGE, column).copy()
    values[place] = value
    return {column: values}


def test_the_columns_of_a_page_are_held_once() -> None:
    assert PAGE.page_columns is PAGE.page_columns
    assert PAGE.page_columns.columns.parent is PAGE.parent
    assert replace(PAGE, url="https://example.org/").parent is PAGE.parent


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda page: pickle.loads(pickle.dumps(page))]
)
def test_a_page_that_was_sent_elsewhere_is_opened_there(again: Callable[[Page], Page]) -> None:
    page = again(PAGE)
    assert page.page_columns is not PAGE.page_columns
    assert extract(page).text == extract(PAGE).text


@pytest.mark.parametrize("column", COLUMNS)
def test_columns_of_another_length_or_kind_are_refused(column: str) -> None:
    values = getattr(PAGE, column)
    for other in (
        values[:-1],
        np.append(values, values[-1:]),
        values.astype(np.int64),
        values.view(f">{values.dtype.str[1:]}"),
        values.astype(np.float32),
        values.reshape(-1, 1),
        values.tolist(),
        None,
    ):
        with pytest.raises(PageError):
            replace(PAGE, **{column: other})


@pytest.mark.parametrize(
    ("column", "place", "value", "told"),
    [
        ("tag", 3, len(PAGE.tag_names), "Row 3 of the page has a tag without a name"),
        ("tag", 3, 0, "Row 3 of the page is text and has rows below it"),
        ("tag", 4, 1, "Row 5 of the page has a text that does not follow"),
        ("parent", 3, 3, "Row 3 of the page does not have the row around it as its parent"),
        ("parent", 0, -2, "Row 0"),
        ("parent", 5, -1, "Row 5"),
        ("parent", 8, 5, "Row 8"),
        ("end", 0, len(PAGE) + 1, "Row 0 of the page ends before it begins or after"),
        ("end", 2, 2, "Row 2 of the page ends"),
        ("end", 1, 3, "Row 2 of the page does not have"),
        ("end", 3, 6, "Row 5 of the page does not have"),
        ("depth", 4, 2, "Row 4 of the page is not one level below its parent"),
        ("depth", 0, 1, "Row 0"),
        ("text_start", 1, -1, "Row 1 of the page has a text that does not follow"),
        ("text_start", 6, 1, "Row 6"),
        ("text_end", 3, 3, "Row 3 of the page has another text than the rows in it"),
        ("text_end", 2, 5, "Row 2 of the page has another text than the rows in it"),
        ("text_end", 9, len(PAGE.text) + 1, "Row 9"),
        ("source_start", 3, -2, "Row 3 of the page stands outside of the source"),
        ("source_end", 3, len(PAGE.source) + 1, "Row 3"),
        ("source_end", 3, -1, "Row 3"),
        ("attr_row", 1, len(PAGE), "Attribute 1 of the page belongs to no row"),
        ("attr_row", 1, 2, "Attribute 1"),
        ("attr_row", 0, -1, "Attribute 0"),
        ("attr_name", 0, len(PAGE.attr_names), "Attribute 0 of the page has a number without"),
        ("attr_end", 1, len(PAGE.attr_text) + 1, "Attribute 1 of the page has a value outside"),
        ("attr_start", 0, -1, "Attribute 0"),
        ("attr_start", 1, 6, "Attribute 1 of the page has a value that begins or ends inside"),
        ("attr_end", 1, 6, "Attribute 1 of the page has a value that begins or ends inside"),
    ],
)
def test_what_does_not_fit_is_told(column: str, place: int, value: int, told: str) -> None:
    with pytest.raises(PageError, match=told):
        replace(PAGE, **changed(column, place, value))


def test_a_text_begins_and_ends_between_characters() -> None:
    start, end = PAGE.text_start.copy(), PAGE.text_end.copy()
    end[[3, 4]] = start[5:7] = 3  # after the first byte of the last letter of Teé
    with pytest.raises(PageError, match="Row 4 of the page has a text that begins or ends inside"):
        replace(PAGE, text_start=start, text_end=end)


@pytest.mark.parametrize(
    "other",
    [
        {"text": b"\xff" + PAGE.text[1:]},
        {"attr_text": b"\xff" + PAGE.attr_text[1:]},
        {"text": PAGE.text[:-1]},
        {"text": PAGE.text.decode()},
        {"source": bytearray(PAGE.source)},
        {"tag_names": ("p", *PAGE.tag_names[1:])},
        {"tag_names": TAG_NAMES[:20]},
        {"tag_names": (*PAGE.tag_names, "\ud800")},
        {"tag_names": list(PAGE.tag_names)},
        {"attr_names": ("class", 3)},
        {"attr_names": ("class",)},
        {"url": b"https://example.org/"},
        {"encoding": None},
        {"layout": "wide"},
    ],
)
def test_what_is_beside_the_columns_fits_too(other: dict[str, Any]) -> None:
    with pytest.raises(PageError):
        replace(PAGE, **other)


def test_no_way_to_a_page_goes_around_the_check() -> None:
    state = PAGE.__getstate__() | changed("end", 0, 1_000_000)
    with pytest.raises(PageError):
        Page(**state)
    with pytest.raises(PageError):
        Page.__new__(Page).__setstate__(state)
    forged = Page.__new__(Page)
    vars(forged).update(state)
    with pytest.raises(PageError):
        extract(forged)


def test_nobody_writes_to_columns_once_they_are_checked() -> None:
    mine = PAGE.end.copy()
    page = replace(PAGE, end=mine[:])
    mine[:] = 1_000_000
    assert page.end.tolist() == PAGE.end.tolist()
    for column in COLUMNS:
        with pytest.raises(ValueError, match="WRITEABLE"):
            getattr(page, column).setflags(write=True)
    assert not any(getattr(PAGE, column).flags.writeable for column in COLUMNS)


def test_columns_in_pieces_are_put_together() -> None:
    spread = np.repeat(PAGE.depth, 2)[::2]
    assert extract(replace(PAGE, depth=spread)).text == extract(PAGE).text


@given(st.text("<>/abdiptrl ='é\n") | st.text())
@settings(max_examples=200, deadline=None)
def test_what_the_parser_makes_passes_the_check(source: str) -> None:
    CheckedColumns(parse(f"<table><p>{source}"))


@given(st.sampled_from(COLUMNS), st.data())
@settings(max_examples=300, deadline=None)
def test_a_changed_number_is_refused_or_a_page(column: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(getattr(PAGE, column)) - 1))
    value = data.draw(st.integers(0, 40) | st.sampled_from([65_535, 2**31 - 1, -1, -(2**31)]))
    if column in ("tag", "attr_name"):
        value %= 65_536
    try:
        page = replace(PAGE, **changed(column, place, value))
    except PageError:
        return
    extract(page).markdown  # noqa: B018 -- it is made without a crash


def test_an_opened_page_knows_all_columns() -> None:
    names = {field.name for field in fields(Page)} - {"source", "url", "encoding", "layout"}
    assert set(PAGE.page_columns.columns._fields) == names


@pytest.mark.parametrize(
    "other",
    [
        {"window": (5,)},
        {"window": (1, 2, 3)},
        {"window": None},
        {"document": (1.5, 2)},
        {"document": (10**12, 1)},
        {"keywords": ()},
        {"keywords": None},
        {"keywords": tuple(range(9))},
        {"rendered": None},
        {"box": np.zeros((3, 4), np.float32)},
        {"box": np.full((len(PAGE), 4), np.nan, np.float32)},
        {"box": np.full((len(PAGE), 4), 1e10, np.float32)},
        {"font_size": np.full(len(PAGE), np.inf, np.float32)},
        {"opacity": np.ones(len(PAGE))},
    ],
)
def test_a_layout_that_no_browser_gives(other: dict[str, Any]) -> None:
    layout = laid_out(PAGE).layout
    assert layout is not None
    with pytest.raises(PageError, match=r"^[^\n]*\.$"):
        replace(layout, **other)


def test_a_layout_of_another_page() -> None:
    with pytest.raises(PageError, match=f"one of its {len(PAGE)} rows"):
        replace(PAGE, layout=laid_out(parse("<p>Tea")).layout)
