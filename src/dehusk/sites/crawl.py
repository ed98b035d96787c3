"""A polite crawl: pages of a site one after the other, as robots.txt asks, stored as they come.

The folder of a crawl holds `pages.warc.gz` and `visits.jsonl`, a line for each address that was tried.
Both only grow, so a crawl that ends early goes on where it was; one that is made again asks only for
what changed since.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from dehusk.errors import FetchError
from dehusk.fetch import Fetched, fetch
from dehusk.page.address import usable_url
from dehusk.sites.links import Link
from dehusk.sites.robots import NOTHING, Robots
from dehusk.sites.warc import WarcWriter

PAGES = "pages.warc.gz"
VISITS = "visits.jsonl"

Get = Callable[[str, Mapping[str, str]], Fetched]

_PASSING = {408, 425, 429, 500, 502, 503, 504}
"""Answers after which it is worth trying again."""


@dataclass(frozen=True)
class Visit:
    """What became of an address: `stored`, `unchanged`, `forbidden` by robots.txt, or `failed`."""

    url: str
    outcome: str
    reason: str | None = None
    status: int | None = None
    etag: str | None = None
    last_modified: str | None = None
    offset: int | None = None
    end: int | None = None


@dataclass(frozen=True)
class Manners:
    """How a crawl behaves.

    >>> Manners(delay=2).tries
    3

    `delay` is the least time in seconds between two requests to a host; robots.txt may ask for more.
    A request that fails in passing is made up to `tries` times, after waits that double from
    `first_wait`, or as long as the server asks, at most `longest_wait`.
    """

    delay: float = 1.0
    tries: int = 3
    first_wait: float = 2.0
    longest_wait: float = 60.0
    most_pages: int | None = None


@dataclass
class Crawler:
    """Visits pages and stores them in a folder."""

    folder: Path
    manners: Manners = field(default_factory=Manners)
    get: Get = lambda url, headers: fetch(url, headers=headers, any_type=is_robots(url))
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._warc = WarcWriter(self.folder / PAGES)
        self._known = {visit.url: visit for visit in read_visits(self.folder)}
        self._warc.cut(max((visit.end or 0 for visit in self._known.values()), default=0))
        self._robots: dict[str, Robots] = {}
        self._next: dict[str, float] = {}

    def visit(self, links: Iterable[Link], *, again: bool = False) -> Iterator[Visit]:
        """Visit pages that were not visited before; `again` asks the others whether they changed."""
        count = 0
        for link in links:
            if self.manners.most_pages is not None and count >= self.manners.most_pages:
                return
            known = self._known.get(link.url)
            if known is not None and known.outcome != "failed" and not again:
                continue
            count += 1
            made = self._visited(link.url, known if again else None)
            self._note(made)
            yield made

    def _visited(self, url: str, known: Visit | None) -> Visit:
        if usable_url(url) is None:
            return Visit(url, "failed", "It is not a valid URL.")
        robots = self._robots_of(url)
        if not robots.allows(url):
            return Visit(url, "forbidden", "robots.txt does not allow it.")
        try:
            fetched = self._patiently(url, _conditions(known), robots.delay)
        except FetchError as error:
            if error.status == 304 and known is not None:
                return replace(known, outcome="unchanged", status=304)
            return Visit(url, "failed", str(error), error.status)
        headers = fetched.headers
        place = self._warc.write(fetched.url, fetched.status, headers, fetched.body)
        stamps = headers.get("etag"), headers.get("last-modified")
        return Visit(url, "stored", None, fetched.status, *stamps, *place)

    def _patiently(self, url: str, headers: Mapping[str, str], asked: float | None) -> Fetched:
        """Fetch a page, again after a while where the server is only busy."""
        wait = self.manners.first_wait
        for tries_left in reversed(range(self.manners.tries)):
            self._wait_for_turn(url, asked)
            try:
                return self.get(url, headers)
            except FetchError as error:
                is_passing = error.status is None or error.status in _PASSING
                if not tries_left or not is_passing:
                    raise
                self.sleep(min(error.retry_after or wait, self.manners.longest_wait))
                wait *= 2
        raise AssertionError("There is at least one try.")

    def _wait_for_turn(self, url: str, asked: float | None) -> None:
        host = urlsplit(url).netloc
        now = self.clock()
        if (turn := self._next.get(host, now)) > now:
            self.sleep(turn - now)
        pause = max(self.manners.delay, min(asked or 0.0, self.manners.longest_wait))
        self._next[host] = self.clock() + pause

    def _robots_of(self, url: str) -> Robots:
        """What the host of a page asks for; one that cannot say it allows nothing for now."""
        parts = urlsplit(url)
        home = f"{parts.scheme}://{parts.netloc}"
        if home not in self._robots:
            try:
                body = self._patiently(urljoin(home, "/robots.txt"), {}, None).body
                self._robots[home] = Robots(body)
            except FetchError as error:
                # RFC 9309: a missing file allows everything, a server that fails nothing.
                is_missing = error.status is not None and 400 <= error.status < 500
                self._robots[home] = Robots() if is_missing else Robots(NOTHING)
        return self._robots[home]

    def _note(self, visit: Visit) -> None:
        self._known[visit.url] = visit
        with (self.folder / VISITS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(visit)) + "\n")


def is_robots(url: str) -> bool:
    """Whether an address is that of a robots.txt, which is no HTML."""
    return urlsplit(url).path == "/robots.txt"


def read_visits(folder: Path) -> Iterator[Visit]:
    """The visits of a crawl so far; a last line that was cut off is passed over."""
    path = folder / VISITS
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                yield Visit(**json.loads(line))
            except (ValueError, TypeError):
                continue


def _conditions(known: Visit | None) -> dict[str, str]:
    """Headers that ask for a page only if it changed."""
    if known is None:
        return {}
    asked = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
    return {name: value for name, value in asked.items() if value}
