"""The columns of a page are opened once, and only if they fit together."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from dehusk import extract, parse
from dehusk.native.opened import OpenPage

PAGE = parse("<h1 class=title>Tea</h1><p>Boil water, then wait for a while, and drink it hot.</p>")


def test_a_page_is_opened_once() -> None:
    assert PAGE.opened is PAGE.opened
    assert pickle.loads(pickle.dumps(PAGE)).opened is not PAGE.opened


def test_a_page_that_was_sent_elsewhere_is_opened_there() -> None:
    assert extract(pickle.loads(pickle.dumps(PAGE))).text == extract(PAGE).text


@pytest.mark.parametrize(
    "column", "parent end depth text_start text_end attr_name attr_start attr_end".split()
)
def test_columns_that_do_not_fit_are_refused(column: str) -> None:
    values = getattr(PAGE, column)
    for other in (values[:-1], values.astype(np.int64)):
        with pytest.raises(ValueError, match="a column of"):
            OpenPage(replace(PAGE, **{column: other}))


def test_columns_in_pieces_are_refused() -> None:
    spread = np.zeros(2 * len(PAGE), np.int32)[::2]
    with pytest.raises((ValueError, BufferError)):
        OpenPage(replace(PAGE, depth=spread))


@pytest.mark.parametrize(
    ("column", "place", "value"),
    [
        ("parent", 3, 3),
        ("parent", 0, -2),
        ("end", 0, len(PAGE) + 1),
        ("end", 2, 2),
        ("text_start", 1, -1),
        ("text_end", 4, len(PAGE.text) + 1),
        ("attr_row", 0, len(PAGE)),
        ("attr_name", 0, len(PAGE.attr_names)),
        ("attr_end", 0, len(PAGE.attr_text) + 1),
    ],
)
def test_places_that_lie_outside_are_refused(column: str, place: int, value: int) -> None:
    values = getattr(PAGE, column).copy()
    values[place] = value
    with pytest.raises(ValueError, match="do not fit together"):
        OpenPage(replace(PAGE, **{column: values}))


def test_parsed_columns_are_read_only() -> None:
    columns = [value for value in vars(PAGE).values() if isinstance(value, np.ndarray)]
    assert len(columns) >= 12
    assert not any(column.flags.writeable for column in columns)
