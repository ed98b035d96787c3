"""A chart of quality against speed, in SVG that reads well on light and dark ground.

>>> chart([Point("tea", 2.0, 0.9)], title="Tea", across="ms", up="F1").startswith("<svg ")
True
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 760, 440
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 30, 52, 56
_LETTER, _LINE = 7.2, 15.0
_STYLE = """
.ground{fill:#fff}.grid{stroke:#e3e6e4}.axis{stroke:#8a938f}
text{fill:#414a46;font:13px system-ui,sans-serif}
.title{font-size:16px;font-weight:600;fill:#1d2421}.dot{fill:#7b8783}.bar{stroke:#7b8783;stroke-width:1.5}
.ours .dot{fill:#1d7a4d}.ours .bar{stroke:#1d7a4d}.ours text{fill:#1d7a4d;font-weight:600}
@media(prefers-color-scheme:dark){.ground{fill:#15191a}.grid{stroke:#2b3233}.axis{stroke:#6d7876}text{fill:#b9c3bf}
.title{fill:#eef2f0}.dot{fill:#95a19d}.bar{stroke:#95a19d}
.ours .dot{fill:#5cc48c}.ours .bar{stroke:#5cc48c}.ours text{fill:#5cc48c}}
"""


@dataclass(frozen=True)
class Point:
    """A system: what it is called, how long it takes, how good it is and within which interval."""

    name: str
    x: float
    y: float
    low: float = math.nan
    high: float = math.nan
    is_ours: bool = False


def chart(points: Sequence[Point], *, title: str, across: str, up: str) -> str:
    """The points over a logarithmic axis; names stand where they cover no other."""
    scale = _Scale(points)
    labels = _labels(points, scale)
    marks = "".join(_mark(point, scale, place) for point, place in zip(points, labels, strict=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(title)}"><style>{_STYLE}</style>'
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<text class="title" x="{_LEFT}" y="26">{escape(title)}</text>'
        f"{scale.axes(across, up)}{marks}</svg>\n"
    )


class _Scale:
    """Where values stand in the picture."""

    def __init__(self, points: Sequence[Point]) -> None:
        xs = [point.x for point in points] or [1.0, 10.0]
        ys = [
            value for one in points for value in (one.y, one.low, one.high) if not math.isnan(value)
        ]
        self.left, self.right = math.log10(min(xs) / 1.5), math.log10(max(xs) * 2.2)
        step = 0.1 if max(ys, default=1) - min(ys, default=0) > 0.25 else 0.05
        self.ticks = _steps(min(ys, default=0.0), max(ys, default=1.0), step)

    def x(self, value: float) -> float:
        share = (math.log10(value) - self.left) / (self.right - self.left)
        return _LEFT + share * (WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM)

    def axes(self, across: str, up: str) -> str:
        bottom, end = HEIGHT - _BOTTOM, WIDTH - _RIGHT
        parts = []
        for tick in self.ticks:
            y = self.y(tick)
            parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{end}"/>')
            parts.append(
                f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick:.2f}</text>'
            )
        for value in _decades(self.left, self.right):
            x = self.x(value)
            parts.append(f'<path class="grid" d="M{x:.1f} {_TOP}V{bottom}"/>')
            parts.append(
                f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{value:g}</text>'
            )
        parts.append(f'<path class="axis" d="M{_LEFT} {bottom}H{end}"/>')
        parts.append(f'<text x="{end}" y="{HEIGHT - 14}" text-anchor="end">{escape(across)}</text>')
        parts.append(f'<text x="{_LEFT}" y="{_TOP - 8}">{escape(up)}</text>')
        return "".join(parts)


def _mark(point: Point, scale: _Scale, place: tuple[float, float]) -> str:
    x, y = scale.x(point.x), scale.y(point.y)
    bar = ""
    if not math.isnan(point.low):
        bar = f'<path class="bar" d="M{x:.1f} {scale.y(point.low):.1f}V{scale.y(point.high):.1f}"/>'
    dot = f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{7 if point.is_ours else 5}"/>'
    name = f'<text x="{place[0]:.1f}" y="{place[1]:.1f}">{escape(point.name)}</text>'
    kind = ' class="ours"' if point.is_ours else ""
    return f"<g{kind}>{bar}{dot}{name}</g>"


def _labels(points: Sequence[Point], scale: _Scale) -> list[tuple[float, float]]:
    """A place for each name: right, left, above or below its point, the first that is free."""
    taken = [(scale.x(one.x) - 7, scale.y(one.y) - 7, 14.0, 14.0) for one in points]
    places = []
    for point in points:
        x, y, width = scale.x(point.x), scale.y(point.y), _LETTER * len(point.name)
        tries = [
            (x + 11, y + 4),
            (x - 11 - width, y + 4),
            (x - width / 2, y - 12),
            (x - width / 2, y + 22),
        ]
        boxes = [(left, base - 12, width, _LINE) for left, base in tries]
        free = (
            index
            for index, box in enumerate(boxes)
            if box[0] > _LEFT
            and box[0] + width < WIDTH
            and not any(_meet(box, one) for one in taken)
        )
        chosen = next(free, 0)
        taken.append(boxes[chosen])
        places.append(tries[chosen])
    return places


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )


def _steps(low: float, high: float, step: float) -> list[float]:
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(index * step, 4) for index in range(first, max(last, first + 1) + 1)]


def _decades(left: float, right: float) -> list[float]:
    found = [
        digit * 10.0**power
        for power in range(math.floor(left), math.ceil(right) + 1)
        for digit in (1, 2, 5)
    ]
    return [value for value in found if left <= math.log10(value) <= right]
