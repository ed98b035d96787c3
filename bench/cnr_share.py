"""How many nodes are top rated: word F1 of cnr by its `share`, with and without lone parents.

`python -m bench.cnr_share`: the choice is made on wcxb-dev; news is beside it and took no part.
Without lone parents it is the paper's own selection, without completion. Beside ours stand two
narrower kinds of lone parents, of which the second gives the paper's answer to its Example 3.2.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bench.pages import DATA
from bench.report import Table, write_results
from dehusk import Document, Page, parse
from dehusk.evaluate import Dataset, Example
from dehusk.evaluate.metrics import words
from dehusk.extractors.cnr import CharsNodesRatio, Ratios, Rows
from dehusk.page.tags import Tag

SHARES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
CHOSEN = CharsNodesRatio().share


class TextsAlone(CharsNodesRatio):
    """Only a text stands for its parent, and only for the one right above it."""

    def seeds(self, page: Page, ratios: Ratios) -> Rows:
        top = self._top_rated(ratios.ratio)
        parent = page.parent[top]
        is_lone = page.is_text[top] & (ratios.nodes[parent] == ratios.nodes[top] + 1)
        return np.unique(np.where(is_lone & self._may_stand(page, parent), parent, top))

    def _may_stand(self, page: Page, parent: Rows) -> NDArray[np.bool_]:
        return np.ones(len(parent), bool)


class Paragraphs(TextsAlone):
    """And only where that is a `p`."""

    def _may_stand(self, page: Page, parent: Rows) -> NDArray[np.bool_]:
        return page.tag[parent] == Tag.P


METHODS: dict[tuple[str, float], CharsNodesRatio] = {
    ("as published", share): replace(CharsNodesRatio.as_published(), share=share)
    for share in SHARES
}
METHODS |= {("ours", share): CharsNodesRatio(share=share) for share in SHARES}
METHODS |= {
    ("ours, a text for its parent", CHOSEN): TextsAlone(),
    ("ours, a text for its p", CHOSEN): Paragraphs(),
}

Scores = dict[tuple[str, float], dict[str, list[float]]]


def scores(name: str) -> Scores:
    found: Scores = {key: defaultdict(list) for key in METHODS}
    for example in Dataset(DATA / f"{name}.tar.xz"):
        if not isinstance(example, Example) or example.text is None:
            continue
        page = parse(example.html)
        for key, method in METHODS.items():
            document = Document(page, method.select(page))
            if not method.lone_parents:
                document = document.as_selected()
            score = words(document.text, example.text).f1
            found[key]["all"].append(score)
            found[key][example.group("type")].append(score)
    return found


def main() -> None:
    wcxb, news = scores("wcxb-dev"), scores("news")
    kinds = ["all", *sorted(set(next(iter(wcxb.values()))) - {"all"})]

    def mean(values: list[float]) -> str:
        return f"{np.mean(values):.3f}"

    write_results(
        "cnr-share",
        command="python -m bench.cnr_share",
        data={
            "wcxb-dev": {
                f"{setting}, {share}": float(np.mean(own["all"]))
                for (setting, share), own in wcxb.items()
            }
        },
        table=Table(
            ["setting", "share", *kinds, "news"],
            [
                [*map(str, key), *(mean(wcxb[key][kind]) for kind in kinds), mean(news[key]["all"])]
                for key in METHODS
            ],
        ),
    )


if __name__ == "__main__":
    main()
