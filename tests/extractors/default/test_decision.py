"""The native loops of a decision, held against sums over all cases and against cases by hand."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import parse
from dehusk.extractors.default import method
from dehusk.extractors.default.features import MEANINGS, described_blocks
from dehusk.extractors.default.method import best_expected
from dehusk.native.forest import (
    column_means,
    in_runs,
    mean_length,
    mixed_with_group,
    near_next,
    rows_of_blocks,
    without_repeats,
)
from dehusk.selection import bridged
from dehusk.views.blocks import Blocks
from tests.conftest import PAGES, ROOT

GOLDEN = sorted(PAGES.glob("*/page.html"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_rows_are_those_of_bridged_blocks(path: Path, share: float) -> None:
    page = parse(path.read_bytes())
    blocks = Blocks.of(page)
    random = np.random.default_rng(0)
    keep, probability = random.random(len(blocks)) < share, random.random(len(blocks))
    shown = page.leaves & ~page.is_inert
    rows, score = rows_of_blocks(blocks.block_of, shown, keep, probability)
    judged = blocks.block_of >= 0
    wanted = bridged(page, blocks.on_rows(keep, missing=False), judged) & shown
    np.testing.assert_array_equal(rows, wanted)
    np.testing.assert_array_equal(score, blocks.on_rows(probability).astype(np.float32))


BLOCKS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 500)), max_size=40)


@given(BLOCKS, st.sampled_from([0.25, 0.5, 1.0, 2.0, 4.0]))
def test_the_best_set_is_a_prefix(blocks: list[tuple[float, int]], beta: float) -> None:
    probability = np.array([probability for probability, _ in blocks], float)
    words = np.array([words for _, words in blocks], float)
    keep, in_words, in_lines = best_expected(probability, words, beta)
    assert not keep.any() or probability[keep].min() >= max(
        [method.FLOOR, *probability[~keep].tolist()]
    )
    assert 0 <= in_words <= 1 + 1e-9
    assert 0 <= in_lines <= 1 + 1e-9


@pytest.mark.parametrize(
    ("probability", "words", "kept"),
    [
        ([0.9, 0.9, 0.1], [50, 50, 50], [True, True, False]),
        ([0.9, 0.4, 0.1], [50, 50, 5], [True, False, False]),
        ([0.95, 0.3, 0.3], [9, 90, 90], [True, True, True]),
        ([0.05, 0.04], [50, 50], [False, False]),
    ],
)
def test_the_best_set(probability: list[float], words: list[float], kept: list[bool]) -> None:
    assert best_expected(np.array(probability), np.array(words, float), 1.0)[0].tolist() == kept


LOGITS = st.lists(st.tuples(st.floats(-9, 9), st.floats(0, 5)), min_size=1, max_size=8)


@given(LOGITS)
def test_the_chain_over_blocks(blocks: list[tuple[float, float]]) -> None:
    logits, bonds = np.array(blocks, float).T
    weights = [
        np.exp(sum(logits[list(states)]) - bonds[:-1] @ (np.diff(states) != 0))
        for states in map(np.array, product([False, True], repeat=len(blocks)))
    ]
    states = np.array([*product([False, True], repeat=len(blocks))], float)
    wanted = np.array(weights) @ states / sum(weights)
    np.testing.assert_allclose(in_runs(logits.copy(), bonds.copy()), wanted, rtol=1e-6, atol=1e-9)


def test_a_short_line_goes_with_those_around_it() -> None:
    logits = np.array([3.0, -0.4, 3.0])
    alone, bound = in_runs(logits, np.zeros(3)), in_runs(logits, np.array([0.7, 0.7, 0.0]))
    assert alone[1] < 0.5 < bound[1]
    assert in_runs(logits, np.array([0.0, 0.0, 0.7])).tolist() == alone.tolist()


LINES = "".join(f"<div><b>Line {number} of it.</b></div>" for number in range(3))


@pytest.mark.parametrize("levels", [0, 1, 2, 3, 4])
def test_blocks_near_the_next(levels: int) -> None:
    page = parse(f"<main>{LINES}<section>{LINES}</section></main><p>{LINES}")
    table = described_blocks(page)
    near = near_next(table.enclosing_block, page.parent, page.end, levels)
    below_one = levels >= 2
    assert near.tolist() == [*[below_one] * 5, levels >= 4, below_one, below_one, False]


@given(LOGITS)
def test_the_mean_length(blocks: list[tuple[float, float]]) -> None:
    logits, words = np.array(blocks, float).T
    expected = words / (1 + np.exp(-logits))
    mean = expected @ np.log(np.maximum(words, 1)) / max(expected.sum(), 1e-300)
    assert mean_length(logits.copy(), words.copy()) == pytest.approx(mean, abs=1e-6)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 500), st.integers(0, 5)), max_size=40))
def test_the_mean_of_alike_blocks(blocks: list[tuple[float, int, int]]) -> None:
    own = np.array([own for own, _, _ in blocks], float)
    words = np.array([words for _, words, _ in blocks], float)
    group = np.unique([group for _, _, group in blocks], return_inverse=True)[1]
    weight = np.maximum(words, 1)
    mean = np.bincount(group, own * weight) / np.maximum(np.bincount(group, weight), 1)
    mixed = mixed_with_group(own, words, group, 0.25)
    np.testing.assert_allclose(mixed, 0.25 * own + 0.75 * mean[group])


def test_text_that_was_kept_before() -> None:
    said = np.array([0, 1, 0, 0, 1, 0])
    keep = np.array([False, True, True, True, True, True])
    words = np.array([9.0, 3.0, 9.0, 9.0, 3.0, 9.0])
    alike = np.array([0, 1, 2, 3, 1, 2])
    once = [False, True, True, False, True, True]
    assert without_repeats(keep, said, alike, words, 8).tolist() == once


def test_means_of_columns() -> None:
    random = np.random.default_rng(7)
    features = random.normal(size=(50, 9)).astype(np.float32)
    words = random.integers(0, 40, 50).astype(np.float64)
    weights = np.maximum(words, 1)
    by_words, plain = column_means(features, words)
    np.testing.assert_allclose(by_words, np.average(features, axis=0, weights=weights), rtol=1e-5)
    np.testing.assert_array_equal(plain, features.mean(axis=0))


def test_the_documentation_has_the_numbers_of_the_code() -> None:
    document = " ".join((ROOT / "docs" / "default.md").read_text("utf-8").split())
    for said in (
        f"costs {_short(method.BOND)} in log odds",
        f"is above {_short(method.LONG)}), it also costs {_short(method.LOOSE_BOND)} between",
        f"No block under {_short(method.FLOOR)} is kept",
        f"to the power of {_short(method.SHARPNESS)}.",
        f"expected to be under {_short(method.LEAST_EXPECTED)}, the document is empty",
        f"Each block gets {len(MEANINGS)} numbers",
    ):
        assert said in document


def _short(number: float) -> str:
    return f"{number:g}".removeprefix("0")


def test_what_the_page_says_of_a_block_counts_beside_the_forest() -> None:
    """An ingredient; what is in a footer, in the footer of a quotation, in a menu, in one of a quotation."""
    features = np.zeros((5, len(method.NAMES)), np.float32)
    footer, menu, quoted = (
        method.NAMES.index(f"in {tag}") for tag in ("footer", "nav", "blockquote")
    )
    features[[1, 2], footer] = features[[2, 4], quoted] = features[[3, 4], menu] = 1
    stated = np.array([True, False, False, False, False])
    weighed = method.with_evidence(np.full(5, 0.5), features, stated)
    assert weighed.tolist() == [4.5, -3.5, 0.5, -3.5, -3.5]
    said = method._said_of_evidence(stated, weighed < 0)
    assert said == [
        ", in the recipe that the page states",
        *(
            ", set apart from the content",
            "",
            ", set apart from the content",
            ", set apart from the content",
        ),
    ]
