"""One rule that cuts text into tokens, for every metric.

>>> tokens("Don't panic: 3.5 Liter!")
['don', 't', 'panic', '3', '5', 'liter']
>>> tokens("美元大涨 ABC")
['美', '元', '大', '涨', 'abc']

The rule:

1. Text is compared in NFKC and case-folded, without characters of no width (soft hyphens, joiners,
   direction marks): `ﬁ` equals `fi`, a full-width `Ａ` equals `a`.
2. A run of letters, digits and the marks that combine with them is a token. Everything else
   separates.
3. Scripts that put no space between words have no such runs: there each letter is a token, with the
   marks that belong to it. These are Han, Kana and Bopomofo, Thai, Lao, Khmer, Myanmar, Tai and Yi.
   Korean writes spaces, and its words are tokens like those of any other language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

_SPACELESS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x2E80, 0x2FDF),  # Han radicals
    (0x3005, 0x3007),  # Han iteration marks and zero
    (0x3021, 0x312F),  # Hangzhou numerals, Kana, Bopomofo
    (0x31A0, 0x31FF),  # more Bopomofo, Kana
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0xA4CF),  # Han, Yi
    (0xA9E0, 0xA9FF),  # more Myanmar
    (0xAA60, 0xAADF),  # more Myanmar, Tai Viet
    (0xF900, 0xFAFF),  # Han, compatibility
    (0x1AFF0, 0x1B16F),  # more Kana; Han beyond the second plane is `_ASTRAL_LETTERS`
)
_ASTRAL_LETTERS = "\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
_SPACELESS_LETTER = re.compile(
    f"[{''.join(f'{chr(first)}-{chr(last)}' for first, last in _SPACELESS)}{_ASTRAL_LETTERS}]"
)
_SELECTORS = "\U000e0100-\U000e01ef"
_NO_WIDTH = re.compile("[\u00ad\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
_ASCII_TOKEN = re.compile(r"[a-z0-9]+")


def tokens(text: str) -> list[str]:
    """The tokens of a text, in order.

    >>> tokens("Straße Ⅳ, 日本語")
    ['strasse', 'iv', '日', '本', '語']
    """
    folded = fold(text)
    return _token_in(folded).findall(folded)


def token_spans(folded: str) -> Iterator[re.Match[str]]:
    """The tokens of a text that `fold` has prepared, each with its place."""
    return _token_in(folded).finditer(folded)


def is_spaceless(token: str) -> bool:
    """Whether a token is a letter of a script that puts no space between words.

    >>> is_spaceless("茶"), is_spaceless("tea")
    (True, False)
    """
    return _SPACELESS_LETTER.match(token) is not None


def fold(text: str) -> str:
    """Text as it is compared: NFKC, case-folded, without characters of no width.

    >>> fold("Ｅﬀort\u00ad")
    'effort'
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", _NO_WIDTH.sub("", text)).casefold()
    return unicodedata.normalize("NFKC", folded)


def _token_in(folded: str) -> re.Pattern[str]:
    return _ASCII_TOKEN if folded.isascii() else _any_token()


@cache
def _any_token() -> re.Pattern[str]:
    """The rule as a pattern; put together from the Unicode tables when it is first needed.

    The basic plane has character classes of its own, which `re` then looks up in one step.
    """
    spaceless = {code for first, last in _SPACELESS for code in range(first, last + 1)}
    basic, astral = range(0x10000), range(0x10000, 0x20000)
    letter = _ranges(code for code in basic if code in spaceless and _category(code) in "LNM")
    start = _ranges(code for code in basic if code not in spaceless and _category(code) in "LN")
    mark = _ranges(code for code in basic if _category(code) == "M")
    astral_word = _ranges(
        code for code in astral if _category(code) in "LNM" and code not in spaceless
    )
    return re.compile(
        f"[{start}][{start}{mark}]*|[{letter}][{mark}]*[{_SELECTORS}]*"
        f"|[{_ASTRAL_LETTERS}][{_SELECTORS}]*|[{astral_word}]+"
    )


def _category(code: int) -> str:
    return unicodedata.category(chr(code))[0]


def _ranges(codes: Iterator[int]) -> str:
    """Code points as the inside of a character class.

    >>> _ranges(iter([97, 98, 99, 120]))
    'a-cx-x'
    """
    spans: list[list[int]] = []
    for code in codes:
        if spans and code == spans[-1][1] + 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in spans)
