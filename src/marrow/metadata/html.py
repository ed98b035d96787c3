"""What plain HTML says: language, links, headings, the document's title.

>>> from marrow.parse import parse
>>> page = parse('<html lang="en"><link rel="canonical" href="https://example.org/tea">')
>>> [(claim.field, claim.value) for claim in html_claims(page, Marks(page))]
[('language', 'en'), ('canonical_url', 'https://example.org/tea')]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from marrow.metadata.claims import Claim
from marrow.metadata.markup import Marks, visible_text
from marrow.metadata.values import TITLE_LIMIT, absolute, clean
from marrow.page import Page
from marrow.tags import HEADINGS, Tag

_HEADING_LIMIT = 100
_PERMALINK = " \t\n¶#§🔗"
_RELATIONS = {
    "canonical": "canonical_url",
    "license": "license",
    "licence": "license",
    "image_src": "image",
}


def html_claims(page: Page, marks: Marks) -> Iterator[Claim]:
    """Language, canonical address, licence, tags and the site's name."""
    for row in page.rows_with_tag(Tag.HTML)[:1].tolist():
        for name in ("lang", "xml:lang"):
            language = page.attribute(row, name)
            if language:
                yield Claim("language", "html", language)
    for row in marks.find("canonical", "licen", "tag", "home", "image_src"):
        if page.tag[row] in (Tag.A, Tag.LINK, Tag.AREA):
            rel = (page.attribute(row, "rel") or "").lower().split()
            yield from _link_claims(page, row, rel)


def _link_claims(page: Page, row: int, rel: list[str]) -> Iterator[Claim]:
    address = page.attribute(row, "href")
    if not address:
        return
    for name, field in _RELATIONS.items():
        if name in rel:
            yield Claim(field, "html", address)
    if page.tag[row] != Tag.A:
        return
    if "tag" in rel and "category" not in rel:
        yield Claim("tags", "html", visible_text(page, row))
    if "home" in rel:
        yield Claim("site_name", "html", visible_text(page, row))


def document_title(page: Page) -> str | None:
    """The text of the first `title` element."""
    for row in page.rows_with_tag(Tag.TITLE)[:1].tolist():
        return clean(page.text_of(row), TITLE_LIMIT)
    return None


class Heading(NamedTuple):
    """A heading: its row, its level from 1 to 6, its text, of which a line may be a subtitle."""

    row: int
    level: int
    text: str


def headings(page: Page) -> list[Heading]:
    """The headings of a page, without the sign that links to them."""
    found: list[Heading] = []
    for row in HEADINGS.mask(page.tag).nonzero()[0][:_HEADING_LIMIT].tolist():
        level = int(page.tag[row]) - Tag.H1 + 1
        lines = visible_text(page, row).split("\n") if level == 1 else [page.text_of(row)]
        text = "\n".join(filter(None, map(clean, lines))).rstrip(_PERMALINK)
        if 0 < len(text) <= TITLE_LIMIT:
            found.append(Heading(row, level, text))
    return found


def base_address(page: Page) -> str | None:
    """The address that relative ones start from: `base`, else the page's own."""
    for row in page.rows_with_tag(Tag.BASE)[:1].tolist():
        href = page.attribute(row, "href")
        if href:
            return absolute(href, page.url) or page.url
    return page.url
