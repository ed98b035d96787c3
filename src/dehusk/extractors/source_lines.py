"""The source of a page in lines, and which of its characters stand outside of the markup.

>>> lines = Lines.of(b"<b>One</b> two", text=outside_markup(b"<b>One</b> two"), length=5)
>>> lines.text.tolist(), lines.markup.tolist()
([2, 1, 3], [3, 4, 0])

What `dana` and `cetr` look at. Characters are counted, not bytes, and white space never.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Bools, Page

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Spans = list[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Lines:
    """The source in lines, white space left out.

    Line `i` is the bytes from `edges[i]` to `edges[i + 1]`; `text[i]` of its characters are text,
    `markup[i]` are not: the paper's T1 and T2. `gap_price` is what a character between two regions of
    such text costs.
    """

    edges: Numbers
    text: Numbers
    markup: Numbers
    gap_price: float = 0.0

    @classmethod
    def of(
        cls, source: bytes, text: Bools, length: int | Literal["source"], gap_price: float = 0.0
    ) -> Lines:
        """A source in lines of a number of characters, or in its own, given which bytes are text."""
        counted = characters(source)
        starts = _own_lines(source) if length == "source" else _every(length, counted)
        if not len(starts):
            return cls(np.zeros(1, np.int64), starts, starts, gap_price)
        per_line = np.add.reduceat(text & counted, starts, dtype=np.int32).astype(np.int64)
        sizes = np.add.reduceat(counted, starts, dtype=np.int32).astype(np.int64)
        return cls(np.append(starts, len(source)), per_line, sizes - per_line, gap_price)

    @property
    def surplus(self) -> Numbers:
        """T1 - T2."""
        return self.text - self.markup

    @property
    def mean_length(self) -> float:
        """How many characters a line has."""
        return float((self.text + self.markup).mean()) if len(self.text) else 0.0

    def on_rows(self, page: Page, per_line: Numbers) -> NDArray[np.float32]:
        """For each row of the page the value of the line that it starts on, 0 where unknown."""
        line = np.searchsorted(self.edges, page.source_start, side="right") - 1
        values = per_line[np.clip(line, 0, len(per_line) - 1)]
        return np.where(page.source_start >= 0, values, 0).astype(np.float32)


def characters(source: bytes) -> Bools:
    """The bytes at which a character other than white space starts."""
    return np.frombuffer(source.translate(_CHARACTERS), bool)


def _own_lines(source: bytes) -> Numbers:
    """Where each line of a source starts, by its own line breaks."""
    breaks = np.flatnonzero(np.frombuffer(source, np.uint8) == ord("\n")) + 1
    starts = np.append(0, breaks)
    return starts[starts < len(source)]


def _every(step: int, marks: Bools) -> Numbers:
    """The place of every so-manieth mark, from the first on.

    >>> _every(2, np.array([False, True, True, False, True])).tolist()
    [1, 4]

    In pieces that stay in the processor's cache: the places of all marks take eight times the
    memory of the source.
    """
    found, skip = [np.zeros(0, np.int64)], 0
    for piece in range(0, len(marks), _PIECE):
        places = np.flatnonzero(marks[piece : piece + _PIECE])
        found.append(places[skip::step] + piece)
        skip = (skip - len(places)) % step
    return np.concatenate(found)


_PIECE = 1 << 16

_COUNTED = np.array(
    [byte & 0xC0 != 0x80 and byte not in b" \t\n\r\f\v" for byte in range(256)], dtype=bool
)
"""The first byte of every character but white space."""

_CHARACTERS = bytes(_COUNTED.tolist())
"""The same as a table for `bytes.translate`, which is faster than looking up in an array."""

_IS_NAME = np.array([chr(byte).isalpha() or byte in b"/!?" for byte in range(128)] + [False] * 128)
"""What follows a `<` that opens a tag."""

# Written out in both cases: patterns that start with plain bytes are searched several times faster.
_CODE = re.compile(rb"<(?:!--|[sS][cC][rR][iI][pP][tT]\b|[sS][tT][yY][lL][eE]\b)")
_END_OF_CODE = {
    b"!": re.compile(rb"-->"),
    b"s": re.compile(rb"</[sS](?:[cC][rR][iI][pP][tT]|[tT][yY][lL][eE])\b"),
}


def outside_markup(source: bytes) -> Bools:
    """The bytes of a source that stand outside of tags, comments, scripts and styles.

    >>> outside_markup(b"<p>Hi</p>").tolist()
    [False, False, False, True, True, False, False, False, False]
    """
    starts, ends = _tags(np.frombuffer(source, np.uint8))
    edges = np.empty(2 * len(starts) + 2, np.int64)
    edges[0], edges[1:-1:2], edges[2:-1:2], edges[-1] = 0, starts, ends, len(source)
    is_text = np.zeros(len(edges) - 1, bool)
    is_text[::2] = True
    outside = np.repeat(is_text, np.diff(edges))
    for start, end in _code(source):
        outside[start:end] = False
    return outside


def tag_starts(source: bytes) -> Bools:
    """The bytes at which a tag starts, but those of comments, scripts and styles.

    >>> tag_starts(b"<p>Hi</p>").astype(int).tolist()
    [1, 0, 0, 0, 0, 1, 0, 0, 0]
    """
    starts = np.zeros(len(source), bool)
    starts[_tags(np.frombuffer(source, np.uint8))[0]] = True
    for start, end in _code(source):
        starts[start:end] = False
    return starts


def _tags(source: Bytes) -> tuple[Numbers, Numbers]:
    """Where each tag starts, and the byte after the next `>`: the end of the source if none follows."""
    starts = np.flatnonzero(source[:-1] == ord("<"))
    starts = starts[_IS_NAME[source[starts + 1]]]
    closes = np.append(np.flatnonzero(source == ord(">")) + 1, len(source))
    ends = closes[np.searchsorted(closes, starts + 1)]
    first = np.append(True, ends[1:] > ends[:-1])[: len(ends)]
    return starts[first], ends[first]


def _code(source: bytes) -> Iterator[tuple[int, int]]:
    """Comments, scripts and styles, up to their end tags."""
    found = _CODE.search(source)
    while found:
        kind = found.group()[1:2].lower()
        closing = _END_OF_CODE[kind].search(source, found.end())
        end = closing.end() if closing else len(source)
        yield found.start(), end
        found = _CODE.search(source, end)


def leaves_in(page: Page, spans: Spans) -> Bools:
    """The leaves at least half of whose characters stand in the given parts of the source."""
    edges = np.array(spans, np.int64).ravel()
    sizes = np.cumsum([0, *(part for first, last in spans for part in (last - first, 0))])[:-1]
    covered_to = np.interp(page.source_end, edges, sizes)
    inside = covered_to - np.interp(page.source_start, edges, sizes)
    length = page.source_end - page.source_start
    known = page.leaves & (page.source_start >= 0)
    keep: Bools = known & (inside == length)
    for row in np.flatnonzero(known & ~keep & (inside > 0)).tolist():
        start, end = int(page.source_start[row]), int(page.source_end[row])
        counted = characters(page.source[start:end])
        part = sum(
            np.count_nonzero(counted[max(first - start, 0) : max(last - start, 0)])
            for first, last in spans
            if first < end and last > start
        )
        keep[row] = 2 * part >= np.count_nonzero(counted) > 0
    return keep
