"""G. Jung et al. 2022: grid, centering, expanding, as the paper's sentences have them."""

from __future__ import annotations

from math import ceil

from dehusk import Page
from dehusk.views.layout_view import LayoutView, layout_of
from tests.papers.tree import Node

ROWS, COLUMNS, ALPHA, BETA, WIDENING = 7, 8, 2.0, 0.5, 1.7
Point = tuple[float, float]


class Expanding:
    """The three steps for one page; `None` where the paper speaks of a failure."""

    def __init__(self, page: Page, root: Node) -> None:
        self.page, self.shown, layout = page, LayoutView.of(page), layout_of(page)
        self.box = layout.box.astype(float)
        self.window, self.document, self.rendered = layout.window, layout.document, layout.rendered
        self.body = next(node for node in root.subtree() if node.row == self.shown.body)
        self.elements = [one for one in self.body.subtree() if one.text is None]
        self.containers = self._containers()
        self.dense = [one for one in self.elements if self._is_dense(one)]
        inside = {one.row for element in self.dense for one in element.subtree()}
        texts = [one for one in self.body.subtree() if self.shown.texts[one.row]]
        self.low_density = [one for one in texts if one.row not in inside]

    def area(self, node: Node) -> float:
        return float(self.box[node.row, 2] * self.box[node.row, 3])

    def seen(self, node: Node) -> list[Node]:
        return [one for one in node.children if not self.shown.hidden[one.row]]

    def _containers(self) -> set[Node]:
        """The links, and their parents while those have a single child."""
        found: set[Node] = set()
        for link in self.elements:
            if link.tag != "a" or self.shown.hidden[link.row]:
                continue
            while link.parent not in (None, self.body) and len(self._children(link.parent)) == 1:  # type: ignore[arg-type]
                assert link.parent is not None
                link = link.parent
            found.add(link)
        return {one for one in found if not any(up in found for up in one.ancestors())}

    def _children(self, node: Node) -> list[Node]:
        return [one for one in self.seen(node) if one.text is None or self.shown.texts[one.row]]

    def _is_dense(self, node: Node) -> bool:
        """Equation 2: the areas of the link containers below by the area of the element."""
        if self.shown.hidden[node.row] or not self.rendered[node.row] or not self.area(node):
            return False
        if node in self.containers or any(up in self.containers for up in node.ancestors()):
            return False
        below = [one for one in node.subtree() if one in self.containers]
        return sum(map(self.area, below)) / self.area(node) > BETA

    def centres(self) -> list[Point]:
        """C1 to C3 of the grid without edges and cells over dense elements."""
        width, height = self.window[0] / COLUMNS, self.window[1] / ROWS
        rows = max(ceil(min(self.document[1], ALPHA * self.window[1]) / height - 1e-9), 1)
        every = [(x, y) for y in range(rows) for x in range(COLUMNS)]
        cells = [
            (x, y)
            for x, y in every
            if 0 < x < COLUMNS - 1 and 0 < y < rows - 1 and not self._over(x * width, y * height)
        ]
        points = [((x + 0.5) * width, (y + 0.5) * height) for x, y in cells or every]
        window = (self.window[0] / 2, self.window[1] / 2)
        document = (min(self.window[0], self.document[0]) / 2, self.document[1] / 2)
        return [_mean(points), _mean([*points, window]), _mean([*points, window, document])]

    def _over(self, left: float, top: float) -> bool:
        right, bottom = left + self.window[0] / COLUMNS, top + self.window[1] / ROWS
        for one in self.dense:
            x, y, width, height = self.box[one.row]
            if x < right and left < x + width and y < bottom and top < y + height:
                return True
        return False

    def closest(self, point: Point) -> Node:
        def distance(node: Node) -> float:
            x, y, width, height = self.box[node.row]
            dx = max(x - point[0], point[0] - x - width, 0)
            dy = max(y - point[1], point[1] - y - height, 0)
            return float(dx * dx + dy * dy)

        return min(self.low_density, key=distance)

    def candidates(self, leaf: Node) -> list[Node]:
        """Algorithm 1, from the element of the text; what is never set is the body."""
        found: dict[str, Node] = {}
        n = leaf.parent
        while n is not None and n is not self.body:
            p = n.parent
            assert p is not None
            values = " ".join(self.page.attributes(p.row).values()).lower()
            if p.tag == "article":
                found.setdefault("tag", p)
            if ("article" in values or "content" in values) and p is not self.body:
                found.setdefault("attr", p)
            if self.box[p.row, 2] > WIDENING * self.box[n.row, 2]:
                found.setdefault("diff", p)
            n = p
        return [found.get(name, self.body) for name in ("tag", "attr", "diff")]

    def text_density(self, node: Node) -> float:
        inside = {one.row for one in node.subtree()}
        texts = sum(self.area(one) for one in self.low_density if one.row in inside)
        return texts / self.area(node) if self.area(node) else 0.0

    def is_best(self, node: Node) -> bool:
        return node is not self.body and self.box[node.row, 3] >= self.window[1] / 2

    def main(self) -> Node | None:
        """M3, M2, M1 best, then their no best; all body is a failure."""
        if not self.low_density:
            return None
        chosen: list[Node] = []
        for point in self.centres():
            found = self.candidates(self.closest(point))
            best = [one for one in found if self.is_best(one)]
            others = best or [one for one in found if one is not self.body] or found
            chosen.append(max(others, key=self.text_density))
        backwards = chosen[::-1]
        order = [one for one in backwards if self.is_best(one)]
        order += [one for one in backwards if one is not self.body]
        return order[0] if order else None


def _mean(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
