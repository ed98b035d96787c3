"""What tells texts that are the same, and texts that are nearly so.

>>> digest("Bread  needs\\ntime.") == digest("bread needs time.")
True
>>> recipe = "Bread needs flour, water, salt and a good deal of time. " * 20
>>> near(simhash(recipe), simhash(recipe + "And an oven."))
True
"""

from __future__ import annotations

from hashlib import blake2b
from unicodedata import is_normalized, normalize

import numpy as np
from numpy.typing import NDArray

_SHINGLE = 8
"""So many letters are one feature: about a word and a half of English, a clause of Chinese."""

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
_AT_ONCE = 1 << 16
NEAR = 3
"""Texts whose hashes differ in so many bits or fewer are near duplicates (Manku et al. 2007)."""


def digest(text: str) -> str | None:
    """A digest of the normalised text, as 32 hexadecimal digits; None for no text.

    Case, white space and the forms of a character that look alike (NFKC) make no difference.
    """
    words = normalised(text)
    return blake2b(words.encode("utf-8", "replace"), digest_size=16).hexdigest() if words else None


def normalised(text: str) -> str:
    """The text with one space between words, in lower case and in one Unicode form."""
    even = text if is_normalized("NFKC", text) else normalize("NFKC", text)
    return " ".join(even.casefold().split())


def simhash(text: str) -> int | None:
    """The 64 bits of Charikar's hash over runs of letters, as a signed number; None for no text.

    It needs no words, so it is the same for languages without spaces.
    """
    letters = normalised(text).replace(" ", "")
    if not letters:
        return None
    codes = np.frombuffer(letters.encode("utf-32-le", "replace"), np.uint32).astype(np.uint64)
    votes = np.zeros(64, np.int64)
    for start in range(0, max(len(codes) - _SHINGLE + 1, 1), _AT_ONCE):
        hashes = _shingles(codes[start : start + _AT_ONCE + _SHINGLE - 1])
        bits = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        votes += 2 * bits.sum(axis=0, dtype=np.int64) - len(hashes)
    packed = np.packbits(votes > 0, bitorder="little")
    return int(packed.view("<i8")[0])


def _shingles(codes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash of each run of letters; a text shorter than one is one run."""
    count = max(len(codes) - _SHINGLE + 1, 1)
    hashes = np.zeros(count, np.uint64)
    for place in range(min(_SHINGLE, len(codes))):
        hashes = hashes * _FACTOR + codes[place : place + count]
    for shift, factor in zip(_SHIFTS, (*_MIX, np.uint64(1)), strict=True):
        hashes = (hashes ^ (hashes >> shift)) * factor
    return hashes


def near(one: int | None, other: int | None, most: int = NEAR) -> bool:
    """Whether two hashes differ in few bits."""
    if one is None or other is None:
        return False
    return ((one ^ other) & (2**64 - 1)).bit_count() <= most
