"""What a page tells of a post: its author and its date, as words."""

from __future__ import annotations

import re
from itertools import chain

from dehusk.content.threads import PostRows
from dehusk.content.threads.marks import AUTHOR_ATTRIBUTES, DATE_TIME
from dehusk.content.threads.table import begun
from dehusk.page import Page

# These are for small letters: a search that minds no case is slow.
_AUTHOR = re.compile(r"author|owner|creator")
_FIRST_DATE = re.compile(r"created|published")
_OTHER_DATE = re.compile(
    r"edit|modif|updat|join|regist|member|since|last|founded|inscri|beigetreten|dabei seit"
    r"|mitglied|miembro|born|birth|geboren"
)
_NO_NAME = re.compile(
    r"[\W\d]*\Z|(?:user ?name|(?:topic |thread )?author"
    r"|original poster|(?:thread|topic) starter|op|member ?list|members?|(?:view )?profile"
    r"|sponsored|guest posts|advertisement|publicit[eé]|anzeige|moderators?"
    r"|repl(?:y|ies)|quote|posts?|message)\W*\Z",
    re.IGNORECASE,
)
_BEFORE_NAMES = re.compile(r"(?:by|from|von|par|por)\s+", re.IGNORECASE)
_HANDLE = re.compile(r"(?<=[^\s@]) @[\w.-]{1,60}(?:@[\w.-]{1,60})?\Z")
"""An account behind a name."""
_COMMENT = re.compile("comment")
_CLOCK = re.compile(r"\d{1,2}:\d\d(?:\s?[ap]m)?", re.IGNORECASE)
_DATE_VALUES = (DATE_TIME, "content", "data-time", "title")
_NEAR = 3
_LONGEST = 100
_LONGEST_DATE = 30


def author_of(page: Page, post: PostRows) -> str | None:
    """Who wrote a post: of the names around it the one that is marked as its author, or the first that
    is no letter in place of a portrait."""
    named = [(row, name) for row in post.authors if (name := _name(page, row))]
    marked = (name for row, name in named if _says(page, row, post.record, "itemprop", _AUTHOR))
    whole = (name for _, name in named if len(name) > 1)
    return next(chain(marked, whole, (name for _, name in named)), None)


def _name(page: Page, row: int) -> str:
    for attribute in AUTHOR_ATTRIBUTES:
        if value := " ".join((page.attribute(row, attribute) or "")[:_LONGEST].split()):
            return value
    name = begun(page, row, _LONGEST).strip(" :,·»|")
    name = _BEFORE_NAMES.sub("", name, count=1) if _BEFORE_NAMES.match(name) else name
    name = _HANDLE.sub("", name) if "@" in name else name
    return "" if _NO_NAME.match(name) else name


def date_of(page: Page, post: PostRows, language: str | None = None) -> str | None:
    """When a post was written: ISO 8601 where the page tells it so, or else as it is shown."""
    dates = post.dates
    if len(dates) > 1:
        ranks = {row: (_rank(page, row, post.record), not _values(page, row)) for row in dates}
        dates = tuple(sorted(dates, key=ranks.__getitem__))
    told = (date for row in dates if (date := _told_date(page, row, language)))
    shown = (_line(page, row, post.record) for row in dates)
    return next(told, None) or next(filter(None, shown), None)


def _line(page: Page, row: int, record: int) -> str:
    """A date as it is shown, with the day where the time of it is an element of its own."""
    shown = begun(page, row, _LONGEST)
    if not _CLOCK.fullmatch(shown):
        return shown
    above = page.parent.item(row)
    while (
        above > record and page.text_end.item(above) - page.text_start.item(above) <= _LONGEST_DATE
    ):
        row, above = above, page.parent.item(above)
    return begun(page, row, _LONGEST)


def _rank(page: Page, row: int, record: int) -> int:
    """How surely a date is that of the post: it is marked so, or leads to it; not that of an edit,
    nor of a comment on it."""
    is_comment = _COMMENT.search((page.attribute(record, "class") or "").lower())
    if not is_comment and _says(page, row, record, "class", _COMMENT):
        return 4
    if _says(page, row, row, "itemprop", _FIRST_DATE):
        return 0
    if _says(page, row, record, "class", _OTHER_DATE) or _is_of_other(page, row, record):
        return 3
    return 1 if _says(page, row, record, "href", _ANYTHING) else 2


def _is_of_other(page: Page, row: int, record: int) -> bool:
    """Whether the line of a date speaks of something else, as "edited" and "joined" do."""
    line = page.parent.item(row)
    is_line = line > record and page.text_end.item(line) - page.text_start.item(line) <= _LONGEST
    return is_line and _OTHER_DATE.search(begun(page, line, _LONGEST).lower()) is not None


_ANYTHING = re.compile("")


def _told_date(page: Page, row: int, language: str | None) -> str | None:
    from dehusk.metadata.dates import parse_date

    told = (date for value in _values(page, row) if (date := parse_date(value, language)))
    return next(told, None) or parse_date(begun(page, row, _LONGEST), language)


def _values(page: Page, row: int) -> list[str]:
    """What the attributes of an element say of a date."""
    return [value for name in _DATE_VALUES if (value := page.attribute(row, name))]


def _says(page: Page, row: int, record: int, attribute: str, words: re.Pattern[str]) -> bool:
    """Whether an element or one near around it, up to a record, has such a word in an attribute."""
    for _ in range(_NEAR):
        value = page.attribute(row, attribute)
        if value is not None and words.search(value[:_LONGEST].lower()):
            return True
        if row <= record:
            return False
        row = page.parent.item(row)
    return False
