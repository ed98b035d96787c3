"""Features of the blocks before and after, and of the page as a whole. In NumPy."""

from __future__ import annotations

import numpy as np

from dehusk.extractors.default.features.surroundings import OFFSETS, WINDOWS
from dehusk.page.tags import HEADINGS, Tag
from tests.extractors.default.reference.counts import Column, ColumnsByName, ReferenceCounts


def surrounding_features(counts: ReferenceCounts) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    return {
        **_neighbours(counts),
        **_windows(counts),
        **_page(counts),
    }


def _neighbours(counts: ReferenceCounts) -> ColumnsByName:
    page = counts.page
    words = np.maximum(counts.words, 1)
    own = {
        "words": np.log1p(counts.words),
        "link share": counts.linked / words,
        "stop share": counts.stops / words,
    }
    holder = counts.holder.astype(float)
    parent = page.parent[counts.holder].astype(float)
    columns: ColumnsByName = {}
    for offset in OFFSETS:
        for name, column in own.items():
            columns[f"{offset:+d} {name}"] = shifted(column, offset)
        columns[f"{offset:+d} same parent"] = (shifted(parent, offset) == parent) | (
            shifted(holder, offset) == holder
        )
    return columns


def shifted(column: Column, offset: int) -> Column:
    """The values `offset` blocks further on, -1 past either end.

    >>> shifted(np.array([1.0, 2.0, 3.0]), 1).tolist()
    [2.0, 3.0, -1.0]
    """
    result = np.full(len(column), -1.0)
    if offset < 0:
        result[-offset:] = column[:offset]
    else:
        result[: max(len(column) - offset, 0)] = column[offset:]
    return result


def _windows(counts: ReferenceCounts) -> ColumnsByName:
    columns: ColumnsByName = {}
    values = {"words": counts.words, "linked": counts.linked, "good": counts.good * counts.words}
    for window in WINDOWS:
        sums = {name: _window_sum(value, window) for name, value in values.items()}
        number = _window_sum(np.ones(len(counts)), window)
        words = np.maximum(sums["words"], 1)
        columns |= {
            f"within {window} words": np.log1p(sums["words"] / number),
            f"within {window} link share": sums["linked"] / words,
            f"within {window} good": sums["good"] / words,
        }
    return columns


def _window_sum(values: Column, window: int) -> Column:
    sums = np.concatenate([[0.0], np.cumsum(values)])
    index = np.arange(len(values))
    first, end = np.maximum(index - window, 0), np.minimum(index + window + 1, len(values))
    within: Column = sums[end] - sums[first]
    return within


def _page(counts: ReferenceCounts) -> ColumnsByName:
    tag = counts.page.tag
    words, blocks = float(counts.words.sum()), max(len(counts), 1)
    good_words = float(counts.words[counts.good].sum())

    def number(*tags: Tag) -> float:
        return float(np.isin(tag, tags).sum())

    values = {
        "page words": np.log1p(words),
        "page blocks": np.log1p(blocks),
        "page words a block": np.log1p(words / blocks),
        "page link share": counts.linked.sum() / max(words, 1),
        "page good words": np.log1p(good_words),
        "page good share": good_words / max(words, 1),
        "page good blocks": np.log1p(counts.good.sum()),
        "page headings": np.log1p(HEADINGS.mask(tag).sum()),
        "page h1": min(number(Tag.H1), 5),
        "page paragraphs": np.log1p(number(Tag.P)),
        "page items": np.log1p(number(Tag.LI)),
        "page images": np.log1p(number(Tag.IMG)),
        "page tables": np.log1p(number(Tag.TABLE)),
        "page forms": np.log1p(number(Tag.INPUT, Tag.SELECT, Tag.TEXTAREA, Tag.BUTTON)),
        "page articles": min(number(Tag.ARTICLE), 20),
        "page main": number(Tag.MAIN) > 0,
        "page code": np.log1p(number(Tag.PRE, Tag.CODE)),
        "page longest": np.log1p(counts.words.max(initial=0)),
    }
    return {name: np.full(len(counts), float(value)) for name, value in values.items()}
