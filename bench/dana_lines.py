"""What dana's open choices give: the length of a line, how regions are joined, what is between them.

`python -m bench.dana_lines`: word F1 over leaves (labelled words) on every page of `fundus` and
`cn-web`, every second of `news` and every fifth of `wcxb-dev`, by which choices are made, and on every
fifth of `cn-news` and of `cleaneval`, which stand beside. Pages that do not hold their gold are left
out. The method's own selection, without completion. Below, word F1 of the completed text over
every page of two Chinese sets, and what a perfect choice of the page's words would have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from bench.pages import DATA
from bench.report import Table, write_results
from dehusk import Page, extract, parse
from dehusk.evaluate import Dataset, Example, gold_leaves
from dehusk.evaluate.leaves import LeafTokens
from dehusk.evaluate.metrics import labelled_words, words
from dehusk.evaluate.tokens import tokens
from dehusk.extractors.dana.method import Dana
from dehusk.page import Bools

SETS = {"fundus": 1, "cn-web": 1, "news": 2, "wcxb-dev": 5, "cn-news": 5, "cleaneval": 5}
HELD = 0.9
"""The share of the gold that a page must hold to be counted; some pages of cn-news are error pages."""

METHODS = {
    **{
        f"gap 20, {length} a line": Dana(gap=20, line_length=length)
        for length in (25, 40, 60, 80, 100, 120, 160)
    },
    "gap 20, the source's lines": Dana(gap=20, line_length="source"),
    **{
        f"auto, {length} a line": Dana(gap="auto", line_length=length)
        for length in (15, 20, 25, 30, 40, 60)
    },
    **{f"k-means, {length} a line": Dana(gap="k-means", line_length=length) for length in (30, 80)},
    **{
        f"as published, {length} a line": replace(Dana.as_published(), line_length=length)
        for length in (25, 40, 60, 80)
    },
    "as published, the source's lines": replace(Dana.as_published(), line_length="source"),
    "gap 20, 80 a line, regions alone": Dana(gap=20, between=False),
    "auto, 30 a line, regions alone": Dana(between=False),
}


def labelled_pages(name: str, every: int) -> Iterator[tuple[Page, Bools]]:
    for number, example in enumerate(Dataset(DATA / f"{name}.tar.xz")):
        if number % every or not isinstance(example, Example) or not example.text:
            continue
        page = parse(example.html)
        gold = gold_leaves(page, example.text)
        if LeafTokens.of(page).counts[gold].sum() >= HELD * len(tokens(example.text)):
            yield page, gold


def scores(name: str, every: int) -> dict[str, float]:
    found: dict[str, list[float]] = {method: [] for method in METHODS}
    for page, gold in labelled_pages(name, every):
        for method, dana in METHODS.items():
            found[method].append(labelled_words(page, dana.select(page).keep, gold).f1)
    return {method: float(np.mean(own)) for method, own in found.items()}


def over_all_pages(name: str) -> dict[str, float]:
    """Of every page, those that hold their gold, what can be had at best, and what is."""
    found: dict[str, list[float]] = {"holding": [], "at best": [], "ours": [], "as published": []}
    for example in Dataset(DATA / f"{name}.tar.xz"):
        if not isinstance(example, Example) or not example.text:
            continue
        page = parse(example.html)
        held = words(
            " ".join(page.text_of(row) for row in np.flatnonzero(page.is_text)), example.text
        )
        found["holding"].append(held.recall >= HELD)
        found["at best"].append(2 * held.recall / (1 + held.recall))
        found["ours"].append(words(extract(page, method=Dana()).text, example.text).f1)
        published = extract(page, method=Dana.as_published()).as_selected()
        found["as published"].append(words(published.text, example.text).f1)
    return {"pages": len(found["ours"]), **{key: float(np.mean(own)) for key, own in found.items()}}


def main() -> None:
    over_all = {name: over_all_pages(name) for name in ("cn-news", "cn-web")}
    figures = {name: scores(name, every) for name, every in SETS.items()}
    write_results(
        "dana_lines",
        command="python -m bench.dana_lines",
        data={
            **{f"over all pages of {name}": own for name, own in over_all.items()},
            "sets": [{"set": name, **own} for name, own in figures.items()],
        },
        table=Table(
            ["dana", *SETS],
            [[method, *(f"{figures[name][method]:.3f}" for name in SETS)] for method in METHODS],
        ),
    )


if __name__ == "__main__":
    main()
