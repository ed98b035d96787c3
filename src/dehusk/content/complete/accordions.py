"""Buttons: the question of an accordion goes with its answer, what else stands on buttons goes.

A button that says that it opens something (`aria-expanded`, `aria-controls`) is the heading of what
follows it: kept where that is kept, and dropped where it is not, as in a menu. One beside the words of
a heading copies a link.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import Draft, Places
from dehusk.page.tags import HEADINGS, Tag

OPENS = "a button that opens what is kept"
OPENS_NOTHING = "a button that opens nothing that is kept"
BESIDE_HEADING = "a button beside the words of a heading"

_LEVELS = 4
"""How many elements may be around the button alone: `div > h3 > span > button`."""


def whole_accordions(draft: Draft) -> None:
    """Keep the buttons that open what is kept, and no others that open anything."""
    buttons = np.flatnonzero(draft.tag == int(Tag.BUTTON))
    if not len(buttons):
        return
    tools = _beside_headings(draft, buttons)
    draft.drop(draft.inside(tools), BESIDE_HEADING)
    openers = [one for one in buttons[draft.ink_in(buttons) > 0].tolist() if _opens(draft, one)]
    if openers:
        places = np.array(openers, np.intp)
        panels = np.array([_panel(draft, one) for one in openers], np.intp)
        ink = draft.ink_in(panels)
        kept = draft.sum_in(np.where(draft.keep, draft.ink, 0), panels)
        is_kept = (panels > 0) & (ink > 0) & (2 * kept >= ink)
        draft.add_control(draft.inside(places[is_kept]), OPENS)
        draft.drop(draft.inside(places[~is_kept]), OPENS_NOTHING)


def _beside_headings(draft: Draft, buttons: Places) -> Places:
    """The buttons in headings that have other words."""
    headings = draft.of_tags(HEADINGS)
    if not len(headings):
        return headings
    own = headings[np.searchsorted(headings, buttons) - 1]
    inside = (own < buttons) & (buttons < draft.end[own])
    return buttons[inside & (draft.ink_in(own) > draft.ink_in(buttons))]


def _opens(draft: Draft, button: int) -> bool:
    return any(
        draft.survey.attribute(button, name) is not None
        for name in ("aria-expanded", "aria-controls")
    )


def _panel(draft: Draft, button: int) -> int:
    """What follows the button or the elements around it alone, 0 where nothing does."""
    around = button
    for _ in range(_LEVELS):
        above, following = draft.above(around), int(draft.end[around])
        if following < min(draft.page.end.item(above + draft.start) - draft.start, len(draft)):
            return following
        if above < 0 or len(set(draft.ink_in(np.array([above, button])).tolist())) > 1:
            return 0
        around = above
    return 0
