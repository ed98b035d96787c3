"""What a browser is given: the parsed page, and the files that came with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from marrow.errors import PageTooLarge
from marrow.page import Page
from marrow.parse import parse
from marrow.render.mhtml import (
    Resource,
    as_archived,
    looks_like_mhtml,
    read_mhtml,
    with_links_to_parts,
)
from marrow.render.settings import Source

NO_ADDRESS = "https://page.invalid/"
"""Where a page without a URL is shown. Names under .invalid exist nowhere (RFC 2606)."""

MOST_BYTES = 256 * 1024 * 1024
"""How large a file may be. Archives hold images too; what `parse` allows is for HTML alone."""


@dataclass(frozen=True)
class Original:
    """A page before it is rendered.

    `page` is the static parse. Its `source` is what the browser is served, as UTF-8, so that both
    read the same characters whatever the encoding was. `resources` are the other parts of an
    archive.
    """

    page: Page
    name: str
    resources: Mapping[str, Resource] = field(default_factory=dict)

    @property
    def document(self) -> Resource:
        """The page as it is served."""
        source = self.page.source
        body = with_links_to_parts(source) if self.resources else source
        return Resource(body, "text/html; charset=utf-8")

    @property
    def address(self) -> str:
        """The URL at which the browser finds the page."""
        try:
            parts = urlsplit(self.page.url or "")
            known = parts.scheme.lower() in ("http", "https") and parts.hostname
        except ValueError:  # such as http://[
            return NO_ADDRESS
        return parts._replace(fragment="").geturl() if known else NO_ADDRESS

    @property
    def refreshes(self) -> bool:
        """Whether the page goes on to another by itself, without any script."""
        _, values = self.page.with_attribute("http-equiv")
        return any(value.strip().lower() == "refresh" for value in values)

    def restored(self, snapshot: dict[str, Any]) -> dict[str, Any]:
        """The snapshot with the links as they were in the page."""
        if not self.resources:
            return snapshot
        return snapshot | {"strings": [as_archived(string) for string in snapshot["strings"]]}


def read_original(source: Source, timeout: float) -> Original:
    """Read a page from wherever it is: text, bytes, a file, an archive, the web."""
    if source.address is not None:
        return _fetched(source, source.address, timeout)
    content = source.content
    if isinstance(content, Path):
        content = _read_file(content)
    if isinstance(content, bytes) and looks_like_mhtml(content):
        return _archived(source, content)
    return Original(parse(content, url=source.url, encoding=source.encoding), source.name)


def _fetched(source: Source, address: str, timeout: float) -> Original:
    from marrow.fetch import fetch

    answer = fetch(address, timeout=timeout)
    page = parse(
        answer.body, url=source.url or answer.url, encoding=source.encoding or answer.encoding
    )
    return Original(page, source.name)


def _archived(source: Source, data: bytes) -> Original:
    archive = read_mhtml(data)
    page = parse(
        archive.html,
        url=source.url or archive.url,
        encoding=source.encoding or archive.encoding,
    )
    return Original(page, source.name, archive.resources)


def _read_file(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise PageTooLarge(f"The file has more than {MOST_BYTES:,} bytes, too many to render.")
    return content
