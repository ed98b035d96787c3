"""How well the roles of blocks are told: confusion matrices, as tables and drawn.

`python -m bench.roles`: out of fold on the names that the forest was trained on (from the card of the
model), on the classes of L3S-GN1, which took no part in the training, and on our own golden pages by
the names in their markup. Writes `bench/results/roles.md`, `.json`, and `docs/roles.svg`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tests.golden import golden_pages
from training.roles import named_roles

from bench.pages import DATA
from bench.report import Table, write_results
from dehusk import parse
from dehusk.extractors.default.block_roles import COLUMNS, role_probabilities
from dehusk.extractors.default.features import block_features
from dehusk.extractors.forest import load_model
from dehusk.reproduce.context import Unmarked, annotated_pages
from dehusk.views.blocks import Blocks
from dehusk.views.roles import ROLES
from dehusk.views.text_counts import words

CLASSES = ("not content", "headline", "full text", "supplemental", "related", "comments")
DRAWING = Path(__file__).parent.parent / "docs" / "roles.svg"
Matrix = NDArray[np.int64]


def told_roles(features: NDArray[np.float32]) -> NDArray[np.intp]:
    return role_probabilities(features).argmax(axis=1)


def block_classes(blocks: Blocks, page: Unmarked) -> NDArray[np.intp]:
    """The class of each block: the one that most of its words have."""
    rows = np.flatnonzero((blocks.block_of >= 0) & blocks.page.is_text)
    starts = blocks.page.source_start[rows].tolist()
    ends = blocks.page.source_end[rows].tolist()
    texts = [page.html[start:end] for start, end in zip(starts, ends, strict=True)]
    first = [
        start + len(text) - len(text.lstrip()) for start, text in zip(starts, texts, strict=True)
    ]
    votes = np.zeros((len(blocks), len(CLASSES)))
    weights = np.maximum(words(blocks.page)[rows], 0.5)
    np.add.at(votes, (blocks.block_of[rows], page.class_at(np.array(first, np.int64))), weights)
    return votes.argmax(axis=1)


def on_l3s() -> Matrix:
    """Blocks of L3S-GN1 by their class and the role that they are told."""
    matrix = np.zeros((len(CLASSES), len(ROLES)), np.int64)
    for _, annotated in annotated_pages(DATA / "l3s-gn1.tar.xz"):
        unmarked = Unmarked.of(annotated.decode("utf-8", "replace").encode())
        counts, features = block_features(parse(unmarked.html.decode()))
        if len(counts):
            np.add.at(matrix, (block_classes(counts.blocks, unmarked), told_roles(features)), 1)
    return matrix


def on_golden_pages() -> Matrix:
    """Blocks of our own pages by the role that the markup names and the one that they are told."""
    matrix = np.zeros((len(ROLES), len(ROLES)), np.int64)
    for golden in golden_pages():
        counts, features = block_features(golden.page)
        named = named_roles(golden.page, counts)
        known = named >= 0
        np.add.at(matrix, (named[known], told_roles(features)[known]), 1)
    return matrix


def lines_of(matrix: Matrix, names: tuple[str, ...], where: str) -> list[list[str]]:
    shares = matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1)
    return [
        [f"{where}: {name}", str(int(own.sum())), *(f"{share:.0%}" for share in line)]
        for name, own, line in zip(names, matrix, shares, strict=True)
    ]


def svg(parts: dict[str, tuple[Matrix, tuple[str, ...]]]) -> str:
    """The matrices below each other: the darker a cell, the more of its line is in it."""
    cell, left, top = 44, 150, 120
    height = sum(top + cell * len(names) + 30 for _, names in parts.values())
    width = left + cell * len(ROLES) + 20
    drawn, y = [], 0
    for title, (matrix, names) in parts.items():
        drawn.append(f'<text x="10" y="{y + 24}" font-weight="bold">{title}</text>')
        for column, role in enumerate(ROLES):
            x = left + cell * column + cell / 2
            drawn.append(
                f'<text transform="translate({x} {y + top - 8}) rotate(-50)">{role}</text>'
            )
        shares = matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1)
        for line, name in enumerate(names):
            place = y + top + cell * line
            drawn.append(f'<text x="{left - 8}" y="{place + 27}" text-anchor="end">{name}</text>')
            for column, share in enumerate(shares[line].tolist()):
                x = left + cell * column
                ink = "#fff" if share > 0.5 else "#333"
                drawn.append(
                    f'<rect x="{x}" y="{place}" width="{cell - 2}" height="{cell - 2}"'
                    f' fill="#0b6b48" fill-opacity="{share:.3f}" stroke="#ddd"/>'
                )
                if share >= 0.005:
                    drawn.append(
                        f'<text x="{x + cell / 2 - 1}" y="{place + 26}" fill="{ink}"'
                        f' text-anchor="middle">{100 * share:.0f}</text>'
                    )
        y += top + cell * len(names) + 30
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' font-family="sans-serif" font-size="13"><rect width="{width}" height="{height}"'
        f' fill="#fff"/>{"".join(drawn)}</svg>\n'
    )


def main() -> None:
    named = np.array(load_model("roles", COLUMNS).card["confusion_out_of_fold_by_site"])
    l3s, golden = on_l3s(), on_golden_pages()
    DRAWING.write_text(
        svg(
            {
                "Named by the page (lines), out of fold by site, %": (named, ROLES),
                "Classes of L3S-GN1 (lines), %": (l3s, CLASSES),
            }
        )
    )
    lines = [
        *lines_of(named, ROLES, "named"),
        *lines_of(l3s, CLASSES, "L3S-GN1"),
        *lines_of(golden, ROLES, "our pages"),
    ]
    write_results(
        "roles",
        command="python -m bench.roles",
        data={
            "right_out_of_fold": float(named.trace() / named.sum()),
            "right_on_our_pages": float(golden.trace() / max(golden.sum(), 1)),
            "named": named.tolist(),
            "l3s": l3s.tolist(),
            "golden": golden.tolist(),
        },
        table=Table(["blocks", "number", *ROLES], lines),
    )


if __name__ == "__main__":
    main()
