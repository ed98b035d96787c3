"""Lists, code and quotations: what is kept in large part is kept whole."""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import LISTS, Counts, Draft, Places
from dehusk.page.tags import Tag, TagSet

LIST_COMPLETED = "the rest of a list that is content"
LIST_ANNOUNCED = "a list that the content announces"
LIST_DROPPED = "a list of which little is content"
CODE_COMPLETED = "the rest of code that is content"
QUOTE_COMPLETED = "the rest of a quotation that is content"

_CODE = TagSet("pre listing xmp")
_QUOTES = TagSet("blockquote")
_LINKS = TagSet("a")
_LITTLE = 0.25
_HALF = 0.5
_MOST = 0.75
_MOSTLY_LINKS = 0.7
_LONG_ITEM = 100
_ANNOUNCEMENT = 25
_COLONS = (":", "：")


def whole_lists(draft: Draft) -> None:
    """Keep all of each list that is kept in large part, unless the rest leads elsewhere.

    Of the others nothing is kept where what is kept is little and short: one of six items.
    """
    lists, kept, total = draft.partly_kept(LISTS)
    if not len(lists):
        return
    linked = draft.inside(draft.of_tags(_LINKS)) & ~draft.keep
    leads_away = draft.sum_below(np.where(linked, draft.ink, 0))[lists] > _MOSTLY_LINKS * (
        total - kept
    )
    _, followed = draft.kept_around(lists, draft.ink > 0)
    enough = (kept >= _MOST * total) | ((kept >= _HALF * total) & followed)
    little = (kept < _LITTLE * total) & (_longest_kept(draft, lists) < _LONG_ITEM)
    draft.add(draft.inside(lists[enough & ~leads_away]), LIST_COMPLETED)
    draft.drop(draft.inside(lists[little]), LIST_DROPPED)


def announced_lists(draft: Draft) -> None:
    """Keep lists that a kept text announces, where kept text follows.

    The menu is what follows "the menu is:".
    """
    look = draft.first_look
    lists = draft.of_tags(LISTS) if look is None else look.lists
    if not len(lists):
        return
    inked = draft.ink > 0
    before, after = draft.kept_around(lists, inked)
    lists = lists[before & after]
    if not len(lists):
        return
    nested = draft.tag[draft.parent(lists)] == Tag.LI
    rows = np.flatnonzero(inked)
    texts = rows[np.searchsorted(rows, lists) - 1]
    announced = [
        _announces(draft.text(text), is_item)
        for is_item, text in zip(nested.tolist(), texts.tolist(), strict=True)
    ]
    draft.add(draft.inside(lists[np.array(announced, bool)]), LIST_ANNOUNCED)


def _announces(text: str, is_item: bool) -> bool:
    """Does a text announce a list? In an item it needs fewer words for that."""
    return text.endswith(_COLONS) and (is_item or len(text) >= _ANNOUNCEMENT)


def whole_code(draft: Draft) -> None:
    """Keep all of each piece of code that is kept in part."""
    code, kept, total = draft.partly_kept(_CODE)
    if len(code):
        draft.add(draft.inside(code[kept >= _LITTLE * total]), CODE_COMPLETED)


def whole_quotes(draft: Draft) -> None:
    """Keep all of each quotation that is kept in large part, with its source."""
    quotes, kept, total = draft.partly_kept(_QUOTES)
    if len(quotes):
        draft.add(draft.inside(quotes[kept >= _HALF * total]), QUOTE_COMPLETED)


def _longest_kept(draft: Draft, places: Places) -> Counts:
    """For each element the ink of the longest text that is kept in it."""
    kept = np.append(np.where(draft.keep, draft.ink, 0), 0)
    bounds = np.stack([places, draft.end[places]], axis=1).ravel()
    longest: Counts = np.maximum.reduceat(kept, bounds)[::2]
    return longest
