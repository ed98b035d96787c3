"""Trains the forest of `default`: fit, cross-validate by site, export.

`python -m training [--data PATH[:WEIGHT]]... [--folds N] [--runs N] [--limit N]` reads labelled pages,
reports words and lines out of fold for each set, and writes the model fitted on all with its card.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features import NAMES
from dehusk.extractors.forest import Forest
from training.export import MODELS, origin, save_model
from training.figures import figures_of, table_of
from training.forests import (
    PARAMETERS,
    TREES,
    Fold,
    at_once,
    fit,
    folds_by_site,
    to_forest,
)
from training.samples import Sample, read_samples
from training.sets import SOURCES, source_of

Floats = NDArray[np.float64]


def out_of_fold(samples: list[Sample], folds: int, seed: int) -> list[Floats]:
    """For each sample its blocks' logits, by a model that saw no page of its site."""
    logits: list[Floats] = [np.zeros(0)] * len(samples)

    def judge(fold: Fold) -> None:
        model = fit([samples[number] for number in fold.train], seed)
        for number in fold.test:
            if len(samples[number]):
                logits[number] = model.predict(samples[number].features, raw_score=True)

    at_once(judge, folds_by_site(samples, folds, seed))
    return logits


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument(
        "--data",
        action="append",
        type=source_of,
        help="PATH[:WEIGHT], a dataset as dehusk evaluate reads it; can be repeated",
    )
    parser.add_argument("--folds", type=int, default=4, help="0 for no cross-validation")
    parser.add_argument("--runs", type=int, default=3, help="of it, each with a seed of its own")
    parser.add_argument("--limit", type=int, help="the first pages of each set only")
    parser.add_argument("--seed", type=int, default=0, help="of the trees and of the first run")
    parser.add_argument("--output", type=Path, default=MODELS, help="the folder for the model")
    parser.add_argument("--report", type=Path, help="a file for the table of figures, in Markdown")
    arguments = parser.parse_args()
    sources = tuple(arguments.data or SOURCES)
    samples = [one for source in sources for one in read_samples(source, limit=arguments.limit)]
    print(f"{len(samples)} pages, {sum(map(len, samples))} blocks", flush=True)
    figures = None
    if arguments.folds:
        seeds = range(arguments.seed, arguments.seed + arguments.runs)
        runs = [out_of_fold(samples, arguments.folds, seed) for seed in seeds]
        figures = figures_of(samples, runs)
        print(table_of(figures), flush=True)
    forest = to_forest(fit(samples, arguments.seed))
    card = _card(forest, origin(sources, samples), figures, arguments)
    save_model("default", forest, card, arguments.output)
    if figures and arguments.report:
        text = f"# default, out of fold by site\n\n`{card['command']}`\n\n{table_of(figures)}\n"
        arguments.report.write_text(text, encoding="utf-8")


def _card(
    forest: Forest,
    about: dict[str, Any],
    figures: dict[str, Any] | None,
    arguments: argparse.Namespace,
) -> dict[str, Any]:
    given = [f"--data {source.path}:{source.weight:g}" for source in arguments.data or ()]
    counts = f"--folds {arguments.folds} --runs {arguments.runs} --seed {arguments.seed}"
    return {
        "name": "default",
        "kind": f"{len(forest.roots)} boosted trees over text blocks, logistic link",
        "features": list(NAMES),
        **about,
        "command": " ".join(["python -m training", *given, counts]),
        "parameters": {**PARAMETERS, "trees": TREES},
        "out_of_fold_by_site": figures,
    }
