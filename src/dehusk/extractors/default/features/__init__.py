"""Named columns over the text blocks of a page, for models to judge them by.

>>> from dehusk import parse
>>> counts, matrix = block_features(parse("<h1>Tea</h1><p>Boil water, then wait for a while.</p>"))
>>> matrix.shape == (2, len(NAMES))
True
>>> MEANINGS["link share"]
'share of the words that are in links'

Everything is computed from the page by prefix sums, and nothing depends on a language: characters,
punctuation and numbers of any script, no words but those of class names.

A column is added by name: its meaning in the file of its group here, its field in
`native/features/columns.pxi` with a line that fills it in `writing.pxi`. Names that differ are refused.
To try a column first, `TRIED` takes one in NumPy: training uses it, and models without it go on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features import (
    containers,
    hints,
    nearby_elements,
    place,
    records,
    repetition,
    scored,
    sections,
    structured_data,
    surroundings,
    text,
)
from dehusk.extractors.default.features.columns import BlockCounts
from dehusk.extractors.default.features.native import block_table, native_columns
from dehusk.native.features import BlockTable
from dehusk.page import Page

__all__ = ["MEANINGS", "NAMES", "TRIED", "BlockCounts", "block_features", "described_blocks"]

MEANINGS = {
    **text.MEANINGS,
    **place.MEANINGS,
    **containers.MEANINGS,
    **hints.MEANINGS,
    **repetition.MEANINGS,
    **surroundings.MEANINGS,
    **sections.MEANINGS,
    **nearby_elements.MEANINGS,
    **records.MEANINGS,
    **scored.MEANINGS,
    **structured_data.MEANINGS,
}
"""What each column means, in one line."""

TRIED: dict[str, Callable[[BlockCounts], NDArray[Any]]] = {}
"""Columns on trial, in NumPy: for each name what computes a value for each block."""

NAMES = (*MEANINGS, *TRIED)


def block_features(page: Page) -> tuple[BlockCounts, NDArray[np.float32]]:
    """The blocks of a page, and a row for each with the columns of `NAMES`."""
    table = described_blocks(page)
    return BlockCounts.of_table(page, table), table.features


def described_blocks(page: Page) -> BlockTable:
    """The same as plain arrays, for those who decide."""
    table = block_table(page, len(NAMES), _filled())
    for name, compute in TRIED.items():
        table.features[:, NAMES.index(name)] = compute(BlockCounts.of_table(page, table))
    table.features.flags.writeable = False
    return table


@cache
def _filled() -> int:
    return native_columns(NAMES)
