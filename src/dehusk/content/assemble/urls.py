"""Addresses: made absolute, and only those that a reader can follow.

>>> Addresses("https://example.org/a/b.html").resolve(" ../c d.html ")
'https://example.org/c%20d.html'
"""

from __future__ import annotations

from functools import partial
from urllib.parse import urljoin, urlsplit

from dehusk.native.content import Base


class Addresses:
    """Resolves the addresses of one page."""

    __slots__ = ("base", "resolve")

    def __init__(self, url: str | None) -> None:
        self.base = _base_of(url)
        """What native code resolves addresses by."""
        self.resolve = self.base.resolve
        """An absolute URL, a `#fragment` as it is, or None for what leads nowhere.

        Without a base, relative addresses stay as they are.
        """

    @classmethod
    def of(cls, url: str | None, base_href: str | None) -> Addresses:
        """As `base href` and the page's own URL say."""
        return cls(url if base_href is None else cls(url).resolve(base_href) or url)


def _base_of(url: str | None) -> Base:
    if not url:
        return Base("https:", "", "", is_broken=False, join=None)
    join = partial(_joined, url)
    try:
        parts = urlsplit(url)
    except ValueError:
        return Base("https:", "", "", is_broken=True, join=join)
    if not parts.scheme or not parts.netloc:
        return Base("https:", "", "", is_broken=False, join=join)
    origin = f"{parts.scheme}://{parts.netloc}"
    folder = f"{origin}{parts.path.rpartition('/')[0]}/"
    return Base(f"{parts.scheme}:", origin, folder, is_broken=False, join=join)


def _joined(base: str, address: str) -> str | None:
    """What is not simple: steps up, queries and fragments alone, a base that is no URL."""
    try:
        return urljoin(base, address).replace(" ", "%20")
    except ValueError:
        return None
