"""The zone tree of a rendered page: segments between the line breaks that a reader sees.

    page = dehusk.render("<h1>Bread</h1><div><p>Flour and water.</p><p>Salt and time.</p></div>")
    zones = zone_tree(page)
    zones.level.tolist()                    # [0, 1, 1, 2, 2]: the body, h1, div, p, p

A. Rae, D. Le, J. Kim, G. Thoma, "Main Content Detection in HTML Journal Articles", DocEng 2018,
section 3.1, and where the paper is silent the code that its authors published.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.lazy import lazy
from dehusk.page import Bools, Ints, Page, freeze
from dehusk.page.rows import depths, subtree_ends
from dehusk.page.tags import FIRST_CUSTOM, TagSet
from dehusk.views.layout_view import LayoutView, edges, layout_of

BREAKS = TagSet("br hr")
Boxes = NDArray[np.float64]
Rows = NDArray[np.intp]


@dataclass(frozen=True, eq=False, repr=False)
class ZoneTree:
    """The zones of a page in document order, a parent before its children; zone 0 is the body.

    `parent` is the zone around each, -1 for the first; `level` how many are around it; `end` one
    past the last zone inside it, as in a `Page`. `box` holds x, y, width and height, the union of
    the boxes of the zone's elements. The zone's elements are among the rows `first_row` up to
    `end_row`. `zone_of` has an entry a row: the innermost zone that the row is part of, -1 for rows
    that are in none, as what is hidden.
    """

    page: Page
    shown: LayoutView
    parent: Ints
    level: Ints
    end: Ints
    box: Boxes
    first_row: Ints
    end_row: Ints
    zone_of: Ints

    def __post_init__(self) -> None:
        freeze(self)

    def __len__(self) -> int:
        return len(self.parent)

    def __repr__(self) -> str:
        return f"<{len(self)} zones of {self.page!r}>"

    @lazy
    def leaves(self) -> Bools:
        """The zones without a line break inside."""
        leaves: Bools = self.end == np.arange(1, len(self) + 1)
        return leaves

    def subtree_sum(self, values: NDArray[Any]) -> NDArray[Any]:
        """For each zone the sum of a value a zone over it and the zones inside it."""
        sums = np.append(0, np.cumsum(values))
        inside: NDArray[Any] = sums[self.end] - sums[:-1]
        return inside

    def sum(self, per_row: NDArray[Any]) -> NDArray[Any]:
        """For each zone the sum of a value a row over the rows that are in no smaller zone."""
        member = self.zone_of >= 0
        return np.bincount(self.zone_of[member], weights=per_row[member], minlength=len(self))

    def rows(self, zones: Rows) -> Bools:
        """The rows that are in one of the given zones or in a zone inside it."""
        change = np.zeros(len(self.page) + 1, np.int32)
        np.add.at(change, self.first_row[zones], 1)
        np.subtract.at(change, self.end_row[zones], 1)
        return np.cumsum(change[:-1]) > 0


def zone_tree(page: Page) -> ZoneTree:
    """The zones of a rendered page.

    Only elements with visible text count: *significant* ones. A block element is a zone of its own,
    elements in line are merged into one; an element in which there is a line break is a zone that
    has zones inside. There is a line break in an element with two or more block children, with
    block children beside inline ones, with a `br` or `hr` between others, or with a child that has
    one. A text is an inline element of its own.

    What the paper leaves open and the authors' code does: table cells stand in line; a cell, or
    anything else in line, that has a line break inside is a zone of its own; elements that a browser
    does not know are dropped. What came after them, and our choice:

    - `grid`, `flow-root` and other new displays are blocks, `inline-grid` is in line, elements with
      `display: contents` are looked through.
    - Elements with a hyphen in their name are custom elements, which browsers know since 2016.
    - `br` and `hr` that are hidden break nothing.
    - Text is what is seen of it: an element whose only text is hidden is not significant.

    Three steps of the authors' preparation need no code here: a page has no elements without a
    parent and no comments, and white space between elements, preformatted or not, is never
    significant. Raises `LayoutRequired` for a page that was not rendered.
    """
    shown = LayoutView.of(page)
    significant = _significant(page, shown)
    items = _Children.of(page, shown, significant)
    breaks_down = page.subtree_sum(items.breaking()) > 0
    return _build(page, shown, items, breaks_down)


def _significant(page: Page, shown: LayoutView) -> Bools:
    """The rows with visible text and area, in elements that are such all the way up to the body."""
    box = layout_of(page).box
    has_area = (box[:, 2] > 0) & (box[:, 3] > 0)
    significant = ~shown.hidden & has_area & (page.subtree_sum(shown.texts) > 0)
    significant |= shown.through & ~shown.hidden
    significant &= ~_unknown(page)
    significant[: shown.body + 1] = True
    reached = ~page.inside(~significant) & ~shown.through
    reached[: shown.body + 1] = False
    reached[page.end[shown.body] :] = False
    return reached


def _unknown(page: Page) -> Bools:
    """Elements that browsers do not know: no HTML, SVG or MathML, and no custom element."""
    names = page.tag_names
    unknown = [
        number >= FIRST_CUSTOM and not any(sign in name for sign in "-:")
        for number, name in enumerate(names)
    ]
    return np.array(unknown, bool)[page.tag]


@dataclass(frozen=True, eq=False)
class _Children:
    """The significant rows and the line breaks among them, siblings side by side.

    `row` is ordered by parent, then by place; `is_break` marks `br` and `hr`, and `is_block` the
    others that are blocks.
    """

    page: Page
    row: Rows
    parent: Ints
    is_break: Bools
    is_block: Bools

    @classmethod
    def of(cls, page: Page, shown: LayoutView, significant: Bools) -> _Children:
        breaks = BREAKS.mask(page.tag) & ~shown.hidden
        parent = shown.parent
        breaks &= np.append(significant, False)[parent] | (parent == shown.body)
        rows = np.flatnonzero(significant & ~BREAKS.mask(page.tag) | breaks)
        rows = rows[np.argsort(parent[rows], kind="stable")]
        children = cls(page, rows, parent[rows], breaks[rows], shown.block[rows])
        return children._without_outer_breaks()

    def _without_outer_breaks(self) -> _Children:
        """Breaks count only between others: those before the first and after the last go."""
        others = np.append(0, np.cumsum(~self.is_break))
        first, last = self._family()
        inner = (others[:-1] > others[first]) & (others[1:] < others[last])
        keep = ~self.is_break | inner
        return _Children(
            self.page, self.row[keep], self.parent[keep], self.is_break[keep], self.is_block[keep]
        )

    def _family(self) -> tuple[Rows, Rows]:
        """For each entry where its siblings start, and one past where they end."""
        first = np.searchsorted(self.parent, self.parent, side="left")
        return first, np.searchsorted(self.parent, self.parent, side="right")

    def breaking(self) -> Bools:
        """The rows of the page with a line break directly among their children."""
        count = len(self.page)
        blocks = np.bincount(self.parent[self.is_block & ~self.is_break], minlength=count)
        inline = np.bincount(self.parent[~self.is_block & ~self.is_break], minlength=count)
        breaks = np.bincount(self.parent[self.is_break], minlength=count)
        return (breaks > 0) | (blocks >= 2) | ((blocks >= 1) & (inline >= 1))

    def zones(self, breaks_down: Bools) -> tuple[Rows, Bools]:
        """The rows of elements that make zones, siblings side by side, and which start a new zone."""
        zoned = breaks_down[self.parent] & ~self.is_break
        breaks_before = np.cumsum(self.is_break)[zoned]
        row, parent = self.row[zoned], self.parent[zoned]
        alone = self.is_block[zoned] | breaks_down[row]
        merged = np.zeros(len(row), bool)
        merged[1:] = (
            (parent[1:] == parent[:-1])
            & ~alone[1:]
            & ~alone[:-1]
            & (breaks_before[1:] == breaks_before[:-1])
        )
        return row, ~merged


def _build(page: Page, shown: LayoutView, items: _Children, breaks_down: Bools) -> ZoneTree:
    row, starts = items.zones(breaks_down)
    zone = np.append(0, _numbered(row, starts))
    row = np.append(shown.body, row)
    own_zone = np.full(len(page) + 1, -1, np.int32)  # the last stands for "no parent"
    own_zone[row] = zone
    count = int(zone.max()) + 1
    first_row, end_row = np.zeros(count, np.int32), np.zeros(count, np.int32)
    first_row[zone[::-1]] = row[::-1]  # of several elements the first is written last
    end_row[zone] = page.end[row]
    parent = own_zone[shown.parent[first_row]]
    parent[0] = -1
    end = subtree_ends(parent)
    return ZoneTree(
        page=page,
        shown=shown,
        parent=parent,
        level=depths(end),
        end=end,
        box=_united(layout_of(page).box[row], zone, count),
        first_row=first_row,
        end_row=end_row,
        zone_of=_innermost(page, shown, own_zone[:-1]),
    )


def _numbered(row: Rows, starts: Bools) -> NDArray[np.int32]:
    """The zone of each element, numbered from 1 in document order; the body is zone 0."""
    number = np.zeros(int(starts.sum()), np.int32)
    number[np.argsort(row[starts], kind="stable")] = np.arange(1, len(number) + 1)
    zone: NDArray[np.int32] = number[np.cumsum(starts) - 1]
    return zone


def _united(box: NDArray[np.float32], zone: NDArray[np.int32], count: int) -> Boxes:
    """The smallest box around the boxes of each zone."""
    sides = edges(box)
    near = np.full((count, 2), np.inf)
    far = np.full((count, 2), -np.inf)
    np.minimum.at(near, zone, sides[:, :2])
    np.maximum.at(far, zone, sides[:, 2:])
    return np.concatenate([near, far - near], axis=1)


def _innermost(page: Page, shown: LayoutView, own_zone: Ints) -> Ints:
    """For each row the zone of the nearest element around it, or of itself, that makes one."""
    nearest = page.nearest_ancestor(own_zone >= 0)
    zone = np.where(own_zone >= 0, own_zone, np.append(own_zone, -1)[nearest])
    return np.where(shown.hidden, -1, zone).astype(np.int32)
