"""Posts that no element is around: a head that names somebody, and all beside it up to the next.

>>> from dehusk.page.parse import parse
>>> from dehusk.page.tags import Tag
>>> post = "<tr><td><a class=user>{}</a><tr><td>{}"
>>> page = parse("<table>" + post.format("Ann", "Is there any tea?") + post.format("Bo", "None."))
>>> heads, end = next(signed_runs(page, page.tag == Tag.A, ~page.is_text))
>>> [page.text_of(row) for row in heads], bool(end[heads[0]] == heads[1])
(['Ann', 'Bo'], True)

Boards of rows in one table do it, bbPress, and archives of mail.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from dehusk.budget import watched
from dehusk.content.threads.table import STAGE, Ends, Rows, before_each
from dehusk.page import Bools, Page

_MOST = 3
"""In how many elements such heads are looked for, those with most of them first."""

_MANY = 0.2
"""The share of heads that are of one make: odd and even ones differ, and those of moderators."""


def signed_runs(page: Page, named: Bools, dates: Bools) -> Iterator[tuple[Rows, Ends]]:
    """Elements of one parent and make that begin a post, and where each row ends if a post does so
    only before the next.

    They hold a name, or stand before one that does and hold the date.
    """
    children = _with_names(page, named)
    order = sorted(children, key=lambda row: (-len(children[row]), -page.depth.item(row)))
    for parent in order[:_MOST]:
        heads = _begun_by_dates(page, _of_one_make(page, children[parent]), dates)
        if len(heads) > 1:
            end = page.end.copy()
            end[heads] = np.append(heads[1:], page.end[parent])
            yield heads, end


def _begun_by_dates(page: Page, heads: Rows, dates: Bools) -> Rows:
    """Some heads, or the elements just before them, if it is those that tell dates."""
    dated = before_each(dates)
    if np.count_nonzero(dated[page.end[heads]] > dated[heads]):
        return heads
    before = np.array([_sibling_before(page, row) for row in heads.tolist()], np.intp)
    if before.min(initial=0) < 0 or not (dated[page.end[before]] > dated[before]).all():
        return heads
    return before


def _sibling_before(page: Page, row: int) -> int:
    """The element before another, -1 for none: white space between them is a text."""
    before = page.previous_sibling.item(row)
    while before >= 0 and page.is_text[before]:
        before = page.previous_sibling.item(before)
    return before


def _of_one_make(page: Page, rows: list[int]) -> Rows:
    """Those of some elements that are made as many of them are: a name is mentioned in a text, too."""
    makes = [_make(page, row) for row in rows]
    times = Counter(makes)
    least = _MANY * len(rows)
    heads = [row for row, make in zip(rows, makes, strict=True) if times[make] >= least]
    return np.array(heads, np.intp)


def _make(page: Page, row: int) -> tuple[int, str, str, str]:
    """Tag, class and identifier of an element, and the class of the first inside it."""
    inner = row + 1
    while inner < page.end.item(row) and page.is_text[inner]:
        inner += 1
    within = _class(page, inner) if inner < page.end.item(row) else ""
    stem = (page.attribute(row, "id") or "").rstrip("0123456789")
    return page.tag.item(row), _class(page, row), stem, within


def _class(page: Page, row: int) -> str:
    return next(iter((page.attribute(row, "class") or "").split()), "")


def _with_names(page: Page, named: Bools) -> dict[int, list[int]]:
    """For each element its children that hold a name, in document order."""
    parent = page.parent.tolist()
    children: dict[int, list[int]] = defaultdict(list)
    seen: set[int] = set()
    for row in watched(named.nonzero()[0].tolist(), STAGE):
        while row not in seen and parent[row] >= 0:
            seen.add(row)
            children[parent[row]].append(row)
            row = parent[row]
    return children
