"""Schema.org items, from JSON-LD, microdata or RDFa: which one is the page, and what it says.

>>> items = [{"@type": "Organization", "name": "Tea Ltd"},
...          {"@type": "NewsArticle", "headline": "Tea is back", "author": {"name": "Ann Leaf"}}]
>>> said = schema_claims(items, "json-ld", Hints([], []))
>>> said["kind"], said["authors"]
([('NewsArticle', 'json-ld', False)], [('Ann Leaf', 'json-ld', False)])
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from dehusk.metadata.claims import Claim, Said
from dehusk.metadata.values import key, likeness
from dehusk.page.json_ld import Item, types

ARTICLES = frozenset(
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
_GENERIC = frozenset(["Article", "WebPage", "CreativeWork", "Thing"])
_GROUPS = (ARTICLES, _THINGS, _PAGES, frozenset(["WebSite"]))
_GROUP_OF = {name: at for at, names in reversed([*enumerate(_GROUPS)]) for name in names}
_SITES = 3
_NOT_AUTHORS = frozenset(["WebSite", "WebPage", "ImageObject"])
_LIST_LIMIT = 500
_SIZE_LIMIT = 20
_COMPARED = 10
_WITHOUT_TYPE = frozenset(["authors", "date_published", "date_modified", "description", "license"])
"""Fields that are believed of an item without a type: properties outside of all items."""


class Hints:
    """What is known of the page already: it tells its own item from those of its neighbours."""

    def __init__(self, addresses: Iterable[str], titles: Iterable[str]) -> None:
        self.spelt = frozenset(addresses)
        self.addresses = frozenset(map(address_key, self.spelt))
        self.shown = list(titles)
        self.titles = frozenset(map(key, self.shown)) - {""}


def texts(value: Any, inner: tuple[str, ...]) -> list[str]:
    """The strings in a value: itself, those in a list, and of items the first of some properties.

    >>> texts(["Tea", {"name": ["Pot"], "url": "/pot"}], ("name", "url"))
    ['Tea', 'Pot']
    """
    if isinstance(value, str):
        return [value]
    found: list[str] = []
    for one in value[:_LIST_LIMIT] if isinstance(value, list) else (value,):
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict):
            own = map(_first, map(one.get, inner))
            found += [text for text in own if isinstance(text, str)][:1]
    return found


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else value


def schema_claims(items: list[Item], source: str, hints: Hints) -> Said:
    """What the items that describe this page say, those of the best one first."""
    said: Said = defaultdict(list)
    groups = _by_group(items)
    for item in _about_this_page(groups, hints):
        _add_claims(said, item, source)
    if not types(items[0]):
        _add_claims_without_type(said, items[0], source)
    for item in groups[_SITES]:
        said["site_name"] += [(name, source, False) for name in _names(item)[:1]]
    return said


def _by_group(items: list[Item]) -> list[list[Item]]:
    """The items that may describe a page, in the groups of their types."""
    groups: list[list[Item]] = [[] for _ in _GROUPS]
    for item in items:
        known = [_GROUP_OF[name] for name in types(item) if name in _GROUP_OF]
        if known:
            groups[min(known)].append(item)
    return groups


def _add_claims(said: Said, item: Item, source: str) -> None:
    """What an item says. Of authors the first item counts that names a person: the page around an
    article has the one who put it up.
    """
    for field, properties, inner in _TEXT_FIELDS:
        for prop in properties:
            if prop in item:
                value = item[prop]
                found = [value] if isinstance(value, str) else texts(value, inner)
                said[field] += [(text, source, False) for text in found]
                if isinstance(value, int) and field in _DATES:  # seconds since 1970
                    said[field].append((str(value), source, False))
    if all(weak for _, _, weak in said["authors"]):
        said["authors"] += _author_claims(item, source)
    if (kind := _kind(item)) is not None:
        said["kind"].append((kind, source, kind in ("WebPage", "CreativeWork")))
    first = _first(item.get("image"))
    for prop in ("width", "height") if isinstance(first, dict) else ():
        value = first.get(prop)
        size = value.get("value", value.get("@value")) if isinstance(value, dict) else value
        if isinstance(size, (str, int, float)):
            said[f"image_{prop}"].append((str(size)[:_SIZE_LIMIT], source, False))


def _add_claims_without_type(said: Said, item: Item, source: str) -> None:
    """What properties outside of all items say. Of authors they must name one: several are those of
    the page's neighbours too.
    """
    own: Said = defaultdict(list)
    _add_claims(own, item, source)
    for field in _WITHOUT_TYPE:
        if field != "authors" or len({key(value) for value, _, _ in own[field]}) == 1:
            said[field] += own[field]


def _about_this_page(groups: list[list[Item]], hints: Hints) -> list[Item]:
    """The best item of each group, articles before other things before pages.

    Of several items of one group none is the page's own unless its address or title says so: they
    are what a list shows. A single one is believed unless it says that it is something else.
    """
    chosen: list[Item] = []
    for group, members in enumerate(groups[:_SITES]):
        agreeing = [item for item in members if _agrees(item, hints)]
        if agreeing:
            chosen.append(max(agreeing, key=len))
        elif len(members) == 1 and not _is_foreign(members[0], hints, strict=group == 1):
            chosen.append(members[0])
    return chosen


def own_items(items: list[Item], kinds: frozenset[str], hints: Hints) -> list[Item]:
    """The items of some types that are what the page is about: one, or several by the same name.

    >>> tea, pot = {"@type": "Product", "name": "Tea"}, {"@type": "Product", "name": "Pot"}
    >>> own_items([tea, pot], frozenset(["Product"]), Hints([], ["Pot"]))
    [{'@type': 'Product', 'name': 'Pot'}]
    """
    members = [item for item in items if not kinds.isdisjoint(types(item))]
    agreeing = [item for item in members if _agrees(item, hints)]
    if agreeing or not members:
        return agreeing
    names = {key(title) for item in members for title in _titles(item)}
    return [] if len(names) > 1 or _is_foreign(members[0], hints, strict=True) else members


def _agrees(item: Item, hints: Hints) -> bool:
    addresses = _addresses(item)
    if addresses and not hints.spelt.isdisjoint(addresses):
        return True
    for address in addresses:
        if address_key(address) in hints.addresses:
            return True
    return any(key(title) in hints.titles for title in _titles(item))


def _titles(item: Item) -> list[str]:
    return [*texts(item.get("headline"), _VALUE), *_names(item)]


def _is_foreign(item: Item, hints: Hints, *, strict: bool) -> bool:
    """Whether an item that does not agree with the page speaks of something else.

    Articles are often declared under another headline or address. For videos, products and the
    like (`strict`) any difference counts: pages embed them.
    """
    shown = hints.shown[:_COMPARED]
    pairs = [(one, other) for one in _titles(item) for other in shown]
    likest = max((likeness(*pair) for pair in pairs), default=1.0)
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
        value = item.get(prop)
        if value is not None:
            found.extend(texts(value, _ADDRESS))
    return found


_VALUE, _ADDRESS = ("@value",), ("url", "@id")
_TEXT_FIELDS = [
    (field, properties.split(), tuple(inner.split()))
    for field, properties, inner in (
        ("title", "headline name title", "@value"),
        (
            "date_published",
            "datePublished uploadDate datePosted pubdate issued dateCreated",
            "@value",
        ),
        ("date_modified", "dateModified modified", "@value"),
        ("site_name", "publisher isPartOf", "name"),
        ("description", "description abstract", "@value"),
        ("language", "inLanguage language", "alternateName name @value"),
        ("image", "image thumbnailUrl primaryImageOfPage", "url contentUrl @id"),
        ("tags", "keywords", "name @value"),
        ("section", "articleSection", "name @value"),
        ("license", "license", "url @id name"),
    )
]
"""For each field the properties that may hold it, and for a nested item the properties to read."""
_DATES = ("date_published", "date_modified")


def _kind(item: Item) -> str | None:
    """The most telling of an item's types.

    >>> _kind({"@type": ["Article", "BlogPosting"]})
    'BlogPosting'
    """
    known = [name for name in types(item) if name in _GROUP_OF]
    return min(known, key=lambda name: (_GROUP_OF[name], name in _GENERIC), default=None)


def _author_claims(item: Item, source: str) -> list[Claim]:
    claims: list[Claim] = []
    for prop in ("author", "creator"):
        value = item.get(prop)
        for author in value[:_LIST_LIMIT] if isinstance(value, list) else (value,):
            if isinstance(author, str):
                claims.append((author, source, False))
            elif isinstance(author, dict) and _NOT_AUTHORS.isdisjoint(own := types(author)):
                impersonal = "Organization" in "\n".join(own)
                claims += [(name, source, impersonal) for name in _names(author)]
    return claims


def _names(item: Item) -> list[str]:
    return texts(item.get("name"), _VALUE) or _given_and_family(item)


def _given_and_family(item: Item) -> list[str]:
    parts = [
        *texts(_first(item.get("givenName")), _VALUE),
        *texts(_first(item.get("familyName")), _VALUE),
    ]
    return [" ".join(parts)] if parts else []
