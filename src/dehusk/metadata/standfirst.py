"""The standfirst: a description that readers see, between the title and the text.

>>> from dehusk.page.parse import parse
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
_REACH = 200
_RAREST = 4
"""How many of the longest words are looked for first: most descriptions lack one of them."""


def shown_description(page: Page, description: str, title_row: int) -> str | None:
    """The description, where its words stand on the page soon after the title."""
    wanted = " ".join(description.split()).rstrip(".")
    if not wanted or title_row < 0 or description.rstrip().endswith(_CUT_OFF):
        return None
    start = int(page.text_start[title_row])
    end = start + _BYTES
    rarest = sorted(wanted.split(), key=len)[-_RAREST:]
    places = [page.text.find(word.encode(errors="replace"), start, end) for word in rarest]
    if min(places) < 0:
        return None
    reach = _REACH + 4 * len(wanted)
    near = slice(max(places[-1] - reach, start), min(places[-1] + reach, end))
    is_shown = _says(page.text[near], wanted) or _says(page.text[start:end], wanted)
    return description if is_shown else None


def _says(text: bytes, wanted: str) -> bool:
    return wanted in " ".join(text.decode(errors="ignore").split())
