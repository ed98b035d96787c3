"""Pages in files: HTML, web archives and snapshots, packed with gzip or not.

>>> import gzip
>>> page_of(unpacked(gzip.compress(b"<p>Bread."))).text_of(0)
'Bread.'
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

from dehusk.errors import NotHtml, PageTooLarge
from dehusk.fetch.compression import TooLargeError, decompress, is_gzip
from dehusk.page import Page
from dehusk.page.address import given_url
from dehusk.page.mhtml import looks_like_mhtml
from dehusk.page.parse import DEFAULT_LIMITS, Limits, parse
from dehusk.page.snapshot import looks_like_snapshot, read_snapshot
from dehusk.page.sniff import begins_as_page

_GLANCE = 16 * 1024


def read_page(path: Path, *, url: str | None = None, limits: Limits = DEFAULT_LIMITS) -> Page:
    """The page in a file. Raises `OSError` where it cannot be read, else as `dehusk.parse` does."""
    return page_of(read_body(path, limits.bytes), url=url, limits=limits)


def read_body(path: Path, most: int = DEFAULT_LIMITS.bytes) -> bytes:
    """The bytes of a page in a file, unpacked; of one that is too large, one more than `most`."""
    with path.open("rb") as file:
        return unpacked(file.read(most + 1), most)


def unpacked(body: bytes, most: int = DEFAULT_LIMITS.bytes) -> bytes:
    """The bytes of a page that may be a gzip file; snapshots unpack themselves."""
    if not is_gzip(body) or looks_like_snapshot(body):
        return body
    try:
        return decompress([body], "gzip", max_bytes=most)
    except TooLargeError as error:
        raise PageTooLarge(f"Unpacked, the page has {error}.") from error
    except ValueError as error:
        raise NotHtml(f"The gzip file is broken ({error}); compress the page again.") from error


def page_of(
    body: bytes | str,
    *,
    url: str | None = None,
    encoding: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Page:
    """The page: of HTML, a web archive, or a snapshot that `dehusk render` wrote."""
    if isinstance(body, str) or not looks_like_snapshot(body):
        return parse(body, url=url, encoding=encoding, limits=limits)
    page = read_snapshot(body)
    return replace(page, url=given_url(url) or page.url)


def holds_page(path: Path) -> bool:
    """Whether a file begins as a page, a web archive or a snapshot does, whatever it is called."""
    try:
        with path.open("rb") as file:
            head = file.read(_GLANCE)
    except OSError:
        return False
    if looks_like_snapshot(head):
        return True
    if is_gzip(head):
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, _GLANCE)
        except zlib.error:
            return False
    return begins_as_page(head) or looks_like_mhtml(head)
