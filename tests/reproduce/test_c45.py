"""The learner of the context paper: C4.5 as Weka's J48 has it, checked by hand."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from tests.conftest import ROOT

pytest.importorskip("sklearn")
sys.path.insert(0, str(ROOT))

from dehusk.reproduce.c45 import J48, Node, added_errors
from dehusk.reproduce.c45 import _Grower as Grower


def grown(
    table: list[list[float]], labels: list[int], nominal: tuple[int, ...] = (), **how
) -> Node:
    rows, content = np.array(table, float), np.array(labels, bool)
    return Grower(rows, content, nominal, J48(**how)).tree()


def test_quinlan_s_weather_goes_by_the_outlook_first() -> None:
    # Quinlan's golf data: outlook (sunny 0, overcast 1, rain 2), humidity, windy.
    outlook = [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2]
    humidity = [70, 90, 85, 95, 70, 90, 78, 65, 75, 80, 70, 80, 80, 96]
    windy = [1, 1, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0]
    play = [1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1]
    table = [list(row) for row in zip(outlook, humidity, windy, strict=True)]
    tree = grown(table, play, nominal=(0, 2), fewest=2)
    assert tree.column == 0
    sunny, overcast, rain = tree.children
    assert (sunny.column, sunny.threshold) == (1, 75), (
        "the largest value of the data below the middle of 70 and 85"
    )
    assert not overcast.children
    assert (rain.column, rain.threshold) == (2, None)
    forest = J48(fewest=2).fit(np.array(table), np.array(play, bool), nominal=(0, 2))
    assert ((forest.predict(np.array(table)) > 0.5) == np.array(play, bool)).all()


def test_the_gain_ratio_is_against_many_small_branches() -> None:
    # Column 0 parts the rows into pairs without an error, column 1 into two halves with one each.
    # Column 2 says nothing, so that column 1 gains more than the mean.
    codes = [[place // 2, place >= 8, place % 2] for place in range(16)]
    labels = [place >= 8 for place in range(16)]
    labels[0], labels[1] = True, True
    grower = Grower(np.array(codes, float), np.array(labels), (0, 1, 2), J48(fewest=2))
    split = grower._best_split(grower._node(np.arange(16)))
    assert split is not None
    assert split.column == 1
    # H(10/16) - H(2/8)/2, over the one bit that parts halves.
    assert split.ratio == pytest.approx(0.954434 - 0.811278 / 2, abs=1e-5)


def test_a_branch_is_raised_that_does_as_well_alone() -> None:
    # After a first split by column 1 its left half is parted by column 0, which parts all rows.
    codes = [[place // 2, place >= 8, place % 2] for place in range(16)]
    labels = [place < 2 or place >= 8 for place in range(16)]
    tree = grown(codes, labels, nominal=(0, 1, 2), fewest=2, confidence=0.7)
    assert tree.column == 0
    assert not any(child.children for child in tree.children)


def test_a_split_needs_enough_on_either_side() -> None:
    rows = [[value] for value in range(20)]
    labels = [value < 9 for value in range(20)]
    assert grown(rows, labels, fewest=10, confidence=0.7).threshold != 8
    assert grown(rows, labels, fewest=9, confidence=0.7).threshold == 8


def test_above_a_half_the_confidence_adds_no_error() -> None:
    # Weka's table for the default of .25, and Quinlan's U_25%(0, 6) = .206.
    assert added_errors(6, 0, 0.25) == pytest.approx(6 * 0.206, abs=0.002)
    assert added_errors(9, 0, 0.25) == pytest.approx(9 * 0.143, abs=0.005)
    assert added_errors(100, 7, 0.7) == 0
    assert added_errors(100, 7, 0.5) < added_errors(100, 7, 0.25) < added_errors(100, 7, 0.1)


def test_with_the_papers_confidence_only_what_gains_nothing_is_pruned() -> None:
    random = np.random.default_rng(0)
    rows = random.random((400, 3))
    labels = (
        ((4 * rows[:, 0]).astype(int) % 2 == 0) ^ (rows[:, 1] > 0.8) ^ (random.random(400) < 0.15)
    )
    large = J48(fewest=5, confidence=0.7).fit(rows, labels)
    small = J48(fewest=5, confidence=0.25).fit(rows, labels)
    assert len(small.feature) < len(large.feature)
    errors = [int(((each.predict(rows) > 0.5) != labels).sum()) for each in (large, small)]
    assert errors[0] <= errors[1] <= labels.sum()


def test_values_that_no_row_has_say_what_their_parent_says() -> None:
    rows = np.array([[0], [2]] * 20)
    forest = J48(fewest=2).fit(rows, rows[:, 0] == 2, nominal=(0,))
    assert forest.predict(np.array([[0], [1], [2]])).tolist() == [0, 0.5, 1]
