"""On the labelled pages: how much of the gold the leaves of a page can give at all."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from dehusk import parse
from dehusk.evaluate import Dataset, Example, Problem, evaluate, gold_leaves, tokens
from dehusk.evaluate.leaves import LeafTokens
from dehusk.evaluate.metrics import words

pytestmark = [pytest.mark.data, pytest.mark.slow]


@pytest.mark.parametrize(("name", "least"), [("wcxb-dev", 0.985), ("cleaneval", 0.985)])
def test_ceiling(data: Path, name: str, least: float) -> None:
    """Word F1 if exactly the gold leaves are kept, on the first pages."""
    scores = []
    for example in Dataset(data / f"{name}.tar.xz", limit=120):
        assert isinstance(example, Example)
        found = LeafTokens.of(page := parse(example.html))
        mask = gold_leaves(page, example.text or "")
        kept = np.flatnonzero(mask[found.first] | mask[found.last])
        output = " ".join(found.tokens[index] for index in kept)
        scores.append(words(output, example.text or "").f1)
    assert np.mean(scores) > least


@pytest.mark.parametrize(
    ("name", "pages"),
    [
        *(("wcxb-dev", 1497), ("news", 204), ("snippets", 990), ("cn-news", 771), ("l3s-gn1", 621)),
        *(("recipes", 526), ("forums", 56), ("records", 119), ("products", 68)),
    ],
)
def test_datasets_are_whole(data: Path, name: str, pages: int) -> None:
    dataset = Dataset(data / f"{name}.tar.xz")
    assert len(dataset) == pages
    first = next(iter(dataset))
    assert not isinstance(first, Problem)
    assert first.html


def test_a_run(data: Path) -> None:
    results = evaluate(["cnr"], Dataset(data / "news.tar.xz", limit=8), metrics=["all"])
    assert results.failures == results.problems == []
    assert np.mean([page.scores["words"].f1 for page in results.pages]) > 0.6
    assert json.dumps(tokens(results.pages[0].id))
