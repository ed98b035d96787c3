"""The names of authors that a page shows.

>>> from dehusk.page.parse import parse
>>> page = parse('<h1>Tea</h1><p class="byline">Von Ann Leaf | 3. Mai 2021</p>')
>>> author_claims(Surroundings(page, 3))["authors"]
[('Ann Leaf', 'byline', False)]

Looked at are, in this order: elements near the title that are marked as the author's, by class,
`rel`, `itemprop` or a link to a person's page; lines near the title that start with a word such as
`By`; names of users near the title, as forums have them; marked elements anywhere, such as the
box about the author below an article, if all of them name the same person.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from dehusk.metadata.claims import Said
from dehusk.metadata.dates import parse_date
from dehusk.metadata.markup import ROWS_READ, marks_with, visible_text
from dehusk.metadata.months import MONTHS
from dehusk.metadata.names import (
    has_letter,
    is_name,
    is_nobody,
    is_plain,
    split_names,
    starts_with_by,
    without_prefix,
)
from dehusk.metadata.surroundings import Surroundings
from dehusk.metadata.values import GAP, words
from dehusk.metadata.vocabulary import (
    AND,
    NAMES_TOO,
    NOT_NAMES,
    PARTICLES,
    PLACES,
    ROLES,
)
from dehusk.native.find import Words, attribute, rows_of_tag
from dehusk.page import Page
from dehusk.page.tags import Tag

_AUTHOR = Words(
    *b"""author byline by-line writer autor auteur reporter journalist posted-by postedby written-by
    vcard contributor""".split()
)
_FAR_AUTHOR = Words(b"author", b"byline", b"autor", b"vcard")
_USER = Words(b"username", b"user-name", b"poster", b"postuser")
_NOT_AUTHOR = re.compile(
    r"comment|avatar|image|img|photo|follow|social|count|share|-bio|_bio|authori[tz]|desc|more|title"
    r"|review"
)
_CATEGORY = re.compile(r"/(?:cat|categor[a-zí]{1,3}|kategorie|rubrik|tags?|topics?|sections?)/")
"""The address of what a page is filed under."""
_PROFILE = re.compile(
    r"/(?:authors?|autor(?:en|es)?|auteurs?|autori|by|contributors?|writers?|staff|profiles?|people"
    r"|team|users?|u|members?|redaktion|journalists?|reporters?|producers|penulis)/[^/?#]{2,}"
    r"|\?author=|&author=",
    re.IGNORECASE,
)
_LIKE_PROFILES = Words(
    *b"""/author /autor /auteur /by/ /contributor /writer /staff/ /profile /people/ /team/ /user /u/
    /member /redaktion/ /journalist /reporter /producers/ /penulis/ author=""".split()
)
"""What the addresses of profiles hold, to pass by most others."""
_CONTROL = re.compile(
    r"[/?=&_.-](?:log-?in|log-?out|sign-?in|sign-?up|register|registration|join|(?:\w{1,10}[_-]?)?"
    r"(?:password|passwd|pwd)|forgot|list)(?:[/?=&_.-]|$)",
    re.IGNORECASE,
)
"""Addresses beside those of profiles that are for doing something."""
_OTHER_MATTER = re.compile(
    r"(?=[\s|•·»pPuUrReElLmMfF])(?:(?<=\w)\s+(?:on|in|at|for|via|is|was|has|am|um|le|el|il|den|den|with)\s+(?=[\w\"“])"
    rf"|(?:{GAP})?+\b(?i:published|updated|posted on|reviewed|edited|last|medically"
    r"|fact[- ]checked|min)\b"
    rf"|{GAP}\d{{1,4}}(?:\b|[.:/])|{GAP}[([{{<]|\s[–—|•·»-]\s?|[|•·»]|\s@)"
)
"""The look ahead is for speed: few characters can begin other matter."""
_SLASH = re.compile(rf"(?:{GAP})?+/\s*+")
_BY_INSIDE = re.compile(r"\s(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]oor)\s+(?=[^\W\d_])")
_NOT_A_NAME = re.compile(r"\d|[?!:;@#/\\{}=<>…\"]")
_TOGETHER = 30
_FAR_LIMIT = 1_000
_MENU_LIMIT = 10
_LINK, _MENU, _PARAGRAPH = int(Tag.A), int(Tag.NAV), int(Tag.P)
_BOLD = (int(Tag.STRONG), int(Tag.B))


def author_claims(around: Surroundings) -> Said:
    """The names in the first place that holds any."""
    found: Said = defaultdict(list)
    for names in _places(around):
        own = [name for name in names if not _is_in_menu(around.page, name)]
        if own:
            found["authors"] = [(name, "byline", False) for name in own]
            break
    return found


def bold_claims(around: Surroundings) -> Said:
    """The names in the first bold paragraph below the title that is nothing else: a byline where the
    page declares the paper as its author, and on other pages the heading of a section.
    """
    found: Said = defaultdict(list)
    for row, _, text, _ in around.lines:
        names = _bold_names(around.page, row, text) if row > around.title_row >= 0 else []
        if names and not around.is_elsewhere(row):
            found["authors"] = [(name, "byline", False) for name in names]
            break
    return found


def _is_in_menu(page: Page, name: str) -> bool:
    """Whether a menu links to something by a name, and not to a person."""
    needle = name.encode(errors="replace")
    for menu in rows_of_tag(page, _MENU)[:_MENU_LIMIT]:
        if page.text.find(needle, page.text_start.item(menu), page.text_end.item(menu)) < 0:
            continue
        end = min(page.end.item(menu), menu + _FAR_LIMIT)
        for row, tag in enumerate(page.tag[menu:end].tolist(), menu):
            if tag == _LINK and page.text_of(row).strip() == name and not _is_profile(page, row):
                return True
    return False


def _places(around: Surroundings) -> Iterator[list[str]]:
    page = around.page
    yield _first_together(around)
    for row, _, text, _ in around.lines:
        if starts_with_by(text) and not around.is_elsewhere(row):
            yield byline_names(text, user=parse_date(text) is not None)
    for row in filter(around.is_short, around.near(_marked(around.marks_with(_USER)))):
        yield byline_names(page.text_of(row), user=True)
    for _, _, text, _ in around.dated:
        yield dated_names(text)
    yield _only(_names_in(page, row) for row in _far(around))


def _bold_names(page: Page, row: int, line: str) -> list[str]:
    """The full names that a line is made of, if it is bold and a paragraph of its own."""
    bold = page.parent.item(row)
    paragraph = page.parent.item(bold)
    if page.tag.item(bold) not in _BOLD or page.tag.item(paragraph) != _PARAGRAPH:
        return []
    names = _SLASH.split(line)
    is_whole = page.text_of(paragraph).strip() == line
    return names if is_whole and all(map(_is_full_name, names)) else []


def _is_full_name(text: str) -> bool:
    shape = text.title() if text.isupper() else text
    return is_plain(shape) and looks_like_name(text) and text.lower() not in PLACES


def _first_together(around: Surroundings) -> list[str]:
    """The names in the marked element closest to the title, and in others like it next to it."""
    page = around.page
    marks = around.marks_with(_AUTHOR)
    names: dict[str, None] = {}
    last, like = -1, ("", "")
    for row in filter(around.is_short, around.near({*_marked(marks), *_profiles(around, marks)})):
        if names and (not 0 <= row - last <= _TOGETHER or _kind(page, row) != like):
            continue
        found = _names_in(page, row)
        if found:
            names.update(dict.fromkeys(found))
            last, like = page.end.item(row), _kind(page, row)
    return list(names)


def _kind(page: Page, row: int) -> tuple[str, str]:
    """What elements have in common that are made alike: tag and class."""
    return page.tag_name(row), attribute(page, row, "class") or ""


def _only(places: Iterable[list[str]]) -> list[str]:
    """What all places say, nothing where they disagree: then they speak of several pages."""
    found: list[str] = []
    for names in places:
        if found and names and names != found:
            return []
        found = found or names
    return found


def _far(around: Surroundings) -> list[int]:
    """The elements of the whole page that are marked as the author's."""
    marks = marks_with(_FAR_AUTHOR, around.page)
    rows = _marked({row: mark for row, mark in marks.items() if around.is_short(row)})
    return around.own(rows)[:_FAR_LIMIT]


def _marked(marks: dict[int, str]) -> list[int]:
    """The rows whose marks are those of an author's name, and not of what stands beside it."""
    return [row for row, mark in marks.items() if not _NOT_AUTHOR.search(mark)]


def _profiles(around: Surroundings, marks: dict[int, str]) -> list[int]:
    """The links near the title whose `rel` or address is that of a person's page."""
    page = around.page
    rows = {row for row, mark in marks.items() if "author" in mark}
    rows.update(around.marks_with(_LIKE_PROFILES, ("href",)))
    return [row for row in rows if page.tag.item(row) == _LINK and _is_profile(page, row)]


def _is_profile(page: Page, row: int) -> bool:
    rel = (attribute(page, row, "rel") or "").lower().split()
    address = attribute(page, row, "href") or ""
    if "author" in rel:
        return True
    return _PROFILE.search(address) is not None and not _CONTROL.search(address)


def _names_in(page: Page, row: int) -> list[str]:
    """The names in a marked element: those of its links to persons, else of its first lines."""
    tags = page.tag[row : min(page.end.item(row), row + ROWS_READ)].tolist()
    links = [at for at, tag in enumerate(tags, row) if tag == _LINK] if _LINK in tags else []
    persons = [link for link in links if _is_profile(page, link)]
    if links and not persons and _CATEGORY.search(attribute(page, links[0], "href") or ""):
        return []
    found: list[str] = []
    for link in persons or links[:1]:
        found.extend(_first_names(page, link, user=bool(persons)))
    return found or _first_names(page, row)


def _first_names(page: Page, row: int, *, user: bool = False) -> list[str]:
    """The names in the first line of an element that holds any."""
    lines = visible_text(page, row).split("\n")
    return next(filter(None, (byline_names(line, user=user) for line in lines)), [])


def byline_names(line: str, *, user: bool = False) -> list[str]:
    """The names in a line of a byline, which may hold dates, jobs and buttons too.

    >>> byline_names("By Ann Leaf and Bo Kettle, Staff Writers | May 3, 2021")
    ['Ann Leaf', 'Bo Kettle']
    >>> byline_names("All about our authors"), byline_names("tea_fan99", user=True)
    ([], ['tea_fan99'])

    Names of users are written in any way.
    """
    text = without_prefix(line.strip()[:300], shown=True)
    if is_plain(text):
        return [name] if looks_like_name(name := _without_job(text)) else []
    text = _OTHER_MATTER.split(text, maxsplit=1)[0].strip(" ,.:;-–—")
    names = [name for name in map(_without_job, split_names(text)) if looks_like_name(name)]
    if user and not names and len(text.split()) <= 2 and is_name(text) and not is_nobody(text):
        return [text] if NOT_NAMES.isdisjoint(words(text)) else []
    return names


def dated_names(line: str) -> list[str]:
    """The names in a line with a date: full names that start it, or what follows a `by` in it.

    >>> dated_names("Ann Leaf | 05.04.2025"), dated_names("Posted on 3 May 2021 by Ann Leaf")
    (['Ann Leaf'], ['Ann Leaf'])
    >>> dated_names("New York, 3 May 2021"), dated_names("Tea 3 May 2021")
    ([], [])
    """
    inside = _BY_INSIDE.search(line)
    if inside:
        return byline_names(line[inside.end() :])
    start = _OTHER_MATTER.split(line, maxsplit=1)[0].strip(" ,.:;-–—")
    head, _, last = start.rpartition(" ")
    names = byline_names(head if last.lower().strip(".") in MONTHS else start)
    full = all(" " in name and name.lower() not in PLACES for name in names)
    return names if full and len(start) < len(line) else []


def names_beside(around: Surroundings, persons: list[str]) -> list[str]:
    """The names on the line near the title that a declared author stands on, if it is a byline."""
    page = around.page
    row = around.block_with(persons[0])
    if row < 0 or not around.is_short(row) or not _names_several(page.text_of(row)):
        return []
    for line in visible_text(page, row).split("\n"):
        if persons[0] in line:
            named = starts_with_by(line) or line.startswith(persons[0])
            return byline_names(line) if named and not around.is_elsewhere(row) else []
    return []


def _names_several(text: str) -> bool:
    """Whether a text may name more than one person."""
    return "," in text or not AND.isdisjoint(text.lower().split())


def _without_job(name: str) -> str:
    """A name without the job after it.

    >>> _without_job("Ann Leaf Senior Editor"), _without_job("Chief Editor")
    ('Ann Leaf', 'Chief Editor')
    """
    own = name.split()
    while len(own) > 2 and own[-1].lower() in ROLES:
        own.pop()
    return " ".join(own)


def looks_like_name(text: str) -> bool:
    """Whether a text has the shape of a name: a few words that start with capitals, if any can.

    >>> [looks_like_name(one) for one in ("Ann van Leaf", "王小明", "Dec 23", "Read more", "a tea")]
    [True, True, False, False, False]
    """
    name = text.partition(",")[0]
    own = name.split()
    if not 1 <= len(own) <= 5 or len(name) > 50 or _NOT_A_NAME.search(name):
        return False
    small = words(name)
    if set(small) <= ROLES or is_nobody(name):
        return False
    if not NOT_NAMES.isdisjoint(small):
        return len(own) > 1 and small[0] in NAMES_TOO and NOT_NAMES.isdisjoint(small[1:])
    if not _is_name_word(own[0]) or not _is_name_word(own[-1]):
        return False
    return all(_is_name_word(word) or word.lower() in PARTICLES for word in own[1:-1])


def _is_name_word(word: str) -> bool:
    return not word.strip("\"'’“”(.").islower() and has_letter(word)
