"""Boosted trees over the blocks of samples: fit, predict out of fold, export."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import lightgbm
import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold

from dehusk.extractors.forest import Forest, rounded_down
from training.samples import Sample

Floats = NDArray[np.float64]
Item = TypeVar("Item")
Result = TypeVar("Result")

SHORT = 4
SHORT_SHARE = 0.25
"""Of the blocks of up to so many words only this share is learned from, at a weight that makes up for
it: they are three in four, and one is much like the other."""

TREES = 180
PARAMETERS: dict[str, Any] = {
    "objective": "binary",
    "num_leaves": 31,
    "learning_rate": 0.1,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.25,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
    "max_bin": 63,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}

JOBS = 2
"""How many forests grow at a time, each in a thread of its own: so they never wait for each other."""


def chosen_rows(sample: Sample, seed: int) -> NDArray[np.intp]:
    """The blocks of a page to learn from."""
    random = np.random.default_rng([seed, len(sample)]).random(len(sample))
    wanted = sample.known
    if sample.gold is not None:
        wanted = wanted & ((sample.words > SHORT) | (random < SHORT_SHARE))
    return np.flatnonzero(wanted)


def weights_of(sample: Sample) -> Floats:
    """How much each block counts: by its words, and on some articles more if it is to be left out."""
    weights = np.maximum(sample.words, 1) * sample.weight
    if sample.gold is not None:
        weights = np.where(sample.words > SHORT, weights, weights / SHORT_SHARE)
    return np.where(sample.labels, weights, weights * sample.strictness)


def fit(samples: list[Sample], seed: int) -> lightgbm.Booster:
    """A model of all samples that have a weight and were not dropped."""
    taken = [sample for sample in samples if sample.weight and not sample.dropped and len(sample)]
    pairs = [(sample, chosen_rows(sample, seed)) for sample in taken]
    data = lightgbm.Dataset(
        np.vstack([sample.features[rows] for sample, rows in pairs]),
        np.concatenate([sample.labels[rows] for sample, rows in pairs]),
        weight=np.concatenate([weights_of(sample)[rows] for sample, rows in pairs]),
        params={"max_bin": PARAMETERS["max_bin"], "verbose": -1},
    )
    return lightgbm.train({**PARAMETERS, "seed": seed}, data, TREES)


class Fold(NamedTuple):
    """Which samples to train on and which to test."""

    train: NDArray[np.intp]
    test: NDArray[np.intp]


def folds_by_site(samples: list[Sample], folds: int, seed: int) -> list[Fold]:
    """So many folds: no site is on both sides of one, whatever sets its pages are in."""
    sites = [sample.site for sample in samples]
    split = GroupKFold(folds, shuffle=True, random_state=seed)
    return [Fold(train, test) for train, test in split.split(samples, groups=sites)]


def at_once(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """What some work makes of each item, a few at a time."""
    with ThreadPoolExecutor(JOBS) as threads:
        return list(threads.map(work, items))


def to_forest(booster: lightgbm.Booster) -> Forest:
    """The trees of a booster as plain arrays."""
    nodes: list[tuple[int, float, int, int, float]] = []
    roots = []
    for tree in booster.dump_model()["tree_info"]:
        roots.append(len(nodes))
        _append(tree["tree_structure"], nodes)
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    return Forest(
        feature=np.array(feature, np.int16),
        threshold=rounded_down(np.array(threshold, np.float64)),
        left=np.array(left, np.int32),
        right=np.array(right, np.int32),
        value=np.array(value, np.float64),
        roots=np.array(roots, np.int32),
    )


def _append(structure: dict[str, Any], nodes: list[tuple[int, float, int, int, float]]) -> int:
    number = len(nodes)
    if "leaf_value" in structure:
        nodes.append((-1, 0.0, -1, -1, structure["leaf_value"]))
        return number
    nodes.append((-1, 0.0, -1, -1, 0.0))
    left = _append(structure["left_child"], nodes)
    right = _append(structure["right_child"], nodes)
    # What the rows of a node have on average: predictions do not need it, explanations do.
    mean = structure["internal_value"]
    nodes[number] = (structure["split_feature"], structure["threshold"], left, right, mean)
    return number
