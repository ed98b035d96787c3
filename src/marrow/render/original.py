"""What a browser is given: the parsed page, and the files that came with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from marrow.page import Page
from marrow.parse import parse
from marrow.render.settings import Source

NO_ADDRESS = "https://page.invalid/"
"""Where a page without a URL is shown. Names under .invalid exist nowhere (RFC 2606)."""


@dataclass(frozen=True)
class Resource:
    """A file that belongs to a page: a style sheet, an image, the document of a frame."""

    body: bytes
    content_type: str


@dataclass(frozen=True)
class Original:
    """A page before it is rendered.

    `page` is the static parse. Its `source` is what the browser is served, as UTF-8, so that both
    read the same characters whatever the encoding was.
    """

    page: Page
    name: str
    resources: Mapping[str, Resource] = field(default_factory=dict)

    @property
    def document(self) -> Resource:
        """The page itself, as it is served."""
        return Resource(self.page.source, "text/html; charset=utf-8")

    @property
    def refreshes(self) -> bool:
        """Whether the page goes on to another by itself, without any script."""
        _, values = self.page.with_attribute("http-equiv")
        return any(value.strip().lower() == "refresh" for value in values)

    @property
    def address(self) -> str:
        """The URL at which the browser finds the page."""
        url = self.page.url or ""
        parts = urlsplit(url)
        if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
            return NO_ADDRESS
        return parts._replace(fragment="").geturl()


def read_original(source: Source) -> Original:
    """Read a page from wherever it is: text, bytes, a file, an archive, the web."""
    if source.address is not None:
        return _fetched(source)
    content = source.content
    if isinstance(content, Path):
        content = content.read_bytes()
    page = parse(content, url=source.url, encoding=source.encoding)
    return Original(page, source.name)


def _fetched(source: Source) -> Original:
    from marrow.fetch import fetch

    assert source.address is not None
    answer = fetch(source.address)
    page = parse(
        answer.body, url=source.url or answer.url, encoding=source.encoding or answer.encoding
    )
    return Original(page, source.name)
