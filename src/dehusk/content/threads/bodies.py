"""Which part of a record is the text of the post: decided once for all records of a make."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from dehusk.content.threads.marks import Marks
from dehusk.content.threads.table import Own, Rows, Table
from dehusk.native.survey import inside
from dehusk.page import Bools, Counts, Page
from dehusk.page.tags import Tag, TagSet

_NAMES = ("class", "id", "itemprop", "slot")
_DIGITS = b"0123456789"
_LONGEST_VALUE = 400
_NEARLY_ALL = 0.75
_FEW = 0.5
_LEAST_INK = 0.3
_SHORT_POST = 12
_MOST_INK = 0.9
_NEVER = TagSet("a b i em strong button time img input form nav label svg blockquote h1 h2 h3 h4")

_SPEAKS_OF_TEXT = re.compile(
    rb"(?:content|body|text|copy|prose|message|msg|bbwrapper|cooked)\Z", re.IGNORECASE
)

Make = tuple[int, bytes]
Bodies = dict[int, int]
"""The row of a text by the row of its record."""


def bodies_of(table: Table, marks: Marks, own: Own) -> Bodies:
    """The text of each record that has one.

    Of the parts that most records have once, and that hold neither dates nor names, it is the one
    with most ink; of several around the same ink the innermost.
    """
    records, around = own.records, own.around
    quoted = _quoted(table.page)
    authors = marks.authors & ~_mentions(table.page, marks.authors)
    told = [table.before(column & ~quoted) for column in (marks.dates, authors)]
    makes = _makes(table, records, around)
    parts = [(name, bodies, np.array(list(bodies.values()), np.intp)) for name, bodies in makes]
    candidates = [
        _Candidate.of(table, marks, name, bodies, rows)
        for name, bodies, rows in parts
        if all(_is_rare(table, before, rows) for before in told)
    ]
    ink = int(own.sum(marks.ink_before).sum())
    least = max(_SHORT_POST * len(records), _LEAST_INK * ink)
    most = max((one.worth for one in candidates if one.ink >= least), default=0)
    fitting = [one for one in candidates if one.worth >= _MOST_INK * most > 0]
    return max(fitting, key=lambda one: _depth(table, one.rows)).bodies if fitting else {}


def _quoted(page: Page) -> Bools:
    """What is quoted, with what stands beside it in a box of its own: who said it."""
    is_quote = page.tag == int(Tag.BLOCKQUOTE)
    boxes = (page.tag == int(Tag.ASIDE)) & (page.subtree_sum(is_quote) > 0)
    return inside(page, is_quote | boxes)


def _mentions(page: Page, authors: Bools) -> Bools:
    """The names that a sentence of a post addresses: `@Ann`, in a paragraph."""
    mentions = np.zeros(len(page), bool)
    for row in np.flatnonzero(authors & inside(page, page.tag == int(Tag.P))).tolist():
        start = page.text_start.item(row)
        mentions[row] = page.text[start : page.text_end.item(row)].lstrip().startswith(b"@")
    return mentions


class _Candidate(NamedTuple):
    """A part of records that may be their text: its ink, which counts more where the name speaks of
    text, and its rows."""

    worth: int
    ink: int
    bodies: Bodies
    rows: Rows

    @classmethod
    def of(cls, table: Table, marks: Marks, name: bytes, bodies: Bodies, rows: Rows) -> _Candidate:
        ink = int((marks.prose_before[table.page.end[rows]] - marks.prose_before[rows]).sum())
        worth = 2 * ink if _SPEAKS_OF_TEXT.search(name) else ink
        return cls(worth, ink, bodies, rows)


def _depth(table: Table, rows: Rows) -> float:
    """How deep a part lies."""
    return float(table.page.depth[rows].mean())


def _is_rare(table: Table, before: Counts, rows: Rows) -> bool:
    """Whether few of some rows hold one of which `before` tells the sums."""
    held = before[table.page.end[rows]] > before[rows]
    return bool(np.count_nonzero(held) <= _FEW * len(rows))


def _makes(table: Table, records: Rows, around: Rows) -> list[tuple[bytes, Bodies]]:
    """The parts of records by their make: those that nearly all have, and none has twice."""
    page = table.page
    holds = np.zeros(len(page), bool)
    holds[around] = True
    usable = (page.subtree_sum(holds) == 0) & (table.texts > 0) & ~_NEVER.mask(page.tag)
    rows, names = _named(table, usable & inside(page, holds))
    wanted = set(records.tolist())
    parts: dict[Make, Bodies] = defaultdict(dict)
    twice: set[Make] = set()
    for row, name, holder in zip(rows, names, table.holders(rows, around), strict=True):
        record = around.item(holder)
        if record not in wanted:
            continue
        make = (page.tag.item(row), name)
        if record in parts[make]:
            twice.add(make)
        parts[make][record] = row
    return [
        (make[1], own)
        for make, own in parts.items()
        if make not in twice and len(own) >= _NEARLY_ALL * len(records)
    ]


def _named(table: Table, usable: Bools) -> tuple[list[int], list[bytes]]:
    """The usable rows in document order, once for each of their names and once for their tag."""
    named = [(row, b"") for row in np.flatnonzero(usable & ~table.page.is_text).tolist()]
    named += _by_attributes(table, usable)
    named.sort()
    return [row for row, _ in named], [name for _, name in named]


def _by_attributes(table: Table, usable: Bools) -> Iterator[tuple[int, bytes]]:
    page = table.page
    for attribute in _NAMES:
        if attribute not in page.attr_names:
            continue
        number = page.attr_names.index(attribute)
        indexes = np.flatnonzero((page.attr_name == number) & usable[page.attr_row])
        starts, ends = page.attr_start[indexes].tolist(), page.attr_end[indexes].tolist()
        for row, start, end in zip(page.attr_row[indexes].tolist(), starts, ends, strict=True):
            value = page.attr_text[start : min(end, start + _LONGEST_VALUE)]
            for token in {value.rstrip(_DIGITS)} if attribute == "id" else set(value.split()):
                yield row, token
