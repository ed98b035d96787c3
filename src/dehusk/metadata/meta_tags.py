"""The `meta` elements of a page: OpenGraph, Twitter, Dublin Core, citation and plain names.

>>> from dehusk.page.parse import parse
>>> page = parse('<meta property="og:title" content="Tea"><meta name="Author" content="Ann Leaf">')
>>> said = meta_claims(page)
>>> said["title"], said["authors"]
([('Tea', 'opengraph', False)], [('Ann Leaf', 'meta', False)])
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from operator import itemgetter

from dehusk.metadata.claims import Said
from dehusk.metadata.names import starts_with_by, turned
from dehusk.native.find import contents_on_tag
from dehusk.page import Page
from dehusk.page.loose_json import load
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
    "price": "product:sale_price:amount product:price:amount og:price:amount",
    "currency": "product:sale_price:currency product:price:currency og:price:currency",
    "availability": "product:availability og:availability",
    "brand": "product:brand og:brand",
    "sku": "product:sku product:retailer_item_id product:retailer_part_no",
    "gtin": "product:gtin product:ean product:upc product:isbn og:upc og:ean og:isbn",
}
_INVERTED = frozenset(
    """citation_author citation_authors bepress_citation_author eprints.creators_name
    dcterms.creator dc.creator dc.creator.personalname""".split()
)
"""Names whose contents are written as in a bibliography: `Leaf, Ann`."""

_PAGE = "parsely-page"
"""A name whose content is an object of JSON."""

_OF_PAGE = {
    "title": "title",
    "author": "authors",
    "pub_date": "date_published",
    "section": "section",
    "image_url": "image",
}
_LABELS = {"twitter:label1": "twitter:data1", "twitter:label2": "twitter:data2"}
_LIST_LIMIT = 20_000
_META_LIMIT = 5_000
_NAME_LIMIT = 1_000
_META = int(Tag.META)
_NAMING = ("property", "name", "http-equiv")
_HOLDING = ("content", "value")
_PREFIXED = {
    "dc:": "dc.",
    "dcterms:": "dcterms.",
    "dct:": "dcterms.",
    "schema:": "",
    "twitter.": "twitter:",
}


_Name = tuple[int, str, bool]
"""What a name is worth among those of its field, where its claims stand, and whether the family name
stands first in them."""

_Held = tuple[int, str, bool, str]
"""The same, and a claim."""

_RANK = itemgetter(0)


def _source(name: str) -> str:
    if name.startswith(("og:", "article:", "book:", "video:", "product:")):
        return "opengraph"
    return "twitter" if name.startswith("twitter:") else "meta"


_KNOWN = {
    name: (field, (rank, _source(name), name in _INVERTED))
    for field, names in _NAMES.items()
    for rank, name in enumerate(names.split())
} | {name: (name, (0, "twitter", False)) for pair in _LABELS.items() for name in pair}
_KNOWN[_PAGE] = (_PAGE, (0, "meta", False))


def meta_claims(page: Page) -> Said:
    """What the `meta` elements say, for each field the more telling names first."""
    found = contents_on_tag(page, _META, _NAMING, _HOLDING, _META_LIMIT, _NAME_LIMIT, _known_names)
    if _PAGE in found:
        found = _of_page(found[_PAGE]) | found
    said: Said = defaultdict(list)
    for field, held in found.items():
        if len(held) > 1:
            held.sort(key=_RANK)
        for _, source, is_inverted, content in held:
            for name in _authors(content) if is_inverted else (content,):
                said[field].append((name, source, False))
    return said


def _of_page(held: list[_Held]) -> dict[str, list[_Held]]:
    """What the object of JSON says of the fields, for those that no name of their own tells."""
    said: dict[str, list[_Held]] = defaultdict(list)
    for one in load(held[0][3]):
        for name, value in one.items() if isinstance(one, dict) else ():
            for text in value if isinstance(value, list) else [value]:
                if name in _OF_PAGE and isinstance(text, str) and text:
                    said[_OF_PAGE[name]].append((0, "meta", False, text))
    return said


@lru_cache(maxsize=1_024)  # the same few dozen on most pages
def _known_names(value: str) -> tuple[tuple[str, _Name], ...]:
    """The fields of the names in an attribute that we know, whatever their case and spelling."""
    names = map(_plain, value.lower().split())
    return tuple(_KNOWN[name] for name in names if name in _KNOWN)


def label_claims(said: Said) -> Said:
    """The author in a Twitter card: a label such as `Written by`, and the name under it.

    >>> from dehusk.page.parse import parse
    >>> label, name = '"twitter:label1" content="Verfasst von"', '"twitter:data1" content="Ann"'
    >>> label_claims(meta_claims(parse(f"<meta name={label}><meta name={name}>")))["authors"]
    [('Ann', 'twitter', False)]
    """
    found: Said = defaultdict(list)
    for label, data in _LABELS.items():
        if said[data] and said[label] and starts_with_by(said[label][-1][0] + ": "):
            found["authors"].append(said[data][-1])
    return found


def _authors(content: str) -> list[str]:
    """The names in a list of authors whose family names stand first."""
    return [turned(one.strip()) for one in content[:_LIST_LIMIT].split(";")]


def _plain(name: str) -> str:
    """One spelling of a name: `DC:Creator` and `dcterms:creator` with a dot."""
    if name not in _KNOWN:
        for prefix, plain in _PREFIXED.items():
            if name.startswith(prefix):
                return plain + name[len(prefix) :]
    return name
