"""The address that a page is said to have, looked at once where it comes in.

>>> usable_url(" https://example.org/tea\\n"), usable_url("https://[::1"), usable_url("a\\x00b")
('https://example.org/tea', None, None)
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from dehusk.errors import PageError

LONGEST_URL: Final = 64 * 1024
_SHOWN: Final = 100
_NO_PART_OF_URLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_AROUND: Final = "".join(map(chr, range(0x21)))


def given_url(url: object) -> str | None:
    """The address that a caller gives. Raises `PageError` for what can be none.

        >>> given_url("https://a:99999/")
        Traceback (most recent call last):
        dehusk.errors.PageError: 'https://a:99999/' can be no address; leave url out, or mend it.

    What servers and archives say of a page is no reason to refuse it: that goes through `usable_url`.
    """
    usable = usable_url(url)
    if usable is None and url is not None and str(url).strip():
        told = str(url)[:_SHOWN] + "…" if len(str(url)) > _SHOWN else str(url)
        raise PageError(f"{told!r} can be no address; leave url out, or mend it.")
    return usable


def usable_url(url: object) -> str | None:
    """The address as it can be used, None for what can be none.

    Control characters, halves of characters, brackets that do not match, ports that do not exist and
    more than `LONGEST_URL` characters are in no address. Raises `PageError` for what is no string.
    """
    if url is None:
        return None
    if not isinstance(url, str):
        told = type(url).__name__
        raise PageError(f"url is a string, such as 'https://example.org/tea', and not {told}.")
    text = url.strip(_AROUND)
    if not text or len(text) > LONGEST_URL or _NO_PART_OF_URLS.search(text):
        return None
    try:
        urlsplit(text).port  # noqa: B018  # reading it is the check
    except ValueError:
        return None
    return text
