"""The posts of a thread: who wrote what, when, and in reply to whom.

>>> from dehusk.page.parse import parse
>>> post = "<li class=comment><b class=author>{}</b> <time>2024-05-0{}</time><p class=body>{}</p></li>"
>>> page = parse(post.format("Ann", 1, "Is there any tea?") + post.format("Bo", 2, "In the blue jar."))
>>> [page.text_of(post.body) for post in find_posts(page, page.is_text)]
['Is there any tea?', 'In the blue jar.']

Posts are records of one make that repeat. Class names, identifiers with numbers and schema.org types
only say where to look: what makes them posts is that nearly every one of them has a date, an author
and a text of its own. Which part is the text is decided once for all records of a make: the part
with most of their ink that holds no dates. Host names play no role.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from dehusk.budget import check
from dehusk.content.threads.bodies import Bodies, bodies_of
from dehusk.content.threads.first import first_post
from dehusk.content.threads.levels import parents_of
from dehusk.content.threads.marks import NAMED, Marks, Told, may_tell, told_by_attributes
from dehusk.content.threads.records import Group, called_around, named_groups
from dehusk.content.threads.runs import signed_runs
from dehusk.content.threads.table import STAGE, Own, Rows, RowSums, before_each, part_of
from dehusk.native.find import Around
from dehusk.page import Bools, Page
from dehusk.page.tags import TagSet

__all__ = ["PostRows", "find_posts"]


@dataclass(frozen=True, slots=True)
class PostRows:
    """One post: the rows of its record, from the first up to its end, of its text, and of what tells
    its author and its date; `parent` is the number of the post that it answers, -1 for none."""

    record: int
    end: int
    body: int
    parent: int
    authors: tuple[int, ...] = ()
    dates: tuple[int, ...] = ()

    def moved(self, rows: int) -> PostRows:
        """The same post some rows further down."""
        return PostRows(
            self.record + rows,
            self.end + rows,
            self.body + rows,
            self.parent,
            tuple(row + rows for row in self.authors),
            tuple(row + rows for row in self.dates),
        )


def find_posts(page: Page, keep: Bools, around: Around | None = None) -> tuple[PostRows, ...]:
    """The posts of a page in document order, given what is kept of it: nothing without a thread.

    `around` is `called_around(page, keep)`, for whoever has it already.
    """
    around = around or called_around(page, keep)
    posts = _in_named(page, named_groups(around)) or _in_runs(page, around)
    return _with_the_first(page, posts) if posts else ()


def _with_the_first(page: Page, posts: tuple[PostRows, ...]) -> tuple[PostRows, ...]:
    """Posts with what they answer, where that is made otherwise and has a text of the same make."""
    first = first_post(page, [post.body for post in posts], min(post.record for post in posts))
    if first is None:
        return posts
    record, body, authors, dates = first
    later = [replace(post, parent=post.parent + (post.parent >= 0)) for post in posts]
    return (PostRows(record, page.end.item(record), body, -1, authors, dates), *later)


def _in_runs(page: Page, around: Around) -> tuple[PostRows, ...]:
    """The posts of which head and text are beside each other; rarely any."""
    if not around.repeated:
        return ()
    told = told_by_attributes(page, 0, len(page))
    if sum(len(told[how]) for how in NAMED) < _LEAST_HEADS:
        return ()
    whole = RowSums(page)
    named = Marks.of(whole, told).authors
    for by_form in (False, True):
        dates = Marks.of(whole, told, by_form=by_form).dates
        for heads, end in signed_runs(page, named, dates):
            table = RowSums(page, end)
            marks = Marks(table, told, dates)
            if threads := _threads(table, marks, [Group(b"", heads)]):
                return _posts(table, marks, threads)
    return ()


_LEAST_HEADS = 3


def _in_named(page: Page, groups: list[Group]) -> tuple[PostRows, ...]:
    """The posts among elements that are called so."""
    if not groups:
        return ()
    groups.sort(key=lambda group: (-len(group.rows), page.depth.item(group.rows[0])))
    groups = groups[:_MOST_GROUPS]
    first, last = _rows_of(page, groups)
    told = told_by_attributes(page, first, last)
    if not any(told[how] for how in NAMED):
        told["name"] += _set_off(page, groups)
    groups = _that_may_be_posts(page, groups, told, first, last)
    if not groups:
        return ()
    first, last = _span(page, groups)
    table = RowSums(part_of(page, first, last))
    groups = [replace(group, rows=group.rows - first) for group in groups]
    told = {how: [row - first for row in rows if first <= row < last] for how, rows in told.items()}
    for by_form in (False, True):
        marks = Marks.of(table, told, by_form=by_form)
        if threads := _threads(table, marks, groups):
            return tuple(post.moved(first) for post in _posts(table, marks, threads))
    return ()


def _set_off(page: Page, groups: list[Group]) -> list[int]:
    """The short words that nearly all records of a make set off first, where none is called a name."""
    rows = _SET_OFF.mask(page.tag).nonzero()[0]
    for group in groups:
        found = rows.searchsorted(group.rows)
        pairs = zip(found.tolist(), page.end[group.rows].tolist(), strict=True)
        first = {rows.item(at) for at, end in pairs if at < len(rows) and rows[at] < end}
        names = sorted(row for row in first if _NAME.fullmatch(page.text_of(row).strip()))
        if len(names) >= _enough(group.rows):
            return names
    return []


_SET_OFF = TagSet("dt strong b cite")
_NAME = re.compile(r"(?=.*[^\W\d])[\w.\-]{2,25}(?: [\w.\-]{1,25})?")


def _that_may_be_posts(
    page: Page, groups: list[Group], told: Told, first: int, last: int
) -> list[Group]:
    """The groups of which nearly all records hold what may be a date and a name; rarely any."""
    if not any(told[how] for how in NAMED):
        return []
    for marks in may_tell(page, told, first, last):
        before = before_each(marks)
        groups = [
            group
            for group in groups
            if np.count_nonzero(before[page.end[group.rows] - first] > before[group.rows - first])
            >= _enough(group.rows)
        ]
    return groups


def _rows_of(page: Page, groups: list[Group]) -> tuple[int, int]:
    """From the first record to the end of the last."""
    first = min(group.rows.item(0) for group in groups)
    return first, max(int(page.end[group.rows].max()) for group in groups)


def _span(page: Page, groups: list[Group]) -> tuple[int, int]:
    """The same with the outermost element around the first record that tells something of it."""
    first, last = _rows_of(page, groups)
    for above in page.ancestors(first):
        if page.tag.item(above) in TELLING:
            first, last = above, max(last, page.end.item(above))
    return first, last


TELLING = TagSet("a p blockquote aside ul ol dl")
"""What is around a post and says what it is: linked, quoted, a mention, moved in."""


def _enough(records: Rows) -> float:
    return max(2, _NEARLY_ALL * len(records))


_MOST_GROUPS = 60
_MOST_MAKES = 4


def _threads(table: RowSums, marks: Marks, groups: list[Group]) -> list[Bodies]:
    """The records of each make that are posts, with their texts.

    The largest groups come first, so that what holds several posts is judged without them; of
    several around the same posts it is the outermost.
    """
    chosen: list[Bodies] = []
    known: list[Rows] = []
    for group in groups:
        check(STAGE)
        if len(chosen) == _MOST_MAKES:
            break
        around = _union([group.rows, *known])
        own = Own(table, group.rows, around)
        if (
            not _are_posts(marks, own)
            or _is_listing(table, group)
            or any(_are_the_same(table, group.rows, other) for other in known)
        ):
            continue
        bodies = bodies_of(table, marks, own)
        if _are_signed(table, marks, bodies):
            chosen.append(bodies)
            known.append(group.rows)
    return chosen


def _union(groups: list[Rows]) -> Rows:
    return np.array(sorted({row for group in groups for row in group.tolist()}), np.intp)


def _are_signed(table: RowSums, marks: Marks, bodies: Bodies) -> bool:
    """Whether nearly all posts name their author outside of their text."""
    records = np.array(sorted(bodies), np.intp)
    if len(records) < 2:
        return False
    outside = marks.authors & ~table.page.inside(_marked(table, bodies.values()))
    signed = Own(table, records, records).sum(table.before(outside)) > 0
    return bool(np.count_nonzero(signed) >= _NEARLY_ALL * len(records))


def _posts(table: RowSums, marks: Marks, threads: list[Bodies]) -> tuple[PostRows, ...]:
    found = {
        record: (body, make)
        for make, bodies in enumerate(threads)
        for record, body in bodies.items()
    }
    records = np.array(sorted(found), np.intp)
    texts, makes = zip(*(found[record] for record in records.tolist()), strict=True)
    parents = parents_of(table, records, makes)
    outside = ~table.page.inside(_marked(table, texts))
    authors = _by_record(table, marks.authors & outside, records)
    dates = _by_record(table, marks.dates & outside, records)
    ends = table.end[records].tolist()
    return tuple(map(PostRows, records.tolist(), ends, texts, parents, authors, dates))


def _marked(table: RowSums, rows: Iterable[int]) -> Bools:
    marks = np.zeros(len(table.page), bool)
    marks[list(rows)] = True
    return marks


def _by_record(table: RowSums, marks: Bools, records: Rows) -> list[tuple[int, ...]]:
    """The first marked rows that each record holds itself."""
    own: list[tuple[int, ...]] = [()] * len(records)
    rows = marks.nonzero()[0].tolist()
    for row, holder in zip(rows, table.holders(rows, records), strict=True):
        if holder >= 0 and len(own[holder]) < _FIRST_MARKS:
            own[holder] += (row,)
    return own


_FIRST_MARKS = 6
_NEARLY_ALL = 0.7
"""Of three posts one may be something else: notices and advertisements are made like posts."""


def _are_posts(marks: Marks, own: Own) -> bool:
    """Whether nearly all records of a make have a date, an author and some text of their own."""
    enough = _enough(own.records)
    has_all: Bools = own.sum(marks.dates_before) > 0
    if np.count_nonzero(has_all) < enough:
        return False
    has_all &= own.sum(marks.authors_before) > 0
    has_all &= own.sum(marks.visible_chars_before) > 0
    return bool(np.count_nonzero(has_all) >= enough)


def _is_listing(table: RowSums, group: Group) -> bool:
    """Whether records have titles of their own, as teasers do and answers do not."""
    if group.is_reply:
        return False
    return 2 * len(set(table.titles(group.rows))) > len(group.rows)


def _are_the_same(table: RowSums, some: Rows, others: Rows) -> bool:
    """Whether each of some records is around or inside one of the others, one to one."""
    return _are_distinct(table.holders(some.tolist(), others)) or _are_distinct(
        table.holders(others.tolist(), some)
    )


def _are_distinct(numbers: list[int]) -> bool:
    known = [number for number in numbers if number >= 0]
    return 2 * len(known) > len(numbers) and len(set(known)) == len(known)
