"""Verse: stanzas are short lines parted by line breaks, and a poem has all of them.

A method that drops what it has seen before drops the refrain.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import Draft, Places
from dehusk.page.tags import BLOCK, Tag, TagSet

COMPLETED = "the rest of a poem that is content"

_HOLDERS = TagSet("p div blockquote section")
_FEWEST_STANZAS = 3
_FEWEST_BREAKS = 2
_LONGEST_LINE = 60
_HALF = 0.5


def whole_verse(draft: Draft) -> None:
    """Keep all stanzas of each poem of which at least half is kept."""
    stanzas = _stanzas(draft)
    if len(stanzas) < _FEWEST_STANZAS:
        return
    total = draft.sum_below(draft.ink)[stanzas]
    kept = draft.sum_below(np.where(draft.keep, draft.ink, 0))[stanzas]
    poem = np.maximum(draft.parent(stanzas), -1) + 1  # 0 where that is outside of the window
    kept_of, total_of = np.bincount(poem, kept), np.bincount(poem, total)
    many = np.bincount(poem)[poem] >= _FEWEST_STANZAS
    mostly = (kept_of >= _HALF * total_of)[poem]
    draft.add(draft.inside(stanzas[many & mostly & (kept < total)]), COMPLETED)


def _stanzas(draft: Draft) -> Places:
    """The elements with several short lines and nothing else."""
    is_break = draft.tag == Tag.BR
    if int(is_break.sum()) < 2 * _FEWEST_BREAKS:
        return np.zeros(0, np.intp)
    places = draft.of_tags(_HOLDERS)
    breaks = draft.sum_below(is_break)[places]
    ink = draft.sum_below(draft.ink)[places]
    blocks = draft.sum_below(BLOCK.mask(draft.tag))[places]
    short = ink <= _LONGEST_LINE * (breaks + 1)
    stanzas: Places = places[(breaks >= _FEWEST_BREAKS) & (ink > 0) & short & (blocks == 1)]
    return stanzas
