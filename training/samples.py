"""The blocks of labelled pages as one matrix, with what is needed to score decisions about them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from dehusk import parse
from dehusk.evaluate.datasets import Dataset, Example
from dehusk.evaluate.labels import gold_leaves
from dehusk.evaluate.tokens import tokens
from dehusk.extractors.default import best_expected, lend_to_alike, said_once
from dehusk.features import Counts, block_features
from dehusk.page import Bools
from training.domains import registered_domain

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """A page: its blocks' features and labels, and its words for scoring."""

    id: str
    kind: str
    site: str
    features: NDArray[np.float32]
    labels: Bools
    words: Floats
    alike: NDArray[np.intp]
    counts: Counts
    bags: list[Counter[str]]
    gold: Counter[str]

    def decide(self, probability: Floats, amount: int = 0) -> tuple[Bools, float]:
        """What the default would keep, given the probabilities, and what it expects of it."""
        if not len(probability):
            return np.zeros(0, bool), 0.0
        shared = lend_to_alike(probability, self.words, self.alike)
        keep, expected = best_expected(shared, self.words, beta=2.0**amount)
        return said_once(self.counts, keep), expected

    def f1(self, keep: Bools) -> float:
        """Bag-of-words F1 of keeping those blocks."""
        bag: Counter[str] = Counter()
        for number in np.flatnonzero(keep):
            bag.update(self.bags[number])
        total = bag.total() + self.gold.total()
        return 2 * (bag & self.gold).total() / total if total else 1.0


def read_samples(dataset: str, *, limit: int | None = None, jobs: int = 2) -> list[Sample]:
    """The pages of a dataset with their labels, in the order of the dataset."""
    examples = list(_examples(dataset, limit))
    with get_context("spawn").Pool(jobs) as pool:
        return list(pool.imap(make_sample, examples, chunksize=8))


def _examples(dataset: str, limit: int | None) -> Iterator[Example]:
    for item in Dataset(dataset, limit=limit):
        if isinstance(item, Example):
            yield item
        else:
            print(f"{item.where}: {item.message}", file=sys.stderr)


def make_sample(example: Example) -> Sample:
    """The sample of one page."""
    page = parse(example.html, url=example.url)
    counts, features = block_features(page)
    gold_text = example.text or ""
    gold = gold_leaves(page, gold_text)
    inside = counts.blocks.sum(np.where(gold, counts.row_words, 0))
    return Sample(
        id=example.id,
        kind=example.group("type"),
        site=registered_domain(example.url or example.id),
        features=features,
        labels=(inside > 0) & (2 * inside >= counts.words),
        words=counts.words,
        alike=counts.alike,
        counts=counts,
        bags=[Counter(tokens(counts.blocks.text(number))) for number in range(len(counts))],
        gold=Counter(tokens(gold_text)),
    )
