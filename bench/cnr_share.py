"""How many nodes are top rated: word F1 of cnr by its `share`, with and without lone parents.

`python -m bench.cnr_share`: the choice is made on wcxb-dev; news is beside it and took no part.
Without lone parents it is the paper's own selection, without completion.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np

from bench.pages import DATA
from bench.report import Table, write_results
from dehusk import Document, parse
from dehusk.evaluate import Dataset, Example
from dehusk.evaluate.metrics import words
from dehusk.extractors.cnr import CharsNodesRatio

SHARES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
METHODS = {
    ("as published", share): replace(CharsNodesRatio.as_published(), share=share)
    for share in SHARES
} | {("ours", share): CharsNodesRatio(share=share) for share in SHARES}

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
