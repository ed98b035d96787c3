"""Figures of papers as SVG: curves over a parameter, and two rows of bars.

>>> curves({"ours": [(0.1, 0.5), (0.2, 0.7)]}, title="Tea", across="share").startswith("<svg ")
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from dehusk.explain.exhibits import plot
from dehusk.extractors.exhibits import Bars

WIDTH, HEIGHT = 760, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 170, 48, 52
_COLOURS = ("#1d7a4d", "#b0722a", "#4767a8", "#8a4b8f", "#6b7672", "#a63d40")
_TICKS = 5
_STYLE = """
.ground{fill:#fff}.grid{stroke:#e3e6e4}text{fill:#414a46;font:13px system-ui,sans-serif}
.title{font-size:16px;font-weight:600;fill:#1d2421}path.line{fill:none;stroke-width:2}
.up{fill:#1d7a4d}.down{fill:#b0722a}.marked{fill:#f3e3b3}line{stroke:#8a938f}
"""


def curves(lines: Mapping[str, Sequence[tuple[float, float]]], *, title: str, across: str) -> str:
    """A curve of mean F1 for each line, named at its end."""
    xs = [x for points in lines.values() for x, _ in points]
    ys = [y for points in lines.values() for _, y in points]
    left, right = min(xs), max(xs)
    low, high = min(ys), max(ys)
    width, height = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            _LEFT + width * (x - left) / ((right - left) or 1),
            HEIGHT - _BOTTOM - height * (y - low) / ((high - low) or 1),
        )

    parts = []
    for step in range(_TICKS + 1):
        x, y = left + (right - left) * step / _TICKS, low + (high - low) * step / _TICKS
        across_at, up_at = place(x, y)
        parts.append(
            f'<path class="grid" d="M{_LEFT} {up_at:.1f}H{WIDTH - _RIGHT}"/>'
            f'<text x="{_LEFT - 8}" y="{up_at + 4:.1f}" text-anchor="end">{y:.3f}</text>'
            f'<text x="{across_at:.1f}" y="{HEIGHT - _BOTTOM + 20}" text-anchor="middle">{x:.3g}</text>'
        )
    for index, (name, points) in enumerate(lines.items()):
        colour = _COLOURS[index % len(_COLOURS)]
        placed = [place(x, y) for x, y in sorted(points)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in placed)
        end = placed[-1]
        parts.append(
            f'<path class="line" stroke="{colour}" d="{path}"/>'
            f'<text x="{end[0] + 8:.1f}" y="{end[1] + 4:.1f}" style="fill:{colour}">'
            f"{escape(name)}</text>"
        )
    parts.append(
        f'<text x="{WIDTH - _RIGHT}" y="{HEIGHT - 12}" text-anchor="end">{escape(across)}</text>'
    )
    return _drawing(title, "".join(parts))


def bars(exhibit: Bars) -> str:
    """Bars above and below an axis, as `dehusk explain` draws them, in a picture of its own."""
    inner = plot(exhibit).replace(
        "<svg ", f'<svg x="20" y="{_TOP}" width="{WIDTH - 40}" height="{HEIGHT - 80}" ', 1
    )
    return _drawing(exhibit.title, inner)


def _drawing(title: str, inner: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(title)}"><style>{_STYLE}</style>'
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<text class="title" x="20" y="28">{escape(title)}</text>{inner}</svg>\n'
    )
