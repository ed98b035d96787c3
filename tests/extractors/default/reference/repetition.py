"""Features of repeated structure: cards, rows and posts that share tags and classes. In NumPy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features.repetition import LEVELS
from tests.extractors.default.reference.counts import (
    Column,
    ColumnsByName,
    ReferenceCounts,
    groups,
    makes,
)


def repetition_features(counts: ReferenceCounts) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    page = counts.page
    columns = _alike(counts, counts.alike)
    columns |= _said(counts)
    words = counts.inside(counts.words)
    good = counts.inside(np.where(counts.good, counts.words, 0))
    group = groups(np.column_stack([page.parent.astype(np.int64), makes(page)]))
    number = np.bincount(group)
    total, squares = np.bincount(group, words), np.bincount(group, words**2)
    mean = total / number
    spread = np.sqrt(np.maximum(squares / number - mean**2, 0)) / np.maximum(mean, 1)
    good_share = np.bincount(group, good) / np.maximum(total, 1)
    row = counts.holder
    for level in LEVELS:
        columns |= {
            f"siblings {level}": np.log(number[group[row]]),
            f"sibling share {level}": total[group[row]] / max(float(words[0]), 1),
            f"sibling spread {level}": spread[group[row]],
            f"sibling good {level}": good_share[group[row]],
        }
        row = np.maximum(page.parent[row], 0)
    return columns


def _alike(counts: ReferenceCounts, group: NDArray[np.intp]) -> ColumnsByName:
    number = np.bincount(group)
    words = np.bincount(group, counts.words)
    good = np.bincount(group, counts.good)
    linked = np.bincount(group, counts.linked)
    return {
        "alike": np.log(number[group]),
        "alike words": np.log1p(words[group]),
        "alike word share": words[group] / max(float(counts.words.sum()), 1),
        "alike mean words": np.log1p((words / np.maximum(number, 1))[group]),
        "alike good share": (good / np.maximum(number, 1))[group],
        "alike link share": (linked / np.maximum(words, 1))[group],
    }


def _said(counts: ReferenceCounts) -> ColumnsByName:
    """How often a block's text stands on the page."""
    before: Column = np.zeros(len(counts))
    seen = np.zeros(len(counts))
    for number, text in enumerate(counts.said.tolist()):
        before[number] = seen[text]
        seen[text] += 1
    return {"said before": np.log1p(before), "said in all": np.log(seen[counts.said])}
