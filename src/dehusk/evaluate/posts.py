"""The posts of a thread against those of the gold: found or not, by whom, of which day.

>>> tea = Example("tea", b"", fields={"posts": [{"text": "Is there tea?", "user": "/u/ann"}]})
>>> match = matched_posts((WrittenPost("Is there any tea?", author="Ann"),), tea)
>>> match.texts, match.users
(Overlap(matched=1, found=1, wanted=1), Overlap(matched=1, found=1, wanted=1))

A post is that of the gold with which it has most words in common, each once, if those are most of
the words of both. Users and days are asked of matched posts alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from urllib.parse import unquote

from dehusk.evaluate.gold import Example
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.tokens import tokens
from dehusk.evaluate.written import WrittenPost
from dehusk.metadata.dates import parse_date
from dehusk.page import Page
from dehusk.page.parse import parse

SAME = 0.7
"""How much of two texts is in common, as F1 of their words, where they are one post."""

_AGE = re.compile(r"\b(?:ago|yesterday|today)\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SHORT_YEAR = re.compile(r"([./'-])(\d\d)(?=,|\s|\Z)")
_ADDRESS = re.compile(r"[/=:]")
_SCRIPT = re.compile(r"\.(?:php|aspx?|cgi|html?)\Z", re.IGNORECASE)
_ORDERS = ("en-us", "en-gb")
_CLOCK = re.compile(r"\b\d{1,2}(?::\d\d)(?::\d\d)?\s?(?:[ap]m\b)?|\b(?:at|on)\b", re.IGNORECASE)
_IDENTIFIER = re.compile(r"\A\d+-|\.\d+\Z|-\d+\Z")


@dataclass(frozen=True)
class Matched:
    """The posts in common, and of those that are, whose users and whose days are right."""

    texts: Overlap
    users: Overlap
    days: Overlap


def gold_posts(example: Example) -> list[dict[str, Any]]:
    """The posts of the gold that have a text."""
    posts = example.fields.get("posts")
    known = posts if isinstance(posts, list) else []
    return [post for post in known if isinstance(post, dict) and tokens(post.get("text") or "")]


def matched_posts(found: Sequence[WrittenPost], example: Example) -> Matched:
    """How the posts of a document are like those of the gold."""
    gold = gold_posts(example)
    found = [post for post in found if tokens(post.text)]
    pairs = _pairs([post.text for post in found], [post["text"] for post in gold])
    page = parse(example.html)
    language = page.attribute(0, "lang") if len(page) else None
    names = _linked_names(page)
    users = [
        is_user(found[one].author, gold[other]["user"], names)
        for one, other in pairs
        if _is_told(gold[other].get("user"))
    ]
    days = [
        is_right
        for one, other in pairs
        if (is_right := is_day(found[one].date, gold[other].get("date"), language)) is not None
    ]
    return Matched(
        Overlap(len(pairs), len(found), len(gold)),
        *(Overlap.of_share(sum(answers), len(answers)) for answers in (users, days)),
    )


def _is_told(user: str | None) -> bool:
    """Whether the gold says who wrote a post: a script instead of a profile says nothing."""
    return bool(user) and not str(user).startswith("javascript:")


def _pairs(found: list[str], wanted: list[str]) -> list[tuple[int, int]]:
    """Which of two lists of texts are the same, the likest first; in order where they are alike."""
    ours, theirs = (
        [Counter(tokens(text)) for text in found],
        [Counter(tokens(text)) for text in wanted],
    )
    likes = [
        (-2 * (one & other).total() / (one.total() + other.total()), abs(i - j), i, j)
        for i, one in enumerate(ours)
        for j, other in enumerate(theirs)
    ]
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for like, _, i, j in sorted(likes):
        if -like >= SAME and i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return sorted(pairs.items())


def _linked_names(page: Page) -> dict[str, str]:
    """What most of the links of a page that say something call their address."""
    said: dict[str, Counter[str]] = {}
    for row, address in zip(*page.with_attribute("href"), strict=True):
        if name := _plain(page.text_of(int(row))):
            said.setdefault(address, Counter())[name] += 1
    return {address: names.most_common(1)[0][0] for address, names in said.items()}


def is_user(author: str | None, user: str, names: Mapping[str, str]) -> bool:
    """Whether an author is the user of the gold: a name, or the address of a profile, to which the
    page gives a name in its links, or which ends in one.

    >>> is_user("Ann Leaf", "/members/ann-leaf.17/", {}), is_user("17", "/members/ann-leaf.17/", {})
    (True, False)
    >>> is_user("Ann", "profile.php?u=17", {"profile.php?u=17": "ann"})
    True
    >>> is_user("Members", "/members/ann-leaf.17/", {}), is_user("Ann L.", "Ann", {})
    (False, False)
    """
    if not author:
        return False
    if _plain(author) in (_plain(user), names.get(user)):
        return True
    return _ADDRESS.search(user) is not None and _key(author) in _ends(user)


def _ends(address: str) -> set[str]:
    """The name at the end of the address of a profile, with the number beside it and without."""
    path, _, query = unquote(address).partition("?")
    name = path.rstrip("/").rpartition("/")[2]
    if _SCRIPT.search(name):
        name = query.partition("&")[0]
    ends = {name, _IDENTIFIER.sub("", name)}
    return {_key(end) for end in ends if "=" not in end and not end.isdigit()} - {""}


def _plain(name: str) -> str:
    """A name in one case, width and spacing."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _key(text: str) -> str:
    return "".join(tokens(text))


def is_day(ours: str | None, shown: str | None, language: str | None) -> bool | None:
    """Whether a date is of the day that the gold has as the page shows it; None where that is an age.

    >>> is_day("2024-05-03", "3 May 2024, 10:12", "en"), is_day("2009-05-03", "03/05/2024", "en")
    (True, False)
    >>> is_day("2024-05-02T23:12:00+00:00", "03.05.24", "de"), is_day("2024-05-03", "2 years ago", "en")
    (True, None)
    >>> is_day("2024-05-03", "3 May at 10:12", "en"), is_day("10:12 On May 4", "10:12 On May 3", "en")
    (True, False)
    """
    if not shown:
        return None
    if ours is None:
        return False
    if _key(ours) == _key(shown):
        return True
    wanted = set(_days(shown, ours, language))
    if not wanted:
        return None if _AGE.search(shown) or _AGE.search(ours) else False
    return not wanted.isdisjoint(_near(ours, language))


def _days(shown: str, ours: str, language: str | None) -> Iterable[str]:
    """The days that a date may mean: of those without a year that of a year which ours has."""
    year = _YEAR.search(shown) or _YEAR.search(ours)
    plain = _CLOCK.sub(" ", shown)
    texts = [shown, plain, _SHORT_YEAR.sub(r"\g<1>20\2", plain)]
    if year is not None:
        texts.append(f"{plain.strip(' ,')} {year[0]}")
    read = (parse_date(text, one) for text in texts for one in (language, *_ORDERS))
    return [day[:10] for day in read if day]


def _near(ours: str, language: str | None) -> set[str]:
    """The days of a date; one that tells its zone may be another day where the page shows it."""
    days = {day[:10] for one in (language, *_ORDERS) if (day := parse_date(ours, one))}
    if len(ours) > len("2024-05-03T10:12:00"):
        days |= {
            (date.fromisoformat(day) + timedelta(days=step)).isoformat()
            for day in list(days)
            for step in (-1, 1)
        }
    return days
