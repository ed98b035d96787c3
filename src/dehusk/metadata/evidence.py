"""What is known of one page, each part found out when it is first asked for.

>>> from dehusk.page.parse import parse
>>> evidence = Evidence(parse('<html lang="en"><title>Tea | Leaf</title><h1>Tea</h1>'))
>>> evidence.title.text, evidence.language.value
('Tea', 'en')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from dehusk.lazy import lazy
from dehusk.metadata.bylines import author_claims
from dehusk.metadata.claims import Claim, Claims
from dehusk.metadata.html import PageHeading, base_address, document_title, headings, html_claims
from dehusk.metadata.json_ld import json_ld_items
from dehusk.metadata.meta_tags import Contents, contents, label_claims, meta_claims
from dehusk.metadata.microdata import MICRODATA, RDFA, items
from dehusk.metadata.schema import Hints, address_key, schema_claims
from dehusk.metadata.shown_dates import date_claims, far_date_claims, url_claims
from dehusk.metadata.site import Site
from dehusk.metadata.surroundings import Surroundings, links_elsewhere, row_showing
from dehusk.metadata.titles import Title, choose_title
from dehusk.metadata.values import TITLE_LIMIT, absolute, clean, key, language_tag
from dehusk.page import Page

NOTHING = Claim("", "", "")


class Evidence:
    """The claims of a page, and what several fields need to know to judge them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.claims = Claims(
            {
                "meta": lambda: meta_claims(self.contents),
                "html": lambda: html_claims(page),
                "json-ld": lambda: schema_claims(json_ld_items(page), "json-ld", self.hints),
                "microdata": lambda: schema_claims(items(page, MICRODATA), "microdata", self.hints),
                "rdfa": lambda: schema_claims(items(page, RDFA), "rdfa", self.hints),
                "byline": lambda: author_claims(self.around),
                "label": lambda: label_claims(self.contents),
                "shown": lambda: date_claims(self.around),
                "far": lambda: far_date_claims(self.around),
                "url": lambda: url_claims(page.url or self.canonical.value),
            }
        )

    def first(self, field: str, order: str, read: Callable[[str], str | None]) -> Claim:
        """The first claim about a field that holds a value, as `read` makes it."""
        for claim in self.claims.about(field, order):
            value = read(claim.value)
            if value is not None:
                return claim._replace(value=value)
        return NOTHING

    def by_source(self, field: str, order: str) -> Iterator[tuple[str, list[Claim]]]:
        """The claims about a field, those of each source together, read as they are asked for."""
        for reader in order.split():
            claims = self.claims.of(reader).get(field, [])
            for source, group in groupby(claims, key=lambda claim: claim.source):
                yield source, list(group)

    def absolute(self, value: str) -> str | None:
        """An address made absolute."""
        return absolute(value, self.base)

    @lazy
    def base(self) -> str | None:
        """The address that relative ones start from."""
        return base_address(self.page)

    @lazy
    def contents(self) -> Contents:
        """The `meta` elements."""
        return contents(self.page)

    @lazy
    def canonical(self) -> Claim:
        """The address that the page gives as its own."""
        return self.first("canonical_url", "html meta", self.absolute)

    @lazy
    def language(self) -> Claim:
        """The language: it also settles the order of numbers in dates."""
        return self.first("language", "html meta json-ld microdata rdfa", language_tag)

    @lazy
    def headings(self) -> list[PageHeading]:
        """The headings that may show the title."""
        return headings(self.page)

    @lazy
    def document_title(self) -> str | None:
        """What the window is called."""
        return document_title(self.page)

    @lazy
    def hints(self) -> Hints:
        """What tells the page's own schema.org item from others."""
        addresses = [self.page.url, self.canonical.value]
        addresses += [claim.value for claim in self.claims.about("canonical_url", "meta")]
        titles = [claim.value for claim in self.claims.about("title", "meta")]
        titles += [one.text for one in self.headings if one.level == 1]
        titles += [title for title in [self.document_title] if title]
        return Hints(
            frozenset(address_key(one) for one in addresses if one),
            frozenset(key(title) for title in titles) - {""},
            tuple(titles[:10]),
        )

    @lazy
    def site(self) -> Site:
        """The names of the site. Some pages give their own headline where its name belongs."""
        headlines = {key(claim.value) for claim in self.claims.about("title", "json-ld")}
        names = [
            claim.value
            for claim in self.claims.about("site_name", "meta json-ld html")
            if claim.source != "json-ld" or key(claim.value) not in headlines
        ]
        return Site.of(names[:20], [self.page.url, self.canonical.value])

    @lazy
    def sections(self) -> frozenset[str]:
        """The keys of the names of the site's sections that the page stands in."""
        claims = self.claims.about("section", "json-ld meta")
        return frozenset(key(claim.value) for claim in claims) - {""}

    @lazy
    def title(self) -> Title:
        """The title of the article."""
        declared = self._titles("json-ld meta") or self._titles("microdata rdfa")
        if self.document_title is not None:
            declared.append(Claim("title", "html", self.document_title))
        return choose_title(declared, self.headings, self.site)

    def _titles(self, order: str) -> list[Claim]:
        """The titles that some sources declare."""
        return [
            Claim("title", claim.source, text)
            for claim in self.claims.about("title", order)
            if (text := clean(claim.value, TITLE_LIMIT)) is not None
        ]

    @lazy
    def around(self) -> Surroundings:
        """What stands around the title: its heading, else the text that is the same."""
        text, _, row = self.title
        if text is not None and (row < 0 or links_elsewhere(self.page, row)):
            row = row_showing(self.page, text)
        if row < 0:
            row = next((one.row for one in self.headings if one.level == 1), -1)
        return Surroundings(self.page, row, self.language.value)
