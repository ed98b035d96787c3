"""Web archives: one file with a page and everything that it shows (RFC 2557, `.mhtml`, `.mht`).

>>> archive = read_mhtml(
...     b"MIME-Version: 1.0\\nContent-Type: multipart/related; boundary=b\\n\\n"
...     b"--b\\nContent-Type: text/html\\nContent-Location: http://a.example/\\n\\n<img src=b.png>\\n"
...     b"--b\\nContent-Type: image/png\\nContent-Location: http://a.example/b.png\\n\\n...\\n--b--\\n")
>>> archive.url, list(archive.resources)
('http://a.example/', ['http://a.example/b.png'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, urldefrag, urljoin

from dehusk.errors import NotHtml

if TYPE_CHECKING:
    from email.message import Message

_HEADERS = re.compile(rb"(?:[!-9;-~]+:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n)+")
_MULTIPART = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_PAGE_TYPES = ("text/html", "application/xhtml+xml")
_WITH_LINKS = (*_PAGE_TYPES, "text/css", "image/svg+xml")

_LINK_TO_PART = re.compile(rb"\bcid:(?=[\w.%@+$!~-])", re.IGNORECASE)
_PARTS_HOST = "https://cid.invalid/"


@dataclass(frozen=True)
class Resource:
    """A file that belongs to a page: a style sheet, an image, the document of a frame."""

    body: bytes
    content_type: str


@dataclass(frozen=True)
class Archive:
    """The page of an archive, and its other parts by their addresses."""

    html: bytes
    url: str | None
    encoding: str | None
    resources: Mapping[str, Resource]


def looks_like_mhtml(data: bytes) -> bool:
    """Whether bytes are a web archive.

    >>> looks_like_mhtml(b"From: <Saved>\\r\\nContent-Type: multipart/related;\\r\\n\\r\\n")
    True
    >>> looks_like_mhtml(b"<p>Content-Type: multipart/related")
    False
    """
    headers = _HEADERS.match(data[:8192].lstrip())
    return headers is not None and _MULTIPART.search(headers[0]) is not None


def read_mhtml(data: bytes) -> Archive:
    """Take an archive apart. Raises `NotHtml` when there is no page in it."""
    from email import message_from_bytes

    message = message_from_bytes(data.lstrip())
    parts = [part for part in message.walk() if not part.is_multipart()]
    main = _main_part(message, parts)
    if main is None:
        raise NotHtml("The web archive is broken, there is no page in it; save it again.")
    url = str(main.get("Content-Location") or message.get("Snapshot-Content-Location") or "")
    resources: dict[str, Resource] = {}
    for part in parts:
        if part is not main:
            resource = Resource(_served_body(part), _content_type(part))
            for address in _addresses(part, url):
                resources.setdefault(address, resource)
    return Archive(_body(main), url or None, main.get_content_charset(), resources)


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


def _main_part(message: Message, parts: list[Message]) -> Message | None:
    """The part that `start` names, or the first page."""
    pages = [part for part in parts if part.get_content_type() in _PAGE_TYPES]
    start = str(message.get_param("start") or "").strip(" <>")
    named = [part for part in pages if start and _content_id(part) == start]
    return next((part for part in named + pages if _body(part).strip()), None)


def _body(part: Message) -> bytes:
    body = part.get_payload(decode=True)
    return body if isinstance(body, bytes) else b""


def _served_body(part: Message) -> bytes:
    has_links = part.get_content_type() in _WITH_LINKS
    return with_links_to_parts(_body(part)) if has_links else _body(part)


def _content_type(part: Message) -> str:
    charset = part.get_content_charset()
    return part.get_content_type() + (f"; charset={charset}" if charset else "")


def _content_id(part: Message) -> str:
    return str(part.get("Content-ID") or "").strip(" <>")


def _addresses(part: Message, base: str) -> Iterator[str]:
    """The addresses by which a part can be asked for."""
    location = str(part.get("Content-Location") or "")
    if location:
        address = urldefrag(urljoin(base, location))[0]
        yield address
        yield quote(address, safe="%/:=&?~+!$,;'@()*[]")
    if _content_id(part):
        yield _PARTS_HOST + _content_id(part)
    if location.lower().startswith("cid:"):
        yield _PARTS_HOST + location[len("cid:") :]
