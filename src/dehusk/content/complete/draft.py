"""A selection in the making: rules add leaves to it and take leaves away, each with a reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.lazy import lazy
from dehusk.native.attributes import Words
from dehusk.native.survey import ROLES, Look, Survey, shut_away
from dehusk.page import Bools, Ints, Page
from dehusk.page.tags import BLOCK, HEADINGS, INERT, TagSet
from dehusk.selection import Selection

Counts = NDArray[np.int64]
Places = NDArray[np.intp]

LISTS = TagSet("ul ol dl")
TABLES = TagSet("table")
PREFORMATTED = TagSet("pre listing xmp")
CODE = PREFORMATTED | TagSet("code")
PICTURES = TagSet("img picture video svg")
STANZAS = TagSet("p div blockquote section")
WHOLES = TABLES | LISTS | PREFORMATTED | HEADINGS | TagSet("blockquote figure")
LABELLESS = TagSet("table ul ol dl pre code blockquote h1 h2 h3 h4 h5 h6 math svg button")
"""What short lines stand in for a reason."""

WORDLESS = TagSet("img svg canvas video audio iframe embed object math")
"""What can be the content below a heading without a word in it."""

_TAGS_OF_ROLES = {
    "inert": INERT,
    "block": BLOCK,
    "text": TagSet("#text"),
    "whole": WHOLES,
    "heading": HEADINGS,
    "title": TagSet("h1"),
    "labelless": LABELLESS,
    "figure": TagSet("figure"),
    "picture": PICTURES,
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
}
_ROLES = np.zeros(len(BLOCK.column), np.uint32)
for _bit, _role in enumerate(ROLES):
    _ROLES |= _TAGS_OF_ROLES[_role].column.astype(np.uint32) << _bit


class Draft:
    """The part of a page that rules look at, what is kept of it so far, and what can be counted.

    Rules see a window: from the title, or the first leaf that is kept, to the end of whatever the
    last one stands in. A *place* is a row of the page less `start`; all columns are of the window.
    Neither the page nor the selection that it began with changes.
    """

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page = page
        self.survey = Survey(page, selection.keep, _ROLES)
        self.start, self.stop = self.survey.start, self.survey.stop
        self.tag = page.tag[self.start : self.stop]
        self.end: Ints = self.survey.end
        self.keep: Bools = selection.keep[self.start : self.stop].copy()
        self._selection = selection
        self._changes: list[tuple[Bools, str]] = []
        self._partly_kept_at_first = self.look.partly_kept

    def __len__(self) -> int:
        return len(self.tag)

    def add(self, mask: Bools, reason: str) -> None:
        """Keep the leaves of a mask that a reader can see."""
        added = mask & self.leaves & ~self.keep
        if added.any():
            self._change(added & self.can_be_kept, reason)

    def drop(self, mask: Bools, reason: str) -> None:
        """Keep nothing of a mask."""
        self._change(mask & self.keep, reason)

    def _change(self, mask: Bools, reason: str) -> None:
        if mask.any():
            self.keep ^= mask
            self._changes.append((mask, reason))
            vars(self).pop("_kept_before", None)
            vars(self).pop("look", None)

    def finish(self) -> Selection:
        """The selection with all changes, the same object where there are none."""
        return changed(self._selection, *map(self._on_page, self._changes))

    def _on_page(self, change: tuple[Bools, str]) -> tuple[Bools, str]:
        mask = np.zeros(len(self.page), bool)
        mask[self.start : self.stop] = change[0]
        return mask, change[1]

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

    def sum_below(self, values: NDArray[Any]) -> Counts:
        """For each place the sum of a column over all that is inside it, itself included."""
        sums = self._before(values)
        below: Counts = sums[self.end] - sums[:-1]
        return below

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
        return self.survey.partly_kept(self.keep, self._partly_kept, role)

    @lazy
    def _partly_kept(self) -> Places:
        """The wholes that had leaves of both kinds before any rule changed that."""
        places = self._partly_kept_at_first
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
        return int(self.page.tag[above]), self.page.attribute(above, "class") or ""

    @lazy
    def can_be_kept(self) -> Bools:
        """The leaves that a reader can see: not hidden, not part of a control."""
        away = shut_away(self.page, _ROLES)[self.start : self.stop]
        return self.leaves & ~away & ~self._beside_posts()

    def _beside_posts(self) -> Bools:
        """What stands in a thread and in the text of no post."""
        posts, beside = self._selection.posts, np.zeros(len(self), bool)
        if posts:
            last = max(self.page.end.item(post.record) for post in posts)
            beside[max(posts[0].record - self.start, 0) : max(last - self.start, 0)] = True
            beside &= ~self.in_posts
        return beside

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
        return self.page.text_of(place + self.start)

    def called(
        self,
        words: Words,
        attributes: tuple[str, ...] = ("class",),
        first: int = 0,
        last: int | None = None,
    ) -> Places:
        """The elements in whose class, or another attribute, one of some words is found, from a
        place up to another."""
        stop = self.stop if last is None else last + self.start
        return words.rows_in(self.page, attributes, first + self.start, stop) - self.start


def changed(selection: Selection, *changes: tuple[Bools, str]) -> Selection:
    """The selection with what some masks add and drop, the same object where that is nothing."""
    changes = tuple(change for change in changes if change[0].any())
    if not changes:
        return selection
    keep, codes, reasons = selection.keep.copy(), selection.reason.copy(), list(selection.reasons)
    for mask, reason in changes:
        if reason not in reasons:
            reasons.append(reason)
        keep ^= mask
        codes[mask] = reasons.index(reason)
    return replace(selection, keep=keep, reason=codes, reasons=tuple(reasons))


def can_be_kept(page: Page) -> Bools:
    """The leaves of a page that a reader can see: not hidden, not part of a control."""
    return page.leaves & ~page.is_inert & ~shut_away(page, _ROLES)
