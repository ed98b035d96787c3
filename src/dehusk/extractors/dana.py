"""dana: where the characters of the language are dense and those of the markup are not.

H. Mohammadzadeh, T. Gottron, F. Schweiggert, G. Nakhaeizadeh, "A Fast and Accurate Approach for
Main Content Extraction based on Character Encoding", DEXA workshops 2011.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Bools, Page
from dehusk.selection import Selection

LINE_LENGTH = 25
"""Characters of a normalised line."""

NON_ASCII_SHARE = 0.3
"""From this share of non-ASCII characters on, `script="auto"` takes the text for non-Latin."""

GAP_PRICE = 0.1
"""What a character in a gap costs, in characters of text, where gaps are judged by `"auto"`."""

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Dana:
    """Regions of the source that are dense in non-ASCII characters (Mohammadzadeh et al. 2011).

    >>> import dehusk
    >>> menu = "<li><a href='/a/long/address'>خبر</a></li>" * 9
    >>> text = "</ul></div><div class=text><p>" + "الخبز يحتاج إلى الدقيق والماء. " * 9
    >>> dehusk.extract(menu + text, method="dana").text.split()[0]
    'الخبز'

    HTML, CSS and JavaScript are written in ASCII; Arabic, Chinese or Russian text is not. Phase one
    counts both in every line of the source. Phase two adds up each line and its neighbours, takes
    the regions where the text prevails, and joins the largest with those near to it. Phase three,
    in the paper a parser for those lines alone, looks up which leaves of the page stand there.

    What the paper leaves open, and our choice (figures in docs/dana.md):

    - Line lengths are normalised by cutting the source, its white space left out, every 25
      characters: how the source is broken and indented has no influence at all. Characters are
      counted, not bytes, so a page gives the same in every encoding.
    - Characters inside of tags, comments, scripts and styles are markup in whatever script they
      are; the paper takes for granted that they are ASCII.
    - The distance of two regions is the number of lines between them; the largest region is the one
      with the most characters of text.
    - Everything from the first to the last region that is joined is content, also what lies
      between them: a short paragraph among links is part of its article.
    - A leaf across the border is kept when at least half of its characters stand inside.
    - `gap` is the paper's 20 lines, or `"auto"`, the authors' wish: regions are grouped so that a
      group is worth its characters of text less a tenth of the characters in its gaps, and the
      group that is worth most wins. No number of lines decides, but what a gap leads to.
    - `script`: `"non-ascii"` is the paper's; `"any"`, the authors' other wish, sets text against
      tags, for pages in Latin script; `"auto"` takes the paper's where at least three in ten
      characters of text are not ASCII, and the other elsewhere.
    - `amount` doubles the gaps that are bridged for each step up, and halves them for each step
      down.
    """

    gap: int | Literal["auto"] = 20
    script: Literal["non-ascii", "any", "auto"] = "auto"
    amount: int = 0

    needs_layout: ClassVar[bool] = False

    def select(self, page: Page) -> Selection:
        """The leaves whose source lies in the main regions."""
        if not page.source:
            return Selection.nothing(page, "The source of the page is not known.")
        lines = self.count_lines(page.source)
        density = smoothed(lines.surplus)
        span = self._main_lines(lines, density)
        if span is None:
            return Selection.nothing(page, "Nowhere in the source does text prevail over markup.")
        keep = leaves_between(page, lines.edges[span[0]], lines.edges[span[1]])
        score = lines.on_rows(page, density)
        if not _says_anything(page, keep):
            return Selection.nothing(page, "The dense regions hold no visible text.", score)
        return Selection.of_leaves(
            page, keep, reason="in a dense region of the source", score=score
        )

    def region(self, source: bytes) -> tuple[int, int] | None:
        """Phases one and two alone, on bytes in UTF-8: where the main content starts and ends.

        >>> source = ("<nav><a href=/>Home</a></nav><p>" + "Bread needs time. " * 9).encode()
        >>> Dana(script="any").region(source)
        (26, 194)

        No parser is needed for it; None where text nowhere prevails.
        """
        lines = self.count_lines(source)
        span = self._main_lines(lines, smoothed(lines.surplus))
        return span and (int(lines.edges[span[0]]), int(lines.edges[span[1]]))

    def count_lines(self, source: bytes) -> Lines:
        """Phase one: the characters of text and of markup in every line."""
        counted = np.frombuffer(source.translate(_CHARACTERS), bool)
        outside = outside_markup(source) & counted
        non_ascii = outside & (np.frombuffer(source, np.uint8) >= 0x80)
        return Lines.of(counted, non_ascii if self._is_non_latin(outside, non_ascii) else outside)

    def _is_non_latin(self, outside: Bools, non_ascii: Bools) -> bool:
        if self.script == "auto":
            text = int(np.count_nonzero(outside))
            return int(np.count_nonzero(non_ascii)) >= NON_ASCII_SHARE * max(text, 1)
        return self.script == "non-ascii"

    def _main_lines(self, lines: Lines, density: Numbers) -> tuple[int, int] | None:
        """Phase two: the first line of the main content and the line after its last."""
        starts, ends = positive_regions(density)
        if not len(starts):
            return None
        sizes = lines.text_between(starts, ends)
        if self.gap == "auto":
            price = GAP_PRICE * LINE_LENGTH / 2.0**self.amount
            first, last = best_group(starts, ends, sizes, price)
        else:
            reach = self.gap * 2.0**self.amount
            first, last = join_regions(starts, ends, int(sizes.argmax()), reach)
        return int(starts[first]), int(ends[last])


@dataclass(frozen=True, eq=False)
class Lines:
    """The source in lines of equal length, white space left out.

    Line `i` is the bytes from `edges[i]` to `edges[i + 1]`; `text[i]` of its characters are text,
    `markup[i]` are not: the paper's T1 and T2.
    """

    edges: Numbers
    text: Numbers
    markup: Numbers

    @classmethod
    def of(cls, counted: Bools, text: Bools) -> Lines:
        """Cut a source into lines, given which of its bytes are characters and which are text."""
        starts = _every(LINE_LENGTH, counted)
        if not len(starts):
            return cls(np.zeros(1, np.int64), starts, starts)
        length = np.full(len(starts), LINE_LENGTH)
        length[-1] = np.count_nonzero(counted[starts[-1] :])
        per_line = np.add.reduceat(text, starts, dtype=np.int32).astype(np.int64)
        return cls(np.append(starts, len(counted)), per_line, length - per_line)

    @property
    def surplus(self) -> Numbers:
        """T1 - T2."""
        return self.text - self.markup

    def text_between(self, starts: Numbers, ends: Numbers) -> Numbers:
        """How many characters of text stand in the lines from each start to each end."""
        sums = np.concatenate([[0], np.cumsum(self.text)])
        between: Numbers = sums[ends] - sums[starts]
        return between

    def on_rows(self, page: Page, per_line: Numbers) -> NDArray[np.float32]:
        """For each row of the page the value of the line that it starts on, 0 where unknown."""
        line = np.searchsorted(self.edges, page.source_start, side="right") - 1
        values = per_line[np.clip(line, 0, len(per_line) - 1)]
        return np.where(page.source_start >= 0, values, 0).astype(np.float32)


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


def smoothed(surplus: Numbers) -> Numbers:
    """Formula 1: each line together with the ones before and after it.

    >>> smoothed(np.array([1, 2, -5, 4])).tolist()
    [3, -2, 1, -1]
    """
    total = surplus.copy()
    total[1:] += surplus[:-1]
    total[:-1] += surplus[1:]
    return total


def positive_regions(density: Numbers) -> tuple[Numbers, Numbers]:
    """The first lines of all regions above zero, and the lines after their last.

    >>> [edge.tolist() for edge in positive_regions(np.array([3, -2, 1, 1, -1]))]
    [[0, 2], [1, 4]]
    """
    above = np.concatenate([[False], density > 0, [False]])
    edges = np.flatnonzero(above[1:] != above[:-1])
    return edges[::2], edges[1::2]


def join_regions(starts: Numbers, ends: Numbers, main: int, gap: float) -> tuple[int, int]:
    """Algorithm 1: the first and the last region that the main one reaches over gaps that small.

    >>> join_regions(np.array([0, 50, 60]), np.array([5, 55, 65]), main=1, gap=20)
    (1, 2)
    """
    far = np.flatnonzero(starts[1:] - ends[:-1] > gap)
    before, after = far[far < main], far[far >= main]
    first = int(before[-1]) + 1 if len(before) else 0
    return first, int(after[0]) if len(after) else len(starts) - 1


def best_group(starts: Numbers, ends: Numbers, sizes: Numbers, price: float) -> tuple[int, int]:
    """The first and the last region of the group that is worth most.

    A group is neighbouring regions; it is worth their sizes less `price` for every line between
    them.

    >>> starts, ends = np.array([0, 50, 60]), np.array([5, 55, 65])
    >>> best_group(starts, ends, sizes=np.array([90, 80, 95]), price=2.0)
    (0, 2)
    >>> best_group(starts, ends, sizes=np.array([85, 80, 95]), price=2.0)
    (1, 2)
    """
    gaps = np.append(0, starts[1:] - ends[:-1])
    up_to = np.cumsum(sizes - price * gaps)
    before = up_to - sizes
    last = int((up_to - np.minimum.accumulate(before)).argmax())
    return int(before[: last + 1].argmin()), last


def leaves_between(page: Page, start: int, end: int) -> Bools:
    """The leaves at least half of whose characters stand between two places of the source."""
    inside = np.minimum(page.source_end, end) - np.maximum(page.source_start, start)
    length = page.source_end - page.source_start
    known = page.leaves & (page.source_start >= 0)
    keep: Bools = known & (inside == length)
    for row in np.flatnonzero(known & ~keep & (inside > 0)).tolist():
        source = np.frombuffer(page.source, np.uint8)
        first, last = int(page.source_start[row]), int(page.source_end[row])
        whole = np.count_nonzero(_COUNTED[source[first:last]])
        part = np.count_nonzero(_COUNTED[source[max(first, start) : min(last, end)]])
        keep[row] = 2 * part >= whole > 0
    return keep


def _says_anything(page: Page, keep: Bools) -> bool:
    rows = np.flatnonzero(keep & page.is_text & ~page.is_inert).tolist()
    return any(page.text_of(row).strip() for row in rows)
