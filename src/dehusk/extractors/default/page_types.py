"""What kind of page it is: an article, a forum, a product, a listing …

>>> from dehusk.page.parse import parse
>>> said = "<p>The harbour of the town was opened again on Monday, after two years of repairs.</p>"
>>> page = parse("<h1>The harbour</h1>" + said * 9)
>>> max(type_probabilities(page).items(), key=lambda kind: kind[1])[0]
'article'

A forest of its own judges the page by the features of its blocks, taken together. The extractor does
not ask it: knowing the type, even the true one, made no difference to its decisions.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import exp

import numpy as np
from numpy.typing import NDArray

from dehusk.errors import ModelError
from dehusk.extractors.default.features import NAMES, described_blocks, structured_data
from dehusk.extractors.forest import Forest, load_model
from dehusk.native.features import BlockTable
from dehusk.native.forest import column_means
from dehusk.page import Page

JUDGED = tuple(name for name in NAMES if name not in structured_data.MEANINGS)
"""What a page states of its body says nothing of its type."""

_PLACES = [NAMES.index(name) for name in JUDGED]

COLUMNS = (*(f"{name}, by words" for name in JUDGED), *(f"{name}, by blocks" for name in JUDGED))
"""The mean of each feature over the words of the page, and over its blocks."""


def type_probabilities(page: Page, described: BlockTable | None = None) -> dict[str, float]:
    """How probable each type of page is; none where the page has no text.

    `described` are the blocks of the page, where somebody has described them already.
    """
    table = described_blocks(page) if described is None else described
    if not len(table.words):
        return {}
    facts = page_vector(table.features, table.words)[np.newaxis]
    scores = {kind: float(trees.predict(facts)[0]) for kind, trees in _forests().items()}
    highest = max(scores.values())
    weights = {kind: exp(score - highest) for kind, score in scores.items()}
    total = sum(weights.values())
    return {kind: weight / total for kind, weight in weights.items()}


def page_vector(features: NDArray[np.float32], words: NDArray[np.float64]) -> NDArray[np.float32]:
    """The features of all blocks as one row with the columns of `COLUMNS`."""
    return column_means(features, words)[:, _PLACES].ravel()


@cache
def _forests() -> dict[str, Forest]:
    """The trees of each type; in the model they take turns."""
    model = load_model("page_types", COLUMNS)
    kinds = model.card.get("types")
    if not isinstance(kinds, list) or not kinds or len(model.forest.roots) % len(kinds):
        raise ModelError("The model 'page_types' has no types for its trees; install dehusk again.")
    return {
        str(kind): replace(model.forest, roots=model.forest.roots[number :: len(kinds)])
        for number, kind in enumerate(kinds)
    }
