"""How many words a text has."""

from collections.abc import Sequence

def counted(text: str, ranges: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """How many words a text has, and how many of them are characters of scripts without spaces,
    which are those in some ranges of code points."""
