"""The dates that a page shows near its title.

>>> from marrow.parse import parse
>>> page = parse('<h1>Tea</h1><p><time datetime="2021-05-03">May</time><p>Updated: 4 May 2021')
>>> [(claim.field, claim.value) for claim in date_claims(Surroundings(page, 3))]
[('date_published', '2021-05-03'), ('date_modified', 'Updated: 4 May 2021')]

Looked at are, in this order: `time` elements, elements that are marked as dates, and lines that
hold a date and hardly anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from marrow.metadata.claims import Claim
from marrow.metadata.dates import parse_date
from marrow.metadata.markup import Line, Spans
from marrow.metadata.months import MONTHS
from marrow.metadata.names import starts_with_by
from marrow.metadata.surroundings import Surroundings
from marrow.page import Page
from marrow.tags import Tag

_DATE = "date time publish posted datum fecha byline meta info".split()
_MODIFIED = re.compile(
    r"updat|modif|revis|edited|aktualis|geändert|mis à jour|actualiz|aggiornat|bijgewerkt"
    r"|uppdaterad|opdateret|oppdatert|обновлен|изменен|更新|修改|수정|تحديث|به‌?روز|עודכן|अपडेट",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    r"publi|posted|written|created|min(?:ute)?s?\b.{0,3}read|veröffentl|erstellt|geschrieben"
    r"|geplaatst|gepubliceerd|pubblicat|julkaistu|udgivet|opubl|vydáno|közzét|yayın|опубл|создан"
    r"|发布|發布|公開|投稿|掲載|게시|등록|입력|작성|نشر|منتشر|شائع|פורסם|प्रकाशित|đăng|diterbitkan",
    re.IGNORECASE,
)
_URL_DATE = re.compile(r"/((?:19|20)\d\d)/(0?[1-9]|1[0-2])/(0?[1-9]|[12]\d|3[01])(?:/|$)")
_TIMES_LIMIT = 200
_FEW_LETTERS, _SOME_LETTERS = 24, 60
_STARTS_DATE = re.compile(
    rf"\W*(?:\d|(?:{'|'.join(sorted({name[:3] for name in MONTHS}))})[^\s\d]*\s\d)", re.IGNORECASE
)


def date_claims(around: Surroundings) -> Iterator[Claim]:
    """The dates near the title, the most explicit first."""
    times = around.page.rows_with_tag(Tag.TIME).tolist()
    yield from _times(around.page, around.near(times))
    dated = [
        line
        for line in around.lines
        if parse_date(line.text) is not None and not around.is_elsewhere(line.row)
    ]
    if dated:
        marked = Spans.of(around.page, list(around.marks.find(*_DATE)))
        for line in sorted(dated, key=lambda line: not marked.touch(line)):
            if marked.touch(line) or _is_all_date(line.text) or _has_date_apart(around.page, line):
                yield Claim(_which(line.text), "byline", line.text)
    elif times:
        elsewhere = islice((row for row in times if not around.is_elsewhere(row)), _TIMES_LIMIT)
        yield from _only(_times(around.page, list(elsewhere)))


def _times(page: Page, rows: list[int]) -> Iterator[Claim]:
    for row in rows:
        mark = f"{page.attribute(row, 'class')} {page.attribute(row, 'itemprop')}"
        for value in (page.attribute(row, "datetime"), page.text_of(row)):
            if value and parse_date(value):
                yield Claim(_which(mark), "html", value)
                break


def _only(claims: Iterator[Claim]) -> list[Claim]:
    """The first claim if all are of the same day: if not, they speak of several pages."""
    found = list(claims)
    days = {(parse_date(claim.value) or "")[:10] for claim in found}
    return found[:1] if len(days) == 1 else []


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
    published = _PUBLISHED.search(line) or _MODIFIED.search(line) or starts_with_by(line)
    return letters <= _SOME_LETTERS and bool(published)


def _has_date_apart(page: Page, line: Line) -> bool:
    """Whether a date stands in an element of its own within a line."""
    texts = (page.text_of(row) for row in range(line.row, line.last + 1) if page.is_text[row])
    return any(len(text) <= 40 and _STARTS_DATE.match(text) and parse_date(text) for text in texts)


def _which(text: str) -> str:
    """The field that a text speaks of: one that says both means the first."""
    modified, published = _MODIFIED.search(text), _PUBLISHED.search(text)
    if modified is None or (published is not None and published.start() < modified.start()):
        return "date_published"
    return "date_modified"


def url_claims(address: str) -> Iterator[Claim]:
    """The day in an address: that is how sites file what they publish.

    >>> [claim.value for claim in url_claims("https://example.org/2024/03/14/tea")]
    ['2024-03-14']
    """
    if match := _URL_DATE.search(address[:1_000]):
        yield Claim("date_published", "url", "-".join(match.groups()))
