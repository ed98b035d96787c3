"""Verse: stanzas are short lines parted by line breaks, and a poem has all of them.

A method that drops what it has seen before drops the refrain.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.editor import Places, SelectionEditor, needs
from dehusk.page import Bools
from dehusk.page.tags import BLOCK, Tag, TagSet

COMPLETED = "the rest of a poem that is content"

_STANZAS = TagSet("p div blockquote section")
_LONGEST_VERSE = 60
_FEWEST_BREAKS = 2
_FEWEST_STANZAS = 3
_HALF = 0.5


@needs(TagSet("br"))
def whole_verse(editor: SelectionEditor) -> None:
    """Keep all stanzas of each poem of which at least half is kept."""
    is_break = editor.tag == int(Tag.BR)
    if np.count_nonzero(is_break) < _FEWEST_STANZAS * _FEWEST_BREAKS:
        return
    stanzas = _stanzas(editor, is_break)
    if len(stanzas) < _FEWEST_STANZAS:
        return
    total, kept = editor.chars_in(stanzas), editor.kept_chars_in(stanzas)
    poem = np.maximum(editor.parent(stanzas), -1) + 1  # 0 where that is outside of the window
    kept_of, total_of = np.bincount(poem, kept), np.bincount(poem, total)
    many = np.bincount(poem)[poem] >= _FEWEST_STANZAS
    mostly = (kept_of >= _HALF * total_of)[poem]
    editor.add_all(stanzas[many & mostly & (kept < total)], COMPLETED)


def _stanzas(editor: SelectionEditor, is_break: Bools) -> Places:
    """The elements with several short lines and nothing else."""
    places = editor.of_tags(_STANZAS)
    breaks = editor.sum_in(is_break, places)
    places, breaks = places[breaks >= _FEWEST_BREAKS], breaks[breaks >= _FEWEST_BREAKS]
    visible_chars = editor.chars_in(places)
    blocks = editor.sum_in(BLOCK.mask(editor.tag), places)
    short = visible_chars <= _LONGEST_VERSE * (breaks + 1)
    stanzas: Places = places[(visible_chars > 0) & short & (blocks == 1)]
    return stanzas
