"""The registered domain of a URL, for keeping the pages of a site in one fold."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

from dehusk import Page

SECOND_LEVEL = frozenset("ac co com edu gob gov go gr ltd me mil ne net nom or org sch".split())
"""Names below which countries register domains: `example.co.uk` is a site, `co.uk` is none."""


def registered_domain(url: str) -> str:
    """The site that a URL belongs to.

    >>> registered_domain("https://www.news.example.co.uk/a")
    'example.co.uk'
    >>> registered_domain("http://blog.example.org/")
    'example.org'
    """
    host = (urlsplit(url).hostname or url).lower().rstrip(".")
    labels = host.split(".")
    country = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in SECOND_LEVEL
    return ".".join(labels[-3:] if country else labels[-2:])


def site_of_links(page: Page, otherwise: str) -> str:
    """The site that most links of a page lead to, for pages of which no URL is known."""
    sites: Counter[str] = Counter()
    for address in page.with_attribute("href")[1]:
        if address.startswith(("http://", "https://", "//")):
            try:
                host = urlsplit(address).hostname
            except ValueError:
                continue
            if host and "." in host:
                sites[registered_domain(f"//{host}")] += 1
    return sites.most_common(1)[0][0] if sites else otherwise
