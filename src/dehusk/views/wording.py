"""How many words a text has, and how long it takes to read."""

from __future__ import annotations

import re
from math import ceil
from typing import Final

from dehusk.views.visible import UNSPACED_RANGES

WORDS_A_MINUTE: Final = 238
"""Silent reading of English non-fiction: the mean of 190 studies (Brysbaert 2019)."""
CHARACTERS_A_MINUTE: Final = 500
"""For scripts without spaces, where a character is about half a word."""

_UNSPACED = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED_RANGES)
_CHARACTER = re.compile(rf"(?!\s)[{_UNSPACED}]")
_WORD = re.compile(rf"(?!\s)[{_UNSPACED}]|[^\s{_UNSPACED}]++")


def count_words(text: str) -> int:
    """How many words a text has; each character of a script without spaces is one.

    >>> count_words("Green tea: 绿茶")
    4
    """
    return sum(1 for _ in _WORD.finditer(text))


def reading_minutes(text: str) -> int:
    """How many minutes a reader needs, the last one begun; none for no text.

    >>> reading_minutes("word " * 239), reading_minutes("茶" * 500), reading_minutes("")
    (2, 1, 0)
    """
    characters = sum(1 for _ in _CHARACTER.finditer(text))
    words = count_words(text) - characters
    return ceil(words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE)
