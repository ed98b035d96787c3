"""Verse: stanzas are short lines parted by line breaks, and a poem has all of them.

A method that drops what it has seen before drops the refrain.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import STANZAS, Draft, Places
from dehusk.native.survey import FEWEST_BREAKS, FEWEST_STANZAS, LONGEST_VERSE
from dehusk.page.tags import BLOCK, Tag

COMPLETED = "the rest of a poem that is content"

_HALF = 0.5


def whole_verse(draft: Draft) -> None:
    """Keep all stanzas of each poem of which at least half is kept."""
    if not draft.look.verse:
        return
    stanzas = _stanzas(draft)
    total = draft.ink_in(stanzas)
    kept = draft.sum_in(np.where(draft.keep, draft.ink, 0), stanzas)
    poem = np.maximum(draft.parent(stanzas), -1) + 1  # 0 where that is outside of the window
    kept_of, total_of = np.bincount(poem, kept), np.bincount(poem, total)
    many = np.bincount(poem)[poem] >= FEWEST_STANZAS
    mostly = (kept_of >= _HALF * total_of)[poem]
    draft.add(draft.inside(stanzas[many & mostly & (kept < total)]), COMPLETED)


def _stanzas(draft: Draft) -> Places:
    """The elements with several short lines and nothing else."""
    places = draft.of_tags(STANZAS)
    breaks = draft.sum_in(draft.tag == int(Tag.BR), places)
    ink = draft.ink_in(places)
    blocks = draft.sum_in(BLOCK.mask(draft.tag), places)
    short = ink <= LONGEST_VERSE * (breaks + 1)
    stanzas: Places = places[(breaks >= FEWEST_BREAKS) & (ink > 0) & short & (blocks == 1)]
    return stanzas
