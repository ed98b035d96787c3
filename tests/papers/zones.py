"""A. Rae et al. 2018, sections 3.1 to 3.3; where they are silent, the authors' program."""

from __future__ import annotations

from dataclasses import dataclass, field

from dehusk import Page
from dehusk.page.tags import FIRST_CUSTOM
from dehusk.views.layout_view import LayoutView, layout_of
from dehusk.views.sentences import count
from tests.papers.tree import Node

Edges = tuple[float, float]


@dataclass(eq=False)
class Zone:
    """An aggregate of elements, and the zones inside it."""

    elements: list[Node]
    children: list[Zone] = field(default_factory=list)
    left: float = 0.0
    right: float = 0.0


@dataclass(eq=False)
class Column:
    """Consecutive zones with the same left and right."""

    zones: list[Zone]
    children: list[Column] = field(default_factory=list)

    @property
    def edges(self) -> Edges:
        size = len(self.zones)
        return sum(z.left for z in self.zones) / size, sum(z.right for z in self.zones) / size

    def fits(self, edges: Edges) -> bool:
        left, right = self.edges
        most = 0.1 * (right - left)
        return abs(edges[0] - left) <= most and abs(edges[1] - right) <= most


class Zoning:
    """The three steps for one page."""

    def __init__(self, page: Page, root: Node, words: list[int]) -> None:
        self.page, self.words = page, words
        self.shown, self.box = LayoutView.of(page), layout_of(page).box.astype(float)
        self.body = next(node for node in root.subtree() if node.row == self.shown.body)

    def children(self, node: Node) -> list[Node]:
        """The significant children and the line breaks; what has no box is looked through."""
        found: list[Node] = []
        for child in node.children:
            if self.shown.hidden[child.row] or self.is_unknown(child):
                continue
            if self.shown.through[child.row]:
                found += self.children(child)
            elif child.tag in ("br", "hr") or self.is_significant(child):
                found.append(child)
        others = [place for place, one in enumerate(found) if one.tag not in ("br", "hr")]
        if not others:
            return []
        return [
            one
            for place, one in enumerate(found)
            if one.tag not in ("br", "hr") or others[0] < place < others[-1]
        ]

    def is_unknown(self, node: Node) -> bool:
        custom = int(self.page.tag[node.row]) >= FIRST_CUSTOM
        return custom and not any(sign in node.tag for sign in "-:")

    def is_significant(self, node: Node) -> bool:
        has_area = self.box[node.row, 2] > 0 and self.box[node.row, 3] > 0
        return bool(has_area and any(self.shown.texts[one.row] for one in node.subtree()))

    def breaks_down(self, node: Node) -> bool:
        """Whether there is a line break inside."""
        if "breaks" not in node.known:
            children = self.children(node)
            breaks = sum(one.tag in ("br", "hr") for one in children)
            others = [one for one in children if one.tag not in ("br", "hr")]
            blocks = sum(bool(self.shown.block[one.row]) for one in others)
            node.known["breaks"] = (
                any(self.breaks_down(one) for one in others)
                or breaks > 0
                or blocks > 1
                or (blocks > 0 and len(others) > blocks)
            )
        found: bool = node.known["breaks"]
        return found

    def zone(self, elements: list[Node]) -> Zone:
        """A zone of elements, broken down."""
        boxes = [self.box[one.row] for one in elements]
        zone = Zone(elements, [], min(b[0] for b in boxes), max(b[0] + b[2] for b in boxes))
        if not self.breaks_down(elements[0]):
            return zone
        inline: list[Node] = []
        for child in [*self.children(elements[0]), None]:
            alone = child is None or child.tag in ("br", "hr")
            alone = alone or bool(self.shown.block[child.row]) or self.breaks_down(child)  # type: ignore[union-attr]
            if alone and inline:
                zone.children.append(self.zone(inline))
                inline = []
            if child is None or child.tag in ("br", "hr"):
                continue
            if alone:
                zone.children.append(self.zone([child]))
            else:
                inline.append(child)
        return zone

    def column(self, zones: list[Zone]) -> Column:
        """A column of zones, and the columns inside it, collapsed from the bottom up."""
        column = Column(zones)
        inside: list[Column] = []
        for zone in zones:
            grouped: list[list[Zone]] = []
            for child in zone.children:
                if grouped and Column(grouped[-1]).fits((child.left, child.right)):
                    grouped[-1].append(child)
                else:
                    grouped.append([child])
            inside += [self.column(group) for group in grouped]
        for child_column in inside:
            equal = column.fits(child_column.edges)
            column.children += child_column.children if equal else [child_column]
        return column

    def texts(self, zone: Zone) -> list[int]:
        rows = {node.row for element in zone.elements for node in element.subtree()}
        return sorted(row for row in rows if self.shown.texts[row])

    def score(self, zone: Zone, text_of: dict[tuple[int, ...], str]) -> int:
        """The words of the paragraphs in a zone."""
        if zone.children:
            return sum(self.score(child, text_of) for child in zone.children)
        rows = self.texts(zone)
        is_paragraph = count(text_of[tuple(rows)], "any") >= 2
        return sum(self.words[row] for row in rows) if is_paragraph else 0

    def main_column(self, text_of: dict[tuple[int, ...], str]) -> Column | None:
        """From the top, always to the best child, until the score falls by more than .3."""
        column = self.column([self.zone([self.body])])
        total = self.score(column.zones[0], text_of)
        if not total:
            return column
        while True:
            own = sum(self.score(zone, text_of) for zone in column.zones) / total
            of = [
                sum(self.score(zone, text_of) for zone in child.zones) / total
                for child in column.children
            ]
            if own - max(of, default=0) > 0.3 + 1e-9:
                return column
            if not of:
                return None
            column = column.children[of.index(max(of))]

    def leaves(self, zone: Zone) -> list[Zone]:
        return [one for child in zone.children for one in self.leaves(child)] or [zone]
