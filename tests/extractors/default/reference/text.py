"""Features of a block's own text: how long, how punctuated, how linked. In NumPy."""

from __future__ import annotations

import numpy as np

from dehusk.extractors.default.features.text import CURRENCIES, DIGITS, SEPARATORS
from tests.extractors.default.reference.counts import (
    SENTENCE_ENDS,
    Column,
    ColumnsByName,
    ReferenceCounts,
)


def text_features(counts: ReferenceCounts) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    text, blocks = counts.text, counts.blocks
    words = np.maximum(counts.words, 1)
    ink = np.maximum(counts.ink, 1)
    leaves = np.maximum(blocks.sum(text.ink() > 0), 1)
    linked_leaves = counts.row_links & counts.page.is_text

    def found(characters: str) -> Column:
        return blocks.sum(text.count(text.marks(characters)))

    return {
        "words": np.log1p(counts.words),
        "link share": counts.linked / words,
        "unlinked words": np.log1p(counts.words - counts.linked),
        "stops": np.log1p(counts.stops),
        "commas": np.log1p(counts.commas),
        "stop share": counts.stops / words,
        "comma share": counts.commas / words,
        "ends sentence": _ends_sentence(counts),
        "digit share": found(DIGITS) / ink,
        "separators": np.log1p(found(SEPARATORS)),
        "currency": found(CURRENCIES) > 0,
        "copyright": found("©") > 0,
        "at sign": found("@") > 0,
        "leaves": np.log1p(leaves),
        "links": np.log1p(blocks.sum(linked_leaves)),
        "words a leaf": np.log1p(words / leaves),
        "good": counts.good,
    }


def _ends_sentence(counts: ReferenceCounts) -> Column:
    text = counts.text
    ends = text.ends_with(text.marks(SENTENCE_ENDS))
    return ends[counts.blocks.end_row - 1]
