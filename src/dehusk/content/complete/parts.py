"""Lists, code and quotations: what is kept in large part is kept whole."""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import Draft
from dehusk.page.tags import Tag

LIST_COMPLETED = "the rest of a list that is content"
LIST_ANNOUNCED = "a list that the content announces"
LIST_DROPPED = "a list of which little is content"
CODE_COMPLETED = "the rest of code that is content"
QUOTE_COMPLETED = "the rest of a quotation that is content"

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
    lists, kept, total = draft.partly_kept("list")
    if not len(lists):
        return
    linked, is_followed, longest = draft.survey.about_lists(draft.keep, lists)
    leads_away = linked > _MOSTLY_LINKS * (total - kept)
    enough = (kept >= _MOST * total) | ((kept >= _HALF * total) & is_followed)
    little = (kept < _LITTLE * total) & (longest < _LONG_ITEM)
    draft.add(draft.inside(lists[enough & ~leads_away]), LIST_COMPLETED)
    draft.drop(draft.inside(lists[little]), LIST_DROPPED)


def announced_lists(draft: Draft) -> None:
    """Keep lists that a kept text announces, where kept text follows.

    The menu is what follows "the menu is:".
    """
    lists = draft.look.lists
    if not len(lists):
        return
    inked = draft.ink > 0
    before, after = draft.kept_around(lists, inked)
    lists = lists[before & after]
    if not len(lists):
        return
    nested = draft.tag[draft.parent(lists)] == int(Tag.LI)
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
    code, kept, total = draft.partly_kept("preformatted")
    if len(code):
        draft.add(draft.inside(code[kept >= _LITTLE * total]), CODE_COMPLETED)


def whole_quotes(draft: Draft) -> None:
    """Keep all of each quotation that is kept in large part, with its source."""
    quotes, kept, total = draft.partly_kept("quote")
    if len(quotes):
        draft.add(draft.inside(quotes[kept >= _HALF * total]), QUOTE_COMPLETED)
