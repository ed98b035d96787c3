"""Trains the forest of `default`: fit, cross-validate by site, export.

`python -m training [--data DATASET] [--folds N] [--limit N]` reads labelled pages, reports the word F1
out of fold, and writes the model that was fitted on all of them with its card.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold

from dehusk.evaluate.summary import mean_interval
from dehusk.features import NAMES
from dehusk.forest import Forest, rounded_down
from training.export import MODELS, origin, save_model
from training.samples import Sample, read_samples

DATA = "../shared/data/wcxb-dev.tar.xz"
TREES = 300
PARAMETERS: dict[str, Any] = {
    "objective": "binary",
    "num_leaves": 31,
    "learning_rate": 0.06,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
    "seed": 0,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 2,
    "verbose": -1,
}

Floats = NDArray[np.float64]


def fit(samples: list[Sample]) -> lightgbm.Booster:
    """A model of the blocks of all samples, each block weighted by its words."""
    data = lightgbm.Dataset(
        np.vstack([sample.features for sample in samples]),
        np.concatenate([sample.labels for sample in samples]),
        weight=np.concatenate([np.maximum(sample.words, 1) for sample in samples]),
    )
    return lightgbm.train(PARAMETERS, data, TREES)


def out_of_fold(samples: list[Sample], folds: int) -> list[Floats]:
    """For each sample its blocks' probabilities, by a model that saw no page of its site."""
    probabilities: list[Floats] = [np.zeros(0)] * len(samples)
    sites = [sample.site for sample in samples]
    for train, test in GroupKFold(folds).split(samples, groups=sites):
        model = fit([samples[number] for number in train])
        for number in test:
            if len(samples[number].labels):
                probabilities[number] = model.predict(samples[number].features)
    return probabilities


def figures_of(samples: list[Sample], probabilities: list[Floats]) -> dict[str, Any]:
    """Word F1 of the decisions by type of page, and how well it was foreseen."""
    decisions = [
        (sample, *sample.decide(probability))
        for sample, probability in zip(samples, probabilities, strict=True)
    ]
    scores = np.array([sample.f1(keep) for sample, keep, _ in decisions])
    foreseen = np.array([expected for _, _, expected in decisions])
    kinds = np.array([sample.kind for sample in samples])
    by_kind = {"all": scores} | {str(kind): scores[kinds == kind] for kind in np.unique(kinds)}
    return {
        "word_f1": {kind: _with_interval(values) for kind, values in by_kind.items()},
        "reliability": _reliability(foreseen, scores),
    }


def _with_interval(values: Floats) -> dict[str, float]:
    mean, low, high = mean_interval(values)
    return {
        "mean": round(mean, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "pages": len(values),
    }


def _reliability(foreseen: Floats, scores: Floats) -> list[dict[str, float]]:
    """For each tenth of the confidence the pages in it, and the means of both."""
    tenth = np.minimum((foreseen * 10).astype(int), 9)
    return [
        {
            "from": float(number) / 10,
            "pages": int((tenth == number).sum()),
            "confidence": round(float(foreseen[tenth == number].mean()), 3),
            "word_f1": round(float(scores[tenth == number].mean()), 3),
        }
        for number in np.unique(tenth)
    ]


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
        threshold=rounded_down(np.array(threshold)),
        left=np.array(left, np.int32),
        right=np.array(right, np.int32),
        value=np.array(value),
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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--data", default=DATA, help="a dataset as dehusk evaluate reads it")
    parser.add_argument("--folds", type=int, default=4, help="0 for no cross-validation")
    parser.add_argument("--limit", type=int, help="the first pages only")
    parser.add_argument("--output", type=Path, default=MODELS, help="the folder for the model")
    arguments = parser.parse_args()
    samples = read_samples(arguments.data, limit=arguments.limit)
    print(
        f"{len(samples)} pages, {sum(len(sample.labels) for sample in samples)} blocks", flush=True
    )
    figures = None
    if arguments.folds:
        figures = figures_of(samples, out_of_fold(samples, arguments.folds))
        print(json.dumps(figures, indent=1), flush=True)
    forest = to_forest(fit(samples))
    save_model("default", forest, _card(samples, forest, figures, arguments), arguments.output)


def _card(
    samples: list[Sample],
    forest: Forest,
    figures: dict[str, Any] | None,
    arguments: argparse.Namespace,
) -> dict[str, Any]:
    return {
        "name": "default",
        "kind": f"{len(forest.roots)} boosted trees over text blocks, logistic link",
        "features": list(NAMES),
        **origin(arguments.data, len(samples)),
        "command": f"python -m training --data {arguments.data} --folds {arguments.folds}",
        "parameters": {**PARAMETERS, "trees": TREES},
        "out_of_fold_by_site": figures,
    }
