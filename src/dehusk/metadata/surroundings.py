"""What stands around the title of a page: where bylines and dates are looked for.

>>> from dehusk.page.parse import parse
>>> page = parse("<h1>Tea</h1><p>By Ann</p><h2><a href='/pots'>Pots</a></h2><p>By Bo</p>")
>>> around = Surroundings(page, title_row=3)
>>> [line.text for line in around.lines]
['By Ann']
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from dehusk.lazy import lazy
from dehusk.metadata.dates import parse_date
from dehusk.metadata.markup import MARKS, Line, lines_between, marks_with
from dehusk.native.attributes import Words
from dehusk.page import Page
from dehusk.page.tags import BLOCK, HEADINGS, INERT, TAG_IDS, Tag, TagSet

_ELSEWHERE = Words(
    *b"""comment related sidebar recommend site-footer page-footer popular latest- carousel newsletter
    more-from trending widget-area widget_ testimonial readnext read-next up-next also-like most-read
    reviews review- -review""".split()
)
_NAMES = ("class", "id")
_BEFORE, _AFTER = 60, 180
_SHORT = 300
_TRIES = 50
_LINK = int(Tag.A)
_BLOCKS = frozenset(TAG_IDS[name] for name in BLOCK.names)
_HEADINGS = frozenset(TAG_IDS[name] for name in HEADINGS.names)
_INERT = frozenset(TAG_IDS[name] for name in INERT.names)
_OTHER_TAGS = TagSet("nav figure figcaption").column.view(np.uint8)


class Surroundings:
    """The rows around the title that are not about other pages or other people."""

    def __init__(self, page: Page, title_row: int, language: str = "") -> None:
        self.page = page
        self.title_row = title_row
        self.language = language
        self._elsewhere: dict[int, bool] = {}

    def marks_with(self, words: Words, names: Collection[str] = MARKS) -> dict[int, str]:
        """The rows near the title with one of some words in a mark, each with the marks."""
        return marks_with(words, self.page, *self.region, names)

    @lazy
    def region(self) -> tuple[int, int]:
        """The first row near the title, and the row after the last.

        What follows a heading with a link is about the page behind the link: lists of other pages
        are made of these.
        """
        page = self.page
        title = max(self.title_row, 0)
        after = page.end.item(title) if self.title_row >= 0 else 0
        first, last = max(title - _BEFORE, 0), min(after + _AFTER, len(page))
        for row, tag in enumerate(page.tag[first:last].tolist(), first):
            if tag in _HEADINGS and links_elsewhere(page, row):
                if row >= after:
                    return first, row
                if page.end.item(row) <= title:
                    first = page.end.item(row)
        return first, last

    def is_elsewhere(self, row: int) -> bool:
        """Whether a row lies in a menu, comments or the like, and the title does not."""
        answer = self._elsewhere.get(row)
        if answer is None:
            answer = _ELSEWHERE.is_above(self.page, _NAMES, _OTHER_TAGS, row, self.title_row)
            self._elsewhere[row] = answer
        return answer

    def near(self, rows: Iterable[int]) -> list[int]:
        """Those of `rows` that lie near the title, those after it first."""
        first, last = self.region
        end = self.page.end.item
        near = [row for row in rows if first <= row < last and end(row) <= last]
        return sorted((row for row in near if not self.is_elsewhere(row)), key=self._distance)

    def is_short(self, row: int) -> bool:
        """Whether a row holds some text, but no more than a byline would."""
        return 0 < self.page.text_end.item(row) - self.page.text_start.item(row) <= _SHORT

    @lazy
    def lines(self) -> list[Line]:
        """The short lines near the title, those after it first, without the title itself.

        Ask `is_elsewhere` about those that matter.
        """
        title = self.title_row
        title_end = self.page.end.item(title) if title >= 0 else 0
        near = [one for one in lines_between(self.page, *self.region) if len(one.text) <= _SHORT]
        after = [one for one in near if one.row >= title_end or title < 0]
        return after + [one for one in reversed(near) if one.row < title]

    @lazy
    def dated(self) -> list[Line]:
        """Those of the lines that hold a date and are not elsewhere."""
        return [
            line
            for line in self.lines
            if parse_date(line.text, self.language) and not self.is_elsewhere(line.row)
        ]

    def block_with(self, text: str) -> int:
        """The innermost block near the title that shows a text, after it if one does; -1 for none."""
        page = self.page
        first, last = self.region
        after = int(page.end[self.title_row]) if self.title_row >= 0 else first
        starts = page.text_start
        needle = text.encode(errors="replace")
        for begin, stop in ((after, last), (first, min(after, last))):
            if begin < stop:
                place = page.text.find(needle, int(starts[begin]), int(page.text_end[stop - 1]))
                if place >= 0:
                    row = begin + int(np.searchsorted(starts[begin:stop], place, "right")) - 1
                    return self._block(row)
        return -1

    def _block(self, row: int) -> int:
        """The innermost block that holds a row, -1 for one without ink."""
        tag, parent = self.page.tag.item, self.page.parent.item
        while row >= 0 and tag(row) not in _BLOCKS:
            if tag(row) in _INERT:
                return -1
            row = parent(row)
        return row

    def _distance(self, row: int) -> tuple[bool, int]:
        return row < self.title_row, abs(row - self.title_row)


def links_elsewhere(page: Page, heading: int) -> bool:
    """Whether a heading is a link or holds one."""
    above = page.parent.item(heading)
    return _LINK in page.tag[heading : page.end.item(heading)].tolist() or (
        above >= 0 and page.tag.item(above) == _LINK
    )


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
