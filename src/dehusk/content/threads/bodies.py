"""Which part of a record is the text of the post: decided once for all records of a make."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

import numpy as np

from dehusk.content.threads.marks import Marks
from dehusk.content.threads.table import Own, Rows, RowSums, spanned
from dehusk.page import Bools, Page
from dehusk.page.tags import Tag, TagSet

_NAMES = ("class", "id", "itemprop", "slot")
_DIGITS = b"0123456789"
_LONGEST_VALUE = 400
_NEARLY_ALL = 0.7
_FEW = 0.5
_RARE = 0.1
_LEAST_INK = 0.3
_SHORT_POST = 12
_MOST_INK = 0.9
_NEVER = TagSet("a b i em strong button time img input form nav label svg blockquote h1 h2 h3 h4")

_SPEAKS_OF_TEXT = re.compile(
    rb"(?:content|body|text|copy|prose|message|msg|bbwrapper|cooked)[_-]?\Z"
)

Make = tuple[int, bytes]
Bodies = dict[int, int]
"""The row of a text by the row of its record."""


def bodies_of(table: RowSums, marks: Marks, own: Own) -> Bodies:
    """The text of each record that has one.

    Of the parts that most records have once, and that hold neither dates nor names, it is the one
    with most ink; of several around the same ink the innermost.
    """
    makes = _makes(table, own.records, own.around)
    if not makes:
        return {}
    quoted = _quoted(table.page)
    authors = marks.authors & ~_mentions(table.page, marks.authors)
    dated, signed = (table.inside_each(column & ~quoted) for column in (marks.dates, authors))
    prose = table.inside_each(marks.prose)
    candidates = [
        _Candidate.of(name, bodies, prose)
        for name, bodies in makes
        if _is_rare(dated, bodies) and _is_rare(signed, bodies)
    ]
    visible_chars = int(own.sum(marks.visible_chars_before).sum())
    least = max(_SHORT_POST * len(own.records), _LEAST_INK * visible_chars)
    most = max((one.worth for one in candidates if one.visible_chars >= least), default=0)
    fitting = [one.bodies for one in candidates if one.worth >= _MOST_INK * most > 0]
    return max(fitting, key=lambda bodies: _depth(table, bodies)) if fitting else {}


def _quoted(page: Page) -> Bools:
    """What is quoted, with what stands beside it in a box of its own: who said it."""
    is_quote: Bools = page.tag == int(Tag.BLOCKQUOTE)
    if not np.count_nonzero(is_quote):
        return is_quote
    boxes = (page.tag == int(Tag.ASIDE)) & (page.subtree_sum(is_quote) > 0)
    return page.inside(is_quote | boxes)


def _mentions(page: Page, authors: Bools) -> Bools:
    """The names that a sentence of a post addresses: `@Ann`, in a paragraph."""
    mentions = np.zeros(len(page), bool)
    for row in (authors & page.inside(page.tag == int(Tag.P))).nonzero()[0].tolist():
        start = page.text_start.item(row)
        mentions[row] = page.text[start : page.text_end.item(row)].lstrip().startswith(b"@")
    return mentions


class _Candidate(NamedTuple):
    """A part of records that may be their text: its ink, which counts more where the name speaks of
    text."""

    worth: int
    visible_chars: int
    bodies: Bodies

    @classmethod
    def of(cls, name: bytes, bodies: Bodies, prose: list[int]) -> _Candidate:
        """`prose` is how much ink outside of links each row holds."""
        chars = sum([prose[row] for row in bodies.values()])
        return cls(2 * chars if _SPEAKS_OF_TEXT.search(name.lower()) else chars, chars, bodies)


def _depth(table: RowSums, bodies: Bodies) -> float:
    """How deep a part lies."""
    depth = table.page.depth.item
    return sum([depth(row) for row in bodies.values()]) / len(bodies)


def _is_rare(held: list[int], bodies: Bodies) -> bool:
    """Whether few of some texts hold something, given how much of it each row holds."""
    return sum([held[row] > 0 for row in bodies.values()]) <= _FEW * len(bodies)


def _makes(table: RowSums, records: Rows, around: Rows) -> list[tuple[bytes, Bodies]]:
    """The parts of records by their make: those that nearly all have, and none has twice; of posts that
    end where the next begins a few may, as the heads of guests may name nobody."""
    page = table.page
    holds = np.zeros(len(page), bool)
    holds[around] = True
    usable = (page.subtree_sum(holds) == 0) & (table.texts > 0) & ~_NEVER.mask(page.tag)
    usable &= spanned(len(page), around, table.end[around])
    enough = _NEARLY_ALL * len(records)
    makes = {make: rows for make, rows in _by_make(page, usable).items() if len(rows) >= enough}
    places = sorted({row for rows in makes.values() for row in rows})
    holders = table.holders(places, around)
    wanted, all_records = set(records.tolist()), around.tolist()
    record_of = {
        row: record
        for row, holder in zip(places, holders, strict=True)
        if (record := all_records[holder]) in wanted
    }
    most = _RARE * len(records) if table.end is not page.end else 0
    found: list[tuple[int, bytes, Bodies]] = []
    for (_, name), rows in makes.items():
        held = [row for row in sorted(rows, reverse=True) if row in record_of]
        own = {record_of[row]: row for row in held}  # the first of each
        if len(own) >= enough and len(held) - len(own) <= (most if name else 0):
            found.append((held[-1], name, own))
    found.sort(key=lambda part: part[:2])
    return [(name, own) for _, name, own in found]


def _by_make(page: Page, usable: Bools) -> dict[Make, list[int]]:
    """The usable rows by tag, and by each of their names and the tag."""
    makes: dict[Make, list[int]] = defaultdict(list)
    rows = (usable & ~page.is_text).nonzero()[0]
    for row, tag in zip(rows.tolist(), page.tag[rows].tolist(), strict=True):
        makes[tag, b""].append(row)
    for (tag, is_id, value), own in _by_value(page, usable).items():
        for name in [value.rstrip(_DIGITS)] if is_id else set(value.split()):
            makes[tag, name] += own
    return makes


def _by_value(page: Page, usable: Bools) -> dict[tuple[int, bool, bytes], list[int]]:
    """The usable rows by tag and by what names them, which is an identifier or not."""
    values: dict[tuple[int, bool, bytes], list[int]] = defaultdict(list)
    naming = {page.attr_numbers.get(name): name == "id" for name in _NAMES}
    indexes = usable[page.attr_row].nonzero()[0]
    rows = page.attr_row[indexes]
    columns = page.attr_name[indexes], rows, page.tag[rows]
    spans = page.attr_start[indexes], page.attr_end[indexes]
    for name, row, tag, start, end in zip(
        *(column.tolist() for column in (*columns, *spans)), strict=True
    ):
        if name in naming:
            value = page.attr_text[start : min(end, start + _LONGEST_VALUE)]
            values[tag, naming[name], value].append(row)
    return values
