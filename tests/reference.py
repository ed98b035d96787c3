"""The method `default` without native code: slowly, in NumPy and in the open.

What is native (features, trees, the decision) has to give the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default import FLOOR, LEAST_EXPECTED, OWN_WEIGHT, REPEATED_WORDS
from dehusk.features import NAMES, reference_features
from dehusk.forest import Forest, load_model
from dehusk.page import Bools, Page
from dehusk.selection import bridged

Floats = NDArray[np.float64]


def default_mask(page: Page) -> Bools:
    """The leaves that `default` keeps."""
    counts, features = reference_features(page)
    if not len(counts):
        return np.zeros(len(page), bool)
    own = 1 / (1 + np.exp(-sums_of_leaves(load_model("default", NAMES).forest, features)))
    shared = mixed_with_group(own, counts.words, counts.alike, OWN_WEIGHT)
    keep = np.array(best_set(shared, counts.words, 1.0)[0])
    seen: set[int] = set()
    for block in np.flatnonzero(keep & (counts.words >= REPEATED_WORDS)).tolist():
        keep[block] = int(counts.said[block]) not in seen
        seen.add(int(counts.said[block]))
    on_rows = counts.blocks.on_rows(keep, missing=False)
    return bridged(page, on_rows, counts.blocks.block_of >= 0) & counts.shown_leaves


def sums_of_leaves(forest: Forest, features: NDArray[np.float32]) -> Floats:
    """For each row the sum of its leaves, added up tree by tree."""
    total = np.zeros(len(features))
    rows = np.arange(len(features))
    for root in forest.roots:
        node = np.full(len(features), root)
        while (inner := forest.feature[node] >= 0).any():
            goes_left = features[rows, forest.feature[node]] <= forest.threshold[node]
            below = np.where(goes_left, forest.left[node], forest.right[node])
            node = np.where(inner, below, node)
        total += forest.value[node]
    return total


def mixed_with_group(
    own: Floats, words: Floats, group: NDArray[np.intp], own_weight: float
) -> Floats:
    """Each value mixed with the mean of its group."""
    weight = np.maximum(words, 1)
    mean = np.bincount(group, own * weight) / np.maximum(np.bincount(group, weight), 1)
    mixed: Floats = own_weight * own + (1 - own_weight) * mean[group]
    return mixed


def best_set(probability: Floats, words: Floats, beta: float) -> tuple[list[bool], float]:
    """The most probable blocks with the highest expected F measure, and that measure."""
    order = np.argsort(-probability, kind="stable")
    found, kept = np.cumsum((probability * words)[order]), np.cumsum(words[order])
    wanted = float(np.cumsum(probability * words)[-1]) if len(words) else 0.0
    measure = (1 + beta**2) * found / np.maximum(kept + beta**2 * wanted, 1e-9)
    allowed = probability[order] >= FLOOR
    keep = np.zeros(len(probability), bool)
    if not allowed.any():
        return keep.tolist(), 0.0
    best = int(np.argmax(np.where(allowed, measure, -1.0)))
    if measure[best] >= LEAST_EXPECTED:
        keep[order[: best + 1]] = True
    return keep.tolist(), float(measure[best])
