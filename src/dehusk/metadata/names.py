"""The names in what a page declares as its author.

>>> split_names("By Ann Leaf, Bo Kettle and Cy Pot (cy@example.org)")
['Ann Leaf', 'Bo Kettle', 'Cy Pot']
>>> split_names("Von Karl-Heinz Müller und Eva Groß")
['Karl-Heinz Müller', 'Eva Groß']
>>> split_names("Dana Brook, MS, RD"), split_names("https://facebook.com/ann")
(['Dana Brook, MS, RD'], [])
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from dehusk.metadata.values import GAP, NAME_LIMIT, clean, words
from dehusk.metadata.vocabulary import (
    AFTER_NAMES,
    AGENCIES,
    AND,
    BEFORE_COLONS,
    BEFORE_NAMES,
    DESKS,
    NOBODY,
    ORGANISATIONS,
    PARTICLES,
    PLACES,
    ROLES,
)

_READ_LIMIT = 2_000
_URL = re.compile(r"(?:https?:)?//\S+|\bwww\.\S+|[\w.-]{1,80}\.(?:com|org|net)/\S+", re.IGNORECASE)
_EMAIL = re.compile(
    r"[(<\[]?(?:mailto:)?[^\s@<>()\[\]]{1,64}(?:@|\[at\])[^\s@<>()\[\]]{1,255}[)>\]]?"
)
_HANDLE = re.compile(r"[(\[]?(?<!\w)@\w{1,30}[)\]]?")
_LISTS = re.compile(rf"(?:{GAP})?+[;|•·、，؛]\s*+|{GAP}[–—/-]\s++")
_DATELINE = re.compile(rf"^([^\s–—-]++{GAP}[^–—]*?){GAP}[–—-]\s++[^\s;|•·、，؛/]++$")
"""A full name and one word after a dash: the place or agency that the text came from."""
_REPORTER = re.compile("記者|记者")
_LIST_SIGN = re.compile(r"[;|•·、，؛–—/-]")
"""Every separator of `_LISTS` has one of these."""
_CREDENTIAL = re.compile(
    r"(?:[A-Z]\.?){2,8}|[A-Z][a-z]{0,3}\.?[A-Z]{1,3}[a-z]?\.?|[JS]r\.?|I{2,3}|IV|Esq\.?"
)
_CREDIT = re.compile(
    r"(?:photo|image|illustration|foto|graphic)s?\b|(?:updated|edited|reviewed|translated) by\b",
    re.IGNORECASE,
)
_CAPITALS = re.compile(r"(?=[^a-z]*[A-Z][^a-z]*[A-Z])[A-Za-z-]{2,8}[®™]?")
_OPEN = re.compile(rf"{GAP}[(\[][^()\[\]]*+$")
_INITIALS = re.compile(rf"{GAP}[(\[]\s*+[^\W\d_A-Z]{{1,4}}\s*+[)\]]$")
_TEMPLATE = re.compile(r"[{}]|\w++(?:\.\w++){3,}+$")
_EDGES = " \t,:：;-–—|/•·*\"'“”„«»()[]<>"
_TITLES = re.compile(
    r"(?:(?:(?:Univ\.-|Hon\.-|apl\. )?Prof(?:\.|essor(?:in)?)|(?:Priv\.-)?Doz\.|PD|Dr\.?|Dres\."
    r"|h\. ?c\.|e\. ?h\.|[a-z]{2,6}\.|(?:Dipl\.-|Dr\.-)[A-Z][a-z]{1,6}\.|Mag\.) ){2,10}(?=[A-Z])"
)
"""Several academic titles in a row; one alone is how its bearer is called."""
_QUESTION = re.compile("[?？؟]")
_FULL_STOP = re.compile(r"(?<=\w{4})\.$|^[.\s]+")


def _any_of(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(phrase) for phrase in phrases)


_PREFIX = re.compile(
    rf"(?:(?P<word>{_any_of(BEFORE_NAMES)})(?:\s*[:：]\s*|\s+|(?<=[／/=・]))"
    rf"|(?:{_any_of(BEFORE_COLONS)})\s*[:：]\s*)",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ’'-]{1,20}"
    r"(?: [A-Z]\.| [A-ZÀ-ÖØ-Þ][A-Za-zÀ-ÖØ-öø-ÿ’'-]{1,20}(?<!-)){1,3}(?<!\.)"
)
_TELLING = frozenset(
    word for phrase in (*BEFORE_NAMES, *BEFORE_COLONS, *AND) for word in phrase.split()
) | frozenset(
    """photo photos image images illustration illustrations foto fotos graphic graphics updated edited
    reviewed translated published posted last medically fact fact-checked min""".split()
)
"""Words that stand before names, between them, or for other matter than names."""
_STARTS = frozenset(phrase[:2] for phrase in (*BEFORE_NAMES, *BEFORE_COLONS))
_BY_FIRST_WORD: dict[str, tuple[str, ...]] = {
    first: tuple(phrases)
    for first, phrases in groupby(
        sorted((*BEFORE_NAMES, *BEFORE_COLONS)), key=lambda phrase: phrase.split()[0]
    )
}
_FIRST_WORD = re.compile(r"[^\s:：]+")
_BEFORE = frozenset([*BEFORE_NAMES, *BEFORE_COLONS]) - ORGANISATIONS
_LONGEST = 40
_AFTER = tuple(AFTER_NAMES)
_SUFFIX = re.compile(rf"(?:{GAP})?+(?:{_any_of(AFTER_NAMES)})$")


def split_names(text: str) -> list[str]:
    """The names in a text, in its order."""
    if is_plain(text):
        return [text]
    plain = clean(_without_addresses(text[:_READ_LIMIT]))
    if plain is None:
        return []
    plain = without_prefix(_without_desk(plain) if "／" in plain else plain)
    parts = _LISTS.split(_DATELINE.sub(r"\1", plain)) if _LIST_SIGN.search(plain) else [plain]
    names = [name for part in parts for name in _names_in(part)]
    return list(dict.fromkeys([name for name in names if is_name(name)]))


def is_plain(text: str) -> bool:
    """Whether a text is surely one name and nothing else: capitalised words, none with a meaning.

    >>> is_plain("Ann B. Leaf"), is_plain("By Ann Leaf"), is_plain("Ann Leaf and Bo")
    (True, False, False)
    """
    return _PLAIN.fullmatch(text) is not None and _TELLING.isdisjoint(text.lower().split())


def _without_desk(text: str) -> str:
    """A byline in Chinese characters without the desk or place that a wide slash sets apart.

    >>> _without_desk("記者王小明／台北報導"), _without_desk("文／王小明")
    ('王小明', '文／王小明')
    """
    parts = text.split("／")
    names = [_REPORTER.split(part)[-1] for part in parts if not part.strip().endswith(DESKS)]
    return "／".join(names) if names else parts[0]


def _without_addresses(text: str) -> str:
    """A text without accounts, e-mail and web addresses."""
    if "@" in text or "[" in text:
        text = _EMAIL.sub(" ", _HANDLE.sub(" ", text))
    return _URL.sub(" ", text) if "/" in text or "www." in text.lower() else text


def without_prefix(text: str, *, shown: bool = False) -> str:
    """A text without the `By` before it and the `기자` after it.

    >>> without_prefix("Posted by: Ann"), without_prefix("Автор: Иван"), without_prefix("Byron")
    ('Ann', 'Иван', 'Byron')
    >>> without_prefix("Von Braun"), without_prefix("Von Anna Braun")
    ('Von Braun', 'Anna Braun')

    Some of the words are parts of names too: these go only if a full name follows, or if the text
    is `shown`, a line of the page and not a name that it declares.
    """
    for _ in range(2):
        match = _prefix(text)
        rest = text[match.end() :] if match else ""
        particle = match is not None and (match["word"] or "").lower() in PARTICLES
        if not rest or (particle and not shown and not _is_full(rest.split())):
            break
        text = rest
    if "." in text:
        text = _TITLES.sub("", text, count=1) if _TITLES.match(text) else text
    if text.endswith(_AFTER):
        text = _SUFFIX.sub("", text)
    text = _trim(text)
    return _FULL_STOP.sub("", text) if text[-1:] == "." or text[:1] == "." else text


def _trim(text: str) -> str:
    """A name without the signs around it, the initials after it, and brackets that are not closed.

    >>> _trim("Ann Leaf (al)"), _trim("- Ann Leaf (The Pot)"), _trim("Ann Leaf (dp")
    ('Ann Leaf', 'Ann Leaf (The Pot)', 'Ann Leaf')
    """
    start = text.lstrip(_EDGES)
    plain = start.rstrip(_EDGES)
    if start[len(plain) : len(plain) + 1] in (")", "]"):
        plain = _INITIALS.sub("", start[: len(plain) + 1])
        if plain.count("(") + plain.count("[") != plain.count(")") + plain.count("]"):
            plain = plain.rstrip(_EDGES)
    return _OPEN.sub("", plain) if "(" in plain or "[" in plain else plain


def starts_with_by(line: str) -> bool:
    """Whether a line starts as bylines do.

    >>> starts_with_by("By Ann Leaf"), starts_with_by("Byron wrote it")
    (True, False)
    """
    return _prefix(line) is not None


def _prefix(text: str) -> re.Match[str] | None:
    """The `By` that a text starts with. Most lines start with another word, or without spaces with
    letters that none of them has.
    """
    if text[:1].isascii():
        word = _FIRST_WORD.match(text)
        phrases = _BY_FIRST_WORD.get(word[0].lower(), ()) if word else ()
        if not text[:_LONGEST].lower().startswith(phrases):
            return None
    elif text[:2].lower() not in _STARTS and text[:1] not in _STARTS:
        return None
    return _PREFIX.match(text)


def is_name(text: str) -> bool:
    """Whether a text can be a name at all: short, with letters, no question, and not a sentence."""
    return (
        1 < len(text) <= NAME_LIMIT
        and has_letter(text)
        and len(text.split()) <= 12
        and not _TEMPLATE.match(text)
        and not _QUESTION.search(text)
    )


def has_letter(text: str) -> bool:
    """Whether a text has a letter."""
    return text[:1].isalpha() or any(map(str.isalpha, text))


def is_nobody(text: str) -> bool:
    """Whether a name is what a system prints where nobody is named.

    >>> is_nobody("admin"), is_nobody("Autor"), is_nobody("Ann")
    (True, True, False)
    """
    return text.lower() in _BEFORE or NOBODY.issuperset(words(text))


def is_organisation(text: str) -> bool:
    """Whether a name has a word that organisations have and people have not.

    >>> is_organisation("Leaf & Pot GmbH"), is_organisation("Ann Leaf")
    (True, False)
    """
    return not ORGANISATIONS.isdisjoint(words(text))


def turned(text: str) -> str:
    """A name whose family name stands first, the other way round; anything else as it is.

    >>> turned("Leaf, Ann"), turned("Ann Leaf, PhD")
    ('Ann Leaf', 'Ann Leaf, PhD')
    """
    last, comma, first = text.partition(",")
    if not comma or "," in first or not 0 < len(first.split()) <= 4 or len(last.split()) > 3:
        return text
    return text if _CREDENTIAL.fullmatch(first.strip()) else f"{first.strip()} {last.strip()}"


def _names_in(text: str) -> list[str]:
    """The names in a part without strong separators: commas and words such as `and` remain."""
    names: list[str] = []
    for part in text.split(","):
        name = _trim(part)
        if not name or _CREDIT.match(name):
            continue
        if not names or _stands_alone(name):
            names.extend(_joined_names(name))
        elif _belongs_to(names[-1], name):
            names[-1] += f", {name}"
    return names


def _stands_alone(part: str) -> bool:
    """Whether what follows a comma is a name of its own, not a title, a job or a place."""
    own = part.split()
    if own[0].lower() in AND:
        own = own[1:]
    if part.lower() in AGENCIES:
        return True
    return _is_full(own) and ROLES.isdisjoint(words(part)) and part.lower() not in PLACES


def _belongs_to(name: str, part: str) -> bool:
    """Whether what follows a comma is a part of the name before it: a degree, or the first name
    after the family name. Else it is the place or the agency that the text came from.

    >>> [_belongs_to("Ann Leaf", part) for part in ("PhD", "E-RYT", "dpa", "AFP", "Berlin")]
    [True, True, False, False, False]
    """
    if " " in part or part.lower() in ROLES or part.lower() in AGENCIES:
        return False
    if _CREDENTIAL.fullmatch(part) or _CAPITALS.fullmatch(part):
        return not name.isupper()
    return " " not in name


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
