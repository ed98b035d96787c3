"""What kind of page it is: an article, a forum, a product, a listing …

>>> from marrow.parse import parse
>>> page = parse("<h1>Tea</h1>" + "<p>Boil water, then wait for a while, and drink it hot.</p>" * 9)
>>> max(type_probabilities(page).items(), key=lambda kind: kind[1])[0]
'article'

A forest of its own judges the page by the features of its blocks, taken together. The extractor does
not ask it: knowing the type, even the true one, made no difference to its decisions.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marrow.features import NAMES, block_features
from marrow.forest import Forest, load_model
from marrow.page import Page

COLUMNS = (*(f"{name}, by words" for name in NAMES), *(f"{name}, by blocks" for name in NAMES))
"""The mean of each feature over the words of the page, and over its blocks."""


def type_probabilities(page: Page) -> dict[str, float]:
    """How probable each type of page is; none where the page has no text."""
    counts, features = block_features(page)
    if not len(counts):
        return {}
    model = load_model("page_types")
    kinds: list[str] = model.card["types"]
    facts = page_vector(features, counts.words)[np.newaxis]
    scores = np.array([trees.predict(facts)[0] for trees in by_type(model.forest, len(kinds))])
    weights = np.exp(scores - scores.max())
    return dict(zip(kinds, (weights / weights.sum()).tolist(), strict=True))


def page_vector(features: NDArray[np.float32], words: NDArray[np.float64]) -> NDArray[np.float32]:
    """The features of all blocks as one row with the columns of `COLUMNS`."""
    weights = np.maximum(words, 1)
    by_words = (weights / weights.sum()) @ features
    return np.concatenate([by_words, features.mean(axis=0)]).astype(np.float32)


def by_type(forest: Forest, kinds: int) -> list[Forest]:
    """The trees of each type; in the forest they take turns."""
    arrays = (forest.feature, forest.threshold, forest.left, forest.right, forest.value)
    return [Forest(*arrays, roots=forest.roots[kind::kinds]) for kind in range(kinds)]
