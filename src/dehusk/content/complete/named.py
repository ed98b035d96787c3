"""Wholes that the markup names: recipes and products."""

from __future__ import annotations

import re

import numpy as np

from dehusk.content.complete.draft import Draft, Places
from dehusk.page import Bools
from dehusk.page.tags import Tag, TagSet

INGREDIENTS = "the ingredients or steps of a recipe that is content"
PRICE = "the price of a product that is content"
SPECIFICATION = "the specification of a product that is content"

_ANY_RECIPE = b"ngredient"
"""Without its first letter, which is a capital one in some names."""
_LISTS = TagSet("ul ol")
_TABLES = TagSet("table dl ul")
_ELSEWHERE = TagSet("li aside nav footer a select option")
_LINKS = TagSet("a")
_AMOUNT = re.compile(
    r"\d[\d.,\s]{0,12}\s?(?:[$€£¥₹₽₩₺₫₴zł]|kr|Kč|lei|Ft|USD|EUR|GBP|CHF)"
    r"|(?:[$€£¥₹₽₩₺₫₴]|US\$|USD|EUR|GBP|CHF|Rs\.?|R\$|kr\.?)\s?\d"
)
_LONGEST_PRICE = 40
_LONGEST_SIGN = 3
_MOST_PRICES = 20
_FEW_LINKS = 0.3


def whole_recipes(draft: Draft) -> None:
    """Keep all lists of ingredients and steps where one of them is kept."""
    if not draft.survey.has("list"):
        return
    lists = _lists_called(draft, "recipe", _LISTS)
    if not len(lists):
        return
    if not np.count_nonzero(draft.kept_in(lists)) or _ANY_RECIPE not in draft.page.attr_text:
        return
    draft.add(draft.inside(lists), INGREDIENTS)


def whole_products(draft: Draft) -> None:
    """Keep the price that stands between the name of a product and its description, and its
    specification."""
    price = _price(draft)
    if price < 0:
        return
    if not draft.keep[price : draft.end[price]].any():
        draft.add(_amounts(draft, price), PRICE)
    after = _lists_called(draft, "specification", _TABLES)
    draft.add(draft.inside(after[after > price]), SPECIFICATION)


def _lists_called(draft: Draft, group: str, tags: TagSet) -> Places:
    """The lists that have one of some names or stand in an element that has, without menus."""
    named = draft.called(group)
    if not len(named):
        return named
    lists = draft.of_tags(tags)
    items = named[draft.tag[named] == int(Tag.LI)]
    is_called = draft.inside(named)[lists]
    if len(items) > 1:
        holds_items = np.zeros(len(draft), bool)
        holds_items[items] = True
        is_called |= draft.sum_in(holds_items, lists) > 1
    lists = lists[is_called]
    if not len(lists):
        return lists
    linked = np.where(draft.inside(draft.of_tags(_LINKS)), draft.ink, 0)
    few = draft.sum_in(linked, lists) <= _FEW_LINKS * draft.ink_in(lists)
    chosen: Places = lists[few]
    return chosen


def _amounts(draft: Draft, price: int) -> Bools:
    """The texts of a price that are no words for screen readers, such as "regular price"."""
    amounts = np.zeros(len(draft), bool)
    for place in range(price, draft.end.item(price)):
        text = draft.text(place) if draft.ink[place] else ""
        amounts[place] = any(map(str.isdigit, text)) or 0 < len(text) <= _LONGEST_SIGN
    return amounts


def _price(draft: Draft) -> int:
    """The first price after the title and before the first paragraph that is kept, -1 for none."""
    if not len(draft.called("price")):
        return -1
    title, prose, _ = draft.survey.head(draft.keep)
    named = draft.called("price", title + 1, prose)
    if not len(named):
        return -1
    ink = draft.ink_in(named)
    elsewhere = draft.inside(draft.of_tags(_ELSEWHERE))[named]
    short = (ink > 0) & (ink <= _LONGEST_PRICE)
    for place in named[short & ~elsewhere][:_MOST_PRICES].tolist():
        if _AMOUNT.search(draft.text(place)):
            return int(place)
    return -1
