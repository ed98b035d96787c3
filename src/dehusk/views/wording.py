"""How many words a text has, and how long it takes to read."""

from __future__ import annotations

from math import ceil
from typing import Final

from dehusk.native.find import counted

WORDS_A_MINUTE: Final = 238
"""Silent reading of English non-fiction: the mean of 190 studies (Brysbaert 2019)."""
CHARACTERS_A_MINUTE: Final = 500
"""For scripts without spaces, where a character is about half a word."""


def count_words(text: str) -> int:
    """How many words a text has; each character of a script without spaces is one.

    >>> count_words("Green tea: 绿茶")
    4
    """
    return counted(text)[0]


def reading_minutes(text: str) -> int:
    """How many minutes a reader needs, the last one begun; none for no text.

    >>> reading_minutes("word " * 239), reading_minutes("茶" * 500), reading_minutes("")
    (2, 1, 0)
    """
    return words_and_minutes(text)[1]


def words_and_minutes(text: str) -> tuple[int, int]:
    """How many words a text has, and how many minutes a reader needs for them.

    >>> words_and_minutes("word " * 239)
    (239, 2)
    """
    words, characters = counted(text)
    return words, ceil((words - characters) / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE)
