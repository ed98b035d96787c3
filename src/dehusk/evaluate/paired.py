"""How far apart two methods are on the same pages, and whether chance would do as much.

>>> one = difference(np.array([0.9, 0.8, 0.7, 0.9]), np.array([0.5, 0.4, 0.3, 0.5]))
>>> round(one.mean, 2), round(one.p, 2)
(0.4, 0.12)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from dehusk.evaluate.run import Results
from dehusk.evaluate.summary import SEED, Floats, mean_interval
from dehusk.evaluate.tables import Table

PERMUTATIONS = 10_000
_SIGNS_AT_ONCE = 4_000_000
_CLOSE = 1e-12


@dataclass(frozen=True)
class Difference:
    """The mean difference in F1 of two methods over the pages that both were scored on.

    `low` and `high` are its 95 % interval by the bootstrap over pages. `p` is how often a difference
    as large comes about where the two methods of each page are swapped at random.
    """

    first: str
    second: str
    pages: int
    mean: float
    low: float
    high: float
    p: float


def differences(results: Results, metric: str) -> list[Difference]:
    """Every two methods by a metric, in the order of the methods."""
    scores: dict[str, dict[str, float]] = {method: {} for method in results.methods}
    for page in results.pages:
        if metric in page.scores:
            scores[page.method][page.id] = page.scores[metric].f1
    found = []
    for first, second in combinations(results.methods, 2):
        shared = [page for page in scores[first] if page in scores[second]]
        if shared:
            ours = np.array([scores[first][page] for page in shared])
            theirs = np.array([scores[second][page] for page in shared])
            found.append(difference(ours, theirs, first=first, second=second))
    return found


def difference(ours: Floats, theirs: Floats, first: str = "", second: str = "") -> Difference:
    """The difference of two methods that were scored on the same pages, in the same order."""
    apart = ours - theirs
    mean, low, high = mean_interval(apart)
    return Difference(first, second, len(apart), mean, low, high, _by_chance(apart))


def difference_table(title: str, found: Iterable[Difference]) -> Table:
    """A line for every two methods."""
    rows: list[tuple[str, ...]] = [
        (
            *(one.first, one.second, str(one.pages), f"{one.mean:+.3f}"),
            *(f"{one.low:+.3f} to {one.high:+.3f}", f"{one.p:.4f}"),
        )
        for one in found
    ]
    return Table(title, ("method", "less", "pages", "difference", "95 %", "p"), rows, names=2)


def _by_chance(apart: Floats) -> float:
    """The share of swaps that leave the mean as far from 0, the one that was seen among them."""
    apart = apart[apart != 0]
    if not len(apart):
        return 1.0
    generator = np.random.default_rng(SEED)
    seen = abs(float(apart.sum())) - _CLOSE
    at_once = max(1, _SIGNS_AT_ONCE // len(apart))
    as_far = 1
    for done in range(0, PERMUTATIONS, at_once):
        times = min(at_once, PERMUTATIONS - done)
        signs = generator.integers(0, 2, (times, len(apart)), dtype=np.int8) * 2 - 1
        as_far += int(np.count_nonzero(np.abs(signs @ apart) >= seen))
    return as_far / (PERMUTATIONS + 1)
