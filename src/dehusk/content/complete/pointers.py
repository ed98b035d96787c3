"""Pointers to other articles between the paragraphs of one: *Read also: a headline elsewhere*.

They are told by form and repetition, in any language: a few words that end as labels do, then one link
as long as a headline and nothing more; and another one that begins with the same words, most of them
beside a paragraph. Where they are a good part of the text, they are what the page is about.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from dehusk.content.complete.editor import LABELLESS, LINKS, SelectionEditor, needs
from dehusk.content.complete.labels import LONGEST_LABEL
from dehusk.page import Bools, Counts
from dehusk.page.tags import Tag

POINTER = "a pointer to another article"

_ENDS_OF_LABELS = ":：|>»›–—"
_SHORTEST_HEADLINE = 25
_LONGEST_HEADLINE = 120
_LEAST_PARAGRAPH = 100
_MOST = 0.1


class _Block(NamedTuple):
    """A label and a headline: the first text, the next one and the last, all ink, and the most ink
    that a block beside it has."""

    first: int
    second: int
    last: int
    chars: int
    beside: int


@needs(LINKS, kept=True)
def no_pointers(editor: SelectionEditor) -> None:
    """Drop paragraphs that begin alike and are links to other articles."""
    groups = _that_begin_alike(editor, _labelled_headlines(editor))
    pointers = [block for own in groups if _are_beside_paragraphs(own) for block in own]
    if pointers and sum(block.chars for block in pointers) <= _MOST * editor.kept_chars.sum():
        mask = np.zeros(len(editor), bool)
        for block in pointers:
            texts = slice(block.first, block.last + 1)
            mask[texts] = editor.visible_chars[texts] > 0
        editor.drop(mask & ~editor.inside(editor.of_tags(LABELLESS)), POINTER)


def _labelled_headlines(editor: SelectionEditor) -> list[_Block]:
    """The blocks that are a short text without a link and then one headline with a link."""
    texts, linked = editor.kept_texts, editor.kept_texts_in(LINKS)
    headlines = linked[_has_length(editor.visible_chars[linked])]
    if len(headlines) < 2:
        return []
    before = texts[texts.searchsorted(headlines) - 1]
    if np.count_nonzero(editor.block[before] == editor.block[headlines]) < 2:
        return []
    chars = editor.visible_chars[texts]
    above = editor.page.parent[texts + editor.start]
    is_link = editor.page.tag[above] == int(Tag.A)
    # A text in an element in a link: the root has nobody above, and is no link.
    is_link |= editor.page.tag[np.maximum(editor.page.parent[above], 0)] == int(Tag.A)
    is_headline = is_link & _has_length(chars)
    holders = editor.block[texts]
    firsts = np.flatnonzero(np.append(True, holders[1:] != holders[:-1]))
    lasts = np.append(firsts[1:], len(texts)) - 1
    whole = np.add.reduceat(chars, firsts)
    headlines = np.add.reduceat(is_headline, firsts, dtype=np.intp)
    rest = whole - np.add.reduceat(np.where(is_headline, chars, 0), firsts) - chars[firsts]
    fits = (headlines == 1) & ~is_link[firsts] & (chars[firsts] <= LONGEST_LABEL) & (rest <= 1)
    padded = np.concatenate([[0], whole, [0]])
    beside = np.maximum(padded[:-2], padded[2:])
    return [
        _Block(
            texts.item(firsts[block]),
            texts.item(firsts[block] + 1),
            texts.item(lasts[block]),
            whole.item(block),
            beside.item(block),
        )
        for block in np.flatnonzero(fits).tolist()
    ]


def _has_length(chars: Counts) -> Bools:
    """Which texts are as long as headlines are."""
    long_enough: Bools = (chars >= _SHORTEST_HEADLINE) & (chars <= _LONGEST_HEADLINE)
    return long_enough


def _are_beside_paragraphs(blocks: list[_Block]) -> bool:
    return 2 * sum(block.beside >= _LEAST_PARAGRAPH for block in blocks) >= len(blocks)


def _that_begin_alike(editor: SelectionEditor, blocks: list[_Block]) -> list[list[_Block]]:
    """The groups of blocks whose first text is one and the same label, the next one no address."""
    said: dict[str, list[_Block]] = defaultdict(list)
    for block in blocks:
        if "://" not in editor.text(block.second):
            said[editor.text(block.first)].append(block)
    return [own for label, own in said.items() if len(own) > 1 and label[-1] in _ENDS_OF_LABELS]
