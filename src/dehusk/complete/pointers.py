"""Pointers to other articles between the paragraphs of one: *Read also: a headline elsewhere*.

They are told by form and repetition, in any language: a few words that end as labels do, then one link
as long as a headline and nothing more; and another one that begins with the same words, most of them
beside a paragraph. Where they are a good part of the text, they are what the page is about.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from dehusk.complete.draft import LABELLESS, Counts, Draft, Places
from dehusk.page import Bools
from dehusk.tags import TagSet

POINTER = "a pointer to another article"

_LINKS = TagSet("a")
_LEAST_HEADLINE, _MOST_HEADLINE = 25, 120
_LONGEST_LABEL = 40
_ENDS_OF_LABELS = ":：|>»›–—"
_LEAST_PARAGRAPH = 100
_MOST = 0.1


def no_pointers(draft: Draft) -> None:
    """Drop paragraphs that begin alike and are links to other articles."""
    linked = draft.inside(draft.of_tags(_LINKS))
    headline = linked & (draft.ink >= _LEAST_HEADLINE) & (draft.ink <= _MOST_HEADLINE)
    if np.count_nonzero(headline & draft.keep) < 2:
        return
    texts = np.flatnonzero(draft.keep & (draft.ink > 0))
    block = np.cumsum(np.diff(draft.holder[texts], prepend=-2) != 0) - 1
    first = np.flatnonzero(np.diff(block, prepend=-1))
    ink = np.bincount(block, draft.ink[texts])
    rest = np.bincount(block, np.where(headline[texts], 0, draft.ink[texts]))
    has_form = (np.bincount(block, headline[texts]) == 1) & ~linked[texts[first]]
    has_form &= rest - draft.ink[texts[first]] <= 1
    has_form &= ~draft.inside(draft.of_tags(LABELLESS))[texts[first]]
    groups = _that_begin_alike(draft, np.flatnonzero(has_form), texts, first)
    beside = _is_beside_a_paragraph(ink)
    pointers = [block for own in groups if 2 * beside[own].sum() >= len(own) for block in own]
    if pointers and ink[pointers].sum() <= _MOST * ink.sum():
        draft.drop(draft.inside(texts[np.isin(block, pointers)]), POINTER)


def _is_beside_a_paragraph(ink: Counts) -> Bools:
    padded = np.concatenate([[0], ink, [0]])
    beside: Bools = np.maximum(padded[:-2], padded[2:]) >= _LEAST_PARAGRAPH
    return beside


def _that_begin_alike(
    draft: Draft, blocks: Places, texts: Places, first: Places
) -> list[list[int]]:
    """The groups of blocks whose first text is one and the same label, the next one no address."""
    said: dict[str, list[int]] = defaultdict(list)
    for block, at in zip(blocks.tolist(), first[blocks].tolist(), strict=True):
        if draft.ink[texts[at]] <= _LONGEST_LABEL and "://" not in draft.text(int(texts[at + 1])):
            said[draft.text(int(texts[at]))].append(block)
    return [own for label, own in said.items() if len(own) > 1 and label[-1] in _ENDS_OF_LABELS]
