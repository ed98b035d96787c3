"""Records that somebody signed: a text of some words beside a name, a portrait or a date.

>>> from dehusk.page.parse import parse
>>> comment = "<li><b class=author>Ann</b> <time>3 May</time><p>I bake it every week.</p></li>"
>>> page = parse(f"<h3>Leave a reply</h3><ul>{comment}</ul><p>Log in to write something yourself.</p>")
>>> [page.text_of(row) for row in signed_records(page, page.is_text, ~page.is_text)]
['Ann 3 MayI bake it every week.']

`find_posts` wants two records with names and dates, by which it tells what is the text of each. This
is for the others: a lone comment, and those without a date. Notices, forms and counts are signed by
nobody.
"""

from __future__ import annotations

import re

import numpy as np

from dehusk.content.threads.marks import Marks, Told, told_by_attributes
from dehusk.content.threads.table import Rows, RowSums
from dehusk.native.find import Names
from dehusk.page import Bools, Counts, Page
from dehusk.page.tags import HEADINGS, Tag
from dehusk.views.blocks import Blocks
from dehusk.views.hidden import hidden
from dehusk.views.text_counts import words

LEAST_WORDS = 3
"""A text of fewer words outside of links may be a label."""

LONGEST_SIGNATURE = 12
"""A block of more words is no line that tells who wrote something and when, though it has a date."""

LEAST_BESIDE = 8
"""So many words beside a name in the same block are a text that somebody signed: "by … on …" is none."""

LONGEST_AGE = 4
"""A longer line with a single number is a sentence that mentions a year, not "3 years ago"."""

_SEVERAL = 2
_NUMBER = re.compile(r"\d+")
_ADDRESSES = Names({"address": (("href",), (b"#comment",))})
_CALLED = Names({"comment": (("class",), (b"comment",))})
_MARKS = Names({"mark": (("id", "name"), (b"comment",))})
_PORTRAITS = Names({"portrait": (("class", "src", "alt", "data-src"), (b"avatar", b"userpic"))})


def signed_records(page: Page, wanted: Bools, named: Bools) -> Rows:
    """The innermost elements with a signature and a text that is wanted, and those of the same make.

    What stands alone has to be shown, and to tell a date and a person; or instead of the person hold
    something that is `named`, by its class, as part of a record.
    """
    dates, people = _signatures(page)
    texts = _texts(page, wanted, dates | people)
    has_date, has_person, has_text, has_title, has_parts = (
        page.subtree_sum(marks) > 0
        for marks in (dates, people, texts, _titles(page, dates), named & ~page.is_text)
    )
    is_comment = _called_one_comment(page)
    alone = (has_date & (has_person | has_parts) | is_comment & has_person) & ~hidden(page)
    by_signature: Bools = ~page.is_text & (has_person | has_date & ~has_title)
    for signed in (by_signature, by_signature | is_comment):
        innermost = signed & has_text
        innermost &= page.subtree_sum(innermost) == 1
        rows = np.flatnonzero(innermost)
        rows = rows[alone[rows] | (np.bincount(page.tag[rows])[page.tag[rows]] > 1)]
        if len(rows):
            return _with_their_likes(page, rows, signed)
    return rows


def _called_one_comment(page: Page) -> Bools:
    """The elements whose class is "comment": several with a text are records without a signature."""
    called = _values(page, _CALLED)
    rows = page.attr_row[
        [number for number, value in called.items() if b"comment" in value.split()]
    ]
    marks = np.zeros(len(page), bool)
    marks[rows] = True
    return marks


def without_those_of_other_pages(page: Page, records: Rows) -> Rows:
    """Some records without those that link to comments on several other pages: a widget with the
    latest of a whole site is made of such."""
    links = _values(page, _ADDRESSES)
    if not links:
        return records
    known = set(_values(page, _MARKS).values())
    holders = RowSums(page).holders(page.attr_row[list(links)].tolist(), records)
    away = {
        holder: place
        for holder, (place, _, mark) in zip(
            holders, (link.partition(b"#") for link in links.values()), strict=True
        )
        if holder >= 0 and mark not in known
    }
    if len(set(away.values())) < _SEVERAL:
        return records
    return np.delete(records, list(away))


def _values(page: Page, names: Names) -> dict[int, bytes]:
    """The values of some attributes, by the number of each."""
    numbers = names.found_in(page)[0]
    spans = zip(page.attr_start[numbers].tolist(), page.attr_end[numbers].tolist(), strict=True)
    values = [page.attr_text[start:end] for start, end in spans]
    return dict(zip(numbers.tolist(), values, strict=True))


def _signatures(page: Page) -> tuple[Bools, Bools]:
    """The rows that tell a date, and those that name or show a person."""
    table = RowSums(page)
    told = told_by_attributes(page, 0, len(page))
    marks = Marks.of(table, told)
    dates = (marks.dates | _date_lines(table, told)) & (table.texts > 0)
    portraits = np.zeros(len(page), bool)
    portraits[page.attr_row[_PORTRAITS.found_in(page)[0]]] = True
    people = marks.authors | (page.tag == int(Tag.CITE)) | portraits & (table.texts == 0)
    return dates, people


def _date_lines(table: RowSums, told: Told) -> Bools:
    """The leaves of short blocks in which something looks like a date: such a line is no text."""
    blocks = Blocks.of(table.page)
    page = table.page
    looks = blocks.sum(Marks.of(table, told, by_form=True).dates & page.is_text) > 0
    count = blocks.sum(words(page))
    unsure = looks & (count > LONGEST_AGE) & (count <= LONGEST_SIGNATURE)
    for block in np.flatnonzero(unsure).tolist():
        rows = slice(blocks.first_row[block], blocks.end_row[block])
        texts = [page.text_of(row) for row in np.flatnonzero(page.is_text[rows]) + rows.start]
        looks[block] = len(_NUMBER.findall(" ".join(texts))) > 1
    dated: Bools = blocks.on_rows(looks & (count <= LONGEST_SIGNATURE), missing=False)
    return dated & page.is_text


def _texts(page: Page, wanted: Bools, signatures: Bools) -> Bools:
    """The wanted leaves in blocks that are text: neither headings, nor links, nor signatures."""
    blocks = Blocks.of(page)
    is_signature = page.inside(signatures)
    apart = page.inside((page.tag == int(Tag.A)) | HEADINGS.mask(page.tag)) | is_signature
    own: Counts = blocks.sum(np.where(wanted & ~apart, words(page), 0))
    least = np.where(blocks.sum(is_signature & page.is_text) > 0, LEAST_BESIDE, LEAST_WORDS)
    texts: Bools = blocks.on_rows(own >= least, missing=False) & wanted & ~apart
    return texts


def _titles(page: Page, dates: Bools) -> Bools:
    """Headings with a link and no date: beside a date each is the title of another page."""
    linked, dated = page.subtree_sum(page.tag == int(Tag.A)) > 0, page.subtree_sum(dates) > 0
    titles: Bools = HEADINGS.mask(page.tag) & linked & ~dated
    return titles


def _with_their_likes(page: Page, rows: Rows, signed: Bools) -> Rows:
    """Some records and all that are signed of the same make: of the same tag, with the same class."""
    makes = {_make(page, row) for row in rows.tolist()}
    tags = np.unique(page.tag[rows])
    likely = np.flatnonzero(signed & np.isin(page.tag, tags)).tolist()
    likes = [row for row in likely if page.attribute(row, "class") and _make(page, row) in makes]
    return np.union1d(rows, np.array(likes, np.intp))


def _make(page: Page, row: int) -> tuple[int, str]:
    names = (page.attribute(row, "class") or "").split()
    return page.tag.item(row), names[0] if names else ""
