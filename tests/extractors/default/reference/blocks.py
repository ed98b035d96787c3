"""Where runs of text begin, their blocks, and the spaces that readers see between them: in NumPy.

`dehusk.native.scan` is held against this.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, PICTURES, PREFORMATTED, SEPARATING_INLINE, Tag
from dehusk.views.blocks import Blocks
from tests.extractors.default.reference.visible import VisibleText, inert, leaves


def blocks(page: Page) -> Blocks:
    """The blocks of a page."""
    seen = VisibleText.of(page).ink()
    run = runs(page, seen)
    inked_rows = np.flatnonzero(seen > 0)
    inked_runs, first = np.unique(run[inked_rows], return_index=True)
    last = np.append(first[1:], len(inked_rows))[: len(first)] - 1
    block_of_run = np.full(int(run.max(initial=0)) + 1, -1, np.int32)
    block_of_run[inked_runs] = np.arange(len(inked_runs))
    block_of = np.where(leaves(page) & ~inert(page), block_of_run[run], -1)
    return Blocks(
        page,
        block_of.astype(np.int32),
        inked_rows[first].astype(np.int32),
        (inked_rows[last] + 1).astype(np.int32),
    )


def implied_spaces(page: Page) -> Bools:
    """The text rows before which a reader sees a space that the source does not have.

    `<span>3 May</span><time>10:00</time>` are two words although nothing stands between them, while
    `<b>w</b>ord` is one. The rule: between two texts an inline element that designers set apart
    (`SEPARATING_INLINE`) ends and another element starts with no text in between, or a picture or
    block boundary lies there, or an empty element called `br`, or a sentence ends and another begins. Preformatted text is left alone.
    """
    rows = np.flatnonzero(page.is_text & ~inert(page))
    implied = np.zeros(len(page), bool)
    before, after = rows[:-1], rows[1:]
    nearest = page.nearest_ancestor(SEPARATING_INLINE.mask(page.tag))
    one_ends = page.end[page.parent[before]] <= after
    other_starts = page.parent[after] > before
    set_apart = page.end[nearest[before]] <= after
    set_apart = np.where(nearest[before] >= 0, set_apart, False) | (nearest[after] > before)
    pictures = np.cumsum(PICTURES.mask(page.tag) | (page.tag == Tag.BR))
    run = runs(page, VisibleText.of(page).ink())
    apart = (
        (one_ends & other_starts & set_apart)
        | (pictures[after] > pictures[before])
        | (run[after] != run[before])
    )
    breaks = np.cumsum(_called_breaks(page))
    apart |= (breaks[after] > breaks[before]) | _sentences(page, before, after)
    preformatted = page.inside(PREFORMATTED.mask(page.tag))[after]
    implied[after[apart & ~preformatted]] = True
    return implied


def _called_breaks(page: Page) -> Bools:
    """The empty elements that designers set apart and that one attribute calls `br`."""
    called = np.zeros(len(page), bool)
    for name in page.attr_names:
        rows, values = page.with_attribute(name)
        called[[row for row, value in zip(rows, values, strict=True) if value == "br"]] = True
    return called & page.leaves & SEPARATING_INLINE.mask(page.tag)


def _sentences(page: Page, before: NDArray[np.intp], after: NDArray[np.intp]) -> Bools:
    """Whether a sentence ends with a text and one begins with the next, in another element."""
    ends = [_ENDS.search(page.text_of(row)) is not None for row in before]
    starts = [_STARTS.match(page.text_of(row)) is not None for row in after]
    return (
        np.array(ends, bool) & np.array(starts, bool) & (page.parent[before] != page.parent[after])
    )


_ENDS, _STARTS = re.compile(r"[a-z][a-z][.!?]\Z"), re.compile("[A-Z][a-z]")


def runs(page: Page, seen: NDArray[np.int64]) -> NDArray[np.int64]:
    """A number for each row that grows at every block boundary: rows of one number are one run.
    `seen` is how much ink each row has."""
    boundary = np.zeros(len(page) + 1, np.int8)
    blocks = np.flatnonzero(BLOCK.mask(page.tag))
    boundary[blocks] = 1
    boundary[page.end[blocks]] = 1
    boundary[_second_breaks(page, seen)] = 1
    return np.cumsum(boundary[:-1], dtype=np.int64)


def _second_breaks(page: Page, seen: NDArray[np.int64]) -> NDArray[np.intp]:
    """The `br` rows that follow another with no visible text in between."""
    breaks = np.flatnonzero(page.tag == Tag.BR)
    if len(breaks) < 2:
        return breaks[:0]
    inked = np.cumsum(seen > 0)
    follows = np.flatnonzero(inked[breaks[1:]] == inked[breaks[:-1]])
    return breaks[follows + 1]
