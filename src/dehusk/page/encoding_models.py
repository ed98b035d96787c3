"""Which legacy encoding is it? The one in which the bytes read most like a language.

Every reading is scored in bits: how surprising are these bytes to somebody who expects this
language in this encoding? The least surprised wins. Letters are scored by the letter before them,
ideographs alone; as all score the same bytes, their sums can be compared.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

_SPELLING: Final = Path(__file__).with_name("spelling.json")
WINDOW_BYTES: Final = 1 << 19  # we look at this much, from the first byte beyond ASCII,
SAMPLE_BYTES: Final = 1 << 13  # and in it at no more than so many bytes beyond ASCII
LANGUAGE_BYTES: Final = 4096  # where <html lang> is looked for

Bits = NDArray[np.int32]
Flags = NDArray[np.bool_]
Octets = NDArray[np.uint8]
Reader = Callable[[bytes, str], str]

CENTRAL: Final = ("pl", "cs", "sk", "hu", "ro", "hr", "sl")
WESTERN: Final = (
    "de",
    "fr",
    "es",
    "pt",
    "it",
    "nl",
    "sv",
    "da",
    "nb",
    "fi",
    "is",
    "ca",
    "ga",
    "sq",
)

# The languages that are written in each encoding. `spelling.json` says how they are spelt.
ALPHABETIC: Final[dict[str, tuple[str, ...]]] = {
    "windows-1252": ("en", *WESTERN),
    "windows-1250": CENTRAL,
    "iso-8859-2": CENTRAL,
    "windows-1254": ("tr",),
    "windows-1257": ("lt", "lv", "et"),
    "windows-1258": ("vi",),
    "windows-1251": ("ru", "bg", "uk", "be", "sr", "mk"),
    "koi8-r": ("ru",),
    "koi8-u": ("uk",),
    "iso-8859-5": ("ru", "bg", "uk", "sr", "mk"),
    "ibm866": ("ru", "bg"),
    "windows-1253": ("el",),
    "iso-8859-7": ("el",),
    "windows-1255": ("he",),
    "windows-1256": ("ar", "fa"),
    "windows-874": ("th",),
}
IDEOGRAPHIC: Final = {
    "gb18030": "zh_CN",
    "big5": "zh_TW",
    "shift_jis": "ja",
    "euc-jp": "ja",
    "euc-kr": "ko",
}

# In bits. The rarer an encoding, the better it must fit; and twice as well where there is little
# beyond ASCII to go by, as on an English page with one odd sign.
HANDICAP: Final = {
    "windows-1252": 0,
    "windows-1250": 5,
    "iso-8859-2": 6,
    "windows-1254": 6,
    "windows-1257": 7,
    "windows-1258": 10,
    "windows-1251": 9,
    "koi8-r": 10,
    "koi8-u": 12,
    "iso-8859-5": 16,
    "ibm866": 16,
    "windows-1253": 10,
    "iso-8859-7": 11,
    "windows-1255": 10,
    "windows-1256": 10,
    "windows-874": 10,
    "gb18030": 8,
    "big5": 9,
    "shift_jis": 9,
    "euc-jp": 9,
    "euc-kr": 8,
}
LITTLE: Final = 500  # one byte beyond ASCII in so many

# All in bits.
DECLARED_LANGUAGE: Final = 12  # in favour of the language that the page says it is in
HOPELESS: Final = 13  # for each byte beyond ASCII: nothing fits, so do not pretend
AFTER_SIGN: Final = 2  # an ASCII letter
WORD_END: Final = 6  # for the letters that the tables never saw there
UNUSUAL_PAIR: Final = 3  # on top of what the letter costs whatever stands before it
UNSEEN_PAIR: Final = 12
ANY_PAIR: Final = 6  # in English, whose letters beyond ASCII are from anywhere
STRANGER: Final = 4  # a letter that the language has not, on top of the unseen pair
BESIDE_DIGIT: Final = 6  # a letter
BESIDE_LATIN: Final = 3  # an ideograph
BESIDE_SIGN: Final = 4  # a letter, where that sign and a letter do not go together
COMMON_SIGN: Final = 6
RARE_SIGN: Final = 10
NO_CHARACTER: Final = 22
CAPITAL: Final = 2
NEXT_CAPITAL: Final = 1  # after another
ODD_CAPITAL: Final = 8  # inside a word: "пРИВЕТ" is the mark of a wrong Cyrillic encoding
EVERYDAY_IDEOGRAPH: Final = 13
SELDOM_IDEOGRAPH: Final = 17
IDEOGRAPHIC_SIGN: Final = 12
HALF_WIDTH: Final = 15

COMMON_SIGNS: Final = frozenset("\xa0\xad–—‘’“”‚„…•·«»©®™€£§°№¿¡½´ªº")
BEFORE_WORDS: Final = frozenset("\xa0\xad–—‘“”‚„…•·«€£§№¿¡")
RARE_SIGNS: Final = frozenset("¢¤¥¦¨¬¯±²³µ¶¸¹¼¾×÷†‡‰‹›ˆ˜₪฿₫،؛؟־ֿ׀׃")
HTML_LANGUAGE: Final = re.compile(rb"<html[^>]{0,300}?\slang\s*=\s*[\"']?([a-z]{2})", re.IGNORECASE)
_BEYOND_ASCII: Final = re.compile(rb"[\x80-\xff]")


def likeliest(source: bytes, read: Reader) -> str | None:
    """The encoding in which `source` reads best, or None: `b"Gr\\xfc\\xdfe"` -> "windows-1252".

    `read(sample, name)` decodes. `source` must hold a byte beyond ASCII.
    """
    window = _window(source)
    sample = _sample(window)
    beyond_ascii = int(np.count_nonzero(window > 0x7F))
    weight = 2 if beyond_ascii * LITTLE < len(window) else 1
    said = _html_language(source)
    bits, name = min(
        (bits + weight * HANDICAP[name] - DECLARED_LANGUAGE * (language == said), name)
        for bits, name, language in [*_alphabetic(sample, read), *_ideographic(sample, read)]
    )
    return name if bits < HOPELESS * beyond_ascii else None


def _window(source: bytes) -> Octets:
    """A stretch of `source` that starts at the first byte beyond ASCII and holds enough of them."""
    start = _BEYOND_ASCII.search(source).start()  # type: ignore[union-attr]
    window = np.frombuffer(source[max(0, start - 1) : start + WINDOW_BYTES], np.uint8)
    places = np.flatnonzero(window > 0x7F)
    return window if len(places) <= SAMPLE_BYTES else window[: places[SAMPLE_BYTES]]


def _sample(window: Octets) -> bytes:
    """The bytes beyond ASCII with a neighbour on each side; a space stands for all the rest."""
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


@cache
def _spelling() -> dict[str, dict[str, str]]:
    """How often a letter follows another, and how often an ideograph comes, in each language.

    `"ße än"`: words are numbered from 0 bits up, `.` is an empty one. Those of `pairs` hold pairs of
    letters, with `_` for the edge of a word; those of `characters` hold single characters.
    `python -m training.encodings` writes the file.
    """
    tables: dict[str, dict[str, str]] = json.loads(_SPELLING.read_text("utf-8"))
    return tables


# --- Letters, by the letter before ---------------------------------------------------------------


@dataclass(frozen=True)
class Models:
    """The alphabetic encodings in each of their languages: a row a model, a column a byte."""

    names: list[str]
    languages: list[str]
    follow: Bits  # model, place of a letter, place of the letter after it: bits
    place: Bits
    stranger: Flags  # a letter that the language has not
    letter: Flags
    lower: Flags
    upper: Flags
    sign: Bits  # what a sign costs
    stray: Flags  # a sign that does not stand before a word


def _alphabetic(sample: bytes, read: Reader) -> Iterator[tuple[int, str, str]]:
    """(bits, encoding, language) of every alphabetic reading."""
    octets = np.frombuffer(sample, np.uint8).astype(np.int32)
    pairs = octets[:-1] * 256 + octets[1:]
    seen, counts = np.unique(pairs[(pairs & 0x8080) > 0], return_counts=True)
    models = _models(read)
    bits = _pair_bits(models, seen >> 8, seen & 0xFF) @ counts
    yield from zip(bits.tolist(), models.names, models.languages, strict=True)


def _pair_bits(models: Models, before: Bits, after: Bits) -> Bits:
    """Bits of each second byte after the first: a row for a model, a column for a pair."""
    rows = np.arange(len(models.names))[:, None]
    bits: Bits = models.follow[rows, models.place[:, before], models.place[:, after]]
    letters = models.letter[:, before], models.letter[:, after]
    # Between an ASCII letter and a sign nothing is spelt, so it must cost the same everywhere.
    bits[(before < 0x80) & ~letters[1]] = 0
    bits[~letters[0] & letters[1] & (after < 0x80)] = AFTER_SIGN
    bits[(letters[0] & _is_digit(after)) | (_is_digit(before) & letters[1])] += BESIDE_DIGIT
    bits += np.where(models.stranger[:, after], STRANGER, 0) + models.sign[:, after]
    bits[models.stray[:, before] & letters[1]] += BESIDE_SIGN
    bits[letters[0] & (before > 0x7F) & (models.sign[:, after] >= RARE_SIGN)] += BESIDE_SIGN
    capital = np.where(models.upper[:, before], NEXT_CAPITAL, CAPITAL)
    capital[models.lower[:, before]] = ODD_CAPITAL
    return bits + np.where(models.upper[:, after], capital, 0)


def _is_digit(octets: Bits) -> Flags:
    return (octets >= 0x30) & (octets <= 0x39)


@cache
def _models(read: Reader) -> Models:
    each = [
        (name, language, read(bytes(range(256)), name))
        for name, languages in ALPHABETIC.items()
        for language in languages
    ]
    alphabets = [characters for *_, characters in each]
    tables = [_follow_bits(language) for _, language, _ in each]
    place = np.array([_places(*pair) for pair in zip(alphabets, tables, strict=True)], np.int32)
    size = max(len(follow) for follow, _ in tables)
    return Models(
        names=[name for name, *_ in each],
        languages=[language for _, language, _ in each],
        follow=np.stack([_padded(follow, size) for follow, _ in tables]),
        place=place,
        stranger=(np.array([len(known) for _, known in tables])[:, None] == place)
        & (np.arange(256) > 0x7F),
        letter=_flags(_is_letter, alphabets),
        lower=_flags(str.islower, alphabets),
        upper=_flags(str.isupper, alphabets),
        sign=np.array([[_sign_bits(c) for c in characters] for characters in alphabets]),
        stray=_flags(_is_stray, alphabets),
    )


def _flags(test: Callable[[str], bool], alphabets: list[str]) -> Flags:
    return np.array([[test(character) for character in alphabet] for alphabet in alphabets])


def _padded(follow: Bits, size: int) -> Bits:
    return np.pad(follow, (0, size - len(follow)))


@cache
def _is_letter(character: str) -> bool:
    """Letters, and marks such as Thai vowels and Vietnamese tones; but "nº 1ª" has only one."""
    return unicodedata.category(character)[0] in "LM" and character not in "ªº"


@cache
def _sign_bits(character: str) -> int:
    if character.isascii() or _is_letter(character):
        return 0
    if character in COMMON_SIGNS:
        return COMMON_SIGN
    return RARE_SIGN if character in RARE_SIGNS else NO_CHARACTER


def _is_stray(character: str) -> bool:
    return _sign_bits(character) > 0 and character not in BEFORE_WORDS


def _places(characters: str, table: tuple[Bits, dict[str, int]]) -> list[int]:
    """Where each character stands in the table of a language; the last place is for strangers."""
    place = table[1]
    return [
        place.get(character.lower()[0], len(place)) if _is_letter(character) else place[" "]
        for character in characters
    ]


@cache
def _follow_bits(language: str) -> tuple[Bits, dict[str, int]]:
    """Bits of a letter (column) after a letter (row), and the place of each letter."""
    known = dict(_known_pairs(language))
    place = {letter: at for at, letter in enumerate(sorted({" ", "*", *"".join(known)}))}
    unseen = UNSEEN_PAIR if known else ANY_PAIR
    follow = np.full((len(place) + 1, len(place) + 1), unseen, np.int32)
    for pair, bits in known.items():
        follow[place[pair[0]], place[pair[1]]] = bits
    backoff = np.minimum(follow[place["*"]] + UNUSUAL_PAIR, unseen)
    follow = np.where(follow == unseen, backoff, follow)
    follow[:, place[" "]] = np.minimum(follow[:, place[" "]], WORD_END)
    follow[place[" "], place[" "]] = 0
    return follow, place


def _known_pairs(language: str) -> Iterator[tuple[str, int]]:
    """`"ße än"` -> `("ße", 0), ("än", 1)`."""
    for bits, word in enumerate(_spelling()["pairs"].get(language, "").split()):
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
CELLS: Final = bytes([*range(0x40, 0x7F), *range(0xA1, 0xFF)])


def _ideographic(sample: bytes, read: Reader) -> Iterator[tuple[int, str, str]]:
    """(bits, encoding, language) of every ideographic reading."""
    for name, language in IDEOGRAPHIC.items():
        points = np.minimum(_code_points(read(sample, name)), 0xFFFF)
        bits = int(_character_bits(language)[points].sum(dtype=np.int64))
        yield bits + BESIDE_LATIN * _beside_latin(points), name, language[:2]


def _beside_latin(points: NDArray[np.uint32]) -> int:
    """How often an ideograph touches a Latin letter, as every "ü" does that is misread as one."""
    latin = ((points | 0x20) >= ord("a")) & ((points | 0x20) <= ord("z"))
    wide = points > 0x7F
    return int(np.count_nonzero(latin[:-1] & wide[1:]) + np.count_nonzero(wide[:-1] & latin[1:]))


def _code_points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)


@cache
def _character_bits(language: str) -> Octets:
    """Bits of each character of the basic plane; the last place stands for all beyond it."""
    bits = np.full(0x10000, SELDOM_IDEOGRAPH + 2, np.uint8)
    codec, first, last = STANDARDS[language]
    for row in range(0xA1, 0xFA):
        cells = np.frombuffer(CELLS, np.uint8)
        text = np.stack([np.full_like(cells, row), cells], 1).tobytes().decode(codec, "ignore")
        level = EVERYDAY_IDEOGRAPH if first <= row <= last else SELDOM_IDEOGRAPH
        bits[_code_points(text)] = IDEOGRAPHIC_SIGN if row < 0xA4 else level
    for known, word in enumerate(_spelling()["characters"][language].split()):
        bits[_code_points(word)] = known
    bits[:0x80] = 0
    bits[0x80:0xA0] = bits[0xE000:0xF900] = bits[0xFFFD] = NO_CHARACTER
    bits[0xFF61:0xFFA0] = HALF_WIDTH
    return bits
