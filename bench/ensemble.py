"""Kim et al.'s wish for an ensemble: the votes of several methods, and one small combiner over them.

`python -m bench.ensemble`: on the pages of `news`, `fundus`, `mercury` and `cn-web` every method votes
on every text block, the share of its words that it keeps; a logistic regression over the votes on a
block and on its neighbours decides. Word F1, means over pages. The combiner is out of fold by site, and
so is `default` in docs/default.md; boilerpipe and context have seen none of these pages.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from training.domains import registered_domain, site_of_links
from training.samples import text_labels

from bench.pages import DATA
from bench.report import Table, write_results
from dehusk import parse
from dehusk.densities import neighbour
from dehusk.evaluate import Dataset, Example
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.tokens import tokens
from dehusk.features import Counts, block_features
from dehusk.page import Bools
from dehusk.pipeline import find_extractor

SETS = ("news", "fundus", "mercury", "cn-web")
MEMBERS = ("semantic", "dana", "cnr", "boilerpipe", "context")
FOLDS = 5
KEPT = 0.5


@dataclass(frozen=True)
class Voted:
    """A page: the votes of the members on each block, the labels, and its words for scoring."""

    origin: str
    site: str
    votes: NDArray[np.float64]
    features: NDArray[np.float64]
    labels: Bools
    words: NDArray[np.float64]
    texts: list[list[str]]
    gold: Counter[str]

    def f1(self, keep: Bools) -> float:
        """Word F1 of keeping those blocks."""
        kept = [token for number in np.flatnonzero(keep) for token in self.texts[number]]
        bag = Counter(kept)
        return Overlap((bag & self.gold).total(), bag.total(), self.gold.total()).f1


def votes_on(counts: Counts) -> NDArray[np.float64]:
    """For each block and member the share of the block's words that the member keeps."""
    columns = []
    for name in MEMBERS:
        keep = find_extractor(name).select(counts.page).keep
        kept = counts.blocks.sum(np.where(keep, counts.row_words, 0))
        columns.append(kept / np.maximum(counts.words, 1))
    return np.column_stack(columns)


def voted(origin: str, example: Example) -> Voted | None:
    page = parse(example.html, url=example.url)
    counts, _ = block_features(page)
    if not len(counts) or not example.text:
        return None
    votes = votes_on(counts)
    around = [neighbour(votes, offset) for offset in (-2, -1, 1, 2)]
    size = np.log1p(counts.words)[:, None]
    return Voted(
        origin,
        registered_domain(example.url) if example.url else site_of_links(page, example.id),
        votes,
        np.hstack([votes, *around, size, votes * size, votes.mean(axis=1, keepdims=True)]),
        text_labels(page, counts, example.text),
        counts.words,
        [tokens(counts.blocks.text(number)) for number in range(len(counts))],
        Counter(tokens(example.text)),
    )


def out_of_fold(pages: list[Voted]) -> list[Bools]:
    """What a combiner that saw no page of the site keeps of each page."""
    kept: list[Bools] = [np.zeros(0, bool)] * len(pages)
    sites = [page.site for page in pages]
    for train, test in GroupKFold(FOLDS).split(pages, groups=sites):
        own = [pages[number] for number in train]
        model = LogisticRegression(max_iter=300).fit(
            np.vstack([page.features for page in own]),
            np.concatenate([page.labels for page in own]),
            sample_weight=np.concatenate([np.maximum(page.words, 1) for page in own]),
        )
        for number in test:
            kept[number] = model.predict_proba(pages[number].features)[:, 1] >= KEPT
    return kept


def main() -> None:
    pages = [
        page
        for name in SETS
        for example in Dataset(DATA / f"{name}.tar.xz")
        if isinstance(example, Example) and (page := voted(name, example)) is not None
    ]
    scores = {"the ensemble, out of fold": out_of_fold(pages)}
    for number, name in enumerate(MEMBERS):
        scores[name] = [page.votes[:, number] >= KEPT for page in pages]
    scores["a majority of the members"] = [page.votes.mean(axis=1) >= KEPT for page in pages]

    def mean(keeps: list[Bools], origin: str) -> float:
        own = [
            page.f1(keep) for page, keep in zip(pages, keeps, strict=True) if page.origin == origin
        ]
        return float(np.mean(own))

    figures = {name: {one: mean(keeps, one) for one in SETS} for name, keeps in scores.items()}
    write_results(
        "ensemble",
        command="python -m bench.ensemble",
        data={
            "pages": len(pages),
            "figures": [{"system": name, **own} for name, own in figures.items()],
        },
        table=Table(
            ["system", *SETS],
            [[name, *(f"{own[one]:.3f}" for one in SETS)] for name, own in figures.items()],
        ),
    )


if __name__ == "__main__":
    main()
