"""The features of `default` in NumPy: slowly, and in the open. The tests hold native code against it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features import NAMES
from dehusk.page import Page
from tests.extractors.default.reference import (
    containers,
    fittings,
    hints,
    place,
    records,
    repetition,
    scored,
    sections,
    stated,
    surroundings,
    text,
)
from tests.extractors.default.reference.counts import ReferenceCounts


def reference_features(page: Page) -> tuple[ReferenceCounts, NDArray[np.float32]]:
    """The same as `block_features`, by way of NumPy."""
    counts = ReferenceCounts.of(page)
    if not len(counts):
        return counts, np.zeros((0, len(NAMES)), np.float32)
    placed = place.place_features(counts)
    columns = {
        **text.text_features(counts),
        **placed,
        **containers.container_features(counts),
        **hints.hint_features(counts),
        **repetition.repetition_features(counts),
        **surroundings.surrounding_features(counts),
        **sections.section_features(counts, placed["heading level"]),
        **fittings.fitting_features(counts),
        **records.record_features(counts),
        **scored.scored_features(counts),
        **stated.stated_features(counts),
    }
    matrix = np.empty((len(counts), len(NAMES)), np.float32)
    for number, name in enumerate(NAMES):
        matrix[:, number] = columns[name]
    return counts, matrix
