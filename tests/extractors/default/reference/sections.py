"""Features of the section that a block stands in: what lies between one heading and the next. In NumPy."""

from __future__ import annotations

import numpy as np

from dehusk.extractors.default.features.sections import DEEPEST
from tests.extractors.default.reference.counts import Column, ColumnsByName, ReferenceCounts


def section_features(counts: ReferenceCounts, heading_level: Column) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    columns: ColumnsByName = {}
    index = np.arange(len(counts))
    total = max(float(counts.words.sum()), 1)
    for level in DEEPEST:
        starts = (heading_level > 0) & (heading_level <= level)
        section = np.cumsum(starts)
        number = int(section[-1]) + 1
        first = np.concatenate([[0], np.flatnonzero(starts)])
        words = np.bincount(section, counts.words, minlength=number)
        linked = np.bincount(section, counts.linked, minlength=number)
        blocks = np.bincount(section, minlength=number)
        of_section = {
            "words": np.log1p(words),
            "word share": words / total,
            "link share": linked / np.maximum(words, 1),
            "blocks": np.log1p(blocks),
        }
        columns |= {
            f"section {level} {name}": column[section] for name, column in of_section.items()
        }
        columns[f"section {level} since"] = np.log1p(index - first[section])
        columns[f"section {level} place"] = section / number
    return columns
