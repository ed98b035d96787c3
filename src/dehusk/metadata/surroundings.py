"""What stands around the title of a page: where bylines and dates are looked for.

>>> from dehusk.page.parse import parse
>>> page = parse("<h1>Tea</h1><p>By Ann</p><h2><a href='/pots'>Pots</a></h2><p>By Bo</p>")
>>> around = Surroundings(page, title_row=3)
>>> [text for _, _, text, _ in around.lines]
['By Ann']
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable
from operator import itemgetter

import numpy as np

from dehusk.lazy import lazy
from dehusk.metadata.dates import parse_date
from dehusk.metadata.markup import MARKS, ROLES, Line, lines_between, marks_with
from dehusk.native import find as native
from dehusk.native.find import Words, block_with, rows_around
from dehusk.page import Page
from dehusk.page.tags import HEADINGS, INERT, Tag, TagSet

_ELSEWHERE = Words(
    *b"""comment related sidebar recommend site-footer page-footer popular latest- carousel newsletter
    more-from trending widget-area widget_ testimonial readnext read-next up-next also-like most-read
    reviews review- -review lastpost last-post last_post lastreply last-reply""".split()
)
_NAMES = ("class", "id")
_LAST = re.compile(
    r"\W*(?:(?:last|latest|newest) (?:post|reply|message|comment|answer|activity)"
    r"|letzte[rn]? (?:beitrag|antwort)|derni(?:er message|ère réponse)|último (?:mensaje|post)"
    r"|ultim[oa] (?:messaggio|risposta)|laatste (?:bericht|reactie)|son mesaj"
    r"|последн\w++ (?:сообщение|ответ)|最后(?:发表|回复|发帖)|最後(?:發表|回覆)|最終投稿)",
    re.IGNORECASE,
)
"""How a line begins that is about the last of many posts: its writer and its date are not the page's."""
_BEFORE, _AFTER = 60, 180
_SHORT = 300
_TRIES = 50
_LINK = int(Tag.A)
_HEADINGS = HEADINGS.column.view(np.uint8)
_OTHER_TAGS = TagSet("nav figure figcaption").column.view(np.uint8)


class Surroundings:
    """The rows around the title that are not about other pages or other people."""

    def __init__(self, page: Page, title_row: int, language: str = "") -> None:
        self.page = page
        self.title_row = title_row
        self.language = language
        self._known = bytearray(len(page))

    def marks_with(self, words: Words, names: Collection[str] = MARKS) -> dict[int, str]:
        """The rows near the title with one of some words in a mark, each with the marks."""
        return marks_with(words, self.page, *self.region, names)

    @lazy
    def region(self) -> tuple[int, int]:
        """The first row near the title, and the row after the last.

        What follows a heading with a link is about the page behind the link: lists of other pages
        are made of these.
        """
        return rows_around(self.page, self.title_row, _BEFORE, _AFTER, _HEADINGS, _LINK)

    def is_elsewhere(self, row: int) -> bool:
        """Whether a row lies in a menu, comments or the like, and the title does not."""
        return not self.own((row,))

    def own(self, rows: Iterable[int]) -> list[int]:
        """Those of some rows that are not elsewhere."""
        title = self.title_row
        return _ELSEWHERE.not_above(self.page, _NAMES, _OTHER_TAGS, rows, title, self._known)

    def near(self, rows: Iterable[int]) -> list[int]:
        """Those of `rows` that lie near the title, those after it first."""
        first, last = self.region
        end = self.page.end.item
        near = [row for row in rows if first <= row < last and end(row) <= last]
        near = [row for row in near if not self._is_about_the_last(row)]
        return sorted(self.own(near), key=self._distance) if near else near

    def _is_about_the_last(self, row: int) -> bool:
        """Whether a row lies in a line about the last of many posts."""
        at = bisect_right(self._short_lines, row, key=itemgetter(0)) - 1
        if at < 0:
            return False
        _, last, text, _ = self._short_lines[at]
        return row <= last and _LAST.match(text) is not None

    def is_short(self, row: int, longest: int = _SHORT) -> bool:
        """Whether a row holds some text, but no more than a byline would."""
        return 0 < self.page.text_end.item(row) - self.page.text_start.item(row) <= longest

    @lazy
    def _short_lines(self) -> list[Line]:
        return lines_between(self.page, *self.region, _SHORT)

    @lazy
    def lines(self) -> list[Line]:
        """The short lines near the title, those after it first, without the title itself.

        Ask `is_elsewhere` about those that matter.
        """
        title = self.title_row
        title_end = self.page.end.item(title) if title >= 0 else 0
        near = self._short_lines
        if title < 0:
            return near
        after = [one for one in near if one[0] >= title_end]
        return after + [one for one in reversed(near) if one[0] < title]

    @lazy
    def dated(self) -> list[Line]:
        """Those of the lines that hold a date and are not elsewhere."""
        return [
            line
            for line in self.lines
            if line[3]
            and parse_date(line[2], self.language)
            and not self.is_elsewhere(line[0])
            and not _LAST.match(line[2])
        ]

    def block_with(self, text: str) -> int:
        """The innermost block near the title that shows a text, after it if one does; -1 for none."""
        first, last = self.region
        after = self.page.end.item(self.title_row) if self.title_row >= 0 else first
        return block_with(self.page, text.encode(errors="replace"), first, after, last, ROLES)

    def _distance(self, row: int) -> tuple[bool, int]:
        return row < self.title_row, abs(row - self.title_row)


def links_elsewhere(page: Page, heading: int) -> bool:
    """Whether a heading is a link or holds one."""
    return native.links_elsewhere(page, heading, _LINK)


def row_showing(page: Page, title: str) -> int:
    """The element whose whole text is a title, -1 where there is none.

    >>> from dehusk.page.parse import parse
    >>> page = parse("<title>Tea</title><table><td><font><b>Tea</b></font><td>Coffee</table>")
    >>> page.tag_name(row_showing(page, "Tea"))
    'b'
    """
    needle = title.encode(errors="replace")
    starts = np.flatnonzero(page.is_text)
    place = page.text.find(needle)
    for _ in range(_TRIES):
        if place < 0:
            break
        row = int(starts[np.searchsorted(page.text_start[starts], place, side="right") - 1])
        if page.text_of(row).strip() == title and page.tag[page.parent[row]] not in INERT:
            return int(page.parent[row])
        place = page.text.find(needle, int(page.text_end[row]))
    return -1
