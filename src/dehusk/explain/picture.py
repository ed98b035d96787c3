"""A picture of a rendered page: its screenshot, and over it what the methods see.

    rendering = renderer.render_with_screenshot(Path("article.html"))
    document = dehusk.extract(rendering.page, method="zones")
    picture = Picture(rendering.page, document.selection, rendering.screenshot)
    Path("article.png").write_bytes(picture.png())

The figures of both papers on any page: the zones and columns of Rae et al. 2018, the grid and the
points of Jung et al. 2022, and what was kept. Without a screenshot, as for a snapshot, the boxes of
the texts stand on blank paper.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.explain.markup import asset
from dehusk.extractors.gce.method import GridCenteringExpanding, choose, fullest, landmarks
from dehusk.extractors.zones.column_tree import ColumnTree
from dehusk.extractors.zones.method import Zones
from dehusk.lazy import lazy
from dehusk.page import Page
from dehusk.selection import Extractor, Selection
from dehusk.views.layout_view import LayoutView, layout_of

LAYERS = {
    "kept": "Kept",
    "zones": "Zones",
    "columns": "Columns",
    "grid": "Grid",
    "centres": "Centres",
}
_LAYERS_OF = {
    "zones": ("zones", "columns"),
    "zones-semantic": ("zones", "columns"),
    "gce": ("grid", "centres"),
}
GRID_LEGEND = "Grid, grey at the edge, red over links"
MOST_HEIGHT = 16_000
"""How much of a page is drawn, in pixels: about what Chromium can paint in one piece."""
MOST_BOXES = 5_000
_SAME_PLACE = 16
"""Points nearer than so many pixels have names that would stand one over the other."""


@dataclass(frozen=True, eq=False)
class Picture:
    """What the methods see of a page, as drawings over its screenshot (a PNG).

    `zones` and `gce` are the methods whose trees, grid and centres are drawn; what was kept is that
    of `selection`, whatever method it is of. `layers` are those that are shown at first; `document`
    and `png`, which have no switches, have no others.
    """

    page: Page
    selection: Selection
    screenshot: bytes | None = None
    zones: Zones = field(default_factory=Zones)
    gce: GridCenteringExpanding = field(default_factory=GridCenteringExpanding)
    layers: tuple[str, ...] = tuple(LAYERS)

    @classmethod
    def by(
        cls,
        extractor: Extractor | None,
        page: Page,
        selection: Selection,
        screenshot: bytes | None = None,
        layers: tuple[str, ...] = tuple(LAYERS),
    ) -> Picture:
        """The picture of a decision, drawn by the parameters of the method that made it."""
        zones = extractor if isinstance(extractor, Zones) else Zones()
        gce = (
            extractor if isinstance(extractor, GridCenteringExpanding) else GridCenteringExpanding()
        )
        return cls(page, selection, screenshot, zones, gce, layers)

    @lazy
    def size(self) -> tuple[int, int]:
        """The width and height of the drawing in pixels."""
        layout = layout_of(self.page)
        width, height = (
            max(*sides, 1) for sides in zip(layout.window, layout.document, strict=True)
        )
        return min(width, 2 * max(layout.window[0], 1)), min(height, MOST_HEIGHT)

    def section(self) -> str:
        """The drawing for a report, with a switch for each layer."""
        switches = "".join(
            f'<label class="{layer}"><input type="checkbox" id="layer-{layer}"'
            f"{' checked' if layer in self.layers else ''}>{name}</label>"
            for layer, name in LAYERS.items()
        )
        return (
            '<details class="picture" open><summary>The page as it was seen</summary>'
            f'<div class="layers">{switches}</div>'
            f'<div class="sheet">{self.svg(tuple(LAYERS))}</div></details>'
        )

    def document(self) -> str:
        """The drawing by itself: an HTML page of the size of the drawing, with a legend above."""
        names = "".join(
            f'<span class="{layer}"><i></i>{name}</span>'
            for layer, name in (LAYERS | {"grid": GRID_LEGEND}).items()
            if layer in self.layers
        )
        return (
            '<!doctype html><meta charset="utf-8"><title>dehusk explain</title>'
            f"<style>{asset('picture.css')} body {{ margin: 0; width: {self.size[0]}px; }}</style>"
            f'<body class="alone"><div class="legend">{names}</div>'
            f'<div class="picture">{self.svg(self.layers)}</div>'
        )

    def png(self) -> bytes:
        """The drawing by itself as a PNG, painted by Chromium. Raises `RenderError`."""
        from dehusk.errors import RenderError
        from dehusk.rendering import Renderer

        width = min(self.size[0], 10_000)
        with Renderer(window=(width, 1080)) as renderer:
            painted = renderer.render_with_screenshot(self.document()).screenshot
        if painted is None:
            raise RenderError("Chromium did not paint the picture; try it once more.")
        return painted

    def svg(self, wanted: tuple[str, ...] = tuple(LAYERS)) -> str:
        """The drawing as SVG, with the layers that are wanted."""
        width, height = self.size
        drawn = [getattr(self, f"_{layer}")() for layer in LAYERS if layer in wanted]
        layers = (self._paper(), *drawn)
        inner = "".join(part for layer in layers for part in layer)
        return (
            f'<svg class="page" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
            f"{inner}</svg>"
        )

    def _paper(self) -> Iterator[str]:
        width, height = self.size
        yield f'<rect class="paper" width="{width}" height="{height}"/>'
        if self.screenshot is not None:
            data = b64encode(self.screenshot).decode()
            yield f'<image href="data:image/png;base64,{data}"/>'
        else:
            yield from _rects(self._boxes(LayoutView.of(self.page).texts), "text")

    def _kept(self) -> Iterator[str]:
        kept = self.selection.keep & LayoutView.of(self.page).texts
        yield '<g class="kept">'
        yield from _rects(self._boxes(kept), "part")
        boxes = self._boxes(kept)
        if len(boxes):
            near = boxes[:, :2].min(axis=0)
            far = (boxes[:, :2] + boxes[:, 2:]).max(axis=0)
            yield from _rects(np.concatenate([near, far - near])[None], "area")
        yield "</g>"

    def _zones(self) -> Iterator[str]:
        tree = self._columns_and_main[0].zones
        paragraphs = self.zones.paragraphs(tree)
        yield '<g class="zones">'
        yield from _rects(tree.box[tree.leaves & ~paragraphs], "zone")
        yield from _rects(tree.box[paragraphs], "paragraph")
        yield "</g>"

    def _columns(self) -> Iterator[str]:
        tree, main = self._columns_and_main
        yield '<g class="columns">'
        yield from _rects(tree.box, "column")
        if main is not None:
            # A little larger than it is, so that other outlines of the same area are seen too.
            yield from _rects(self._on_paper(tree.box[main] + np.array([-7, -7, 14, 14])), "main")
        yield "</g>"

    def _grid(self) -> Iterator[str]:
        grid = self.gce.grid(self.page)
        width, height = layout_of(self.page).window
        yield '<g class="grid">'
        yield from _rects(grid.box[grid.used], "cell")
        yield from _rects(grid.box[grid.edge & ~grid.linked], "edge")
        yield from _rects(grid.box[grid.linked], "linked")
        yield f'<rect class="window" width="{width}" height="{height}"/>'
        yield "</g>"

    def _centres(self) -> Iterator[str]:
        """The band and the points, the text nearest to each, and the elements around these.

        The chosen element has a thick outline, those that lost have a thin one.
        """
        box = layout_of(self.page).box
        considered = self.gce.considered(self.page)
        candidates = [fullest(found) for found in considered]
        chosen = choose(candidates)
        marks = landmarks(self.page)
        yield '<g class="centres">'
        yield from _rects(np.array([marks.band]), "band")
        lost = {one.row for found in considered for one in found if not one.is_body}
        if chosen is not None:
            yield from _rects(self._on_paper(box[chosen.row]), "element")
            lost.discard(chosen.row)
        for row in sorted(lost):
            yield from _rects(self._on_paper(box[row]), "lost")
        yield from _rects(box[[one.leaf for one in candidates]], "leaf")
        for name, (x, y) in _named_together(marks.points):
            yield f'<circle class="mark" cx="{x:.0f}" cy="{y:.0f}" r="6"/>'
            yield f'<text class="mark" x="{x - 14:.0f}" y="{y + 7:.0f}">{name}</text>'
        for number, (x, y) in enumerate(self.gce.centres(self.page).tolist(), 1):
            yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="9"/>'
            # The points are often near each other: their names stand around them.
            side = 26 if number == 1 else -14 if number == 2 else 6
            shift = 14 if number == 3 else -12
            yield f'<text x="{x + shift:.0f}" y="{y + side:.0f}">C{number}</text>'
        yield "</g>"

    @lazy
    def _columns_and_main(self) -> tuple[ColumnTree, int | None]:
        return self.zones.main_column(self.page)

    def _on_paper(self, box: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
        """A box to be drawn with a thick line, all of which is on the drawing."""
        near = np.clip(box[:2], 3, None)
        far = np.clip(box[:2] + box[2:], None, np.array(self.size) - 3)
        return np.concatenate([near, far - near])[None]

    def _boxes(self, mask: NDArray[np.bool_]) -> NDArray[np.float32]:
        return layout_of(self.page).box[mask]


def layers_of(method: str) -> tuple[str, ...]:
    """What was kept, and what the method looks at.

    >>> layers_of("gce"), layers_of("default")
    (('kept', 'grid', 'centres'), ('kept',))
    """
    return ("kept", *_LAYERS_OF.get(method, ()))


def _named_together(
    points: Mapping[str, tuple[float, float]],
) -> list[tuple[str, tuple[float, float]]]:
    """Points with their names; those that stand at the same place have one name.

    >>> _named_together({"Cw": (8.0, 5.0), "Cd": (8.0, 90.0), "Cm": (8.0, 5.2)})
    [('Cw Cm', (8.0, 5.0)), ('Cd', (8.0, 90.0))]
    """
    found: list[tuple[str, tuple[float, float]]] = []
    for name, (x, y) in points.items():
        for place, (names, (other_x, other_y)) in enumerate(found):
            if max(abs(x - other_x), abs(y - other_y)) < _SAME_PLACE:
                found[place] = (f"{names} {name}", (other_x, other_y))
                break
        else:
            found.append((name, (x, y)))
    return found


def _rects(boxes: NDArray[np.floating[Any]], kind: str) -> Iterator[str]:
    for x, y, width, height in boxes[:MOST_BOXES].round(1).tolist():
        yield (
            f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{max(width, 0):g}"'
            f' height="{max(height, 0):g}"/>'
        )
