"""The blocks that say what a page states as its recipe, in JSON-LD.

>>> from dehusk import parse
>>> stated = '{"@type": "Recipe", "recipeIngredient": ["500 g flour", "Salt"]}'
>>> page = parse(
...     f'<script type="application/ld+json">{stated}</script>'
...     "<p>My bread<ul><li><b>500</b> g Flour<li>Salt</ul>"
... )
>>> recipe_blocks(page, Blocks.of(page)).tolist()
[False, True, True]

Ingredients read like anything but prose: a number, a word, a link. What the page itself tells machines
says which of its short lines are content, in any language. An ingredient may stand in several blocks, as
an amount and a name, and several steps may be stated as one text.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from dehusk.native.features import BlockTable
from dehusk.page import Bools, Page
from dehusk.page.loose_json import unescape
from dehusk.page.punctuation import letters_of
from dehusk.views.blocks import Blocks

MOSTLY = 0.8
"""So much of a block, by its letters, is part of what is stated."""

_INGREDIENTS = "recipeIngredient"
_STEPS = "recipeInstructions"
_PARTS = ("name", "text", "itemListElement")
"""What a step or a section of steps says, and holds."""

_SHORTEST = 2
"""A letter is said anywhere."""
_MOST_TIMES = 4
"""A recipe may stand on its page more than once: for the screen and for the printer."""
_MOST_TEXTS = 200
_MOST_LETTERS = 100_000
_MOST_VALUES = 20_000

_TAG = re.compile(r"<[^<>]*>")


def recipe_blocks(page: Page, table: BlockTable | Blocks) -> Bools | None:
    """The blocks of a page that say what it states as its recipe, None where it states none."""
    stated = _stated(page)
    if not stated:
        return None
    blocks = Blocks(page, table.block_of, table.first_row, table.end_row)
    own = [letters_of(blocks.text(number)) for number in range(len(blocks))]
    all_letters = "".join(own)[:_MOST_LETTERS]
    said = np.concatenate([[0], np.cumsum(_said(all_letters, stated))])
    ends = np.cumsum([0, *map(len, own)])
    found = np.diff(said[np.minimum(ends, len(all_letters))])
    mostly: Bools = (found > 0) & (found >= MOSTLY * np.diff(ends))
    known = set(stated)
    return mostly | np.array([text in known for text in own], np.bool_)


def _said(all_letters: str, stated: list[str]) -> Bools:
    """Which letters of a page are part of one of some texts."""
    changes = np.zeros(len(all_letters) + 1, np.intp)
    for text in stated:
        at = all_letters.find(text)
        for _ in range(_MOST_TIMES):
            if at < 0:
                break
            changes[at] += 1
            changes[at + len(text)] -= 1
            at = all_letters.find(text, at + len(text))
    said: Bools = np.cumsum(changes[:-1]) > 0
    return said


def _stated(page: Page) -> list[str]:
    """The letters of each ingredient and step of the longest recipe that a page states."""
    if not page.json_ld.says(_INGREDIENTS.encode()):
        return []
    recipes = [one for one in page.json_ld.objects if _INGREDIENTS in one]
    stated = [_texts([one[_INGREDIENTS], one.get(_STEPS)]) for one in recipes]
    return max(stated, key=len, default=[])


def _texts(parts: list[Any]) -> list[str]:
    """The letters of the lines in some values, in their order."""
    texts: list[str] = []
    queue, left = parts[::-1], _MOST_VALUES
    while queue and left and len(texts) < _MOST_TEXTS:
        value = queue.pop()
        left -= 1
        if isinstance(value, list):
            queue.extend(reversed(value))
        elif isinstance(value, dict):
            queue.extend(value[name] for name in reversed(_PARTS) if name in value)
        elif isinstance(value, str):
            lines = map(letters_of, _TAG.sub("\n", unescape(value)).splitlines())
            texts.extend(line for line in lines if len(line) >= _SHORTEST)
    return texts[:_MOST_TEXTS]
