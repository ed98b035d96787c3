"""The title of the article, without the name of the site.

>>> cut_site("Tea is back - The Daily Leaf", ["thedailyleaf"], set())
'Tea is back'
>>> cut_site("Tea - a love story", ["thedailyleaf"], set())
'Tea - a love story'

A part of a title is cut only for a reason: because it is the name of the site or its domain, or
because what remains stands on the page as a heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from marrow.metadata.claims import Claim
from marrow.metadata.html import Heading
from marrow.metadata.values import key, words

_SEPARATOR = re.compile(
    r"\s+[|｜¦–—―\-‐‑−»«›‹·•・∙●:：~∼/\\<>→⋆★*+]+\s+|\s*[|｜¦»«]+\s*|\s*::+\s*|(?<=\w)[:：]\s+|\s+[—–]|[—–]\s+|_+|\s*（"
)
_SUFFIXES = frozenset("com org net de co uk info edu gov io blog news online site www".split())


def site_keys(names: Iterable[str], addresses: Iterable[str | None]) -> list[str]:
    """The names under which a site may stand in a title, as keys.

    >>> site_keys(["The Daily Leaf"], ["https://www.daily-leaf.example/tea"])
    ['thedailyleaf', 'dailyleaf', 'dailyleafexample']
    """
    found = [key(name) for name in names]
    for address in addresses:
        host = _host(address)
        labels = [label for label in host.split(".") if label]
        found.extend(key(label) for label in labels[:-1] if label not in _SUFFIXES)
        found.append(key(host.removeprefix("www.")))
    return [one for one in dict.fromkeys(found) if one]


def _host(address: str | None) -> str:
    try:
        return (urlsplit(address or "").hostname or "").lower()
    except ValueError:
        return ""


def is_site(text: str, sites: Sequence[str]) -> bool:
    """Whether a text is a name of the site, or little more.

    >>> is_site("Daily Leaf", ["thedailyleaf"]), is_site("Leaf blowers", ["thedailyleaf"])
    (True, False)
    """
    own = [word for word in words(text) if word not in ("the", "www")]
    plain = "".join(own)
    if not plain:
        return True
    initials = "".join(word[0] for word in own)
    for site in sites:
        bare = site.removeprefix("the")
        if plain == bare or (len(own) > 2 and initials == bare):
            return True
        if len(bare) >= 4 and len(own) <= 6 and (plain.startswith(bare) or plain.endswith(bare)):
            return True
        if len(plain) >= 5 and (bare.startswith(plain) or bare.endswith(plain)):
            return True
    return False


def cut_site(title: str, sites: Sequence[str], headings: set[str]) -> str:
    """A title without the parts that name the site; `headings` are the keys of the page's own."""
    parts = _parts(title)
    if len(parts) < 2:
        return title
    cut = _matching_part(title, parts, headings)
    if cut is not None:
        return cut
    first, last = 0, len(parts)
    while last - first > 1 and is_site(_text(title, parts[last - 1]), sites):
        last -= 1
    while last - first > 1 and is_site(_text(title, parts[first]), sites):
        first += 1
    return title[parts[first][0] : parts[last - 1][1]].strip()


def _parts(title: str) -> list[tuple[int, int]]:
    """Where the parts of a title start and end."""
    starts, ends = [0], []
    for match in _SEPARATOR.finditer(title):
        ends.append(match.start())
        starts.append(match.end())
    ends.append(len(title))
    return [(start, end) for start, end in zip(starts, ends, strict=True) if end > start]


def _text(title: str, part: tuple[int, int]) -> str:
    return title[part[0] : part[1]]


def _matching_part(title: str, parts: list[tuple[int, int]], headings: set[str]) -> str | None:
    """The longest run of parts, from the start or to the end, that is a heading of the page."""
    for count in range(len(parts) - 1, 0, -1):
        for run in (
            title[parts[0][0] : parts[count - 1][1]],
            title[parts[-count][0] : parts[-1][1]],
        ):
            if key(run) in headings:
                return run.strip()
    return None


class Title(NamedTuple):
    """A title, where it came from, and the row of the heading that shows it, -1 for none."""

    text: str | None
    source: str
    row: int


def choose_title(declared: list[Claim], shown: list[Heading], sites: Sequence[str]) -> Title:
    """The title on which what the page declares and what it shows agree.

    >>> shown = [Heading(5, 1, "The Daily Leaf"), Heading(9, 1, "Tea is back")]
    >>> choose_title([Claim("title", "html", "Tea is back: Leaf")], shown, ["thedailyleaf"])
    Title(text='Tea is back', source='html', row=9)

    The heading is preferred: it is what readers see, while declared titles are often written for
    search engines, cut short, or followed by the site.
    """
    keys = {key(heading.text) for heading in shown} - {""}
    titles = [claim._replace(value=cut_site(claim.value, sites, keys)) for claim in declared]
    main = [one for one in shown if one.level == 1 and not is_site(one.text, sites)]
    raw = [claim.value for claim in declared] + [claim.value for claim in titles]
    best = max(main, key=lambda one: _support(one.text, raw), default=None)
    if best is not None and (not titles or _support(best.text, raw) >= _AGREES):
        return Title(best.text, "html", best.row)
    for claim in titles:
        if claim.value:
            return Title(claim.value, claim.source, _row_of(claim.value, shown))
    return Title(None, "", -1)


_AGREES = 0.3


def _support(text: str, titles: list[str]) -> float:
    return max((likeness(text, title) for title in titles), default=0.0)


def _row_of(title: str, shown: list[Heading]) -> int:
    """The heading that shows a title, else the first of the highest level."""
    best = max(shown, key=lambda one: (likeness(one.text, title), -one.level), default=None)
    return best.row if best is not None else -1


def likeness(one: str, other: str) -> float:
    """How much two titles share: 1 for the same words, 0 for none.

    >>> likeness("Tea is back", "Tea is back again")
    0.75
    """
    first, second = words(one), words(other)
    if not first or not second:
        return 0.0
    if "".join(first) == "".join(second):
        return 1.0
    if len(first) < 3 and not one.isascii():
        first, second = list("".join(first)), list("".join(second))
    shared = len(set(first) & set(second))
    return shared / max(len(set(first)), len(set(second)))
