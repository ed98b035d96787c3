"""Whether native code decides as its references in NumPy and Python do, page by page.

`python -m bench.native [DATASET ...]`: for each page the matrix of features and the leaves that
`default` keeps, natively and by reference. What differs is printed. Without names it is `wcxb-dev`.
"""

from __future__ import annotations

import sys

import numpy as np
from tests import reference
from tests.extractors.default.reference import reference_features

from bench.pages import raw_pages
from bench.report import Table, write_results
from dehusk import PageError, parse
from dehusk.extractors.default.features import block_features
from dehusk.extractors.default.method import Default
from dehusk.page import Page

COUNTED = ("pages", "cells", "same features", "same leaves")


def compare(name: str, page: Page) -> dict[str, int]:
    """What of a page is the same, each 1 or 0."""
    native, expected = block_features(page)[1], reference_features(page)[1]
    selection = Default().select(page)
    found = {
        "pages": 1,
        "cells": native.size,
        "same features": int(np.array_equal(native, expected)),
        "same leaves": int(np.array_equal(selection.keep, reference.default_mask(page))),
    }
    if not found["same features"] or not found["same leaves"]:
        print(f"{name}: other features or leaves")
    return found


def main() -> None:
    names = sys.argv[1:] or ["wcxb-dev"]
    totals = {name: dict.fromkeys(COUNTED, 0) for name in names}
    for name, total in totals.items():
        for number, html in raw_pages(name).items():
            try:
                found = compare(number, parse(html))
            except PageError as error:
                print(f"{number}: {error}")
                continue
            for key, value in found.items():
                total[key] += value
    write_results(
        "native",
        command=" ".join(["python -m bench.native", *sys.argv[1:]]),
        data={"datasets": totals},
        table=Table(
            ["dataset", *COUNTED],
            [[name, *(f"{total[key]:,}" for key in COUNTED)] for name, total in totals.items()],
        ),
    )


if __name__ == "__main__":
    main()
