"""Which addresses may be printed: an allowlist of schemes, read as a browser reads them."""

from __future__ import annotations

import re

LINK_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
IMAGE_SCHEMES = frozenset({"http", "https"})

_STRIPPED = "".join(map(chr, range(33)))
_SKIPPED = re.compile(r"[\t\n\r]")
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f]")
# What stands before the first colon, or before an entity that may hide one, and is no path yet.
_SCHEME = re.compile(r"([^/?#:&]*)[:&]")


def link_url(url: str) -> str | None:
    r"""The address of a link as a browser reads it, None where it is not safe to follow.

    >>> link_url(" https://example.org/a\n")
    'https://example.org/a'
    >>> link_url("java\tscript:alert(1)") is None
    True
    """
    return _checked(url, LINK_SCHEMES)


def image_url(url: str) -> str | None:
    """The address of an image as a browser reads it, None where it is not safe to load."""
    return _checked(url, IMAGE_SCHEMES)


def _checked(url: str, schemes: frozenset[str]) -> str | None:
    if url.isascii() and url.isprintable() and url.startswith(("https://", "http://")):
        return url.rstrip(" ")
    # A browser drops tabs and line ends anywhere, control characters and spaces at both ends.
    url = _SKIPPED.sub("", url.strip(_STRIPPED))
    scheme = _SCHEME.match(url)
    if not url or _FORBIDDEN.search(url) or (scheme and scheme[1].lower() not in schemes):
        return None
    return url
