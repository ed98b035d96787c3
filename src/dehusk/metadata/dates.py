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

from dehusk.metadata.months import ELSEWHERE, JALALI_MONTHS, MONTHS, gregorian

_YEARS = range(1500, 2101)
_READ_LIMIT = 200
_MAYBE = re.compile(r"\d{4}|[年년]|\d\.\d{1,2}\.\d\d")

_CLOCK = r"(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?"
_OFFSET = r"\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2}(?!\d))?"
_ISO = re.compile(
    r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)"
    rf"(?:(?:[tT]|,?\s{{1,3}}){_CLOCK}{_OFFSET})?"
)
_COMPACT = re.compile(
    rf"\A(\d{{4}})(\d{{2}})(\d{{2}})(?:[tT]?(\d{{2}}):?(\d{{2}}):?(\d{{2}})?{_OFFSET})?\Z"
)
_EPOCH = re.compile(r"\A(1?\d{9})(?:\d{3})?(?:\.\d+)?\Z")
_RFC = re.compile(
    rf"(\d{{1,2}})\s+([A-Za-z]{{3,9}})\s+(\d{{4}}),?\s+{_CLOCK}\s?"
    r"(Z|UTC|GMT|EST|EDT|CST|CDT|MST|MDT|PST|PDT|[+-]\d{2}:?\d{2})"
)
_EAST_ASIAN = re.compile(
    r"(?:(令和|平成|昭和)\s?)?(\d{1,4}|元)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日日일]?"
)
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}
_DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\s?\.\s?(\d{1,2})\s?\.\s?(\d{4})(?!\d)")
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})\s?([/-])\s?(\d{1,2})\s?\2\s?(\d{4})(?!\d)")
_SHORT_YEAR = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.([0-3]\d)(?![\d.]|\s?%)")
_VIETNAMESE = re.compile(r"(\d{1,2}),?\s+tháng\s+(\d{1,2}),?\s+(?:năm\s+)?(\d{4})")
_NAME = r"([^\s\d,/|:()–—-]{2,20}?)\.?"
_DAY_FIRST = re.compile(
    r"(?<![\d.:/])(\d{1,2})(?:st|nd|rd|th|er|º|ª|°)?[.,]?[\s/-]{0,3}(?:de\s|del\s|of\s|d['’])?"
    rf"{_NAME}[\s,/-]{{1,3}}(?:de\s|del\s|of\s)?(\d{{4}})(?!\d)"
)
_MONTH_FIRST = re.compile(
    rf"{_NAME}[\s-]{{0,3}}(\d{{1,2}})(?:st|nd|rd|th)?[,.]?[\s-]{{1,3}}(\d{{4}})(?!\d)"
)
_YEAR_FIRST = re.compile(rf"(?<!\d)(\d{{4}})[.,]?\s(?:m\.\s)?{_NAME}\s(\d{{1,2}})(?!\d)")
_UNIX_DATE = re.compile(
    rf"([A-Za-z]{{3}})\s+(\d{{1,2}})\s+{_CLOCK}\s+[A-Z+\-\d:]{{1,6}}\s+(\d{{4}})"
)

_DIGITS = {
    code: str(unicodedata.digit(chr(code)))
    for code in range(0x80, 0x20000)
    if unicodedata.category(chr(code)) == "Nd"
}
_PERSIAN = re.compile("[\u06f0-\u06f9پچژگیک]")
_SPLIT_MONTHS = re.compile(r"(كانون|تشرين)\s+(?=ال)")
_MONTH_BEFORE_DAY = frozenset(["en-us"])
_DAY_BEFORE_MONTH = frozenset(["en-gb", "en-ie", "en-au", "en-nz", "en-in", "en-za"])
_YEAR_BEFORE_MONTH = frozenset(["ko", "ja", "zh", "hu", "lt", "en", "fa"])
_ZONES = {"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}


def parse_date(text: str, language: str | None = None) -> str | None:
    """The date that a value declares, or the first in a short text; None where there is none.

    >>> parse_date("Published: March 12th, 2021 at 3 pm")
    '2021-03-12'
    >>> parse_date("2021-02-30") is None
    True
    """
    text = text[:_READ_LIMIT].strip()
    if not _MAYBE.search(text):
        return None
    language = (language or "").lower().replace("_", "-")
    if language.startswith("fa"):
        language = "fa"
    if not text.isascii():
        if _PERSIAN.search(text):
            language = "fa"
        text = _SPLIT_MONTHS.sub(r"\1", text.translate(_DIGITS))
    signs = set(text)
    for needed, pattern, read in _FORMS:
        if signs.isdisjoint(needed):
            continue
        for match in pattern.finditer(text):
            found = read(match, language)
            if found is not None:
                return found
    return _all_digits(text, language)


_Match = re.Match[str]


def _iso(match: _Match, language: str) -> str | None:
    year, _, month, day, *clock = match.groups()
    return _moment(year, int(month), day, clock, jalali=language == "fa")


def _rfc(match: _Match, language: str) -> str | None:
    day, name, year, *clock = match.groups()
    return _moment(year, _month(name, language), day, clock)


def _compact(match: _Match, language: str) -> str | None:
    year, month, day, *clock = match.groups()
    return _moment(year, int(month), day, clock)


def _epoch(match: _Match, language: str) -> str | None:
    moment = datetime.fromtimestamp(int(match[1]), UTC)
    return moment.isoformat() if moment.year >= 1990 else None


def _unix(match: _Match, language: str) -> str | None:
    name, day, _, _, _, year = match.groups()
    return _moment(year, _month(name, language), day)


def _east_asian(match: _Match, language: str) -> str | None:
    era, year, month, day = match.groups()
    number = 1 if year == "元" else int(year)
    return _moment(str(number + _ERAS.get(era, 0)), int(month), day)


def _dotted(match: _Match, language: str) -> str | None:
    return _moment(match[3], int(match[2]), match[1])


def _short_year(match: _Match, language: str) -> str | None:
    """A year of two digits, if the language writes day, month and year in this order."""
    if not language or language[:2] in _YEAR_BEFORE_MONTH:
        return None
    return _moment(f"20{match[3]}", int(match[2]), match[1])


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


def _vietnamese(match: _Match, language: str) -> str | None:
    return _moment(match[3], int(match[2]), match[1])


def _day_first(match: _Match, language: str) -> str | None:
    return _named(match[3], match[2], match[1], language)


def _month_first(match: _Match, language: str) -> str | None:
    return _named(match[3], match[1], match[2], language)


def _year_first(match: _Match, language: str) -> str | None:
    return _named(match[1], match[2], match[3], language)


_FORMS = (
    ("-/.", _ISO, _iso),
    (":", _RFC, _rfc),
    (":", _UNIX_DATE, _unix),
    ("年년", _EAST_ASIAN, _east_asian),
    ("0123456789", _DAY_FIRST, _day_first),
    ("0123456789", _MONTH_FIRST, _month_first),
    ("0123456789", _YEAR_FIRST, _year_first),
    ("á", _VIETNAMESE, _vietnamese),
    (".", _DOTTED, _dotted),
    ("/-", _SLASHED, _slashed),
    (".", _SHORT_YEAR, _short_year),
)
"""Each form of a date with characters of which it has one."""


def _named(year: str, name: str, day: str, language: str) -> str | None:
    jalali = JALALI_MONTHS.get(name)
    if jalali is not None and int(year) < 1500:
        return _moment(year, jalali, day, jalali=True)
    return _moment(year, _month(name, language), day)


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
    return "T{:02}:{:02}:{:02}".format(*numbers) + zone


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
        return _compact(match, language)
    match = _EPOCH.fullmatch(text)
    return _epoch(match, language) if match else None
