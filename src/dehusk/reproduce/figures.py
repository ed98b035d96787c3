"""Figures of papers as SVG: curves over a parameter, bars, points, boxes, and sources line by line.

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
_LINE = 18
_STYLE = """
.ground{fill:#fff}.grid{stroke:#e3e6e4}text{fill:#414a46;font:13px system-ui,sans-serif}
.title{font-size:16px;font-weight:600;fill:#1d2421}path.line{fill:none;stroke-width:2}
.up{fill:#1d7a4d}.down{fill:#b0722a}.marked{fill:#f3e3b3}line{stroke:#8a938f}
.code{font:12px ui-monospace,monospace;white-space:pre}.soft{fill:#6b7672}.head{font-weight:600}
.text{fill:#d5dad7}.block{fill:none;stroke:#4767a8}.main{fill:none;stroke:#a63d40;stroke-width:3;
stroke-dasharray:10 6}
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


def points(
    places: Sequence[tuple[int, int]],
    names: Sequence[str],
    *,
    title: str,
    across: str,
    marked: Sequence[tuple[int, int]] = (),
) -> str:
    """Points over the lines of a document, each in the row of its name; `marked` are stretches."""
    height = _TOP + _LINE * len(names) + _BOTTOM
    last = max((x for x, _ in places), default=0) + 1
    scale = (WIDTH - 2 * _LEFT - 30) / last
    left = _LEFT + 30
    shades = (
        f'<rect class="marked" x="{left + scale * start:.1f}" y="{_TOP}"'
        f' width="{scale * (end - start):.1f}" height="{_LINE * len(names)}"/>'
        for start, end in marked
    )
    rows = (
        f'<text x="{left - 8}" y="{_TOP + _LINE * at + 13}" text-anchor="end">{escape(name)}</text>'
        f'<path class="grid" d="M{left} {_TOP + _LINE * at + 9}H{WIDTH - _LEFT}"/>'
        for at, name in enumerate(names)
    )
    dots = (
        f'<circle class="up" cx="{left + scale * (x + 0.5):.1f}" cy="{_TOP + _LINE * y + 9}" r="2.5"/>'
        for x, y in places
    )
    words = (
        f'<text x="{WIDTH - _LEFT}" y="{height - 20}" text-anchor="end">'
        f"{escape(across)}, 1 to {last:,}</text>"
    )
    return _drawing(title, "".join([*shades, *rows, *dots, words]), (WIDTH, height))


def columns(groups: Mapping[str, Mapping[str, float]], *, title: str) -> str:
    """Bars from 0 to 1 side by side: for each group a bar of each name, with its value above."""
    names = list(dict.fromkeys(name for values in groups.values() for name in values))
    step = (WIDTH - 2 * _LEFT) / max(len(groups), 1)
    wide, tall = step / (len(names) + 1), HEIGHT - _TOP - _BOTTOM - 30
    foot = _TOP + 30 + tall
    parts = []
    for at, name in enumerate(names):
        start = _LEFT + 190 * at
        parts.append(
            f'<rect x="{start}" y="{_TOP - 4}" width="12" height="12" fill="{_COLOURS[at]}"/>'
            f'<text x="{start + 18}" y="{_TOP + 7}">{escape(name)}</text>'
        )
    for number, (group, values) in enumerate(groups.items()):
        left = _LEFT + step * number
        parts.append(
            f'<text x="{left + step / 2:.1f}" y="{foot + 20}" text-anchor="middle">'
            f"{escape(group)}</text>"
        )
        for at, name in enumerate(names):
            value = values.get(name, 0.0)
            x = left + wide * (at + 0.5)
            parts.append(
                f'<rect class="bar" x="{x:.1f}" y="{foot - tall * value:.1f}" width="{wide * 0.9:.1f}"'
                f' height="{tall * value:.1f}" fill="{_COLOURS[at]}"/>'
                f'<text x="{x + wide * 0.45:.1f}" y="{foot - tall * value - 5:.1f}"'
                f' text-anchor="middle">{value:.3f}</text>'
            )
    parts.append(f'<line x1="{_LEFT}" x2="{WIDTH - _LEFT}" y1="{foot}" y2="{foot}"/>')
    return _drawing(title, "".join(parts))


def listing(
    header: Sequence[str],
    lines: Sequence[Sequence[str]],
    *,
    title: str,
    widths: Sequence[int],
    marked: Sequence[int] = (),
) -> str:
    """Sources beside each other, line by line; `widths` are the characters of each column."""
    starts = [20 + int(7.3 * sum(widths[:at])) for at in range(len(widths))]
    height = _TOP + _LINE * (len(lines) + 1) + 20
    parts = [
        f'<text class="head" x="{x}" y="{_TOP + 13}">{escape(name)}</text>'
        for x, name in zip(starts, header, strict=True)
    ]
    for number, line in enumerate(lines):
        y = _TOP + _LINE * (number + 1)
        if number in marked:
            parts.append(f'<rect class="marked" y="{y}" width="{WIDTH}" height="{_LINE}"/>')
        parts += [
            f'<text class="code" x="{x}" y="{y + 13}">{escape(_short(cell, width))}</text>'
            for x, cell, width in zip(starts, line, widths, strict=True)
        ]
    return _drawing(title, "".join(parts), (WIDTH, height))


def boxes(
    size: tuple[int, int], drawn: Mapping[str, Sequence[Sequence[float]]], *, title: str
) -> str:
    """Rectangles of a page, each kind in the look of its class: text, block, main."""
    width, height = size
    scale = (WIDTH - 40) / max(width, 1)
    inner = "".join(
        f'<rect class="{kind}" x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}"/>'
        for kind, rects in drawn.items()
        for x, y, w, h in rects
    )
    tall = int(scale * height)
    placed = f'<g transform="translate(20 {_TOP}) scale({scale:.4f})">{inner}</g>'
    return _drawing(title, placed, (WIDTH, _TOP + tall + 20))


def _short(words: str, width: int) -> str:
    """Words on one line, cut where the next column begins."""
    flat = words.replace("\t", " ").replace("\n", " ").rstrip()
    return flat if len(flat) < width else flat[: width - 2] + "…"


def _drawing(title: str, inner: str, size: tuple[int, int] = (WIDTH, HEIGHT)) -> str:
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{escape(title)}"><style>{_STYLE}</style>'
        f'<rect class="ground" width="{width}" height="{height}"/>'
        f'<text class="title" x="20" y="28">{escape(title)}</text>{inner}</svg>\n'
    )
