"""Pages with real CSS that we wrote, as Chromium shows them.

A folder has `page.html`, in which `data-gold` marks the main content and `data-skip` what is not
part of it, the page as Chromium rendered it here (`snapshot.json.gz`), and `expected.json`: the
trees, the grid and the centres on that snapshot, and which methods find exactly what is marked.

`python -m tests.layouts` renders every page again and rewrites both; read the difference before you
commit it. `python -m tests.layouts NAME` prints what is expected of one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from dehusk import Document, Page, Selection, extract
from dehusk.extractors.gce.method import GridCenteringExpanding
from dehusk.extractors.zones.column_tree import ColumnTree, columns_of
from dehusk.extractors.zones.method import Zones
from dehusk.extractors.zones.zone_tree import ZoneTree, zone_tree
from dehusk.page.snapshot import read_snapshot
from dehusk.views.layout_view import LayoutView

HERE = Path(__file__).parent
METHODS = ("zones", "zones-semantic", "gce")
WINDOWS = {"mobile": (390, 844)}


@dataclass(frozen=True)
class LayoutPage:
    """One folder of tests/layouts."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def html(self) -> Path:
        return self.folder / "page.html"

    @property
    def window(self) -> tuple[int, int]:
        return WINDOWS.get(self.name, (1920, 1080))

    @cached_property
    def snapshot(self) -> Page:
        return read_snapshot((self.folder / "snapshot.json.gz").read_bytes())

    @cached_property
    def expected(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads((self.folder / "expected.json").read_text())
        return data


def layout_pages() -> list[LayoutPage]:
    return [LayoutPage(path.parent) for path in sorted(HERE.glob("*/page.html"))]


def gold_text(page: Page) -> str:
    """The text that the page itself marks as its main content, as a perfect method would give it."""
    marked = marked_rows(page, "data-gold") & ~marked_rows(page, "data-skip")
    seen = marked & ~LayoutView.of(page).hidden
    return Document(page, Selection.of_leaves(page, seen, reason="marked")).text


def kept_texts(page: Page, document: Document) -> list[str]:
    """The texts that were kept, one by one, white space collapsed: no writer has a say in it."""
    rows = [row for row in document.selection.rows.tolist() if page.is_text[row]]
    texts = (" ".join(page.text_of(row).split()) for row in rows)
    return [text for text in texts if text]


def marked_rows(page: Page, attribute: str) -> np.ndarray[Any, np.dtype[np.bool_]]:
    rows = np.zeros(len(page), bool)
    rows[page.with_attribute(attribute)[0]] = True
    return page.inside(rows)


def describe(page: Page) -> dict[str, Any]:
    """What the two methods see of a page: what `expected.json` holds."""
    zones = zone_tree(page)
    columns = columns_of(zones)
    gce = GridCenteringExpanding()
    documents = {method: extract(page, method=method) for method in METHODS}
    return {
        "zones": zone_lines(zones, Zones().paragraphs(zones)),
        "columns": column_lines(columns, Zones().main_column(page)[1]),
        "grid": grid_lines(gce, page),
        "centres": [[round(float(side)) for side in point] for point in gce.centres(page)],
        "exact": [name for name, found in documents.items() if found.text == gold_text(page)],
        "texts": {name: kept_texts(page, found) for name, found in documents.items()},
    }


def zone_lines(zones: ZoneTree, paragraphs: np.ndarray[Any, np.dtype[np.bool_]]) -> list[str]:
    """A line a zone: how deep, the tag of its first row, ¶ for paragraphs, the start of its text."""
    page = zones.page
    lines = []
    for zone, row in enumerate(zones.first_row.tolist()):
        seen = zones.rows(np.array([zone])) & zones.shown.texts
        text = " ".join(" ".join(page.text_of(int(r)) for r in seen.nonzero()[0][:5]).split())
        sign = "¶ " if paragraphs[zone] else ""
        start = f" {text[:24]}" if zones.leaves[zone] else ""
        lines.append(f"{'  ' * int(zones.level[zone])}{sign}{page.tag_name(row)}{start}")
    return lines


def column_lines(columns: ColumnTree, main: int | None) -> list[str]:
    """A line a column: how deep, a sign for the main one, its first zone's tag, how many zones."""
    lines = []
    for column in range(len(columns)):
        zones = columns.zones_of(column)
        tag = columns.zones.page.tag_name(int(columns.zones.first_row[zones[0]]))
        sign = "» " if column == main else ""
        lines.append(f"{'  ' * int(columns.level[column])}{sign}{tag} × {len(zones)}")
    return lines


def grid_lines(gce: GridCenteringExpanding, page: Page) -> list[str]:
    """The grid as it lies on the page: `.` for cells that count, `e` for edges, `l` for links."""
    grid = gce.grid(page)
    signs = np.where(grid.linked, "l", np.where(grid.edge, "e", ".")).reshape(grid.rows, -1)
    return ["".join(line) for line in signs]
