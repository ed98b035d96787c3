"""Draws how often the expectations of `default` come true, from the card of its model.

`python -m bench.reliability` writes docs/reliability.svg: a dot for each tenth of what is expected, as
large as there are pages in it, at the mean F1 that was expected and the one that came of it, all out of
fold; green in words, which is the confidence of a document, and blue in lines. On the line the two are
equal.
"""

from __future__ import annotations

from pathlib import Path

from dehusk.extractors.default.features import NAMES
from dehusk.extractors.forest import load_model

DRAWING = Path(__file__).parent.parent / "docs" / "reliability.svg"
SIDE = 360
MARGIN = 48
GREEN, BLUE = "#12805c", "#1f5fa8"


def main() -> None:
    reliability = load_model("default", NAMES).card["out_of_fold_by_site"]["reliability"]
    series = {GREEN: reliability["words"], BLUE: reliability["lines"]}
    DRAWING.write_text(drawing(series), encoding="utf-8")


def drawing(series: dict[str, list[dict[str, float]]]) -> str:
    """The diagram as SVG, each series of bins in its colour."""
    size = SIDE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}"'
        ' font-family="sans-serif" font-size="13" fill="#555">',
        f'<rect width="{size}" height="{size}" fill="#fff"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#bbb"/>',
        f'<line x1="{across(0)}" y1="{up(0)}" x2="{across(1)}" y2="{up(1)}" stroke="#bbb"/>',
        *(_dot(one, colour) for colour, bins in series.items() for one in bins),
        *(_ticks(tenth / 10) for tenth in range(0, 11, 2)),
        f'<text x="{size / 2}" y="{size - 8}" text-anchor="middle">expected F1</text>',
        f'<text x="14" y="{size / 2}" text-anchor="middle" transform="rotate(-90 14 {size / 2})">'
        "F1</text>",
        "</svg>\n",
    ]
    return "\n".join(parts)


def across(value: float) -> float:
    return round(MARGIN + SIDE * value, 1)


def up(value: float) -> float:
    return round(MARGIN + SIDE * (1 - value), 1)


def _dot(one: dict[str, float], colour: str) -> str:
    radius = round(3 + one["pages"] ** 0.5 / 2, 1)
    return (
        f'<circle cx="{across(one["expected"])}" cy="{up(one["f1"])}" r="{radius}"'
        f' fill="{colour}" fill-opacity=".6"><title>{one["pages"]:.0f} pages</title></circle>'
    )


def _ticks(value: float) -> str:
    return (
        f'<text x="{across(value)}" y="{up(0) + 18}" text-anchor="middle">{value:g}</text>'
        f'<text x="{across(0) - 8}" y="{up(value) + 4}" text-anchor="end">{value:g}</text>'
    )


if __name__ == "__main__":
    main()
