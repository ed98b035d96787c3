"""Schema.org items, from JSON-LD, microdata or RDFa: which one is the page, and what it says.

>>> items = [{"@type": "Organization", "name": "Tea Ltd"},
...          {"@type": "NewsArticle", "headline": "Tea is back", "author": {"name": "Ann Leaf"}}]
>>> [(claim.field, claim.value) for claim in schema_claims(items, "json-ld", Hints())]
[('kind', 'NewsArticle'), ('title', 'Tea is back'), ('authors', 'Ann Leaf')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dehusk.metadata.claims import Claim
from dehusk.metadata.values import key, likeness

Item = dict[str, Any]

_ARTICLES = frozenset(
    """Article NewsArticle BlogPosting Report ScholarlyArticle MedicalScholarlyArticle TechArticle
    APIReference SocialMediaPosting DiscussionForumPosting LiveBlogPosting AnalysisNewsArticle
    AskPublicNewsArticle BackgroundNewsArticle OpinionNewsArticle ReportageNewsArticle
    ReviewNewsArticle AdvertiserContentArticle SatiricalArticle Recipe HowTo Question Review
    CriticReview ClaimReview Guide Thesis Chapter LearningResource PressRelease""".split()
)
_THINGS = frozenset(
    """CreativeWork Book Movie VideoObject AudioObject PodcastEpisode RadioEpisode TVEpisode
    TVSeries
    MusicRecording MusicAlbum Product ProductGroup IndividualProduct SoftwareApplication
    MobileApplication WebApplication VideoGame Game SoftwareSourceCode Dataset Event MusicEvent
    SportsEvent TheaterEvent EducationEvent Festival JobPosting Course Service Vehicle Car
    Accommodation House Apartment RealEstateListing Photograph VisualArtwork Painting
    Legislation DigitalDocument DefinedTerm Drug MedicalCondition Place TouristAttraction""".split()
)
_PAGES = frozenset(
    """WebPage ItemPage CollectionPage AboutPage ContactPage FAQPage QAPage ProfilePage
    SearchResultsPage CheckoutPage MedicalWebPage RealEstateListing ImageGallery MediaGallery
    VideoGallery Blog""".split()
)
_SITES = frozenset(["WebSite"])
_GENERIC = frozenset(["Article", "WebPage", "CreativeWork", "Thing"])
_GROUPS = ((0, _ARTICLES), (1, _THINGS), (2, _PAGES), (3, _SITES))
_NOT_AUTHORS = frozenset(["WebSite", "WebPage", "ImageObject"])
_LIST_LIMIT = 500
_SIZE_LIMIT = 20
_WITHOUT_TYPE = frozenset(["authors", "date_published", "date_modified", "description", "license"])
"""Fields that are believed of an item without a type: properties outside of all items."""


@dataclass(frozen=True)
class Hints:
    """What is known of the page already: it tells its own item from those of its neighbours."""

    addresses: frozenset[str] = field(default_factory=frozenset)
    titles: frozenset[str] = field(default_factory=frozenset)
    shown: tuple[str, ...] = ()


def schema_claims(items: list[Item], source: str, hints: Hints) -> Iterator[Claim]:
    """What the items that describe this page say, those of the best one first."""
    kinds = [types(item) for item in items]
    for item in _about_this_page(items, kinds, hints):
        yield from _claims_of(item, source)
    for item, own in zip(items[:1], kinds, strict=False):
        if not own:
            yield from _claims_without_type(item, source)
    for item, own in zip(items, kinds, strict=True):
        if "WebSite" in own:
            yield from (Claim("site_name", source, name) for name in _names(item)[:1])


def _claims_without_type(item: Item, source: str) -> Iterator[Claim]:
    """What properties outside of all items say. Of authors they must name one: several are those of
    the page's neighbours too.
    """
    claims = [one for one in _claims_of(item, source) if one.field in _WITHOUT_TYPE]
    authors = {key(one.value) for one in claims if one.field == "authors"}
    yield from (one for one in claims if one.field != "authors" or len(authors) == 1)


def types(item: Item) -> list[str]:
    """The schema.org types of an item, without their prefix.

    >>> types({"@type": ["https://schema.org/Article", "schema:BlogPosting"]})
    ['Article', 'BlogPosting']
    """
    declared = item.get("@type", item.get("type"))
    if isinstance(declared, str) and declared.isalpha():
        return [declared] if len(declared) < 200 else []
    several = declared if isinstance(declared, list) else [declared]
    return [
        one.strip().rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]
        for one in several[:20]
        if isinstance(one, str) and len(one) < 200
    ]


def _about_this_page(items: list[Item], kinds: list[list[str]], hints: Hints) -> list[Item]:
    """The best item of each group, articles before other things before pages.

    Of several items of one group none is the page's own unless its address or title says so: they
    are what a list shows. A single one is believed unless it says that it is something else.
    """
    chosen: list[Item] = []
    groups = [_group(own) for own in kinds]
    for group in range(3):
        if group not in groups:
            continue
        members = [item for item, own in zip(items, groups, strict=True) if own == group]
        agreeing = [item for item in members if _agrees(item, hints)]
        if agreeing:
            chosen.append(max(agreeing, key=len))
        elif len(members) == 1 and not _is_foreign(members[0], hints, strict=group == 1):
            chosen.append(members[0])
    return chosen


def _group(own: list[str]) -> int:
    for group, names in _GROUPS:
        if not names.isdisjoint(own):
            return group
    return 9


def _agrees(item: Item, hints: Hints) -> bool:
    return any(address_key(one) in hints.addresses for one in _addresses(item)) or any(
        key(title) in hints.titles for title in _titles(item)
    )


def _titles(item: Item) -> list[str]:
    return [*_texts(item.get("headline")), *_names(item)]


def _is_foreign(item: Item, hints: Hints, *, strict: bool) -> bool:
    """Whether an item that does not agree with the page speaks of something else.

    Articles are often declared under another headline or address. For videos, products and the
    like (`strict`) any difference counts: pages embed them.
    """
    titles = _titles(item)
    likest = max((likeness(one, other) for one in titles for other in hints.shown), default=1.0)
    if strict:
        return likest < 0.5
    return likest < 0.1 and bool(_addresses(item)) and bool(hints.addresses)


def address_key(address: str) -> str:
    """What two ways to write the same address have in common.

    >>> address_key("https://www.example.org/Tea/#main") == address_key("http://example.org/Tea")
    True
    """
    plain = address.strip().partition("#")[0].partition("?")[0]
    plain = plain.partition("://")[2] or plain
    return plain.removeprefix("www.").rstrip("/")


def _addresses(item: Item) -> list[str]:
    found: list[str] = []
    for prop in ("url", "@id", "mainEntityOfPage"):
        found.extend(_texts(item.get(prop), "url @id"))
    return found


def _claims_of(item: Item, source: str) -> Iterator[Claim]:
    kind = _kind(item)
    if kind is not None:
        yield Claim("kind", source, kind, weak=kind in ("WebPage", "CreativeWork"))
    for name, prop, inner in _TEXT_PROPERTIES:
        if prop in item:
            for text in _texts(item[prop], inner):
                yield Claim(name, source, text)
    yield from _author_claims(item, source)
    yield from _size_claims(item.get("image"), source)


_TEXT_FIELDS = {
    "title": ("headline name title", "@value"),
    "date_published": ("datePublished uploadDate datePosted pubdate issued dateCreated", "@value"),
    "date_modified": ("dateModified modified", "@value"),
    "site_name": ("publisher isPartOf", "name"),
    "description": ("description abstract", "@value"),
    "language": ("inLanguage language", "alternateName name @value"),
    "canonical_url": ("url mainEntityOfPage", "@id url"),
    "image": ("image thumbnailUrl primaryImageOfPage", "url contentUrl @id"),
    "tags": ("keywords", "name @value"),
    "section": ("articleSection", "name @value"),
    "license": ("license", "url @id name"),
}
"""For each field the properties that may hold it, and for a nested item the properties to read."""

_TEXT_PROPERTIES = tuple(
    (name, prop, inner)
    for name, (properties, inner) in _TEXT_FIELDS.items()
    for prop in properties.split()
)


def _kind(item: Item) -> str | None:
    """The most telling of an item's types.

    >>> _kind({"@type": ["Article", "BlogPosting"]})
    'BlogPosting'
    """
    own = types(item)
    for _, names in _GROUPS:
        known = [name for name in own if name in names]
        if known:
            return min(known, key=lambda name: name in _GENERIC)
    return None


def _author_claims(item: Item, source: str) -> Iterator[Claim]:
    for prop in ("author", "creator"):
        value = item.get(prop)
        for author in value[:_LIST_LIMIT] if isinstance(value, list) else [value]:
            if isinstance(author, str):
                yield Claim("authors", source, author)
            elif isinstance(author, dict) and _NOT_AUTHORS.isdisjoint(types(author)):
                impersonal = any("Organization" in one for one in types(author))
                for name in _names(author):
                    yield Claim("authors", source, name, weak=impersonal)


def _size_claims(image: Any, source: str) -> Iterator[Claim]:
    """The size of the first picture, if it is an item of its own."""
    first = image[0] if isinstance(image, list) and image else image
    if isinstance(first, dict):
        for name, prop in (("image_width", "width"), ("image_height", "height")):
            value = first.get(prop)
            size = value.get("value", value.get("@value")) if isinstance(value, dict) else value
            if isinstance(size, (str, int, float)):
                yield Claim(name, source, str(size)[:_SIZE_LIMIT])


def _names(item: Item) -> list[str]:
    return _texts(item.get("name"), "@value") or _given_and_family(item)


def _given_and_family(item: Item) -> list[str]:
    parts = [*_texts(item.get("givenName"))[:1], *_texts(item.get("familyName"))[:1]]
    return [" ".join(parts)] if parts else []


def _texts(value: Any, inner: str = "@value") -> list[str]:
    """The strings in a value: itself, those in a list, and one of the `inner` properties of items.

    >>> _texts([{"@value": "Tea"}, "Coffee", 3])
    ['Tea', 'Coffee']
    """
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return _first_inner(value, inner)
    if not isinstance(value, list):
        return []
    found: list[str] = []
    for one in value[:_LIST_LIMIT]:
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict):
            found.extend(_first_inner(one, inner))
    return found


def _first_inner(item: Item, inner: str) -> list[str]:
    for prop in inner.split():
        value = item.get(prop)
        if isinstance(value, str):
            return [value]
        if isinstance(value, list) and value and isinstance(value[0], str):
            return [value[0]]
    return []
