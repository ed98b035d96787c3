"""Decisions about the leaves of a page as JSON-ready objects: a method's, and a person's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.document import Document
from dehusk.evaluate.tokens import tokens
from dehusk.page import Bools, Page
from dehusk.page.tags import HEADINGS
from dehusk.selection import Selection
from dehusk.serve.annotated_html import shown_leaves
from dehusk.serve.fields import BadRequest
from dehusk.views.blocks import Blocks, implied_spaces

PARTS = ("title", "navigation")
"""What a person can name beside the content, as the annotators of Jung et al. 2022 did."""
NO_PARTS: Mapping[str, Sequence[int]] = MappingProxyType({})
PERSON = "a person"
"""The method of a document whose rows somebody chose."""


def decisions(document: Document) -> dict[str, Any]:
    """What became of every leaf that a reader could see, and why.

    >>> import dehusk
    >>> told = decisions(dehusk.extract("<nav>Home</nav><p>Bread needs flour, water and salt.</p>"))
    >>> told["leaves"], told["kept"]
    ([4, 6], [0, 1])
    >>> told["words"], told["words_kept"]
    (7, 6)

    `leaves` are rows of the page; `kept`, `why` (a number into `reasons`), `score`, `block` and
    `leaf_words` have one entry for each.
    """
    page, selection = document.page, document.whole
    rows = np.flatnonzero(shown_leaves(page))
    words = _words(page, rows)
    kept = page.subtree_sum(selection.keep)[rows] > 0
    # A picture may have parts: the last of its rows is a leaf, as texts are.
    codes, why = np.unique(selection.reason[page.end[rows] - 1], return_inverse=True)
    return {
        "url": page.url,
        "title": document.title,
        "method": document.method,
        "confidence": document.confidence,
        "reason": document.reason,
        "page_type": document.page_type,
        "page_rows": len(page),
        "title_rows": title_rows(document),
        "rendered": page.layout is not None,
        "embedded": selection.embedded is not None,
        "words": int(words.sum()),
        "words_kept": int(words[kept].sum()),
        "leaves": rows.tolist(),
        "leaf_words": words.tolist(),
        "kept": kept.astype(int).tolist(),
        "why": why.tolist(),
        "reasons": [selection.reasons[code] for code in codes.tolist()],
        "score": [_finite(score) for score in selection.score[rows].tolist()],
        "block": Blocks.of(page).block_of[rows].tolist(),
    }


def title_rows(document: Document) -> list[int]:
    """The leaves of the heading that says the title, where the document has it in front anyway.

    >>> import dehusk
    >>> html = "<title>Tea</title><h1>Tea</h1><article><p>Boil water, and wait.</p></article>"
    >>> title_rows(dehusk.extract(html, method="semantic"))
    [6]
    """
    page, title = document.page, " ".join((document.title or "").split())
    for row in np.flatnonzero(HEADINGS.mask(page.tag)).tolist():
        if title and " ".join(page.text_of(row).split()) == title:
            inside = page.subtree(row)
            leaves = page.leaves[inside] & ~document.whole.keep[inside]
            return (row + np.flatnonzero(leaves)).tolist()
    return []


def label(
    page: Page, kept: Sequence[int], parts: Mapping[str, Sequence[int]] = NO_PARTS
) -> dict[str, Any]:
    """What a person says is the content of a page, as the fields of a line of gold.

    >>> from dehusk import parse
    >>> label(parse("<nav>Home</nav><p>Tea needs <b>water</b>.</p>"), [6, 8, 9])["text"]
    'Tea needs water.'

    `kept` are rows; those of elements stand for all that is in them. `text` has a line a block, `rows`
    are the leaves that are kept, of `page_rows`. `parts` are the leaves of the title and of the
    navigation, where a person named them; `title` says the words of the title.
    """
    keep = person_selection(page, kept).keep
    told: dict[str, Any] = {
        "text": kept_text(page, keep),
        "rows": np.flatnonzero(keep).tolist(),
        "page_rows": len(page),
    }
    named = {name: _part(page, name, rows) for name, rows in parts.items()}
    if any(leaves.any() for leaves in named.values()):
        told["parts"] = {name: np.flatnonzero(leaves).tolist() for name, leaves in named.items()}
    if "title" in named and (words := kept_text(page, named["title"])):
        told["title"] = " ".join(words.split())
    return told


def _part(page: Page, name: str, rows: Sequence[int]) -> Bools:
    """The leaves of a part. Raises `BadRequest` for one that there is not."""
    if name not in PARTS:
        raise BadRequest(f"There is no part {name!r:.40}; there are {', '.join(PARTS)}.")
    if not isinstance(rows, list | tuple) or not all(type(row) is int for row in rows):
        raise BadRequest(f"The rows of {name} are a list of whole numbers.")
    return person_selection(page, rows).keep


def person_selection(page: Page, kept: Sequence[int]) -> Selection:
    """What a person keeps of a page, by its rows. Raises `BadRequest` for rows that it lacks."""
    if any(not 0 <= row < len(page) for row in kept):
        raise BadRequest(f"rows are numbers from 0 to {len(page) - 1}, the rows of the page.")
    if not kept:
        return Selection.nothing(page, "A person says that the page has no content.")
    return Selection.of_subtrees(page, kept, reason="a person keeps it")


def kept_text(page: Page, keep: NDArray[np.bool_]) -> str:
    """The text of the leaves that are kept, a line a block."""
    block_of = Blocks.of(page).block_of
    rows = np.flatnonzero(keep & page.is_text & (block_of >= 0))
    spaces = implied_spaces(page).tolist()
    lines: list[str] = []
    for _, group in groupby(rows.tolist(), key=block_of.tolist().__getitem__):
        pieces = [f" {page.text_of(row)}" if spaces[row] else page.text_of(row) for row in group]
        lines.append(" ".join("".join(pieces).split()))
    return "\n".join(line for line in lines if line)


def _words(page: Page, rows: NDArray[np.intp]) -> NDArray[np.int64]:
    texts = page.is_text.tolist()
    counts = [len(tokens(page.text_of(row))) if texts[row] else 0 for row in rows.tolist()]
    return np.array(counts, np.int64)


def _finite(score: float) -> float | None:
    return round(score, 4) if np.isfinite(score) else None
