"""Mohammadzadeh et al. 2011: Table II on news outside of Latin script, Figures 2 and 3, the gap."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dehusk.evaluate.gold import Example
from dehusk.evaluate.metrics import lcs
from dehusk.extractors.dana.method import Dana
from dehusk.extractors.exhibits import Bars
from dehusk.page.parse import parse
from dehusk.reproduce.figures import bars, curves
from dehusk.reproduce.study import (
    Exhibit,
    Pages,
    Reported,
    Source,
    beside,
    in_settings,
    sweep,
    sweep_table,
    with_parameter,
)

THEIRS = [
    Reported("Mohammadzadeh et al., lowest of nine news sites", None, None, 0.935),
    Reported("Mohammadzadeh et al., highest of nine news sites", None, None, 1.0),
    Reported("Mohammadzadeh et al., Wikipedia", None, None, 0.674),
]
HELD = 0.9
"""The share of the gold's tokens that a page must hold: some pages of cn-news are error pages."""
GAPS = (5, 10, 20, 40, 80, 160)
SWEPT = 4


def exhibits(source: Source) -> Iterator[Exhibit]:
    """LCS F1 on Chinese news, the figures of its first page, and what the gap does."""
    every = source.pages("cn-news")
    pages = Pages(every.name, [one for one in every if holds_gold(one)])
    _, table, differences = beside(
        source, pages, in_settings("dana"), "lcs", THEIRS, "Table II: longest common subsequence"
    )
    note = (
        f"{len(pages)} of {len(every)} pages of cn-news hold their gold. The pages of the paper, in"
        " Arabic, Persian, Pashto and Urdu, are no longer there."
    )
    yield Exhibit("dana-table-2", table, note=note)
    yield Exhibit("dana-table-2-paired", differences)
    drawn = [
        one
        for one in Dana.as_published().explain_page(parse(pages.examples[0].html))
        if isinstance(one, Bars)
    ]
    for number, exhibit in enumerate(drawn, start=2):
        note = f"Figure {number}, of the page {pages.examples[0].id}. {exhibit.note}"
        yield Exhibit(f"dana-figure-{number}", svg=bars(exhibit), note=note)
    some = pages.sample(SWEPT)
    found = sweep(
        source, some, {"as published": with_parameter(Dana.as_published(), "gap", GAPS)}, "lcs"
    )
    title = f"LCS F1 by the gap between regions, {len(some)} pages"
    yield Exhibit(
        "dana-gap", sweep_table(title, "gap", found), note="The paper has 20, and wants 160."
    )
    yield Exhibit("dana-gap-curve", svg=curves(found, title=title, across="gap in lines"))


def holds_gold(example: Example) -> bool:
    """Whether the page has its gold in what can be read on it, in order."""
    page = parse(example.html)
    rows = np.flatnonzero(page.is_text & ~page.is_inert).tolist()
    text = " ".join(page.text_of(row) for row in rows)
    return lcs(text, example.text or "").recall >= HELD
