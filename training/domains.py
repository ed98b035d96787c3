"""The registered domain of a URL, for keeping the pages of a site in one fold."""

from __future__ import annotations

from urllib.parse import urlsplit

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
