"""What is known of one page, each part found out when it is first asked for.

>>> from dehusk.page.parse import parse
>>> evidence = Evidence(parse('<html lang="en"><title>Tea | Leaf</title><h1>Tea</h1>'))
>>> evidence.title.text, evidence.language, evidence["html"]["language"]
('Tea', ('en', 'html'), [('en', 'html', False)])
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import groupby

from dehusk.budget import check
from dehusk.lazy import lazy
from dehusk.metadata.bylines import author_claims, bold_claims
from dehusk.metadata.claims import Claim, Said
from dehusk.metadata.html import Headings, base_address, document_title, headings, html_claims
from dehusk.metadata.meta_tags import label_claims, meta_claims
from dehusk.metadata.microdata import MICRODATA, RDFA, items
from dehusk.metadata.schema import Hints, schema_claims
from dehusk.metadata.shown_dates import date_claims, far_date_claims, url_claims
from dehusk.metadata.site import Site
from dehusk.metadata.surroundings import Surroundings, links_elsewhere, row_showing
from dehusk.metadata.titles import Title, choose_title
from dehusk.metadata.values import TITLE_LIMIT, absolute, clean, is_plain_address, key, language_tag
from dehusk.page import Page
from dehusk.page.json_ld import Item, types

Found = tuple[str | None, str]
"""A value and where it came from."""

NOTHING: Found = (None, "")
_HTML_FIRST = ("html", "meta", "json-ld", "microdata", "rdfa")
_SITE_NAMES = 20


class Evidence(dict[str, Said]):
    """What each source says of a page, and what several fields need to know to judge it.

    A source that is not asked for is not read.
    """

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def __missing__(self, source: str) -> Said:
        check("reading metadata")
        said = self[source] = _SOURCES[source](self)
        return said

    def first(self, field: str, order: tuple[str, ...], read: Callable[[str], str | None]) -> Found:
        """The first claim about a field that holds a value, as `read` makes it."""
        for name in order:
            for claim, source, _ in self[name].get(field, ()):
                value = read(claim)
                if value is not None:
                    return value, source
        return NOTHING

    def by_source(self, field: str, order: tuple[str, ...]) -> Iterator[tuple[str, list[Claim]]]:
        """The claims about a field, those of each source together, read as they are asked for."""
        for name in order:
            for source, group in groupby(self[name].get(field, ()), key=lambda claim: claim[1]):
                yield source, list(group)

    def absolute(self, value: str) -> str | None:
        """An address made absolute."""
        return value if is_plain_address(value) else absolute(value, self.base)

    @lazy
    def base(self) -> str | None:
        """The address that relative ones start from."""
        return base_address(self.page)

    @lazy
    def canonical(self) -> Found:
        """The address that the page gives as its own."""
        return self.first("canonical_url", ("html", "meta"), self.absolute)

    @lazy
    def language(self) -> Found:
        """The language: it also settles the order of numbers in dates."""
        return self.first("language", _HTML_FIRST, language_tag)

    @lazy
    def headings(self) -> Headings:
        """The headings that may show the title."""
        return headings(self.page)

    @lazy
    def document_title(self) -> str | None:
        """What the window is called."""
        return document_title(self.page)

    @lazy
    def site(self) -> Site:
        """The names of the site. Some pages give their own headline where its name belongs."""
        names = [value for value, _, _ in self["meta"]["site_name"]]
        if self["json-ld"]["site_name"]:
            headlines = {key(value) for value, _, _ in self["json-ld"]["title"]}
            declared = [value for value, _, _ in self["json-ld"]["site_name"]]
            names += [value for value in declared if key(value) not in headlines]
        names += [value for value, _, _ in self["html"]["site_name"]]
        return Site.of(names[:_SITE_NAMES], (self.page.url, self.canonical[0]))

    @lazy
    def sections(self) -> frozenset[str]:
        """The keys of the names of the site's sections that the page stands in."""
        sources = ("json-ld", "meta", "html")
        claims = [claim for name in sources for claim in self[name]["section"]]
        return frozenset([key(value) for value, _, _ in claims]) - {""}

    @lazy
    def title(self) -> Title:
        """The title of the article."""
        declared = self._titles("json-ld", "meta") or self._titles("microdata", "rdfa")
        if self.document_title is not None:
            declared.append((self.document_title, "html"))
        return choose_title(declared, self.headings, self.site)

    def _titles(self, *order: str) -> list[tuple[str, str]]:
        """The titles that some sources declare."""
        return [
            (text, source)
            for name in order
            for value, source, _ in self[name]["title"]
            if (text := clean(value, TITLE_LIMIT)) is not None
        ]

    @lazy
    def around(self) -> Surroundings:
        """What stands around the title: its heading, else the text that is the same."""
        text, _, row = self.title
        if text is not None and (row < 0 or links_elsewhere(self.page, row)):
            row = row_showing(self.page, text)
        if row < 0 and self.headings.first:
            row = self.headings.first[0].row
        return Surroundings(self.page, row, self.language[0] or "")

    @lazy
    def hints(self) -> Hints:
        """What tells the page's own items from those of its neighbours: its addresses and titles."""
        meta = self["meta"]
        addresses = [value for value, _, _ in meta["canonical_url"]]
        titles = [value for value, _, _ in meta["title"]]
        titles += [one.text for one in self.headings.first]
        return Hints(
            filter(None, [self.page.url, self.canonical[0], *addresses]),
            filter(None, [*titles, self.document_title]),
        )

    @property
    def json_ld(self) -> list[Item]:
        """The items of its JSON-LD."""
        return self.page.json_ld.items

    @lazy
    def microdata(self) -> list[Item]:
        """The items of its microdata."""
        return items(self.page, MICRODATA)

    @lazy
    def item_types(self) -> frozenset[str]:
        """The types of all these items: things of other types are not looked for."""
        items = (*self.json_ld, *self.microdata)
        return frozenset([name for item in items for name in types(item)])

    def described(self, source: str, found: list[Item]) -> Said:
        """What the items of a source say."""
        return schema_claims(found, source, self.hints) if found else defaultdict(list)


_SOURCES: dict[str, Callable[[Evidence], Said]] = {
    "meta": lambda evidence: meta_claims(evidence.page),
    "html": lambda evidence: html_claims(evidence.page),
    "json-ld": lambda evidence: evidence.described("json-ld", evidence.json_ld),
    "microdata": lambda evidence: evidence.described("microdata", evidence.microdata),
    "rdfa": lambda evidence: evidence.described("rdfa", items(evidence.page, RDFA)),
    "byline": lambda evidence: author_claims(evidence.around),
    "bold": lambda evidence: bold_claims(evidence.around),
    "label": lambda evidence: label_claims(evidence["meta"]),
    "shown": lambda evidence: date_claims(evidence.around),
    "far": lambda evidence: far_date_claims(evidence.around),
    "url": lambda evidence: url_claims(evidence.page.url or evidence.canonical[0] or ""),
}
