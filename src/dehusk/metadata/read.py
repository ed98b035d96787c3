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
from typing import NamedTuple

from dehusk.metadata.bylines import names_beside
from dehusk.metadata.claims import Claim
from dehusk.metadata.dates import parse_date
from dehusk.metadata.evidence import NOTHING, Evidence
from dehusk.metadata.names import is_nobody, is_organisation, split_names
from dehusk.metadata.record import Metadata
from dehusk.metadata.standfirst import shown_description
from dehusk.metadata.values import NAME_LIMIT, TEXT_LIMIT, absolute, clean, key, pixels
from dehusk.page import Page

_TAG_LIMIT = 100
_AUTHOR_LIMIT = 500
_DECLARED_LIMIT = 3
_SIZED = "meta json-ld"
_COMMAS, _SEMICOLONS = re.compile("[,、，،]"), re.compile(";")


def read_metadata(page: Page) -> Metadata:
    """What a page says of itself; never raises, whatever the page holds."""
    evidence = Evidence(page)
    published = _date(evidence, "date_published", "shown far url")
    description = evidence.first("description", "meta json-ld microdata rdfa", clean)
    texts = {
        "title": _title(evidence),
        "date_published": published,
        "date_modified": _date(
            evidence, "date_modified", "shown" if published.value else "shown far"
        ),
        "site_name": evidence.first("site_name", "meta json-ld html", _name),
        "description": description,
        "standfirst": _standfirst(evidence, description),
        "language": evidence.language,
        "canonical_url": evidence.canonical,
        "image": evidence.first("image", "meta json-ld microdata rdfa html", evidence.absolute),
        "license": _license(evidence),
        "kind": _kind(evidence),
        "url": Claim("url", "caller", page.url) if page.url else evidence.canonical,
    }
    lists = {"authors": _authors(evidence), "tags": _tags(evidence)}
    sources = {name: claim.source for name, claim in texts.items() if claim.value}
    sources |= {name: found.source for name, found in lists.items() if found.values}
    return Metadata(
        **{name: claim.value or None for name, claim in texts.items()},
        authors=lists["authors"].values,
        tags=lists["tags"].values,
        image_width=_size(evidence, "image_width", texts["image"]),
        image_height=_size(evidence, "image_height", texts["image"]),
        sources=sources,
    )


class _List(NamedTuple):
    """Several values from one source."""

    values: tuple[str, ...] = ()
    source: str = ""


def _title(evidence: Evidence) -> Claim:
    text, source, _ = evidence.title
    return NOTHING if text is None else Claim("title", source, text)


def _standfirst(evidence: Evidence, description: Claim) -> Claim:
    shown = shown_description(evidence.page, description.value, evidence.title[2])
    return description._replace(value=shown or "")


def _date(evidence: Evidence, field: str, shown: str) -> Claim:
    language = evidence.language.value
    order = f"json-ld meta microdata rdfa {shown}"
    return evidence.first(field, order, lambda text: parse_date(text, language))


def _license(evidence: Evidence) -> Claim:
    """An address where there is one, else a name."""

    def read(value: str) -> str | None:
        return absolute(value, evidence.base if "/" in value else None) or _name(value)

    return evidence.first("license", "html json-ld microdata rdfa meta", read)


def _size(evidence: Evidence, field: str, image: Claim) -> int | None:
    """A width or height, if the source that names the image says it."""
    of_source = [one for one in evidence.claims.about(field, _SIZED) if one.source == image.source]
    return pixels(of_source[0].value) if of_source else None


def _kind(evidence: Evidence) -> Claim:
    """The schema.org type, else `og:type`, else a type that says no more than "a page"."""
    best = NOTHING
    for claim in evidence.claims.about("kind", "json-ld microdata rdfa meta"):
        if not claim.weak or not best.value:
            best = claim
        if not claim.weak:
            break
    return best._replace(value=clean(best.value, NAME_LIMIT) or "")


def _authors(evidence: Evidence) -> _List:
    """The names of the first source that names persons, else of the first that names anybody."""
    fallback = _List()
    for source, claims in evidence.by_source("authors", "json-ld meta microdata rdfa byline label"):
        names = [one for one in _names(claims) if not _is_nobody(one[0], evidence)]
        persons = [name for name, weak in names if not weak and _is_person(name, evidence)]
        if persons:
            beside = {key(name) for name in persons} | _listed(claims, evidence)
            named = [name for name, _ in names if key(name) in beside]
            return _with_others(named, source, evidence)
        if not fallback.values:
            fallback = _List(tuple(name for name, _ in names), source)
    return fallback if fallback.values else _List()


def _listed(claims: list[Claim], evidence: Evidence) -> set[str]:
    """The keys of organisations that are listed as authors of their own, the site's apart."""
    return {
        key(claim.value)
        for claim in claims
        if not evidence.site.is_named(claim.value, loosely=True)
    }


def _with_others(named: list[str], source: str, evidence: Evidence) -> _List:
    """Declared authors, and the persons who stand beside them on the byline."""
    if source != "byline" and len(named) <= _DECLARED_LIMIT:
        shown = names_beside(evidence.around, named)
        if {key(name) for name in shown} > {key(name) for name in named} and all(
            _is_person(name, evidence) for name in shown
        ):
            return _List(tuple(shown), "byline")
    return _List(tuple(named), source)


def _names(claims: list[Claim]) -> list[tuple[str, bool]]:
    """The names in some claims, each once and with whether its claim is weak."""
    names: dict[str, tuple[str, bool]] = {}
    for claim in claims[:_AUTHOR_LIMIT]:
        for name in split_names(claim.value):
            names.setdefault(key(name), (name, claim.weak))
    return list(names.values())[:_AUTHOR_LIMIT]


def _is_nobody(name: str, evidence: Evidence) -> bool:
    """Whether a name is a word of the system's, or that of the section the page stands in."""
    return is_nobody(name) or key(name) in evidence.sections


def _is_person(name: str, evidence: Evidence) -> bool:
    return not (is_organisation(name) or evidence.site.is_named(name, loosely=True))


def _tags(evidence: Evidence) -> _List:
    """The tags of the first source that has any."""
    for source, claims in evidence.by_source("tags", "json-ld meta html microdata rdfa"):
        tags = dict.fromkeys(tag for claim in claims for tag in _split_tags(claim.value))
        if tags:
            return _List(tuple(tags)[:_TAG_LIMIT], source)
    return _List()


def _split_tags(value: str) -> list[str]:
    """The tags in a list with commas, or with semicolons where there are no commas.

    >>> _split_tags("tea, #green tea"), _split_tags("tea; pots")
    (['tea', 'green tea'], ['tea', 'pots'])
    """
    text = value[:TEXT_LIMIT]
    separator = _COMMAS if _COMMAS.search(text) else _SEMICOLONS
    tags = (clean(part.strip(" #"), NAME_LIMIT) for part in separator.split(text))
    return [tag for tag in tags if tag]


def _name(value: str) -> str | None:
    """A name, but not the handle of an account."""
    return None if value.startswith("@") else clean(value, NAME_LIMIT)
