"""The standfirst: what readers see between the title and the text, which often is the description.

>>> from dehusk.page.parse import parse
>>> page = parse("<h1>Tea</h1><p><b>How to</b> boil it.</p>")
>>> shown_description(page, "How to boil it", title_row=3)
'How to boil it'
>>> shown_description(page, "All about tea", title_row=3) is None
True
"""

from __future__ import annotations

from dehusk.metadata.markup import visible_text
from dehusk.metadata.surroundings import Surroundings, links_elsewhere
from dehusk.native.find import Words
from dehusk.page import Page
from dehusk.page.tags import Tag
from dehusk.views.hidden import hidden

_BYTES = 20_000
_CUT_OFF = ("…", "...")
_REACH = 200
_TRIES = 20
_RAREST = 4
"""How many of the longest words are looked for first: most descriptions lack one of them."""
_MUCH_MORE = 2
_FEWEST_WORDS = 6
_CALLED = Words(
    *b"standfirst subhead sub-head subtitle __dek -dek excerpt article-lead article_lead articlelead"
    b" elementlead lead-text article__lead".split()
)


def read_standfirst(around: Surroundings, description: str) -> str | None:
    """The block that shows the description and hardly more, else one that is called so."""
    page = around.page
    shown = shown_description(page, description, around.title_row) if description else None
    if shown is None:
        return _called_so(around)
    block = around.block_with(shown.rstrip("."))
    whole = visible_text(page, block) if block >= 0 else ""
    return shown if "\n" in whole or len(whole) > _MUCH_MORE * len(shown) else whole or shown


def _called_so(around: Surroundings) -> str | None:
    """The one line below the title that is called a standfirst."""
    page, title = around.page, around.title_row
    if title < 0 or page.tag.item(title) != Tag.H1:
        return None
    for row in around.near(around.marks_with(_CALLED)):
        if row < title or not around.is_short(row) or links_elsewhere(page, row):
            continue
        text = visible_text(page, row)
        if "\n" not in text and len(text.split()) >= _FEWEST_WORDS and not hidden(page)[row]:
            return text
    return None


def shown_description(page: Page, description: str, title_row: int) -> str | None:
    """The description, where its words stand on the page soon after the title."""
    words = description.split()
    if not words or title_row < 0 or words[-1].endswith(_CUT_OFF):
        return None
    wanted = " ".join(words).rstrip(".")
    words[-1] = words[-1].rstrip(".")
    start = page.text_start.item(title_row)
    end = start + _BYTES
    rarest = max(reversed(words), key=len).encode(errors="replace")
    place = page.text.find(rarest, start, end)
    if place < 0 or not rarest:
        return None
    words.sort(key=len)
    rare = [word.encode(errors="replace") for word in words[-_RAREST:-1]]
    for word in rare:
        if page.text.find(word, start, end) < 0:
            return None
    reach = _REACH + 4 * len(wanted)
    for _ in range(_TRIES):
        if place < 0:
            return None
        near = page.text[max(place - reach, start) : min(place + reach, end)]
        if all(word in near for word in rare) and _says(near, wanted):
            return description
        place = page.text.find(rarest, place + reach // 2, end)
    return description if _says(page.text[start:end], wanted) else None


def _says(text: bytes, wanted: str) -> bool:
    if wanted.encode(errors="replace") in text:
        return True
    return wanted in " ".join(text.decode(errors="ignore").split())
