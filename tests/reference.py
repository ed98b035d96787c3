"""The method `default` without native code: slowly, in NumPy and in the open.

What is native (features, trees, the decision) has to give the same.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features import NAMES
from dehusk.extractors.default.method import (
    FLOOR,
    LEAST_EXPECTED,
    OWN_WEIGHT,
    REPEATED_WORDS,
    SHARPNESS,
)
from dehusk.extractors.forest import Forest, load_model
from dehusk.page import Bools, Page
from dehusk.selection import bridged
from tests.extractors.default.reference import reference_features

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
    keep = np.zeros(len(probability), bool)
    allowed = int((probability >= FLOOR).sum())
    if not allowed:
        return keep.tolist(), 0.0
    order = np.argsort(-probability, kind="stable")
    measure = sum(
        measures(in_scenario(probability, scenario), words, order, beta) for scenario in range(16)
    )
    best = int(np.argmax(measure[:allowed]))
    expected = float(measure[best] / 16)
    if expected >= LEAST_EXPECTED:
        keep[order[: best + 1]] = True
    return keep.tolist(), expected


def in_scenario(probability: Floats, scenario: int) -> Floats:
    """The probabilities in one of 16 scenarios, from one where all are low to one where all are high."""
    factor = (15.5 - scenario) / (scenario + 0.5)
    odds = [
        math.inf if one < 1e-200 else math.pow((1 - one) / one, SHARPNESS) for one in probability
    ]
    return np.array([1 / (1 + against * factor) for against in odds])


def measures(probability: Floats, words: Floats, order: NDArray[np.intp], beta: float) -> Floats:
    """The expected F measure of each prefix of an order."""
    found, kept = np.cumsum((probability * words)[order]), np.cumsum(words[order])
    wanted = float(np.cumsum(probability * words)[-1])
    expected: Floats = (1 + beta**2) * found / np.maximum(kept + beta**2 * wanted, 1e-9)
    return expected
