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

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from dehusk.budget import check
from dehusk.content.threads.bodies import Bodies, bodies_of
from dehusk.content.threads.levels import parents_of
from dehusk.content.threads.marks import Marks, may_tell
from dehusk.content.threads.records import Group, named_groups
from dehusk.content.threads.table import STAGE, Rows, Table
from dehusk.page import Bools, Page

__all__ = ["Post", "find_posts"]


@dataclass(frozen=True, slots=True)
class Post:
    """One post: the rows of its record, of its text, and of what tells its author and its date;
    `parent` is the number of the post that it answers, -1 for none."""

    record: int
    body: int
    parent: int
    authors: tuple[int, ...] = ()
    dates: tuple[int, ...] = ()


def find_posts(page: Page, keep: Bools) -> tuple[Post, ...]:
    """The posts of a page in document order, given what is kept of it: nothing without a thread."""
    groups = named_groups(page, keep)
    groups.sort(key=lambda group: (-len(group.rows), page.depth.item(group.rows[0])))
    groups = _that_may_be_posts(page, groups[:_MOST_GROUPS])
    if not groups:
        return ()
    table = Table(page)
    for by_form in (False, True):
        marks = Marks.of(table, by_form=by_form)
        if threads := _threads(table, marks, groups):
            return _posts(table, marks, threads)
    return ()


def _that_may_be_posts(page: Page, groups: list[Group]) -> list[Group]:
    """The groups of which nearly all records hold what may be a date and a name; rarely any."""
    if not groups:
        return []
    table = Table(page)
    told = [table.before(marks) for marks in may_tell(page)]
    return [
        group
        for group in groups
        if all(
            int((before[page.end[group.rows]] > before[group.rows]).sum()) >= _enough(group.rows)
            for before in told
        )
    ]


def _enough(records: Rows) -> float:
    return max(2, _NEARLY_ALL * len(records))


_MOST_GROUPS = 60
_MOST_MAKES = 4


def _threads(table: Table, marks: Marks, groups: list[Group]) -> list[Bodies]:
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
        if (
            not _are_posts(table, marks, group.rows, around)
            or _is_listing(table, group)
            or any(_are_the_same(table, group.rows, other) for other in known)
        ):
            continue
        bodies = bodies_of(table, marks, group.rows, around)
        if _are_signed(table, marks, bodies):
            chosen.append(bodies)
            known.append(group.rows)
    return chosen


def _union(groups: list[Rows]) -> Rows:
    rows: Rows = np.unique(np.concatenate(groups))
    return rows


def _are_signed(table: Table, marks: Marks, bodies: Bodies) -> bool:
    """Whether nearly all posts name their author outside of their text."""
    records = np.array(sorted(bodies), np.intp)
    if len(records) < 2:
        return False
    outside = marks.authors & ~table.page.inside(_marked(table, bodies.values()))
    signed = table.own_sum(table.before(outside), records, records) > 0
    return bool(signed.mean() >= _NEARLY_ALL)


def _posts(table: Table, marks: Marks, threads: list[Bodies]) -> tuple[Post, ...]:
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
    return tuple(map(Post, records.tolist(), texts, parents, authors, dates))


def _marked(table: Table, rows: Iterable[int]) -> Bools:
    marks = np.zeros(len(table.page), bool)
    marks[list(rows)] = True
    return marks


def _by_record(table: Table, marks: Bools, records: Rows) -> list[tuple[int, ...]]:
    """The first marked rows that each record holds itself."""
    own: list[tuple[int, ...]] = [()] * len(records)
    rows = np.flatnonzero(marks).tolist()
    for row, holder in zip(rows, table.holders(rows, records), strict=True):
        if holder >= 0 and len(own[holder]) < _FIRST_MARKS:
            own[holder] += (row,)
    return own


_FIRST_MARKS = 6
_NEARLY_ALL = 0.75


def _are_posts(table: Table, marks: Marks, records: Rows, around: Rows) -> bool:
    """Whether nearly all records of a make have a date, an author and some text of their own."""
    enough = _enough(records)
    own: Bools = table.own_sum(marks.dates_before, records, around) > 0
    if own.sum() < enough:
        return False
    own &= table.own_sum(marks.authors_before, records, around) > 0
    own &= table.own_sum(marks.ink_before, records, around) > 0
    return bool(own.sum() >= enough)


def _is_listing(table: Table, group: Group) -> bool:
    """Whether records have titles of their own, as teasers do and answers do not."""
    if group.is_reply:
        return False
    return 2 * len(set(table.titles(group.rows))) > len(group.rows)


def _are_the_same(table: Table, some: Rows, others: Rows) -> bool:
    """Whether each of some records is around or inside one of the others, one to one."""
    return _are_distinct(table.holders(some.tolist(), others)) or _are_distinct(
        table.holders(others.tolist(), some)
    )


def _are_distinct(numbers: list[int]) -> bool:
    known = [number for number in numbers if number >= 0]
    return 2 * len(known) > len(numbers) and len(set(known)) == len(known)
