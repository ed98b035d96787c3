"""A crawl of a site on this machine: two hundred pages, with traps."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from dehusk.errors import FetchError
from dehusk.fetch import Fetched, fetch
from dehusk.sites import Crawler, Link, Manners, discover
from dehusk.sites.crawl import is_robots

PAGES = 200
QUICK = Manners(delay=0, first_wait=0.01)


class Site:
    """A site that counts what it is asked, with pages that lead astray."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.busy = 2
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked[self.path] += 1
                site.answer(self)

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.home = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path
        if path == "/robots.txt":
            send(
                request,
                f"User-agent: *\nDisallow: /private\nSitemap: {self.home}/map.xml",
                "text/plain",
            )
        elif path == "/map.xml":
            send(request, self.sitemap(), "application/xml")
        elif path == "/loop":
            send(request, "", "text/html", 302, Location="/loop")
        elif path == "/huge":
            send(request, "x" * 300_000, "text/html")
        elif path == "/paper.pdf":
            send(request, "%PDF-1.7", "application/pdf")
        elif path == "/busy" and self.asked[path] <= self.busy:
            send(request, "Later.", "text/html", 503, **{"Retry-After": "0"})
        elif path == "/gone":
            send(request, "Gone.", "text/html", 410)
        elif request.headers.get("If-None-Match") == '"1"':
            send(request, "", "text/html", 304)
        else:
            # A calendar whose every day leads to the next.
            send(request, f"<p>Page {path}, and <a href={path}/next>the next day</a>.", ETag='"1"')

    def sitemap(self) -> str:
        traps = ["/loop", "/huge", "/paper.pdf", "/busy", "/gone", "/private/x", "/calendar/2026"]
        paths = [*traps, *(f"/page/{number}" for number in range(PAGES))]
        urls = "".join(f"<url><loc>{self.home}{path}</loc></url>" for path in paths)
        return f"<urlset>{urls}</urlset>"

    def get(self, url: str, headers: Mapping[str, str]) -> Fetched:
        return fetch(
            url,
            headers=headers,
            any_type=is_robots(url),
            allow_private=True,
            max_bytes=200_000,
            timeout=5,
        )

    def links(self) -> Iterator[Link]:
        return discover(self.home, get=lambda url: fetch(url, any_type=True, allow_private=True))

    def crawl(
        self, folder: Path, manners: Manners = QUICK, *, again: bool = False
    ) -> dict[str, str]:
        crawler = Crawler(folder, manners, self.get)
        visits = crawler.visit(self.links(), again=again)
        return {visit.url.removeprefix(self.home): visit.outcome for visit in visits}


def send(
    request: BaseHTTPRequestHandler,
    body: str,
    kind: str = "text/html",
    status: int = 200,
    **headers: str,
) -> None:
    request.send_response(status)
    for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(body.encode())


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.server.shutdown()
    made.server.server_close()


def records(folder: Path) -> list[bytes]:
    text = gzip.decompress((folder / "pages.warc.gz").read_bytes())
    return text.split(b"WARC/1.1\r\n")[1:]


@pytest.mark.slow
def test_pages_are_stored_and_traps_are_not(site: Site, tmp_path: Path) -> None:
    outcomes = site.crawl(tmp_path)
    bad = {path: what for path, what in outcomes.items() if what != "stored"}
    assert bad == {
        "/loop": "failed",
        "/huge": "failed",
        "/paper.pdf": "failed",
        "/gone": "failed",
        "/private/x": "forbidden",
    }
    assert site.asked["/private/x"] == 0
    assert site.asked["/busy"] == 3
    assert site.asked["/gone"] == 1
    assert not any(path.endswith("/next") for path in site.asked)
    stored = records(tmp_path)
    assert len(stored) == PAGES + 2
    assert f"WARC-Target-URI: {site.home}/calendar/2026\r\n".encode() in stored[1]


@pytest.mark.slow
def test_a_crawl_goes_on_where_it_was_and_asks_for_changes_only(site: Site, tmp_path: Path) -> None:
    site.crawl(tmp_path, Manners(delay=0, first_wait=0.01, most_pages=50))
    # As after a kill: a record that was written and not noted, and half a line of notes.
    with (tmp_path / "pages.warc.gz").open("ab") as file:
        file.write(b"\x1f\x8b half a record")
    with (tmp_path / "visits.jsonl").open("a") as file:
        file.write('{"url": "http')
    outcomes = site.crawl(tmp_path)
    assert len(records(tmp_path)) == PAGES + 2
    assert site.asked["/page/0"] == 1
    assert site.asked["/page/199"] == 1
    assert "/page/0" not in outcomes
    again = site.crawl(tmp_path, again=True)
    assert Counter(again.values())["unchanged"] == PAGES + 2
    assert len(records(tmp_path)) == PAGES + 2


def test_requests_to_a_host_are_apart_as_robots_txt_asks(tmp_path: Path) -> None:
    slept: list[float] = []
    now = [0.0]

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    def get(url: str, headers: Mapping[str, str]) -> Fetched:
        body = b"User-agent: *\nCrawl-delay: 5" if is_robots(url) else b"<p>Tea"
        return Fetched(body, url, None, 200, "text/html")

    crawler = Crawler(tmp_path, Manners(delay=1), get, sleep, lambda: now[0])
    list(crawler.visit(Link(f"https://example.org/{number}") for number in range(3)))
    assert slept == [1, 5, 5]


@pytest.mark.parametrize(
    ("status", "outcome"), [(404, "stored"), (503, "forbidden"), (None, "forbidden")]
)
def test_without_robots_txt(tmp_path: Path, status: int | None, outcome: str) -> None:
    def get(url: str, headers: Mapping[str, str]) -> Fetched:
        if is_robots(url):
            raise FetchError("No.", status)
        return Fetched(b"<p>Tea", url, None, 200, "text/html")

    crawler = Crawler(tmp_path, QUICK, get, lambda seconds: None)
    [visit] = crawler.visit([Link("https://example.org/tea")])
    assert visit.outcome == outcome


def test_waits_double_and_the_server_is_heeded(tmp_path: Path) -> None:
    slept: list[float] = []
    asks = iter([None, 7.0, None])

    def get(url: str, headers: Mapping[str, str]) -> Fetched:
        if is_robots(url):
            raise FetchError("No.", 404)
        raise FetchError("Busy.", 429, next(asks))

    crawler = Crawler(tmp_path, Manners(delay=0), get, slept.append)
    [visit] = crawler.visit([Link("https://example.org/tea")])
    assert visit.outcome == "failed"
    assert slept == [2.0, 7.0]
    [line] = (tmp_path / "visits.jsonl").read_text().splitlines()
    assert json.loads(line)["status"] == 429
