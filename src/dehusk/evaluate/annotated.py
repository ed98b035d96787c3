"""Gold that stands in the page itself, as in L3S-GN1: spans whose class says what the text is.

>>> annotated_text(b'<p><span class="x-nc-sel2">Tea</span> <span class="x-nc-sel0">Menu</span>')
'Tea'

The classes of L3S-GN1: `x-nc-sel0` no content, 1 headline, 2 full text, 3 supplemental, 4 related,
5 comments. A span takes the class of the nearest one around it.
"""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np

from dehusk.page import Bools, Page
from dehusk.page.parse import parse
from dehusk.views.blocks import Blocks, join_text
from dehusk.views.text_counts import visible_chars

CONTENT_CLASSES = (1, 2, 3)
"""Headline, full text and what supplements it: content, where nobody says otherwise."""

_CLASS = re.compile(r"(?:^|\s)x-nc-sel([0-9])(?:\s|$)")


def annotated_leaves(page: Page, classes: Collection[int] = CONTENT_CLASSES) -> Bools:
    """The leaves of an annotated page whose nearest mark is one of `classes`."""
    mark = np.full(len(page), -1, np.int8)
    rows, values = page.with_attribute("class")
    for row, value in zip(rows.tolist(), values, strict=True):
        found = _CLASS.search(value)
        if found:
            mark[row] = int(found.group(1))
    nearest = page.nearest_ancestor(mark >= 0)
    wanted = np.isin(mark, list(classes))
    return page.leaves & ~page.is_inert & (nearest >= 0) & wanted[nearest]


def annotated_text(html: bytes, classes: Collection[int] = CONTENT_CLASSES) -> str:
    """The text of an annotated page that has one of `classes`, a line a block."""
    page = parse(html)
    chosen = annotated_leaves(page, classes) & (visible_chars(page) > 0)
    blocks = Blocks.of(page)
    numbers = np.unique(blocks.block_of[chosen & (blocks.block_of >= 0)])
    lines = (
        join_text(page, np.flatnonzero(chosen & (blocks.block_of == number))) for number in numbers
    )
    return "\n".join(line for line in lines if line)
