"""Feeds: RSS of every version, Atom, JSON Feed.

>>> feed = b'{"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "/tea", "title": "Tea"}]}'
>>> read_feed(feed, "https://example.org/feed.json").links[0].url
'https://example.org/tea'
"""

from __future__ import annotations

import json
from typing import Any

from dehusk.sites.links import Link, Listing, address, moment
from dehusk.sites.xml import Element, read_elements

_ENTRIES = ("item", "entry")
_DATES = ("pubdate", "published", "date", "updated")
"""Names of elements with a date, the best first."""


def read_feed(body: bytes, url: str) -> Listing:
    """The pages that a feed names; `url` is where it came from, the base of its addresses."""
    if body.lstrip()[:1] == b"{":
        return _json_feed(body, url)
    reader = _Reader(url)
    problem = read_elements(body, reader.opened, reader.closed)
    return Listing(tuple(reader.links), problem=problem)


class _Reader:
    def __init__(self, base: str) -> None:
        self.links: list[Link] = []
        self._base = base
        self._language: str | None = None
        self._entry: dict[str, str] = {}
        self._dates: dict[str, str] = {}

    def opened(self, path: list[Element]) -> None:
        element = path[-1]
        if element.name in _ENTRIES:
            self._entry, self._dates = {}, {}
        self._language = self._language or element.attributes.get("lang")
        if element.name == "link" and (href := element.attributes.get("href")):
            kind = element.attributes.get("rel", "alternate")
            if self._is_inside(path) and kind == "alternate":
                self._entry.setdefault("link", href)

    def closed(self, path: list[Element]) -> None:
        element = path[-1]
        if element.name in _ENTRIES:
            self._finish(element)
        elif not self._is_inside(path):
            if element.name == "language":
                self._language = element.text or self._language
        elif element.name in _DATES:
            self._dates.setdefault(element.name, element.text)
        elif (
            element.name in ("link", "guid", "title") and element.text and not _is_no_link(element)
        ):
            self._entry.setdefault(element.name, element.text)

    def _is_inside(self, path: list[Element]) -> bool:
        return len(path) > 1 and path[-2].name in _ENTRIES

    def _finish(self, entry: Element) -> None:
        stated = self._entry.get("link") or self._entry.get("guid") or entry.attributes.get("about")
        if url := address(stated, self._base):
            dates = (moment(self._dates.get(name)) for name in _DATES)
            date = next((found for found in dates if found), None)
            self.links.append(Link(url, self._entry.get("title"), date, self._language))
        self._entry, self._dates = {}, {}


def _is_no_link(element: Element) -> bool:
    return element.name == "guid" and element.attributes.get("ispermalink") == "false"


def _json_feed(body: bytes, base: str) -> Listing:
    try:
        feed = json.loads(body)
    except (ValueError, RecursionError) as error:
        return Listing(problem=f"The JSON could not be read: {error}.")
    items = feed.get("items")
    links = [
        _json_link(item, base, feed.get("language"))
        for item in items or ()
        if isinstance(item, dict)
    ]
    return Listing(tuple(link for link in links if link))


def _json_link(item: dict[str, Any], base: str, language: Any) -> Link | None:
    stated = [item.get(name) for name in ("url", "external_url", "id", "title", "date_published")]
    texts = [value if isinstance(value, str) else None for value in stated]
    url = address(texts[0] or texts[1] or texts[2], base)
    spoken = item.get("language", language)
    if url is None:
        return None
    return Link(url, texts[3], moment(texts[4]), spoken if isinstance(spoken, str) else None)
