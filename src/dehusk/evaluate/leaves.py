"""The tokens of a page, each with the leaf it stands in.

>>> from dehusk import parse
>>> page = parse("<p>w<b>or</b>d <i>two</i></p>")
>>> found = LeafTokens.of(page)
>>> found.tokens
['word', 'two']
>>> found.counts[page.leaves].tolist()
[0, 1, 1, 1, 1]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dehusk.evaluate.tokens import fold, token_spans
from dehusk.page import Bools, Ints, Page, freeze
from dehusk.views.blocks import implied_spaces

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, eq=False)
class LeafTokens:
    """The tokens of a page's visible text in document order.

    A word may run through several leaves (`<b>w</b>ord`): `first` and `last` are the rows that a
    token starts and ends in. `counts` says for each row of the page how many tokens touch it, 0 for
    rows that are no text.
    """

    tokens: list[str]
    first: Ints
    last: Ints
    rows: NDArray[np.intp]
    counts: NDArray[np.int64]

    def __post_init__(self) -> None:
        freeze(self)

    @classmethod
    def of(cls, page: Page) -> LeafTokens:
        """The tokens of a page; the last pages asked for are remembered."""
        return _leaf_tokens(page)

    def touched(self, chosen: Bools) -> NDArray[np.int64]:
        """For each row how many of the chosen tokens touch it."""
        return _touches(self.first[chosen], self.last[chosen], len(self.counts), self.rows)


@lru_cache(maxsize=2)
def _leaf_tokens(page: Page) -> LeafTokens:
    rows = np.flatnonzero(page.is_text & ~page.is_inert)
    spaces = np.cumsum(implied_spaces(page))[rows]
    pieces = [_SPACES.sub(" ", fold(page.text_of(row))) for row in rows.tolist()]
    ends = np.cumsum([len(piece) for piece in pieces], dtype=np.int64)
    found = list(_spans(pieces, np.flatnonzero(np.diff(spaces, prepend=0)).tolist()))
    starts = np.array([start for start, _ in found], np.int64)
    lengths = np.array([len(token) for _, token in found], np.int64)
    first = rows[np.searchsorted(ends, starts, side="right")].astype(np.int32)
    last = rows[np.searchsorted(ends, starts + lengths - 1, side="right")].astype(np.int32)
    return LeafTokens(
        tokens=[token for _, token in found],
        first=first,
        last=last,
        rows=rows,
        counts=_touches(first, last, len(page), rows),
    )


def _spans(pieces: list[str], breaks: list[int]) -> Iterator[tuple[int, str]]:
    """The tokens of texts that follow one another, each with its place.

    A token may run from one piece into the next, but not into a piece whose number is in `breaks`.
    """
    offset = 0
    for first, last in pairwise([0, *breaks, len(pieces)]):
        joined = "".join(pieces[first:last])
        for match in token_spans(joined):
            yield offset + match.start(), match.group()
        offset += len(joined)


def _touches(first: Ints, last: Ints, count: int, rows: NDArray[np.intp]) -> NDArray[np.int64]:
    """For each row among `rows` how many spans from `first` to `last` it is in."""
    change = np.zeros(count + 1, np.int64)
    np.add.at(change, first, 1)
    np.subtract.at(change, last + 1, 1)
    touched = np.zeros(count, np.int64)
    touched[rows] = np.cumsum(change)[:-1][rows]
    return touched
