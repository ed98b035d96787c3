"""What plain HTML says: language, links, headings, the document's title.

>>> from dehusk.page.parse import parse
>>> page = parse('<html lang="en"><link rel="canonical" href="https://example.org/tea">')
>>> said = html_claims(page)
>>> said["language"], said["canonical_url"]
([('en', 'html', False)], [('https://example.org/tea', 'html', False)])
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from dehusk.metadata.claims import Said
from dehusk.metadata.markup import ROLES, ROWS_READ, lines_between, marks_with, visible_text
from dehusk.metadata.values import TITLE_LIMIT, absolute, clean, without_invisible
from dehusk.native.find import Words, attribute, headings_in, links_with, texts_of_tags
from dehusk.page import Page
from dehusk.page.tags import Tag

_HEADING_LIMIT = 60
_LINK_LIMIT = 500
_PIECES_LIMIT = 50
# As plain numbers: to ask an enumeration for one costs more than to look for it.
_HTML, _BASE, _TITLE, _LINK = int(Tag.HTML), int(Tag.BASE), int(Tag.TITLE), int(Tag.A)
_TEXT = int(Tag.TEXT)
_FIRST, _THIRD = int(Tag.H1), int(Tag.H3)
_PERMALINK = " \t\n¶#§🔗"
_SIGNS = " :|–—-"
_KICKER = Words(
    *b"kicker dachzeile overline topline roofline eyebrow flyline spitzmarke subheadline".split()
)
_RELATIONS = {
    "canonical": "canonical_url",
    "license": "license",
    "licence": "license",
    "image_src": "image",
}
_SAID = {"category": "section", "tag": "tags", "home": "site_name"}
"""What the text of a link is, by the way it leads."""
_FILED = "/categor"
"""What the address of a section has: the names of authors may be categories, too."""
_TELLING = Words(*(name.encode() for name in (*_RELATIONS, "tag", "home")))


def html_claims(page: Page) -> Said:
    """Language, canonical address, licence, tags, sections and the site's name."""
    found: Said = defaultdict(list)
    if len(page) and page.tag.item(0) == _HTML:
        for name in ("lang", "xml:lang"):
            language = attribute(page, 0, name)
            if language:
                found["language"].append((language, "html", False))
    for row, tag, relations, address in links_with(page, _TELLING, "rel", "href")[:_LINK_LIMIT]:
        rel = relations.split()
        if address:
            for name in rel:
                if name in _RELATIONS:
                    found[_RELATIONS[name]].append((address, "html", False))
        if tag == _LINK:
            field = next((_SAID[name] for name in _SAID if name in rel), None)
            if field is not None and (field != "section" or _FILED in address):
                found[field].append((visible_text(page, row), "html", False))
    return found


def document_title(page: Page) -> str | None:
    """The text of the first `title` element."""
    for _, _, text in texts_of_tags(page, _TITLE, _TITLE, 1):
        return clean(text, TITLE_LIMIT)
    return None


class PageHeading(NamedTuple):
    """A heading: its row, its level from 1 to 6, its text, of which a line may be a subtitle, the
    pieces that the markup makes of it if there are several, and what is left of it without a kicker
    that is called one.
    """

    row: int
    level: int
    text: str
    pieces: tuple[str, ...] = ()
    behind_kicker: str = ""


class Headings(NamedTuple):
    """The headings of the first level, and those of the next two: row, level and text."""

    first: list[PageHeading]
    lower: list[tuple[int, int, str]]


def headings(page: Page) -> Headings:
    """The headings of the first three levels, without the sign that links to them.

    Those of the first level are read as a reader sees them, with the pieces they are made of.
    """
    found = headings_in(
        page, _FIRST, _THIRD, _HEADING_LIMIT, TITLE_LIMIT, _PERMALINK, ROLES, ROWS_READ
    )
    plain = "".join([text for _, _, text in found]).replace("\n", "").replace("\t", "")
    if not plain.isprintable():
        found = [(row, level, without_invisible(text)) for row, level, text in found]
        found = [one for one in found if one[2]]
    first: list[PageHeading] = []
    for row, level, text in found:
        if level == 1:
            end = page.end.item(row)
            if end - row > 2:
                pieces = _pieces(page, row, min(end, row + _PIECES_LIMIT))
                first.append(PageHeading(row, 1, text, pieces, _behind_kicker(page, row, end)))
            else:
                first.append(PageHeading(row, 1, text))
    return Headings(first, [one for one in found if one[1] > 1])


def _behind_kicker(page: Page, row: int, end: int) -> str:
    """What a heading says behind an element at its start that is called a kicker."""
    if end - row > _PIECES_LIMIT:
        return ""
    for kicker in marks_with(_KICKER, page, row + 1, end, ("class",)):
        lines = lines_between(page, page.end.item(kicker), end)
        start, own = page.text_start.item(row), page.text_start.item(kicker)
        if lines and (start == own or page.text[start:own].isspace()):
            behind = " ".join([without_invisible(text) for _, _, text, _ in lines])
            return behind.lstrip(_SIGNS).rstrip(_PERMALINK)
    return ""


def _pieces(page: Page, row: int, end: int) -> tuple[str, ...]:
    """The texts that the elements in a heading hold."""
    tags = page.tag[row:end].tolist()
    texts = [page.text_of(inner) for inner, tag in enumerate(tags, row) if tag == _TEXT]
    return tuple([text for text in texts if not text.isspace()])


def base_address(page: Page) -> str | None:
    """The address that relative ones start from: `base`, else the page's own."""
    for row, _, _ in texts_of_tags(page, _BASE, _BASE, 1):
        href = attribute(page, row, "href")
        if href:
            return absolute(href, page.url) or page.url
    return page.url
