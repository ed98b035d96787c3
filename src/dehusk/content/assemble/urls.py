"""Addresses: made absolute, and only those that a reader can follow.

>>> Addresses("https://example.org/a/b.html").resolve(" ../c d.html ")
'https://example.org/c%20d.html'
"""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from dehusk.page import Page
from dehusk.page.tags import Tag

MAX_URL = 8_192
_REMOVED = re.compile(r"[\t\n\r]")
_EDGES = "".join(map(chr, range(33)))
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_DEAD_SCHEMES = frozenset(("javascript", "vbscript", "data", "blob", "about", "view-source"))


class Addresses:
    """Resolves the addresses of one page."""

    __slots__ = ("_base", "_folder", "_origin", "_scheme")

    def __init__(self, base: str | None) -> None:
        self._base = base
        self._scheme, self._origin, self._folder = _split(base)

    @classmethod
    def of(cls, page: Page) -> Addresses:
        """As `base href` and the page's own URL say."""
        for row in page.rows_with_tag(Tag.BASE).tolist():
            href = page.attribute(row, "href")
            if href is not None:
                return cls(cls(page.url).resolve(href) or page.url)
        return cls(page.url)

    @property
    def is_broken(self) -> bool:
        """Is the base one that nothing can be joined to?"""
        try:
            urlsplit(self._base or "")
        except ValueError:
            return True
        return False

    def resolve(self, address: str) -> str | None:
        """An absolute URL, a `#fragment` as it is, or None for what leads nowhere.

        Without a base, relative addresses stay as they are.
        """
        address = _REMOVED.sub("", address.strip(_EDGES))
        if not address or address == "#" or len(address) > MAX_URL:
            return None
        scheme = _SCHEME.match(address)
        if scheme is not None:
            if scheme[1].lower() in _DEAD_SCHEMES:
                return None
        elif address[0] != "#":
            joined = self._join(address)
            if joined is None:
                return None
            address = joined
        return address.replace(" ", "%20") if " " in address else address

    def _join(self, address: str) -> str | None:
        if address.startswith("//"):
            return f"{self._scheme or 'https'}:{address}"
        if self._origin and address[0] not in ".?;" and "/." not in address:
            return (self._origin if address[0] == "/" else self._folder) + address
        try:
            return urljoin(self._base or "", address)
        except ValueError:
            return None


def _split(base: str | None) -> tuple[str, str, str]:
    """The scheme of an absolute URL, the part before its path, and the part up to its last slash."""
    try:
        parts = urlsplit(base or "")
    except ValueError:
        return "", "", ""
    if not parts.scheme or not parts.netloc:
        return "", "", ""
    origin = f"{parts.scheme}://{parts.netloc}"
    return parts.scheme, origin, f"{origin}{parts.path.rpartition('/')[0]}/"
