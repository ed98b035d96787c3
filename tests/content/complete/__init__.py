"""Helpers of the tests of `dehusk.content.complete`: pages in which `!` marks what a method keeps."""

from __future__ import annotations

import numpy as np

from dehusk import Page, Selection, parse
from dehusk.content.complete import complete
from dehusk.content.options import EVERYTHING, Completion

PROSE = "Bread needs flour, water and salt, and a baker who has the time to wait until it has risen twice over."


def marked(html: str) -> tuple[Page, Selection]:
    """A page, and a selection of its texts that hold a `!`."""
    page = parse(html)
    keep = np.zeros(len(page), bool)
    for row in np.flatnonzero(page.is_text).tolist():
        keep[row] = "!" in page.text_of(row)
    return page, Selection.of_leaves(page, keep, reason="it is marked")


def completed(html: str, options: Completion = EVERYTHING) -> tuple[Page, Selection]:
    """A page, and what the rules make of its marked texts."""
    page, own = marked(html)
    return page, complete(page, own, options)


def texts(html: str, options: Completion = EVERYTHING) -> list[str]:
    """The texts that are kept in the end, without their marks; pictures by their address."""
    page, whole = completed(html, options)
    found = []
    for row in whole.rows.tolist():
        if page.is_text[row]:
            found.append(page.text_of(row).strip().rstrip("!"))
        elif page.tag_name(row) == "img":
            found.append(page.attribute(row, "src") or "")
    return list(filter(None, found))
