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

from dehusk.native.find import Names
from dehusk.page import Bools, Page

_HIDING = {
    "hidden": re.compile(rb"(?!\s*until-found)", re.IGNORECASE),
    "aria-hidden": re.compile(rb"\s*true\s*\Z", re.IGNORECASE),
    "style": re.compile(
        rb"(?:.*[;\s])?(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE | re.DOTALL
    ),
}
_LIKELY = Names(
    {
        "hidden": (["hidden"], []),
        "aria-hidden": (["aria-hidden"], [b"true"]),
        "style": (["style"], [b"none", b"hidden"]),
    }
)
"""Words of which one is in each value that hides."""


def hidden(page: Page) -> Bools:
    """The rows with a `hidden` attribute, `aria-hidden="true"` or a style that hides them, and all
    that is inside of these.

    What is hidden until it is found (`hidden="until-found"`) is folded text, not hidden text.
    """
    marks = np.zeros(len(page), bool)
    numbers, groups = _LIKELY.found_in(page)
    for number, group in zip(numbers.tolist(), groups.tolist(), strict=True):
        value = page.attr_text[page.attr_start.item(number) : page.attr_end.item(number)]
        if any(group & bit and _HIDING[name].match(value) for name, bit in _LIKELY.groups.items()):
            marks[page.attr_row.item(number)] = True
    return page.inside(marks) if len(numbers) else marks
