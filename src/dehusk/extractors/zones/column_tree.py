"""The column tree of a rendered page: zones that follow each other with the same left and right.

    page = dehusk.render(Path("article.html"))
    columns = column_tree(page)
    columns.box[1]                          # x, y, width and height of the first column

A. Rae, D. Le, J. Kim, G. Thoma, "Main Content Detection in HTML Journal Articles", DocEng 2018,
section 3.2, and where the paper is silent the code that its authors published.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.budget import watched
from dehusk.extractors.zones.zone_tree import Boxes, Rows, ZoneTree, zone_tree
from dehusk.lazy import lazy
from dehusk.page import Bools, Ints, Page, freeze

TOLERANCE = 0.1
"""How far edges may lie apart and still be one column: 10 % of its width."""


@dataclass(frozen=True, eq=False, repr=False)
class ColumnTree:
    """The columns of a page, a parent before its children; column 0 is that of the body.

    `parent` is the column around each, -1 for the first; `level` how many are around it. `box`
    holds x, y, width and height: from left to right the means over the column's zones, from top to
    bottom all of them. `column_of` has an entry a zone: the column that the zone is part of. The
    zones of columns that were collapsed into the one around them have -1: they are inside its zones.
    """

    zones: ZoneTree
    parent: Ints
    level: Ints
    box: Boxes
    column_of: Ints

    def __post_init__(self) -> None:
        freeze(self)

    def __len__(self) -> int:
        return len(self.parent)

    def __repr__(self) -> str:
        return f"<{len(self)} columns of {self.zones!r}>"

    def children(self, column: int) -> Rows:
        """The columns directly inside a column, in document order."""
        return self._by_parent[self._first[column + 1] : self._first[column + 2]]

    def zones_of(self, column: int) -> Rows:
        """The zones that a column is made of, in document order; those inside them not named."""
        return np.flatnonzero(self.column_of == column)

    def sum(self, per_zone: NDArray[Any]) -> NDArray[Any]:
        """For each column the sum of a value a zone over the zones it is made of."""
        member = self.column_of >= 0
        return np.bincount(self.column_of[member], weights=per_zone[member], minlength=len(self))

    @lazy
    def _by_parent(self) -> Rows:
        return np.argsort(self.parent, kind="stable")

    @lazy
    def _first(self) -> Rows:
        return np.searchsorted(self.parent[self._by_parent], np.arange(-1, len(self) + 1))


def column_tree(page: Page, *, tolerance: float = TOLERANCE) -> ColumnTree:
    """The columns of a rendered page. Raises `LayoutRequired` for one that was not rendered."""
    return columns_of(zone_tree(page), tolerance=tolerance)


def columns_of(zones: ZoneTree, *, tolerance: float = TOLERANCE) -> ColumnTree:
    """The columns of a zone tree: neighbours joined, then columns like the one around them taken out.

    Zones are neighbours within one zone only, never across. A zone joins the column before it when
    its left edge and its right edge are each within the tolerance of that column's, which are the
    means over its zones so far; so is the width of which the tolerance is a part.
    """
    column_of = _joined(zones, tolerance)
    parent = _parents(zones, column_of)
    left, right = _mean_edges(zones, column_of)
    gone = _equal_to_parent(parent, left, right, tolerance)
    return _collapsed(zones, column_of, parent, gone, left, right)


def _joined(zones: ZoneTree, tolerance: float) -> Ints:
    """The column of each zone, numbered by first zone. The means move, so this goes step by step."""
    left = zones.box[:, 0].tolist()
    right = (zones.box[:, 0] + zones.box[:, 2]).tolist()
    last: dict[int, _OpenColumn] = {}
    numbers = []
    count = 0
    for zone, parent in enumerate(watched(zones.parent.tolist(), "selecting")):
        column = last.get(parent)
        if column is None or not column.fits(left[zone], right[zone], tolerance):
            column = last[parent] = _OpenColumn(count)
            count += 1
        column.add(left[zone], right[zone])
        numbers.append(column.number)
    return np.array(numbers, np.int32)


@dataclass(slots=True)
class _OpenColumn:
    """A column that the next zone beside it may join."""

    number: int
    size: int = 0
    left: float = 0.0  # the sums over its zones
    right: float = 0.0

    def fits(self, left: float, right: float, tolerance: float) -> bool:
        mean_left, mean_right = self.left / self.size, self.right / self.size
        most = tolerance * (mean_right - mean_left)
        return abs(left - mean_left) <= most and abs(right - mean_right) <= most

    def add(self, left: float, right: float) -> None:
        self.size += 1
        self.left += left
        self.right += right


def _parents(zones: ZoneTree, column_of: Ints) -> Ints:
    """The column around each column: that of the zone around its first zone."""
    first = np.unique(column_of, return_index=True)[1]
    around = zones.parent[first]
    return np.where(around >= 0, column_of[around], -1).astype(np.int32)


def _mean_edges(zones: ZoneTree, column_of: Ints) -> tuple[Boxes, Boxes]:
    size = np.bincount(column_of)
    left = np.bincount(column_of, weights=zones.box[:, 0]) / size
    width = np.bincount(column_of, weights=zones.box[:, 2]) / size
    return left, left + width


def _equal_to_parent(parent: Ints, left: Boxes, right: Boxes, tolerance: float) -> Bools:
    """The columns to collapse. What moves up in place of one is not tested again, so that each
    column is tested once, against the column that was around it at first."""
    most = tolerance * (right - left)[parent]
    equal = (abs(left - left[parent]) <= most) & (abs(right - right[parent]) <= most)
    equal[0] = False
    return equal


def _collapsed(
    zones: ZoneTree, column_of: Ints, parent: Ints, gone: Bools, left: Boxes, right: Boxes
) -> ColumnTree:
    above = parent.copy()
    while (climbing := gone[above] & (above >= 0)).any():
        above[climbing] = above[above[climbing]]
    number = np.where(gone, -1, np.cumsum(~gone) - 1).astype(np.int32)
    kept = np.flatnonzero(~gone)
    new_parent = np.where(above[kept] >= 0, number[above[kept]], -1).astype(np.int32)
    new_column = number[column_of]
    return ColumnTree(
        zones=zones,
        parent=new_parent,
        level=_levels(new_parent),
        box=_boxes(zones, new_column, left[kept], right[kept]),
        column_of=new_column,
    )


def _boxes(zones: ZoneTree, column_of: Ints, left: Boxes, right: Boxes) -> Boxes:
    top, bottom = np.full(len(left), np.inf), np.full(len(left), -np.inf)
    member = column_of >= 0
    np.minimum.at(top, column_of[member], zones.box[member, 1])
    np.maximum.at(bottom, column_of[member], zones.box[member, 1] + zones.box[member, 3])
    return np.stack([left, top, right - left, bottom - top], axis=1)


def _levels(parent: Ints) -> Ints:
    """How many columns are around each; steps double, so that deep trees take few."""
    level = np.where(parent >= 0, 1, 0).astype(np.int32)
    above = parent.copy()
    while (climbing := np.flatnonzero(above >= 0)).size:
        level[climbing] += level[above[climbing]]
        above[climbing] = above[above[climbing]]
    return level
