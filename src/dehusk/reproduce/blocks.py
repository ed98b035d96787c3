"""Text blocks as rows for decision trees: what Kim et al. learn from, and how well it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors import boilerpipe, context
from dehusk.extractors.densities import TagBlocks
from dehusk.page import Bools
from dehusk.reproduce.c45 import J48

Attributes = Callable[[TagBlocks], NDArray[np.float32]]
Folds = Iterable[tuple[NDArray[np.intp], NDArray[np.intp]]]

METHODS: dict[str, tuple[Attributes, tuple[str, ...]]] = {
    "boilerpipe": (boilerpipe.attributes, boilerpipe.ATTRIBUTES),
    "context": (context.attributes, context.ATTRIBUTES),
}
PAPER = J48(fewest=10, confidence=0.7)
"""The learner of Kim et al., section 4.3."""


@dataclass(frozen=True)
class Blocks:
    """The blocks of many pages: attributes by method, parent tags, labels, and the group of each."""

    attributes: dict[str, NDArray[np.float32]]
    parents: NDArray[np.uint16]
    labels: NDArray[Any]
    groups: NDArray[np.int64]


def collect(pages: Iterable[tuple[TagBlocks, NDArray[Any], str]]) -> Blocks:
    """Put the blocks of all pages, given with their labels and group, under each other."""
    columns: dict[str, list[NDArray[np.float32]]] = {name: [] for name in METHODS}
    parents, labels, groups = [], [], []
    numbers: dict[str, int] = {}
    for blocks, label, group in pages:
        for name, (attributes, _) in METHODS.items():
            columns[name].append(attributes(blocks))
        parents.append(blocks.parent_tag)
        labels.append(label)
        groups.append(np.full(len(blocks), numbers.setdefault(group, len(numbers))))
    return Blocks(
        {name: np.vstack(parts) for name, parts in columns.items()},
        np.concatenate(parents),
        np.concatenate(labels),
        np.concatenate(groups),
    )


def new_tree(pruning: float) -> Any:
    """Our learner: scikit-learn's tree by entropy, pruned by cost and complexity."""
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(
        criterion="entropy", min_samples_leaf=10, ccp_alpha=pruning, random_state=0
    )


def out_of_fold(
    attributes: NDArray[np.float32],
    labels: Bools,
    folds: Folds,
    fit: Callable[[NDArray[np.float32], Bools], Any],
) -> Bools:
    """For each block whether a tree that has not seen its fold takes it for content."""
    predicted = np.zeros(len(labels), bool)
    for train, test in folds:
        tree = fit(attributes[train], labels[train])
        predicted[test] = tree.predict(attributes[test]) > 0.5
    return predicted


def nominal_columns(names: tuple[str, ...]) -> tuple[int, ...]:
    """The attributes that are tags and not numbers."""
    return tuple(place for place, name in enumerate(names) if name.startswith("parent"))


def precision_recall_f1(predicted: Bools, labels: Bools) -> tuple[float, float, float]:
    """The figures of the main-content class, over all blocks."""
    hits = int((predicted & labels).sum())
    precision, recall = hits / max(int(predicted.sum()), 1), hits / max(int(labels.sum()), 1)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)
