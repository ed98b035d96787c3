"""A selection in the making: rules add leaves to it and take leaves away, each with a reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.content.complete.names import NAMES
from dehusk.content.notes import Notes
from dehusk.lazy import lazy
from dehusk.native.survey import NO_PLACES, ROLES, Look, Survey, shut_away
from dehusk.page import Bools, Counts, Ints, Page
from dehusk.page.tags import BLOCK, HEADINGS, TagSet, roles_of_tags
from dehusk.selection import Selection

Places = NDArray[np.intp]

LISTS = TagSet("ul ol dl")
TABLES = TagSet("table")
PREFORMATTED = TagSet("pre listing xmp")
CODE = PREFORMATTED | TagSet("code")
ILLUSTRATIONS = TagSet("img picture video svg")
STANZAS = TagSet("p div blockquote section")
WHOLES = TABLES | LISTS | PREFORMATTED | HEADINGS | TagSet("blockquote figure")
LABELLESS = TagSet("table ul ol dl pre code blockquote h1 h2 h3 h4 h5 h6 math svg button")
"""What short lines stand in for a reason."""

WORDLESS = TagSet("img svg canvas video audio iframe embed object math")
"""What can be the content below a heading without a word in it."""

_ROLES = roles_of_tags(
    ROLES,
    {
        "block": BLOCK,
        "text": TagSet("#text"),
        "whole": WHOLES,
        "heading": HEADINGS,
        "title": TagSet("h1"),
        "labelless": LABELLESS,
        "figure": TagSet("figure"),
        "picture": ILLUSTRATIONS,
        "not_picture": TagSet("table pre blockquote iframe audio"),
        "table": TABLES,
        "list": LISTS,
        "code": CODE,
        "preformatted": PREFORMATTED,
        "break": TagSet("br"),
        "stanza": STANZAS,
        "link": TagSet("a"),
        "caption": TagSet("figcaption"),
        "quote": TagSet("blockquote"),
        "wordless": WORDLESS,
        "control": TagSet("button select textarea input option label nav"),
        "image": TagSet("img"),
        "aside": TagSet("aside nav li footer button"),
    },
)


class Draft:
    """The part of a page that rules look at, what is kept of it so far, and what can be counted.

    Rules see a window: from the title, or the first leaf that is kept, to the end of whatever the
    last one stands in. A *place* is a row of the page less `start`; all columns are of the window.
    Neither the page nor the selection that it began with changes.
    """

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page = page
        self.survey = Survey(page, selection.keep, _ROLES, NAMES)
        self.start, self.stop = self.survey.start, self.survey.stop
        self.tag = page.tag[self.start : self.stop]
        self.end: Ints = self.survey.end
        self.keep: Bools = selection.keep[self.start : self.stop].copy()
        self._selection = selection
        self._changes: list[tuple[Bools, str]] = []
        self._at_first = self.look
        self._makes: dict[int, tuple[int, str]] = {}
        self.has_added = False

    def __len__(self) -> int:
        return len(self.tag)

    def add(self, mask: Bools, reason: str) -> None:
        """Keep the leaves of a mask that a reader can see: not hidden, not part of a control."""
        added = self.survey.added(mask, self.keep)
        if added is not None:
            self.has_added = True
            self._change(added & ~self._beside_posts if self._selection.posts else added, reason)

    def add_control(self, mask: Bools, reason: str) -> None:
        """Keep the leaves of a mask though they are part of a control."""
        self.has_added = True
        self._change(mask & self.leaves & ~self.keep, reason)

    def drop(self, mask: Bools, reason: str) -> None:
        """Keep nothing of a mask."""
        self._change(mask & self.keep, reason)

    def _change(self, mask: Bools, reason: str) -> None:
        if np.count_nonzero(mask):
            self.keep ^= mask
            self._changes.append((mask, reason))
            vars(self).pop("_kept_before", None)
            vars(self).pop("look", None)

    def finish(self, notes: Notes | None) -> Selection:
        """The selection with all changes and some notes, the same object where there are none."""
        before = self._selection
        if not self._changes:
            return noted(before, notes)
        keep = before.keep.copy()
        rows = slice(self.start, self.stop)
        keep[rows] = self.keep
        codes, reasons = _reasoned(before, self._changes, rows)
        return _replaced(before, keep, codes, reasons, notes)

    # What can be asked

    def ink_in(self, places: NDArray[Any]) -> Counts:
        """How much ink some elements hold."""
        return self._in(self._ink_before, places)

    def kept_in(self, places: NDArray[Any]) -> Counts:
        """How many leaves of some elements are kept."""
        return self._in(self._kept_before, places)

    def leaves_in(self, places: NDArray[Any]) -> Counts:
        """How many leaves some elements have."""
        return self._in(self._before(self.leaves), places)

    def _in(self, before: Counts, places: NDArray[Any]) -> Counts:
        inside: Counts = before[self.end[places]] - before[places]
        return inside

    @lazy
    def _ink_before(self) -> Counts:
        return self._before(self.ink)

    @lazy
    def _kept_before(self) -> Counts:
        return self._before(self.keep)

    def sum_in(self, values: NDArray[Any], places: NDArray[Any]) -> Counts:
        """The sum of a column over all that is inside some elements, themselves included."""
        return self._in(self._before(values), places)

    def _before(self, values: NDArray[Any]) -> Counts:
        """For each place the sum of a column over all places before it."""
        sums = np.zeros(len(self) + 1, np.int64)
        np.cumsum(values, out=sums[1:])
        return sums

    def inside(self, places: Places) -> Bools:
        """All that stands inside some places, themselves included."""
        return self.survey.inside(places)

    def of_tags(self, tags: TagSet) -> Places:
        """The places of elements with some tags."""
        return np.flatnonzero(tags.mask(self.tag))

    def partly_kept(self, role: str) -> tuple[Places, Counts, Counts]:
        """The elements of a role that are kept in part, with their kept ink and all of it."""
        if not self._at_first.is_partly_kept(role):
            return NO_PLACES, NO_PLACES, NO_PLACES
        return self.survey.partly_kept(self.keep, self._partly_kept, role)

    @lazy
    def _partly_kept(self) -> Places:
        """The wholes that had leaves of both kinds before any rule changed that."""
        places = self._at_first.partly_kept
        if not self._selection.posts:
            return places
        # What else a thread has of lists and tables only places its posts.
        return places[self.in_posts[places]]

    @lazy
    def look(self) -> Look:
        """What there is to look at, by what is kept now."""
        return self.survey.look(self.keep)

    def kept_around(self, places: Places, mask: Bools) -> tuple[Bools, Bools]:
        """Whether the last place of a mask before each element is kept, and the first after it."""
        rows = np.flatnonzero(mask)
        kept = np.append(self.keep[rows], False)
        first = np.searchsorted(rows, places)
        return kept[first - 1], kept[np.searchsorted(rows, self.end[places])]

    def are_beside(self, places: Places, mask: Bools) -> Bools:
        """Which elements have a kept place of a mask before them and one after them, in blocks that
        are their siblings."""
        rows = np.flatnonzero(mask & self.keep)
        if not len(rows):
            return np.zeros(len(places), bool)
        # The block of the first text may stand before the window.
        blocks = self.page.nearest_ancestor(BLOCK.mask(self.page.tag))[rows + self.start]
        above = np.append(np.where(blocks >= 0, self.page.parent[blocks], -1), -1)
        first, last = np.searchsorted(rows, places) - 1, np.searchsorted(rows, self.end[places])
        own = self.page.parent[places + self.start]
        beside: Bools = (first >= 0) & (above[first] == own) & (above[last] == own)
        return beside

    @property
    def leaves(self) -> Bools:
        """What has nothing below it and is not for machines only."""
        return self.survey.leaves

    @property
    def ink(self) -> Counts:
        """For each text the characters of it that are seen, 0 for all else."""
        return self.survey.ink

    @property
    def holder(self) -> Counts:
        """For each place the nearest block around it in the window, -1 without one."""
        return self.survey.holder

    def parent(self, places: Places) -> Places:
        """The parents of some places, negative where they are outside of the window."""
        parents: Places = self.page.parent[places + self.start].astype(np.intp) - self.start
        return parents

    def above(self, place: int) -> int:
        """The parent of a place, negative where it is outside of the window."""
        return int(self.page.parent[place + self.start]) - self.start

    def make(self, place: int) -> tuple[int, str]:
        """The tag and class of the element that a text stands in."""
        above = int(self.page.parent[place + self.start])
        make = self._makes.get(above)
        if make is None:
            classes = self.survey.attribute(above - self.start, "class") or ""
            make = self._makes[above] = int(self.page.tag[above]), classes
        return make

    @lazy
    def _beside_posts(self) -> Bools:
        """What stands in a thread and in the text of no post."""
        posts, beside = self._selection.posts, np.zeros(len(self), bool)
        last = max(post.end for post in posts)
        beside[max(posts[0].record - self.start, 0) : max(last - self.start, 0)] = True
        return beside & ~self.in_posts

    @lazy
    def in_posts(self) -> Bools:
        """What stands in the texts of posts."""
        bodies = np.array([post.body for post in self._selection.posts], np.intp)
        bodies = bodies[(bodies >= self.start) & (bodies < self.stop)]
        return self.inside(bodies - self.start)

    def text(self, place: int) -> str:
        """The text inside a place, white space collapsed."""
        return " ".join(self.source(place).split())

    def source(self, place: int) -> str:
        """The text inside a place as it stands in the source."""
        return self.survey.source(place)

    def called(self, group: str, first: int = 0, last: int = -1) -> Places:
        """The elements that have a name of a group (see `names`), from a place up to another."""
        return self.survey.called(group, first, last)


def window_of(page: Page, keep: Bools) -> slice:
    """The rows that rules look at, given what is kept."""
    survey = Survey(page, keep, _ROLES, NAMES)
    return slice(survey.start, survey.stop)


Change = tuple[Bools, str]


def changed(selection: Selection, *changes: Change) -> Selection:
    """The selection with what some masks add and drop, the same object where that is nothing."""
    changes = tuple(change for change in changes if np.count_nonzero(change[0]))
    if not changes:
        return selection
    keep = selection.keep.copy()
    for mask, _ in changes:
        keep ^= mask
    codes, reasons = _reasoned(selection, changes, slice(None))
    return _replaced(selection, keep, codes, reasons, selection.notes)


def noted(selection: Selection, notes: Notes | None) -> Selection:
    """The selection with some notes, the same object where it has them."""
    if notes is selection.notes:
        return selection
    return _replaced(selection, selection.keep, selection.reason, selection.reasons, notes)


def _reasoned(
    selection: Selection, changes: Iterable[Change], rows: slice
) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """The reasons of a selection with those of some changes, whose masks are of some rows."""
    codes, known = selection.reason.copy(), list(selection.reasons)
    window = codes[rows]
    for mask, reason in changes:
        if reason not in known:
            known.append(reason)
        window[mask] = known.index(reason)
    return codes, tuple(known)


def _replaced(
    selection: Selection,
    keep: Bools,
    reason: NDArray[np.uint8],
    reasons: tuple[str, ...],
    notes: Notes | None,
) -> Selection:
    """As `dataclasses.replace`, which sets field by field, in a fifth of the time."""
    keep.setflags(write=False)
    reason.setflags(write=False)
    made = Selection.__new__(Selection)
    fields = vars(made)
    fields.update(vars(selection), keep=keep, reason=reason, reasons=reasons, notes=notes)
    fields.pop("rows", None)  # which were computed for the other
    return made


def can_be_kept(page: Page) -> Bools:
    """The leaves of a page that a reader can see: not hidden, not part of a control."""
    return page.leaves & ~page.is_inert & ~shut_away(page, _ROLES)
