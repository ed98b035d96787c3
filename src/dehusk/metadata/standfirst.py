"""The standfirst: a description that readers see, between the title and the text.

>>> from dehusk.parse import parse
>>> page = parse("<h1>Tea</h1><p><b>How to</b> boil it.</p>")
>>> shown_description(page, "How to boil it", title_row=3)
'How to boil it'
>>> shown_description(page, "All about tea", title_row=3) is None
True
"""

from __future__ import annotations

from dehusk.page import Page

_BYTES = 20_000
_CUT_OFF = ("…", "...")


def shown_description(page: Page, description: str, title_row: int) -> str | None:
    """The description, where its words stand on the page soon after the title."""
    wanted = " ".join(description.split()).rstrip(".")
    if not wanted or title_row < 0 or description.rstrip().endswith(_CUT_OFF):
        return None
    start = int(page.text_start[title_row])
    if not _has_words(page.text, wanted, start, start + _BYTES):
        return None
    shown = page.text[start : start + _BYTES].decode(errors="ignore")
    return description if wanted in " ".join(shown.split()) else None


def _has_words(text: bytes, wanted: str, start: int, end: int) -> bool:
    """Whether all that is between spaces stands there, in any order: most descriptions end here.

    The longest words come first: they are the rarest.
    """
    words = sorted(set(wanted.split()), key=len, reverse=True)
    return all(text.find(word.encode(errors="replace"), start, end) >= 0 for word in words)
