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

from dehusk.page import Bools, Page

_HIDING = {
    "hidden": re.compile(rb"(?!\s*until-found)", re.IGNORECASE),
    "aria-hidden": re.compile(rb"\s*true\s*\Z", re.IGNORECASE),
    "style": re.compile(
        rb"(?:.*[;\s])?(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE | re.DOTALL
    ),
}


def hidden(page: Page) -> Bools:
    """The rows with a `hidden` attribute, `aria-hidden="true"` or a style that hides them, and all
    that is inside of these.

    What is hidden until it is found (`hidden="until-found"`) is folded text, not hidden text.
    """
    marks = np.zeros(len(page), bool)
    for name, hides in _HIDING.items():
        if name not in page.attr_names:
            continue
        indexes = np.flatnonzero(page.attr_name == page.attr_names.index(name))
        spans = zip(page.attr_start[indexes].tolist(), page.attr_end[indexes].tolist(), strict=True)
        values = [page.attr_text[start:end] for start, end in spans]
        hiding = [hides.match(value) is not None for value in values]
        marks[page.attr_row[indexes]] |= np.array(hiding, bool)
    return page.inside(marks)
