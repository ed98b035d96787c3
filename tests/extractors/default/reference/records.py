"""Features of records: the cards, rows and posts of which a page repeats three and more. In NumPy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features.fittings import FITTINGS
from dehusk.extractors.default.features.records import KINDS
from tests.extractors.default.reference.counts import (
    Column,
    ColumnsByName,
    ReferenceCounts,
    groups,
    makes,
)

LEAST_RECORDS = 3

LEAST_BLOCKS = 1.5
"""Records are siblings of one make, at least so many that hold text, with so many blocks a record:
the items of a plain list are not."""


def record_features(counts: ReferenceCounts) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    page = counts.page
    group = groups(np.column_stack([page.parent.astype(np.int64), makes(page)]))
    of_group = _Groups(counts, group)
    is_record = of_group.are_records[group] & of_group.has_text
    largest, innermost = _records_around(counts, is_record, of_group.words[group])
    columns: ColumnsByName = {}
    for prefix, record in (("record", largest), ("card", innermost)):
        in_none = record < 0
        described = of_group.describe(group[record]) | {
            "kind": _kind(page.tag[record]),
            "depth": page.depth[counts.holder] - page.depth[record],
        }
        for name, column in described.items():
            columns[f"{prefix} {name}"] = np.where(in_none, -1, column)
    return columns | _of_page(counts, of_group)


class _Groups:
    """Sums over the siblings of one make, an entry for each group of them."""

    def __init__(self, counts: ReferenceCounts, group: NDArray[np.intp]) -> None:
        page = counts.page
        words, blocks = counts.inside(counts.words), counts.inside(np.ones(len(counts)))
        self.has_text = ~page.is_text & (words > 0)

        def total(column: Column) -> Column:
            return np.bincount(group, np.where(self.has_text, column, 0))

        self.number = total(np.ones(len(page)))
        self.words, self.squares = total(words), total(words**2)
        self.linked = total(counts.inside(counts.linked))
        self.blocks = total(blocks)
        self.images = total(page.subtree_sum(FITTINGS["images"].mask(page.tag)) > 0)
        self.headings = total(page.subtree_sum(FITTINGS["headings"].mask(page.tag)) > 0)
        good = np.where(counts.good, counts.words, 0)
        before = np.concatenate([[0.0], np.cumsum(counts.by_row(good))])
        self.good_before = before[np.unique(group, return_index=True)[1]]
        self.page_good = max(float(good.sum()), 1)
        self.page_words = max(float(counts.words.sum()), 1)
        self.are_records = (self.number >= LEAST_RECORDS) & (
            self.blocks >= LEAST_BLOCKS * self.number
        )

    def describe(self, group: NDArray[np.intp]) -> ColumnsByName:
        number = np.maximum(self.number[group], 1)
        words = self.words[group]
        mean = words / number
        deviation = np.sqrt(np.maximum(self.squares[group] / number - mean**2, 0))
        return {
            "number": np.log(number),
            "share": words / self.page_words,
            "words": np.log1p(mean),
            "link share": self.linked[group] / np.maximum(words, 1),
            "unlinked": np.log1p((words - self.linked[group]) / number),
            "before": self.good_before[group] / self.page_good,
            "blocks": np.log1p(self.blocks[group] / number),
            "spread": deviation / np.maximum(mean, 1),
            "images": self.images[group] / number,
            "headings": self.headings[group] / number,
        }


def _records_around(
    counts: ReferenceCounts, is_record: NDArray[np.bool_], words: Column
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each block the record around it whose group has the most words, and the innermost; -1
    for none. Of records whose groups are equal the outermost counts."""
    page = counts.page
    largest = np.full(len(page), -1, np.intp)
    innermost = np.full(len(page), -1, np.intp)
    for depth in range(int(page.depth.max()) + 1):
        rows = np.flatnonzero(page.depth == depth)
        above = np.maximum(page.parent[rows], 0)
        inherited = largest[above]
        wins = is_record[rows] & ((inherited < 0) | (words[rows] > words[inherited]))
        largest[rows] = np.where(wins, rows, inherited)
        innermost[rows] = np.where(is_record[rows], rows, innermost[above])
    return largest[counts.first], innermost[counts.first]


def _kind(tags: NDArray[np.uint16]) -> Column:
    kind = np.zeros(len(tags))
    for number, members in enumerate(KINDS, 1):
        kind[members.mask(tags)] = number
    return kind


def _of_page(counts: ReferenceCounts, of_group: _Groups) -> ColumnsByName:
    found = np.flatnonzero(of_group.are_records)
    names = ("number", "share", "words")
    if len(found):
        largest = found[[np.argmax(of_group.words[found])]]
        described = of_group.describe(largest)
        values = [float(described[name][0]) for name in names]
    else:
        values = [-1.0] * len(names)
    of_page = dict(zip(names, values, strict=True))
    return {
        "page records": np.full(len(counts), np.log1p(len(found))),
        **{f"page record {name}": np.full(len(counts), of_page[name]) for name in names},
    }
