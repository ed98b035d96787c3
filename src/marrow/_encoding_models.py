"""Which legacy encoding is it? The one in which the bytes read most like a language.

Every reading is scored in bits: how surprising are these bytes to somebody who expects this
language in this encoding? The least surprised wins. Letters are scored by the letter before them,
ideographs alone; as all score the same bytes, their sums can be compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from marrow._encoding_tables import CHARACTERS, PAIRS

WINDOW_BYTES: Final = 1 << 19  # we look at this much, from the first byte beyond ASCII,
SAMPLE_BYTES: Final = 1 << 14  # and in it at no more than so many bytes beyond ASCII
LANGUAGE_BYTES: Final = 4096  # where <html lang> is looked for

Bits = NDArray[np.int32]
Octets = NDArray[np.uint8]
Reader = Callable[[bytes, str], str]

# Encoding, its languages, a handicap in bits: rarer encodings win only where they fit better.
ALPHABETIC: Final = (
    ("windows-1252", "de fr es pt it nl sv da nb fi is ca ga sq", 0),
    ("windows-1250", "pl cs sk hu ro hr sl", 4),
    ("iso-8859-2", "pl cs sk hu ro hr sl", 6),
    ("windows-1254", "tr", 4),
    ("windows-1257", "lt lv et", 6),
    ("windows-1258", "vi", 6),
    ("windows-1251", "ru bg uk be sr mk", 4),
    ("koi8-r", "ru", 6),
    ("koi8-u", "uk", 8),
    ("iso-8859-5", "ru bg uk sr mk", 10),
    ("ibm866", "ru bg", 10),
    ("windows-1253", "el", 4),
    ("iso-8859-7", "el", 6),
    ("windows-1255", "he", 4),
    ("windows-1256", "ar fa", 4),
    ("windows-874", "th", 4),
)
IDEOGRAPHIC: Final = (
    ("gb18030", "zh_CN", 4),
    ("big5", "zh_TW", 6),
    ("shift_jis", "ja", 6),
    ("euc-jp", "ja", 6),
    ("euc-kr", "ko", 4),
)

# All in bits.
DECLARED_LANGUAGE: Final = 12  # in favour of the language that the page says it is in
HOPELESS: Final = 13  # for each byte beyond ASCII: nothing fits, so do not pretend
AFTER_SPACE: Final = 2  # an ASCII letter after a sign says nothing, and costs the same everywhere
WORD_END: Final = 6  # for the letters that the tables never saw there
UNSEEN_PAIR: Final = 12
FOREIGN_LETTER: Final = 4  # on top of the unseen pair
COMMON_SIGN: Final = 7
RARE_SIGN: Final = 13
NO_CHARACTER: Final = 22
CAPITAL: Final = 2
ODD_CAPITAL: Final = 8  # inside a word: "пРИВЕТ" is the mark of a wrong Cyrillic encoding
EVERYDAY_IDEOGRAPH: Final = 13
SELDOM_IDEOGRAPH: Final = 17
IDEOGRAPHIC_SIGN: Final = 12
HALF_WIDTH: Final = 11

COMMON_SIGNS: Final = frozenset("\xa0–—‘’“”„…•·«»©®™€§°№¿¡")
HTML_LANGUAGE: Final = re.compile(rb"<html[^>]{0,300}?\slang\s*=\s*[\"']?([a-z]{2})", re.IGNORECASE)


def likeliest(source: bytes, read: Reader) -> str | None:
    """The encoding in which `source` reads best, or None: `b"Gr\\xfc\\xdfe"` -> "windows-1252".

    `read(sample, name)` decodes. `source` must hold a byte beyond ASCII.
    """
    sample, language = _sample(source), _html_language(source)
    bits, name = min(
        (bits - DECLARED_LANGUAGE * (spoken == language), name)
        for bits, name, spoken in [*_alphabetic(sample, read), *_ideographic(sample, read)]
    )
    beyond_ascii = int(np.count_nonzero(np.frombuffer(sample, np.uint8) > 0x7F))
    return name if bits < HOPELESS * beyond_ascii else None


def _sample(source: bytes) -> bytes:
    """The bytes beyond ASCII with a neighbour on each side; a space stands for all the rest."""
    start = next(re.finditer(rb"[\x80-\xff]", source)).start()
    window = np.frombuffer(source[max(0, start - 1) : start + WINDOW_BYTES], np.uint8)
    places = np.flatnonzero(window > 0x7F)
    if len(places) > SAMPLE_BYTES:
        window = window[: places[SAMPLE_BYTES]]
    high = window > 0x7F
    near = high.copy()
    near[:-1] |= high[1:]
    near[1:] |= high[:-1]
    gap = np.zeros_like(near)
    gap[1:] = near[:-1] & ~near[1:]
    return np.where(near, window, 0x20)[near | gap].astype(np.uint8).tobytes()


def _html_language(source: bytes) -> str:
    found = HTML_LANGUAGE.search(source[:LANGUAGE_BYTES])
    return found[1].decode().lower() if found else ""


# --- Letters, by the letter before ---------------------------------------------------------------


def _alphabetic(sample: bytes, read: Reader) -> Iterator[tuple[int, str, str]]:
    """(bits, encoding, language) of every alphabetic reading."""
    octets = np.frombuffer(sample, np.uint8).astype(np.int32)
    pairs = octets[:-1] * 256 + octets[1:]
    seen, counts = np.unique(pairs[(pairs & 0x8080) > 0], return_counts=True)
    before, after = seen >> 8, seen & 0xFF
    for name, languages, handicap in ALPHABETIC:
        alphabet = _alphabet(name, read)
        shared = int(alphabet.bits(before, after) @ counts) + handicap
        for language in languages.split():
            yield (
                shared + int(_spelling_bits(alphabet, language, before, after) @ counts),
                name,
                language,
            )


@dataclass(frozen=True)
class Alphabet:
    """What is to be known of the 256 characters of an encoding, whatever the language."""

    characters: str
    letter: NDArray[np.bool_]
    lower: NDArray[np.bool_]
    upper: NDArray[np.bool_]
    own: Bits  # what a character costs wherever it stands

    def bits(self, before: Bits, after: Bits) -> Bits:
        """Bits of the signs and of the capitals among pairs of bytes."""
        capital = np.where(self.lower[before], ODD_CAPITAL, CAPITAL)
        bits: Bits = self.own[after] + np.where(self.upper[after], capital, 0)
        return bits


@cache
def _alphabet(name: str, read: Reader) -> Alphabet:
    characters = read(bytes(range(256)), name)
    return Alphabet(
        characters,
        letter=np.array([_is_letter(c) for c in characters]),
        lower=np.array([c.islower() for c in characters]),
        upper=np.array([c.isupper() for c in characters]),
        own=np.array([_own_bits(c) for c in characters], np.int32),
    )


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LM"  # marks: Thai vowels, Vietnamese tones


def _own_bits(character: str) -> int:
    if character.isascii() or _is_letter(character):
        return 0
    if character in COMMON_SIGNS:
        return COMMON_SIGN
    is_control_or_drawing = unicodedata.category(character) in ("Cc", "So", "Co", "Cn")
    return NO_CHARACTER if is_control_or_drawing else RARE_SIGN


def _spelling_bits(alphabet: Alphabet, language: str, before: Bits, after: Bits) -> Bits:
    """Bits of each second letter after the first, to a reader of `language`."""
    follow, place = _follow_bits(language)
    places = _places(alphabet.characters, language)
    bits: Bits = follow[places[before], places[after]]
    bits += np.where((places[after] == len(place)) & (after > 0x7F), FOREIGN_LETTER, 0)
    says_nothing = ~alphabet.letter[before] & alphabet.letter[after] & (after < 0x80)
    return np.where(says_nothing, AFTER_SPACE, bits)


@cache
def _places(characters: str, language: str) -> Bits:
    """Where each character stands in the table of a language; the last place is for strangers."""
    _, place = _follow_bits(language)
    return np.array(
        [place.get(c.lower()[0], len(place)) if _is_letter(c) else place[" "] for c in characters],
        np.int32,
    )


@cache
def _follow_bits(language: str) -> tuple[Bits, dict[str, int]]:
    """Bits of a letter (column) after a letter (row), and the place of each letter."""
    known = dict(_known_pairs(language))
    place = {letter: at for at, letter in enumerate(sorted(set("".join(known))))}
    follow = np.full((len(place) + 1, len(place) + 1), UNSEEN_PAIR, np.int32)
    follow[:, place[" "]] = WORD_END
    follow[place[" "], place[" "]] = 0
    for pair, bits in known.items():
        follow[place[pair[0]], place[pair[1]]] = bits
    return follow, place


def _known_pairs(language: str) -> Iterator[tuple[str, int]]:
    """`"ße än"` -> `("ße", 0), ("än", 1)`."""
    for bits, word in enumerate(PAIRS[language].split()):
        for at in range(0, len(word) - 1, 2):
            yield word[at : at + 2].replace("_", " "), bits


# --- Ideographs, alone ---------------------------------------------------------------------------

# The standard of a language, and between which rows of it the everyday characters are.
STANDARDS: Final = {
    "zh_CN": ("gb2312", 0xB0, 0xD7),
    "zh_TW": ("big5", 0xA4, 0xC6),
    "ja": ("euc_jp", 0xB0, 0xCF),
    "ko": ("euc_kr", 0xB0, 0xC8),
}
CELLS: Final = (*range(0x40, 0x7F), *range(0xA1, 0xFF))


def _ideographic(sample: bytes, read: Reader) -> Iterator[tuple[int, str, str]]:
    """(bits, encoding, language) of every ideographic reading."""
    for name, language, handicap in IDEOGRAPHIC:
        points = _code_points(read(sample, name))
        bits = _character_bits(language)[np.minimum(points, 0xFFFF)]
        yield int(bits.sum(dtype=np.int64)) + handicap, name, language[:2]


def _code_points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)


@cache
def _character_bits(language: str) -> Octets:
    """Bits of each character of the basic plane; the last place stands for all beyond it."""
    bits = np.full(0x10000, SELDOM_IDEOGRAPH + 2, np.uint8)
    codec, first, last = STANDARDS[language]
    for row in range(0xA1, 0xFA):
        text = b"".join(bytes([row, cell]) for cell in CELLS).decode(codec, "ignore")
        level = EVERYDAY_IDEOGRAPH if first <= row <= last else SELDOM_IDEOGRAPH
        bits[_code_points(text)] = IDEOGRAPHIC_SIGN if row < 0xA4 else level
    for known, word in enumerate(CHARACTERS[language].split()):
        bits[_code_points(word)] = known
    bits[:0x80] = 0
    bits[0x80:0xA0] = bits[0xE000:0xF900] = bits[0xFFFD] = NO_CHARACTER
    bits[0xFF61:0xFFA0] = HALF_WIDTH
    return bits
