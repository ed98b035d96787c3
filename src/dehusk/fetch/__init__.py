"""Read a page from the web: bounded in time and size, and closed to private addresses.

>>> from dehusk.fetch import fetch
>>> fetch("ftp://example.org/page")
Traceback (most recent call last):
dehusk.errors.FetchError: Only http and https URLs can be fetched, not 'ftp://example.org/page'.

Importing this module imports no HTTP client and opens no socket; `fetch` does both, on request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dehusk.errors import FetchError, MissingExtra
from dehusk.page.address import usable_url

if TYPE_CHECKING:
    from dehusk.page.parse import Limits
    from dehusk.selection import Extractor
    from dehusk.series import Series

__all__ = ["Fetched", "fetch", "follow"]


LONGEST_WORDS = 200
"""How much of what others say is repeated in an error."""


def shortened(words: object) -> str:
    """What somebody said, as far as it fits into a sentence."""
    told = str(words)
    return told if len(told) <= LONGEST_WORDS else told[:LONGEST_WORDS] + "…"


@dataclass(frozen=True)
class Fetched:
    """What a server answered.

    `url` is where the page was in the end, after all redirects: the base of its links. `encoding`
    is the charset of the `Content-Type` header, None where it has none that is known, to be handed to
    `dehusk.parse`. `body` is decompressed, also where the page is a gzip file itself.
    """

    body: bytes
    url: str
    encoding: str | None
    status: int
    content_type: str
    headers: Mapping[str, str] = field(default_factory=dict, compare=False)
    """What the server said of the page, by names in small letters."""

    def __repr__(self) -> str:
        return f"<Fetched {self.url}: {self.status}, {len(self.body):,} bytes>"


def fetch(
    url: str,
    *,
    timeout: float = 30.0,
    max_bytes: int = 64 * 1024 * 1024,
    max_redirects: int = 10,
    allow_private: bool = False,
    user_agent: str | None = None,
    any_type: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Fetched:
    """Read the page at a URL.

    `timeout` is the time in seconds that everything may take together: name look-up, connection,
    redirects and the last byte. `max_bytes` bounds the body, on the wire and decompressed. Private,
    loopback, link-local and other addresses that are not of the public internet are refused, on
    every redirect too, unless `allow_private` is set: the address that was checked is the one that
    is dialled, so a name that changes its mind in between gains nothing. Proxies that the
    environment names are not used, for the same reason. What is no HTML by its header is refused,
    unless `any_type` is set. `headers` are sent with the request, such as `If-None-Match`; a server's
    answer that nothing changed is a `FetchError` with the status 304.

    Raises `FetchError`, whose sentence says what went wrong, and `MissingExtra` without httpx.
    """
    if timeout <= 0 or max_bytes < 1 or max_redirects < 0:
        raise ValueError("timeout and max_bytes must be above 0, max_redirects not below it.")
    if not isinstance(url, str) or not url[:8].lower().startswith(("http://", "https://")):
        raise FetchError(f"Only http and https URLs can be fetched, not {shortened(repr(url))}.")
    if usable_url(url) is None:
        raise FetchError(f"{shortened(repr(url))} is not a valid URL; check how it is written.")
    try:
        from dehusk.fetch.client import get
    except ImportError as error:
        raise MissingExtra(
            "Reading URLs needs httpx; install it with: pip install 'dehusk[cli]'"
        ) from error
    return get(
        url,
        headers,
        timeout=timeout,
        max_bytes=max_bytes,
        max_redirects=max_redirects,
        allow_private=allow_private,
        user_agent=user_agent or _default_user_agent(),
        any_type=any_type,
    )


def follow(
    url: str,
    *,
    method: str | Extractor = "default",
    amount: int = 0,
    limits: Limits | None = None,
    most: int = 20,
    timeout: float = 60.0,
    allow_private: bool = False,
    user_agent: str | None = None,
    encoding: str | None = None,
) -> Series:
    """Read the page at a URL and those on which it goes on, as one document.

        >>> document = follow("https://example.org/long-article")  # doctest: +SKIP
        >>> document.followed, document.problem  # doctest: +SKIP

    At most `most` pages are read; `timeout` and the bytes of `limits` are for all of them together.
    They are pages of the same site, none is read twice, and one that brings nothing new is the end.
    Raises `FetchError` where the first page cannot be read; where a later one cannot, the document
    ends before it, and its `problem` says why.
    """
    from dehusk.fetch.pages import read_pages
    from dehusk.page.parse import DEFAULT_LIMITS

    if most < 1:
        raise ValueError("most must be at least 1.")
    return read_pages(
        url,
        most=most,
        timeout=timeout,
        limits=limits or DEFAULT_LIMITS,
        method=method,
        amount=amount,
        encoding=encoding,
        allow_private=allow_private,
        user_agent=user_agent,
    )


def _default_user_agent() -> str:
    from dehusk import __version__

    return f"dehusk/{__version__} (reads one page on a user's request)"
