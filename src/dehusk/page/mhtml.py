"""Web archives: one file with a page and everything that it shows (RFC 2557, `.mhtml`, `.mht`).

>>> archive = take_apart(
...     b"MIME-Version: 1.0\\nContent-Type: multipart/related; boundary=b\\n\\n"
...     b"--b\\nContent-Type: text/html\\nContent-Location: http://a.example/\\n\\n<p>Bread.\\n"
...     b"--b\\nContent-Type: image/png\\n\\n...\\n--b--\\n")
>>> archive.url, archive.main.body, [part.content_type for part in archive.others]
('http://a.example/', b'<p>Bread.', ['image/png'])

The standard library reads mail more fully, but not in linear time: this reads what archives have.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from dehusk.errors import NotHtml
from dehusk.lazy import lazy

MOST_PARTS: Final = 20_000
MOST_LEVELS: Final = 8
"""How deep parts may be in parts. Honest archives have one level, or two."""

_HEADER: Final = rb"[!-9;-~]++:[^\r\n]*+(?:\r?\n[ \t][^\r\n]*+)*+(?:\r?\n|\Z)"
_HEADERS: Final = re.compile(rb"(?:" + _HEADER + rb")++")
_FOLD: Final = re.compile(rb"\r?\n[ \t]++")
_EMPTY_LINE: Final = re.compile(rb"\r?\n")
_REST_OF_LINE: Final = re.compile(rb"(--)?[ \t]*+\r?(?:\n|\Z)")
_MULTIPART: Final = re.compile(
    rb"^content-type:\s*+multipart/related\b", re.IGNORECASE | re.MULTILINE
)
_PARAMETER: Final = re.compile(
    r""";\s*+([\w.*-]++)\s*+=\s*+(?:"((?:[^"\\]|\\.)*+)"|([^;\s"]*+))""", re.DOTALL
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_NOT_BASE64: Final = re.compile(rb"[^A-Za-z0-9+/]++")
_PAGE_TYPES: Final = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True)
class Part:
    """A file of an archive: its headers, by their names in lower case, and its bytes as they stand."""

    headers: Mapping[str, str]
    raw: bytes

    @property
    def content_type(self) -> str:
        """What it is, such as `text/html`."""
        return self.headers.get("content-type", "text/plain").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str | None:
        """The encoding that it is said to be in."""
        return self.parameters.get("charset", "").lower() or None

    @property
    def content_id(self) -> str:
        """Its name for other parts of the archive, empty where it has none."""
        return self.headers.get("content-id", "").strip(" <>")

    @lazy
    def parameters(self) -> dict[str, str]:
        """What stands behind the content type."""
        found = _PARAMETER.findall(self.headers.get("content-type", ""))
        return {
            name.lower(): _ESCAPED.sub(r"\1", quoted) or bare
            for name, quoted, bare in reversed(found)
        }

    @lazy
    def body(self) -> bytes:
        """The bytes of the file itself."""
        coding = self.headers.get("content-transfer-encoding", "").strip().lower()
        if coding == "quoted-printable":
            return binascii.a2b_qp(self.raw)
        return _from_base64(self.raw) if coding == "base64" else self.raw


@dataclass(frozen=True)
class Mhtml:
    """An archive: the part that is its page, where the page was, and all other parts."""

    main: Part
    url: str | None
    others: tuple[Part, ...]


def looks_like_mhtml(data: bytes) -> bool:
    """Whether bytes are a web archive.

    >>> looks_like_mhtml(b"From: <Saved>\\r\\nContent-Type: multipart/related;\\r\\n\\r\\n")
    True
    >>> looks_like_mhtml(b"<p>Content-Type: multipart/related")
    False
    """
    headers = _HEADERS.match(data[:8192].lstrip())
    return headers is not None and _MULTIPART.search(headers[0]) is not None


def take_apart(data: bytes) -> Mhtml:
    """The parts of an archive. Raises `NotHtml` when there is no page in it."""
    whole = _part(data.lstrip())
    parts = tuple(islice(_leaves(whole, MOST_LEVELS), MOST_PARTS))
    main = _main_part(parts, start=whole.parameters.get("start", "").strip(" <>"))
    if main is None:
        raise NotHtml("The web archive is broken, there is no page in it; save it again.")
    url = main.headers.get("content-location") or whole.headers.get("snapshot-content-location")
    return Mhtml(main, url or None, tuple(part for part in parts if part is not main))


def _main_part(parts: tuple[Part, ...], start: str) -> Part | None:
    """The part that `start` names, or the first page."""
    pages = [part for part in parts if part.content_type in _PAGE_TYPES]
    named = [part for part in pages if start and part.content_id == start]
    return next((part for part in named + pages if part.body.strip()), None)


def _leaves(part: Part, levels: int) -> Iterator[Part]:
    """The part itself, or what it is put together of."""
    if not part.content_type.startswith("multipart/"):
        yield part
    elif levels:
        boundary = part.parameters.get("boundary", "").rstrip().encode("utf-8", "replace")
        for piece in _pieces(part.raw, boundary):
            yield from _leaves(_part(piece), levels - 1)


def _part(data: bytes) -> Part:
    found = _HEADERS.match(data)
    head, end = (b"", 0) if found is None else (found[0], found.end())
    empty = _EMPTY_LINE.match(data, end)
    lines = _FOLD.sub(b" ", head).decode("utf-8", "replace").split("\n")
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers.setdefault(name.lower(), value.strip())
    return Part(headers, data[end if empty is None else empty.end() :])


def _pieces(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """What stands between the lines that are a boundary."""
    mark = b"--" + boundary
    at, start = 0, None
    while boundary and (at := body.find(mark, at)) >= 0:
        line = _REST_OF_LINE.match(body, at + len(mark))
        if line is not None and (at == 0 or body[at - 1] == ord("\n")):
            if start is not None:
                yield body[start:at].removesuffix(b"\n").removesuffix(b"\r")
            if line[1]:
                return
            start = line.end()
        at += len(mark)
    if start is not None:
        yield body[start:]


def _from_base64(raw: bytes) -> bytes:
    """The bytes behind base64, as many as there are where it was cut."""
    letters = _NOT_BASE64.sub(b"", raw)
    whole = len(letters) - (len(letters) % 4 == 1)
    return binascii.a2b_base64(letters[:whole] + b"==")
