"""What a browser is given: the parsed page, and the files that came with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from dehusk.errors import PageTooLarge, SnapshotError
from dehusk.page import Page
from dehusk.page.address import usable_url
from dehusk.page.labels import believed_label
from dehusk.page.mhtml import looks_like_mhtml
from dehusk.page.parse import parse
from dehusk.page.snapshot import looks_like_snapshot
from dehusk.rendering.mhtml import Resource, as_archived, read_mhtml, with_links_to_parts
from dehusk.rendering.settings import Source

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
        return canonical_url(self.page.url or "") or NO_ADDRESS

    def restored(self, snapshot: dict[str, Any]) -> dict[str, Any]:
        """The snapshot with the links as they were in the page."""
        if not self.resources:
            return snapshot
        return snapshot | {"strings": [as_archived(string) for string in snapshot["strings"]]}


def canonical_url(url: str) -> str | None:
    """An http(s) URL as a browser writes it, None for anything else.

    >>> canonical_url("HTTPS://Bücher.example:443/a b/../ü?q=é#part")
    'https://xn--bcher-kva.example/%C3%BC?q=%C3%A9'

    More is escaped than need be, which a browser leaves as it is.
    """
    try:
        parts = urlsplit(url.strip())
        port, host = parts.port, (parts.hostname or "").encode("idna").decode("ascii")
    except ValueError:  # such as http://[ or http://a:b/
        return None
    scheme = parts.scheme.lower()
    if scheme not in _PORTS or not _HOST.fullmatch(host):
        return None
    origin = f"{scheme}://{host}" + (f":{port}" if port and port != _PORTS[scheme] else "")
    path = urlsplit(urljoin(origin + "/", quote(parts.path or "/", safe=_PLAIN))).path
    return f"{origin}{path}" + (f"?{quote(parts.query, safe=_PLAIN)}" if parts.query else "")


_HOST = re.compile(r"[a-z0-9._-]+")
_PORTS = {"http": 80, "https": 443}
_PLAIN = "%/:=&?~+!$,;@()*"


def read_original(source: Source, timeout: float) -> Original:
    """Read a page from wherever it is: text, bytes, a file, an archive, the web."""
    if source.address is not None:
        return _fetched(source, source.address, timeout)
    content = source.content
    if isinstance(content, Path):
        content = _read_file(content)
    if isinstance(content, bytes) and looks_like_snapshot(content):
        raise SnapshotError(
            "It is a snapshot already, of a page that was rendered; leave out --render."
        )
    if isinstance(content, bytes) and looks_like_mhtml(content):
        return _archived(source, content)
    return Original(parse(content, url=source.url, encoding=source.encoding), source.name)


def _fetched(source: Source, address: str, timeout: float) -> Original:
    from dehusk.fetch import fetch

    answer = fetch(address, timeout=timeout)
    page = parse(
        answer.body, url=source.url or answer.url, encoding=source.encoding or answer.encoding
    )
    return Original(page, source.name)


def _archived(source: Source, data: bytes) -> Original:
    main, url, resources = read_mhtml(data)
    page = parse(
        main.body,
        url=source.url or usable_url(url),
        encoding=source.encoding or believed_label(main.charset),
    )
    return Original(page, source.name, resources)


def _read_file(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise PageTooLarge(f"The file has more than {MOST_BYTES:,} bytes, too many to render.")
    return content
