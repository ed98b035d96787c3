"""The text that readers see, counted: most text of a page is script, which does not count.

>>> from dehusk import parse
>>> page = parse("<p>Three short words</p><script>none(here)</script>")
>>> int(words(page).sum()), int(visible_chars(page).sum())
(3, 15)
"""

from __future__ import annotations

from dehusk.native.scan import visible_chars_of_rows, words_of_rows
from dehusk.page import Counts, Page


def visible_chars(page: Page) -> Counts:
    """For each text row how many characters a reader sees, white space not counted.

    Elements have none of their own: `page.subtree_sum(visible_chars(page))` counts what is inside them.
    """
    return visible_chars_of_rows(page)


def words(page: Page) -> Counts:
    """For each text row how many words it has.

    A word is a run of characters without white space; of the scripts that are written without
    spaces, Han, Kana, Thai, Lao, Khmer and Burmese, every character counts as one.
    """
    return words_of_rows(page)
