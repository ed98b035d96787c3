"""Features of the elements around a block: how much good text they hold, and of what share. In NumPy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features.containers import LEVELS, SHARES
from tests.extractors.default.reference.counts import Column, ColumnsByName, ReferenceCounts


class _Sums:
    """For each row sums over the blocks inside of it."""

    def __init__(self, counts: ReferenceCounts) -> None:
        self.blocks = counts.inside(np.ones(len(counts)))
        self.words = counts.inside(counts.words)
        self.linked = counts.inside(counts.linked)
        self.good = counts.inside(np.where(counts.good, counts.words, 0))
        self.first_block = np.concatenate([[0.0], np.cumsum(counts.by_row(np.ones(len(counts))))])


def container_features(counts: ReferenceCounts) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    sums = _Sums(counts)
    columns: ColumnsByName = {}
    for level, container in containers_around(counts, sums.blocks, LEVELS):
        for name, column in _of_container(counts, container, sums).items():
            columns[f"up {level} {name}"] = column
    for share in SHARES:
        top = top_container(counts, sums.good, share)
        for name, column in _of_top(counts, top, sums).items():
            columns[f"top {share} {name}"] = column
    return columns


def containers_around(
    counts: ReferenceCounts, blocks: Column, levels: Iterable[int]
) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """For each level the element around each block that is so many containers up.

    `blocks` are those inside of each row.
    """
    widest = _widest_of_same_blocks(counts, blocks)
    container = widest[counts.holder]
    for level in levels:
        yield level, container
        container = widest[np.maximum(counts.page.parent[container], 0)]


def _widest_of_same_blocks(counts: ReferenceCounts, blocks: Column) -> NDArray[np.intp]:
    """For each row the highest element that holds no block more than it does."""
    page = counts.page
    top = np.arange(len(page))
    alone = np.flatnonzero(blocks[page.parent] == blocks)
    alone = alone[alone > 0]
    top[alone] = page.parent[alone]
    while True:
        higher = top[top]
        if (higher == top).all():
            return top
        top = higher


def _of_container(
    counts: ReferenceCounts, container: NDArray[np.intp], sums: _Sums
) -> ColumnsByName:
    page = counts.page
    words = np.maximum(sums.words[container], 1)
    blocks = np.maximum(sums.blocks[container], 1)
    index = np.arange(len(counts))
    return {
        "words": np.log1p(sums.words[container]),
        "word share": sums.words[container] / max(float(sums.words[0]), 1),
        "good words": np.log1p(sums.good[container]),
        "good share": sums.good[container] / words,
        "good of page": sums.good[container] / max(float(sums.good[0]), 1),
        "link share": sums.linked[container] / words,
        "blocks": np.log1p(blocks),
        "words a block": np.log1p(words / blocks),
        "own share": counts.words / words,
        "place": (index - sums.first_block[container]) / blocks,
        "depth": page.depth[counts.holder] - page.depth[container],
    }


def top_container(counts: ReferenceCounts, good: Column, share: float) -> int:
    """The deepest element that holds that share of the page's good text."""
    page = counts.page
    holds = ~page.is_text & (good >= share * max(float(good[0]), 1e-9))
    rows = np.flatnonzero(holds)
    if not len(rows) or not good[0]:
        return 0
    return int(rows[np.lexsort((-good[rows], -page.depth[rows]))[0]])


def _of_top(counts: ReferenceCounts, top: int, sums: _Sums) -> ColumnsByName:
    page = counts.page
    start, end = sums.first_block[top], sums.first_block[page.end[top]]
    index = np.arange(len(counts))
    inside = (index >= start) & (index < end)
    constant = np.ones(len(counts))
    return {
        "inside": inside,
        "depth": page.depth[top] / np.maximum(page.depth[counts.holder], 1),
        "good share": constant * sums.good[top] / max(float(sums.words[top]), 1),
        "blocks": constant * np.log1p(end - start),
        "before": np.log1p(np.maximum(start - index, 0)),
        "after": np.log1p(np.maximum(index - end + 1, 0)),
        "place": (index - start) / max(float(end - start), 1),
    }
