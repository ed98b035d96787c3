"""dana: where the characters of the language are dense and those of the markup are not.

H. Mohammadzadeh, T. Gottron, F. Schweiggert, G. Nakhaeizadeh, "A Fast and Accurate Approach for
Main Content Extraction based on Character Encoding", DEXA workshops 2011.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from dehusk.extractors.exhibits import Bars, Exhibit
from dehusk.extractors.source_lines import (
    Lines,
    Numbers,
    Spans,
    characters,
    leaves_in,
    outside_markup,
)
from dehusk.page import Bools, Page
from dehusk.selection import Selection, Within

LINE_LENGTH = 30
"""Characters of a normalised line where regions are grouped by what they are worth."""

LINE_LENGTH_FOR_GAPS = 80
"""The same where they are joined over gaps that are counted in lines."""

NON_ASCII_SHARE = 0.3
"""From this share of non-ASCII characters on, `script="auto"` takes the text for non-Latin."""

GAP_PRICE = 0.1
"""What a character in a gap costs, in characters of text, where gaps are judged by `"auto"`."""

GAP_PRICE_NON_LATIN = 0.13
"""The same where the text is told by its script: its letters are fewer for as many words."""


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

    - Line lengths are normalised by cutting the source, its white space left out, every
      `line_length` characters: how the source is broken and indented has no influence at all.
      Characters are counted, not bytes, so a page gives the same in every encoding. None is 30
      where `gap` is `"auto"`, else 80: a gap of so many lines is a gap of so many characters.
      `"source"` leaves the lines as they are.
    - `ascii_markup`: the paper takes for granted that markup is ASCII. Ours counts characters inside
      of tags, comments, scripts and styles as markup in whatever script they are.
    - The distance of two regions is the number of lines between them. The largest region has the
      most characters, of text and markup together, as in the paper.
    - `between`: everything from the first to the last region that is joined is content, also what
      lies between them, as a short paragraph among links is part of its article. Without it, as in
      the paper, only what stands in the regions themselves.
    - A leaf across the border is kept when at least half of its characters stand inside.
    - `gap`: the paper joins over 20 lines, and its authors wish to be rid of that number. `"auto"`:
      regions are grouped so that a group is worth its characters of text less a tenth of the
      characters in its gaps (.13 for scripts other than Latin), and the group that is worth most
      wins. `"k-means"`, which they name: the gaps of the page are clustered into small and large
      ones, and the small ones are bridged.
    - `script`: `"non-ascii"` is the paper's; `"any"`, the authors' other wish, sets text against
      tags, for pages in Latin script; `"auto"` takes the paper's where at least three in ten
      characters of text are not ASCII, and the other elsewhere.
    - `amount` doubles the gaps that are bridged for each step up, and halves them for each step
      down.
    """

    gap: int | Literal["auto", "k-means"] = "auto"
    script: Literal["non-ascii", "any", "auto"] = "auto"
    line_length: Annotated[int | Literal["source"] | None, Within(1, 1_000_000)] = None
    between: bool = True
    ascii_markup: bool = False
    amount: int = 0

    needs_layout: ClassVar[bool] = False

    @classmethod
    def as_published(cls) -> Dana:
        """Non-ASCII against ASCII, a gap of 20 lines, and the joined regions alone."""
        return cls(gap=20, script="non-ascii", line_length=25, between=False, ascii_markup=True)

    def select(self, page: Page) -> Selection:
        """The leaves whose source lies in the main regions."""
        if not page.source:
            return Selection.nothing(page, "The source of the page is not known.")
        lines = self.count_lines(page.source)
        density = smoothed(lines.surplus)
        spans = self._main_spans(lines, density)
        if not spans:
            return Selection.nothing(page, _NO_LATIN if self.script == "non-ascii" else _NO_REGION)
        keep = leaves_in(page, spans)
        score = lines.on_rows(page, density)
        if not _says_anything(page, keep):
            return Selection.nothing(page, "The dense regions hold no visible text.", score)
        return Selection.of_leaves(
            page, keep, reason="in a dense region of the source", score=score
        )

    def region(self, source: bytes) -> tuple[int, int] | None:
        """Phases one and two alone, on bytes in UTF-8: where the main content starts and ends.

        >>> source = ("<nav><a href=/>Home</a></nav><p>" + "Bread needs time. " * 9).encode()
        >>> Dana(script="any", line_length=25).region(source)
        (26, 194)

        No parser is needed for it; None where text nowhere prevails.
        """
        lines = self.count_lines(source)
        spans = self._main_spans(lines, smoothed(lines.surplus))
        return (spans[0][0], spans[-1][1]) if spans else None

    def explain_page(self, page: Page) -> list[Exhibit]:
        """The paper's Figures 2 and 3: text above and markup below the axis, plain and smoothed."""
        lines = self.count_lines(page.source)
        density = smoothed(lines.surplus)
        starts, ends = positive_regions(density)
        marked = self._main_lines(lines, starts, ends)
        return [
            Bars(
                "The source by lines",
                lines.text,
                lines.markup,
                marked,
                f"{len(lines.text):,} lines: characters of text above, of markup below; the main"
                " content is shaded (Figure 2 of the paper).",
            ),
            Bars(
                "The same, each line with its neighbours",
                np.maximum(density, 0),
                np.maximum(-density, 0),
                marked,
                f"{len(starts):,} regions above the axis (Figure 3 of the paper).",
            ),
        ]

    def count_lines(self, source: bytes) -> Lines:
        """Phase one: the characters of text and of markup in every line."""
        counted = characters(source)
        outside = outside_markup(source) & counted
        is_high = np.frombuffer(source, np.uint8) >= 0x80
        text, price = outside, GAP_PRICE
        if self._is_non_latin(outside, outside & is_high):
            text, price = (counted if self.ascii_markup else outside) & is_high, GAP_PRICE_NON_LATIN
        length = self.line_length
        if length is None:
            length = LINE_LENGTH if self.gap == "auto" else LINE_LENGTH_FOR_GAPS
        return Lines.of(source, text, length, price)

    def _is_non_latin(self, outside: Bools, non_ascii: Bools) -> bool:
        if self.script == "auto":
            text = int(np.count_nonzero(outside))
            return int(np.count_nonzero(non_ascii)) >= NON_ASCII_SHARE * max(text, 1)
        return self.script == "non-ascii"

    def _main_spans(self, lines: Lines, density: Numbers) -> Spans:
        """Phase two: the bytes of the main content, from first to last or region by region."""
        spans = self._main_lines(lines, *positive_regions(density))
        return [(int(lines.edges[start]), int(lines.edges[end])) for start, end in spans]

    def _main_lines(self, lines: Lines, starts: Numbers, ends: Numbers) -> Spans:
        """The same in lines."""
        if not len(starts):
            return []
        first, last = self._main_regions(lines, starts, ends)
        if self.between:
            return [(int(starts[first]), int(ends[last]))]
        regions = slice(first, last + 1)
        return list(zip(starts[regions].tolist(), ends[regions].tolist(), strict=True))

    def _main_regions(self, lines: Lines, starts: Numbers, ends: Numbers) -> tuple[int, int]:
        """The first and the last of the regions that are the main content."""
        if self.gap == "auto":
            price = lines.gap_price * lines.mean_length / 2.0**self.amount
            return best_group(starts, ends, between(lines.text, starts, ends), price)
        gap = small_gaps(starts[1:] - ends[:-1]) if self.gap == "k-means" else self.gap
        largest = int(between(lines.text + lines.markup, starts, ends).argmax())
        return join_regions(starts, ends, largest, gap * 2.0**self.amount)


_NO_REGION = "Nowhere in the source does text prevail over markup."
_NO_LATIN = (
    "Nowhere in the source do characters beyond ASCII prevail, which are all that the paper counts as"
    " text: pages in Latin script want script='auto'."
)


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


def between(counts: Numbers, starts: Numbers, ends: Numbers) -> Numbers:
    """The sum of what is counted in the lines of each region.

    >>> between(np.array([1, 2, 4, 8]), np.array([0, 2]), np.array([2, 4])).tolist()
    [3, 12]
    """
    sums = np.concatenate([[0], np.cumsum(counts)])
    total: Numbers = sums[ends] - sums[starts]
    return total


def join_regions(starts: Numbers, ends: Numbers, main: int, gap: float) -> tuple[int, int]:
    """Algorithm 1: the first and the last region that the main one reaches over gaps that small.

    >>> join_regions(np.array([0, 50, 60]), np.array([5, 55, 65]), main=1, gap=20)
    (1, 2)
    """
    far = np.flatnonzero(starts[1:] - ends[:-1] > gap)
    before, after = far[far < main], far[far >= main]
    first = int(before[-1]) + 1 if len(before) else 0
    return first, int(after[0]) if len(after) else len(starts) - 1


def small_gaps(gaps: Numbers) -> float:
    """The largest gap that k-means takes for a small one, where it parts gaps into small and large.

    >>> small_gaps(np.array([3, 40, 1, 55, 4]))
    4.0

    In one dimension two means part the sorted values at one place: the one that leaves the least
    squares. A single gap is a small one.
    """
    lengths = np.sort(gaps).astype(np.float64)
    if len(lengths) < 2:
        return float(lengths.max(initial=0.0))
    count = np.arange(1, len(lengths))
    below = np.cumsum(lengths)[:-1]
    above = lengths.sum() - below
    # The sum of squares is fixed: what parts them best has the largest squares of the two means.
    explained = below**2 / count + above**2 / (len(lengths) - count)
    return float(lengths[int(explained.argmax())])


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


def _says_anything(page: Page, keep: Bools) -> bool:
    rows = np.flatnonzero(keep & page.is_text & ~page.is_inert).tolist()
    return any(page.text_of(row).strip() for row in rows)
