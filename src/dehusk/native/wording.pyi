"""How many words a text has."""

def counted(text: str) -> tuple[int, int]:
    """How many words a text has, and how many of them are characters of scripts without spaces."""
