"""What tells of a post: the dates of a page, and the names of people."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dehusk.content.threads.table import Counts, Table
from dehusk.lazy import lazy
from dehusk.native.attributes import Words
from dehusk.native.survey import may_tell_dates
from dehusk.page import Bools, Page
from dehusk.page.tags import Tag

DATE_TIME = "datetime"
AUTHOR_ATTRIBUTES = ("data-author", "author", "data-username")
"""Where records name their author themselves."""

_NAMED_DATE = re.compile(
    rb"date|time(?!line)|posted|(?<![a-z])(?:age|ago|when|live-timestamp)(?![a-z])", re.IGNORECASE
)
_NAMED_AUTHOR = re.compile(
    rb"author|user(?!s?[-_]?(?:content|text|info|stat|menu|title|banner|rank|group))|nick|poster"
    rb"|creator|hnuser|display-?name|member(?!s)|(?<![a-z])fn(?![a-z])",
    re.IGNORECASE,
)
_PROFILE = re.compile(
    rb"/(?:u|user|users|member|members|memberlist\.php|profile|profiles|people|author|r/user)[/?.]"
    rb"|member\.php|profile\.php|user\?id=|/[@~]|[?&](?:u|uid|user|author)=|action=profile",
    re.IGNORECASE,
)
_DATE_VALUE = re.compile(rb"\s*\d{4}-\d\d-\d\d|.{0,30}\b(?:19|20)\d\d\b.{0,20}\Z", re.DOTALL)
_DATE_FORM = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d\d(?:\d\d)?\b|\b\d{1,2}:\d\d\b"
    r"|\b\d{1,3}\s?(?:h|d|w|mo|y|yr|sec|min|hr|hours?|days?|weeks?|months?|years?|minutes?|seconds?)\b"
    r"|[年日]"
)
_DIGIT = re.compile(rb"[0-9]")
_LONGEST_NAME = 50
_LONGEST_DATE = 60
_LONGEST_VALUE = 300
_FEW = 3
"""How many texts a date may be made of, or what stands beside it."""


@dataclass(frozen=True, eq=False)
class Marks:
    """The rows that tell a date and those that name somebody, and how many of them, how much ink of
    other text and how much of it outside of links stands before each row.

    All but the dates are made when they are first asked for: most pages with records have none that
    are dated.
    """

    table: Table
    dates: Bools

    @classmethod
    def of(cls, table: Table, *, by_form: bool = False) -> Marks:
        """The marks of a page; `by_form` takes any short text for a date that looks like one."""
        return cls(table, _dates_by_form(table) if by_form else _dates(table))

    @lazy
    def _named(self) -> Bools:
        return _named_authors(self.table) & ~self.dates

    @lazy
    def authors(self) -> Bools:
        """The rows that name somebody."""
        return self._named | _signed_records(self.table.page)

    @lazy
    def _ink(self) -> Counts:
        told = self.table.page.inside(self.dates | self._named) & (self.table.texts <= _FEW)
        return np.where(told, 0, self.table.ink)

    @lazy
    def dates_before(self) -> Counts:
        """How many dates stand before each row."""
        return self.table.before(self.dates)

    @lazy
    def authors_before(self) -> Counts:
        """How many names of authors stand before each row."""
        return self.table.before(self.authors)

    @lazy
    def ink_before(self) -> Counts:
        """How much ink of text that is no mark stands before each row."""
        return self.table.before(self._ink)

    @lazy
    def prose_before(self) -> Counts:
        """The same outside of links."""
        page = self.table.page
        return self.table.before(np.where(page.inside(page.tag == int(Tag.A)), 0, self._ink))


def may_tell(page: Page) -> tuple[Bools, Bools]:
    """The rows that may tell a date and those that may name somebody: more than do, told at once."""
    dates, names = may_tell_dates(page, _LONGEST_DATE), np.zeros(len(page), bool)
    dates |= page.tag == int(Tag.TIME)
    for attribute in {*_DATED, *AUTHOR_ATTRIBUTES} & set(page.attr_names):
        rows = page.attr_row[page.attr_name == page.attr_names.index(attribute)]
        (dates if attribute in _DATED else names)[rows] = True
    names[page.attr_row[_MAY_NAME.found_in(page, _NAMING)]] = True
    names[page.attr_row[_MAY_LEAD_TO_PROFILE.found_in(page, ("href",))]] = True
    return dates, names


_DATED = (DATE_TIME, "title", "data-time")
_NAMING = ("class", "itemprop", "rel")
_MAY_DATE = Words(b"date", b"time", b"posted", b"age", b"ago", b"when")
_MAY_NAME = Words(
    *(b"author", b"user", b"nick", b"poster", b"creator"),
    *(b"displayname", b"display-name", b"member", b"fn"),
)
_MAY_LEAD_TO_PROFILE = Words(
    *(b"user", b"member", b"profile", b"people", b"author"),
    *(b"/u/", b"/u?", b"/u.", b"/@", b"/~", b"?u=", b"&u=", b"uid="),
)


def _dates(table: Table) -> Bools:
    page = table.page
    short = (table.texts > 0) & (table.texts <= _FEW) & (_size(page) <= _LONGEST_DATE)
    dates: Bools = page.tag == int(Tag.TIME)
    _mark(page, DATE_TIME, lambda value: True, dates)
    dates[page.rows_with_tag(Tag.DEL)] = dates[page.rows_with_tag(Tag.INS)] = False
    titled, named = np.zeros(len(page), bool), np.zeros(len(page), bool)
    _mark(page, "title", lambda value: _DATE_VALUE.match(value) is not None, titled)
    _mark(page, "data-time", lambda value: True, titled)
    for attribute in ("class", "itemprop"):
        _mark(page, attribute, lambda value: bool(_NAMED_DATE.search(value)), named, _MAY_DATE)
    dates |= titled & (table.texts <= _FEW)
    for row in np.flatnonzero(named & short & ~dates).tolist():
        dates[row] = _DIGIT.search(page.text, page.text_start[row], page.text_end[row]) is not None
    return dates


def _dates_by_form(table: Table) -> Bools:
    page = table.page
    dates = np.zeros(len(page), bool)
    short = may_tell_dates(page, _LONGEST_DATE) & (table.ink > 0)
    for row in np.flatnonzero(short).tolist():
        dates[row] = _DATE_FORM.search(page.text_of(row)) is not None
    return dates


def _named_authors(table: Table) -> Bools:
    page = table.page
    named, linked = np.zeros(len(page), bool), np.zeros(len(page), bool)
    for attribute in _NAMING:
        _mark(page, attribute, lambda value: bool(_NAMED_AUTHOR.search(value)), named, _MAY_NAME)
    _mark(page, "href", lambda value: bool(_PROFILE.search(value)), linked, _MAY_LEAD_TO_PROFILE)
    texts = table.texts
    one_name: Bools = (named & (texts == 1)) | (linked & ((texts == 1) | (texts == 2)))
    one_name &= page.subtree_sum(table.ink) <= _LONGEST_NAME
    return one_name


def _signed_records(page: Page) -> Bools:
    signed = np.zeros(len(page), bool)
    for attribute in AUTHOR_ATTRIBUTES:
        _mark(page, attribute, lambda value: bool(value.strip()), signed)
    return signed


def _size(page: Page) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return page.text_end - page.text_start


def _mark(
    page: Page,
    attribute: str,
    tells: Callable[[bytes], bool],
    marks: Bools,
    words: Words | None = None,
) -> None:
    """Mark the rows whose attribute has a value that tells, which has one of some words in it.

    Values repeat: each is asked once.
    """
    if attribute not in page.attr_names:
        return
    if words is None:
        indexes = np.flatnonzero(page.attr_name == page.attr_names.index(attribute))
    else:
        indexes = words.found_in(page, (attribute,), longest=_LONGEST_VALUE)
    starts = page.attr_start[indexes].tolist()
    ends = np.minimum(page.attr_end[indexes], page.attr_start[indexes] + _LONGEST_VALUE).tolist()
    text = page.attr_text
    values = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    told = {value: tells(value) for value in set(values)}
    marks[page.attr_row[indexes]] |= np.array([told[value] for value in values], bool)
