"""Dates as pages write them, made ISO 8601.

>>> parse_date("Thu, 14 Mar 2024 06:30:00 GMT")
'2024-03-14T06:30:00+00:00'
>>> parse_date("12. März 2021"), parse_date("2021年3月12日"), parse_date("۱۲ فروردین ۱۴۰۰")
('2021-03-12', '2021-03-12', '2021-04-01')
>>> parse_date("03/04/2021") is None, parse_date("03/04/2021", "fr")
(True, '2021-04-03')

A date is read only where it can mean one day. `03/04/2021` needs a language that settles the order;
years of two digits are read only as `03.04.21`, in a language that writes the day first, and
"yesterday" never. Written-out dates give the day, machine-readable ones keep time and offset as
declared, without fractions of seconds.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime
from functools import lru_cache

from dehusk.metadata.months import ELSEWHERE, JALALI_MONTHS, MONTHS, gregorian
from dehusk.native.find import may_have_date

_Match = re.Match[str]

_YEARS = range(1500, 2101)
_READ_LIMIT = 200
_LONG = 60
_APART, _BEFORE, _BEHIND = 45, 30, 10
"""How far the numbers of a date are apart at most, and what belongs to it before and behind them."""
# Patterns begin with the characters they can begin with, so that a search passes by all others: what
# must not stand before a number is asked behind its first digit.

_YEAR, _MONTH, _DAY = r"(?P<year>\d{4})", r"(?P<month>\d{1,2})", r"(?P<day>\d{1,2})"
_NAME = r"(?P<name>[^\s\d,/|:()–—-]{2,20}?)\.?"
_CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?"
_OFFSET = r"\s?(?P<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2}(?!\d))?"
_ISO = re.compile(
    rf"(?P<year>\d(?<!\d\d)\d{{3}})(?P<sign>[-/.]){_MONTH}(?P=sign){_DAY}(?!\d)"
    rf"(?:(?:[tT]|,?\s{{1,3}}){_CLOCK}{_OFFSET})?"
)
_COMPACT = re.compile(
    rf"\A{_YEAR}(?P<month>\d{{2}})(?P<day>\d{{2}})"
    rf"(?:[tT]?(?P<hour>\d{{2}}):?(?P<minute>\d{{2}}):?(?P<second>\d{{2}})?{_OFFSET})?\Z"
)
_EPOCH = re.compile(r"\A(1?\d{9})(?:\d{3})?(?:\.\d+)?\Z")
_RFC = re.compile(
    rf"{_DAY}\s+(?P<name>[A-Za-z]{{3,9}})\s+{_YEAR},?\s+{_CLOCK}\s?"
    r"(?P<zone>Z|UTC|GMT|EST|EDT|CST|CDT|MST|MDT|PST|PDT|[+-]\d{2}:?\d{2})"
)
_EAST_ASIAN = re.compile(
    rf"(?:(?P<era>令和|平成|昭和)\s?)?(?P<year>\d{{1,4}}|元)\s?[年년]\s?{_MONTH}\s?[月월]\s?{_DAY}\s?[日日일]?"
)
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}
_DOTTED = re.compile(rf"(?P<day>\d(?<![\d.]\d)\d?)\s?\.\s?{_MONTH}\s?\.\s?{_YEAR}(?!\d)")
_SLASHED = re.compile(r"(\d(?<![\d/]\d)\d?)\s?([/-])\s?(\d{1,2})\s?\2\s?(\d{4})(?!\d)")
_SHORT_YEAR = re.compile(rf"(?P<day>\d(?<![\d.]\d)\d?)\.{_MONTH}\.(?P<year>[0-3]\d)(?![\d.]|\s?%)")
_VIETNAMESE = re.compile(rf"{_DAY},?\s+tháng\s+{_MONTH},?\s+(?:năm\s+)?{_YEAR}")
_DAY_FIRST = re.compile(
    r"(?P<day>\d(?<![\d.:/]\d)\d?)(?:st|nd|rd|th|er|º|ª|°)?[.,]?[\s/-]{0,3}"
    rf"(?:de\s|del\s|of\s|d['’])?{_NAME}[\s,/-]{{1,3}}(?:de\s|del\s|of\s)?{_YEAR}(?!\d)"
)
_BEHIND_MONTH = rf"(?P<day>\d\d?)(?:\s?(?:st|nd|rd|th))?\s?[,.]?[\s-]{{1,3}}{_YEAR}(?!\d)"
_DAY_AND_YEAR = re.compile(_BEHIND_MONTH)
_MONTH_FIRST = re.compile(rf"(?<![^\s\d,/|:()–—-]){_NAME}[\s-]{{0,3}}{_BEHIND_MONTH}")
_YEAR_FIRST = re.compile(rf"(?P<year>\d(?<!\d\d)\d{{3}})[.,]?\s(?:m\.\s)?{_NAME}\s{_DAY}(?!\d)")
_UNIX_DATE = re.compile(
    r"(?P<name>[A-Za-z]{3})\s+(?P<day>\d{1,2})\s+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?"
    rf"\s+[A-Z+\-\d:]{{1,6}}\s+{_YEAR}"
)

_YEAR_PART, _YEAR_AND_SIGN = re.compile(r"\d\d{3}"), re.compile(r"\d\d{3}[-/.]\d")
_CLOCK_PART, _YEAR_SIGN, _ACCENT = re.compile(r"\d:\d\d"), re.compile("[年년]"), re.compile("á")
_DOT, _SLASH_OR_DASH = re.compile(r"\d\s?\."), re.compile(r"\d\s?[/-]")

_FOREIGN_DIGIT, _NUMBER = re.compile(r"[^\D0-9]"), re.compile(r"\d\d*")
_WIDE_GAP = re.compile(r"\s\s{5}")
_PERSIAN_LETTERS = str.maketrans("يك", "یک")
_PERSIAN = re.compile("[\u06f0-\u06f9پچژگیک]")
_SPLIT_MONTHS = re.compile(r"(كانون|تشرين)\s+(?=ال)")
_MONTH_BEFORE_DAY = frozenset(["en-us"])
_DAY_BEFORE_MONTH = frozenset(["en-gb", "en-ie", "en-au", "en-nz", "en-in", "en-za"])
_YEAR_BEFORE_MONTH = frozenset(["ko", "ja", "zh", "hu", "lt", "en", "fa"])
_ZONES = {"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}


@lru_cache(maxsize=64)  # a page's few dates are found, compared and told
def parse_date(text: str, language: str | None = None) -> str | None:
    """The date that a value declares, or the first in a short text; None where there is none.

    >>> parse_date("Published: March 12th, 2021 at 3 pm")
    '2021-03-12'
    >>> parse_date("2021-02-30") is None
    True
    """
    language = (language or "").lower().replace("_", "-")
    if language.startswith("fa"):
        language = "fa"
    # What machines write stands first in the text, and is the form that is tried first.
    if text.isascii() and (match := _ISO.match(text)) and (found := _named(match, language)):
        return found
    text = text[:_READ_LIMIT]
    if not may_have_date(text):
        return None
    text = text.strip()
    if not text.isascii():
        if language == "fa" or _PERSIAN.search(text):
            language, text = "fa", text.translate(_PERSIAN_LETTERS)
        if _FOREIGN_DIGIT.search(text):
            text = _FOREIGN_DIGIT.sub(lambda digit: str(unicodedata.digit(digit[0])), text)
        if "ن" in text:  # which all of them have
            text = _SPLIT_MONTHS.sub(r"\1", text)
    if len(text) > _LONG and not _WIDE_GAP.search(text):
        text = _near_numbers(text)
    signs = [sign for sign in _SIGNS if sign in text]
    for needed, part, before, pattern, read in _FORMS:
        if needed and needed.isdisjoint(signs):
            continue
        if place := part.search(text):
            for match in pattern.finditer(text, max(place.start() - before, 0)):
                found = read(match, language)
                if found is not None:
                    return found
    return _all_digits(text, language)


def _near_numbers(text: str) -> str:
    """What stands between and around numbers that are close enough to be those of one date.

    >>> _near_numbers("The IMF lent 3 billion on the second day of the great crash of 1929, to")
    ''
    """
    first = last = start = -1
    end = -_APART - 1
    for match in _NUMBER.finditer(text):
        if match.start() - end <= _APART:
            first = first if first >= 0 else start
            last = match.end()
        start, end = match.span()
    return text[max(first - _BEFORE, 0) : last + _BEHIND] if first >= 0 else ""


def _named(match: _Match, language: str) -> str | None:
    """The date in a match whose groups say what is what."""
    said = match.groupdict()
    clock = [said.get(part) for part in ("hour", "minute", "second", "zone")]
    year, day, name = said["year"], said["day"], said.get("name")
    if name is None:
        return _moment(year, int(said["month"]), day, clock, jalali=language == "fa")
    jalali = JALALI_MONTHS.get(name) if int(year) < 1500 else None
    return _moment(year, jalali or _month(name, language), day, clock, jalali=bool(jalali))


def _epoch(match: _Match, language: str) -> str | None:
    moment = datetime.fromtimestamp(int(match[1]), UTC)
    return moment.isoformat() if moment.year >= 1990 else None


def _east_asian(match: _Match, language: str) -> str | None:
    number = 1 if match["year"] == "元" else int(match["year"])
    return _moment(str(number + _ERAS.get(match["era"], 0)), int(match["month"]), match["day"])


def _short_year(match: _Match, language: str) -> str | None:
    """A year of two digits, if the language writes day, month and year in this order."""
    if not language or language[:2] in _YEAR_BEFORE_MONTH:
        return None
    return _moment(f"20{match['year']}", int(match["month"]), match["day"])


def _slashed(match: _Match, language: str) -> str | None:
    """Day and month in the order of the language, or of the numbers where only one is possible."""
    first, second = int(match[1]), int(match[3])
    if first > 12 or first == second or _day_comes_first(language):
        return _moment(match[4], second, match[1])
    if second > 12 or language in _MONTH_BEFORE_DAY:
        return _moment(match[4], first, match[3])
    return None


def _day_comes_first(language: str) -> bool:
    return language in _DAY_BEFORE_MONTH or (bool(language) and not language.startswith("en"))


_SIGNS = "-/.:年년á"
_FORMS = (
    (frozenset("-/."), _YEAR_AND_SIGN, 0, _ISO, _named),
    (frozenset(":"), _CLOCK_PART, _READ_LIMIT, _RFC, _named),
    (frozenset(":"), _CLOCK_PART, _READ_LIMIT, _UNIX_DATE, _named),
    (frozenset("年년"), _YEAR_SIGN, _READ_LIMIT, _EAST_ASIAN, _east_asian),
    (None, _YEAR_PART, _APART, _DAY_FIRST, _named),
    (None, _DAY_AND_YEAR, _BEFORE, _MONTH_FIRST, _named),
    (None, _YEAR_PART, 0, _YEAR_FIRST, _named),
    (frozenset("á"), _ACCENT, _READ_LIMIT, _VIETNAMESE, _named),
    (frozenset("."), _DOT, 2, _DOTTED, _named),
    (frozenset("/-"), _SLASH_OR_DASH, 2, _SLASHED, _slashed),
    (frozenset("."), _DOT, 2, _SHORT_YEAR, _short_year),
)
"""Each form of a date behind what is looked for first, because that is fast: signs of which it has one,
a part of it, and how far before that part it can begin."""


def _month(name: str, language: str) -> int:
    """The number of a month's name, 0 where it is none."""
    plain = name.lower().replace(".", "")
    return ELSEWHERE.get((language[:2], plain)) or MONTHS.get(plain, 0)


def _moment(
    year: str, month: int, day: str, clock: list[str | None] | None = None, *, jalali: bool = False
) -> str | None:
    """The ISO form of a day, with its time if one is given and possible; None for no real day."""
    try:
        when = date(*gregorian(int(year), month, int(day), jalali=jalali))
    except ValueError:
        return None
    if when.year not in _YEARS or when == _UNSET:
        return None
    time = _time(clock) if clock and clock[0] else ""
    return when.isoformat() + time


_FARTHEST = "14"
"""The hours that a zone can be away from Greenwich."""

_UNSET = date(1970, 1, 1)
"""What a template prints for a date that was never set."""


def _time(clock: list[str | None]) -> str:
    hour, minute, second, offset = clock
    numbers = int(hour or 0), int(minute or 0), int(second or 0)
    zone = _offset(offset)
    if numbers[0] > 23 or numbers[1] > 59 or numbers[2] > 59 or zone[1:3] > _FARTHEST:
        return ""
    hours, minutes, seconds = numbers
    return f"T{hours:02}:{minutes:02}:{seconds:02}{zone}"


def _offset(declared: str | None) -> str:
    """An offset as ISO writes it.

    >>> _offset("Z"), _offset("+0530"), _offset("EST"), _offset(None)
    ('+00:00', '+05:30', '-05:00', '')
    """
    if not declared:
        return ""
    if declared in _ZONES:
        return f"{_ZONES[declared]:+03}:00"
    if not declared[1:].replace(":", "").isdigit():
        return "+00:00"
    return f"{declared[:3]}:{declared[3:].lstrip(':') or '00'}"


def _all_digits(text: str, language: str) -> str | None:
    """Forms of digits only, which must be the whole value: a number in a text is no date."""
    if match := _COMPACT.fullmatch(text):
        return _named(match, "")
    match = _EPOCH.fullmatch(text)
    return _epoch(match, language) if match else None
