"""Which part of a record is the text of the post: decided once for all records of a make."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
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
    rb"(?:content|body|text|copy|prose|message|msg|bbwrapper|cooked)[_-]?\Z", re.IGNORECASE
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
        return cls(2 * chars if _SPEAKS_OF_TEXT.search(name) else chars, chars, bodies)


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
    rows, names = _named(table, usable & spanned(len(page), around, table.end[around]))
    wanted, all_records, tag = set(records.tolist()), around.tolist(), page.tag.item
    parts: dict[Make, Bodies] = defaultdict(dict)
    twice: Counter[Make] = Counter()
    most = _RARE * len(records) if table.end is not page.end else 0
    for row, name, holder in zip(rows, names, table.holders(rows, around), strict=True):
        record = all_records[holder]
        if record in wanted:
            make = (tag(row), name)
            own = parts[make]
            if record in own:
                twice[make] += 1
            else:
                own[record] = row
    return [
        (make[1], own)
        for make, own in parts.items()
        if twice[make] <= (most if make[1] else 0) and len(own) >= _NEARLY_ALL * len(records)
    ]


def _named(table: RowSums, usable: Bools) -> tuple[list[int], list[bytes]]:
    """The usable rows in document order, once for each of their names and once for their tag."""
    named = [(row, b"") for row in (usable & ~table.page.is_text).nonzero()[0].tolist()]
    for attribute in _NAMES:
        number = table.page.attr_numbers.get(attribute)
        if number is not None:
            _add_names(table.page, usable, number, attribute == "id", named)
    named.sort()
    return [row for row, _ in named], [name for _, name in named]


def _add_names(
    page: Page, usable: Bools, number: int, are_ids: bool, named: list[tuple[int, bytes]]
) -> None:
    """Add the names that the attribute with a number gives to usable rows."""
    indexes = ((page.attr_name == number) & usable[page.attr_row]).nonzero()[0]
    starts, ends = page.attr_start[indexes].tolist(), page.attr_end[indexes].tolist()
    for row, start, end in zip(page.attr_row[indexes].tolist(), starts, ends, strict=True):
        value = page.attr_text[start : min(end, start + _LONGEST_VALUE)]
        if are_ids:
            named.append((row, value.rstrip(_DIGITS)))
        else:
            named += [(row, name) for name in set(value.split())]
