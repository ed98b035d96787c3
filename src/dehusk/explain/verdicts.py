"""What became of each text block of a page, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from dehusk.budget import watched
from dehusk.evaluate.tokens import tokens
from dehusk.lazy import lazy
from dehusk.page import Ints, Page
from dehusk.page.tags import BLOCK, PREFORMATTED, Tag
from dehusk.selection import Selection
from dehusk.views.blocks import Blocks, implied_spaces
from dehusk.views.text_counts import visible_chars

_SPACES = re.compile(r"\s+")
_ADDRESSES = ("src", "data-src", "srcset")
_LONGEST = 200


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
    """The decision about one block, or about a picture.

    `row` is its first row in the page, `tag` the block element around it, `xpath` where it stands,
    `source` its bytes in the source, None where they are not known. `score` is the highest of its
    texts' scores, None for a picture, `reasons` are theirs without repetition.
    """

    runs: tuple[Run, ...]
    tag: str
    xpath: str
    source: tuple[int, int] | None
    score: float | None
    reasons: tuple[str, ...]
    row: int = -1
    is_preformatted: bool = False
    is_picture: bool = False

    @property
    def state(self) -> str:
        """`"kept"`, `"dropped"` or `"partly"`."""
        if len(self.runs) > 1:
            return "partly"
        return "kept" if self.runs[0].kept else "dropped"

    @lazy
    def words(self) -> int:
        """How many words the block has; a picture has none."""
        return 0 if self.is_picture else sum(run.words for run in self.runs)

    @lazy
    def words_kept(self) -> int:
        """How many of them were kept."""
        return 0 if self.is_picture else sum(run.words for run in self.runs if run.kept)


def verdicts(blocks: Blocks, selection: Selection) -> list[Verdict]:
    """A verdict on each block of a page, in document order.

    >>> from dehusk import parse
    >>> page = parse("<h1>Tea</h1><p>Boil water.</p>")
    >>> [verdict.state for verdict in verdicts(Blocks.of(page), Selection.nothing(page, "No."))]
    ['dropped', 'dropped']
    """
    page, texts = blocks.page, BlockTexts(blocks)
    element = page.nearest_ancestor(BLOCK.mask(page.tag))[blocks.first_row]
    tags = page.tag[element].tolist()
    addresses = _addresses(blocks, element).tolist()
    scores = selection.score.tolist()
    decided = zip(texts.runs_of_all(selection), texts.reasons_of_all(selection), strict=True)
    return [
        Verdict(
            runs=runs,
            tag=page.tag_names[tags[number]],
            xpath=page.xpath(addresses[number]),
            source=page.source_span(addresses[number]),
            score=max([scores[row] for row in texts.rows[number]]),
            reasons=reasons,
            row=int(blocks.first_row[number]),
            is_preformatted=texts.is_preformatted[number],
        )
        for number, (runs, reasons) in enumerate(decided)
    ]


def picture_verdicts(page: Page, selection: Selection) -> list[Verdict]:
    """A verdict on each picture of a page, with what stands for it: its description or its address.

    >>> from dehusk import parse
    >>> page = parse("<img src=/pot.jpg alt='A pot'><img src=/cup.jpg>")
    >>> [one.runs[0].text for one in picture_verdicts(page, Selection.nothing(page, "No."))]
    ['A pot', '/cup.jpg']
    """
    return [
        Verdict(
            runs=(Run(_description(page, row), bool(selection.keep[row])),),
            tag=page.tag_name(row),
            xpath=page.xpath(row),
            source=page.source_span(row),
            score=None,
            reasons=(selection.reason_of(row),),
            row=row,
            is_picture=True,
        )
        for row in watched(page.rows_with_tag(Tag.IMG).tolist(), "explaining")
        if _description(page, row)
    ]


def _description(page: Page, row: int) -> str:
    told = (page.attribute(row, name) or "" for name in ("alt", "title", *_ADDRESSES))
    return next((text for one in told if (text := _SPACES.sub(" ", one).strip())), "")[:_LONGEST]


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


class BlockTexts:
    """The texts of each block of a page, for decisions to be shown on; made once for all of them.

    `rows` are the text rows of each block.
    """

    def __init__(self, blocks: Blocks) -> None:
        page = blocks.page
        self._blocks = blocks
        is_inked = visible_chars(page) > 0
        self._inked: list[bool] = is_inked.tolist()
        self._spaces: list[bool] = implied_spaces(page).tolist()
        self._inked_rows = np.flatnonzero(is_inked & page.is_text & (blocks.block_of >= 0))
        self.rows: list[list[int]] = _text_rows(blocks)
        preformatted = page.inside(PREFORMATTED.mask(page.tag))
        self.is_preformatted: list[bool] = preformatted[blocks.first_row].tolist()

    def states(self, selection: Selection) -> list[str]:
        """`"kept"`, `"dropped"` or `"partly"` for each block."""
        block_of = self._blocks.block_of[self._inked_rows]
        count = np.bincount(block_of, minlength=len(self._blocks))
        kept = np.bincount(block_of[selection.keep[self._inked_rows]], minlength=len(self._blocks))
        states = np.where(kept == count, "kept", np.where(kept == 0, "dropped", "partly"))
        return list(states.tolist())

    def text(self, number: int) -> str:
        """The text of a block."""
        pieces = [self._piece(row) for row in self.rows[number]]
        return self._trimmed(number, ["".join(pieces)])[0]

    def runs(self, number: int, selection: Selection) -> tuple[Run, ...]:
        """The texts of a block joined, a run for each change between kept and dropped."""
        decided = groupby(self._with_decision(number, selection), key=lambda piece: piece[1])
        joined = [("".join([text for text, _ in pieces]), kept) for kept, pieces in decided]
        texts = self._trimmed(number, [text for text, _ in joined])
        return tuple(Run(text, kept) for text, (_, kept) in zip(texts, joined, strict=True))

    def runs_of_all(self, selection: Selection) -> Iterator[tuple[Run, ...]]:
        """`runs` for each block."""
        for number, state in enumerate(watched(self.states(selection), "explaining")):
            if state == "partly":
                yield self.runs(number, selection)
            else:
                yield (Run(self.text(number), state == "kept"),)

    def reasons_of_all(self, selection: Selection) -> Iterator[tuple[str, ...]]:
        """Why, without repetition, for each block."""
        codes: list[int] = selection.reason.tolist()
        for rows in self.rows:
            found = dict.fromkeys([codes[row] for row in rows if self._inked[row]])
            yield tuple(dict.fromkeys([selection.reasons[code] for code in found]))

    def _piece(self, row: int) -> str:
        text = self._blocks.page.text_of(row)
        return " " + text if self._spaces[row] else text

    def _trimmed(self, number: int, texts: list[str]) -> list[str]:
        """Texts with white space collapsed, but for code, and none at the ends of the block."""
        is_code = self.is_preformatted[number]
        if not is_code:
            texts = [_SPACES.sub(" ", text) for text in texts]
        edges = "\n" if is_code else " "
        texts[0] = texts[0].lstrip(edges)
        texts[-1] = texts[-1].rstrip(edges)
        return texts

    def _with_decision(self, number: int, selection: Selection) -> Iterator[tuple[str, bool]]:
        """Each text and whether it is kept; white space goes the way of the text before it."""
        rows = self.rows[number]
        kept = bool(selection.keep[next(row for row in rows if self._inked[row])])
        for row in rows:
            if self._inked[row]:
                kept = bool(selection.keep[row])
            yield self._piece(row), kept


def _text_rows(blocks: Blocks) -> list[list[int]]:
    """For each block the rows of its texts."""
    found: list[list[int]] = [[] for _ in range(len(blocks))]
    rows = np.flatnonzero(blocks.page.is_text & (blocks.block_of >= 0))
    places = list(zip(rows.tolist(), blocks.block_of[rows].tolist(), strict=True))
    for row, block in watched(places, "explaining"):
        found[block].append(row)
    return found
