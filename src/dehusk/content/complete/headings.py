"""No heading without content: one whose section was dropped says nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dehusk.content.complete.draft import Counts, Draft, Places
from dehusk.page import Bools
from dehusk.page.tags import HEADINGS, TagSet

DROPPED = "a heading with nothing below it"

_WORDLESS = TagSet("img svg canvas video audio iframe embed object math")
"""What can be the content below a heading without a word in it."""

_LONGEST = 200
"""Characters beyond which a heading is a paragraph that only looks like one."""


def no_empty_headings(draft: Draft) -> None:
    """Drop the headings of whose section nothing is kept.

    A section lasts up to the next heading of the same or a higher level. A heading that another
    follows at once, as a title its subtitle, has the other's content.
    """
    look = draft.first_look
    if look is not None and not look.empty_headings:
        return
    everywhere = draft.of_tags(HEADINGS)
    headings = everywhere[draft.kept_in(everywhere) > 0]
    if not len(headings):
        return
    outside = ~draft.inside(everywhere)
    starts, ends = draft.end[headings], _section_ends(draft.tag[headings], headings, len(draft))
    wordless = draft.inside(draft.of_tags(_WORDLESS))
    kept = _between(draft.keep & outside & (wordless | (draft.ink > 0)), starts, ends)
    total = _between(outside & (draft.ink > 0), starts, ends)
    short = draft.ink_in(headings) <= _LONGEST
    draft.drop(draft.inside(headings[_are_empty(kept, total) & short]), DROPPED)


def _section_ends(levels: NDArray[np.uint16], headings: Places, end: int) -> Places:
    """For each heading the place of the next one of the same or a higher level."""
    ends = np.full(len(headings), end)
    unfinished: list[int] = []
    for number, level in enumerate(levels.tolist()):
        while unfinished and levels[unfinished[-1]] >= level:
            ends[unfinished.pop()] = headings[number]
        unfinished.append(number)
    return ends


def _between(mask: Bools, starts: NDArray[np.int32], ends: Places) -> Counts:
    sums = np.concatenate([[0], np.cumsum(mask)])
    between: Counts = sums[ends] - sums[starts]
    return between


def _are_empty(kept: Counts, total: Counts) -> Bools:
    empty: Bools = kept == 0
    following = True
    for number in range(len(empty) - 1, -1, -1):
        if empty[number] and not total[number]:
            empty[number] = following
        following = bool(empty[number])
    return empty
