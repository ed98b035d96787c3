"""The kept part of a page as plain lists: the kept leaves, and all that stands above them.

Assembly walks these lists and nothing else, so its work grows with what is kept. A *position* is an
index into them; `rows[position]` is the row of the page. What lies inside the element at position
`p` is `p + 1` up to `ends[p]`, as on the page itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from dehusk.budget import check, watched
from dehusk.content import Rows
from dehusk.content.assemble.vocabulary import Kind, kind_of_class, kind_of_role
from dehusk.lazy import lazy
from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, PREFORMATTED, TAG_IDS, Tag, TagSet
from dehusk.selection import Selection
from dehusk.views.blocks import implied_spaces, runs

Runs = NDArray[np.int64]
INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"
BLOCK_TAGS = frozenset(TAG_IDS[name] for name in BLOCK.names)
CELLS = TagSet("td th")
STRUCTURE = TagSet(
    "p ul ol menu dir dl table pre listing xmp blockquote figure h1 h2 h3 h4 h5 h6 hr iframe video"
)
LINES = TagSet("div p li tr br")
BLANKS = TagSet("#text br wbr")
EMPTY_LINES = TagSet("#text br div p li tr td span code")
_FIGURES = re.compile(r"[\d\s.:|+-]*")
_FORMULA_TYPE = b"math/tex"
NOT_PROSE = TagSet("svg select textarea button iframe")


@dataclass(frozen=True, eq=False)
class Kept:
    """The kept leaves of a page and their ancestors, in document order."""

    page: Page
    rows: list[int]
    tags: list[int]
    parents: list[int]
    ends: list[int]
    row_ends: list[int]
    runs: list[int]
    spaced: list[bool]
    texts: list[str]
    kinds: dict[int, Kind]
    first_attribute: list[int]
    attribute_names: list[int]
    attribute_spans: list[tuple[int, int]]

    @classmethod
    def of(cls, page: Page, selection: Selection, without: Bools | None = None) -> Kept:
        """What a selection keeps of a page, `without` some elements around it."""
        run = runs(page)
        keep = _with_companions(page, selection.keep & ~page.is_inert, run)
        check("assembling")
        included = page.subtree_sum(keep) > 0
        included |= CELLS.mask(page.tag) & included[page.parent]
        if without is not None:
            included &= ~without
        rows = np.flatnonzero(included)
        before = np.zeros(len(page) + 1, np.int64)
        np.cumsum(included, out=before[1:])
        attributes = np.flatnonzero(included[page.attr_row])
        positions = before[page.attr_row[attributes]]
        names = page.attr_name[attributes]
        starts = page.attr_start[attributes].tolist()
        ends = page.attr_end[attributes].tolist()
        tags = page.tag[rows]
        parents = page.parent[rows]
        return cls(
            page=page,
            rows=rows.tolist(),
            tags=tags.tolist(),
            parents=np.where(included[parents] & (parents >= 0), before[parents], -1).tolist(),
            ends=before[page.end[rows]].tolist(),
            row_ends=page.end[rows].tolist(),
            runs=run[rows].tolist(),
            spaced=_spaces_before(page, keep, run)[rows].tolist(),
            texts=_texts(page, rows, tags),
            kinds=_kinds(page, names, positions, starts, ends),
            first_attribute=np.searchsorted(positions, np.arange(len(rows) + 1)).tolist(),
            attribute_names=names.tolist(),
            attribute_spans=list(zip(starts, ends, strict=True)),
        )

    def __len__(self) -> int:
        return len(self.rows)

    def attribute(self, position: int, name: str) -> str | None:
        """An attribute of the element at a position, None where it is absent."""
        number = self._name_numbers.get(name)
        if number is None:
            return None
        names = self.attribute_names
        for index in range(self.first_attribute[position], self.first_attribute[position + 1]):
            if names[index] == number:
                return self._value(index)
        return None

    def attributes(self, position: int) -> dict[str, str]:
        """All attributes of the element at a position."""
        names = self.page.attr_names
        first, last = self.first_attribute[position], self.first_attribute[position + 1]
        return {
            names[self.attribute_names[index]]: self._value(index) for index in range(first, last)
        }

    def with_attribute(self, name: str) -> list[tuple[int, str]]:
        """The positions of the elements that have an attribute, and its value on each."""
        number = self._name_numbers.get(name)
        indexes = [index for index, other in enumerate(self.attribute_names) if other == number]
        return [
            (bisect_right(self.first_attribute, index) - 1, self._value(index)) for index in indexes
        ]

    def name(self, position: int) -> str:
        """The tag of the element at a position, as in the markup."""
        return self.page.tag_names[self.tags[position]]

    def span(self, position: int) -> Rows:
        """The rows of the page that the element at a position covers."""
        return self.rows[position], self.row_ends[position]

    def text(self, position: int) -> str:
        """All kept text inside the element at a position."""
        return "".join(self.texts[position : self.ends[position]])

    def first_text(self, position: int) -> str:
        """The first text with ink inside the element at a position."""
        index = bisect_right(self._inked, position)
        if index == len(self._inked) or self._inked[index] >= self.ends[position]:
            return ""
        return self.texts[self._inked[index]]

    def ink(self, position: int) -> int:
        """How many characters of kept text, white space aside, an element holds, about."""
        return self._ink_before[self.ends[position]] - self._ink_before[position]

    def figures_only(self, position: int) -> bool:
        """Has an element no text but numbers, as the line numbers beside code?"""
        return not self._count(self._words_before, position)

    def structures(self, position: int) -> int:
        """How many paragraphs, lists, tables and the like are inside an element."""
        return self._count(self._structures_before, position)

    def lines(self, position: int) -> int:
        """How many things that end a line of code are inside an element."""
        return self._count(self._lines_before, position)

    def count(self, tag: int, position: int) -> int:
        """How many elements with a tag are inside an element."""
        return self._count(self.before(tag), position)

    def before(self, tag: int) -> list[int]:
        """For each position how many elements with a tag stand before it."""
        counts = self._tag_counts.get(tag)
        if counts is None:
            counts = self._tag_counts[tag] = _running(number == tag for number in self.tags)
        return counts

    def _value(self, index: int) -> str:
        start, end = self.attribute_spans[index]
        return self.page.attr_text[start:end].decode()

    def _count(self, before: list[int], position: int) -> int:
        return before[self.ends[position]] - before[position + 1]

    @lazy
    def prose(self) -> bool:
        """Is any of the kept text prose, and not the text of pictures and form controls?"""
        other = self.page.inside(NOT_PROSE.mask(self.page.tag))[self.rows].tolist()
        return any(
            text and not aside and has_ink(text)
            for text, aside in zip(self.texts, other, strict=True)
        )

    @lazy
    def _name_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.page.attr_names)}

    @lazy
    def _tag_counts(self) -> dict[int, list[int]]:
        return {}

    @lazy
    def _ink_before(self) -> list[int]:
        return _running(len("".join(text.split()).strip(INVISIBLE)) for text in self.texts)

    @lazy
    def _inked(self) -> list[int]:
        return [at for at, text in enumerate(self.texts) if text and has_ink(text)]

    @lazy
    def _words_before(self) -> list[int]:
        return _running(not _FIGURES.fullmatch(text) for text in self.texts)

    @lazy
    def _structures_before(self) -> list[int]:
        return _running(STRUCTURE.mask(np.array(self.tags, np.uint16)).tolist())

    @lazy
    def _lines_before(self) -> list[int]:
        lines = LINES.mask(np.array(self.tags, np.uint16)).tolist()
        for position, kind in self.kinds.items():
            lines[position] |= kind is Kind.CODE_LINE
        return _running(lines)


def has_ink(text: str) -> bool:
    """Does a reader see anything of a text?"""
    return bool(text.strip().strip(INVISIBLE).strip())


def _running(values: Iterable[int]) -> list[int]:
    return list(accumulate(values, initial=0))


def _with_companions(page: Page, keep: Bools, run: Runs) -> Bools:
    """The kept leaves and those that belong to them whatever an extractor says.

    White space and line breaks between two kept leaves of one block, the empty lines of kept code,
    the check box of a kept list item, formulas in scripts, and frames that have a fallback text.
    """
    rows = np.flatnonzero(keep)
    if not len(rows):
        return keep
    result = keep.copy()
    result |= (page.tag == Tag.INPUT) & (page.subtree_sum(keep) > 0)[page.parent]
    _keep_blanks_between(page, rows, run, result)
    _keep_raw_text(page, rows, result)
    return result


def _keep_blanks_between(page: Page, rows: NDArray[np.intp], run: Runs, keep: Bools) -> None:
    left_out = page.leaves & ~keep & ~page.is_inert
    left_out[: rows[0]] = False
    left_out[rows[-1] :] = False
    others = np.flatnonzero(left_out)
    if not len(others):
        return
    following = np.searchsorted(rows, others)
    previous, following = rows[following - 1], rows[following]
    in_code = page.inside(PREFORMATTED.mask(page.tag) | (page.tag == Tag.CODE))
    within = (BLANKS.mask(page.tag[others]) & (run[previous] == run[following])) | (
        EMPTY_LINES.mask(page.tag[others])
        & (in_code[previous] & in_code[others] & in_code[following])
    )
    for row in watched(others[within].tolist(), "assembling"):
        keep[row] = not has_ink(page.text_of(row))


def _keep_raw_text(page: Page, rows: NDArray[np.intp], keep: Bools) -> None:
    """Keep the text of formula scripts, of frames and of drawn formulas beside a kept leaf."""
    has_formulas = _FORMULA_TYPE in page.attr_text.lower()
    scripts = page.rows_with_tag(Tag.SCRIPT).tolist() if has_formulas else []
    frames = page.rows_with_tag(Tag.IFRAME)
    drawn = page.with_attribute("data-math")[0] if "data-math" in page.attr_names else frames[:0]
    owners = np.array(
        [row for row in scripts if is_formula_script(page, row)]
        + frames[~page.leaves[frames]].tolist()
        + drawn.tolist(),
        np.intp,
    )
    if not len(owners):
        return
    block = page.nearest_ancestor(BLOCK.mask(page.tag))[owners]
    index = np.searchsorted(rows, owners)
    previous = np.where(index > 0, rows[index - 1], -1)
    following = np.where(index < len(rows), rows[np.minimum(index, len(rows) - 1)], len(page))
    beside = (previous >= block) | (following < page.end[block])
    beside &= ~page.is_inert[page.parent[owners]]
    keep[page.end[owners[beside]] - 1] = True


def is_formula_script(page: Page, row: int) -> bool:
    """Is a script a formula in TeX, as MathJax reads it?"""
    kind = (page.attribute(row, "type") or "").strip().lower()
    return kind.encode().startswith(_FORMULA_TYPE)


def _spaces_before(page: Page, keep: Bools, run: Runs) -> Bools:
    """The kept texts that a reader sees apart from the kept text before them.

    Something that was left out between two texts sets them apart, too.
    """
    apart = implied_spaces(page, run)
    left_out = page.is_text & ~keep & ~page.is_inert & (page.text_end > page.text_start)
    if not left_out.any():
        return apart
    count = np.cumsum(apart | left_out)
    rows = np.flatnonzero(page.is_text & keep)
    result = np.zeros(len(page), bool)
    result[rows[1:]] = count[rows[1:]] > count[rows[:-1]]
    return result


def _texts(page: Page, rows: NDArray[np.intp], tags: NDArray[np.uint16]) -> list[str]:
    text = page.text
    texts = [""] * len(rows)
    positions = np.flatnonzero(tags == Tag.TEXT)
    own = rows[positions]
    starts, ends = page.text_start[own].tolist(), page.text_end[own].tolist()
    spans = list(zip(positions.tolist(), starts, ends, strict=True))
    for position, start, end in watched(spans, "assembling"):
        texts[position] = text[start:end].decode()
    return texts


def _kinds(
    page: Page,
    names: NDArray[np.uint16],
    positions: NDArray[np.int64],
    starts: list[int],
    ends: list[int],
) -> dict[int, Kind]:
    kinds: dict[int, Kind] = {}
    for name, reader in (("role", kind_of_role), ("class", kind_of_class)):
        if name not in page.attr_names:
            continue
        indexes = np.flatnonzero(names == page.attr_names.index(name)).tolist()
        for index in watched(indexes, "assembling"):
            kind = reader(page.attr_text[starts[index] : ends[index]])
            position = int(positions[index])
            if kind is not None and kinds.get(position, Kind.LAYOUT) is Kind.LAYOUT:
                kinds[position] = kind
    return kinds
