"""What each part of a page is there for: main text, title, byline, menu, comment …

>>> menu = "<ul>" + "<li><a href=x>Section</a></li>" * 9 + "</ul>"
>>> text = "<h1>Tea</h1>" + "<p>Boil water, then wait for a while, and drink it.</p>" * 9
>>> parts = roles(menu + text)
>>> parts[0].role, parts[-1].role
('menu', 'main')

The further classes that Kim et al. 2013 wish for. Every text block gets the most probable of `ROLES`.
Nobody labelled the blocks that this was learned from: they stand in elements that say what they are, by
a class name, an id or an ARIA role. The forest that judges does not see such names, so that it can tell
the same where nothing is named. See docs/roles.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dehusk.errors import ModelError
from dehusk.extractors.default.features import NAMES, block_features, hints, scored, structured_data
from dehusk.extractors.forest import Forest, load_model
from dehusk.page import Page
from dehusk.page.parse import parse
from dehusk.reprs import short_repr
from dehusk.views.roles import ROLES

COLUMNS = tuple(
    name
    for name in NAMES
    if name not in {**hints.MEANINGS, **scored.MEANINGS, **structured_data.MEANINGS}
)
"""What the forest learns from: nothing that depends on how an element is called."""


@dataclass(frozen=True)
class Part:
    """A text block and its role, with how probable that is, between 0 and 1."""

    role: str
    probability: float
    text: str
    xpath: str

    __repr__ = short_repr


def roles(page: bytes | str | Page) -> tuple[Part, ...]:
    """The text blocks of a page in document order, each with its role."""
    if not isinstance(page, Page):
        page = parse(page)
    counts, features = block_features(page)
    probability = role_probabilities(features)
    best = probability.argmax(axis=1).tolist()
    return tuple(
        Part(
            ROLES[role],
            float(probability[number, role]),
            counts.blocks.text(number),
            page.xpath(int(counts.enclosing_block[number])),
        )
        for number, role in enumerate(best)
    )


def role_probabilities(features: NDArray[np.float32]) -> NDArray[np.float64]:
    """For each block, given its features, the probability of each of `ROLES`."""
    scores = np.column_stack([trees.predict(features) for trees in _forests()])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-np.inf))
    shares: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return shares


@cache
def _forests() -> tuple[Forest, ...]:
    """The trees of each role; in the model they take turns."""
    model = load_model("roles", NAMES)
    if model.card.get("roles") != list(ROLES) or len(model.forest.roots) % len(ROLES):
        raise ModelError("The model 'roles' has other roles than this dehusk; install it again.")
    return tuple(
        replace(model.forest, roots=model.forest.roots[number :: len(ROLES)])
        for number in range(len(ROLES))
    )
