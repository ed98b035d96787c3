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

from marrow.metadata.claims import Claim
from marrow.metadata.dates import parse_date
from marrow.metadata.markup import Spans
from marrow.metadata.surroundings import Surroundings
from marrow.tags import Tag

_DATE = "date time publish posted datum fecha byline meta info".split()
_MODIFIED = re.compile(
    r"updat|modif|revis|edited|aktualis|geändert|mis à jour|actualiz|aggiornat|bijgewerkt"
    r"|uppdaterad|opdateret|oppdatert|обновлен|изменен|更新|修改|수정|تحديث|به‌?روز|עודכן|अपडेट",
    re.IGNORECASE,
)
_LETTERS_LIMIT = 24
_DIGITS = re.compile(r"\d")


def date_claims(around: Surroundings) -> Iterator[Claim]:
    """The dates near the title, the most explicit first."""
    yield from _times(around)
    dated = [line for line in around.lines if _DIGITS.search(line.text) and parse_date(line.text)]
    if dated:
        marked = Spans.of(around.page, list(around.marks.find(*_DATE)))
        for line in sorted(dated, key=lambda line: line.row not in marked):
            if line.row in marked or _is_all_date(line.text):
                yield Claim(_which(line.text), "byline", line.text)


def _times(around: Surroundings) -> Iterator[Claim]:
    page = around.page
    for row in around.near(page.rows_with_tag(Tag.TIME).tolist()):
        mark = f"{page.attribute(row, 'class')} {page.attribute(row, 'itemprop')}"
        for value in (page.attribute(row, "datetime"), page.text_of(row)):
            if value and parse_date(value):
                yield Claim(_which(mark), "html", value)
                break


def _is_all_date(line: str) -> bool:
    """Whether a line says hardly more than a date: a few words such as `Published on`.

    >>> _is_all_date("Posted on 3 May 2021"), _is_all_date("Visitors since 3 May 2021 on this page")
    (True, False)
    """
    return sum(map(str.isalpha, line)) <= _LETTERS_LIMIT


def _which(text: str) -> str:
    return "date_modified" if _MODIFIED.search(text) else "date_published"
