"""Sentences of any language, and which of them say something.

>>> split("It rained. Dr. Smith paid 3.50 for tea! 雨が降った。寒い。")
['It rained.', 'Dr. Smith paid 3.50 for tea!', '雨が降った。', '寒い。']
>>> count("It rained all day long. Menu. The shops closed at noon.")
2

A sentence that says something has a verb. Taggers know verbs, of one language each; a sentence of at
least four words, or of eight characters in scripts without spaces, nearly always has one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal

from dehusk.errors import MissingExtra
from dehusk.page.punctuation import FULL_STOPS, STOPS, UNSPACED

Verbs = Literal["any", "english"]
"""How to tell that a sentence has a verb: by its length, in any language, or by an English tagger."""

WORDS = 4
CHARACTERS = 8

_CLOSING = "\"'”’»›」』）)\\]】》"
_END = re.compile(
    # A stop in a script with spaces ends a sentence where a space follows. Of several, only the
    # first is where a match may begin: else `....x` would take the square of its length.
    rf"(?<![{STOPS}])[{STOPS}]++[{_CLOSING}]*+(?=\s|$)"
    # A full-width stop needs no space, Khmer and Burmese have stops of their own.
    rf"|[{FULL_STOPS}។៕။]++[{_CLOSING}]*+"
    # Thai and Lao have no stop: phrases end with a space.
    r"|(?<=[\u0e00-\u0eff])\s+(?=[\u0e00-\u0eff])"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[])(?:[^\W\d_]|[^\W\d_](?:\.[^\W\d_])+|Mrs?|Ms|Dr|Prof|St|Jr|Sr|vs|cf|al|Fig|Figs|No"
    r"|Nos|Vol|pp|Eq|Ref|approx|Inc|Ltd|Co|Corp|Gen|Col|Sen|Rep|Gov|Lt|Sgt|Mt|Mme|Mlle|bzw|usw|ca"
    r"|Nr|Str|Abb|ул|г|им|т\.е)\.$"
)
_WORD_FROM_LETTER = re.compile(r"[^\W_]\S*+")
_UNSPACED_LETTER = re.compile(f"[{UNSPACED}]")


def split(text: str) -> list[str]:
    """The sentences of a text, in order, without the spaces around them.

    A stop does not end a sentence after an initial or a common abbreviation, nor when a small
    letter follows.
    """
    return list(each(text))


def each(text: str) -> Iterator[str]:
    """The sentences of a text one by one; see `split`."""
    start = 0
    for match in _END.finditer(text):
        if _goes_on(text, start, match.end()):
            continue
        if sentence := text[start : match.end()].strip():
            yield sentence
        start = match.end()
    if sentence := text[start:].strip():
        yield sentence


def _goes_on(text: str, start: int, end: int) -> bool:
    if text[end - 1] != ".":
        return False
    following = text[end : end + 3].lstrip()[:1]
    return following.islower() or bool(_ABBREVIATION.search(text, max(start, end - 12), end))


def count(text: str, verbs: Verbs = "any", *, most: int | None = None) -> int:
    """How many sentences of a text say something; counting stops at `most`.

    >>> count("One two three four. Five six seven eight. Nine.", most=1)
    1
    """
    says_something = predicate(verbs)
    found = 0
    for sentence in each(text):
        found += says_something(sentence)
        if found == most:
            break
    return found


def predicate(verbs: Verbs) -> Callable[[str], bool]:
    """The test for one sentence. Raises `MissingExtra` for `"english"` without TextBlob."""
    return is_long if verbs == "any" else _english()


def is_long(sentence: str) -> bool:
    """Whether a sentence has four words, or eight characters of a script without spaces.

    >>> is_long("Contact us"), is_long("We bake bread daily"), is_long("今天下了很大的雨")
    (False, True, True)
    """
    if len(_UNSPACED_LETTER.findall(sentence)) >= CHARACTERS:
        return True
    return len(_WORD_FROM_LETTER.findall(sentence)) >= WORDS


@cache
def _english() -> Callable[[str], bool]:
    """TextBlob's PatternTagger, which needs no corpora. Modals (MD) do not count as verbs."""
    try:
        from textblob.en.taggers import PatternTagger
    except ImportError as error:
        raise MissingExtra(
            "English verbs need TextBlob; install it with: pip install 'dehusk[textblob]'"
        ) from error
    tagger = PatternTagger()

    def has_verb(sentence: str) -> bool:
        return any(tag.startswith("VB") for _, tag in tagger.tag(sentence))

    return has_verb
