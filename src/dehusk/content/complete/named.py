"""Products as wholes: the price below the name, and the specification."""

from __future__ import annotations

import re

import numpy as np

from dehusk.content.complete.cards import cards
from dehusk.content.complete.editor import Places, SelectionEditor, needs
from dehusk.page import Bools
from dehusk.page.tags import HEADINGS, Tag, TagSet

PRICE = "the price of a product that is content"
PRICE_OF_CARD = "the price below a title that is content"
SPECIFICATION = "the specification of a product that is content"

_TABLES = TagSet("table dl ul")
_ELSEWHERE = TagSet("li aside nav footer a select option")
_AMOUNT = re.compile(
    r"\d[\d.,\s]{0,12}\s?(?:[$€£¥₹₽₩₺₫₴zł]|kr|Kč|lei|Ft|USD|EUR|GBP|CHF)"
    r"|(?:[$€£¥₹₽₩₺₫₴]|US\$|USD|EUR|GBP|CHF|Rs\.?|R\$|kr\.?)\s?\d"
)
_LONGEST_PRICE = 40
_LONGEST_SIGN = 3
_MOST_OF_PRICES = 100
_MOST_PRICES = 20
FEW_LINKS = 0.3
_FEW_CARDS = 3


@needs()
def whole_products(editor: SelectionEditor) -> None:
    """Keep the price that stands between the name of a product and its description, and its
    specification."""
    price = _price(editor)
    if price < 0:
        return
    editor.add(_amounts(editor, _all_of(editor, price)), PRICE)
    after = lists_called(editor, "specification", _TABLES)
    editor.add_all(after[after > price], SPECIFICATION)


@needs(HEADINGS)
def priced_cards(editor: SelectionEditor) -> None:
    """Keep the prices below the linked titles of cards that are kept."""
    prices = editor.with_class("price")
    headings = editor.of_tags(HEADINGS)
    if not len(prices) or not len(headings):
        return
    prices = editor.outermost(prices)
    titles = headings[np.maximum(headings.searchsorted(prices) - 1, 0)]
    linked = editor.sum_in(editor.in_links & editor.keep, titles) > 0
    between = editor.sum_in(editor.visible_chars, titles, prices) - editor.chars_in(titles)
    near = (between <= _MOST_OF_PRICES) & (editor.chars_in(prices) <= _MOST_OF_PRICES)
    own = prices[(titles < prices) & linked & near].tolist()
    wanted = [place for place in own if any(map(str.isdigit, editor.text(place)))]
    if len(wanted) >= _FEW_CARDS:
        editor.add_all(np.array(wanted, np.intp), PRICE_OF_CARD)


def _all_of(editor: SelectionEditor, price: int) -> int:
    """The outermost element around a price that is called one: what it was, and what it is."""
    named = editor.with_class("price")
    around = named[(named <= price) & (editor.end[named] > price)]
    return int(around[editor.chars_in(around) <= _MOST_OF_PRICES].min(initial=price))


def lists_called(editor: SelectionEditor, group: str, tags: TagSet) -> Places:
    """The lists that have one of some names or stand in an element that has, without menus."""
    named = editor.with_class(group)
    if not len(named):
        return named
    lists = editor.of_tags(tags)
    items = named[editor.tag[named] == int(Tag.LI)]
    is_called = editor.inside(named)[lists]
    if len(items) > 1:
        holds_items = np.zeros(len(editor), bool)
        holds_items[items] = True
        is_called |= editor.sum_in(holds_items, lists) > 1
    lists = lists[is_called]
    if not len(lists):
        return lists
    linked = editor.visible_chars * editor.in_links
    few = editor.sum_in(linked, lists) <= FEW_LINKS * editor.chars_in(lists)
    chosen: Places = lists[few]
    return chosen


def _amounts(editor: SelectionEditor, price: int) -> Bools:
    """The texts of a price that are no words for screen readers, such as "regular price"."""
    amounts = np.zeros(len(editor), bool)
    for place in range(price, editor.end.item(price)):
        text = editor.text(place) if editor.visible_chars[place] else ""
        amounts[place] = any(map(str.isdigit, text)) or 0 < len(text) <= _LONGEST_SIGN
    return amounts


def _price(editor: SelectionEditor) -> int:
    """The first price after the title and before the first paragraph that is kept, -1 for none."""
    if not len(editor.with_class("price")):
        return -1
    title, prose = editor.head()
    named = editor.with_class("price", title + 1, prose)
    if not len(named):
        return -1
    visible_chars = editor.chars_in(named)
    elsewhere = editor.inside(editor.of_tags(_ELSEWHERE))[named]
    short = (visible_chars > 0) & (visible_chars <= _LONGEST_PRICE)
    candidates = named[short & ~elsewhere][:_MOST_PRICES].tolist()
    amounts = [place for place in candidates if _AMOUNT.search(editor.text(place))]
    return amounts[0] if amounts and not _are_of_cards(editor, amounts, title, prose) else -1


def _are_of_cards(editor: SelectionEditor, prices: list[int], title: int, prose: int) -> bool:
    """Whether prices stand each behind another card, and the first behind one too."""
    before = cards(editor, title, prose).searchsorted(prices).tolist()
    return before[0] > 0 and len(set(before)) >= _FEW_CARDS
