"""The standfirst: a description that readers see, between the title and the text.

>>> from dehusk.parse import parse
>>> page = parse("<h1>Tea</h1><p><b>How to</b> boil it.</p>")
>>> shown_description(page, "How to boil it", title_row=3)
'How to boil it'
>>> shown_description(page, "All about tea", title_row=3) is None
True
"""

from __future__ import annotations

import numpy as np

from dehusk.metadata.values import key
from dehusk.page import Page

_ROWS = 300
_CUT_OFF = ("…", "...")


def shown_description(page: Page, description: str, title_row: int) -> str | None:
    """The description, where its words stand on the page soon after the title."""
    wanted = key(description)
    if not wanted or title_row < 0 or description.rstrip().endswith(_CUT_OFF):
        return None
    window = slice(title_row, min(title_row + _ROWS, len(page)))
    texts = np.flatnonzero(page.is_text[window] & ~page.is_inert[window]) + title_row
    shown = "".join(page.text_of(row) for row in texts.tolist())
    return description if wanted in key(shown) else None
