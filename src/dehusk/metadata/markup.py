"""Where in the page to look: rows by attribute words, and the text a reader sees in them.

>>> from dehusk.page.parse import parse
>>> page = parse('<p class="byline">By <b>A</b>nn<br>Leaf</p>')
>>> [visible_text(page, row) for row in Marks(page).find("byline")]
['By Ann\\nLeaf']
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, INERT, SEPARATING_INLINE, TAG_IDS, Tag

_SPACES = re.compile(r"[^\S\u3000]+")
_ROWS_READ = 400
_MARK_LIMIT = 2_000
_HITS_LIMIT = 10_000


def attributes_of(page: Page, rows: Bools, names: Collection[str]) -> dict[int, dict[str, str]]:
    """Some attributes of the rows in a mask, by row, in one pass over the table."""
    found: dict[int, dict[str, str]] = {}
    wanted = [name in names for name in page.attr_names]
    indexes = np.flatnonzero(rows[page.attr_row] & np.array([*wanted, False])[page.attr_name])
    columns = (page.attr_row, page.attr_name, page.attr_start, page.attr_end)
    for row, name, start, end in zip(
        *(column[indexes].tolist() for column in columns), strict=True
    ):
        value = page.attr_text[start:end].decode(errors="replace")
        found.setdefault(row, {}).setdefault(page.attr_names[name], value)
    return found


def values_of(page: Page, name: str, tag: int | None = None) -> tuple[list[int], list[bytes]]:
    """The rows with an attribute, those with one tag if it is given, and its values: faster for
    many than to ask the page for each.
    """
    if name not in page.attr_names:
        return [], []
    held = np.flatnonzero(page.attr_name == page.attr_names.index(name))
    if tag is not None:
        held = held[page.tag[page.attr_row[held]] == tag]
    spans = zip(page.attr_start[held].tolist(), page.attr_end[held].tolist(), strict=True)
    return page.attr_row[held].tolist(), [page.attr_text[start:end] for start, end in spans]


class Marks:
    """The words that authors of templates mark elements with, to be searched.

    >>> from dehusk.page.parse import parse
    >>> page = parse('<p class="post-author">Ann</p><p id="Byline">Bo</p><p title="author">Cy</p>')
    >>> [page.text_of(row) for row in Marks(page).find("author", "byline")]
    ['Ann', 'Bo']

    All marks of some rows stand in one buffer, a line a mark: to search that is many times faster
    than to look at each of them.
    """

    NAMES = frozenset("class id rel data-testid data-qa data-component".split())

    def __init__(
        self,
        page: Page,
        first: int = 0,
        last: int | None = None,
        needles: Sequence[str] = (),
        names: Collection[str] = NAMES,
    ) -> None:
        """The marks of the rows from `first` to before `last`, those with `needles` if any: the
        values of the attributes with these names.
        """
        wanted = np.zeros(len(page.attr_names) + 1, bool)
        wanted[[number for number, name in enumerate(page.attr_names) if name in names]] = True
        indexes = _with_needles(page, needles) if needles else _between(page, first, last)
        short = page.attr_end[indexes] - page.attr_start[indexes] <= _MARK_LIMIT
        indexes = indexes[wanted[page.attr_name[indexes]] & short]
        self._rows: list[int] = page.attr_row[indexes].tolist()
        spans = zip(page.attr_start[indexes].tolist(), page.attr_end[indexes].tolist(), strict=True)
        self._values = [page.attr_text[start:end] for start, end in spans]
        self._buffer = b"\n".join(self._values).lower()
        self._starts = [0, *accumulate(len(value) + 1 for value in self._values)]

    def find(self, *needles: str) -> dict[int, str]:
        """The rows with one of `needles`, in lower case, in a mark; in document order, each with
        the marks that hold one."""
        places = {place for needle in needles for place in self._places(needle.encode())}
        found: dict[int, str] = {}
        for place in sorted(places):
            row = self._rows[place]
            mark = self._values[place].decode(errors="replace").lower()
            found[row] = f"{found[row]} {mark}" if row in found else mark
        return found

    def _places(self, needle: bytes) -> Iterator[int]:
        """The numbers of the marks that hold a needle."""
        at = self._buffer.find(needle)
        while at >= 0:
            place = bisect(self._starts, at)
            yield place - 1
            at = self._buffer.find(needle, self._starts[place])


def _between(page: Page, first: int, last: int | None) -> NDArray[np.intp]:
    """The attributes of the rows from `first` to before `last`."""
    begin, stop = np.searchsorted(page.attr_row, (first, len(page) if last is None else last))
    return np.arange(begin, stop)


def _with_needles(page: Page, needles: Sequence[str]) -> NDArray[np.intp]:
    """The attributes with one of `needles` in them: for few needles in all of a page."""
    buffer = page.attr_text.lower()
    places = [
        place
        for needle in needles
        for place in islice(_occurrences(buffer, needle.encode()), _HITS_LIMIT)
    ]
    starts = page.attr_start
    if (starts[1:] >= starts[:-1]).all():
        return np.unique(np.searchsorted(starts, np.array(places, np.int64), "right") - 1)
    # Elements that the parser cloned share a value: its start repeats, and goes back.
    distinct = np.unique(starts)
    hit = distinct[np.searchsorted(distinct, np.array(places, np.int64), "right") - 1]
    return np.flatnonzero(np.isin(starts, hit))


def _occurrences(text: bytes, needle: bytes) -> Iterator[int]:
    place = text.find(needle)
    while place >= 0:
        yield place
        place = text.find(needle, place + len(needle))


class Line(NamedTuple):
    """A line of text as a reader sees it, and the rows of its first and last text."""

    row: int
    last: int
    text: str


def visible_text(page: Page, row: int) -> str:
    """The text of a row as a reader sees it: a line a block, white space collapsed."""
    end = int(page.end[row])
    if end == row + 2 and page.tag[row + 1] == _TEXT:
        return _SPACES.sub(" ", page.text_of(row)).strip()
    end = min(end, row + _ROWS_READ)
    return "\n".join(line.text for line in lines_between(page, row, end))


def lines_between(page: Page, first: int, last: int) -> list[Line]:
    """The lines that the rows from `first` to before `last` make.

    >>> from dehusk.page.parse import parse
    >>> page = parse("<p>A<br>B <i>c</i>d<p><span>E</span><time>F</time><script>g</script>")
    >>> [line.text for line in lines_between(page, 0, len(page))]
    ['A', 'B cd', 'E F']
    """
    writer = _LineWriter()
    closing: list[tuple[int, bool]] = []
    skip = first
    columns = (page.tag, page.end, page.text_start, page.text_end)
    rows = zip(*(column[first:last].tolist() for column in columns), strict=True)
    for row, (tag, end, text_start, text_end) in enumerate(rows, first):
        while closing and closing[-1][0] <= row:
            writer.separate(ends_line=closing.pop()[1])
        if row < skip:
            continue
        if tag == _TEXT:
            writer.write(row, page.text[text_start:text_end].decode(errors="replace"))
        elif tag in _INERT and row > first:
            skip = end
        elif tag in _SEPARATING:
            ends_line = tag not in _INLINE
            writer.separate(ends_line=ends_line)
            closing.append((end, ends_line))
    writer.separate(ends_line=True)
    return writer.lines


# Plain sets of numbers: to ask a TagSet for a single row costs several times as much.
_TEXT = int(Tag.TEXT)
_INERT = frozenset(TAG_IDS[name] for name in INERT.names)
_INLINE = frozenset(TAG_IDS[name] for name in SEPARATING_INLINE.names)
_SEPARATING = frozenset(TAG_IDS[name] for name in BLOCK.names | {"br"}) | _INLINE


class _LineWriter:
    """Collects text into lines."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._row = self._last = -1
        self._pieces: list[str] = []

    def write(self, row: int, text: str) -> None:
        if self._pieces:
            self._last = row
            self._pieces.append(text)
        elif not text.isspace():
            self._row = self._last = row
            self._pieces.append(text)

    def separate(self, *, ends_line: bool) -> None:
        if not self._pieces:
            return
        if ends_line:
            text = _SPACES.sub(" ", "".join(self._pieces)).strip()
            self.lines.append(Line(self._row, self._last, text))
            self._pieces.clear()
        else:
            self._pieces.append(" ")


class Spans:
    """Parts of a page, to ask whether a row lies in one of them.

    >>> from dehusk.page.parse import parse
    >>> page = parse("<nav><p>Home</p></nav><p>Tea</p>")
    >>> nav = Spans.of(page, page.rows_with_tag(Tag.NAV).tolist())
    >>> [page.text_of(row) for row in page.rows_with_tag(Tag.P).tolist() if row in nav]
    ['Home']
    """

    def __init__(self, inside: Bools) -> None:
        self._inside = inside

    @classmethod
    def of(cls, page: Page, rows: list[int], *, around: int = -1) -> Spans:
        """The subtrees of `rows`, without those that hold the row `around`."""
        tops = np.array(rows, np.intp)
        holds: NDArray[np.bool_] = (tops <= around) & (page.end[tops] > around)
        mask = np.zeros(len(page), bool)
        mask[tops[~holds]] = True
        return cls(page.inside(mask))

    def __contains__(self, row: int) -> bool:
        return bool(self._inside[row])

    def touch(self, line: Line) -> bool:
        """Whether some of a line lies in one of the parts."""
        return bool(self._inside[line.row : line.last + 1].any())
