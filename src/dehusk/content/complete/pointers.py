"""Pointers to other articles between the paragraphs of one: *Read also: a headline elsewhere*.

They are told by form and repetition, in any language: a few words that end as labels do, then one link
as long as a headline and nothing more; and another one that begins with the same words, most of them
beside a paragraph. Where they are a good part of the text, they are what the page is about.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from dehusk.content.complete.draft import LABELLESS, Draft

POINTER = "a pointer to another article"

_ENDS_OF_LABELS = ":：|>»›–—"
_LEAST_PARAGRAPH = 100
_MOST = 0.1


class _Block(NamedTuple):
    """A label and a headline: the first text, the next one and the last, all ink, and the most ink
    that a block beside it has."""

    first: int
    second: int
    last: int
    ink: int
    beside: int


def no_pointers(draft: Draft) -> None:
    """Drop paragraphs that begin alike and are links to other articles."""
    if not draft.look.pointers:
        return
    found, total = draft.survey.pointers(draft.keep)
    groups = _that_begin_alike(draft, [_Block(*block) for block in found])
    pointers = [block for own in groups if _are_beside_paragraphs(own) for block in own]
    if pointers and sum(block.ink for block in pointers) <= _MOST * total:
        mask = np.zeros(len(draft), bool)
        for block in pointers:
            texts = slice(block.first, block.last + 1)
            mask[texts] = draft.ink[texts] > 0
        draft.drop(mask & ~draft.inside(draft.of_tags(LABELLESS)), POINTER)


def _are_beside_paragraphs(blocks: list[_Block]) -> bool:
    return 2 * sum(block.beside >= _LEAST_PARAGRAPH for block in blocks) >= len(blocks)


def _that_begin_alike(draft: Draft, blocks: list[_Block]) -> list[list[_Block]]:
    """The groups of blocks whose first text is one and the same label, the next one no address."""
    said: dict[str, list[_Block]] = defaultdict(list)
    for block in blocks:
        if "://" not in draft.text(block.second):
            said[draft.text(block.first)].append(block)
    return [own for label, own in said.items() if len(own) > 1 and label[-1] in _ENDS_OF_LABELS]
