"""dana: where the characters of the language are dense and those of the markup are not.

H. Mohammadzadeh, T. Gottron, F. Schweiggert, G. Nakhaeizadeh, "A Fast and Accurate Approach for
Main Content Extraction based on Character Encoding", DEXA workshops 2011.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from marrow.page import Bools, Page
from marrow.selection import Selection, bridged
from marrow.visible import ink

LINE_LENGTH = 80
"""Characters of a normalised line."""

NON_ASCII_SHARE = 0.3
"""From this share of non-ASCII characters on, `script="auto"` takes the text for non-Latin."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Dana:
    """Regions of the source that are dense in non-ASCII characters (Mohammadzadeh et al. 2011).

    >>> import marrow
    >>> menu = "<a href='/a/long/address'>خبر</a>" * 9
    >>> text = "<p>" + "الخبز يحتاج إلى الدقيق والماء. " * 9
    >>> marrow.extract(menu + text, method="dana").text.split()[0]
    'الخبز'

    HTML, CSS and JavaScript are written in ASCII; Arabic, Chinese or Russian text is not. Phase one
    counts both in every line of the source. Phase two adds up each line and its neighbours, takes
    the regions where the text prevails, and joins the largest with those near to it. Phase three,
    in the paper a parser for those lines alone, looks up which leaves of the page stand there.

    What the paper leaves open, and our choice:

    - Line lengths are normalised by cutting the source, its white space left out, every 80
      characters: how the source is broken and indented has no influence at all. Characters are
      counted, not bytes, so a page gives the same in every encoding.
    - The distance of two regions is the number of lines between them; the largest region is the one
      with the most characters of text.
    - A leaf is kept when at least half of its characters stand in a region that was chosen.
    - `gap` is the paper's 20 lines, or `"auto"`, the authors' wish: the gaps between regions are
      split into small and large by k-means with two means, and regions join over small ones.
    - `script`: `"non-ascii"` is the paper's; `"any"`, the authors' other wish, sets text against
      tags, for pages in Latin script; `"auto"` takes the paper's where at least three in ten
      characters of text are not ASCII, and the other elsewhere.
    """

    gap: int | Literal["auto"] = 20
    script: Literal["non-ascii", "any", "auto"] = "auto"

    needs_layout: ClassVar[bool] = False

    def select(self, page: Page) -> Selection:
        """The leaves whose source lies in the main regions."""
        source = np.frombuffer(page.source, np.uint8)
        characters = np.flatnonzero(_COUNTED[source])
        text = self._is_text(page.source, source)[characters]
        density = smoothed(surplus_by_line(text))
        starts, ends = positive_regions(density)
        if not len(starts):
            return Selection.nothing(page, "Nowhere in the source does text prevail over markup.")
        sizes = region_sizes(text, starts, ends)
        first, last = join_regions(starts, ends, int(sizes.argmax()), self._gap(starts, ends))
        chosen = np.zeros(len(density), bool)
        for start, end in zip(starts[first : last + 1], ends[first : last + 1], strict=True):
            chosen[start:end] = True
        return _leaves_on_lines(page, characters, chosen, density)

    def _is_text(self, markup: bytes, source: NDArray[np.uint8]) -> Bools:
        """Whether each byte of the source belongs to text, in the sense of `script`."""
        outside = outside_markup(markup)
        non_ascii = outside & (source >= 0x80)
        if self.script == "non-ascii" or (
            self.script == "auto" and _is_non_latin(outside & _COUNTED[source], non_ascii)
        ):
            return non_ascii
        return outside

    def _gap(self, starts: Numbers, ends: Numbers) -> float:
        return small_gap(starts[1:] - ends[:-1]) if self.gap == "auto" else self.gap


_COUNTED = np.array(
    [byte & 0xC0 != 0x80 and byte not in b" \t\n\r\f\v" for byte in range(256)], dtype=bool
)
"""The first byte of every character but white space."""



def _is_non_latin(text: Bools, non_ascii: Bools) -> bool:
    return bool((text & non_ascii).sum() >= NON_ASCII_SHARE * max(int(text.sum()), 1))


_CODE = re.compile(rb"<(script|style)\b.*?</\1\b|<!--.*?-->", re.IGNORECASE | re.DOTALL)


def outside_markup(markup: bytes) -> Bools:
    """The bytes of a source that stand outside of tags, comments, scripts and styles.

    >>> outside_markup(b"<p>Hi</p>").tolist()
    [False, False, False, True, True, False, False, False, False]
    """
    source = np.frombuffer(markup, np.uint8)
    following = np.append(source[1:], np.uint8(0))
    opens = (source == ord("<")) & _AFTER_OPENING[following]
    closes = np.zeros(len(source), bool)
    closes[1:] = source[:-1] == ord(">")
    places = np.arange(len(source))
    last_open = np.maximum.accumulate(np.where(opens, places, -1))
    last_close = np.maximum.accumulate(np.where(closes, places, 0))
    outside: Bools = last_close > last_open
    for code in _CODE.finditer(markup):
        outside[code.start() : code.end()] = False
    return outside


_AFTER_OPENING = np.array([chr(byte).isalpha() or byte in b"/!?" for byte in range(128)] + [False] * 128)


def surplus_by_line(text: Bools) -> Numbers:
    """T1 - T2: for each line of normalised length its characters of text less its others."""
    lines = -(-len(text) // LINE_LENGTH)
    padded = np.zeros(lines * LINE_LENGTH, np.int8)
    padded[: len(text)] = np.where(text, 1, -1)
    return padded.reshape(lines, LINE_LENGTH).sum(axis=1, dtype=np.int64)


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


def region_sizes(text: Bools, starts: Numbers, ends: Numbers) -> Numbers:
    """How many characters of text each region has."""
    sums = np.concatenate([[0], np.cumsum(text)])
    last = len(text)
    return sums[np.minimum(ends * LINE_LENGTH, last)] - sums[np.minimum(starts * LINE_LENGTH, last)]


def join_regions(starts: Numbers, ends: Numbers, main: int, gap: float) -> tuple[int, int]:
    """Algorithm 1: the first and the last region that the main one reaches over gaps that small.

    >>> join_regions(np.array([0, 50, 60]), np.array([5, 55, 65]), main=1, gap=20)
    (1, 2)
    """
    near = starts[1:] - ends[:-1] <= gap
    first = last = main
    while first > 0 and near[first - 1]:
        first -= 1
    while last < len(near) and near[last]:
        last += 1
    return first, last


def small_gap(gaps: Numbers) -> float:
    """Up to how many lines a gap is small: k-means with two means over the logarithms of the gaps.

    >>> round(small_gap(np.array([1, 2, 3, 2, 90, 120])))
    14
    """
    if len(gaps) < 2:
        return float("inf")
    sizes = np.log1p(gaps)
    low, high = float(sizes.min()), float(sizes.max())
    for _ in range(50):
        border = (low + high) / 2
        is_small = sizes <= border
        if is_small.all():
            return float("inf")
        means = float(sizes[is_small].mean()), float(sizes[~is_small].mean())
        if means == (low, high):
            break
        low, high = means
    return float(np.expm1((low + high) / 2))


def _leaves_on_lines(
    page: Page, characters: NDArray[np.intp], chosen: Bools, density: Numbers
) -> Selection:
    """The leaves at least half of whose characters stand on the chosen lines."""
    judged = page.is_text & ~page.is_inert & (ink(page) > 0) & (page.source_start >= 0)
    rows = np.flatnonzero(judged)
    on_chosen = np.concatenate([[0], np.cumsum(np.repeat(chosen, LINE_LENGTH)[: len(characters)])])
    start = np.searchsorted(characters, page.source_start[rows])
    end = np.searchsorted(characters, page.source_end[rows])
    inside = on_chosen[end] - on_chosen[start]
    keep = np.zeros(len(page), bool)
    keep[rows] = (end > start) & (2 * inside >= end - start)
    score = np.zeros(len(page), np.float32)
    score[rows] = density[np.minimum(start // LINE_LENGTH, len(density) - 1)]
    if not keep.any():
        return Selection.nothing(page, "No text of the page stands in the dense regions.", score)
    return Selection.of_leaves(
        page, bridged(page, keep, judged), reason="in a dense region of the source", score=score
    )
