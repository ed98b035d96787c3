"""Pointers to other articles between the paragraphs of one: *Read also: a headline elsewhere*.

They are told by form and repetition, in any language: a few words that end as labels do, then one link
as long as a headline and nothing more; and another one that begins with the same words, most of them
beside a paragraph. Where they are a good part of the text, they are what the page is about.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.content.complete.draft import LABELLESS, Draft, Places
from dehusk.native.survey import LEAST_HEADLINE, LONGEST_LABEL, MOST_HEADLINE
from dehusk.page import Bools
from dehusk.page.tags import Tag

POINTER = "a pointer to another article"

_ENDS_OF_LABELS = ":：|>»›–—"
_LEAST_PARAGRAPH = 100
_MOST = 0.1


def no_pointers(draft: Draft) -> None:
    """Drop paragraphs that begin alike and are links to other articles."""
    if not draft.look.pointers:
        return
    texts = np.flatnonzero(draft.keep)
    texts = texts[draft.ink[texts] > 0]
    ink = draft.ink[texts]
    headline = (ink >= LEAST_HEADLINE) & (ink <= MOST_HEADLINE)
    headline[headline] = _are_linked(draft, texts[headline])
    block = np.cumsum(np.diff(draft.holder[texts], prepend=-2) != 0) - 1
    first = np.flatnonzero(np.diff(block, prepend=-1))
    rest = np.bincount(block, np.where(headline, 0, ink)) - ink[first]
    has_form = (np.bincount(block, headline) == 1) & (rest >= 0) & (rest <= 1)
    has_form[has_form] = ~_are_linked(draft, texts[first[has_form]])
    groups = _that_begin_alike(draft, np.flatnonzero(has_form), texts, first)
    whole = np.bincount(block, ink)
    beside = _is_beside_a_paragraph(whole)
    pointers = [block for own in groups if 2 * beside[own].sum() >= len(own) for block in own]
    if pointers and whole[pointers].sum() <= _MOST * whole.sum():
        mask = draft.inside(texts[np.isin(block, pointers)])
        draft.drop(mask & ~draft.inside(draft.of_tags(LABELLESS)), POINTER)


def _are_linked(draft: Draft, places: Places) -> Bools:
    """Whether the element that a text stands in is a link, or the one around that."""
    above = draft.page.parent[places + draft.start]
    tag, parent = draft.page.tag, draft.page.parent
    linked: Bools = (tag[above] == Tag.A) | (tag[parent[above]] == Tag.A)
    return linked


def _is_beside_a_paragraph(ink: NDArray[Any]) -> Bools:
    padded = np.concatenate([[0], ink, [0]])
    beside: Bools = np.maximum(padded[:-2], padded[2:]) >= _LEAST_PARAGRAPH
    return beside


def _that_begin_alike(
    draft: Draft, blocks: Places, texts: Places, first: Places
) -> list[list[int]]:
    """The groups of blocks whose first text is one and the same label, the next one no address."""
    said: dict[str, list[int]] = defaultdict(list)
    for block, at in zip(blocks.tolist(), first[blocks].tolist(), strict=True):
        if draft.ink[texts[at]] <= LONGEST_LABEL and "://" not in draft.text(int(texts[at + 1])):
            said[draft.text(int(texts[at]))].append(block)
    return [own for label, own in said.items() if len(own) > 1 and label[-1] in _ENDS_OF_LABELS]
