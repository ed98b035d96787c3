"""What decisions out of fold are worth: word F1 by set and by type, and how well it was foreseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.evaluate.summary import mean_interval
from training.samples import Sample

Floats = NDArray[np.float64]


def figures_of(samples: list[Sample], runs: Sequence[list[Floats]]) -> dict[str, Any]:
    """The figures of all pages that were not dropped, as means over runs with different seeds.

    A run has the probabilities of each sample's blocks. In `mean_of_sets` every set counts alike that
    is learned from. The reliability is that of all pages, and of those of sets with articles only.
    """
    judged = [number for number, sample in enumerate(samples) if not sample.dropped]
    results = np.array([[_scored(samples[one], run[one]) for one in judged] for run in runs])
    scores, foreseen = results[..., 0], results[..., 1]
    names = np.array([samples[one].origin for one in judged])
    kinds = np.array([f"{samples[one].origin}: {samples[one].kind}" for one in judged])
    groups = {name: names == name for name in np.unique(names)}
    parts = {name: kinds == name for name in np.unique(kinds) if _is_part(kinds, name)}
    learned = sorted({samples[one].origin for one in judged if samples[one].weight})
    raw = ~np.isin(names, [str(name).split(":")[0] for name in parts])
    means = np.mean([scores[:, groups[name]].mean(axis=1) for name in learned], axis=0)
    return {
        "runs": len(runs),
        "mean_of_sets": round(float(means.mean()), 4),
        "spread": _spread(means),
        "word_f1": {
            str(name): _figures(scores[:, own], foreseen[:, own])
            for name, own in (groups | parts).items()
        },
        "reliability": _reliability(foreseen, scores),
        "reliability_of_articles": _reliability(foreseen[:, raw], scores[:, raw]),
    }


def _scored(sample: Sample, probability: Floats) -> tuple[float, float]:
    keep, expected = sample.decide(probability)
    return sample.overlap(keep).f1, expected


def _is_part(kinds: NDArray[np.str_], name: str) -> bool:
    """Whether the set of a group has pages of other types as well."""
    origin = str(name).split(":")[0]
    return len({kind for kind in kinds.tolist() if kind.startswith(f"{origin}:")}) > 1


def _figures(scores: Floats, foreseen: Floats) -> dict[str, float]:
    """The figures of some pages: a row a run, a column a page."""
    mean, low, high = mean_interval(scores.mean(axis=0))
    return {
        "mean": round(mean, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "spread": _spread(scores.mean(axis=1)),
        "confidence": round(float(foreseen.mean()), 4),
        "pages": scores.shape[1],
    }


def _spread(means: Floats) -> float:
    """How far apart the best and the worst run are."""
    return round(float(np.ptp(means)), 4)


def _reliability(foreseen: Floats, scores: Floats) -> list[dict[str, float]]:
    """For each tenth of the confidence the pages in it a run, and the means of both."""
    tenth = np.minimum((foreseen * 10).astype(int), 9)
    return [
        {
            "from": float(number) / 10,
            "pages": round(float((tenth == number).sum()) / len(foreseen), 1),
            "confidence": round(float(foreseen[tenth == number].mean()), 3),
            "word_f1": round(float(scores[tenth == number].mean()), 3),
        }
        for number in np.unique(tenth)
    ]
