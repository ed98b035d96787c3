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
_TRIES = 20
_RAREST = 4
"""How many of the longest words are looked for first: most descriptions lack one of them."""


def shown_description(page: Page, description: str, title_row: int) -> str | None:
    """The description, where its words stand on the page soon after the title."""
    wanted = " ".join(description.split()).rstrip(".")
    if not wanted or title_row < 0 or description.rstrip().endswith(_CUT_OFF):
        return None
    start = page.text_start.item(title_row)
    end = start + _BYTES
    rarest = [word.encode(errors="replace") for word in sorted(wanted.split(), key=len)[-_RAREST:]]
    if any(page.text.find(word, start, end) < 0 for word in rarest):
        return None
    reach = _REACH + 4 * len(wanted)
    place = page.text.find(rarest[-1], start, end)
    for _ in range(_TRIES):
        if place < 0:
            return None
        near = slice(max(place - reach, start), min(place + reach, end))
        if _says(page.text[near], wanted):
            return description
        place = page.text.find(rarest[-1], place + reach // 2, end)
    return description if _says(page.text[start:end], wanted) else None


def _says(text: bytes, wanted: str) -> bool:
    return wanted in " ".join(text.decode(errors="ignore").split())
