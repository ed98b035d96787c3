"""What became of each text block of a page, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from dehusk.blocks import Blocks, implied_spaces
from dehusk.evaluate.tokens import tokens
from dehusk.lazy import lazy
from dehusk.page import Ints, Page
from dehusk.selection import Selection
from dehusk.tags import BLOCK, PREFORMATTED
from dehusk.visible import ink

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class Run:
    """A piece of a block's text that was kept or dropped as a whole."""

    text: str
    kept: bool

    @lazy
    def words(self) -> int:
        """How many words it has, as the metrics count them."""
        return len(tokens(self.text))


@dataclass(frozen=True)
class Verdict:
    """The decision about one block.

    `tag` is the block element around it, `xpath` where it stands, `source` its bytes in the source,
    None where they are not known. `score` is the highest of its
    texts' scores, `reasons` are theirs without repetition.
    """

    runs: tuple[Run, ...]
    tag: str
    xpath: str
    source: tuple[int, int] | None
    score: float
    reasons: tuple[str, ...]
    is_preformatted: bool = False

    @property
    def state(self) -> str:
        """`"kept"`, `"dropped"` or `"partly"`."""
        if len(self.runs) > 1:
            return "partly"
        return "kept" if self.runs[0].kept else "dropped"

    @lazy
    def words(self) -> int:
        """How many words the block has."""
        return sum(run.words for run in self.runs)

    @lazy
    def words_kept(self) -> int:
        """How many of them were kept."""
        return sum(run.words for run in self.runs if run.kept)


def verdicts(blocks: Blocks, selection: Selection) -> list[Verdict]:
    """A verdict on each block of a page, in document order.

    >>> from dehusk import parse
    >>> page = parse("<h1>Tea</h1><p>Boil water.</p>")
    >>> [verdict.state for verdict in verdicts(Blocks.of(page), Selection.nothing(page, "No."))]
    ['dropped', 'dropped']
    """
    page = blocks.page
    element = page.nearest_ancestor(BLOCK.mask(page.tag))[blocks.first_row]
    address = _addresses(blocks, element)
    preformatted = page.inside(PREFORMATTED.mask(page.tag))[blocks.first_row]
    texts = _Texts(page, selection)
    return [
        Verdict(
            runs=texts.runs(rows, keep_space=bool(preformatted[number])),
            tag=page.tag_name(int(element[number])),
            xpath=page.xpath(int(address[number])),
            source=page.source_span(int(address[number])),
            score=float(selection.score[rows].max()),
            reasons=texts.reasons(rows),
            is_preformatted=bool(preformatted[number]),
        )
        for number, rows in enumerate(_text_rows(blocks))
    ]


def embedded_verdicts(page: Page, selection: Selection) -> list[Verdict]:
    """A verdict on each block of the text that a page embeds as data: kept, and in its script."""
    embedded = selection.embedded
    if embedded is None:
        return []
    whole = Selection.of_subtrees(embedded.page, [0], reason=selection.reason_of(embedded.row))
    xpath, source = page.xpath(embedded.row), page.source_span(embedded.row)
    return [
        replace(verdict, xpath=xpath, source=source)
        for verdict in verdicts(Blocks.of(embedded.page), whole)
    ]


def _addresses(blocks: Blocks, element: Ints) -> Ints:
    """The row that stands for each block: its element, or its first text if others share that."""
    inside = np.searchsorted(blocks.first_row, blocks.page.end[element]) - np.searchsorted(
        blocks.first_row, element
    )
    return np.where(inside == 1, element, blocks.first_row)


def _text_rows(blocks: Blocks) -> Iterator[list[int]]:
    """For each block the rows of its texts."""
    rows = np.flatnonzero(blocks.page.is_text & (blocks.block_of >= 0))
    for _, group in groupby(rows.tolist(), key=blocks.block_of.tolist().__getitem__):
        yield list(group)


class _Texts:
    """The texts of a page, with what was decided about each."""

    def __init__(self, page: Page, selection: Selection) -> None:
        self._page = page
        self._selection = selection
        self._ink = ink(page)
        self._spaces = implied_spaces(page)

    def runs(self, rows: list[int], *, keep_space: bool) -> tuple[Run, ...]:
        """The texts joined, a run for each change between kept and dropped."""
        decided = groupby(self._with_decision(rows), key=lambda piece: piece[1])
        joined = [("".join(text for text, _ in pieces), kept) for kept, pieces in decided]
        if not keep_space:
            joined = [(_SPACES.sub(" ", text), kept) for text, kept in joined]
        edges = "\n" if keep_space else " "
        joined[0] = (joined[0][0].lstrip(edges), joined[0][1])
        joined[-1] = (joined[-1][0].rstrip(edges), joined[-1][1])
        return tuple(Run(text, kept) for text, kept in joined)

    def reasons(self, rows: list[int]) -> tuple[str, ...]:
        """Why, without repetition."""
        inked = [row for row in rows if self._ink[row]]
        return tuple(dict.fromkeys(self._selection.reason_of(row) for row in inked))

    def _with_decision(self, rows: list[int]) -> Iterator[tuple[str, bool]]:
        """Each text and whether it is kept; white space goes the way of the text before it."""
        first = next(row for row in rows if self._ink[row])
        kept = bool(self._selection.keep[first])
        for row in rows:
            if self._ink[row]:
                kept = bool(self._selection.keep[row])
            space = " " if self._spaces[row] else ""
            yield space + self._page.text_of(row), kept
