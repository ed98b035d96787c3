"""Trains the decision trees of `boilerpipe` and `context` on wcxb-dev.

`python -m training.trees` writes two models for each, with their cards. `NAME-j48` is trained as
Kim et al. train theirs: J48 with a confidence factor of .7 and at least ten blocks. `NAME` has
entropy, at least ten blocks in a leaf, and in the place of the confidence factor the strength of
minimal cost-complexity pruning, chosen by cross-validation over sites.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold

from dehusk import parse
from dehusk.evaluate.datasets import Dataset, Problem
from dehusk.evaluate.labels import gold_leaves
from dehusk.extractors import context
from dehusk.extractors.densities import TagBlocks
from dehusk.page import Bools
from dehusk.page.tags import TAG_IDS
from dehusk.reproduce.blocks import (
    METHODS,
    PAPER,
    Blocks,
    collect,
    new_tree,
    nominal_columns,
    out_of_fold,
    precision_recall_f1,
)
from dehusk.views.text_counts import words
from training.domains import registered_domain
from training.export import save_model, tree_to_forest

DATA = "../shared/data/wcxb-dev.tar.xz"
FOLDS = 4
PRUNING = (0.0, 3e-5, 1e-4, 3e-4)
DOUBT = 20
"""How many blocks of the average kind are added to each parent tag, so that rare ones say little."""


def block_labels(blocks: TagBlocks, gold: Bools) -> Bools:
    """A block is content when at least half of its words are in leaves that are."""
    count = words(blocks.page)
    member = blocks.block_of >= 0
    numbers = blocks.block_of[member]
    total = np.bincount(numbers, weights=count[member], minlength=len(blocks))
    inside = np.bincount(numbers, weights=np.where(gold, count, 0)[member], minlength=len(blocks))
    labels: Bools = (inside > 0) & (2 * inside >= total)
    return labels


def labelled_pages(dataset: str) -> Iterator[tuple[TagBlocks, Bools, str]]:
    """The blocks of the pages of a dataset, their labels, and their site."""
    for example in Dataset(dataset):
        if isinstance(example, Problem):
            raise SystemExit(f"{example.where}: {example.message}")
        page = parse(example.html)
        blocks = TagBlocks.of(page)
        labels = block_labels(blocks, gold_leaves(page, example.text or ""))
        yield blocks, labels, registered_domain(example.url or example.id)


def parent_order(data: Blocks) -> tuple[str, ...]:
    """The parent tags of the context paper, by how often a block below them is content."""
    names = dict.fromkeys(context.PARENT_TAGS, 0.0)
    known = [TAG_IDS[name] for name in names]
    masks = {name: data.parents == TAG_IDS[name] for name in names}
    masks["other"] = ~np.isin(data.parents, known)
    mean = data.labels.mean()
    shares = {
        name: (data.labels[mask].sum() + DOUBT * mean) / (mask.sum() + DOUBT)
        for name, mask in masks.items()
    }
    return tuple(sorted(shares, key=lambda name: (shares[name], name)))


def train(name: str, data: Blocks, dataset: str) -> dict[str, Any]:
    """Choose the pruning, fit on everything, write the model; the card is returned."""
    attributes = data.attributes[name]
    figures = {
        pruning: precision_recall_f1(
            out_of_fold(attributes, data.labels, _folds(data), new_tree(pruning).fit), data.labels
        )
        for pruning in PRUNING
    }
    best = max(figures, key=lambda pruning: figures[pruning][2])
    forest = tree_to_forest(new_tree(best).fit(attributes, data.labels))
    card = {
        **_card(name, data, dataset),
        "kind": "decision tree: entropy, at least 10 blocks in a leaf, cost-complexity pruning",
        "pruning": best,
        "nodes": len(forest.feature),
        "cross_validation": _VALIDATION
        | {
            "precision_recall_f1_by_pruning": {
                str(pruning): _rounded(result) for pruning, result in figures.items()
            },
        },
    }
    save_model(name, forest, card)
    return card


def train_j48(name: str, data: Blocks, dataset: str) -> dict[str, Any]:
    """The tree of the paper's learner on everything, written; the card is returned."""
    attributes = data.attributes[name]
    fit = partial(PAPER.fit, nominal=nominal_columns(METHODS[name][1]))
    predicted = out_of_fold(attributes, data.labels, _folds(data), fit)
    forest = fit(attributes, data.labels)
    card = {
        **_card(name, data, dataset),
        "name": f"{name}-j48",
        "kind": "C4.5 as in Weka's J48: confidence factor .7, at least 10 blocks",
        "nodes": len(forest.feature),
        "cross_validation": _VALIDATION
        | {"precision_recall_f1": _rounded(precision_recall_f1(predicted, data.labels))},
    }
    save_model(f"{name}-j48", forest, card)
    return card


_VALIDATION = {
    "folds": FOLDS,
    "groups": "registered domain",
    "class": "main content, over blocks",
}


def _folds(data: Blocks) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Training and test rows of each fold, no site in two of them."""
    return GroupKFold(FOLDS).split(data.labels, data.labels, data.groups)  # type: ignore[no-any-return]


def _rounded(figures: tuple[float, float, float]) -> list[float]:
    return [round(figure, 4) for figure in figures]


def _card(name: str, data: Blocks, dataset: str) -> dict[str, Any]:
    return {
        "name": name,
        "features": list(METHODS[name][1]),
        "trained_on": [
            {
                "set": "wcxb-dev",
                "licence": "CC-BY-4.0, Web Content Extraction Benchmark (WCXB), development split",
                "pages": 1497,
            }
        ],
        "date": date.today().isoformat(),
        "command": f"python -m training.trees {dataset}",
        "blocks": len(data.labels),
        "content_blocks": int(data.labels.sum()),
    }


def main() -> None:
    dataset = sys.argv[1] if len(sys.argv) > 1 else DATA
    data = collect(labelled_pages(dataset))
    order = parent_order(data)
    if order != context.PARENT_ORDER:
        raise SystemExit(f"Write into extractors/context.py, and train again: {' '.join(order)}")
    for name in METHODS:
        for card in (train(name, data, dataset), train_j48(name, data, dataset)):
            print(card["name"], card["nodes"], card.get("cross_validation", ""), flush=True)


if __name__ == "__main__":
    main()
