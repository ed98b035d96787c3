"""Pages that a script fills: what stands there until then is no content.

>>> from dehusk.page.parse import parse
>>> page = parse("<a href='#main'>Skip to main content</a><noscript>Turn scripts on.</noscript>")
>>> selection = Selection.of_leaves(page, page.is_text, reason="it is all there is")
>>> unless_unfilled(page, selection).problem
'A script fills the page: render it first.'

Such text is known by its markup, whatever its language: it is hidden, or for browsers without
scripts or for screen readers; a link to a part of a page; the state of something that loads; or it is
all that stands straight in the element that a framework fills.
"""

from __future__ import annotations

import re

import numpy as np

from dehusk.native.find import Names
from dehusk.native.scan import text_bytes
from dehusk.page import Bools, Page
from dehusk.page.tags import Tag, TagSet
from dehusk.selection import Selection, or_embedded
from dehusk.views.hidden import hidden
from dehusk.views.text_counts import words

MOST_BYTES = 240
"""More text than this is content, wherever it stands: boards put whole threads into `noscript`."""

_UNFILLED = "A script fills the page: render it first."
_TOLD_BY = {
    "state": re.compile(rb"\A\s*(?:status|alert|progressbar|true)\s*\Z", re.IGNORECASE),
    "place": re.compile(rb"#"),
    "mount": re.compile(rb"\A\s*(?:root|app|app-root|__next|__nuxt|___gatsby|svelte)\s*\Z"),
    "name": re.compile(
        rb"(?<![a-z])(?:(?:pre)?load(?:er|ing)|spinner|skeleton|splash|no-?(?:js|script)"
        rb"|(?:outdated|unsupported|old|update|upgrade)-?browser|browser-?(?:upgrade|update|happy)"
        rb"|skip(?:link|nav|to)?|sr-only|screen-?reader|visually-?hidden"
        rb")(?![a-z])",
        re.IGNORECASE,
    ),
}
_WHOLE = TagSet("html body")
_LIKELY = Names(
    {
        "state": (("role", "aria-busy"), (b"status", b"alert", b"progressbar", b"true")),
        "place": (("href",), ()),
        "name": (
            ("class", "id"),
            tuple(
                b"load spinner skeleton splash js script browser skip sr-only reader visually".split()
            ),
        ),
        "mount": (("id",), (b"root", b"app", b"__n", b"___gatsby", b"svelte")),
    }
)


def unless_unfilled(page: Page, selection: Selection) -> Selection:
    """A selection, or where all that it keeps only stands in for content the text that the page brings
    as data; nothing, with the reason, where it brings none."""
    if not 0 < text_bytes(page, selection.keep) <= MOST_BYTES or selection.embedded is not None:
        return selection
    if (selection.keep & (words(page) > 0) & ~_stands_in(page)).any():
        return selection
    return or_embedded(
        page, Selection.nothing(page, _UNFILLED, selection.score, selection.described)
    )


def _stands_in(page: Page) -> Bools:
    """The rows in what is hidden, for others than the reader, a link to a part of a page, or loading."""
    marks = hidden(page) | (page.tag == int(Tag.NOSCRIPT))
    mounts = np.zeros_like(marks)
    numbers, groups = _LIKELY.found_in(page)
    columns = (page.attr_row, page.attr_start, page.attr_end)
    rows, starts, ends = (column[numbers].tolist() for column in columns)
    for row, own, start, end in zip(rows, groups.tolist(), starts, ends, strict=True):
        value = page.attr_text[start:end]
        for name, bit in _LIKELY.groups.items():
            if own & bit and _TOLD_BY[name].search(value):
                (mounts if name == "mount" else marks)[row] = True
    # A class of the whole page tells what the browser can do.
    marks &= ~_WHOLE.mask(page.tag)
    marks = page.inside(marks)
    marks |= page.is_text & mounts[page.parent]
    return marks
