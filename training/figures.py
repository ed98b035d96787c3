"""What decisions out of fold are worth: word F1 by set and by type, and how well it was foreseen."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.evaluate.summary import mean_interval
from training.samples import Sample

Floats = NDArray[np.float64]


def figures_of(samples: list[Sample], probabilities: list[Floats]) -> dict[str, Any]:
    """The figures of all pages that were not dropped.

    In `mean_of_sets` every set counts alike that is learned from.
    """
    judged = [
        (sample, *_scored(sample, probability))
        for sample, probability in zip(samples, probabilities, strict=True)
        if not sample.dropped
    ]
    names = np.array([sample.origin for sample, _, _ in judged])
    kinds = np.array([f"{sample.origin}: {sample.kind}" for sample, _, _ in judged])
    scores = np.array([score for _, score, _ in judged])
    foreseen = np.array([expected for _, _, expected in judged])
    groups = {name: names == name for name in np.unique(names)}
    groups |= {name: kinds == name for name in np.unique(kinds) if _is_part(kinds, name)}
    learned = {sample.origin for sample, _, _ in judged if sample.weight}
    means = [float(scores[groups[name]].mean()) for name in sorted(learned)]
    return {
        "mean_of_sets": round(float(np.mean(means)), 4),
        "word_f1": {
            str(name): _figures(scores[own], foreseen[own]) for name, own in groups.items()
        },
        "reliability": _reliability(foreseen, scores),
    }


def _scored(sample: Sample, probability: Floats) -> tuple[float, float]:
    keep, expected = sample.decide(probability)
    return sample.overlap(keep).f1, expected


def _is_part(kinds: NDArray[np.str_], name: str) -> bool:
    """Whether the set of a group has pages of other types as well."""
    origin = str(name).split(":")[0]
    return len({kind for kind in kinds.tolist() if kind.startswith(f"{origin}:")}) > 1


def _figures(scores: Floats, foreseen: Floats) -> dict[str, float]:
    mean, low, high = mean_interval(scores)
    return {
        "mean": round(mean, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "confidence": round(float(foreseen.mean()), 4),
        "pages": len(scores),
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
