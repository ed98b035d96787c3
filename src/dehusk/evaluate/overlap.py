"""What two sides have in common: the shape of every score.

>>> overlap = Overlap(matched=6, found=8, wanted=12)
>>> overlap.precision, overlap.recall, round(overlap.f1, 2)
(0.75, 0.5, 0.6)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many units were found, how many were wanted, and how many are both.

    The units are a metric's own: tokens, nodes, blocks, snippets. Overlaps add up, so that a whole
    data set can be scored as one page (`sum(overlaps, NOTHING)`).

    Where nothing is wanted and nothing found, everything is right: all scores are 1. Otherwise a
    share of nothing is 0, so an empty output scores 0 where something was wanted, as does any
    output where nothing was.

    `right` is how many of those found are wanted, where that is another number than how many of those
    wanted are found: two lines of an output may be one of the gold.
    """

    matched: int
    found: int
    wanted: int
    right: int | None = None

    @classmethod
    def of_bags(cls, found: Iterable[Hashable], wanted: Iterable[Hashable]) -> Overlap:
        """Two collections in common: what both have several times counts as often as both have it.

        >>> Overlap.of_bags("abb", "bbb")
        Overlap(matched=2, found=3, wanted=3)
        """
        ours, theirs = Counter(found), Counter(wanted)
        return cls((ours & theirs).total(), ours.total(), theirs.total())

    @classmethod
    def of_share(cls, matched: int, wanted: int) -> Overlap:
        """So many of the wanted ones: precision, recall and F1 are that share."""
        return cls(matched, wanted, wanted)

    def __add__(self, other: Overlap) -> Overlap:
        is_two_sided = self.right is not None or other.right is not None
        return Overlap(
            self.matched + other.matched,
            self.found + other.found,
            self.wanted + other.wanted,
            self._right + other._right if is_two_sided else None,
        )

    def __repr__(self) -> str:
        return f"Overlap({', '.join(f'{name}={count}' for name, count in self.plain.items())})"

    @property
    def precision(self) -> float:
        """The share of what was found that was wanted."""
        return self._share(self._right, self.found)

    @property
    def recall(self) -> float:
        """The share of what was wanted that was found."""
        return self._share(self.matched, self.wanted)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return self.f(1.0)

    @property
    def f05(self) -> float:
        """F0.5: precision counts twice as much as recall (Jung 2022 prefer it)."""
        return self.f(0.5)

    def f(self, beta: float) -> float:
        """The F-measure in which recall counts `beta` times as much as precision."""
        precision, recall = self.precision, self.recall
        if precision == 0 or recall == 0:
            return 0.0
        weight = beta * beta
        return (1 + weight) * precision * recall / (weight * precision + recall)

    @property
    def plain(self) -> dict[str, int]:
        """The counts, for JSON."""
        told = {"matched": self.matched, "found": self.found, "wanted": self.wanted}
        return told if self.right is None else {**told, "right": self.right}

    @property
    def _right(self) -> int:
        return self.matched if self.right is None else self.right

    def _share(self, part: int, total: int) -> float:
        if total:
            return part / total
        return 1.0 if self.found == self.wanted else 0.0


NOTHING = Overlap(0, 0, 0)
"""Where sums start."""

FAILED = Overlap(0, 0, 1)
"""What a page counts on which a method failed: 0 by every measure."""
