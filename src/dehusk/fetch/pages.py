"""Pages that follow one another, read until the last or until a bound: what `follow` does."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

from dehusk.document import Document
from dehusk.errors import DehuskError, FetchError
from dehusk.fetch import fetch
from dehusk.page.parse import Limits, parse
from dehusk.pipeline import extract
from dehusk.selection import Extractor
from dehusk.series import Series


def read_pages(
    url: str,
    *,
    most: int,
    timeout: float,
    limits: Limits,
    method: str | Extractor,
    amount: int,
    encoding: str | None,
    **options: Any,
) -> Series:
    """The documents of a page and of those after it; `options` are those of `fetch`."""
    end, left = time.monotonic() + timeout, limits.bytes
    documents: list[Document] = []
    seen: set[str] = set()
    following: str | None = url
    while following is not None and _plain(following) not in seen:
        if len(documents) == most:
            return Series.of(documents, f"Only {most} pages were to be read.")
        try:
            seconds = end - time.monotonic()
            if seconds <= 0 or left < 1:
                raise FetchError("The time or the bytes for all pages are used up.")
            fetched = fetch(following, timeout=seconds, max_bytes=left, **options)
            if documents and _host(fetched.url) != _host(documents[0].page.url):
                raise FetchError(f"{following} leads to another site, {_host(fetched.url)}.")
            label = encoding or fetched.encoding
            page = parse(fetched.body, url=fetched.url, encoding=label, limits=limits)
            document = extract(page, method=method, amount=amount, limits=limits)
        except DehuskError as error:
            if not documents:
                raise
            return Series.of(documents, f"Page {len(documents) + 1} was not read: {error}")
        if any(document.text == earlier.text for earlier in documents):
            break  # a server that gives the same page for every number
        left -= len(fetched.body)
        seen |= {_plain(following), _plain(fetched.url)}
        documents.append(document)
        following = document.next_page
    return Series.of(documents)


def _plain(url: str) -> str:
    return url.partition("#")[0].rstrip("/")


def _host(url: str | None) -> str:
    return (urlsplit(url or "").hostname or "").removeprefix("www.")
