"""Pages of columns that somebody made by hand: a tree from bytes, of whose numbers some are changed.

The first byte says how many. A page is made or `PageError` raised, and of a page all outputs are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from zlib import crc32

import numpy as np
from fuzz import trees
from fuzz.extract import ONE_IN, Steps, check_made, load, watched

from dehusk import Page, PageError

__all__ = ["check", "load", "seeds"]

COLUMNS = (
    "tag parent end depth text_start text_end"
    " attr_row attr_name attr_start attr_end source_start source_end"
).split()
EXTREMES = (-(2**31), -2, -1, 0, 1, 65_535, 2**31 - 1)


def seeds() -> Iterator[bytes]:
    """Trees as they are, and with one number changed."""
    for number, tree in enumerate(trees.seeds()):
        yield bytes([0]) + tree
        yield bytes([1, number % len(COLUMNS), number, number % 16]) + tree


def check(data: bytes) -> None:
    """Make a page and all of its outputs."""
    changes = data[0] % 4 if data else 0
    tree = data[1 + 3 * changes :]
    if crc32(data) % ONE_IN == 3:
        tree = tree * (1 + 1000 // max(len(tree), 1))
    page = trees.rows_of(trees.grown(tree)).page(source="<p>Tea", url="https://example.org/a/b")
    changed = page
    for number in range(changes):
        part = data[1 + 3 * number : 4 + 3 * number]
        if len(part) == 3:
            try:
                changed = with_number(changed, *part)
            except PageError as error:
                assert str(error).endswith(".")  # noqa: PT017 -- a sentence, whatever was wrong
                break
    with watched():
        check_made(changed, crc32(data), Steps(32 * len(page)))


def with_number(page: Page, column: int, place: int, value: int) -> Page:
    """The page with one number of a column changed: to one near it or far away."""
    name = COLUMNS[column % len(COLUMNS)]
    numbers = getattr(page, name).copy()
    if not len(numbers):
        return page
    place %= len(numbers)
    near = int(numbers[place]) + value % 16 - 8
    wanted = EXTREMES[value % len(EXTREMES)] if value >= 128 else near
    numbers[place] = np.array(wanted).astype(numbers.dtype)
    return replace(page, **{name: numbers})
