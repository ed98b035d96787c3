"""Jung et al. 2022: Table 3, and what the grid, the window's height, links and widths do."""

from __future__ import annotations

from collections.abc import Iterator

from dehusk.extractors.gce.method import GridCenteringExpanding
from dehusk.reproduce.figures import curves
from dehusk.reproduce.rendered import NOTE, rendered_news
from dehusk.reproduce.study import (
    Exhibit,
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
    "rows": ("rows of the grid on a screen", (3, 5, 7, 9, 11)),
    "columns": ("columns of the grid", (4, 6, 8, 10, 12)),
    "scroll": ("α, screens that are looked at", (0.5, 1, 1.5, 2, 3, 4)),
    "link_density": ("β, the share of links", (0.25, 0.5, 0.75, 1)),
    "widening": ("Δw, how much wider a parent is", (1.1, 1.3, 1.5, 1.7, 2, 2.5)),
}


def exhibits(source: Source) -> Iterator[Exhibit]:
    """Both measures of the paper in three settings, then a sweep of each parameter."""
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
    for parameter, (words, values) in SWEEPS.items():
        lines = {
            name: with_parameter(extractor, parameter, values)
            for name, extractor in settings.items()
        }
        found = sweep(source, pages, lines, "words")
        title = f"Words by {words}"
        yield Exhibit(f"gce-{parameter}", sweep_table(title, parameter, found))
        yield Exhibit(f"gce-{parameter}-curve", svg=curves(found, title=title, across=words))
