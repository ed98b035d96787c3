"""Features of the element that Readability would choose. In NumPy."""

from __future__ import annotations

import numpy as np

from dehusk.extractors.default.features.hints import VOCABULARY
from dehusk.extractors.default.features.scored import (
    BAD_NAMES,
    GOOD_NAMES,
    LEAST_INK,
    NAME_POINTS,
    TAG_POINTS,
)
from tests.extractors.default.reference.counts import Column, ColumnsByName, ReferenceCounts
from tests.extractors.default.reference.hints import kinds_of_rows

SHARES = (1, 2, 6, 9, 12)
"""What part of its points a block gives to the parent of its element, to the parent of that, and so on
is one over this."""

NO_SCORE = -1e9


def scored_features(counts: ReferenceCounts) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    page, holder = counts.page, counts.holder
    score = _scores(counts)
    best = int(np.argmax(score))
    highest = max(score[best], 1.0)
    around = score.copy()
    for row in range(1, len(page)):
        around[row] = max(around[row], around[max(int(page.parent[row]), 0)])
    inside = (counts.first >= best) & (counts.first < page.end[best])
    words, linked = counts.inside(counts.words), counts.inside(counts.linked)
    parent = np.maximum(page.parent[holder], 0)
    constant = np.ones(len(counts))
    return {
        "scored inside": inside,
        "scored own": np.clip(score[parent] / highest, -1, 1),
        "scored around": np.clip(around[holder] / highest, -1, 1),
        "scored depth": np.where(inside, page.depth[holder] - page.depth[best], -1),
        "scored words": constant * words[best] / max(words[0], 1),
        "scored links": constant * linked[best] / max(words[best], 1),
    }


def _scores(counts: ReferenceCounts) -> Column:
    page = counts.page
    earned = np.zeros(len(page))
    for block in np.flatnonzero(counts.ink >= LEAST_INK):
        points = 1 + counts.commas[block] + min(counts.ink[block] / 100, 3)
        row = int(page.parent[counts.holder[block]])
        for share in SHARES:
            if row < 0:
                break
            earned[row] += points / share
            row = int(page.parent[row])
    given = np.zeros(len(page))
    for tags, points in TAG_POINTS.items():
        given += points * tags.mask(page.tag)
    for names, points in ((GOOD_NAMES, NAME_POINTS), (BAD_NAMES, -NAME_POINTS)):
        wanted = sum(1 << list(VOCABULARY).index(name) for name in names)
        given += points * (kinds_of_rows(page) & wanted > 0)
    words, linked = counts.inside(counts.words), counts.inside(counts.linked)
    score = (earned + given) * (1 - linked / np.maximum(words, 1))
    return np.where(earned > 0, score, NO_SCORE)
