"""What tells of a post: the dates of a page, and the names of people."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from dehusk.budget import watched
from dehusk.content.threads.table import STAGE, RowSums, before_each
from dehusk.lazy import lazy
from dehusk.native.find import Names
from dehusk.page import Bools, Counts, Page
from dehusk.page.tags import Tag, TagSet

DATE_TIME = "datetime"
AUTHOR_ATTRIBUTES = ("data-author", "author", "data-username")
"""Where records name their author themselves."""

# These are for small letters: a search that minds no case is slow.
_NAMED_DATE = re.compile(
    rb"date|time(?!line)|posted|(?<![a-z])(?:age|ago|when|live-timestamp)(?![a-z])"
)
_NAMED_AUTHOR = re.compile(
    rb"author|user(?!s?[-_]?(?:content|text|info|stat|menu|title|banner|rank|group))|nick|poster"
    rb"|creator|hnuser|display-?name|member(?!s)|(?<![a-z])fn(?![a-z])|(?<!\S)name(?!\S)"
)
_PROFILE = re.compile(
    rb"/(?:u|user|users|member|members|memberlist\.php|profile|profiles|people|author|r/user|membre\d*"
    rb"|mitglied|mitglieder|benutzer|usuario)[/?.]"
    rb"(?!log-?in|register|sign-?(?:in|up))"
    rb"|member\.php|profile\.php|user_profile=|user\?id=|/[@~]|[?&](?:u|uid|user|author)=(?!http)|action=profile"
)
_DATE_VALUE = re.compile(rb"\A(?:\s*\d{4}-\d\d-\d\d|.{0,30}\b(?:19|20)\d\d\b.{0,20}\Z)", re.DOTALL)
_DATE_FORM = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d\d(?:\d\d)?\b|\b\d{1,2}:\d\d(?:[ap]m)?\b"
    r"|\b\d{1,3}\s?(?:h|d|w|mo|y|yr|sec|min|hr|hours?|days?|weeks?|months?|years?|minutes?|seconds?)\b"
    r"|[年日]"
)
_ZERO, _OTHER_DIGITS = np.uint8(0x30), 0xD9
"""What the digits of ASCII begin with, and the first byte of those of other scripts, 年 and 日."""
_DIGIT = re.compile(rb"[0-9]")
_ANYTHING = re.compile(rb"")
_SOMETHING = re.compile(rb"\S")
_CHANGES = TagSet("del ins")
_LONGEST_NAME = 50
_LONGEST_DATE = 60
_LONGEST_VALUE = 300
_FEW = 3
"""How many texts a date may be made of, or what stands beside it."""

Told = dict[str, list[int]]
"""The rows of which an attribute tells a date or a name, by how it does."""


@dataclass(frozen=True, eq=False)
class Marks:
    """The rows that tell a date and those that name somebody, and how many of them and how much ink of
    other text stands before each row.

    All but the dates are made when they are first asked for: most pages with records have none that
    are dated.
    """

    table: RowSums
    told: Told
    dates: Bools

    @classmethod
    def of(cls, table: RowSums, told: Told, *, by_form: bool = False) -> Marks:
        """The marks of a page, given what attributes tell; `by_form` takes any short text for a date
        that looks like one."""
        if not by_form:
            return cls(table, told, _dates(table, told))
        dates = dates_by_form(table.page, 0, len(table.page))
        return cls(table, told, dates & (table.visible_chars > 0))

    @lazy
    def _named(self) -> Bools:
        return _named_authors(self.table, self.told) & ~self.dates

    @lazy
    def authors(self) -> Bools:
        """The rows that name somebody."""
        signed = np.zeros(len(self.table.page), bool)
        signed[self.told["signed"]] = True
        return self._named | signed

    @lazy
    def _visible_chars(self) -> Counts:
        told = self.table.page.inside(self.dates | self._named) & (self.table.texts <= _FEW)
        return np.where(told, 0, self.table.visible_chars)

    @lazy
    def dates_before(self) -> Counts:
        """How many dates stand before each row."""
        return self.table.before(self.dates)

    @lazy
    def authors_before(self) -> Counts:
        """How many names of authors stand before each row."""
        return self.table.before(self.authors)

    @lazy
    def visible_chars_before(self) -> Counts:
        """How much ink of text that is no mark stands before each row."""
        return self.table.before(self._visible_chars)

    @property
    def prose(self) -> Counts:
        """The ink of text that is no mark and in no link."""
        page = self.table.page
        return np.where(page.inside(page.tag == int(Tag.A)), 0, self._visible_chars)


def may_tell(page: Page, told: Told, first: int, last: int) -> tuple[Bools, Bools]:
    """Which of some rows may tell a date and which may name somebody: more than do."""
    dates, names = dates_by_form(page, first, last), np.zeros(last - first, bool)
    dates |= page.tag[first:last] == int(Tag.TIME)
    for group, rows in told.items():
        if rows:
            (names if group in NAMED else dates)[np.array(rows) - first] = True
    return dates, names


_TELLING = Names(
    {
        "datetime": ((DATE_TIME,), ()),
        "title": (("title",), ()),
        "data-time": (("data-time",), ()),
        "date": (("class", "itemprop"), (b"date", b"time", b"posted", b"age", b"ago", b"when")),
        "signed": (AUTHOR_ATTRIBUTES, ()),
        "name": (
            ("class", "itemprop", "rel"),
            (
                *(b"author", b"user", b"nick", b"poster", b"creator"),
                *(b"name", b"member", b"fn"),
            ),
        ),
        "profile": (
            ("href",),
            (
                *(b"user", b"member", b"profile", b"people", b"author"),
                *(b"membre", b"mitglied", b"benutzer", b"usuario"),
                *(b"/u/", b"/u?", b"/u.", b"/@", b"/~", b"?u=", b"&u=", b"uid="),
            ),
        ),
    }
)
"""Where dates and names are told, and words of which one is in each value that tells them."""

_TOLD_BY = {
    "datetime": _ANYTHING,
    "title": _DATE_VALUE,
    "data-time": _ANYTHING,
    "date": _NAMED_DATE,
    "signed": _SOMETHING,
    "name": _NAMED_AUTHOR,
    "profile": _PROFILE,
}
NAMED = ("signed", "name", "profile")
"""The ways to name somebody; the others tell dates."""


def told_by_attributes(page: Page, first: int, last: int) -> Told:
    """Those of some rows of which an attribute tells a date or a name, by how it does. Values repeat:
    each is asked once."""
    numbers, groups = _TELLING.found_in(page, first, last)
    told: Told = {group: [] for group in _TOLD_BY}
    if not len(numbers):
        return told
    starts = page.attr_start[numbers]
    ends = np.minimum(page.attr_end[numbers], starts + _LONGEST_VALUE)
    rows = page.attr_row[numbers]
    known: dict[tuple[int, bytes], list[list[int]]] = {}
    columns = rows.tolist(), groups.tolist(), starts.tolist(), ends.tolist()
    for row, own, start, end in watched(list(zip(*columns, strict=True)), STAGE):
        value = page.attr_text[start:end].lower()
        telling = known.get((own, value))
        if telling is None:
            telling = known[own, value] = [
                told[group]
                for group, bit in _TELLING.groups.items()
                if own & bit and _TOLD_BY[group].search(value)
            ]
        for those in telling:
            those.append(row)
    return told


def _dates(table: RowSums, told: Told) -> Bools:
    page = table.page
    dates: Bools = page.tag == int(Tag.TIME)
    dates[told["datetime"]] = True
    if len(told["datetime"]):
        dates &= ~_CHANGES.mask(page.tag)
    titled = np.zeros(len(page), bool)
    titled[told["title"]] = titled[told["data-time"]] = True
    dates |= titled & (table.texts <= _FEW)
    for row in told["date"]:
        if not dates[row] and 0 < table.texts[row] <= _FEW:
            start, end = page.text_start[row], page.text_end[row]
            if end - start <= _LONGEST_DATE:
                dates[row] = _DIGIT.search(page.text, start, end) is not None
    return dates


def dates_by_form(page: Page, first: int, last: int) -> Bools:
    """Which of some rows are short texts that look like a date or a time."""
    dates = np.zeros(last - first, bool)
    starts, ends = page.text_start[first:last], page.text_end[first:last]
    begin, stop = int(starts.min(initial=len(page.text))), int(ends.max(initial=0))
    text = np.frombuffer(page.text, np.uint8)[begin:stop]
    digits = before_each((text - _ZERO < 10) | (text >= _OTHER_DIGITS))
    likely = page.is_text[first:last] & (digits[ends - begin] > digits[starts - begin])
    rows = np.flatnonzero(likely)
    spans = zip(rows.tolist(), starts[rows].tolist(), ends[rows].tolist(), strict=True)
    for row, start, end in watched(list(spans), STAGE):
        words = page.text[start:end].strip()
        dates[row] = (
            len(words) <= _LONGEST_DATE
            and _DATE_FORM.search(words.decode(errors="replace")) is not None
        )
    return dates


def _named_authors(table: RowSums, told: Told) -> Bools:
    page = table.page
    named, linked = np.zeros(len(page), bool), np.zeros(len(page), bool)
    named[told["name"]] = True
    linked[told["profile"]] = True
    texts = table.texts
    one_name: Bools = (named & (texts == 1)) | (linked & ((texts == 1) | (texts == 2)))
    one_name &= page.subtree_sum(table.visible_chars) <= _LONGEST_NAME
    return one_name
