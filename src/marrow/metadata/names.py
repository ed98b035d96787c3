"""The names in what a page calls its author.

>>> split_names("By Ann Leaf, Bo Kettle and Cy Pot (cy@example.org)")
['Ann Leaf', 'Bo Kettle', 'Cy Pot']
>>> split_names("Von Karl-Heinz Müller und Eva Groß")
['Karl-Heinz Müller', 'Eva Groß']
>>> split_names("Dana Brook, MS, RD"), split_names("https://facebook.com/ann")
(['Dana Brook, MS, RD'], [])
"""

from __future__ import annotations

import re

from marrow.metadata.values import NAME_LIMIT, clean, words
from marrow.metadata.vocabulary import AFTER, AND, BY, NOBODY, ROLES

_URL = re.compile(r"(?:https?:)?//\S+|\bwww\.\S+|\S+\.(?:com|org|net)/\S+", re.IGNORECASE)
_EMAIL = re.compile(r"[(<\[]?\s?(?:mailto:)?[^\s@<>()\[\]]{1,64}@[^\s@<>()\[\]]{1,255}\s?[)>\]]?")
_HANDLE = re.compile(r"[(\[]?(?<!\w)@\w{1,30}[)\]]?")
_LISTS = re.compile(r"\s*(?:[;|•·/\n、，؛]|\s[–—-]\s)\s*")
_CREDENTIAL = re.compile(
    r"(?:[A-Z]\.?){2,8}|[A-Z][a-z]{0,3}\.?[A-Z]{1,3}[a-z]?\.?|Jr\.?|Sr\.?|I{2,3}|IV|Esq\.?"
)
_EDGES = " \t,.:;-–—|/•·*\"'“”„«»()[]<>"
_PREFIX = re.compile(
    "(?:" + "|".join(re.escape(word) for word in BY) + r")(?:\s*[:：]\s*|\s+|$)", re.IGNORECASE
)
_SUFFIX = re.compile(r"\s*(?:" + "|".join(re.escape(word) for word in AFTER) + ")$")
_CREDIT = re.compile(r"(?:photo|image|illustration|foto|fotos|photos|graphic)s?\b", re.IGNORECASE)


def split_names(text: str, *, inverted: bool = False) -> list[str]:
    """The names in a text, in its order. `inverted` reads `Leaf, Ann` as one name, `Ann Leaf`."""
    plain = clean(_URL.sub(" ", _EMAIL.sub(" ", _HANDLE.sub(" ", text[:2_000]))))
    if plain is None:
        return []
    plain = without_prefix(plain)
    if inverted and plain.count(",") == 1 and len(plain) < NAME_LIMIT:
        last, first = plain.split(",")
        if 0 < len(first.split()) <= 4 and not _CREDENTIAL.fullmatch(first.strip()):
            plain = f"{first.strip()} {last.strip()}"
    found: list[str] = []
    for part in _LISTS.split(plain):
        found.extend(_names_in(part))
    return list(dict.fromkeys(name for name in found if is_name(name)))


def without_prefix(text: str) -> str:
    """A text without the `By` before it and the `기자` after it.

    >>> without_prefix("Posted by: Ann"), without_prefix("Автор: Иван"), without_prefix("Byron")
    ('Ann', 'Иван', 'Byron')
    """
    for _ in range(2):
        if match := _PREFIX.match(text):
            text = text[match.end() :]
    return _SUFFIX.sub("", text).strip(_EDGES)


def byline_names(line: str, *, user: bool = False) -> list[str]:
    """The names in a line of a byline, which may hold dates, jobs and buttons too.

    >>> byline_names("By Ann Leaf and Bo Kettle, Staff Writers | May 3, 2021")
    ['Ann Leaf', 'Bo Kettle']
    >>> byline_names("All about our authors"), byline_names("tea_fan99", user=True)
    ([], ['tea_fan99'])
    """
    text = without_prefix(_OTHER_MATTER.split(line.strip()[:300], maxsplit=1)[0])
    names = [name for name in split_names(text) if looks_like_name(name)]
    if user and not names and len(text.split()) == 1 and is_name(text):
        return [text]
    return names


_OTHER_MATTER = re.compile(
    r"(?<=\w)\s+(?:on|in|at|for|via|is|was|has|am|um|le|el|il|den)\s+(?=[\w\"“])"
    r"|\s*\b(?:published|updated|posted|reviewed|edited|last|medically|fact[- ]checked|photo|min)\b"
    r"|\s+\d{1,4}(?:\b|[.:/])|\s+[([{<]|\s[–—|•·»-]\s?|[|•·»]",
    re.IGNORECASE,
)
_PARTICLES = frozenset(
    """de da do dos das del della di du des la le les van von der den ter ten zu zur zum af av el al
    bin ibn ben y e und et and the of""".split()
)
_NOT_IN_NAMES = frozenset(
    """about all our your this that these those here how what why when where who read share follow more view
    posts post topic author authors by article articles contact subscribe menu home login sign
    search news blog category comments comment reply see get learn meet january february march
    april may june july august september october november december jan feb mar apr jun jul aug sep
    oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat
    sun date time today yesterday minutes minute hours hour days ago read-time rating rated
    services solutions guide review reviews with from to for your how-to you we us""".split()
)


def looks_like_name(text: str) -> bool:
    """Whether a text has the shape of a name: a few words that start with capitals, if any can.

    >>> [looks_like_name(one) for one in ("Ann van Leaf", "王小明", "Dec 23", "Read more", "how to")]
    [True, True, False, False, False]
    """
    name = text.partition(",")[0]
    own = name.split()
    if not 1 <= len(own) <= 5 or len(name) > 50 or _NOT_A_NAME.search(name):
        return False
    if not _NOT_IN_NAMES.isdisjoint(words(name)):
        return len(own) > 1 and own[0].lower() in _MONTH_NAMES and own[0][0].isupper()
    return all(_is_name_word(word) for word in (own[0], own[-1])) and all(
        _is_name_word(word) or word.lower() in _PARTICLES for word in own[1:-1]
    )


_MONTH_NAMES = frozenset(["april", "may", "june", "august", "jan", "jun"])
"""Names of months that are names of people too."""

_NOT_A_NAME = re.compile(r"\d|[?!:;@#/\\{}=<>…\"]")


def _is_name_word(word: str) -> bool:
    return not word.strip("\"'’“”(.").islower() and any(letter.isalpha() for letter in word)


def starts_with_by(line: str) -> bool:
    """Whether a line starts as bylines do.

    >>> starts_with_by("By Ann Leaf"), starts_with_by("Byron wrote it")
    (True, False)
    """
    return _PREFIX.match(line) is not None


def is_name(text: str) -> bool:
    """Whether a text can be a name at all: short, with letters, and not a sentence or a job."""
    return (
        1 < len(text) <= NAME_LIMIT
        and any(character.isalpha() for character in text)
        and len(text.split()) <= 12
        and not set(words(text)) <= ROLES
    )


def is_nobody(text: str) -> bool:
    """Whether a name is what a system prints where nobody is named.

    >>> is_nobody("admin"), is_nobody("Ann")
    (True, False)
    """
    return set(words(text)) <= NOBODY


def _names_in(text: str) -> list[str]:
    """The names in a part without strong separators: commas and words such as `and` remain."""
    names: list[str] = []
    for part in text.split(","):
        part = part.strip(_EDGES.replace(".", ""))
        if not part or _CREDIT.match(part):
            continue
        if names and not _stands_alone(part):
            if _CREDENTIAL.fullmatch(part):
                names[-1] += f", {part}"
            elif len(part.split()) == 1 and not set(words(part)) <= ROLES:
                names[-1] += f", {part}"
            continue
        names.extend(_joined_names(part))
    return names


def _stands_alone(part: str) -> bool:
    """Whether what follows a comma is a name of its own, not a title, a job or a place."""
    own = part.split()
    if own and own[0].lower() in AND:
        own = own[1:]
    return len(own) >= 2 and ROLES.isdisjoint(words(part)) and not own[0][:1].islower()


def _joined_names(part: str) -> list[str]:
    """Cut at `and` where both sides are full names: companies have one too."""
    own = part.split()
    names: list[str] = []
    current: list[str] = []
    for index, word in enumerate(own):
        rest = own[index + 1 :]
        if word.lower() in AND and _is_full(rest) and (not current or _is_full(current)):
            names.append(" ".join(current))
            current = []
        else:
            current.append(word)
    names.append(" ".join(current))
    return [without_prefix(name) for name in names if name]


def _is_full(name: list[str]) -> bool:
    return len(name) >= 2 and not name[0][:1].islower()
