"""The dates that a page shows near its title.

>>> from dehusk.page.parse import parse
>>> page = parse('<h1>Tea</h1><p><time datetime="2021-05-03">May</time><p>Updated: 4 May 2021')
>>> [(claim.field, claim.value) for claim in date_claims(Surroundings(page, 3))]
[('date_published', '2021-05-03'), ('date_modified', 'Updated: 4 May 2021')]

Looked at are, in this order: `time` elements near the title, elements there that are marked as
dates, lines there that hold a date and hardly anything else, and `time` and marked elements further
off if they agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from dehusk.metadata.claims import Claim
from dehusk.metadata.dates import parse_date
from dehusk.metadata.markup import Line, Spans, marks_with, visible_text
from dehusk.metadata.months import MONTHS
from dehusk.metadata.names import starts_with_by
from dehusk.metadata.surroundings import Surroundings
from dehusk.native.attributes import Words, attribute
from dehusk.page.tags import Tag

_DATE = Words(*b"date time publish posted datum fecha byline meta info".split())
_FAR_DATE = Words(
    *b"""publish pubdate post-date postdate post_date entry-date dateline postmetadata submitted
    article-date lastmod last-modif""".split()
)
_MODIFIED = re.compile(
    r"updat|modif|revis|edited|aktualis|geändert|mis à jour|actualiz|aggiornat|bijgewerkt"
    r"|uppdaterad|opdateret|oppdatert|обновлен|изменен|更新|修改|수정|تحديث|به‌?روز|עודכן|अपडेट",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    r"publi|posted|written|created|min(?:ute)?s?\b.{0,3}read|veröffentl|erstellt|geschrieben"
    r"|erschienen|mitteilung|press release|communiqué|comunicado"
    r"|geplaatst|gepubliceerd|pubblicat|julkaistu|udgivet|opubl|vydáno|közzét|yayın|опубл|создан"
    r"|发布|發布|公開|投稿|掲載|게시|등록|입력|작성|نشر|منتشر|شائع|פורסם|प्रकाशित|đăng|diterbitkan",
    re.IGNORECASE,
)
_URL_DATE = re.compile(r"/((?:19|20)\d\d)/(0?[1-9]|1[0-2])/(0?[1-9]|[12]\d|3[01])(?:/|$)")
_FAR_LIMIT = 100
_TITLE_ROWS = 50
_FEW_LETTERS, _SOME_LETTERS = 24, 60
_STARTS_DATE = re.compile(
    rf"\W*(?:\d|(?:{'|'.join(sorted({name[:3] for name in MONTHS}))})[^\s\d]*\s\d)", re.IGNORECASE
)


def date_claims(around: Surroundings) -> Iterator[Claim]:
    """The dates near the title, the most explicit first."""
    page = around.page
    yield from _times(around, around.near(page.rows_with_tag(Tag.TIME).tolist()))
    if around.dated:
        marked = Spans.of(page, list(around.marks_with(_DATE)))
        for line in sorted(around.dated, key=lambda line: not marked.touch(line)):
            if marked.touch(line) or _is_all_date(line.text) or _has_date_apart(around, line):
                yield Claim(_which(line.text), "byline", line.text)
    yield from _in_title(around)


def _in_title(around: Surroundings) -> Iterator[Claim]:
    """A date in an element of its own inside the heading, beside the title."""
    page, title = around.page, around.title_row
    end = min(int(page.end[title]), title + _TITLE_ROWS) if title >= 0 else title
    texts = [page.text_of(row).strip() for row in range(title, end) if page.is_text[row]]
    inked = [text for text in texts if text]
    if len(inked) > 1:
        dates = filter(_STARTS_DATE.match, inked)
        yield from (Claim("date_published", "byline", text) for text in dates if _is_all_date(text))


def far_date_claims(around: Surroundings) -> list[Claim]:
    """The dates anywhere in `time` elements, or else in elements marked as the page's own date.

    They count if all of them are of the same day: if not, they speak of several pages.
    """
    page = around.page
    times = _only(around, _times(around, _own(around, page.rows_with_tag(Tag.TIME).tolist())))
    marked = _own(around, marks_with(_FAR_DATE, page))
    texts = [visible_text(page, row) for row in marked if around.is_short(row)]
    claims = [Claim(_which(text), "byline", text) for text in texts]
    return [
        *times,
        *_only(around, [claim for claim in claims if claim.field == "date_published"]),
        *_only(around, [claim for claim in claims if claim.field == "date_modified"]),
    ]


def _own(around: Surroundings, rows: Iterable[int]) -> list[int]:
    return list(islice((row for row in rows if not around.is_elsewhere(row)), _FAR_LIMIT))


def _only(around: Surroundings, claims: Iterable[Claim]) -> list[Claim]:
    dated = [(claim, parse_date(claim.value, around.language)) for claim in claims]
    days = {day[:10] for _, day in dated if day}
    return [claim for claim, day in dated if day][:1] if len(days) == 1 else []


def _times(around: Surroundings, rows: list[int]) -> Iterator[Claim]:
    page = around.page
    for row in rows:
        mark = f"{attribute(page, row, 'class')} {attribute(page, row, 'itemprop')}"
        for value in (attribute(page, row, "datetime"), page.text_of(row)):
            if value and parse_date(value, around.language):
                yield Claim(_which(mark), "html", value)
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
    published = _PUBLISHED.search(line) or _MODIFIED.search(line) or starts_with_by(line)
    return letters <= _SOME_LETTERS and bool(published)


def _has_date_apart(around: Surroundings, line: Line) -> bool:
    """Whether a date stands in an element of its own within a line."""
    page = around.page
    texts = (page.text_of(row) for row in range(line.row, line.last + 1) if page.is_text[row])
    return any(
        len(text) <= 40 and _STARTS_DATE.match(text) and parse_date(text, around.language)
        for text in texts
    )


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
