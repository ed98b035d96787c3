"""The `meta` elements of a page: OpenGraph, Twitter, Dublin Core, citation and plain names.

>>> from dehusk.page.parse import parse
>>> page = parse('<meta property="og:title" content="Tea"><meta name="Author" content="Ann Leaf">')
>>> [(claim.field, claim.source, claim.value) for claim in meta_claims(contents(page))]
[('title', 'opengraph', 'Tea'), ('authors', 'meta', 'Ann Leaf')]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from dehusk.metadata.claims import Claim
from dehusk.metadata.names import starts_with_by, turned
from dehusk.native.attributes import on_tag
from dehusk.page import Page
from dehusk.page.tags import Tag

_NAMES = {
    "title": """
        og:title twitter:title citation_title dcterms.title dc.title parsely-title sailthru.title
        eprints.title bepress_citation_title headline title""",
    "authors": """
        citation_author citation_authors bepress_citation_author eprints.creators_name author
        parsely-author sailthru.author article:author og:article:author og:author book:author byl
        article:author_name shareaholic:article_author_name authors article.author
        cxenseparse:author creator twitter:author dcterms.creator dc.creator
        dc.creator.personalname""",
    "date_published": """
        article:published_time og:article:published_time og:published_time article:published
        datepublished citation_publication_date citation_online_date citation_date parsely-pub-date
        sailthru.date dcterms.issued dcterms.created dcterms.date dc.date.issued dc.date.created
        dc.date dc.issued pubdate publishdate publish_date publish-date publication_date
        publication-date published_time published-date publisheddate article.published
        article_date_original article.created rnews:datepublished displaydate
        cxenseparse:publishtime cxenseparse:recs:publishtime shareaholic:article_published_time
        date date_published originalpublicationdate og:pubdate created creation_date
        book:release_date video:release_date pub_date published_at og:publish_date datecreated
        dc.created prism.publicationdate iso-8601-publish-date uploaddate published date-pub
        og:release_date bepress_citation_date article:first_published_time""",
    "date_modified": """
        article:modified_time og:article:modified_time og:updated_time og:modified_time
        article:modified article:updated_time datemodified dcterms.modified dc.date.modified
        dc.modified last-modified lastmod modified_time article.updated revised date_modified
        shareaholic:article_modified_time updated_time last_modified dateupdate updated ms.date""",
    "site_name": """
        og:site_name application-name apple-mobile-web-app-title al:android:app_name
        dcterms.publisher dc.publisher citation_journal_title publisher""",
    "description": """
        description og:description twitter:description dcterms.abstract dcterms.description
        dc.description sailthru.description abstract citation_abstract""",
    "language": """
        content-language og:locale language dcterms.language dc.language citation_language""",
    "canonical_url": "og:url twitter:url",
    "image": """
        og:image og:image:secure_url og:image:url twitter:image twitter:image:src
        parsely-image-url sailthru.image.full thumbnail""",
    "image_width": "og:image:width twitter:image:width",
    "image_height": "og:image:height twitter:image:height",
    "tags": """
        article:tag og:article:tag book:tag video:tag parsely-tags news_keywords sailthru.tags
        citation_keywords keywords dcterms.subject dc.subject""",
    "license": "dcterms.license dc.rights.license dcterms.rights dc.rights license",
    "section": "article:section parsely-section section",
    "kind": "og:type",
}
_INVERTED = frozenset(
    """citation_author citation_authors bepress_citation_author eprints.creators_name
    dcterms.creator dc.creator dc.creator.personalname""".split()
)
"""Names whose contents are written as in a bibliography: `Leaf, Ann`."""

_LABELS = {"twitter:label1": "twitter:data1", "twitter:label2": "twitter:data2"}
_LABELED = frozenset([*_LABELS, *_LABELS.values()])
_LIST_LIMIT = 20_000
_META_LIMIT = 5_000
_NAME_LIMIT = 1_000
_META = int(Tag.META)
_ATTRIBUTES = ("value", "content", "property", "name", "http-equiv")
_CONTENT, _NAMING = 1, 2
_FIELD_OF = {name: field for field, names in _NAMES.items() for name in names.split()}
_RANK = {name: rank for names in _NAMES.values() for rank, name in enumerate(names.split())}
_PREFIXED = {
    "dc:": "dc.",
    "dcterms:": "dcterms.",
    "dct:": "dcterms.",
    "schema:": "",
    "twitter.": "twitter:",
}


Contents = list[tuple[str, str]]


def contents(page: Page) -> Contents:
    """The known names and the contents of the `meta` elements, names in one spelling."""
    held: dict[int, bytes] = {}
    named: list[tuple[int, int, bytes]] = []
    for one in on_tag(page, _META, _ATTRIBUTES):
        row, own, value = one
        if own >= _NAMING:
            named.append(one)
        elif value and (own == _CONTENT or row not in held):
            held[row] = value
    named.sort()
    return [
        (name, held[row].decode(errors="replace"))
        for row, _, names in named[:_META_LIMIT]
        if row in held
        for name in _known_names(names)
    ]


@lru_cache(maxsize=1_024)  # the same few dozen on most pages
def _known_names(value: bytes) -> tuple[str, ...]:
    """The names in an attribute that we know, in lower case and one spelling."""
    if len(value) > _NAME_LIMIT:
        return ()
    names = map(_plain, value.decode(errors="replace").lower().split())
    return tuple(name for name in names if name in _FIELD_OF or name in _LABELED)


def meta_claims(found: Contents) -> Iterator[Claim]:
    """What the `meta` elements say, for each field the more telling names first."""
    known = [one for one in found if one[0] in _FIELD_OF]
    for name, content in sorted(known, key=lambda one: _RANK[one[0]]):
        if name in _INVERTED:
            for value in _authors(content):
                yield Claim(_FIELD_OF[name], _source(name), value)
        else:
            yield Claim(_FIELD_OF[name], _source(name), content)


def label_claims(found: Contents) -> Iterator[Claim]:
    """The author in a Twitter card: a label such as `Written by`, and the name under it.

    >>> found = [("twitter:label1", "Verfasst von"), ("twitter:data1", "Ann Leaf")]
    >>> [claim.value for claim in label_claims(found)]
    ['Ann Leaf']
    """
    values = dict(found)
    for label, data in _LABELS.items():
        if data in values and starts_with_by(values.get(label, "") + ": "):
            yield Claim("authors", "twitter", values[data])


def _authors(content: str) -> list[str]:
    """The names in a list of authors whose family names stand first."""
    return [turned(one.strip()) for one in content[:_LIST_LIMIT].split(";")]


def _plain(name: str) -> str:
    """One spelling of a name: `DC:Creator` and `dcterms:creator` with a dot."""
    if name not in _FIELD_OF:
        for prefix, plain in _PREFIXED.items():
            if name.startswith(prefix):
                return plain + name[len(prefix) :]
    return name


@cache
def _source(name: str) -> str:
    if name.startswith(("og:", "article:", "book:", "video:")):
        return "opengraph"
    return "twitter" if name.startswith("twitter:") else "meta"
