"""Who answers whom: by records inside records, and by how far records are moved in."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from dehusk.content.threads.table import Rows, RowSums
from dehusk.page import Page
from dehusk.page.tags import TagSet

MAX_LEVEL = 6
"""How deep replies are nested: deeper ones answer the post of the last level."""

_ATTRIBUTES = ("depth", "data-depth", "data-level", "aria-level", "indent")
_LISTS = TagSet("ul ol dl")
_MOVED_IN = re.compile(rb"(?:margin|padding)-left\s{0,3}:\s{0,3}(\d{1,4})(?:\.\d{1,9})?px")
_NUMBER = re.compile(rb"(\d{1,4})")


def parents_of(table: RowSums, records: Rows, makes: Sequence[int]) -> list[int]:
    """For each record the number of the one that it answers, -1 for none.

    A record answers the one that it lies in, or the last one of its make before it that is moved in
    less.
    """
    ends = table.end[records].tolist()
    moved = _moved_in(table, records)
    parents: list[int] = []
    above: list[int] = []
    for number, start in enumerate(records.tolist()):
        while above and not (
            ends[above[-1]] > start
            or (makes[above[-1]] == makes[number] and moved[above[-1]] < moved[number])
        ):
            above.pop()
        parents.append(above[min(len(above), MAX_LEVEL) - 1] if above else -1)
        above.append(number)
    return parents


def _moved_in(table: RowSums, records: Rows) -> list[int]:
    """How far each record is moved in, by the first of the ways to tell that differs."""
    page = table.page
    for attribute in _ATTRIBUTES:
        found = _numbers(table, records, attribute, _NUMBER)
        if len(set(found)) > 1:
            return found
    found = _numbers(table, records, "style", _MOVED_IN)
    return found if len(set(found)) > 1 else _lists_around(page, records)


def _numbers(table: RowSums, records: Rows, attribute: str, form: re.Pattern[bytes]) -> list[int]:
    """For each record the first number that the attribute has on it or inside it."""
    page = table.page
    found = [0] * len(records)
    number = page.attr_numbers.get(attribute)
    if number is None:
        return found
    indexes = (page.attr_name == number).nonzero()[0]
    rows = page.attr_row[indexes].tolist()
    told = set()
    for index, holder in zip(indexes.tolist(), table.holders(rows, records), strict=True):
        if holder < 0 or holder in told:
            continue
        value = page.attr_text[page.attr_start[index] : page.attr_end[index]][:200]
        if match := form.search(value):
            found[holder] = int(match[1])
            told.add(holder)
    return found


def _lists_around(page: Page, records: Rows) -> list[int]:
    lists = _LISTS.mask(page.tag).nonzero()[0]
    begun = lists.searchsorted(records)
    ended = np.sort(page.end[lists]).searchsorted(records, "right")
    around: list[int] = (begun - ended).tolist()
    return around
