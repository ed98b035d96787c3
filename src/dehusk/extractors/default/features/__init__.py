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
`native/matrix/columns.pxi` with a line that fills it in `writing.pxi`, and the same in NumPy in
`tests/extractors/default/reference/`, which the tests hold against it. Names that differ are refused.
To try a column first, `TRIED` takes one in NumPy: training uses it, and models without it go on.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features import (
    containers,
    fittings,
    hints,
    place,
    records,
    repetition,
    sections,
    stated,
    surroundings,
    text,
)
from dehusk.extractors.default.features.columns import Counts
from dehusk.extractors.default.features.native import block_table
from dehusk.native.features import BlockTable
from dehusk.page import Page

__all__ = ["MEANINGS", "NAMES", "TRIED", "Counts", "block_features"]

MEANINGS = {
    **text.MEANINGS,
    **place.MEANINGS,
    **containers.MEANINGS,
    **hints.MEANINGS,
    **repetition.MEANINGS,
    **surroundings.MEANINGS,
    **sections.MEANINGS,
    **fittings.MEANINGS,
    **records.MEANINGS,
    **stated.MEANINGS,
}
"""What each column means, in one line."""

TRIED: dict[str, Callable[[Counts], NDArray[Any]]] = {}
"""Columns on trial, in NumPy: for each name what computes a value for each block."""

NAMES = (*MEANINGS, *TRIED)


def block_features(page: Page) -> tuple[Counts, NDArray[np.float32]]:
    """The blocks of a page, and a row for each with the columns of `NAMES`."""
    table = _LAST.table_of(page)
    return Counts.of_table(page, table), table.features


def _described(page: Page) -> BlockTable:
    table = block_table(page, NAMES)
    counts = Counts.of_table(page, table)
    for name, compute in TRIED.items():
        table.features[:, NAMES.index(name)] = compute(counts)
    table.features.flags.writeable = False
    return table


class _Last(local):
    """The table of the page that this thread asked for last, as long as the page lives: who decides
    about a page and who tells its type ask one after the other."""

    def __init__(self) -> None:
        self._page: ref[Page] | None = None
        self._tables: list[BlockTable] = []

    def table_of(self, page: Page) -> BlockTable:
        """The table of a page, made anew unless it was the last."""
        # Others may have let go of the page, and so of its table, at any time.
        tables = self._tables[:1]
        if not tables or self._page is None or self._page() is not page:
            tables = [_described(page)]
            self._tables, kept = tables, tables
            self._page = ref(page, lambda _: kept.clear())
        return tables[0]


_LAST = _Last()
