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

from dehusk.lazy import lazy
from dehusk.metadata.html import Headings, PageHeading
from dehusk.metadata.site import Site
from dehusk.metadata.values import GAP, key, likeness

_SEPARATOR = re.compile(
    r"(?=[\s|｜¦»«:：—–_-])(?:"
    rf"{GAP}[|｜¦–—―\-‐‑−»«›‹·•・∙●~∼/\\<>→⋆★*+:]++\s++"
    rf"|(?:{GAP})?+(?:[|｜¦»«]++|::++)\s*+"
    rf"|(?P<colon>:\s++|(?:{GAP})?+：\s*+)|{GAP}[—–-]|[—–-]\s++|_++)"
)
"""The look ahead is for speed: hardly any character can begin a separator."""
_SIGN = re.compile(
    r"[|｜¦–—―\-‐‑−»«›‹·•・∙●~∼/\\<>→⋆★*+:：_](?:(?<=[|｜¦»«：_])|(?=[\s:])|(?<=\s.))"
)
"""Every separator has one of these; hyphens within words are none."""
_QUOTES = frozenset("«»")
_AGREES, _CLOSE, _PART, _SAME = 0.3, 0.5, 0.9, 0.95
_TELLING, _START, _LONG_START = 8, 4, 12
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


def choose_title(declared: list[tuple[str, str]], shown: Headings, site: Site) -> Title:
    """The title on which what the page declares and what it shows agree.

    >>> first = [PageHeading(5, 1, "The Daily Leaf"), PageHeading(9, 1, "Tea is back")]
    >>> declared = [("Tea is back: Leaf", "html")]
    >>> choose_title(declared, Headings(first, []), Site(["thedailyleaf"]))
    Title(text='Tea is back', source='html', row=9)

    Declared are titles and their sources. The heading is preferred: it is what readers see, while
    declared titles are often written for search engines, cut short, or followed by the site. Some
    pages have a heading for search engines too, and below it the headline: that is declared as such.
    """
    titles = _Declared(declared, shown, site)
    best, agreement = _best_heading(shown, titles, site)
    if best is not None and (agreement >= _AGREES or not declared or _is_lone(best, shown.first)):
        headline = _headline_below(best, shown, titles)
        if headline is not None:
            return headline
        text = best.text
        if any(not part.colon for part in _parts(text)[1:]):  # what it says before a colon stays
            declared_keys = {key(one) for one in titles.cut.values()}
            cut = cut_site(text, site, declared_keys)
            if key(text) not in declared_keys or 2 * len(cut) >= len(text):
                text = cut
        return Title(_as_declared(text, titles), "html", best.row)
    for text, source in declared:
        cut = titles.cut[text]
        return Title(cut, source, _row_of(cut, shown))
    return Title(None, "", -1)


Known = dict[str, str]
"""Titles that are declared, with their keys."""


class _Declared:
    """The titles that a page declares, as they are and without the site. Where the page shows one of
    them as it is, the others need not be cut.
    """

    def __init__(self, declared: list[tuple[str, str]], shown: Headings, site: Site) -> None:
        self._shown, self._site = shown, site
        self.whole: Known = {text: key(text) for text, _ in declared}
        self.headlines = [text for text, source in declared if source in _HEADLINES]

    @lazy
    def cut(self) -> dict[str, str]:
        """Each title without the site."""
        said = "\n".join(self.whole).casefold()
        headings = {key(line) for one in self._shown.first for line in _lines(one.text)}
        headings.update(  # a lower one confirms a title if it says enough and starts as one does
            [
                key(line)
                for _, _, text in self._shown.lower
                if len(text) >= _TELLING and text[:_START].casefold() in said
                for line in _lines(text)
            ]
        )
        return {text: cut_site(text, self._site, headings) for text in self.whole}

    @lazy
    def known(self) -> Known:
        """All of them, those without the site first."""
        return {text: key(text) for text in self.cut.values()} | self.whole


def _is_lone(best: PageHeading, first: list[PageHeading]) -> bool:
    """Whether a heading is the first of the first level, and the only one as long as headlines are."""
    long = [one.row for one in first if _SHORTEST <= len(one.text) <= _LONGEST]
    return long == [best.row] and first[0].row == best.row


def _lines(heading: str) -> Iterable[str]:
    """A heading as a whole, and the lines that may be the title above or below a subtitle."""
    if "\n" not in heading:
        return (heading,)
    lines = heading.split("\n")
    return dict.fromkeys((" ".join(lines), lines[0], lines[-1]))


def _texts(heading: PageHeading, titles: Known) -> Iterable[str]:
    """What may be the title in a heading of the first level. A kicker that the markup calls so goes,
    unless the page declares it as a part of the title."""
    if heading.behind_kicker and key(heading.text) not in titles.values():
        return (heading.behind_kicker,)
    if len(heading.pieces) < 2:
        return _lines(heading.text)
    return (*_lines(heading.text), *_without_kicker(heading, titles))


def _without_kicker(heading: PageHeading, titles: Known) -> Iterable[str]:
    """The ends of a heading that are declared as a title: what stands before is a kicker."""
    for first in range(1, len(heading.pieces)):
        text = " ".join(" ".join(heading.pieces[first:]).split())
        if key(text) in titles.values():
            yield text


def _best_heading(
    shown: Headings, declared: _Declared, site: Site
) -> tuple[PageHeading | None, float]:
    """The heading, or a part of one, that most resembles a declared title, and how much."""
    if shown.first:
        first = shown.first[0]
        is_declared = "\n" not in first.text and key(first.text) in declared.whole.values()
        if is_declared and not site.is_named(first.text, loosely=len(shown.first) > 1):
            return first, 1.0
    titles = declared.known
    best: PageHeading | None = None
    most = 0.0
    for heading in shown.first:
        for text in _texts(heading, titles):
            agreement = _most_agreement(text, titles)
            if agreement == 1.0 and len(shown.first) > 1 and site.is_named(text, loosely=True):
                agreement = _SAME  # another heading may be declared, too
            if best is not None and best.row == heading.row and agreement < _PART:
                continue
            if (agreement > most or best is None) and not site.is_named(text):
                best, most = heading._replace(text=text), agreement
    if most < 1.0:
        if most < _SAME:
            lower = _same_below(shown.lower, set(titles.values()), titles, site)
        else:
            headlines = {titles[declared.cut[one]] for one in declared.headlines}
            lower = _same_below(shown.lower, headlines, {}, site)
        if lower is not None:
            return lower, _SAME
    return best, most


def _same_below(
    lower: list[tuple[int, int, str]], keys: set[str], starts: Known, site: Site
) -> PageHeading | None:
    """The heading below the first level that has the key of a title, or is the first part of one of
    `starts`.
    """
    for row, level, text in lower:
        if len(text) >= _TELLING:
            own = key(text)
            if own in keys or any(_is_start(own, *title) for title in starts.items()):
                line = " ".join(text.split())
                return None if site.is_named(line) else PageHeading(row, level, line)
    return None


def _headline_below(best: PageHeading, shown: Headings, titles: _Declared) -> Title | None:
    """The headline that the next heading shows, if the page declares it and the best one says
    something else; so it is, too, where the title of the window begins with the best one, such as
    the name of a board or a book, and ends with the next.
    """
    below = next(((row, text) for row, _, text in shown.lower if row > best.row), None)
    if below is None or below[0] - best.row > _NEXT:
        return None
    row, text = below
    if any(best.row < one.row < row for one in shown.first):
        return None
    said, shown_below = key(best.text), key(text)
    end = shown_below[-_TELLING:]
    if len(end) < _TELLING:
        return None
    others = [whole for whole in titles.headlines if titles.whole[whole] != said]
    for whole in others:
        if end in titles.whole[whole]:
            headline = titles.cut[whole]
            own = titles.known[headline]
            if len(own) >= _TELLING and own != said and shown_below.endswith(own):
                return Title(headline, "html", row)
    if len(others) < len(titles.headlines):
        return None
    for whole in titles.whole:
        parts = title_parts(whole)
        if len(parts) > 1 and key(parts[0]) == said and key(parts[-1]) == shown_below:
            return Title(parts[-1], "html", row)
    return None


def _most_agreement(heading: str, titles: Known) -> float:
    """How well a heading fits the declared title that it fits best: the same, its start, or similar
    words.
    """
    shown = key(heading)
    if shown in titles.values():
        return 1.0
    most = 0.0
    for title, declared in titles.items():
        if declared.startswith(shown):
            if _is_start(shown, title, declared):
                most = max(most, _SAME)
                continue
            if len(shown) > _LONG_START:
                most = max(most, _PART)
                continue
        most = max(most, likeness(heading, title))
    return most


def _as_declared(text: str, titles: _Declared) -> str:
    """A title that the page shows in capitals, or with spaces where markup has cut it, as it is
    spelt where it is declared.

    >>> declared = _Declared([("Tea: a story", "html")], Headings([], []), Site([]))
    >>> _as_declared("Tea : a story", declared)
    'Tea: a story'
    """
    inked, is_upper = "".join(text.split()), text.isupper()
    if not is_upper and (
        text in titles.whole or all(inked not in "".join(one.split()) for one in titles.whole)
    ):
        return text
    own = key(text)
    for title, declared in titles.known.items():
        if declared == own and (
            (is_upper and not title.isupper()) or inked == "".join(title.split())
        ):
            return title
    return text


def _row_of(title: str, shown: Headings) -> int:
    """The heading that shows a title, or something close to it."""
    found = [(one.row, 1, one.text) for one in shown.first] + shown.lower
    rated = [(likeness(text, title), -level, -row) for row, level, text in found]
    like, _, row = max(rated, default=(0.0, 0, 1))
    return -row if like >= _CLOSE else -1


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


def title_parts(title: str) -> list[str]:
    """The parts of a title that signs set apart.

    >>> title_parts("Tea is back | The Daily Leaf")
    ['Tea is back', 'The Daily Leaf']
    """
    return [part.text for part in _parts(title)]


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
    """The parts of a title, none where no sign sets one apart."""
    sign = _SIGN.search(title)
    if sign is None:
        return ()
    parts: list[_Part] = []
    start, colon = 0, False
    quoted = "«" in title and "»" in title
    for match in _SEPARATOR.finditer(title, len(title[: sign.start()].rstrip())):
        if quoted and not _QUOTES.isdisjoint(match[0]):
            continue
        parts.append(_part(title, start, match.start(), colon))
        start, colon = match.end(), match["colon"] is not None
    parts.append(_part(title, start, len(title), colon))
    return tuple([part for part in parts if part.text])


def _part(title: str, start: int, end: int, colon: bool) -> _Part:
    text = title[start:end]
    start += len(text) - len(text.lstrip())
    text = text.strip()
    return _Part(start, start + len(text), text, colon)


def _longest_run(parts: tuple[_Part, ...], title: str, headings: Collection[str]) -> slice | None:
    """The longest run of parts from the start, or to the end and more than half of the title, that
    is a heading and not cut at a colon.
    """
    whole = key(title)
    firsts = [len(one) for one in headings if whole.startswith(one)]
    lasts = [len(one) for one in headings if whole.endswith(one)]
    if not firsts and not lasts:
        return None
    lengths = _key_lengths(title)
    for count in range(len(parts) - 1, 0, -1):
        if lengths[count - 1] in firsts and not parts[count].colon:
            return _run(parts, 0, count)
        is_heading = len(whole) - lengths[-count - 1] in lasts and not parts[-count].colon
        if is_heading and len(title) - parts[-count].start > len(title) / 2:
            return _run(parts, len(parts) - count, len(parts))
    return None


def _is_start(shown: str, title: str, declared: str) -> bool:
    """Whether a key is that of the first parts of a title with the key `declared`, but not of all."""
    if not declared.startswith(shown):
        return False
    return len(shown) in _key_lengths(title)[:-1]


@lru_cache(maxsize=64)
def _key_lengths(title: str) -> tuple[int, ...]:
    """How long the key of the first part is, of the first two parts, and so on.

    The key of a title is made of those of its parts, for no separator leaves anything in a key. So
    what starts like the title, and ends where a part does, is the key of its first parts.
    """
    return tuple(accumulate([len(key(part.text)) for part in _parts(title)]))
