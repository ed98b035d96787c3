"""Paired differences: the interval by pages, and the test by swapping."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk.evaluate import Overlap, PageResult, Results
from dehusk.evaluate.paired import difference, differences


def test_the_same_scores_are_no_difference() -> None:
    scores = np.array([0.2, 0.9, 0.5])
    one = difference(scores, scores)
    assert (one.mean, one.low, one.high, one.p) == (0.0, 0.0, 0.0, 1.0)


def test_p_is_that_of_all_swaps() -> None:
    """Of the 16 ways to swap four pages two are as far apart as what was seen."""
    one = difference(np.full(4, 0.9), np.array([0.5, 0.6, 0.7, 0.8]))
    assert one.p == pytest.approx(2 / 16, abs=0.01)
    assert one.low > 0


def test_chance_is_told_from_a_difference() -> None:
    generator = np.random.default_rng(1)
    noise = generator.normal(0, 0.1, 400)
    assert difference(0.7 + noise, 0.7 + generator.permutation(noise)).p > 0.05
    assert difference(0.75 + noise, np.full(400, 0.7)).p < 0.001


def test_pages_that_only_one_was_scored_on_are_left_out() -> None:
    def page(name: str, method: str, matched: int) -> PageResult:
        return PageResult(name, method, "all", {"words": Overlap(matched, 2, 2)}, {})

    pages = [page("tea", "a", 2), page("tea", "b", 1), page("bread", "a", 2)]
    (one,) = differences(Results("x", ("a", "b"), ("words",), None, pages=pages), "words")
    assert (one.first, one.second, one.pages, one.mean) == ("a", "b", 1, 0.5)
