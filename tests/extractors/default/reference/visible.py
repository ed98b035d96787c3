"""The text that readers see, as one array of bytes, and what can be counted in it: in NumPy.

`dehusk.native.scan` and `dehusk.native.features` are held against this.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dehusk.lazy import lazy
from dehusk.page import Bools, Page
from dehusk.page.tags import INERT, Tag

Numbers = NDArray[np.int64]


def leaves(page: Page) -> Bools:
    """The rows with nothing below them."""
    return page.end == np.arange(1, len(page) + 1)


def inert(page: Page) -> Bools:
    """The rows that a browser never shows."""
    in_frame = page.is_text & (page.tag[page.parent] == Tag.IFRAME)
    return page.inside(INERT.mask(page.tag)) | in_frame


@dataclass(frozen=True, eq=False, repr=False)
class VisibleText:
    """The text rows outside of scripts and styles: `data[edges[i]:edges[i + 1]]` is row `rows[i]`."""

    page: Page
    rows: NDArray[np.intp]
    data: NDArray[np.uint8]
    edges: Numbers

    @classmethod
    def of(cls, page: Page) -> VisibleText:
        """The visible text of a page."""
        rows = np.flatnonzero(page.is_text & ~inert(page))
        starts, ends = page.text_start[rows], page.text_end[rows]
        spans = zip(starts.tolist(), ends.tolist(), strict=True)
        data = b"".join([page.text[start:end] for start, end in spans])
        edges = np.zeros(len(rows) + 1, np.int64)
        np.cumsum(ends - starts, out=edges[1:])
        return cls(page, rows, np.frombuffer(data, np.uint8), edges)

    def count(self, marks: Bools) -> Numbers:
        """For each row of the page how many of its bytes are marked."""
        counts = np.zeros(len(self.page), np.int64)
        counts[self.rows] = np.diff(np.searchsorted(np.flatnonzero(marks), self.edges))
        return counts

    def ink(self) -> Numbers:
        """For each row of the page how many characters of it are seen."""
        counts = -self.count(self._blank())
        counts[self.rows] += np.diff(self.edges)
        return counts

    def words(self) -> Numbers:
        """For each row of the page how many words it has.

        A word is a run of characters without white space; of the scripts that are written without
        spaces, Han, Kana, Thai, Lao, Khmer and Burmese, every character counts as one.
        """
        space_before = np.ones(len(self.data), bool)
        space_before[1:] = self._is_space()[:-1]
        space_before[self.edges[:-1][self.edges[:-1] < len(self.data)]] = True
        return self.count(~self._blank() & (space_before | self._starts_unspaced()))

    def ends_with(self, marks: Bools) -> Bools:
        """The rows of the page whose last visible character is marked."""
        seen = np.flatnonzero(~self._blank())
        ends = np.zeros(len(self.page), bool)
        last = np.searchsorted(seen, self.edges[1:]) - 1
        inked = last >= np.searchsorted(seen, self.edges[:-1])
        ends[self.rows[inked]] = marks[seen[last[inked]]]
        return ends

    def marks(self, characters: str) -> Bools:
        """The first bytes of the given characters."""
        codes = [character.encode() for character in characters]
        first_bytes = np.zeros(256, bool)
        first_bytes[[code[0] for code in codes]] = True
        marks = first_bytes[self.data]
        for length in (2, 3) if self._beyond_ascii else ():
            wanted = [int.from_bytes(code) for code in codes if len(code) == length]
            places = np.flatnonzero(marks & _STARTS_LENGTH[length][self.data])
            marks[places] = np.isin(_bytes_as_number(self.data, places, length), wanted)
        return marks

    def _starts_unspaced(self) -> Bools:
        return _starts_unspaced(self.data) if self._beyond_ascii else np.zeros(len(self.data), bool)

    @lazy
    def _beyond_ascii(self) -> bool:
        return bool(len(self.data)) and int(self.data.max()) >= 0x80

    @lazy
    def _wide_spaces(self) -> Bools | None:
        return _starts_of_wide_spaces(self.data) if self._beyond_ascii else None

    def _blank(self) -> Bools:
        blank = BLANK_BYTES[self.data]
        return blank if self._wide_spaces is None else blank | self._wide_spaces

    def _is_space(self) -> Bools:
        """The bytes that end a space, so that what follows is the start of a word."""
        spaces = _ASCII_SPACE[self.data]
        if self._wide_spaces is None:
            return spaces
        wide = np.flatnonzero(self._wide_spaces)
        length = np.where(self.data[wide] == 0xC2, 1, 2)
        spaces[wide + length] = True
        return spaces


_SPACES = b" \t\n\r\f\v\x00\x1c\x1d\x1e\x1f"
_WIDE_SPACE_CODES = (0x1680, *range(0x2000, 0x2010), 0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000)

BLANK_CODES = (*_SPACES, 0x85, 0xA0, 0xAD, *_WIDE_SPACE_CODES, 0xFEFF)
"""The code points without ink: spaces, and characters without width."""

UNSPACED_RANGES = ((0x3000, 0x9FFF), (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF))
"""The code points of scripts without spaces: Kana and Han, Thai and Lao, Burmese, Khmer."""

_ASCII_SPACE = np.array([byte in _SPACES for byte in range(256)], dtype=bool)
BLANK_BYTES = np.array([byte & 0xC0 == 0x80 or byte in _SPACES for byte in range(256)], dtype=bool)
"""The bytes of UTF-8 that are no character with ink of their own: spaces, and continuations."""


def _starts_of_wide_spaces(text: NDArray[np.uint8]) -> Bools:
    """The first bytes of no-break, ideographic and other spaces beyond ASCII, and of characters
    without width: soft hyphen, joiners, direction marks, byte order mark."""
    marks = np.zeros(len(text), bool)
    two = np.flatnonzero(text == 0xC2)
    marks[two] = np.isin(text[two + 1], (0x85, 0xA0, 0xAD))
    three = np.flatnonzero(_STARTS_WIDE_SPACE[text])
    marks[three] = np.isin(_bytes_as_number(text, three, 3), _WIDE_SPACES)
    return marks


_STARTS_LENGTH = {
    2: np.isin(np.arange(256), range(0xC0, 0xE0)),
    3: np.isin(np.arange(256), range(0xE0, 0xF0)),
}
"""Which bytes start a character of that many bytes."""


def _bytes_as_number(
    text: NDArray[np.uint8], places: NDArray[np.intp], length: int
) -> NDArray[np.int32]:
    number = np.zeros(len(places), np.int32)
    for offset in range(length):
        number = number << 8 | text[places + offset]
    return number


_WIDE_SPACES = np.array(
    [int.from_bytes(chr(code).encode()) for code in (*_WIDE_SPACE_CODES, 0xFEFF)]
)
_STARTS_WIDE_SPACE = np.isin(np.arange(256), (0xE1, 0xE2, 0xE3, 0xEF))


def _starts_unspaced(text: NDArray[np.uint8]) -> Bools:
    """The first bytes of characters of scripts that are written without spaces."""
    marks = _STARTS_IDEOGRAPH[text]
    three = np.flatnonzero(_STARTS_SOUTH_EAST_ASIAN[text])
    codes = _bytes_as_number(text, three, 3)
    for first, last in _SOUTH_EAST_ASIAN:
        marks[three] |= (codes >= first) & (codes <= last)
    return marks


_STARTS_IDEOGRAPH = np.isin(np.arange(256), range(0xE3, 0xEA))
"""Of U+3000 to U+9FFF, the first of the ranges."""
_STARTS_SOUTH_EAST_ASIAN = np.isin(np.arange(256), (0xE0, 0xE1))
_SOUTH_EAST_ASIAN = [
    (int.from_bytes(chr(first).encode()), int.from_bytes(chr(last).encode()))
    for first, last in UNSPACED_RANGES[1:]
]
