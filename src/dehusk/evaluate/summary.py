"""From scores of pages to figures of methods: means, how sure they are, times, the worst pages.

>>> mean_interval(np.array([0.0, 1.0, 1.0, 1.0]))
Interval(mean=0.75, low=0.25, high=1.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dehusk.evaluate.overlap import NOTHING, Overlap
from dehusk.evaluate.run import PageResult, Results

Floats = NDArray[np.float64]

RESAMPLES = 2000
SEED = 20_240_501
ALL = "all"
_DRAWS_AT_ONCE = 1_000_000
"""So that the bootstrap of a large dataset fits into memory."""


class Interval(NamedTuple):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Figures:
    """What a method scored by a metric on a group of pages.

    `precision`, `recall`, `f1` and `f05` are means over pages; `pooled` is all pages as one, in
    which long pages count more.
    """

    method: str
    metric: str
    group: str
    pages: int
    precision: float
    recall: float
    f1: Interval
    f05: float
    pooled: Overlap

    @property
    def plain(self) -> dict[str, Any]:
        """All but the pooled score, for programs."""
        told = {name: value for name, value in vars(self).items() if name not in ("f1", "pooled")}
        interval = {"f1": self.f1.mean, "f1_low": self.f1.low, "f1_high": self.f1.high}
        return {name: (told | interval)[name] for name in PLAIN}


PLAIN = tuple("metric method group pages precision recall f1 f1_low f1_high f05".split())
"""What figures are called in files, in order."""


@dataclass(frozen=True)
class Times:
    """How long a method took a page in milliseconds: the mean of each stage, and of all of them."""

    method: str
    pages: int
    failed: int
    stages: dict[str, float]
    mean: float
    median: float
    p95: float
    longest: float


def figures(results: Results) -> list[Figures]:
    """The figures of every metric, method and group; the group of all pages comes first."""
    found = []
    for metric in results.metrics:
        for method in results.methods:
            scored = [
                page for page in results.pages if page.method == method and metric in page.scores
            ]
            for group in _groups(scored, results.by):
                members = [page for page in scored if group in (ALL, page.group)]
                overlaps = [page.scores[metric] for page in members]
                found.append(_figures(method, metric, group, overlaps))
    return found


def times(results: Results) -> list[Times]:
    """How long each method took; pages on which it failed have no time."""
    return [_times(method, pages) for method, pages in _by_method(results)]


def slowest(results: Results, count: int) -> list[tuple[str, str, float]]:
    """For each method the pages that took longest: method, page, milliseconds."""
    return [
        (method, page.id, 1000 * sum(page.seconds.values()))
        for method, pages in _by_method(results)
        for page in sorted(pages, key=lambda page: -sum(page.seconds.values()))[:count]
        if page.seconds
    ]


def worst(results: Results, count: int) -> list[tuple[str, str, Overlap]]:
    """For each method the pages with the lowest F1 by `leading`: method, page, overlap."""
    metric = leading(results)
    return [
        (method, page.id, page.scores[metric])
        for method, pages in _by_method(results)
        for page in sorted(
            (page for page in pages if metric in page.scores),
            key=lambda page: (page.scores[metric].f1, page.id),
        )[:count]
    ]


def leading(results: Results) -> str:
    """The first metric that the pages have gold for."""
    scored = {metric for page in results.pages for metric in page.scores}
    return next((metric for metric in results.metrics if metric in scored), results.metrics[0])


def mean_interval(values: Floats) -> Interval:
    """The mean of a value a page, and a 95 % interval by the bootstrap.

    Pages are drawn with replacement 2,000 times, always by the same random numbers, so that a run
    can be repeated and methods are compared on the same draws.
    """
    if not len(values):
        return Interval(float("nan"), float("nan"), float("nan"))
    generator = np.random.default_rng(SEED)
    at_once = max(1, _DRAWS_AT_ONCE // len(values))
    means = [
        _resampled(values, generator, min(at_once, RESAMPLES - done))
        for done in range(0, RESAMPLES, at_once)
    ]
    low, high = np.percentile(np.concatenate(means), [2.5, 97.5])
    return Interval(float(values.mean()), float(low), float(high))


def _resampled(values: Floats, generator: np.random.Generator, times: int) -> Floats:
    """The means of so many draws of all values, with replacement."""
    drawn: Floats = values[generator.integers(0, len(values), (times, len(values)))].mean(axis=1)
    return drawn


def _by_method(results: Results) -> list[tuple[str, list[PageResult]]]:
    return [
        (method, [page for page in results.pages if page.method == method])
        for method in results.methods
    ]


def _groups(pages: Sequence[PageResult], by: str | None) -> list[str]:
    if by is None or not pages:
        return [ALL]
    return [ALL, *sorted({page.group for page in pages})]


def _figures(method: str, metric: str, group: str, overlaps: list[Overlap]) -> Figures:
    return Figures(
        method=method,
        metric=metric,
        group=group,
        pages=len(overlaps),
        precision=_mean([overlap.precision for overlap in overlaps]),
        recall=_mean([overlap.recall for overlap in overlaps]),
        f1=mean_interval(np.array([overlap.f1 for overlap in overlaps], np.float64)),
        f05=_mean([overlap.f05 for overlap in overlaps]),
        pooled=sum(overlaps, NOTHING),
    )


def _times(method: str, pages: list[PageResult]) -> Times:
    timed = [page for page in pages if page.seconds]
    totals = [1000 * sum(page.seconds.values()) for page in timed]
    stages = list(dict.fromkeys(stage for page in timed for stage in page.seconds))
    return Times(
        method=method,
        pages=len(pages),
        failed=sum(page.error is not None for page in pages),
        stages={
            stage: _mean([1000 * page.seconds.get(stage, 0.0) for page in timed])
            for stage in stages
        },
        mean=_mean(totals),
        median=float(np.median(totals)) if totals else float("nan"),
        p95=float(np.percentile(totals, 95)) if totals else float("nan"),
        longest=max(totals, default=float("nan")),
    )


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else float("nan")
