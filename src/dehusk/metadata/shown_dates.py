"""The dates that a page shows near its title.

>>> from dehusk.page.parse import parse
>>> page = parse('<h1>Tea</h1><p><time datetime="2021-05-03">May</time><p>Updated: 4 May 2021')
>>> said = date_claims(Surroundings(page, 3))
>>> said["date_published"], said["date_modified"]
([('2021-05-03', 'html', False)], [('Updated: 4 May 2021', 'byline', False)])

Looked at are, in this order: `time` elements near the title, elements there that are marked as
dates, lines there that hold a date and hardly anything else, and `time` and marked elements further
off if they agree.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, timezone

from dehusk.metadata.claims import Said
from dehusk.metadata.dates import parse_date
from dehusk.metadata.markup import Line, Spans, lines_between, marks_with, start_of, visible_text
from dehusk.metadata.months import MONTHS
from dehusk.metadata.names import starts_with_by
from dehusk.metadata.surroundings import Surroundings
from dehusk.native.find import Words, attribute, rows_of_tag
from dehusk.page import Page
from dehusk.page.tags import Tag

_DATE = Words(*b"date time publish posted datum fecha byline meta info".split())
_FAR_DATE = Words(
    *b"""publish pubdate post-date postdate post_date entry-date dateline postmetadata submitted
    article-date article_date lastmod last-modif""".split()
)
_MODIFIED = re.compile(
    r"updat|modif|revis|edited|aktualis|geändert|s(?<!\ws)tand:|güncelle|mis à jour|actualiz|aggiornat"
    r"|bijgewerkt|uppdaterad|opdateret|oppdatert|обновлен|изменен|更新|修改|수정|تحديث|به‌?روز|עודכן|अपडेट"
)
_PUBLISHED = re.compile(
    r"publi|posted|written|created|min(?:ute)?s?\b.{0,3}read|veröffentl|erstellt|geschrieben"
    r"|erschienen|mitteilung|press release|communiqué|comunicado"
    r"|geplaatst|gepubliceerd|pubblicat|julkaistu|udgivet|opubl|vydáno|közzét|yayın|опубл|создан"
    r"|发布|發布|公開|投稿|掲載|게시|등록|입력|작성|نشر|منتشر|شائع|פורסם|प्रकाशित|đăng|diterbitkan"
)
"""Both are for texts in lower case, and each choice begins with a letter, what must not stand before it
asked behind it: then a search passes by what begins none of them."""
_OTHER_DAY = re.compile(
    r"expir|v(?<!\wv)alid|e(?<!\we)nds?\b|deadline|until\b|coupon|countdown|gültig|läuft ab|ablauf"
    r"|b(?<!\wb)is\b|caduca"
    r"|válid|jusqu|scade|scadenza|geldig|wygasa|ważn|истекает|действ|до конца"
    r"|有効期限|截止|到期|유효기간|만료|صالح|ينتهي"
    r"|e(?<!\we)vent|joined|member since|registriert|mitglied seit|copyright|©"
)
"""What speaks of another day than publication: the end of an offer, an event, a member's first."""
_URL_DATE = re.compile(r"/((?:19|20)\d\d)/(0?[1-9]|1[0-2])/(0?[1-9]|[12]\d|3[01])(?:/|$)")
_OTHER_MARK = re.compile(
    r"expir|coupon|price|e(?<!\we)vent|countdown|deadline|v(?<!\wv)alid|enddate|startdate"
)
_FAR_LIMIT = 100
_FAR_LONGEST = 600
_QUARTER, _FARTHEST = timedelta(minutes=15), timedelta(hours=14)
_TEXT, _TIME = int(Tag.TEXT), int(Tag.TIME)
_TITLE_ROWS = 50
_LINE, _LINES_LIMIT = 300, 500
_NUMBERS_FIRST = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{2,4}\b")
_FEW_LETTERS, _SOME_LETTERS = 24, 60
_STARTS_DATE = re.compile(
    rf"\W*(?:\d|(?:{'|'.join(sorted({name[:3] for name in MONTHS}))})[^\s\d]*\s\d)", re.IGNORECASE
)


def date_claims(around: Surroundings) -> Said:
    """The dates near the title, the most explicit first."""
    page = around.page
    found: Said = defaultdict(list)
    for field, value in _times(around, around.near(rows_of_tag(page, _TIME))):
        found[field].append((value, "html", False))
    if around.dated:
        marked = Spans(page, around.marks_with(_DATE))
        inside: list[str] = []
        outside: list[str] = []
        for line in around.dated:
            first, last, text, _ = line
            if _is_other_day(around, page.parent.item(first), text):
                continue
            if marked.touch(first, last):
                inside.append(text)
            elif _is_all_date(text) or _starts_with_date(text) or _has_date_apart(around, line):
                outside.append(text)
        for text in inside + outside:
            found[_which(text)].append((text, "byline", False))
    for text in _in_title(around):
        found["date_published"].append((text, "byline", False))
    return found


def _is_other_day(around: Surroundings, element: int, text: str) -> bool:
    """Whether a text, or the element that it stands in, speaks of another day than publication."""
    small = text.lower()
    if _OTHER_DAY.search(small):
        return not _PUBLISHED.search(small)
    page = around.page
    for row in (element, page.parent.item(element)):
        if row > 0 and around.is_short(row) and _OTHER_MARK.search(_marks_of(page, row)):
            return True
    return False


def _marks_of(page: Page, row: int) -> str:
    names = ("class", "id", "itemprop")
    return " ".join([attribute(page, row, name) or "" for name in names]).lower()


def _in_title(around: Surroundings) -> list[str]:
    """The dates in an element of their own inside the heading, beside the title."""
    page, title = around.page, around.title_row
    end = min(page.end.item(title), title + _TITLE_ROWS) if title >= 0 else title
    if end - title <= 2:
        return []
    tags = page.tag[title:end].tolist()
    texts = [page.text_of(row).strip() for row, tag in enumerate(tags, title) if tag == _TEXT]
    inked = [text for text in texts if text]
    if len(inked) < 2:
        return []
    return [text for text in inked if _STARTS_DATE.match(text) and _is_all_date(text)]


def far_date_claims(around: Surroundings) -> Said:
    """The dates anywhere in `time` elements, or else in elements marked as the page's own date, or
    where there are none of these, in lines that say in words what they are.

    They count if all of them are of the same day: if not, they speak of several pages.
    """
    page = around.page
    found: Said = defaultdict(list)
    times = list(_times(around, around.own(rows_of_tag(page, _TIME))[:_FAR_LIMIT]))
    for field, value in _only(around, times):
        found[field].append((value, "html", False))
    marked = around.own(marks_with(_FAR_DATE, page))[:_FAR_LIMIT]
    texts = [visible_text(page, row) for row in marked if around.is_short(row, _FAR_LONGEST)]
    dates = [(_which(text), text) for text in texts if parse_date(text, around.language)]
    if not times and not dates:
        dates = list(_telling_lines(around))
    for which in ("date_published", "date_modified"):
        for field, value in _only(around, [one for one in dates if one[0] == which]):
            found[field].append((value, "byline", False))
    return found


def _telling_lines(around: Surroundings) -> Iterator[tuple[str, str]]:
    """The lines anywhere that say in words when the page was published or updated."""
    page = around.page
    dated = [line for line in lines_between(page, 0, len(page), _LINE) if line[3]]
    for row, _, text, _ in dated[:_LINES_LIMIT]:
        small = text.lower()
        if not (_PUBLISHED.search(small) or _MODIFIED.search(small)):
            continue
        if _OTHER_DAY.search(small) or not parse_date(text, around.language):
            continue
        if not around.is_elsewhere(row):
            yield _which(text), text


def in_local_time(moment: str, around: Surroundings) -> str:
    """A moment in UTC as a `time` element near the title says it: on the day that readers see.

    >>> from dehusk.page.parse import parse
    >>> page = parse("<h1>Tea</h1><time datetime=2023-11-08T22:35:29-08:00>Nov 8</time>")
    >>> in_local_time("2023-11-09T06:35:29+00:00", Surroundings(page, 3))
    '2023-11-08T22:35:29-08:00'
    """
    wanted = datetime.fromisoformat(moment)
    for _, value in _times(around, around.near(rows_of_tag(around.page, _TIME))):
        shown = datetime.fromisoformat(parse_date(value, around.language) or moment)
        if shown.tzinfo is None and shown.second:
            # The zone is what the clocks differ by, if that is one.
            ahead = shown - wanted.replace(tzinfo=None)
            if not ahead % _QUARTER and abs(ahead) <= _FARTHEST:
                shown = shown.replace(tzinfo=timezone(ahead))
        if shown.tzinfo is not None and shown == wanted and shown.utcoffset():
            return shown.isoformat()
    return moment


def _only(around: Surroundings, dates: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The first of some dates, each with the field it is for, if all are of the same day."""
    dated = [(one, parse_date(one[1], around.language)) for one in dates]
    days = {day[:10] for _, day in dated if day}
    return [one for one, day in dated if day][:1] if len(days) == 1 else []


def _times(around: Surroundings, rows: list[int]) -> Iterator[tuple[str, str]]:
    """The dates in some elements, each with the field it is for."""
    page = around.page
    for row in rows:
        for value in (attribute(page, row, "datetime"), start_of(page, row)):
            if value and parse_date(value, around.language):
                if not _is_other_day(around, row, start_of(page, row)):
                    yield _which(_marks_of(page, row)), value
                break


def _is_all_date(line: str) -> bool:
    """Whether a line says hardly more than a date: a few words such as `Published on`.

    >>> _is_all_date("Thursday, 3 May 2021"), _is_all_date("Visitors since 3 May 2021 on this page")
    (True, False)
    >>> _is_all_date("Published by the editors of the Daily Leaf on 3 May 2021")
    True
    """
    letters = sum(map(str.isalpha, line))
    if letters <= _FEW_LETTERS:
        return True
    if letters > _SOME_LETTERS:
        return False
    small = line.lower()
    return bool(_PUBLISHED.search(small) or _MODIFIED.search(small)) or starts_with_by(line)


def _starts_with_date(line: str) -> bool:
    """Whether a line of some words, such as sources and credits, begins with a date."""
    letters = sum(map(str.isalpha, line))
    return letters <= _SOME_LETTERS and _NUMBERS_FIRST.match(line) is not None


def _has_date_apart(around: Surroundings, line: Line) -> bool:
    """Whether a date stands in an element of its own within a line."""
    page = around.page
    first, last, _, _ = line
    tags = page.tag[first : last + 1].tolist()
    texts = (page.text_of(row) for row, tag in enumerate(tags, first) if tag == _TEXT)
    return any(
        len(text) <= 40 and _STARTS_DATE.match(text) and parse_date(text, around.language)
        for text in texts
    )


def _which(text: str) -> str:
    """The field that a text speaks of: one that says both means the first."""
    small = text.lower()
    modified = _MODIFIED.search(small)
    if modified is None:
        return "date_published"
    published = _PUBLISHED.search(small)
    is_first = published is not None and published.start() < modified.start()
    return "date_published" if is_first else "date_modified"


def url_claims(address: str) -> Said:
    """The day in an address: that is how sites file what they publish.

    >>> url_claims("https://example.org/2024/03/14/tea")["date_published"]
    [('2024-03-14', 'url', False)]
    """
    found: Said = defaultdict(list)
    if match := _URL_DATE.search(address):
        found["date_published"].append(("-".join(match.groups()), "url", False))
    return found
