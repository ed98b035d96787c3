"""What ends a sentence, and which scripts are written without spaces, in any language."""

from __future__ import annotations

import re
from typing import Final

STOPS: Final = ".!?…؟۔।॥։።᠃‽"
"""What ends a sentence in scripts with spaces: where one follows."""

FULL_STOPS: Final = "。！？｡"
"""What ends one wherever it stands."""

SENTENCE_ENDS: Final = STOPS + FULL_STOPS

UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Ranges for patterns: Thai, Lao, Burmese, Khmer, Kana, Han."""

ASCII_SIGNS: Final = bytes(code for code in range(128) if not chr(code).isalnum())
"""All of ASCII that is neither letter nor digit, for `bytes.translate`."""

_NO_WORD = re.compile(r"[\W_]+")


def letters_of(text: str) -> str:
    """The letters and digits of a text, in one case.

    >>> letters_of("Don't panic!")
    'dontpanic'
    """
    encoded = text.casefold().encode("utf-8", "surrogatepass").translate(None, ASCII_SIGNS)
    plain = encoded.decode("utf-8", "surrogatepass")
    return plain if text.isascii() else _NO_WORD.sub("", plain)
