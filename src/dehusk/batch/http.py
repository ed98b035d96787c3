"""What HTTP says of a page: its type and charset, and the encodings of its body.

>>> content_type_of('Text/HTML; charset="utf-8"')
('text/html', 'utf-8')

FastWARC undoes encodings while it reads, too, but then a body that cannot be unpacked ends the reading
of the whole archive.
"""

from __future__ import annotations

from io import BytesIO

from dehusk.errors import NotHtml, PageTooLarge
from dehusk.fetch.compression import Meter, TooLargeError, decompress
from dehusk.page.labels import believed_label

_PIECE = 1024 * 1024
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_INFLATED = ("gzip", "x-gzip", "deflate")
_MOST_ENCODINGS = 8


def content_type_of(value: str) -> tuple[str, str | None]:
    """A content type and its charset, None where that is unknown."""
    kind, *parameters = value.split(";")
    for parameter in parameters:
        name, _, given = parameter.partition("=")
        if name.strip().lower() == "charset":
            return kind.strip().lower(), believed_label(given.strip().strip("\"'"))
    return kind.strip().lower(), None


def encodings_of(*values: str | None) -> tuple[str, ...]:
    """The encodings that headers list, in the order in which they were applied.

    >>> encodings_of("gzip", None, "identity, chunked")
    ('gzip', 'chunked')
    """
    names = (name.strip().lower() for value in values for name in (value or "").split(","))
    return tuple(name for name in names if name not in ("", "identity"))


def unpacked(body: bytes, encodings: tuple[str, ...], *, max_bytes: int) -> bytes:
    """The body without its encodings, the last of which is undone first.

    >>> unpacked(b"5\\r\\n<p>Te\\r\\n1\\r\\na\\r\\n0\\r\\n\\r\\n", ("chunked",), max_bytes=100)
    b'<p>Tea'

    Crawlers store bodies that they have decoded under the head that they were sent with: what does
    not begin as the encoding would is taken as it is.
    """
    if len(encodings) > _MOST_ENCODINGS:
        raise NotHtml(f"The page is packed {len(encodings):,} times, one encoding in another.")
    for encoding in reversed(encodings):
        try:
            body = _decoded(body, encoding, max_bytes)
        except TooLargeError as error:
            raise PageTooLarge(f"Unpacked, the page has {error}.") from None
        except (ValueError, OSError, EOFError) as error:
            raise NotHtml(f"The page's {encoding} encoding is broken: {error}.") from error
    return body


def _decoded(body: bytes, encoding: str, max_bytes: int) -> bytes:
    if encoding == "chunked":
        return _joined(body)
    if encoding in _INFLATED:
        is_so = body.startswith(_GZIP) or (encoding == "deflate" and body.lstrip()[:1] != b"<")
        return decompress([body], encoding, max_bytes=max_bytes) if is_so else body
    if encoding == "br":
        return body if body.lstrip()[:1] == b"<" else _read_by_engine("Brotli", body, max_bytes)
    if encoding == "zstd":
        is_so = body.startswith(_ZSTD)
        return _read_by_engine("Zstd", body, max_bytes) if is_so else body
    raise ValueError("dehusk does not know it")


def _joined(body: bytes) -> bytes:
    """The chunks of a body in one piece; what ends early is kept as far as it goes."""
    pieces, at = list[bytes](), 0
    while True:
        end = body.find(b"\n", at, at + 1024)
        size = _chunk_size(body[at:end]) if end >= 0 else None
        if size is None:
            return b"".join(pieces) if at else body
        if size == 0:
            return b"".join(pieces)
        pieces.append(body[end + 1 : end + 1 + size])
        at = end + 1 + size
        at += 2 if body[at : at + 2] == b"\r\n" else body[at : at + 1] == b"\n"


def _chunk_size(line: bytes) -> int | None:
    digits = line.partition(b";")[0].strip()
    try:
        return int(digits, 16) if 0 < len(digits) <= 8 and digits.isalnum() else None
    except ValueError:
        return None


def _read_by_engine(name: str, body: bytes, max_bytes: int) -> bytes:
    from fastwarc import stream_io

    reader = getattr(stream_io, f"{name}Reader")(BytesIO(body))
    pieces, meter = [], Meter(max_bytes=max_bytes)
    meter.took(len(body))
    while piece := reader.read(_PIECE):
        meter.gave(len(piece))
        pieces.append(bytes(piece))
    return b"".join(pieces)
