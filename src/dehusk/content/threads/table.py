"""What can be counted over the rows of a page, for records that may lie in one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.budget import watched
from dehusk.lazy import lazy
from dehusk.page import Bools, Counts, Page
from dehusk.page.rows import depths
from dehusk.page.tags import Tag, TagSet
from dehusk.views.text_counts import visible_chars

Rows = NDArray[np.intp]
Ends = NDArray[np.int32]

STAGE = "finding posts"
_TITLES = TagSet("h1 h2 h3 h4")
_LONGEST_TITLE = 300


class RowSums:
    """A page, and sums over what records hold themselves, without the records inside of them.

    `end` is where each row ends as a record: further down than as an element, where its head is one
    element and its text another beside it.
    """

    def __init__(self, page: Page, end: Ends | None = None) -> None:
        self.page = page
        self.end = page.end if end is None else end

    @lazy
    def visible_chars(self) -> Counts:
        """For each text the characters of it that are seen, 0 for all else."""
        return visible_chars(self.page)

    @lazy
    def texts(self) -> Counts:
        """For each row how many texts with ink are inside it."""
        return self.page.subtree_sum(self.visible_chars > 0)

    def holders(self, places: Sequence[int], records: Rows, *, itself: bool = True) -> list[int]:
        """For each place, in document order, the number of the innermost record that it is in, -1
        outside of all; a record is inside itself or not."""
        starts, ends = records.tolist(), self.end[records].tolist()
        found: list[int] = []
        begun: list[int] = []
        number = 0
        for place in watched(places, STAGE):
            while number < len(starts) and starts[number] < place + itself:
                begun.append(number)
                number += 1
                while len(begun) > 1 and ends[begun[-2]] <= starts[begun[-1]]:
                    del begun[-2]
            while begun and ends[begun[-1]] <= place:
                begun.pop()
            found.append(begun[-1] if begun else -1)
        return found

    def before(self, values: NDArray[Any]) -> Counts:
        """For each row the sum of a column over all rows before it."""
        return before_each(values)

    def inside_each(self, values: NDArray[Any]) -> list[int]:
        """For each row the sum of a column over all that is inside it."""
        sums: list[int] = self.page.subtree_sum(values).tolist()
        return sums

    def titles(self, records: Rows) -> list[str]:
        """The headings with links and letters that records hold themselves: a date is no title."""
        holders = self.holders(self._titled, records)
        titles = (
            begun(self.page, row, _LONGEST_TITLE).removeprefix("Re: ")
            for row, holder in zip(self._titled, holders, strict=True)
            if holder >= 0
        )
        return [title for title in titles if any(map(str.isalpha, title))]

    @lazy
    def _titled(self) -> list[int]:
        page = self.page
        linked = page.subtree_sum((page.tag == int(Tag.A)) & (self.texts > 0)) > 0
        rows: list[int] = (_TITLES.mask(page.tag) & linked).nonzero()[0].tolist()
        return rows


class Own:
    """What records hold themselves: what is inside of them and in no record inside of them.

    `around` are all records, also those of other makes.
    """

    def __init__(self, table: RowSums, records: Rows, around: Rows) -> None:
        self.records = records
        self.around = around
        self._ends = table.end[around]
        outer = np.array(table.holders(around.tolist(), around, itself=False), np.intp)
        self._inner = (outer >= 0).nonzero()[0]
        self._outer = outer[self._inner]
        self._records = around.searchsorted(records)

    def sum(self, before: Counts) -> Counts:
        """For each record the sum of a column, which is told by its sums, see `RowSums.before`."""
        own: Counts = before[self._ends] - before[self.around]
        if len(self._inner):
            np.subtract.at(own, self._outer, own[self._inner])
        return own[self._records]


def before_each(values: NDArray[Any]) -> Counts:
    """For each row, and one past the last, the sum of a column over all rows before it."""
    sums = np.zeros(len(values) + 1, np.int64)
    values.cumsum(out=sums[1:])
    return sums


def spanned(size: int, starts: NDArray[Any], ends: NDArray[Any]) -> Bools:
    """Which of so many rows are in one of some spans."""
    steps = np.zeros(size + 1, np.int64)
    np.add.at(steps, starts, 1)
    np.subtract.at(steps, ends, 1)
    within: Bools = steps.cumsum()[:-1] > 0
    return within


def part_of(page: Page, first: int, last: int) -> Page:
    """Some rows of a page as a page of their own. All that they share with others is above them."""
    rows = slice(first, last)
    numbers = slice(*page.attr_row.searchsorted((first, last)).tolist())
    end = np.minimum(page.end[rows], last) - first
    text_size = page.text_start[last] if last < len(page) else page.text_end[-1]
    return Page(
        tag=page.tag[rows],
        parent=np.maximum(page.parent[rows] - first, -1),
        end=end,
        depth=depths(end),
        text=page.text,
        text_start=page.text_start[rows],
        text_end=np.minimum(page.text_end[rows], text_size),
        attr_row=page.attr_row[numbers] - first,
        attr_name=page.attr_name[numbers],
        attr_start=page.attr_start[numbers],
        attr_end=page.attr_end[numbers],
        attr_text=page.attr_text,
        tag_names=page.tag_names,
        attr_names=page.attr_names,
        source_start=page.source_start[rows],
        source_end=page.source_end[rows],
        source=page.source,
    )


def begun(page: Page, row: int, length: int) -> str:
    """The first words inside a row, on one line."""
    start = page.text_start.item(row)
    text = page.text[start : min(page.text_end.item(row), start + 4 * length)]
    return " ".join(text.decode(errors="ignore")[:length].split())
