"""Named columns over the text blocks of a page, for models to judge them by.

>>> from dehusk import parse
>>> counts, matrix = block_features(parse("<h1>Tea</h1><p>Boil water, then wait for a while.</p>"))
>>> matrix.shape == (2, len(NAMES))
True
>>> MEANINGS["link share"]
'share of the words that are in links'

Everything is computed from the page by prefix sums, and nothing depends on a language: characters,
punctuation and numbers of any script, no words but those of class names.

`block_features` is native code. The files of this package say the same in NumPy: `reference_features`
goes by them, and is the one to read, and the one that the tests believe.
"""

from __future__ import annotations

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
from dehusk.page import Page

__all__ = ["MEANINGS", "NAMES", "Counts", "block_features", "reference_features"]

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

NAMES = tuple(MEANINGS)


def block_features(page: Page) -> tuple[Counts, NDArray[np.float32]]:
    """The blocks of a page, and a row for each with the columns of `NAMES`."""
    table = block_table(page, len(NAMES))
    return Counts.of_table(page, table), table.features


def reference_features(page: Page) -> tuple[Counts, NDArray[np.float32]]:
    """The same as `block_features`, by way of NumPy: slowly, and in the open."""
    counts = Counts.of(page)
    if not len(counts):
        return counts, np.zeros((0, len(NAMES)), np.float32)
    placed = place.place_features(counts)
    columns = {
        **text.text_features(counts),
        **placed,
        **containers.container_features(counts),
        **hints.hint_features(counts),
        **repetition.repetition_features(counts),
        **surroundings.surrounding_features(counts, placed["heading level"]),
        **sections.section_features(counts, placed["heading level"]),
        **fittings.fitting_features(counts),
        **records.record_features(counts),
        **stated.stated_features(counts),
    }
    matrix = np.empty((len(counts), len(NAMES)), np.float32)
    for number, name in enumerate(NAMES):
        matrix[:, number] = columns[name]
    return counts, matrix
