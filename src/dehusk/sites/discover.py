"""Finds the pages of a site: what robots.txt, sitemaps and feeds name, one after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from urllib.parse import urljoin, urlsplit

from dehusk.errors import FetchError, PageError
from dehusk.fetch import Fetched, fetch, shortened
from dehusk.page import Page
from dehusk.page.address import usable_url
from dehusk.page.parse import parse
from dehusk.page.tags import Tag
from dehusk.sites.feeds import read_feed
from dehusk.sites.links import Link, Listing, address
from dehusk.sites.robots import Robots
from dehusk.sites.sitemaps import read_sitemap

Fetch = Callable[[str], Fetched]
Note = Callable[[str], None]

MOST_LISTS = 1_000
"""How many feeds and sitemaps of a site are read: an index may name 50,000."""
_FEED_TYPES = (
    "application/rss+xml",
    "application/atom+xml",
    "application/feed+json",
    "application/rdf+xml",
)
_USUAL_FEEDS = ("/feed", "/rss.xml", "/atom.xml", "/feed.xml", "/index.xml")


@dataclass(frozen=True)
class Wanted:
    """Which pages are wanted.

    >>> Wanted(since="2020-05-01").takes(Link("https://example.org/tea", date="2020-05-03"))
    True

    `include` and `exclude` are parts of addresses, one of which must or none of which may be there.
    With `since` pages without a date are left out, with `language` those that name another. Other hosts
    than the site's are left out unless `other_hosts` is set.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    since: str | None = None
    language: str | None = None
    other_hosts: bool = False

    def takes(self, link: Link) -> bool:
        """Whether a page is wanted, but for its host."""
        if self.include and not any(part in link.url for part in self.include):
            return False
        if any(part in link.url for part in self.exclude):
            return False
        if self.since and (link.date or "") < self.since:
            return False
        spoken = (link.language or "").lower().split("-")[0]
        return not (self.language and spoken and spoken != self.language.lower().split("-")[0])


def discover(
    url: str,
    wanted: Wanted = Wanted(),
    *,
    get: Fetch = partial(fetch, any_type=True),
    note: Note = lambda problem: None,
) -> Iterator[Link]:
    """The pages of a site, each once, in the order in which they are found.

    `url` is a page of the site, or a feed or sitemap itself. Sitemaps come first (those that robots.txt
    names, else /sitemap.xml), then feeds (those that the page names, else the usual places). `get`
    fetches an address, `note` is told of every list that could not be read.
    """
    if usable_url(url) is None:
        raise FetchError(f"{shortened(repr(url))} is not a valid URL; check how it is written.")
    host = urlsplit(url).hostname
    seen: set[str] = set()
    for link in _named(url, get, note):
        is_own = urlsplit(link.url).hostname == host
        if link.url in seen or not (is_own or wanted.other_hosts) or not wanted.takes(link):
            continue
        seen.add(link.url)
        yield link


def _named(url: str, get: Fetch, note: Note) -> Iterator[Link]:
    start = get(url)
    read = _Lists(get, note)
    if _listing(start) is not None:
        yield from read.all([url], quietly=False)
        return
    robots = _robots(url, get)
    sitemaps = [found for one in robots.sitemaps if (found := address(one, url))]
    yield from read.all(sitemaps or [urljoin(url, "/sitemap.xml")], quietly=not sitemaps)
    feeds = _feeds_of(parse(start.body, url=start.url, encoding=start.encoding))
    usual = [urljoin(url, place) for place in _USUAL_FEEDS]
    yield from read.all(feeds or usual, quietly=not feeds)


class _Lists:
    """Reads feeds and sitemaps, and those that they name, each once."""

    def __init__(self, get: Fetch, note: Note) -> None:
        self._get, self._note = get, note
        self._read: set[str] = set()

    def all(self, urls: list[str], *, quietly: bool) -> Iterator[Link]:
        """The pages that the lists name; `quietly` where nobody said that they exist."""
        waiting = deque(urls)
        while waiting:
            url = waiting.popleft()
            if url in self._read:
                continue
            if len(self._read) >= MOST_LISTS:
                self._note(f"Only the first {MOST_LISTS:,} lists were read.")
                return
            self._read.add(url)
            try:
                listing = _listing(self._get(url))
            except FetchError as error:
                if not quietly:
                    self._note(str(error))
                continue
            problem = listing.problem if listing else "it is no list of pages."
            if problem and not quietly:
                self._note(f"{url}: {problem}")
            if listing is not None:
                yield from listing.links
                waiting.extend(listing.lists)


def _listing(fetched: Fetched) -> Listing | None:
    """What a feed or sitemap holds, None for anything else."""
    start = fetched.body[:2_000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(b"{") and b"jsonfeed.org" in start:
        return read_feed(fetched.body, fetched.url)
    if not start.startswith((b"<?xml", b"<rss", b"<feed", b"<rdf", b"<urlset", b"<sitemapindex")):
        is_text = fetched.content_type == "text/plain" and fetched.url.endswith(".txt")
        return read_sitemap(fetched.body, fetched.url) if is_text else None
    if b"<urlset" in start or b"<sitemapindex" in start:
        return read_sitemap(fetched.body, fetched.url)
    if any(name in start for name in (b"<rss", b"<feed", b"<rdf", b":rdf")):
        return read_feed(fetched.body, fetched.url)
    return None


def _robots(url: str, get: Fetch) -> Robots:
    try:
        return Robots(get(urljoin(url, "/robots.txt")).body)
    except (FetchError, PageError):
        return Robots()


def _feeds_of(page: Page) -> list[str]:
    """The feeds that a page names in its head."""
    found = []
    for row in page.rows_with_tag(Tag.LINK).tolist():
        said = page.attributes(row)
        if (
            said.get("rel", "").lower() == "alternate"
            and said.get("type", "").lower() in _FEED_TYPES
        ):
            found.append(address(said.get("href"), page.url or ""))
    return list(dict.fromkeys(url for url in found if url))
