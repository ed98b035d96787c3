"""Sitemaps: lists of pages, lists of such lists, and plain text with an address a line.

>>> sitemap = b"<urlset><url><loc>https://example.org/tea</loc><lastmod>2020-05-03</lastmod></url></urlset>"
>>> read_sitemap(sitemap, "https://example.org/sitemap.xml").links
(Link(url='https://example.org/tea', title=None, date='2020-05-03', language=None),)
"""

from __future__ import annotations

from dehusk.sites.links import Link, Listing, address, moment
from dehusk.sites.xml import Element, read_elements


def read_sitemap(body: bytes, url: str) -> Listing:
    """The pages and further sitemaps that a sitemap names; `url` is where it came from."""
    if body.lstrip()[:1] not in (b"<", b"\xef"):
        return _plain(body, url)
    reader = _Reader(url)
    problem = read_elements(body, reader.opened, reader.closed)
    return Listing(tuple(reader.links), tuple(reader.lists), problem)


def _plain(body: bytes, base: str) -> Listing:
    lines = body.decode("utf-8", "replace").splitlines()
    urls = [
        line.strip() for line in lines if line.strip().lower().startswith(("http://", "https://"))
    ]
    found = [url for line in urls if (url := address(line, base))]
    problem = None if found or not body.strip() else "It is neither XML nor a list of addresses."
    return Listing(tuple(Link(url) for url in found), problem=problem)


class _Reader:
    def __init__(self, base: str) -> None:
        self.links: list[Link] = []
        self.lists: list[str] = []
        self._base = base
        self._said: dict[str, str] = {}

    def opened(self, path: list[Element]) -> None:
        if path[-1].name in ("url", "sitemap"):
            self._said = {}

    def closed(self, path: list[Element]) -> None:
        element = path[-1]
        parents = [parent.name for parent in path[:-1]]
        if element.name == "url":
            self._finish_page()
        elif element.name == "sitemap":
            if url := address(self._said.get("loc"), self._base):
                self.lists.append(url)
        elif parents[-1:] in (["url"], ["sitemap"]) or "news" in parents:
            # Sitemaps of news have title, date and language one or two levels deeper.
            self._said.setdefault(element.name, element.text)

    def _finish_page(self) -> None:
        said = self._said
        if url := address(said.get("loc"), self._base):
            date = moment(said.get("publication_date")) or moment(said.get("lastmod"))
            self.links.append(
                Link(url, said.get("title") or None, date, said.get("language") or None)
            )
        self._said = {}
