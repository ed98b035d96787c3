"""A page that a site names, and the list that named it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit, urlunsplit

from dehusk.page.address import usable_url


@dataclass(frozen=True, slots=True)
class Link:
    """The address of a page and what is said of it; `date` is ISO 8601."""

    url: str
    title: str | None = None
    date: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """What a feed or a sitemap holds: pages, and further lists.

    `problem` says why the rest could not be read; what was read before it is there.
    """

    links: tuple[Link, ...] = ()
    lists: tuple[str, ...] = ()
    problem: str | None = None


def address(url: str | None, base: str) -> str | None:
    """An absolute http address without its fragment, None for anything else.

    >>> address(" ../tea#leaves ", "https://example.org/a/b/"), address("mailto:a@b", "https://a.b")
    ('https://example.org/a/tea', None)
    """
    try:
        parts = urlsplit(usable_url(urljoin(base, (url or "").strip())) or "")
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or not (url or "").strip():
        return None
    return urlunsplit(parts._replace(fragment="", path=parts.path or "/"))
