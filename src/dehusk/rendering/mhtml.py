"""Web archives as a browser can be served from them: `dehusk.page.mhtml` takes them apart.

>>> main, url, resources = read_mhtml(
...     b"MIME-Version: 1.0\\nContent-Type: multipart/related; boundary=b\\n\\n"
...     b"--b\\nContent-Type: text/html\\nContent-Location: http://a.example/\\n\\n<img src=b.png>\\n"
...     b"--b\\nContent-Type: image/png\\nContent-Location: http://a.example/b.png\\n\\n...\\n--b--\\n")
>>> url, list(resources)
('http://a.example/', ['http://a.example/b.png'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, urldefrag, urljoin

from dehusk.page.mhtml import Part, take_apart

_WITH_LINKS = ("text/html", "application/xhtml+xml", "text/css", "image/svg+xml")

_LINK_TO_PART = re.compile(rb"\bcid:(?=[\w.%@+$!~-])", re.IGNORECASE)
_PARTS_HOST = "https://cid.invalid/"


@dataclass(frozen=True)
class Resource:
    """A file that belongs to a page: a style sheet, an image, the document of a frame."""

    body: bytes
    content_type: str


def read_mhtml(data: bytes) -> tuple[Part, str | None, dict[str, Resource]]:
    """The page of an archive, where it was, and its other parts by their addresses.

    Raises `NotHtml` when there is no page in it.
    """
    archive = take_apart(data)
    resources: dict[str, Resource] = {}
    for part in archive.others:
        has_links = part.content_type in _WITH_LINKS
        body = with_links_to_parts(part.body) if has_links else part.body
        charset = f"; charset={part.charset}" if part.charset else ""
        resource = Resource(body, part.content_type + charset)
        for address in _addresses(part, archive.url or ""):
            resources.setdefault(address, resource)
    return archive.main, archive.url, resources


def with_links_to_parts(body: bytes) -> bytes:
    """A page or style sheet as a browser can use it.

    >>> with_links_to_parts(b'<img src="cid:logo@a.example">')
    b'<img src="https://cid.invalid/logo@a.example">'

    Parts of an archive name each other by `cid:` links. No browser asks for such an address, so
    they become addresses of a host that does not exist; `as_archived` undoes that.
    """
    return _LINK_TO_PART.sub(_PARTS_HOST.encode(), body)


def as_archived(text: str) -> str:
    """Undo `with_links_to_parts` in a piece of the page."""
    return text.replace(_PARTS_HOST, "cid:")


def _addresses(part: Part, base: str) -> Iterator[str]:
    """The addresses by which a part can be asked for."""
    location = part.headers.get("content-location", "")
    address = _joined(base, location) if location else None
    if address is not None:
        yield address
        yield quote(address, safe="%/:=&?~+!$,;'@()*[]")
    if part.content_id:
        yield _PARTS_HOST + part.content_id
    if location.lower().startswith("cid:"):
        yield _PARTS_HOST + location[len("cid:") :]


def _joined(base: str, location: str) -> str | None:
    try:
        return urldefrag(urljoin(base, location))[0]
    except ValueError:  # such as http://[
        return None
