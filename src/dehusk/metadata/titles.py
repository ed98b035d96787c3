"""The title of the article, without the name of the site.

>>> cut_site("Tea is back - The Daily Leaf", Site(["thedailyleaf"]))
'Tea is back'
>>> cut_site("Tea - a love story", Site(["thedailyleaf"]))
'Tea - a love story'

A part of a title is cut only for a reason: because it is the name of the site or its domain, or
because what remains stands on the page as a heading, or is declared elsewhere as the title.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from dehusk.metadata.claims import Claim
from dehusk.metadata.html import PageHeading
from dehusk.metadata.site import Site
from dehusk.metadata.values import GAP, key, likeness

_SEPARATOR = re.compile(
    r"(?=[\s|｜¦»«:：—–_-])(?:"
    rf"{GAP}[|｜¦–—―\-‐‑−»«›‹·•・∙●~∼/\\<>→⋆★*+:]++\s++"
    rf"|(?:{GAP})?+(?:[|｜¦»«]++|::++)\s*+"
    rf"|(?P<colon>:\s++|(?:{GAP})?+：\s*+)|{GAP}[—–-]|[—–-]\s++|_++)"
)
"""The look ahead is for speed: hardly any character can begin a separator."""
_QUOTES = frozenset("«»")
_AGREES, _CLOSE, _PART, _SAME = 0.3, 0.5, 0.9, 0.95
_TELLING, _START = 8, 4
_NEXT = 60
_SHORTEST, _LONGEST = 40, 250
"""Of headlines, in characters."""
_HEADLINES = frozenset(["json-ld", "opengraph"])
"""Where the title of the article is declared, and not that of the window or of a search result."""


class Title(NamedTuple):
    """A title, where it came from, and the row of the heading that shows it, -1 for none."""

    text: str | None
    source: str
    row: int


def choose_title(declared: list[Claim], shown: list[PageHeading], site: Site) -> Title:
    """The title on which what the page declares and what it shows agree.

    >>> shown = [PageHeading(5, 1, "The Daily Leaf"), PageHeading(9, 1, "Tea is back")]
    >>> choose_title([Claim("title", "html", "Tea is back: Leaf")], shown, Site(["thedailyleaf"]))
    Title(text='Tea is back', source='html', row=9)

    The heading is preferred: it is what readers see, while declared titles are often written for
    search engines, cut short, or followed by the site. Some pages have a heading for search engines
    too, and below it the headline: that is declared as such.
    """
    said = "\n".join(one.value for one in declared).casefold()
    headings = {key(line) for one in shown if _may_be_title(one, said) for line in _lines(one)}
    cut = {value: cut_site(value, site, headings) for value in {one.value for one in declared}}
    titles = [Claim("title", one.source, cut[one.value]) for one in declared]
    known = list(dict.fromkeys(one.value for one in [*titles, *declared]))
    headlines = [one.value for one in titles if one.source in _HEADLINES]
    best, agreement = _best_heading(shown, known, headlines, site)
    if best is not None and (agreement >= _AGREES or not titles or _is_lone(best, shown)):
        headline = _headline_below(best, shown, headlines)
        if headline is not None:
            return headline
        text = cut_site(best.text, site, {key(one.value) for one in titles})
        return Title(_as_declared(text, known), "html", best.row)
    for claim in titles:
        return Title(claim.value, claim.source, _row_of(claim.value, shown))
    return Title(None, "", -1)


def _is_lone(best: PageHeading, shown: list[PageHeading]) -> bool:
    """Whether a heading is the first of the first level, and the only one as long as headlines are."""
    first = [one for one in shown if one.level == 1]
    long = [one.row for one in first if _SHORTEST <= len(one.text) <= _LONGEST]
    return long == [best.row] and first[0].row == best.row


def _may_be_title(heading: PageHeading, said: str) -> bool:
    """Whether a heading can confirm a title: the lower ones if they say enough, and start with
    letters of what is `said`, in one case.
    """
    if heading.level == 1:
        return True
    return len(heading.text) >= _TELLING and heading.text[:_START].casefold() in said


def _lines(heading: PageHeading) -> Iterable[str]:
    """A heading as a whole, and the lines that may be the title above or below a subtitle."""
    lines = heading.text.split("\n")
    return dict.fromkeys((" ".join(lines), lines[0], lines[-1]))


def _texts(heading: PageHeading, titles: list[str]) -> Iterable[str]:
    """What may be the title in a heading of the first level. A kicker that the markup calls so goes,
    unless the page declares it as a part of the title."""
    behind = heading.behind_kicker
    if behind and all(key(heading.text) != key(title) for title in titles):
        return (behind,)
    return (*_lines(heading), *_without_kicker(heading, titles))


def _without_kicker(heading: PageHeading, titles: list[str]) -> Iterable[str]:
    """The ends of a heading that are declared as a title: what stands before is a kicker."""
    for first in range(1, len(heading.pieces)):
        text = " ".join(" ".join(heading.pieces[first:]).split())
        if any(key(text) == key(title) for title in titles):
            yield text


def _best_heading(
    shown: list[PageHeading], titles: list[str], headlines: list[str], site: Site
) -> tuple[PageHeading | None, float]:
    """The heading, or a part of one, that most resembles a declared title, and how much."""
    best: PageHeading | None = None
    most = 0.0
    for heading in shown:
        texts = _texts(heading, titles) if heading.level == 1 else ()
        for text in texts:
            agreement = _most_agreement(text, titles)
            if best is not None and best.row == heading.row and agreement < _PART:
                continue
            if (agreement > most or best is None) and not site.is_named(text):
                best, most = heading._replace(text=text), agreement
    if most < 1.0:
        starts = titles if most < _SAME else []
        lower = _same_below(shown, titles if most < _SAME else headlines, starts, site)
        if lower is not None:
            return lower, _SAME
    return best, most


def _same_below(
    shown: list[PageHeading], titles: list[str], starts: list[str], site: Site
) -> PageHeading | None:
    """The heading below the first level that is the same as one of `titles`, or the first part of
    one of `starts`.
    """
    known = {key(title) for title in titles}
    for heading in shown:
        if heading.level > 1 and len(heading.text) >= _TELLING:
            text = key(heading.text)
            if text in known or any(_is_start(text, title) for title in starts):
                line = " ".join(heading.text.split())
                return None if site.is_named(line) else heading._replace(text=line)
    return None


def _headline_below(
    best: PageHeading, shown: list[PageHeading], headlines: list[str]
) -> Title | None:
    """The headline that the next heading shows, if the page declares it and the best one says
    something else.
    """
    place = next((at for at, one in enumerate(shown) if one.row == best.row), len(shown))
    for below in shown[place + 1 : place + 2]:
        if below.level == 1 or below.row - best.row > _NEXT:
            return None
        text, said = key(below.text), key(best.text)
        for headline in headlines:
            own = key(headline)
            if len(own) >= _TELLING and own != said and text.endswith(own):
                return Title(headline, "html", below.row)
    return None


def _most_agreement(heading: str, titles: list[str]) -> float:
    """How well a heading fits the declared title that it fits best."""
    shown = key(heading)
    if any(shown == key(title) for title in titles):
        return 1.0
    return max((_agreement(heading, title) for title in titles), default=0.0)


def _agreement(heading: str, title: str) -> float:
    """How well a heading fits a declared title: the same, its start, or similar words."""
    shown, declared = key(heading), key(title)
    if shown == declared:
        return 1.0
    if _is_start(shown, title):
        return _SAME
    if len(shown) > 12 and declared.startswith(shown):
        return 0.9
    return likeness(heading, title)


def _as_declared(text: str, titles: list[str]) -> str:
    """A title that the page shows in capitals, or with spaces where markup has cut it, as it is
    spelt where it is declared.

    >>> _as_declared("Tea : a story", ["Tea: a story"]), _as_declared("TEA", ["Tea"])
    ('Tea: a story', 'Tea')
    """
    for title in titles:
        if key(title) == key(text) and (
            (text.isupper() and not title.isupper())
            or "".join(text.split()) == "".join(title.split())
        ):
            return title
    return text


def _row_of(title: str, shown: list[PageHeading]) -> int:
    """The heading that shows a title, or something close to it."""
    best = max(shown, key=lambda one: (likeness(one.text, title), -one.level), default=None)
    return best.row if best is not None and likeness(best.text, title) >= _CLOSE else -1


def cut_site(title: str, site: Site, headings: Collection[str] = ()) -> str:
    """A title without the parts that name the site; `headings` are keys of what may remain.

    A colon is often part of a title, so what it sets apart must be the very name of the site.
    """
    parts = _parts(title)
    if len(parts) < 2:
        return title
    confirmed = _longest_run(parts, title, headings)
    if confirmed is not None:
        return title[confirmed]
    first, last = 0, len(parts)
    while last - first > 1 and site.is_named(
        parts[last - 1].text, loosely=not parts[last - 1].colon
    ):
        last -= 1
    while last - first > 1 and site.is_named(parts[first].text):
        first += 1
    return title[_run(parts, first, last)]


def _run(parts: tuple[_Part, ...], first: int, last: int) -> slice:
    """Where some parts stand, with the signs before the first of all and after the last."""
    return slice(
        parts[first].start if first else None, parts[last - 1].end if last < len(parts) else None
    )


class _Part(NamedTuple):
    """A part of a title, without spaces around it: where it stands, its text, and whether a colon
    sets it apart.
    """

    start: int
    end: int
    text: str
    colon: bool


@lru_cache(maxsize=64)  # a page asks for its few titles again and again
def _parts(title: str) -> tuple[_Part, ...]:
    parts: list[_Part] = []
    start, colon = 0, False
    quoted = "«" in title and "»" in title
    for match in _SEPARATOR.finditer(title):
        if quoted and not _QUOTES.isdisjoint(match[0]):
            continue
        parts.append(_part(title, start, match.start(), colon))
        start, colon = match.end(), match["colon"] is not None
    parts.append(_part(title, start, len(title), colon))
    return tuple(part for part in parts if part.text)


def _part(title: str, start: int, end: int, colon: bool) -> _Part:
    text = title[start:end]
    start += len(text) - len(text.lstrip())
    text = text.strip()
    return _Part(start, start + len(text), text, colon)


def _longest_run(parts: tuple[_Part, ...], title: str, headings: Collection[str]) -> slice | None:
    """The longest run of parts from the start, or to the end and more than half of the title, that
    is a heading and not cut at a colon.
    """
    lengths = _key_lengths(parts)
    whole = key(title)
    firsts = {len(one) for one in headings if whole.startswith(one)}
    lasts = {len(one) for one in headings if whole.endswith(one)}
    for count in range(len(parts) - 1, 0, -1):
        if lengths[count - 1] in firsts and not parts[count].colon:
            return _run(parts, 0, count)
        is_heading = len(whole) - lengths[-count - 1] in lasts and not parts[-count].colon
        if is_heading and len(title) - parts[-count].start > len(title) / 2:
            return _run(parts, len(parts) - count, len(parts))
    return None


def _is_start(shown: str, title: str) -> bool:
    """Whether a key is that of the first parts of a title, but not of all."""
    return key(title).startswith(shown) and len(shown) in _key_lengths(_parts(title))[:-1]


def _key_lengths(parts: tuple[_Part, ...]) -> list[int]:
    """How long the key of the first part is, of the first two parts, and so on.

    The key of a title is made of those of its parts, for no separator leaves anything in a key. So
    what starts like the title, and ends where a part does, is the key of its first parts.
    """
    return list(accumulate(len(key(part.text)) for part in parts))
