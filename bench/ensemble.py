"""Kim et al.'s wish for an ensemble: the votes of several methods, and one small combiner over them.

`python -m bench.ensemble`: on the pages of `news`, `fundus`, `mercury` and `cn-web` and on every fourth
of `cn-news` and `cleaneval` every method votes on every text block, the share of its words that it
keeps. A logistic regression over the votes on a block and on its neighbours decides, every page and
every set counting alike. Word F1, means over pages. The combiner is out of fold by site, and so is
`default` in docs/default.md; boilerpipe and context have seen none of these pages.
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
from dehusk.evaluate import Dataset, Example
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.tokens import tokens
from dehusk.extractors.default.features import BlockCounts, block_features
from dehusk.extractors.densities import neighbour
from dehusk.page import Bools
from dehusk.pipeline import find_extractor
from dehusk.views.text_counts import words

SETS = {"news": 1, "fundus": 1, "mercury": 1, "cn-web": 1, "cn-news": 4, "cleaneval": 4}
MEMBERS = ("semantic", "dana", "cnr", "boilerpipe", "context")
FOLDS = 5
KEPT = (0.5, 0.4)
"""From which probability on a block is kept."""


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


def votes_on(counts: BlockCounts) -> NDArray[np.float64]:
    """For each block and member the share of the block's words that the member keeps."""
    columns = []
    for name in MEMBERS:
        keep = find_extractor(name).select(counts.page).keep
        kept = counts.blocks.sum(np.where(keep, words(counts.page), 0))
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


def out_of_fold(pages: list[Voted]) -> list[NDArray[np.float64]]:
    """For each block how sure a combiner is of it that saw no page of the site."""
    found = [np.zeros(0)] * len(pages)
    sites = [page.site for page in pages]
    in_set = Counter(page.origin for page in pages)
    for train, test in GroupKFold(FOLDS).split(pages, groups=sites):
        own = [pages[number] for number in train]
        model = LogisticRegression(max_iter=300).fit(
            np.vstack([page.features for page in own]),
            np.concatenate([page.labels for page in own]),
            sample_weight=np.concatenate([weights(page, in_set[page.origin]) for page in own]),
        )
        for number in test:
            found[number] = model.predict_proba(pages[number].features)[:, 1]
    return found


def weights(page: Voted, pages_in_set: int) -> NDArray[np.float64]:
    """How much each block counts: by its words, every page and every set alike."""
    return np.maximum(page.words, 1) / max(page.words.sum(), 1) / pages_in_set * 1e5


def read_pages() -> list[Voted]:
    return [
        page
        for name, every in SETS.items()
        for number, example in enumerate(Dataset(DATA / f"{name}.tar.xz"))
        if number % every == 0
        and isinstance(example, Example)
        and (page := voted(name, example)) is not None
    ]


def measured(pages: list[Voted]) -> dict[str, dict[str, float]]:
    """Word F1 of every system on every set."""
    sure = out_of_fold(pages)
    keeps: dict[str, list[Bools]] = {
        name: [page.votes[:, number] >= 0.5 for page in pages]
        for number, name in enumerate(MEMBERS)
    }
    keeps["a majority of the members"] = [page.votes.mean(axis=1) >= 0.5 for page in pages]
    for least in KEPT:
        keeps[f"the ensemble, from {least} on"] = [own >= least for own in sure]

    def mean(own: list[Bools], origin: str) -> float:
        pairs = zip(pages, own, strict=True)
        return float(np.mean([page.f1(keep) for page, keep in pairs if page.origin == origin]))

    return {name: {one: mean(own, one) for one in SETS} for name, own in keeps.items()}


def main() -> None:
    pages = read_pages()
    figures = measured(pages)
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
