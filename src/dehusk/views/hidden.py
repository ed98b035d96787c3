"""Which rows a page hides from its readers, as far as its markup alone tells.

>>> from dehusk import parse
>>> page = parse("<p>Seen</p><p hidden>Not <b>seen</b></p>")
>>> [page.text_of(row) for row in (hidden(page) & page.leaves).nonzero()[0]]
['Not ', 'seen']

Style sheets are not read: a rendered page has `layout` for that.
"""

from __future__ import annotations

import re

import numpy as np

from dehusk.native.attributes import Words
from dehusk.page import Bools, Page

_HIDING: dict[str, tuple[Words | None, re.Pattern[bytes]]] = {
    "hidden": (None, re.compile(rb"(?!\s*until-found)", re.IGNORECASE)),
    "aria-hidden": (Words(b"true"), re.compile(rb"\s*true\s*\Z", re.IGNORECASE)),
    "style": (
        Words(b"none", b"hidden"),
        re.compile(
            rb"(?:.*[;\s])?(?:display\s*:\s*none|visibility\s*:\s*hidden)\b",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
}
"""For each attribute that may hide an element what a value that does has in it, and its form."""


def hidden(page: Page) -> Bools:
    """The rows with a `hidden` attribute, `aria-hidden="true"` or a style that hides them, and all
    that is inside of these.

    What is hidden until it is found (`hidden="until-found"`) is folded text, not hidden text.
    """
    marks = np.zeros(len(page), bool)
    rows = [row for name in _HIDING for row in _rows_hidden_by(page, name)]
    if not rows:
        return marks
    marks[rows] = True
    return page.inside(marks)


def _rows_hidden_by(page: Page, name: str) -> list[int]:
    """The rows that an attribute hides."""
    if name not in page.attr_names:
        return []
    words, hides = _HIDING[name]
    if words is None:
        indexes = np.flatnonzero(page.attr_name == page.attr_names.index(name))
    else:
        indexes = words.found_in(page, (name,))
    spans = zip(page.attr_start[indexes].tolist(), page.attr_end[indexes].tolist(), strict=True)
    rows = page.attr_row[indexes].tolist()
    return [
        row
        for row, (start, end) in zip(rows, spans, strict=True)
        if hides.match(page.attr_text[start:end])
    ]
