"""What decisions out of fold are worth: words, lines and parts by set and by type, and how well it was
foreseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.evaluate.summary import mean_interval
from dehusk.extractors.default.method import decide, with_evidence
from training.samples import Sample, Scores

Floats = NDArray[np.float64]
METRICS = Scores._fields


def figures_of(samples: list[Sample], runs: Sequence[list[Floats]]) -> dict[str, Any]:
    """The figures of all pages that were not dropped, as means over runs with different seeds.

    A run has the logits of each sample's blocks. In `mean_of_sets` every set counts alike that is
    learned from. The reliability is that of what a decision expects in words and in lines.
    """
    judged = [number for number, sample in enumerate(samples) if not sample.dropped]
    results = np.array([[_scored(samples[one], run[one]) for one in judged] for run in runs])
    scores, foreseen = results[..., : len(METRICS)], results[..., len(METRICS) :]
    names = np.array([samples[one].origin for one in judged])
    kinds = np.array([f"{samples[one].origin}: {samples[one].kind}" for one in judged])
    groups = {name: names == name for name in np.unique(names)}
    parts = {name: kinds == name for name in np.unique(kinds) if _is_part(kinds, name)}
    learned = sorted({samples[one].origin for one in judged if samples[one].weight})
    return {
        "runs": len(runs),
        "mean_of_sets": {
            metric: _mean_of_sets([scores[:, groups[name], number] for name in learned])
            for number, metric in enumerate(METRICS)
        },
        **{
            metric: {
                str(name): _figures(scores[:, own, number])
                for name, own in (groups | parts).items()
                if not np.isnan(scores[:, own, number]).all()
            }
            for number, metric in enumerate(METRICS)
        },
        "reliability": {
            metric: _reliability(foreseen[..., number], scores[..., METRICS.index(metric)])
            for number, metric in enumerate(("words", "lines"))
        },
    }


def table_of(figures: dict[str, Any]) -> str:
    """The figures of each set and type as a table in Markdown."""
    sets = dict.fromkeys(name for metric in METRICS for name in figures[metric])
    titles = [metric.replace("_", " ") for metric in METRICS]
    lines = [
        f"| pages | | {' | '.join(f'{title} | spread' for title in titles)} |",
        f"| --- | ---: | {' | '.join('---: | ---:' for _ in titles)} |",
    ]
    for name in sorted(sets):
        own = [figures[metric].get(name) for metric in METRICS]
        pages = max(figure["pages"] for figure in own if figure)
        lines.append(f"| {name} | {pages:,} | {' | '.join(map(_cells, own))} |")
    means = [figures["mean_of_sets"][metric] or None for metric in METRICS]
    lines.append(f"| mean of the sets learned from | | {' | '.join(map(_cells, means))} |")
    return "\n".join(lines)


def _cells(figure: dict[str, float] | None) -> str:
    return f"{figure['mean']:.4f} | {figure['spread']:.4f}" if figure else " | "


def _scored(sample: Sample, logits: Floats) -> tuple[float, ...]:
    """The scores of a page, and what was expected in words and in lines."""
    if not len(logits):
        return (*sample.scores(np.zeros(0, bool)), 0.0, 0.0)
    own = with_evidence(logits, sample.features, sample.recipe)
    decision = decide(own, sample, sample.near)
    return (*sample.scores(decision.keep), decision.in_words, decision.in_lines)


def _is_part(kinds: NDArray[np.str_], name: str) -> bool:
    """Whether the set of a group has pages of other types as well."""
    origin = str(name).split(":")[0]
    return len({kind for kind in kinds.tolist() if kind.startswith(f"{origin}:")}) > 1


def _mean_of_sets(sets: list[Floats]) -> dict[str, float]:
    """The mean over those sets that have gold for a metric, and its spread over the runs."""
    known = [scores for scores in sets if not np.isnan(scores).all()]
    if not known:
        return {}
    means = np.mean([np.nanmean(scores, axis=1) for scores in known], axis=0)
    return {"mean": round(float(means.mean()), 4), "spread": _spread(means)}


def _figures(scores: Floats) -> dict[str, float]:
    """The figures of some pages: a row a run, a column a page."""
    scores = scores[:, ~np.isnan(scores).any(axis=0)]
    mean, low, high = mean_interval(scores.mean(axis=0))
    return {
        "mean": round(mean, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "spread": _spread(scores.mean(axis=1)),
        "pages": scores.shape[1],
    }


def _spread(means: Floats) -> float:
    """How far apart the best and the worst run are."""
    return round(float(np.ptp(means)), 4)


def _reliability(foreseen: Floats, scores: Floats) -> list[dict[str, float]]:
    """For each tenth of what was expected the pages in it a run, and the means of both."""
    runs = len(foreseen)
    has_gold = ~np.isnan(scores)
    foreseen, scores = foreseen[has_gold], scores[has_gold]
    tenth = np.minimum((foreseen * 10).astype(int), 9)
    return [
        {
            "from": float(number) / 10,
            "pages": round(float((tenth == number).sum()) / runs, 1),
            "expected": round(float(foreseen[tenth == number].mean()), 3),
            "f1": round(float(scores[tenth == number].mean()), 3),
        }
        for number in np.unique(tenth)
    ]
