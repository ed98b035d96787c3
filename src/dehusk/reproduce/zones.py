"""Rae et al. 2018: Table 1, layout analysis and semantic markup, and the best of each page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from dehusk.evaluate.methods import DehuskMethod
from dehusk.evaluate.run import Results, evaluate
from dehusk.evaluate.summary import mean_interval
from dehusk.extractors.zones import ZonesSemantic
from dehusk.reproduce.rendered import NOTE, is_semantic, rendered_news
from dehusk.reproduce.study import Exhibit, Pages, Reported, Source, beside, in_settings

METRIC = "labelled-words"
THEIRS = {
    "Full": [
        Reported("Rae et al., layout analysis, 359 journal articles", 0.96, 0.99, 0.98),
        Reported("Rae et al., semantic markup", 0.43, 0.43, 0.42),
    ],
    "ST only": [
        Reported("Rae et al., layout analysis, 158 journal articles", 0.97, 0.99, 0.98),
        Reported("Rae et al., semantic markup", 0.97, 0.97, 0.95),
    ],
}


TAGS = [
    DehuskMethod(tag, ZonesSemantic(tags=(tag,)), is_completed=False) for tag in ("article", "main")
]
BETTER_TAG = "zones-semantic, article or main, the better on each page"
"""The paper's own setting: "we chose the configuration that gave the highest F-score"."""


def exhibits(source: Source) -> Iterator[Exhibit]:
    """Words with the right label, on all pages and on those with `article` or `main`."""
    pages = rendered_news(source)
    semantic = Pages(pages.name, [one for one in pages if is_semantic(one)])
    for name, some in (("Full", pages), ("ST only", semantic)):
        results, table, differences = beside(
            source,
            some,
            in_settings("zones", "zones-semantic"),
            METRIC,
            THEIRS[name],
            f"Table 1, {name}: words with the right label",
        )
        tags = evaluate(TAGS, some, metrics=[METRIC], jobs=source.jobs)
        table.rows.append(best_of_each_page(tags, BETTER_TAG))
        table.rows.append(best_of_each_page(results))
        stem = f"zones-table-1-{name.lower().replace(' ', '-')}"
        yield Exhibit(stem, table, note=NOTE)
        yield Exhibit(f"{stem}-paired", differences)


def best_of_each_page(
    results: Results, name: str = "the best of these on each page"
) -> tuple[str, ...]:
    """The upper bound: for each page the method and setting that did best there."""
    best: dict[str, float] = defaultdict(float)
    for page in results.pages:
        best[page.id] = max(best[page.id], page.scores[METRIC].f1)
    mean, low, high = mean_interval(np.array(list(best.values())))
    return (
        name,
        str(len(best)),
        "",
        "",
        f"{mean:.3f}",
        f"{low:.3f} to {high:.3f}",
    )
