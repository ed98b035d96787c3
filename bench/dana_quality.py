"""dana on Chinese news and on our pages in Arabic script, as published and ours: LCS F1.

`python -m bench.dana_quality [DATASET]`: all pages of `cn-news`. Some of them are error pages that do
not hold their gold at all. The ceiling is the F1 of an output that is the gold where the page holds
it and nothing where it does not; a page holds its gold when at least 90 % of the gold's tokens stand
in its visible text, in order.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from tests.golden import golden_pages

import dehusk
from bench.pages import DATA
from bench.report import Table, write_results
from dehusk.evaluate import Dataset, Example
from dehusk.evaluate.metrics import lcs
from dehusk.evaluate.summary import mean_interval
from dehusk.extractors.dana.method import Dana

METHODS = {"as published": Dana.as_published(), "gap 20": Dana(gap=20), "ours": Dana()}
ARABIC_SCRIPT = ("arabic", "persian", "urdu")
HELD = 0.9


@dataclass(frozen=True)
class Scores:
    """LCS F1 of a page by each method, and whether the page holds its gold."""

    site: str
    is_held: bool
    f1: dict[str, float]


def all_text(page: dehusk.Page) -> str:
    rows = np.flatnonzero(page.is_text & ~page.is_inert).tolist()
    return " ".join(page.text_of(row) for row in rows)


def text_of(page: dehusk.Page, method: Dana) -> str:
    document = dehusk.extract(page, method=method)
    return (document.as_selected() if method == Dana.as_published() else document).text


def score(example: Example) -> Scores:
    page, gold = dehusk.parse(example.html), example.text or ""
    return Scores(
        example.id.split("-")[0],
        lcs(all_text(page), gold).recall >= HELD,
        {name: lcs(text_of(page, method), gold).f1 for name, method in METHODS.items()},
    )


def line(name: str, pages: list[Scores]) -> list[str]:
    cells = [name, str(len(pages)), str(sum(page.is_held for page in pages))]
    for method in METHODS:
        found = mean_interval(np.array([page.f1[method] for page in pages], np.float64))
        cells += [f"{found.mean:.3f}", f"{found.low:.3f}–{found.high:.3f}"]
    return cells


def golden_lines() -> list[list[str]]:
    lines = []
    for golden in golden_pages():
        if golden.name in ARABIC_SCRIPT:
            gold = golden.document.text
            cells = [f"tests/pages/{golden.name}", "1", "1"]
            for method in METHODS.values():
                f1 = lcs(text_of(golden.page, method), gold).f1
                cells += [f"{f1:.3f}", ""]
            lines.append(cells)
    return lines


def main() -> None:
    dataset = Dataset(sys.argv[1] if len(sys.argv) > 1 else DATA / "cn-news.tar.xz")
    scores = [score(item) for item in dataset if isinstance(item, Example)]
    by_site: dict[str, list[Scores]] = defaultdict(list)
    for page in scores:
        by_site[page.site].append(page)
    held = [page for page in scores if page.is_held]
    lines = [
        line("cn-news, all pages", scores),
        line("cn-news, pages that hold their gold", held),
        *(line(f"cn-news, {site}", pages) for site, pages in sorted(by_site.items())),
        *golden_lines(),
    ]
    write_results(
        "dana_quality",
        command="python -m bench.dana_quality",
        data={
            "pages": len(scores),
            "pages_that_hold_their_gold": len(held),
            "ceiling": len(held) / len(scores),
            "lines": lines,
        },
        table=Table(
            ["pages", "pages", "hold gold", *(cell for name in METHODS for cell in (name, "95 %"))],
            lines,
        ),
    )


if __name__ == "__main__":
    main()
