"""What plain HTML says: language, links, headings, the document's title.

>>> from dehusk.page.parse import parse
>>> page = parse('<html lang="en"><link rel="canonical" href="https://example.org/tea">')
>>> [(claim.field, claim.value) for claim in html_claims(page)]
[('language', 'en'), ('canonical_url', 'https://example.org/tea')]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from dehusk.metadata.claims import Claim
from dehusk.metadata.markup import lines_between, marks_with, visible_text
from dehusk.metadata.values import TITLE_LIMIT, absolute, clean
from dehusk.native.attributes import Words, attribute
from dehusk.native.lines import texts_of_tags
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
_TELLING = Words(*(name.encode() for name in (*_RELATIONS, "tag", "home")))


def html_claims(page: Page) -> Iterator[Claim]:
    """Language, canonical address, licence, tags and the site's name."""
    if len(page) and page.tag[0] == _HTML:
        for name in ("lang", "xml:lang"):
            language = attribute(page, 0, name)
            if language:
                yield Claim("language", "html", language)
    for row, rel in islice(marks_with(_TELLING, page, names=("rel",)).items(), _LINK_LIMIT):
        yield from _link_claims(page, row, rel.split())


def _link_claims(page: Page, row: int, rel: list[str]) -> Iterator[Claim]:
    address = attribute(page, row, "href") or ""
    for name in rel:
        if name in _RELATIONS and address:
            yield Claim(_RELATIONS[name], "html", address)
    if page.tag[row] == _LINK and "category" not in rel:
        field = "tags" if "tag" in rel else "site_name" if "home" in rel else None
        if field is not None:
            yield Claim(field, "html", visible_text(page, row))


def document_title(page: Page) -> str | None:
    """The text of the first `title` element."""
    for _, _, text in texts_of_tags(page, _TITLE, _TITLE, 1):
        return clean(text, TITLE_LIMIT)
    return None


class PageHeading(NamedTuple):
    """A heading: its row, its level from 1 to 6, its text, of which a line may be a subtitle, the
    pieces that the markup makes of it, and what is left of it without a kicker that is called one.
    """

    row: int
    level: int
    text: str
    pieces: tuple[str, ...] = ()
    behind_kicker: str = ""


def headings(page: Page) -> list[PageHeading]:
    """The headings of the first three levels, without the sign that links to them.

    Those of the first level are read as a reader sees them, with the pieces they are made of.
    """
    found: list[PageHeading] = []
    for row, tag, text in texts_of_tags(page, _FIRST, _THIRD, _HEADING_LIMIT):
        is_first = tag == _FIRST
        shown = visible_text(page, row) if is_first else text.strip()
        if shown and len(shown) <= TITLE_LIMIT:
            own = shown.rstrip(_PERMALINK)
            if is_first:
                found.append(
                    PageHeading(row, 1, own, _pieces(page, row), _behind_kicker(page, row))
                )
            else:
                found.append(PageHeading(row, tag - _FIRST + 1, own))
    return found


def _behind_kicker(page: Page, row: int) -> str:
    """What a heading says behind an element at its start that is called a kicker."""
    end = page.end.item(row)
    if end - row > _PIECES_LIMIT:
        return ""
    for kicker in marks_with(_KICKER, page, row + 1, end, ("class",)):
        lines = lines_between(page, page.end.item(kicker), end)
        is_first = page.text[page.text_start.item(row) : page.text_start.item(kicker)].isspace()
        if lines and (is_first or page.text_start[row] == page.text_start[kicker]):
            return " ".join(line.text for line in lines).lstrip(_SIGNS).rstrip(_PERMALINK)
    return ""


def _pieces(page: Page, row: int) -> tuple[str, ...]:
    """The texts that the elements in a heading hold."""
    end = min(page.end.item(row), row + _PIECES_LIMIT)
    tags = page.tag[row:end].tolist()
    texts = [page.text_of(inner) for inner, tag in enumerate(tags, row) if tag == _TEXT]
    return tuple(text for text in texts if not text.isspace())


def base_address(page: Page) -> str | None:
    """The address that relative ones start from: `base`, else the page's own."""
    for row, _, _ in texts_of_tags(page, _BASE, _BASE, 1):
        href = attribute(page, row, "href")
        if href:
            return absolute(href, page.url) or page.url
    return page.url
