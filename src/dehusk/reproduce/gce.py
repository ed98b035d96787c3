"""Jung et al. 2022: Table 3, and what the window, the grid, scrolling, links and widths do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dehusk.evaluate.methods import DehuskMethod
from dehusk.evaluate.run import evaluate
from dehusk.evaluate.summary import ALL, figures
from dehusk.evaluate.tables import Table
from dehusk.extractors.gce.method import GridCenteringExpanding
from dehusk.reproduce.figures import curves
from dehusk.reproduce.rendered import NOTE, WINDOW, rendered_news
from dehusk.reproduce.study import (
    SETTINGS,
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

THEIRS = {
    "lcs-characters": [Reported("Jung et al., GCE, mean of nine sets", None, None, 0.842)],
    "text-nodes": [Reported("Jung et al., GCE, mean of nine sets", None, None, 0.788)],
}
TITLES = {
    "lcs-characters": "Table 3: longest common subsequence of characters",
    "text-nodes": "Table 3: matched text blocks",
}
SWEEPS: dict[str, tuple[str, tuple[float, ...]]] = {
    "scroll": ("α, screens that are looked at", (0.5, 1, 1.5, 2, 2.5, 3, 4)),
    "link_density": ("β, the share of links", (0.25, 0.5, 0.75, 1)),
    "widening": ("Δw, how much wider a parent is", (1.1, 1.3, 1.5, 1.7, 2, 2.5)),
}
GRID = range(3, 9)
"""Rows on a screen and columns: section IV-B tries 3 × 3 to 8 × 8."""
WINDOWS = (WINDOW, (1280, 1024), (2560, 1440))
"""The windows of section IV-B."""


def exhibits(source: Source) -> Iterator[Exhibit]:
    """Both measures of the paper in three settings, then the window, the grid, and each parameter."""
    pages = rendered_news(source)
    for metric, reported in THEIRS.items():
        _, table, differences = beside(
            source, pages, in_settings("gce"), metric, reported, TITLES[metric]
        )
        stem = f"gce-table-3-{metric}"
        yield Exhibit(stem, table, note=NOTE)
        yield Exhibit(f"{stem}-paired", differences)
    settings = {
        "as published": GridCenteringExpanding.as_published(),
        "as coded": GridCenteringExpanding.as_coded(),
        "our setting": GridCenteringExpanding(),
    }
    yield from _windows(source)
    for name, setting in settings.items():
        yield _grid(source, pages, name, setting)
    for parameter, (words, values) in SWEEPS.items():
        lines = {
            name: with_parameter(extractor, parameter, values)
            for name, extractor in settings.items()
        }
        found = sweep(source, pages, lines, "words")
        title = f"Words by {words}"
        yield Exhibit(f"gce-{parameter}", sweep_table(title, parameter, found))
        yield Exhibit(f"gce-{parameter}-curve", svg=curves(found, title=title, across=words))


def _windows(source: Source) -> Iterator[Exhibit]:
    """The pages rendered in each window of the paper, in three settings."""
    rendered = {window: rendered_news(source, window) for window in WINDOWS}
    usable = set.intersection(*({one.id for one in pages} for pages in rendered.values()))
    rows = []
    for (width, height), found in rendered.items():
        pages = Pages(found.name, [one for one in found if one.id in usable])
        results = evaluate(in_settings("gce"), pages, metrics=["words"], jobs=source.jobs)
        means = [f"{one.f1.mean:.3f}" for one in figures(results) if one.group == ALL]
        rows.append((f"{width} × {height}", str(len(pages)), *means))
    header = ("window", "pages", *SETTINGS.values())
    note = (
        "The paper took 1920 × 1080 as the best. Pages that come out usable in all three windows."
    )
    yield Exhibit("gce-window", Table("Words by the window", header, rows), note=note)


def _grid(source: Source, pages: Pages, name: str, setting: GridCenteringExpanding) -> Exhibit:
    """Rows of the grid down, its columns across."""
    methods = [
        DehuskMethod(
            f"{rows} {columns}", replace(setting, rows=rows, columns=columns), is_completed=False
        )
        for rows in GRID
        for columns in GRID
    ]
    results = evaluate(methods, pages, metrics=["words"], jobs=source.jobs)
    f1 = {one.method: one.f1.mean for one in figures(results) if one.group == ALL}
    lines = [(str(rows), *(f"{f1[f'{rows} {columns}']:.3f}" for columns in GRID)) for rows in GRID]
    header = ("rows on a screen", *(f"{columns} columns" for columns in GRID))
    stem = name.replace(" ", "-").removeprefix("as-")
    return Exhibit(f"gce-grid-{stem}", Table(f"Words by the grid, {name}", header, lines))
