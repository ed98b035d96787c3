"""The method `default` without native code: slowly, in NumPy and in the open.

What is native (features, trees, the decision) has to give the same.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features import NAMES
from dehusk.extractors.default.method import (
    BOND,
    FLOOR,
    LEAST_EXPECTED,
    LEVELS,
    LONG,
    LOOSE_BOND,
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
    logits = sums_of_leaves(load_model("default", NAMES).forest, features)
    in_one_parent = features[:, NAMES.index("+1 same parent")] > 0
    bonds = np.where(in_one_parent, BOND, 0.0)
    if mean_length(logits, counts.words) > LONG:
        near = near_next(page, counts.holder.tolist(), LEVELS)
        bonds = np.maximum(bonds, np.where(near, LOOSE_BOND, 0.0))
    own = in_runs(logits, bonds)
    shared = mixed_with_group(own, counts.words, counts.alike, OWN_WEIGHT)
    keep = np.array(best_set(shared, counts.words, 1.0)[0])
    make: dict[int, int] = {}
    for block in np.flatnonzero(keep & (counts.words >= REPEATED_WORDS)).tolist():
        alike = int(counts.alike[block])
        keep[block] = make.setdefault(int(counts.said[block]), alike) == alike
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


def near_next(page: Page, holders: list[int], levels: int) -> list[bool]:
    """Whether an element few levels above the holder of a block holds the next one."""
    found = []
    for holder, after in pairwise(holders):
        above = [holder, *page.ancestors(holder)]
        found.append(any(row <= after < page.end[row] for row in above[: levels + 1]))
    return [*found, False]


def mean_length(logits: Floats, words: Floats) -> float:
    """The mean logarithm of the words of a block, in which each counts by its probable words."""
    expected = words / (1 + np.exp(-logits))
    logarithms = expected @ np.log(np.maximum(words, 1))
    return float(logarithms / expected.sum()) if expected.any() else 0.0


def in_runs(logits: Floats, bonds: Floats) -> Floats:
    """The marginals of a chain with two states, by the forward and backward recursion.

    Each block is kept or not: the state 1 weighs as much as its odds, and two neighbours in different
    states weigh less by the bond between them.
    """
    count = len(logits)
    weight = np.stack([np.zeros(count), logits])
    change = np.array([[[0, -bond], [-bond, 0]] for bond in bonds])
    forward, backward = weight.copy(), np.zeros((2, count))
    for block in range(1, count):
        forward[:, block] += np.logaddexp.reduce(forward[:, block - 1, None] + change[block - 1])
    for block in range(count - 2, -1, -1):
        after = weight[:, block + 1] + backward[:, block + 1]
        backward[:, block] = np.logaddexp.reduce(change[block] + after, axis=1)
    left_out, kept = forward + backward
    probability: Floats = 1 / (1 + np.exp(left_out - kept))
    return probability


def mixed_with_group(
    own: Floats, words: Floats, group: NDArray[np.intp], own_weight: float
) -> Floats:
    """Each value mixed with the mean of its group."""
    weight = np.maximum(words, 1)
    mean = np.bincount(group, own * weight) / np.maximum(np.bincount(group, weight), 1)
    mixed: Floats = own_weight * own + (1 - own_weight) * mean[group]
    return mixed


def best_set(probability: Floats, words: Floats, beta: float) -> tuple[list[bool], float, float]:
    """The most probable blocks with the highest expected F measure, and what it is in words and lines."""
    keep = np.zeros(len(probability), bool)
    allowed = int((probability >= FLOOR).sum())
    if not allowed:
        return keep.tolist(), 0.0, 0.0
    order = np.argsort(-probability, kind="stable")
    in_words, in_lines = (
        sum(
            measures(in_scenario(probability, number), counted, order, beta) for number in range(16)
        )
        for counted in (words, np.ones(len(words)))
    )
    best = int(np.argmax((in_words + in_lines)[:allowed]))
    expected = float(in_words[best] / 16), float(in_lines[best] / 16)
    if sum(expected) >= 2 * LEAST_EXPECTED:
        keep[order[: best + 1]] = True
    return keep.tolist(), *expected


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
