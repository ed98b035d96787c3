"""A selection in the making: rules add leaves to it and take leaves away, each with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dehusk.content.assemble.kept import STRUCTURE
from dehusk.content.complete.names import NAMES
from dehusk.content.completed import Completed
from dehusk.lazy import lazy
from dehusk.native.content import WINDOW_ROLES, Window
from dehusk.native.find import Names
from dehusk.native.scan import any_of
from dehusk.page import Bools, Counts, Ints, Page
from dehusk.page.tags import BLOCK, HEADINGS, Tag, TagSet, roles_of_tags
from dehusk.selection import Selection
from dehusk.views.hidden import hidden

Places = NDArray[np.intp]

NO_PLACES: Places = np.zeros(0, np.intp)
NO_PLACES.flags.writeable = False

LISTS = TagSet("ul ol dl")
TABLES = TagSet("table")
QUOTES = TagSet("blockquote")
FIGURES = TagSet("figure")
LINKS = TagSet("a")
PREFORMATTED = TagSet("pre listing xmp")
CODE = PREFORMATTED | TagSet("code")
ILLUSTRATIONS = TagSet("img picture video svg")
WHOLES = TABLES | LISTS | PREFORMATTED | HEADINGS | QUOTES | FIGURES
LABELLESS = TagSet("table ul ol dl pre code blockquote h1 h2 h3 h4 h5 h6 math svg button")
"""What short lines stand in for a reason."""

LEAST_PARAGRAPH = 80
"""Text with less ink than this is no paragraph."""

_NO_BOX = TagSet("body article main section aside blockquote li td th ul ol table")
_LEVELS_OF_BOXES = 6
_CONTROLS = TagSet("button select textarea input option label nav")
_BUTTONS = Names({"button": (["role"], [b"button"])})
_ROLES = roles_of_tags(WINDOW_ROLES, {"block": BLOCK, "whole": WHOLES, "title": TagSet("h1")})


@dataclass(frozen=True)
class Rule:
    """A rule of completion, and what a page must have for it to run: one of some tags, among those that
    the editor has under a name."""

    apply: Callable[[SelectionEditor], None]
    tags: int
    among: str


def needs(
    tags: TagSet | None = None, *, kept: bool = False, partly_kept: bool = False
) -> Callable[[Callable[[SelectionEditor], None]], Rule]:
    """Make a function a rule that runs where a page has one of some tags, or anything at all.

    With `kept` something of such an element has to be kept, with `partly_kept` not all of it.

    >>> @needs(TABLES, partly_kept=True)
    ... def no_tables(editor: SelectionEditor) -> None:
    ...     editor.drop_all(editor.of_tags(TABLES), "a table")
    """
    bits = -1 if tags is None else tags.bits
    among = "split_tags" if partly_kept else "kept_tags" if kept else "tags"
    return lambda apply: Rule(apply, bits, among)


class SelectionEditor:
    """The part of a page that rules look at, what is kept of it so far, and what can be counted.

    Rules see a window: from the title, or the first leaf that is kept, to the end of whatever the
    last one stands in. A *place* is a row of the page less `start`; all columns are of the window.
    `leaves` has what has nothing below it and is not for machines only, `visible_chars` for each text
    how many characters of it are seen, `block` the nearest block around a place or itself, -1 where
    that is outside. Tags are a bit each: `tags` those in the window, `kept_tags` those of elements
    of which something is kept, `split_tags` those of which not all was before any rule changed that.
    Neither the page nor the selection that it began with changes.
    """

    def __init__(self, page: Page, selection: Selection) -> None:
        self.page = page
        self._window = window = Window(page, selection.keep, _ROLES)
        self.start, self.stop, self.tags = window.start, window.stop, window.tags
        self.kept_tags, self.split_tags = window.kept_tags, window.split_tags
        self.end, self.leaves = window.end, window.leaves
        self.visible_chars, self.block = window.visible_chars, window.block
        self.tag = page.tag[self.start : self.stop]
        self.keep: Bools = selection.keep[self.start : self.stop].copy()
        self._at_first = selection.keep[self.start : self.stop]
        self._selection = Completed.of(selection)
        self._changes: list[tuple[Bools, str]] = []
        self.has_added = False
        self.inside, self.sum_in = window.inside, window.sum_in
        self.ends_around, self.ends_of_sections = window.ends_around, window.ends_of_sections
        self._named: dict[Names, list[tuple[int, int]]] = {}

    def apply(self, rules: Iterable[Rule]) -> None:
        """Let rules change the selection, each if the page has what it needs."""
        for rule in rules:
            if rule.tags & getattr(self, rule.among):
                rule.apply(self)

    def __len__(self) -> int:
        return len(self.tag)

    def add(self, mask: Bools, reason: str) -> None:
        """Keep the leaves of a mask that a reader can see: not hidden, not part of a control."""
        added = (mask > self.keep) & self.leaves
        if any_of(added):
            added = added > self._shut_away
            if any_of(added):
                self.has_added = True
                self._change(added > self._beside_posts if self._selection.posts else added, reason)

    def add_control(self, mask: Bools, reason: str) -> None:
        """Keep the leaves of a mask though they are part of a control."""
        self.has_added = True
        self._change(mask & self.leaves & ~self.keep, reason)

    def drop(self, mask: Bools, reason: str) -> None:
        """Keep nothing of a mask."""
        self._change(mask & self.keep, reason)

    def add_all(self, places: Places, reason: str) -> None:
        """Keep what a reader can see of all that is inside some places."""
        if len(places):
            self.add(self.inside(places), reason)

    def drop_all(self, places: Places, reason: str) -> None:
        """Keep nothing of what is inside some places."""
        if len(places):
            self.drop(self.inside(places), reason)

    def _change(self, mask: Bools, reason: str) -> None:
        if any_of(mask):
            self.keep ^= mask
            self._changes.append((mask, reason))
            vars(self).pop("kept_chars", None)
            vars(self).pop("kept_texts", None)
            self.kept_tags, _ = self._window.tags_with(self.keep)

    def finish(self) -> Completed:
        """The selection with all changes, the same object where there are none."""
        before = self._selection
        if not self._changes:
            return before
        keep = before.keep.copy()
        rows = slice(self.start, self.stop)
        keep[rows] = self.keep
        return before.with_leaves(keep, *_reasoned(before, self._changes, rows))

    # Sums

    def chars_in(self, places: Places) -> Counts:
        """How much ink some elements hold."""
        return self.sum_in(self.visible_chars, places)

    def kept_in(self, places: Places) -> Counts:
        """How many leaves of some elements are kept."""
        return self.sum_in(self.keep, places)

    def kept_chars_in(self, places: Places) -> Counts:
        """How much ink that is kept some elements hold."""
        return self.sum_in(self.kept_chars, places)

    @lazy
    def kept_chars(self) -> Counts:
        """The ink of the texts that are kept, 0 for all else."""
        return self.visible_chars * self.keep

    # Places

    @lazy
    def texts(self) -> Places:
        """The texts of which something is seen."""
        return self.visible_chars.nonzero()[0]

    @lazy
    def kept_texts(self) -> Places:
        """Those of them that are kept."""
        return self._window.texts_in(self.keep)

    def kept_texts_in(self, tags: TagSet) -> Places:
        """Those inside of elements with some tags."""
        return self._window.texts_in(self.keep, tags.column)

    def lone_texts(self, most: int, outside: TagSet) -> list[int]:
        """Those of no more than so many characters that have a block of their own, outside of elements
        with some tags."""
        return self._window.lone_texts(self.keep, most, outside.column)

    @lazy
    def in_links(self) -> Bools:
        """All that stands inside links."""
        return self.inside(self.of_tags(LINKS))

    def of_tags(self, tags: TagSet) -> Places:
        """The places of elements with some tags."""
        return self._window.of_tags(tags.column)

    def kept_of_tags(self, tags: TagSet) -> Places:
        """The places of elements with some tags of which something is kept."""
        if not tags.bits & self.kept_tags:
            return NO_PLACES
        places = self.of_tags(tags)
        return places[self.kept_in(places) > 0]

    def outermost(self, places: Places) -> Places:
        """Those of some places, in order, that stand in no other."""
        outermost, until = [], 0
        for place, end in zip(places.tolist(), self.end[places].tolist(), strict=True):
            if place >= until:
                outermost.append(place)
                until = end
        return np.array(outermost, np.intp)

    @lazy
    def split(self) -> Places:
        """The wholes that had leaves of both kinds before any rule changed that."""
        wholes = self.of_tags(WHOLES)
        kept = self.sum_in(self._at_first, wholes)
        split: Places = wholes[(kept > 0) & (kept < self.sum_in(self.leaves, wholes))]
        if self._selection.posts:
            # What else a thread has of lists and tables only places its posts.
            split = split[self.in_posts[split]]
        return split

    def partly_kept(self, tags: TagSet) -> tuple[Places, Counts, Counts]:
        """The elements with some tags that are kept in part, with their kept ink and all of it."""
        places = self.split[tags.mask(self.tag[self.split])]
        kept, total = self.kept_chars_in(places), self.chars_in(places)
        are_split = (kept > 0) & (kept < total)
        return places[are_split], kept[are_split], total[are_split]

    def boxes(self, places: Places, more: int = 0) -> Places:
        """The outermost element around each place that holds little more ink, such as one that lets a
        table scroll, or names the language of some code."""
        most = self.chars_in(places) + more
        boxes, climbing = places, np.ones(len(places), bool)
        for _ in range(_LEVELS_OF_BOXES):
            parents = self.parent(boxes)
            above = np.maximum(parents, 0)
            climbing &= (parents >= 0) & ~_NO_BOX.mask(self.tag[above])
            climbing &= self.chars_in(above) <= most
            if not np.count_nonzero(climbing):
                break
            boxes = np.where(climbing, above, boxes)
        return boxes

    def kept_around(self, places: Places, texts: Places) -> tuple[Bools, Bools]:
        """Whether the last of some texts before each element is kept, and the first after it."""
        return self._window.on_both_sides(self.keep, texts, places)

    def follow(self, places: Places, mask: Bools) -> Bools:
        """Which elements have a kept place of a mask before them, in a block that is their sibling, and
        one after them or nothing of the mask up to the end of what they stand in."""
        rows = np.flatnonzero(mask & self.keep)
        if not len(rows):
            return np.zeros(len(places), bool)
        first, last = rows.searchsorted(places) - 1, rows.searchsorted(self.end[places])
        own = self.page.parent[places + self.start]
        before, after = (self._above_block(rows[at.clip(0, len(rows) - 1)]) for at in (first, last))
        ends = np.minimum(self.end[places], len(self) - 1)
        is_last = self.sum_in(mask, ends, self.ends_around(places)) == 0
        beside: Bools = (first >= 0) & (before == own)
        beside &= is_last | ((last < len(rows)) & (after == own))
        return beside

    def _above_block(self, places: Places) -> Places:
        """The row above the nearest block around each of some places, -1 for none."""
        blocks = self.block[places] + self.start
        if np.count_nonzero(blocks < self.start):  # that of the first text may stand before it
            blocks = self._blocks_of_page[places + self.start].astype(np.intp)
        above: Places = np.where(blocks >= 0, self.page.parent[blocks], -1)
        return above

    @lazy
    def _blocks_of_page(self) -> Ints:
        return self.page.nearest_ancestor(BLOCK.mask(self.page.tag))

    def are_tables_of_data(self, tables: Places, declared: Bools) -> Bools:
        """Which tables are more than layout by what is in them, were they kept whole; `declared` are
        those that say they are layout."""
        return self._window.are_data(tables, declared, STRUCTURE.column)

    def parent(self, places: Places) -> Places:
        """The parents of some places, negative where they are outside of the window."""
        parents: Places = self.page.parent[places + self.start].astype(np.intp) - self.start
        return parents

    def above(self, place: int) -> int:
        """The parent of a place, negative where it is outside of the window."""
        return self.page.parent.item(place + self.start) - self.start

    def make(self, place: int) -> tuple[int, str]:
        """The tag and class of an element."""
        row = place + self.start
        return self.page.tag.item(row), self.page.attribute(row, "class") or ""

    def text(self, place: int) -> str:
        """The text inside a place, white space collapsed."""
        return " ".join(self.source(place).split())

    def source(self, place: int) -> str:
        """The text inside a place as it stands in the source."""
        return self._window.text(place)

    def head(self) -> tuple[int, int]:
        """The last title before the first paragraph that is kept, and that paragraph; 0 and 0 where
        one is missing."""
        prose = self.keep & (self.visible_chars >= LEAST_PARAGRAPH)
        first = int(prose.argmax())
        titles = np.flatnonzero(self.tag[:first] == int(Tag.H1)) if prose[first] else NO_PLACES
        return (titles.item(-1), first) if len(titles) else (0, 0)

    def with_class(self, group: str, first: int = 0, last: int | None = None) -> Places:
        """The elements that have a name of a group (see `names`), from a place up to another."""
        names = NAMES[group]
        if names not in self._named:
            self._named[names] = names.rows_in(self.page, self.start, self.stop)
        bit, last = names.groups[group], len(self) if last is None else last
        found = ((row - self.start, own) for row, own in self._named[names])
        called = [place for place, own in found if own & bit and first <= place < last]
        # One element may have the names in several attributes.
        return np.array(list(dict.fromkeys(called)), np.intp) if called else NO_PLACES

    # What is out of reach

    @lazy
    def _shut_away(self) -> Bools:
        return shut_away(self.page)[self.start : self.stop]

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

    @lazy
    def starts_of_notes(self) -> Bools:
        """Where the footnotes start."""
        notes, starts = self._selection.notes, np.zeros(len(self), bool)
        places = [note.start - self.start for note in notes.notes] if notes else []
        starts[[place for place in places if 0 <= place < len(self)]] = True
        return starts


Change = tuple[Bools, str]


def changed(selection: Completed, *changes: Change) -> Completed:
    """The selection with what some masks add and drop, the same object where that is nothing."""
    changes = tuple(change for change in changes if np.count_nonzero(change[0]))
    if not changes:
        return selection
    keep = selection.keep.copy()
    for mask, _ in changes:
        keep ^= mask
    return selection.with_leaves(keep, *_reasoned(selection, changes, slice(None)))


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


def can_be_kept(page: Page) -> Bools:
    """The leaves of a page that a reader can see: not hidden, not part of a control."""
    return page.leaves & ~page.is_inert & ~shut_away(page)


def shut_away(page: Page) -> Bools:
    """What a page hides, what stands in a control, and the words in what acts as a button.

    Pictures are often clicked.
    """
    away = hidden(page) | page.inside(_CONTROLS.mask(page.tag))
    likely, _ = _BUTTONS.found_in(page)
    if len(likely):
        buttons = np.zeros(len(page), bool)
        for row in page.attr_row[likely].tolist():
            buttons[row] = (page.attribute(row, "role") or "").strip().lower() == "button"
        away |= page.inside(buttons) & page.is_text
    return away
