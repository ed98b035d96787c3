"""Sitemaps: lists of pages, lists of such lists, and plain text with an address a line.

>>> sitemap = b"<urlset><url><loc>https://example.org/tea</loc><lastmod>2020-05-03</lastmod></url></urlset>"
>>> read_sitemap(sitemap, "https://example.org/sitemap.xml").links
(Link(url='https://example.org/tea', title=None, date='2020-05-03', language=None),)
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from lxml import etree

from dehusk.metadata.dates import parse_date
from dehusk.sites.links import Link, Listing, address


def read_sitemap(body: bytes, url: str) -> Listing:
    """The pages and further sitemaps that a sitemap names; `url` is where it came from."""
    body = body.strip()
    if not body.startswith((b"<", b"\xef")):
        return _plain(body, url)
    if b"<!ENTITY" in body:
        return Listing(problem="The XML could not be read: it declares entities.")
    entries = etree.iterparse(
        BytesIO(body),
        tag=("{*}url", "{*}sitemap"),
        recover=True,
        resolve_entities=False,
        no_network=True,
    )
    links, lists = [], []
    try:
        for _, entry in entries:
            said = _said(entry)
            if found := address(said.get("loc"), url):
                if _name(entry) == "sitemap":
                    lists.append(found)
                else:
                    links.append(_link(found, said))
            entry.clear()
    except etree.XMLSyntaxError:
        pass  # `error_log` says it, too
    problems = entries.error_log.filter_from_fatals()
    problem = f"The XML could not be read to its end: {problems[0].message}." if problems else None
    return Listing(tuple(links), tuple(lists), problem)


def _plain(body: bytes, base: str) -> Listing:
    lines = body.decode("utf-8", "replace").splitlines()
    urls = [
        line.strip() for line in lines if line.strip().lower().startswith(("http://", "https://"))
    ]
    found = [url for line in urls if (url := address(line, base))]
    problem = None if found or not body else "It is neither XML nor a list of addresses."
    return Listing(tuple(Link(url) for url in found), problem=problem)


def _said(entry: Any) -> dict[str, str]:
    """The texts of an entry by the names of their elements."""
    # Sitemaps of news have title, date and language one or two levels deeper.
    parts = [*entry, *(part for child in entry if _name(child) == "news" for part in child.iter())]
    said: dict[str, str] = {}
    for part in parts:
        said.setdefault(_name(part), " ".join((part.text or "").split()))
    return said


def _name(element: Any) -> str:
    """The name of an element without its namespace, or its prefix that nothing declares."""
    name = element.tag if isinstance(element.tag, str) else ""
    return name.rpartition("}")[2].rpartition(":")[2].lower()


def _link(url: str, said: dict[str, str]) -> Link:
    date = parse_date(said.get("publication_date", "")) or parse_date(said.get("lastmod", ""))
    return Link(url, said.get("title") or None, date, said.get("language") or None)
