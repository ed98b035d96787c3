"""Lists, code and quotations: what is kept in large part is kept whole."""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.editor import (
    LISTS,
    PREFORMATTED,
    QUOTES,
    SelectionEditor,
    needs,
)
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


@needs(LISTS, partly_kept=True)
def whole_lists(editor: SelectionEditor) -> None:
    """Keep all of each list that is kept in large part, unless the rest leads elsewhere and the others
    do not.

    Of the others nothing is kept where what is kept is little and short: one of six items.
    """
    lists, kept, total = editor.partly_kept(LISTS)
    dropped = editor.visible_chars * ~editor.keep
    linked = editor.sum_in(dropped * editor.in_links, lists)
    leads_away = linked > _MOSTLY_LINKS * (total - kept)
    own_links = editor.sum_in(editor.kept_chars * editor.in_links, lists)
    leads_away &= (kept < _MOST * total) | (own_links < _HALF * kept)
    _, is_followed = editor.kept_around(lists, editor.texts)
    enough = (kept >= _MOST * total) | ((kept >= _HALF * total) & is_followed)
    long_items = editor.sum_in(editor.keep & (editor.visible_chars >= _LONG_ITEM), lists)
    little = (kept < _LITTLE * total) & (long_items == 0)
    editor.add_all(lists[enough & ~leads_away], LIST_COMPLETED)
    editor.drop_all(lists[little], LIST_DROPPED)


@needs(LISTS)
def announced_lists(editor: SelectionEditor) -> None:
    """Keep lists that a kept text announces, where kept text follows.

    The menu is what follows "the menu is:".
    """
    lists = editor.of_tags(LISTS)
    before, after = editor.kept_around(lists, editor.texts)
    lists = lists[before & after]
    texts = editor.texts[editor.texts.searchsorted(lists) - 1]
    announced = [
        place
        for place, text in zip(lists.tolist(), texts.tolist(), strict=True)
        if _announces(editor, editor.text(text), place)
    ]
    if announced:
        editor.add_all(np.array(announced), LIST_ANNOUNCED)


def _announces(editor: SelectionEditor, text: str, place: int) -> bool:
    """Does a text announce a list? In an item it needs fewer words for that."""
    if not text.endswith(_COLONS):
        return False
    above = editor.page.parent.item(place + editor.start)
    return len(text) >= _ANNOUNCEMENT or editor.page.tag.item(above) == int(Tag.LI)


@needs(PREFORMATTED, partly_kept=True)
def whole_code(editor: SelectionEditor) -> None:
    """Keep all of each piece of code that is kept in part."""
    code, kept, total = editor.partly_kept(PREFORMATTED)
    editor.add_all(code[kept >= _LITTLE * total], CODE_COMPLETED)


@needs(QUOTES, partly_kept=True)
def whole_quotes(editor: SelectionEditor) -> None:
    """Keep all of each quotation that is kept in large part, with its source."""
    quotes, kept, total = editor.partly_kept(QUOTES)
    editor.add_all(quotes[kept >= _HALF * total], QUOTE_COMPLETED)
