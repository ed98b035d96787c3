"""Schema.org items, from JSON-LD, microdata or RDFa: which one is the page, and what it says.

>>> items = [{"@type": "Organization", "name": "Tea Ltd"},
...          {"@type": "NewsArticle", "headline": "Tea is back", "author": {"name": "Ann Leaf"}}]
>>> said = schema_claims(items, "json-ld", Hints(lambda: [], lambda: []))
>>> said["kind"], said["authors"]
([('NewsArticle', 'json-ld', False)], [('Ann Leaf', 'json-ld', False)])
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from dehusk.lazy import lazy
from dehusk.metadata.claims import Claim, Memo, Said
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
_GENERIC = frozenset(["Article", "WebPage", "CreativeWork", "Thing"])
_GROUPS = (_ARTICLES, _THINGS, _PAGES, frozenset(["WebSite"]))
_GROUP_OF = {name: at for at, names in reversed([*enumerate(_GROUPS)]) for name in names}
_NOT_AUTHORS = frozenset(["WebSite", "WebPage", "ImageObject"])
_LIST_LIMIT = 500
_SIZE_LIMIT = 20
_MOST_TYPES, _LONGEST_TYPE = 20, 200
_COMPARED = 10
_WITHOUT_TYPE = frozenset(["authors", "date_published", "date_modified", "description", "license"])
"""Fields that are believed of an item without a type: properties outside of all items."""


class Hints:
    """What is known of the page already: it tells its own item from those of its neighbours."""

    def __init__(
        self, addresses: Callable[[], Iterable[str]], titles: Callable[[], Iterable[str]]
    ) -> None:
        self._read_addresses, self._read_titles = addresses, titles

    @lazy
    def spelt(self) -> frozenset[str]:
        """The addresses of the page as it writes them."""
        return frozenset(self._read_addresses())

    @lazy
    def addresses(self) -> frozenset[str]:
        """The keys of the addresses of the page."""
        return frozenset([address_key(one) for one in self.spelt])

    @lazy
    def shown(self) -> list[str]:
        """The titles of the page."""
        return list(self._read_titles())

    @lazy
    def titles(self) -> frozenset[str]:
        """The keys of its titles."""
        return frozenset([key(title) for title in self.shown]) - {""}


def types(item: Item) -> list[str]:
    """The schema.org types of an item, without their prefix.

    >>> types({"@type": ["https://schema.org/Article", "schema:BlogPosting"]})
    ['Article', 'BlogPosting']
    """
    declared = item.get("@type", item.get("type"))
    return [
        name.strip().rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]
        for name in (declared[:_MOST_TYPES] if isinstance(declared, list) else (declared,))
        if isinstance(name, str) and len(name) < _LONGEST_TYPE
    ]


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
    if not items:
        return defaultdict(list)
    chosen = _about_this_page(items, hints)
    without_type = None if types(items[0]) else items[0]

    def about(field: str) -> list[Claim]:
        claims = (
            _authors(chosen, source) if field == "authors" else _claims_of(chosen, field, source)
        )
        if without_type is not None and field in _WITHOUT_TYPE:
            claims += _claims_without_type(without_type, field, source)
        if field == "site_name":
            for item in items:
                if "WebSite" in types(item):
                    claims += [(name, source, False) for name in _names(item)[:1]]
        return claims

    return Memo(about)


def _claims_without_type(item: Item, field: str, source: str) -> list[Claim]:
    """What properties outside of all items say. Of authors they must name one: several are those of
    the page's neighbours too.
    """
    claims = _claims_of([item], field, source)
    if field == "authors" and len({key(value) for value, _, _ in claims}) != 1:
        return []
    return claims


def _about_this_page(items: list[Item], hints: Hints) -> list[Item]:
    """The best item of each group, articles before other things before pages.

    Of several items of one group none is the page's own unless its address or title says so: they
    are what a list shows. A single one is believed unless it says that it is something else.
    """
    chosen: list[Item] = []
    groups: list[list[Item]] = [[] for _ in _GROUPS]
    for item in items:
        known = [_GROUP_OF[name] for name in types(item) if name in _GROUP_OF]
        if known:
            groups[min(known)].append(item)
    for group, members in enumerate(groups[:3]):
        agreeing = [item for item in members if _agrees(item, hints)]
        if agreeing:
            chosen.append(agreeing[0] if len(agreeing) == 1 else max(agreeing, key=len))
        elif len(members) == 1 and not _is_foreign(members[0], hints, strict=group == 1):
            chosen.append(members[0])
    return chosen


def own_items(items: list[Item], kinds: frozenset[str], hints: Hints) -> list[Item]:
    """The items of some types that are what the page is about: one, or several by the same name.

    >>> tea, pot = {"@type": "Product", "name": "Tea"}, {"@type": "Product", "name": "Pot"}
    >>> own_items([tea, pot], frozenset(["Product"]), Hints(lambda: [], lambda: ["Pot"]))
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


def _authors(items: list[Item], source: str) -> list[Claim]:
    """The authors up to the first item that names a person: the page around an article has the one
    who put it up."""
    claims: list[Claim] = []
    for item in items:
        claims += _author_claims(item, source)
        if not all(weak for _, _, weak in claims):
            break
    return claims


def _claims_of(items: list[Item], field: str, source: str) -> list[Claim]:
    """What some items say about a field."""
    read = _READERS.get(field)
    if read is not None:
        return [claim for item in items for claim in read(item, source)]
    return [claim for item in items for claim in _text_claims(item, field, source)]


def _text_claims(item: Item, field: str, source: str) -> list[Claim]:
    properties, inner = _TEXT_FIELDS[field]
    return [
        (text, source, False)
        for prop in properties
        if prop in item
        for text in texts(item[prop], inner)
    ]


_VALUE, _ADDRESS = ("@value",), ("url", "@id")
_TEXT_FIELDS = {
    field: (tuple(properties.split()), tuple(inner.split()))
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
}
"""For each field the properties that may hold it, and for a nested item the properties to read."""


def _kind_claims(item: Item, source: str) -> list[Claim]:
    kind = _kind(item)
    return [] if kind is None else [(kind, source, kind in ("WebPage", "CreativeWork"))]


def _kind(item: Item) -> str | None:
    """The most telling of an item's types.

    >>> _kind({"@type": ["Article", "BlogPosting"]})
    'BlogPosting'
    """
    own = types(item)
    known = [name for name in own if name in _GROUP_OF]
    group = min([_GROUP_OF[name] for name in known], default=0)
    best = [name for name in known if _GROUP_OF[name] == group]
    return min(best, key=_GENERIC.__contains__) if best else None


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


def _date_claims(item: Item, field: str, source: str) -> list[Claim]:
    """The dates as texts, and those that are seconds since 1970 as numbers."""
    numbers = [item[prop] for prop in _TEXT_FIELDS[field][0] if isinstance(item.get(prop), int)]
    return [
        *_text_claims(item, field, source),
        *((str(number), source, False) for number in numbers),
    ]


def _size_claims(item: Item, prop: str, source: str) -> list[Claim]:
    """The width or height of the first picture, if it is an item of its own."""
    first = _first(item.get("image"))
    if isinstance(first, dict):
        value = first.get(prop)
        size = value.get("value", value.get("@value")) if isinstance(value, dict) else value
        if isinstance(size, (str, int, float)):
            return [(str(size)[:_SIZE_LIMIT], source, False)]
    return []


_READERS: dict[str, Callable[[Item, str], list[Claim]]] = {
    "kind": _kind_claims,
    "authors": _author_claims,
    "date_published": lambda item, source: _date_claims(item, "date_published", source),
    "date_modified": lambda item, source: _date_claims(item, "date_modified", source),
    "image_width": lambda item, source: _size_claims(item, "width", source),
    "image_height": lambda item, source: _size_claims(item, "height", source),
}
"""How the fields are read that are more than texts."""


def _names(item: Item) -> list[str]:
    return texts(item.get("name"), _VALUE) or _given_and_family(item)


def _given_and_family(item: Item) -> list[str]:
    parts = [
        *texts(_first(item.get("givenName")), _VALUE),
        *texts(_first(item.get("familyName")), _VALUE),
    ]
    return [" ".join(parts)] if parts else []
