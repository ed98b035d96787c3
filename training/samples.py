"""The blocks of labelled pages as one matrix, with what is needed to score decisions about them."""

from __future__ import annotations

import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import nan
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dehusk import Page, parse
from dehusk.errors import PageError
from dehusk.evaluate.datasets import Dataset, Example
from dehusk.evaluate.labels import example_leaves, gold_leaves
from dehusk.evaluate.lines import line_scores, whole_parts
from dehusk.evaluate.metrics import snippets
from dehusk.evaluate.metrics import words as word_overlap
from dehusk.evaluate.tokens import tokens
from dehusk.extractors.default.features import BlockCounts, block_features
from dehusk.extractors.default.method import next_near
from dehusk.extractors.default.stated_recipe import recipe_blocks
from dehusk.page import Bools
from dehusk.views.text_counts import words
from training.audit import reason_to_drop
from training.domains import registered_domain, site_of_links
from training.sets import Source

Floats = NDArray[np.float64]


class Scores(NamedTuple):
    """F1 in words and in lines, and the shares of short lines and of parts that are there.

    What a page has no gold for is not a number.
    """

    words: float = nan
    lines: float = nan
    short_lines: float = nan
    parts: float = nan


@dataclass(frozen=True)
class Sample:
    """A page: its blocks' features and labels, and its texts for scoring.

    Only blocks that are `known` have a label: where the gold is phrases, those that hold one; where it
    is parts of the content, those that hold some of them. `dropped` says why the page is not learned
    from.
    """

    origin: str
    id: str
    kind: str
    site: str
    weight: float
    strictness: float
    dropped: str | None
    features: NDArray[np.float32]
    labels: Bools
    known: Bools
    words: Floats
    template_id: NDArray[np.intp]
    text_id: NDArray[np.intp]
    near: Bools
    recipe: Bools | None
    texts: list[str]
    gold: str | None
    has: tuple[str, ...]
    lacks: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.labels)

    def scores(self, keep: Bools) -> Scores:
        """What keeping those blocks is worth."""
        text = "\n".join(self.texts[number] for number in np.flatnonzero(keep))
        if self.gold is not None:
            lines = line_scores(text, self.gold)
            short = nan if lines.short is None else lines.short
            return Scores(word_overlap(text, self.gold).f1, lines.f1, short)
        if self.lacks:
            return Scores(snippets(text, self.has, self.lacks).f1)
        return Scores(parts=whole_parts(text, [(part,) for part in self.has]).recall)


def read_samples(source: Source, *, limit: int | None = None, jobs: int = 2) -> list[Sample]:
    """The pages of a source with their labels, in the order of the dataset."""
    examples = list(_examples(source.path, limit))
    with get_context("spawn").Pool(jobs) as pool:
        made = pool.imap(partial(_sample_or_none, source), examples, chunksize=8)
        return [sample for sample in made if sample is not None]


def _examples(dataset: str, limit: int | None) -> Iterator[Example]:
    for item in Dataset(dataset, limit=limit):
        if isinstance(item, Example):
            yield item
        else:
            print(f"{item.where}: {item.message}", file=sys.stderr)


def _sample_or_none(source: Source, example: Example) -> Sample | None:
    """The sample of a page, unless what the set has is no page: one of them is a feed."""
    try:
        return make_sample(source, example)
    except PageError as error:
        print(f"{source.name}, {example.id}: {error}", file=sys.stderr)
        return None


def make_sample(source: Source, example: Example) -> Sample:
    """The sample of one page."""
    page = parse(example.html, url=example.url)
    counts, features = block_features(page)
    texts = [counts.blocks.text(number) for number in range(len(counts))]
    if example.text is not None:
        labels = leaf_labels(counts, example_leaves(page, example))
        known = np.ones(len(counts), bool)
    elif example.lacks:
        labels, known = phrase_labels(texts, example.has, example.lacks)
    else:
        labels = known = text_labels(page, counts, "\n".join(example.has))
    kind = example.group("type")
    return Sample(
        origin=source.name,
        id=example.id,
        kind=kind,
        site=registered_domain(example.url) if example.url else site_of_links(page, example.id),
        weight=source.weight * (source.other_types if kind not in ("article", "none") else 1),
        strictness=source.strictness if kind == "article" else 1.0,
        dropped=reason_to_drop(counts, labels, Counter(tokens(example.text)))
        if source.is_audited and example.text
        else None,
        features=features,
        labels=labels,
        known=known,
        words=counts.words,
        template_id=counts.template_id,
        text_id=counts.text_id,
        near=next_near(page, counts),
        recipe=recipe_blocks(page, counts.blocks),
        texts=texts,
        gold=example.text,
        has=example.has,
        lacks=example.lacks,
    )


def text_labels(page: Page, counts: BlockCounts, text: str) -> Bools:
    """The blocks at least half of whose words are in the gold text."""
    return leaf_labels(counts, gold_leaves(page, text))


def leaf_labels(counts: BlockCounts, leaves: Bools) -> Bools:
    """The blocks at least half of whose words are in leaves of the content."""
    inside = counts.blocks.sum(np.where(leaves, words(counts.page), 0))
    labels: Bools = (inside > 0) & (2 * inside >= counts.words)
    return labels


def phrase_labels(
    texts: list[str], has: tuple[str, ...], lacks: tuple[str, ...]
) -> tuple[Bools, Bools]:
    """The blocks that hold a phrase of the content, and those of which anything is known.

    A block with a phrase of both kinds is content: phrases that must not be there are often short.

    >>> labels, known = phrase_labels(["Boil water", "Menu", "More"], ("water",), ("Menu",))
    >>> labels.tolist(), known.tolist()
    ([True, False, False], [True, True, False])
    """
    even = [_even(text) for text in texts]
    labels = np.array([_holds(text, has) for text in even], bool)
    return labels, labels | np.array([_holds(text, lacks) for text in even], bool)


def _holds(text: str, phrases: tuple[str, ...]) -> bool:
    return any(phrase and phrase in text for phrase in map(_even, phrases))


def _even(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
