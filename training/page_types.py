"""Trains the forest that tells the types of pages: fit, cross-validate by site, export.

`python -m training.page_types [--data DATASET]...` reads labelled pages whose gold says a `type`.
"""

from __future__ import annotations

import argparse
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold

from dehusk.extractors.default.page_types import COLUMNS, page_vector
from training.export import origin, save_model
from training.forests import to_forest
from training.samples import Sample, read_samples
from training.sets import TYPED, source_of

FOLDS = 4
ROUNDS = 80
PARAMETERS: dict[str, Any] = {
    "objective": "multiclass",
    "num_leaves": 7,
    "learning_rate": 0.08,
    "min_data_in_leaf": 8,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "max_bin": 31,
    "seed": 0,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 2,
    "verbose": -1,
}


def fit(facts: NDArray[np.float32], kind: NDArray[np.intp], kinds: int) -> lightgbm.Booster:
    """A model of the types, one tree a round for each.

    A type that is ten times as frequent as another counts about three times as much.
    """
    parameters = {**PARAMETERS, "num_class": kinds}
    pages = np.bincount(kind, minlength=kinds)
    weight = np.sqrt(pages.mean() / pages[kind])
    return lightgbm.train(parameters, lightgbm.Dataset(facts, kind, weight=weight), ROUNDS)


def accuracy(samples: list[Sample], facts: NDArray[np.float32]) -> dict[str, float]:
    """The share of pages whose type is told right by a model that saw no page of their site.

    By type, and by set.
    """
    kinds, kind = np.unique([sample.kind for sample in samples], return_inverse=True)
    told = np.zeros(len(samples), np.intp)
    for train, test in GroupKFold(FOLDS).split(facts, groups=[sample.site for sample in samples]):
        told[test] = fit(facts[train], kind[train], len(kinds)).predict(facts[test]).argmax(axis=1)
    right = told == kind
    shares = {str(name): right[kind == number].mean() for number, name in enumerate(kinds)}
    origin_of = np.array([sample.origin for sample in samples])
    shares |= {str(name): right[origin_of == name].mean() for name in np.unique(origin_of)}
    return {
        name: round(float(share), 3) for name, share in ({"all": right.mean()} | shares).items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.page_types", description=__doc__)
    parser.add_argument(
        "--data",
        action="append",
        type=source_of,
        help="a dataset as dehusk evaluate reads it; can be repeated",
    )
    given = parser.parse_args().data
    sources = given or TYPED
    samples = [
        sample
        for source in sources
        for sample in read_samples(source)
        if len(sample) and sample.dropped is None
    ]
    facts = np.array([page_vector(sample.features, sample.words) for sample in samples])
    figures = accuracy(samples, facts)
    print(figures, flush=True)
    kinds, kind = np.unique([sample.kind for sample in samples], return_inverse=True)
    forest = to_forest(fit(facts, kind, len(kinds)))
    card = {
        "name": "page_types",
        "kind": f"{len(forest.roots)} boosted trees over pages, softmax over {len(kinds)} types",
        "types": kinds.tolist(),
        "features": list(COLUMNS),
        **origin(sources, samples),
        "command": " ".join(
            ["python -m training.page_types", *(f"--data {source.path}" for source in given or ())]
        ),
        "parameters": {**PARAMETERS, "rounds": ROUNDS},
        "accuracy_out_of_fold_by_site": figures,
    }
    save_model("page_types", forest, card)


if __name__ == "__main__":
    main()
