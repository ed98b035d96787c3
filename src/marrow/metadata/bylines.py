"""The names of authors that a page shows.

>>> from marrow.parse import parse
>>> page = parse('<h1>Tea</h1><p class="byline">Von Ann Leaf | 3. Mai 2021</p>')
>>> [claim.value for claim in author_claims(Surroundings(page, Marks(page), 3))]
['Ann Leaf']

Looked at are, in this order: elements near the title that are marked as the author's, by class,
`rel`, `itemprop` or a link to an author's page; lines near the title that start with a word such as
`By`; names of users near the title, as forums have them; marked elements further off, such as the
box about the author below an article.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from marrow.metadata.claims import Claim
from marrow.metadata.markup import Marks, visible_text
from marrow.metadata.names import byline_names, starts_with_by
from marrow.metadata.surroundings import Surroundings
from marrow.page import Page
from marrow.tags import Tag

_AUTHOR = """author byline by-line writer autor auteur reporter journalist posted-by postedby
    written-by vcard contributor""".split()
_USER = "username user-name poster postuser".split()
_NOT_AUTHOR = re.compile(
    r"comment|avatar|image|img|photo|follow|social|count|share|[-_]bio|authori[tz]|desc|more|title"
    r"|review"
)
_PROFILE = re.compile(
    r"/(?:authors?|autor(?:en|es)?|auteurs?|autori|by|contributors?|writers?|staff|profiles?|people"
    r"|team|users?|members?|redaktion|redaktor|journalists?|reporters?|penulis)/[^/?#]{2,}",
    re.IGNORECASE,
)


def author_claims(around: Surroundings) -> Iterator[Claim]:
    """The names in the first place that holds any."""
    for names in _places(around):
        if names:
            yield from (Claim("authors", "byline", name) for name in names)
            return


def _places(around: Surroundings) -> Iterator[list[str]]:
    marked = _marked(around.marks, _AUTHOR)
    near = set(around.near(marked)) | set(_profile_links(around))
    for row in filter(around.is_short, around.near(near)):
        yield _names_in(around.page, row)
    for line in around.lines:
        if starts_with_by(line.text):
            yield byline_names(line.text)
    for row in filter(around.is_short, around.near(_marked(around.marks, _USER))):
        yield byline_names(around.page.text_of(row), user=True)
    yield _only(_names_in(around.page, row) for row in filter(around.is_short, around.far(marked)))


def _only(places: Iterable[list[str]]) -> list[str]:
    """What all places say, nothing where they disagree: then they speak of several pages."""
    found = {tuple(names) for names in places if names}
    return list(found.pop()) if len(found) == 1 else []


def _marked(marks: Marks, needles: list[str]) -> list[int]:
    found = marks.find(*needles)
    return [row for row, mark in found.items() if not _NOT_AUTHOR.search(mark)]


def _profile_links(around: Surroundings) -> list[int]:
    """The links near the title whose address is that of a person's page."""
    page = around.page
    first, last = around.region
    links = first + (page.tag[first:last] == Tag.A).nonzero()[0]
    return [row for row in links.tolist() if _PROFILE.search(page.attribute(row, "href") or "")]


def _names_in(page: Page, row: int) -> list[str]:
    """The names in a marked element: those of its links to persons, else of its first lines."""
    for inner in range(row, int(page.end[row])):
        if page.tag[inner] == Tag.A and (names := byline_names(visible_text(page, inner))):
            return names
    for line in visible_text(page, row).split("\n"):
        if names := byline_names(line):
            return names
    return []
