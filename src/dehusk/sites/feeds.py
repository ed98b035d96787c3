"""Feeds: RSS of every version, Atom, JSON Feed.

>>> feed = b'{"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "/tea", "title": "Tea"}]}'
>>> read_feed(feed, "https://example.org/feed.json").links[0].url
'https://example.org/tea'
"""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import feedparser

from dehusk.metadata.dates import parse_date
from dehusk.sites.links import Link, Listing, address


def read_feed(body: bytes, url: str) -> Listing:
    """The pages that a feed names; `url` is where it came from, the base of its addresses."""
    if body.lstrip()[:1] == b"{":
        return _json_feed(body, url)
    # As a file: feedparser takes a short string for the name of one, and opens it.
    feed = feedparser.parse(BytesIO(body), resolve_relative_uris=False, sanitize_html=False)
    links = [_link(entry, url, feed.feed.get("language")) for entry in feed.entries]
    problem = f"It could not be read to its end: {feed.bozo_exception}." if feed.bozo else None
    return Listing(tuple(link for link in links if link), problem=problem)


def _link(entry: Any, base: str, language: str | None) -> Link | None:
    # A `guid` that is an address is its `link` already; RSS 1.0 has the address as its `id`.
    stated = entry.get("link") or (None if "guidislink" in entry else entry.get("id"))
    url = address(stated, base)
    if url is None:
        return None
    date = parse_date(entry.get("published", "")) or parse_date(entry.get("updated", ""))
    return Link(url, entry.get("title"), date, language)


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
    return Link(
        url, texts[3], parse_date(texts[4] or ""), spoken if isinstance(spoken, str) else None
    )
