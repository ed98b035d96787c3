"""Put together what all sources say.

>>> from marrow.parse import parse
>>> page = parse('<title>Tea | Leaf</title><meta name="author" content="By Ann Leaf"><h1>Tea</h1>')
>>> metadata = read_metadata(page)
>>> metadata.title, metadata.authors, metadata.sources["authors"]
('Tea', ('Ann Leaf',), 'meta')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import groupby
from types import MappingProxyType

from marrow.metadata.bylines import author_claims
from marrow.metadata.claims import Claim, Claims
from marrow.metadata.dates import parse_date
from marrow.metadata.html import Heading, base_address, document_title, headings, html_claims
from marrow.metadata.json_ld import json_ld_items
from marrow.metadata.meta_tags import meta_claims
from marrow.metadata.microdata import MICRODATA, RDFA, items
from marrow.metadata.names import is_nobody, is_organisation, split_names
from marrow.metadata.record import Metadata
from marrow.metadata.schema import Hints, address_key, schema_claims
from marrow.metadata.shown_dates import date_claims
from marrow.metadata.site import Site
from marrow.metadata.surroundings import Surroundings, links_elsewhere, row_showing
from marrow.metadata.titles import Title, choose_title
from marrow.metadata.values import NAME_LIMIT, TEXT_LIMIT, TITLE_LIMIT, absolute, clean, key
from marrow.page import Page

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}")
_URL_DATE = re.compile(r"/((?:19|20)\d\d)/(0?[1-9]|1[0-2])/(0?[1-9]|[12]\d|3[01])(?:/|$)")
_TAG_LIMIT = 100


def read_metadata(page: Page) -> Metadata:
    """What a page says of itself; never raises, whatever the page holds."""
    return _Reading(page).metadata()


class _Reading:
    """One page being read: the sources, and what is known so far."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sources: dict[str, str] = {}
        self.claims = Claims(
            {
                "meta": lambda: meta_claims(page),
                "html": lambda: html_claims(page),
                "json-ld": lambda: schema_claims(json_ld_items(page), "json-ld", self.hints),
                "microdata": lambda: schema_claims(items(page, MICRODATA), "microdata", self.hints),
                "rdfa": lambda: schema_claims(items(page, RDFA), "rdfa", self.hints),
                "byline": lambda: author_claims(self.around),
                "shown": lambda: date_claims(self.around),
                "url": lambda: _url_claims(self.page.url or self.canonical or ""),
            }
        )

    def metadata(self) -> Metadata:
        return Metadata(
            title=self.title.text,
            authors=self.authors(),
            date_published=self.date("date_published"),
            date_modified=self.date("date_modified"),
            site_name=self.first("site_name", "meta json-ld html", _name),
            description=self.first("description", "meta json-ld microdata rdfa", clean),
            language=self.language,
            canonical_url=self.canonical,
            image=self.first("image", "meta json-ld microdata rdfa html", self.absolute),
            tags=self.tags(),
            license=self.first("license", "html json-ld microdata rdfa meta", self.license),
            kind=self.kind(),
            url=self.url,
            sources=MappingProxyType(self.sources),
        )

    def first(self, field: str, order: str, read: Callable[[str], str | None]) -> str | None:
        """The first claim that holds a value."""
        for claim in self.claims.about(field, order):
            value = read(claim.value)
            if value is not None:
                self.sources[field] = claim.source
                return value
        return None

    @cached_property
    def around(self) -> Surroundings:
        text, _, row = self.title
        if text is not None and (row < 0 or links_elsewhere(self.page, row)):
            row = row_showing(self.page, text)
        if row < 0:
            row = next((one.row for one in self.headings if one.level == 1), -1)
        return Surroundings(self.page, row)

    @cached_property
    def base(self) -> str | None:
        return base_address(self.page)

    def absolute(self, value: str) -> str | None:
        return absolute(value, self.base)

    @cached_property
    def canonical(self) -> str | None:
        return self.first("canonical_url", "html meta", self.absolute)

    @cached_property
    def url(self) -> str | None:
        self.sources["url"] = "caller"
        return self.page.url

    @cached_property
    def language(self) -> str | None:
        return self.first("language", "html meta json-ld microdata rdfa", _language)

    @cached_property
    def headings(self) -> list[Heading]:
        return headings(self.page)

    @cached_property
    def hints(self) -> Hints:
        addresses = [self.page.url, self.canonical]
        addresses += [claim.value for claim in self.claims.about("canonical_url", "meta")]
        titles = [claim.value for claim in self.claims.about("title", "meta")]
        titles += [one.text for one in self.headings if one.level == 1]
        titles += [title for title in [document_title(self.page)] if title]
        return Hints(
            frozenset(address_key(one) for one in addresses if one),
            frozenset(key(title) for title in titles) - {""},
            tuple(titles[:10]),
        )

    @cached_property
    def site(self) -> Site:
        names = [claim.value for claim in self.claims.about("site_name", "meta json-ld html")]
        return Site.of(names[:20], [self.page.url, self.canonical])

    @cached_property
    def title(self) -> Title:
        declared = [
            claim._replace(value=text)
            for claim in self.claims.about("title", "json-ld meta microdata rdfa")
            if (text := clean(claim.value, TITLE_LIMIT)) is not None
        ]
        document = document_title(self.page)
        if document is not None:
            declared.append(Claim("title", "html", document))
        title = choose_title(declared, self.headings, self.site)
        if title.text is not None:
            self.sources["title"] = title.source
        return title

    def license(self, value: str) -> str | None:
        return absolute(value, self.base if "/" in value else None) or _name(value)

    def kind(self) -> str | None:
        claims = [
            *self.claims.about("kind", "json-ld microdata rdfa"),
            *self.claims.about("kind", "meta"),
        ]
        for claim in sorted(claims, key=lambda claim: claim.weak):
            self.sources["kind"] = claim.source
            return clean(claim.value, 100)
        return None

    def authors(self) -> tuple[str, ...]:
        """The names of the first source that names persons, else of the first that names anybody."""
        fallback: tuple[tuple[str, ...], str] = ((), "")
        for source, claims in self.by_source("authors", "json-ld meta microdata rdfa byline"):
            names = _author_names(claims)
            persons = tuple(
                name for name, weak in names.items() if not (weak or self.impersonal(name))
            )
            if persons:
                self.sources["authors"] = source
                return persons
            if names and not fallback[0]:
                fallback = tuple(name for name in names if not is_nobody(name)), source
        if fallback[0]:
            self.sources["authors"] = fallback[1]
        return fallback[0]

    def by_source(self, field: str, order: str) -> Iterator[tuple[str, list[Claim]]]:
        return (
            (source, list(claims))
            for source, claims in groupby(
                self.claims.about(field, order), lambda claim: claim.source
            )
        )

    def impersonal(self, name: str) -> bool:
        return is_nobody(name) or is_organisation(name) or self.site.is_named(name, loosely=True)

    def date(self, field: str) -> str | None:
        return self.first(
            field,
            "json-ld meta microdata rdfa shown",
            lambda text: parse_date(text, self.language),
        )

    def tags(self) -> tuple[str, ...]:
        """The tags of the first source that has any."""
        for source, claims in self.by_source("tags", "json-ld meta html microdata rdfa"):
            tags = {tag: None for claim in claims for tag in _split_tags(claim.value)}
            if tags:
                self.sources["tags"] = source
                return tuple(tags)[:_TAG_LIMIT]
        return ()


def _url_claims(address: str) -> Iterator[Claim]:
    """The day in an address such as `/2024/03/14/tea`: that is how sites file what they publish."""
    if match := _URL_DATE.search(address[:1_000]):
        yield Claim("date_published", "url", "-".join(match.groups()))


def _author_names(claims: list[Claim]) -> dict[str, bool]:
    """The names in some claims, each with whether it is weak."""
    names: dict[str, tuple[str, bool]] = {}
    for claim in claims:
        for name in split_names(claim.value):
            names.setdefault(key(name), (name, claim.weak))
    return dict(names.values())


def _split_tags(value: str) -> list[str]:
    separator = ";" if ";" in value and "," not in value else ","
    tags = (
        clean(tag.strip(" #"), NAME_LIMIT)
        for tag in re.split(f"[{separator}、，،]", value[:TEXT_LIMIT])
    )
    return [tag for tag in tags if tag]


def _name(value: str) -> str | None:
    """A name, but not the handle of an account."""
    return None if value.startswith("@") else clean(value, NAME_LIMIT)


def _language(value: str) -> str | None:
    match = _LANGUAGE.fullmatch(value.strip().replace("_", "-"))
    return match[0] if match else None
