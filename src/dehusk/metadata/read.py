"""Put together what all sources say.

>>> from dehusk.page.parse import parse
>>> page = parse('<title>Tea | Leaf</title><meta name="author" content="By Ann Leaf"><h1>Tea</h1>')
>>> metadata = read_metadata(page)
>>> metadata.title, metadata.authors, metadata.sources["authors"]
('Tea', ('Ann Leaf',), 'meta')

For each field there is an order in which the sources are heard, and the first that holds a value
decides. A source that is not asked for is not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from dehusk.errors import no_attribute
from dehusk.metadata.bylines import names_beside
from dehusk.metadata.claims import Claim
from dehusk.metadata.dates import parse_date
from dehusk.metadata.evidence import NOTHING, Evidence, Found
from dehusk.metadata.markup import paragraphs
from dehusk.metadata.names import is_nobody, is_organisation, split_names
from dehusk.metadata.record import Metadata, base_of
from dehusk.metadata.shown_dates import in_local_time
from dehusk.metadata.standfirst import read_standfirst
from dehusk.metadata.titles import title_parts
from dehusk.metadata.values import (
    NAME_LIMIT,
    TEXT_LIMIT,
    absolute,
    clean,
    host_of,
    key,
    pixels,
)
from dehusk.page import Page

_TAG_LIMIT = 100
_AUTHOR_LIMIT = 500
_DECLARED_LIMIT = 3
_UTC = "+00:00"
_COMMAS = re.compile("[,、，،]")
_DECLARED = ("json-ld", "meta", "microdata", "rdfa")
_META_FIRST = ("meta", "json-ld", "microdata", "rdfa")


def read_metadata(page: Page) -> Metadata:
    """What a page says of itself; never raises, whatever the page holds."""
    return Facts(page).metadata()


class Facts:
    """The fields of `Metadata`, each read when it is first asked for.

    >>> from dehusk.page.parse import parse
    >>> Facts(parse("<title>Tea</title>")).title
    'Tea'
    """

    title: str | None
    authors: tuple[str, ...]
    date_published: str | None
    language: str | None
    description: str | None
    standfirst: str | None
    image: str | None

    def __init__(self, page: Page) -> None:
        self.page = page
        self.evidence = Evidence(page)
        self.sources: dict[str, str] = {}

    def __reduce__(self) -> tuple[type[Facts], tuple[Page]]:
        return Facts, (self.page,)

    if not TYPE_CHECKING:  # type checkers know the names

        def __getattr__(self, field: str) -> Any:
            if field not in _READERS:
                raise AttributeError(no_attribute(self, field), name=field, obj=self)
            return self._read(field)

    def _read(self, field: str) -> Any:
        value, source = _READERS[field](self)
        if value and source:
            self.sources[field] = source
        vars(self)[field] = value
        return value

    @property
    def base_language(self) -> str | None:
        """The language without script, region and variant."""
        return base_of(self.language)

    def metadata(self) -> Metadata:
        """All fields."""
        known = vars(self)
        values = {one: known[one] if one in known else self._read(one) for one in _READERS}
        sources = {field: self.sources[field] for field in _READERS if field in self.sources}
        return Metadata(**values, sources=sources)


_List = tuple[tuple[str, ...], str]
"""Several values from one source."""

_NO_LIST: _List = ((), "")


def _published(facts: Facts) -> Found:
    return _date(facts.evidence, "date_published", "shown", "far", "url")


def _modified(facts: Facts) -> Found:
    shown = ("shown",) if facts.date_published else ("shown", "far")
    return _date(facts.evidence, "date_modified", *shown)


def _date(evidence: Evidence, field: str, *shown: str) -> Found:
    language = evidence.language[0]
    found, source = evidence.first(
        field, (*_DECLARED, *shown), lambda text: parse_date(text, language)
    )
    if found and found.endswith(_UTC):
        found = in_local_time(found, evidence.around)
    return found, source


def _standfirst(facts: Facts) -> Found:
    if facts.evidence.title.row < 0:
        return NOTHING
    description = facts.description
    shown = read_standfirst(facts.evidence.around, description or "")
    if not shown:
        return NOTHING
    is_description = description and description.rstrip(".") in shown
    return shown, facts.sources["description"] if is_description else "html"


def _image(facts: Facts) -> Found:
    return facts.evidence.first("image", (*_META_FIRST, "html"), facts.evidence.absolute)


def _size(facts: Facts, field: str) -> tuple[int | None, str]:
    """A width or height, if the source that names the image says it."""
    if facts.image:
        for name in ("meta", "json-ld"):
            for value, source, _ in facts.evidence[name][field]:
                if source == facts.sources["image"]:
                    return pixels(value), ""
    return None, ""


def _license(facts: Facts) -> Found:
    """An address where there is one, else a name."""
    evidence = facts.evidence

    def read(value: str) -> str | None:
        return absolute(value, evidence.base if "/" in value else None) or _name(value)

    return evidence.first("license", ("html", "json-ld", "microdata", "rdfa", "meta"), read)


def _kind(facts: Facts) -> Found:
    """The schema.org type, else `og:type`, else a type that says no more than "a page"."""
    order = ("json-ld", "microdata", "rdfa", "meta")
    claims = [claim for name in order for claim in facts.evidence[name]["kind"]]
    value, source, _ = min(claims, key=lambda claim: claim[2], default=("", "", False))
    kind = clean(value, NAME_LIMIT)
    return (kind, source) if kind else NOTHING


def _url(facts: Facts) -> Found:
    return (facts.page.url, "caller") if facts.page.url else facts.evidence.canonical


def _site_name(facts: Facts) -> Found:
    """The declared name, else the part of the title that is like the host's, else the host."""
    evidence = facts.evidence
    found = evidence.first("site_name", ("meta", "json-ld", "html"), _name)
    if found[0]:
        return found
    for part in reversed(title_parts(evidence.document_title or "")):
        if part != facts.title and evidence.site.is_named(part, loosely=True):
            return part, "html"
    host = host_of(facts.page.url or evidence.canonical[0] or "")
    return (host.removeprefix("www."), "url") if host else NOTHING


def _language(facts: Facts) -> Found:
    """The declared language, else that of the paragraphs."""
    if facts.evidence.language[0]:
        return facts.evidence.language
    from dehusk.metadata.language import LETTERS_READ, language_of_text

    found = language_of_text(paragraphs(facts.page, LETTERS_READ))
    return (found, "text") if found else NOTHING


def _thing(facts: Facts, kind: str) -> tuple[Any, str]:
    """What the page is about, if it is a thing of some kind."""
    return _thing_readers()[kind](facts.evidence), ""


@cache
def _thing_readers() -> dict[str, Callable[[Evidence], Any]]:
    """What reads things: a title and a byline do without."""
    from dehusk.metadata import declared_things, product

    return {"product": product.read_product, **declared_things.READERS}


def _authors(facts: Facts) -> _List:
    """The names of the first source that names persons, else of the first that names anybody."""
    evidence, fallback = facts.evidence, _NO_LIST
    order = (*_DECLARED, "byline", "label")
    for source, claims in evidence.by_source("authors", order):
        names = [one for one in _names(claims) if not _is_nobody(one[0], evidence)]
        persons = [name for name, weak in names if not weak and _is_person(name, evidence)]
        if persons:
            if len(persons) < len(names):
                beside = {key(name) for name in persons} | _listed(claims, evidence)
                persons = [name for name, _ in names if key(name) in beside]
            return _with_others(persons, source, evidence)
        if names and not fallback[0]:
            fallback = tuple([name for name, _ in names]), source
    bold = evidence["bold"]["authors"] if fallback[0] else []
    persons = [name for name, _, _ in bold if _is_person(name, evidence)]
    return (tuple(persons), "byline") if persons else fallback


def _listed(claims: list[Claim], evidence: Evidence) -> set[str]:
    """The keys of organisations that are listed as authors of their own, the site's apart."""
    return {key(value) for value, _, _ in claims if not evidence.site.is_named(value, loosely=True)}


def _with_others(named: list[str], source: str, evidence: Evidence) -> _List:
    """Declared authors, and the persons who stand beside them on the byline."""
    if source != "byline" and len(named) <= _DECLARED_LIMIT:
        shown = names_beside(evidence.around, named)
        if {key(name) for name in shown} > {key(name) for name in named} and all(
            _is_person(name, evidence) for name in shown
        ):
            return tuple(shown), "byline"
    return tuple(named), source


def _names(claims: list[Claim]) -> list[tuple[str, bool]]:
    """The names in some claims, each once and with whether its claim is weak."""
    names: dict[str, tuple[str, bool]] = {}
    for value, _, weak in claims[:_AUTHOR_LIMIT]:
        for name in split_names(value):
            names.setdefault(key(name), (name, weak))
    return list(names.values())[:_AUTHOR_LIMIT]


def _is_nobody(name: str, evidence: Evidence) -> bool:
    """Whether a name is a word of the system's, or that of the section the page stands in."""
    return is_nobody(name) or (bool(evidence.sections) and key(name) in evidence.sections)


def _is_person(name: str, evidence: Evidence) -> bool:
    return not (is_organisation(name) or evidence.site.is_named(name, loosely=True))


def _tags(facts: Facts) -> _List:
    """The tags of the first source that has any."""
    for source, claims in facts.evidence.by_source(
        "tags", ("json-ld", "meta", "html", "microdata", "rdfa")
    ):
        tags = dict.fromkeys([tag for value, _, _ in claims for tag in _split_tags(value)])
        if tags:
            return tuple(tags)[:_TAG_LIMIT], source
    return _NO_LIST


def _split_tags(value: str) -> list[str]:
    """The tags in a list with commas, or with semicolons where there are no commas.

    >>> _split_tags("tea, #green tea"), _split_tags("tea; pots")
    (['tea', 'green tea'], ['tea', 'pots'])
    """
    text = value[:TEXT_LIMIT]
    parts = _COMMAS.split(text) if _COMMAS.search(text) else text.split(";")
    tags = [clean(part.strip(" #"), NAME_LIMIT) for part in parts]
    return [tag for tag in tags if tag]


def _name(value: str) -> str | None:
    """A name, but not the handle of an account."""
    return None if value.startswith("@") else clean(value, NAME_LIMIT)


_READERS: dict[str, Callable[[Facts], tuple[Any, str]]] = {
    "title": lambda facts: facts.evidence.title[:2],
    "date_published": _published,
    "date_modified": _modified,
    "site_name": _site_name,
    "description": lambda facts: facts.evidence.first("description", _META_FIRST, clean),
    "standfirst": _standfirst,
    "language": _language,
    "canonical_url": lambda facts: facts.evidence.canonical,
    "image": _image,
    "image_width": lambda facts: _size(facts, "image_width"),
    "image_height": lambda facts: _size(facts, "image_height"),
    "license": _license,
    "kind": _kind,
    "url": _url,
    "authors": _authors,
    "tags": _tags,
    "product": lambda facts: _thing(facts, "product"),
    "recipe": lambda facts: _thing(facts, "recipe"),
    "event": lambda facts: _thing(facts, "event"),
    "job": lambda facts: _thing(facts, "job"),
}
"""How each field of `Metadata` is read: its value, and where it came from."""
