"""gce: what stands around the centre of the first screen.

G. Jung, S. Han, H. Kim, K. Kim, J. Cha, "Extracting the Main Content of Web Pages Using the First
Impression Area", IEEE Access 10, 2022.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.exhibits import Exhibit, Table
from dehusk.extractors.gce.link_areas import Containers, Decides, LinkAreas
from dehusk.page import Bools, Page, freeze
from dehusk.page.tags import Tag, TagSet
from dehusk.selection import Selection, Within
from dehusk.views.layout_view import edges, layout_of

WRAPPERS = TagSet(
    "article blockquote details dialog div fieldset figure form main section table body"
)
"""The elements that can be the main content, as in the authors' code."""

Points = NDArray[np.float64]
Rows = NDArray[np.intp]
Climb = Literal["wrappers", "every parent", "program"]
"""How the rules of the third step go up from a text: ours, Algorithm 1, or the authors' program."""


@dataclass(frozen=True, eq=False)
class Grid:
    """The grid over the first impression area: boxes of cells, row by row, and which ones count.

    `box` holds x, y, width and height of each cell. `edge` marks the cells at the edge, `linked`
    those that lie over link-dense areas, `used` the cells whose centres count.
    """

    rows: int
    columns: int
    box: Points
    edge: Bools
    linked: Bools

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def used(self) -> Bools:
        """The cells that count: neither edge nor linked, or all where that leaves none."""
        used = ~self.edge & ~self.linked
        return used if used.any() else np.ones(len(used), bool)

    @property
    def centres(self) -> Points:
        """The middle of each cell that counts."""
        return (self.box[:, :2] + self.box[:, 2:] / 2)[self.used]


@dataclass(frozen=True)
class Candidate:
    """An element that may be the main content: how it was found, and how full of text it is.

    `row` is the element, `rule` the rule that found it, `leaf` the text that it was found from.
    `density` is the area of its text over its own; `is_best` tells whether it is neither the body
    nor lower than half of the window.
    """

    row: int
    rule: str
    leaf: int
    density: float
    is_best: bool
    is_body: bool

    def told(self, chosen: Candidate | None) -> str:
        """What became of it, in a word or two."""
        if chosen is not None and self.row == chosen.row:
            return "chosen"
        return "the body" if self.is_body else "" if self.is_best else "too low"


@dataclass(frozen=True)
class Landmarks:
    """Definitions 1 and 3: the centres of window and document, their midpoint, and the band.

    `band` holds x, y, width and height: as wide as the window, from the height of one centre to that
    of the other, as far as the document reaches.
    """

    points: dict[str, tuple[float, float]]
    band: tuple[float, float, float, float]


@dataclass(frozen=True)
class GridCenteringExpanding:
    """The element around the text that is nearest to the centre of the first screens (Jung 2022).

        page = dehusk.render(Path("article.html"))
        dehusk.extract(page, method="gce").text

    Grid: `rows` × `columns` cells a window are laid over the first impression area, which is the
    window and what a reader scrolls to without thinking, `scroll` windows in all. Cells at the edge
    and over menus do not count. Centering: the centroid of the cells, the same with the centre of
    the window, and with the centre of the document too, are three points; the text nearest to each
    that is not dense in links is where the content is looked for. Expanding: from there upwards
    the first `article`, the first element with "article" or "content" in an attribute, and the last
    before the width grows by `widening` are candidates; the one most full of text wins.

    What the paper leaves open, and our choice:

    - `scroll` is the paper's α and `link_density` its β, as its text has them; its evaluation swaps
      the names. The window is that of the layout: 1920 × 1080 unless the page was rendered in
      another. The rows of the grid are ceil(min(document height, α · window height) / cell height),
      as in the authors' code; the paper's formula swaps the two heights.
    - `containers`: links and buttons, up to the highest element that has no other text; of a link
      without text its images count (program). `"only child"` is the paper's: links, up to the
      highest element that has no other child.
    - `decides`: a text is dense in links when the nearest block around it is; neither paper nor
      program says which element decides. `"any element"` is the paper's sentence, "a text node and
      its descendants", as we read it: a dense element and all that is inside. A cell into which
      such an element reaches does not count.
    - `bottom_edge`: the cells of the last row are no edge (program); as published they are.
    - Where every cell is at the edge or linked, all cells count.
    - The x of the document's centre is that of the window where the document is wider (program).
    - The nearest text is by distance from the point to the text's box, 0 inside (program); of
      equals the first. A label or the cross that closes an advertisement says nothing about where
      the content is: the text must have the area of `least_text` cells, unless none has. 0 is the
      paper's and the program's.
    - `climb`: only `WRAPPERS` are tested (program), and the width rule compares each with the next
      and gives the narrow one. `"every parent"` is Algorithm 1: from the element of the text
      upwards every parent is tested, and the first that is wider by Δw is returned. `"program"`
      tests wrappers against their parents, if they are wider than two cells: what grows by Δw, or
      by a cell, ends the climb at the narrow one.
    - A rule that meets nothing gives the body. The body, and elements lower than half of the
      window, are "no best". Of the three points the best of the third goes first, then that of the
      second and the first, then their "no best" in that order, the body never: where there is
      nothing else, nothing is found. In the program the first rule's element is the best of a point
      where all are "no best", and without any best the last element that is not the body is taken.
    - What is hidden inside of the element is not kept.
    - `amount` above 0 climbs to the next wrapper that many times, below 0 goes down to the child
      with the most text.
    """

    rows: Annotated[int, Within(1, 100)] = 7
    columns: Annotated[int, Within(1, 100)] = 8
    scroll: Annotated[float, Within(0.01, 100)] = 2.0
    link_density: float = 0.5
    widening: float = 1.7
    least_text: float = 0.5
    containers: Containers = "same text"
    decides: Decides = "nearest block"
    bottom_edge: bool = False
    climb: Climb = "wrappers"
    amount: int = 0

    needs_layout: ClassVar[bool] = True
    symbols: ClassVar[Mapping[str, str]] = {
        "alpha": "scroll",
        "beta": "link_density",
        "delta_w": "widening",
    }
    """The paper's names of parameters, which `--set` takes too."""

    @classmethod
    def as_published(cls) -> GridCenteringExpanding:
        """The sentences of the paper, and Algorithm 1 to the letter."""
        return cls(
            least_text=0,
            containers="only child",
            decides="any element",
            bottom_edge=True,
            climb="every parent",
        )

    @classmethod
    def as_coded(cls) -> GridCenteringExpanding:
        """The steps of the authors' program, where it differs from their paper."""
        return cls(least_text=0, climb="program")

    def select(self, page: Page) -> Selection:
        """The leaves of the main content."""
        areas = self._areas(page)
        density = areas.text_density
        if not areas.plain.any():
            return Selection.nothing(page, "No text of the page is outside of links.", density)
        chosen = self.chosen(self._considered(page, areas))
        if chosen is None:
            return Selection.nothing(
                page, "No element around the centre of the page is less than all of it.", density
            )
        row = self._adjust(page, areas, chosen.row)
        return _selection(page, areas, row, f"around the centre of the page, {chosen.rule}")

    def grid(self, page: Page) -> Grid:
        """The grid over the first impression area of a rendered page."""
        return self._grid(page, self._areas(page))

    def centres(self, page: Page) -> Points:
        """The three points, C1 to C3, as x and y."""
        return self._centres(page, self.grid(page))

    def candidates(self, page: Page) -> list[Candidate]:
        """The candidate of each of the three points; none where all text is dense in links."""
        return [fullest(found) for found in self.considered(page)]

    def considered(self, page: Page) -> list[list[Candidate]]:
        """What each rule finds, for each of the three points."""
        areas = self._areas(page)
        return self._considered(page, areas) if areas.plain.any() else []

    def chosen(self, considered: list[list[Candidate]]) -> Candidate | None:
        """The candidate that is the main content, of those of the three points."""
        if self.climb == "program":
            return choose_as_coded(considered)
        return choose([fullest(found) for found in considered])

    def explain_page(self, page: Page) -> list[Exhibit]:
        """The points of the paper, and all candidates with the one that was chosen."""
        marks = landmarks(page)
        points = [*marks.points.items(), *zip(("C1", "C2", "C3"), self.centres(page), strict=True)]
        considered = self.considered(page)
        chosen = self.chosen(considered)
        lines = [
            (f"C{number}", one.rule, page.xpath(one.row), one.density, one.told(chosen))
            for number, found in enumerate(considered, 1)
            for one in found
        ]
        header = ("Point", "Rule", "Element", "Text density", "")
        return [
            Table(
                "The points", ("Point", "x", "y"), [(name, *map(float, at)) for name, at in points]
            ),
            Table("The candidates", header, lines),
        ]

    def _areas(self, page: Page) -> LinkAreas:
        return LinkAreas.of(
            page, dense=self.link_density, containers=self.containers, decides=self.decides
        )

    def _grid(self, page: Page, areas: LinkAreas) -> Grid:
        layout = layout_of(page)
        window_width, window_height = (max(side, 1) for side in layout.window)
        width, height = window_width / self.columns, window_height / self.rows
        seen = min(max(layout.document[1], 1), self.scroll * window_height)
        count = max(ceil(seen / height - 1e-9), 1)
        line, place = np.divmod(np.arange(count * self.columns), self.columns)
        box = np.stack(
            [place * width, line * height, np.full(len(line), width), np.full(len(line), height)],
            axis=1,
        )
        edge = (line == 0) | (place == 0) | (place == self.columns - 1)
        edge |= self.bottom_edge & (line == count - 1)
        linked = _touched(
            edges(layout.box[areas.dense_elements]), width, height, count, self.columns
        )
        return Grid(count, self.columns, box, edge, linked)

    def _centres(self, page: Page, grid: Grid) -> Points:
        layout = layout_of(page)
        (window_width, window_height), (width, height) = layout.window, layout.document
        window = [[window_width / 2, window_height / 2]]
        document = [[min(window_width, width) / 2, height / 2]]
        cells = grid.centres
        return np.stack(
            [
                cells.mean(axis=0),
                np.concatenate([cells, window]).mean(axis=0),
                np.concatenate([cells, window, document]).mean(axis=0),
            ]
        )

    def _considered(self, page: Page, areas: LinkAreas) -> list[list[Candidate]]:
        grid = self._grid(page, areas)
        cell = grid.box[0, 2:]
        least = self.least_text * float(cell[0] * cell[1])
        leaves = _nearest_texts(page, areas, least, self._centres(page, grid))
        return [self._expand(page, areas, leaf, float(cell[0])) for leaf in leaves]

    def _expand(self, page: Page, areas: LinkAreas, leaf: int, cell: float) -> list[Candidate]:
        """The elements that the rules find above a text."""
        above = np.fromiter(page.ancestors(leaf), np.intp)
        above = above[above >= areas.shown.body]
        wrappers = above[1:] if self.climb == "every parent" else above[_wraps(page, above)]
        tested = wrappers if len(wrappers) else np.array([areas.shown.body], np.intp)
        found = {
            "an article": _first_article(page, tested),
            "named as content": _first_named(page, areas, tested),
            "of one width": self._by_width(page, above, tested, cell),
        }
        return [
            _candidate(page, areas, areas.shown.body if row is None else row, rule, leaf)
            for rule, row in found.items()
        ]

    def _by_width(self, page: Page, above: Rows, tested: Rows, cell: float) -> int | None:
        """The last element before the width grows, or as in Algorithm 1 the first after it did."""
        width = layout_of(page).box[:, 2].astype(np.float64)
        if self.climb == "every parent":
            return _first(above[1:], width[above[1:]] > self.widening * width[above[:-1]])
        if self.climb == "wrappers":
            return _first(tested[:-1], width[tested[1:]] > self.widening * width[tested[:-1]])
        own, around = width[tested], width[np.maximum(page.parent[tested], 0)]
        return _first(
            tested, (own > 2 * cell) & ((around - own > cell) | (around > self.widening * own))
        )

    def _adjust(self, page: Page, areas: LinkAreas, row: int) -> int:
        for _ in range(self.amount):
            above = np.fromiter(page.ancestors(row), np.intp)
            row = next(iter(above[_wraps(page, above)].tolist()), row)
        for _ in range(-self.amount):
            children = page.children(row)
            children = children[~page.is_text[children]]
            if not len(children) or not areas.text_area[children].max():
                break
            row = int(children[np.argmax(areas.text_area[children])])
        return row


def fullest(candidates: list[Candidate]) -> Candidate:
    """Of what the rules find from a point, the element most full of text; the body last."""
    not_body = [one for one in candidates if not one.is_body]
    best = [one for one in not_body if one.is_best]
    return max(best or not_body or candidates, key=lambda one: one.density)


def landmarks(page: Page) -> Landmarks:
    """The points and the area by which the paper says where readers look first."""
    layout = layout_of(page)
    (width, height), (document_width, document_height) = layout.window, layout.document
    window = (width / 2, height / 2)
    document = (document_width / 2, document_height / 2)
    middle = ((window[0] + document[0]) / 2, (window[1] + document[1]) / 2)
    top, bottom = sorted((window[1], document[1]))
    return Landmarks(
        {"Cw": window, "Cd": document, "Cm": middle},
        (0.0, top, float(min(width, max(document_width, 1))), bottom - top),
    )


def choose(candidates: list[Candidate]) -> Candidate | None:
    """The paper's order: the best of the third point, the second, the first, then their others."""
    backwards = candidates[::-1]
    best = [one for one in backwards if one.is_best]
    others = [one for one in backwards if not one.is_best and not one.is_body]
    return next(iter(best + others), None)


def choose_as_coded(considered: list[list[Candidate]]) -> Candidate | None:
    """The order of the authors' program: the last of the points' best, else the last of all.

    The best of a point is the fullest, where the body and what is low count as empty.
    """
    best = [max(found, key=lambda one: one.density if one.is_best else -1) for found in considered]
    every = [one for found in considered for one in found]
    return next((one for one in (*best[::-1], *every[::-1]) if not one.is_body), None)


def _wraps(page: Page, rows: Rows) -> Bools:
    """Which elements can be the main content."""
    return WRAPPERS.mask(page.tag[rows])


def _touched(boxes: Points, width: float, height: float, rows: int, columns: int) -> Bools:
    """The cells of a grid that a box reaches into, row by row."""
    cell = np.array([width, height])
    first = np.clip(np.floor(boxes[:, :2] / cell), 0, [columns, rows]).astype(np.intp)
    last = np.clip(np.ceil(boxes[:, 2:] / cell), 0, [columns, rows]).astype(np.intp)
    # Every box adds 1 where it starts and takes it away where it ends, along both axes.
    marks = np.zeros((rows + 1, columns + 1), np.int64)
    for y, x, sign in ((first, first, 1), (first, last, -1), (last, first, -1), (last, last, 1)):
        np.add.at(marks, (y[:, 1], x[:, 0]), sign)
    touched: Bools = marks.cumsum(axis=0).cumsum(axis=1)[:-1, :-1].ravel() > 0
    return touched


def _nearest_texts(page: Page, areas: LinkAreas, least: float, points: Points) -> list[int]:
    """The text nearest to each point, of those with the area asked for, or of all if none has it."""
    large = areas.plain & (areas.area >= least)
    rows = np.flatnonzero(large if large.any() else areas.plain)
    sides = edges(layout_of(page).box[rows])
    nearest = []
    for point in points:
        away = np.maximum(np.maximum(sides[:, :2] - point, point - sides[:, 2:]), 0)
        nearest.append(int(rows[np.argmin((away**2).sum(axis=1))]))
    return nearest


def _candidate(page: Page, areas: LinkAreas, row: int, rule: str, leaf: int) -> Candidate:
    layout = layout_of(page)
    is_body = row == areas.shown.body
    is_low = bool(layout.box[row, 3] < layout.window[1] / 2)
    density = float(areas.text_density[row])
    return Candidate(row, rule, leaf, density, is_best=not is_body and not is_low, is_body=is_body)


def _first(rows: Rows, mask: Bools) -> int | None:
    found = rows[mask]
    return int(found[0]) if len(found) else None


def _first_article(page: Page, wrappers: Rows) -> int | None:
    return _first(wrappers, page.tag[wrappers] == Tag.ARTICLE)


def _first_named(page: Page, areas: LinkAreas, wrappers: Rows) -> int | None:
    for row in wrappers[np.isin(wrappers, page.attr_row)].tolist():
        values = " ".join(page.attributes(row).values()).lower()
        if row != areas.shown.body and ("article" in values or "content" in values):
            return int(row)
    return None


def _selection(page: Page, areas: LinkAreas, row: int, reason: str) -> Selection:
    return Selection.of_leaves(
        page,
        page.mask_of(page.subtree(row)),
        reason=reason,
        score=areas.text_density,
        unseen=areas.shown.hidden,
    )
