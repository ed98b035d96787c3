"""Recipes as wholes: ingredients and steps, and what their card says of time, yield and nutrition."""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.editor import NO_PLACES, Places, SelectionEditor, needs
from dehusk.content.complete.named import FEW_LINKS, lists_called
from dehusk.page import Bools
from dehusk.page.tags import TagSet

INGREDIENTS = "the ingredients or steps of a recipe that is content"
FACTS = "what the card of a recipe says besides"

_ANY_RECIPE = b"ngredient"
"""Without its first letter, which is a capital one in some names."""
_LISTS = TagSet("ul ol")
_FEWEST = 3
_MOST_INK = 500
_LABEL = 20
_LEVELS = 3
_RECIPE = "recipe"
_PAGES = TagSet("body article main")


@needs()
def whole_recipes(editor: SelectionEditor) -> None:
    """Keep all ingredients and steps where some are kept, and the facts beside them.

    What is called an ingredient and stands in no list is kept with its likes.
    """
    if _ANY_RECIPE not in editor.page.attr_text:
        return
    parts = lists_called(editor, "recipe", _LISTS)
    if not np.count_nonzero(editor.kept_in(parts)):
        parts = _lines_of_ingredients(editor)
    if len(parts):
        editor.add_all(parts, INGREDIENTS)
        editor.add_all(_facts(editor, _card(editor, parts)), FACTS)


def _lines_of_ingredients(editor: SelectionEditor) -> Places:
    """The element around ingredients that are each in a line of their own: the one with the most."""
    named = editor.with_class("ingredient")
    named = named[(editor.chars_in(named) > 0) & (editor.sum_in(editor.in_links, named) == 0)]
    if len(named) < _FEWEST or not np.count_nonzero(editor.keep):
        return NO_PLACES
    around = editor.parent(editor.block[named])
    found, counts = np.unique(around[around >= 0], return_counts=True)
    few = _have_few_links(editor, found) & (counts >= _FEWEST)
    return found[few][counts[few].argmax() :][:1] if few.any() else NO_PLACES


def _card(editor: SelectionEditor, parts: Places) -> int:
    """The element around some parts of a recipe that is called so, 0 where it leaves the window."""
    card, last = int(parts[0]), int(editor.end[parts].max())
    while card > 0 and editor.end[card] < last:
        card = editor.above(card)
    around = max(card, 0)
    for _ in range(_LEVELS):
        around = max(editor.above(around), 0)
        if not around or editor.tag.item(around) in _PAGES:
            break
        if _RECIPE in editor.make(around)[1].lower():
            card = around
    return max(card, 0)


def _facts(editor: SelectionEditor, card: int) -> Places:
    """The short elements of a card that are called times, yield or nutrition, with their labels."""
    facts = editor.with_class("recipe fact", card, int(editor.end[card]))
    chars = editor.chars_in(facts)
    facts = facts[(chars > 0) & (chars <= _MOST_INK) & _have_few_links(editor, facts)]
    for _ in range(_LEVELS):
        above = np.maximum(editor.parent(facts), 0)
        labelled = editor.chars_in(above) <= editor.chars_in(facts) + _LABEL
        facts = np.unique(np.where(labelled & (above > card), above, facts))
    return facts


def _have_few_links(editor: SelectionEditor, places: Places) -> Bools:
    linked = editor.sum_in(editor.visible_chars * editor.in_links, places)
    few: Bools = linked <= FEW_LINKS * editor.chars_in(places)
    return few
