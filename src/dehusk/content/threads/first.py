"""The post that opens a thread, where it is made otherwise than the answers to it.

>>> from dehusk.page.parse import parse
>>> from dehusk.page.tags import Tag
>>> post = "<div><a class=user>{}</a> <time>3 May</time><p class=text>{}</p></div>"
>>> page = parse(post.format("Ann", "Is there any tea?") + post.format("Bo", "None."))
>>> _, answer = (page.tag == Tag.P).nonzero()[0].tolist()
>>> record, body, authors, dates = first_post(page, [answer], page.parent.item(answer))
>>> [page.text_of(row) for row in (body, *authors, *dates)]
['Is there any tea?', 'Ann', '3 May']

Vanilla, and boards of questions do it: the text of the question is called as those of answers are.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.threads.marks import Marks, told_by_attributes
from dehusk.content.threads.table import RowSums, before_each, part_of
from dehusk.page import Bools, Page

_FIRST_MARKS = 6

Found = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""The rows of a record, of its text, of names and of dates in it."""


def first_post(page: Page, bodies: list[int], before: int) -> Found | None:
    """The post before a row that has a text as those of others are: of the same tag and classes."""
    body = _text_like(page, bodies, before)
    if body is None:
        return None
    marks = Marks.of(RowSums(part_of(page, 0, before)), told_by_attributes(page, 0, before))
    outside = np.ones(before, bool)
    outside[body : page.end.item(body)] = False
    names, dates = marks.authors & outside, marks.dates & outside
    names_before, dates_before = before_each(names), before_each(dates)
    record = page.parent.item(body)
    while record > 0 and (end := page.end.item(record)) <= before:
        if min(sums[end] - sums[record] for sums in (names_before, dates_before)):
            return record, body, _first(names, record, end), _first(dates, record, end)
        record = page.parent.item(record)
    return None


def _first(marks: Bools, start: int, end: int) -> tuple[int, ...]:
    return tuple((marks[start:end].nonzero()[0] + start).tolist()[:_FIRST_MARKS])


def _text_like(page: Page, bodies: list[int], before: int) -> int | None:
    """The one element before a row with tag and classes of all of some texts."""
    shared = set.intersection(*(_classes(page, row) for row in bodies))
    if not shared:
        return None
    tag = page.tag.item(bodies[0])
    same = [
        row
        for row in (page.tag[:before] == tag).nonzero()[0].tolist()
        if page.end.item(row) <= before and shared <= _classes(page, row)
    ]
    return same[0] if len(same) == 1 else None


def _classes(page: Page, row: int) -> set[str]:
    return set((page.attribute(row, "class") or "").split())
