"""How many nodes are top rated: word F1 of cnr by its `share`, with and without lone parents.

`python -m bench.cnr_share`: the choice is made on wcxb-dev; news is beside it and took no part.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from bench.pages import DATA
from bench.report import Table, write_results
from dehusk import Document, parse
from dehusk.evaluate import Dataset, Example
from dehusk.evaluate.metrics import words
from dehusk.extractors.cnr import CharsNodesRatio

SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5)


def scores(name: str) -> dict[float, dict[str, list[float]]]:
    found: dict[float, dict[str, list[float]]] = {share: defaultdict(list) for share in SHARES}
    for example in Dataset(DATA / f"{name}.tar.xz"):
        if not isinstance(example, Example) or example.text is None:
            continue
        page = parse(example.html)
        for share, by_type in found.items():
            document = Document(page, CharsNodesRatio(share=share).select(page))
            score = words(document.text, example.text).f1
            by_type["all"].append(score)
            by_type[example.group("type")].append(score)
    return found


def main() -> None:
    wcxb, news = scores("wcxb-dev"), scores("news")
    kinds = ["all", *sorted(set(wcxb[SHARES[0]]) - {"all"})]

    def mean(values: list[float]) -> str:
        return f"{np.mean(values):.3f}"

    write_results(
        "cnr-share",
        command="python -m bench.cnr_share",
        data={"wcxb-dev": {str(share): float(np.mean(wcxb[share]["all"])) for share in SHARES}},
        table=Table(
            ["share", *kinds, "news"],
            [
                [str(share), *(mean(wcxb[share][kind]) for kind in kinds), mean(news[share]["all"])]
                for share in SHARES
            ],
        ),
    )


if __name__ == "__main__":
    main()
