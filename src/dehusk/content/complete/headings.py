"""No heading without content: one whose section was dropped says nothing."""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import Draft
from dehusk.page import Bools, Counts

DROPPED = "a heading with nothing below it"

_LONGEST = 200
"""Characters beyond which a heading is a paragraph that only looks like one."""


def no_empty_headings(draft: Draft) -> None:
    """Drop the headings of whose section nothing is kept.

    A section lasts up to the next heading of the same or a higher level. A heading that another
    follows at once, as a title its subtitle, has the other's content.
    """
    if not draft.look.empty_headings:
        return
    headings, kept, total = draft.survey.sections(draft.keep)
    short = draft.ink_in(headings) <= _LONGEST
    empty = headings[_are_empty(kept, total) & short]
    if len(empty):
        draft.drop(draft.inside(empty), DROPPED)


def _are_empty(kept: Counts, total: Counts) -> Bools:
    empty: list[bool] = (kept == 0).tolist()
    totals = total.tolist()
    following = True
    for number in range(len(empty) - 1, -1, -1):
        if empty[number] and not totals[number]:
            empty[number] = following
        following = empty[number]
    return np.array(empty, bool)
