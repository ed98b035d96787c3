"""Names and dates that a page shows near its title, in elements marked for it.

>>> from marrow.parse import parse
>>> page = parse('<h1>Tea</h1><p class="byline">Von Ann Leaf</p><p class="date">3. Mai 2021</p>')
>>> surroundings = Surroundings(page, Marks(page), 3)
>>> [claim.value for claim in author_claims(surroundings)]
['Von Ann Leaf']
>>> [claim.value for claim in date_claims(surroundings)]
['Von Ann Leaf', '3. Mai 2021']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from marrow.metadata.claims import Claim
from marrow.metadata.dates import parse_date
from marrow.metadata.markup import Marks, Spans, visible_text
from marrow.metadata.names import split_names
from marrow.page import Page
from marrow.tags import Tag, TagSet

_AUTHOR = """author byline by-line writer autor auteur reporter journalist posted-by postedby vcard
    contributor""".split()
_DATE = "date time publish posted datum fecha byline meta info".split()
_ELSEWHERE = """comment related sidebar recommend footer widget teaser popular latest reply review
    carousel newsletter more-from trending""".split()
_ASIDE = TagSet("aside nav footer")
_NOT_AUTHOR = re.compile(
    r"comment|avatar|image|img|photo|follow|social|count|share|[-_]bio|authori[tz]|description|more"
)
_MODIFIED = re.compile(
    r"updat|modif|revis|edited|aktualis|geändert|mis à jour|actualiz|aggiornat", re.IGNORECASE
)
_BEFORE, _AFTER = 60, 400
_TEXT_LIMIT = 300


class Surroundings:
    """What stands around the title of a page, and is not about other pages or other people."""

    def __init__(self, page: Page, marks: Marks, title_row: int) -> None:
        self.page = page
        self.marks = marks
        self.title_row = title_row

    @cached_property
    def elsewhere(self) -> Spans:
        """Comments, sidebars, lists of other pages: unless the title itself stands in them."""
        rows = list(self.marks.find(*_ELSEWHERE))
        rows.extend(np.flatnonzero(_ASIDE.mask(self.page.tag)).tolist())
        return Spans.of(self.page, rows, around=self.title_row)

    def near(self, rows: Iterable[int]) -> list[int]:
        """Those of `rows` that are near the title, those after it first."""
        first, last = self.title_row - _BEFORE, self.title_row + _AFTER
        near = [row for row in rows if first <= row <= last and row not in self.elsewhere]
        return sorted(near, key=lambda row: (row < self.title_row, abs(row - self.title_row)))

    def is_short(self, row: int) -> bool:
        """Whether a row holds some text, but no more than a byline would."""
        return 0 < int(self.page.text_end[row] - self.page.text_start[row]) <= _TEXT_LIMIT


def author_claims(around: Surroundings) -> Iterator[Claim]:
    """The first line around the title that is marked as an author's and holds a name."""
    marked = around.marks.find(*_AUTHOR)
    rows = [row for row, mark in marked.items() if not _NOT_AUTHOR.search(mark)]
    for row in filter(around.is_short, around.near(rows)):
        for line in visible_text(around.page, row).split("\n"):
            if parse_date(line) is None and split_names(line):
                yield Claim("authors", "byline", line)
                return


def time_claims(around: Surroundings) -> Iterator[Claim]:
    """The `time` elements around the title."""
    page = around.page
    for row in around.near(page.rows_with_tag(Tag.TIME).tolist()):
        value = page.attribute(row, "datetime") or page.text_of(row)
        mark = page.attribute(row, "class") or ""
        yield Claim(_which_date(mark), "html", value)


def date_claims(around: Surroundings) -> Iterator[Claim]:
    """The texts around the title in elements that are marked as dates."""
    for row in filter(around.is_short, around.near(around.marks.find(*_DATE))):
        text = visible_text(around.page, row)
        yield Claim(_which_date(text), "byline", text)


def _which_date(text: str) -> str:
    return "date_modified" if _MODIFIED.search(text) else "date_published"
