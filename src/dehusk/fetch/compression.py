"""Undo HTTP's compression within a limit, so that a small answer cannot become a large one.

>>> import gzip
>>> decompress([gzip.compress(b"<p>Bread")], "gzip", max_bytes=100)
b'<p>Bread'
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

_PIECE = 1024 * 1024
_SLICE = 64 * 1024
_MOST_STREAMS = 10_000
_GZIP = 31
_ZLIB = 15
_RAW = -15


class TooLargeError(ValueError):
    """The body is past the limit."""


def decompress(chunks: Iterable[bytes], encoding: str, *, max_bytes: int) -> bytes:
    """The whole body behind a `Content-Encoding`.

    Raises `TooLargeError` as soon as it is past `max_bytes`, compressed or not, and `ValueError`
    for what cannot be decompressed.
    """
    body = bytearray()
    for piece in _decoded(_bounded(chunks, max_bytes), encoding):
        body += piece
        if len(body) > max_bytes:
            raise TooLargeError
    return bytes(body)


def is_gzip(body: bytes) -> bool:
    """Whether bytes are a gzip file, whatever was said of them."""
    return body.startswith(b"\x1f\x8b\x08")


def _bounded(chunks: Iterable[bytes], max_bytes: int) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > max_bytes:
            raise TooLargeError
        yield chunk


def _decoded(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    if encoding in ("identity", ""):
        return iter(chunks)
    if encoding in ("gzip", "x-gzip", "deflate"):
        return _inflated(chunks)
    raise ValueError(f"the encoding {encoding!r} was not asked for")


def _inflated(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The content of one or more compressed streams in a row, in pieces of bounded size."""
    inflater, streams = None, 0
    for chunk in _sliced(chunks):
        rest = chunk
        while rest:
            if inflater is None or inflater.eof:
                if inflater is not None and rest[0] != 0x1F:
                    return  # Servers pad the end of gzip with anything.
                streams += 1
                if streams > _MOST_STREAMS:
                    raise ValueError("it is made of too many pieces")
                inflater = zlib.decompressobj(_window(rest[0]))
            yield from _stream_pieces(inflater, rest)
            rest = inflater.unused_data
    if inflater is not None and not inflater.eof:
        raise ValueError("it breaks off")


def _sliced(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Short chunks: what follows the end of a stream is copied, each time."""
    for chunk in chunks:
        for start in range(0, len(chunk), _SLICE):
            yield chunk[start : start + _SLICE]


def _stream_pieces(inflater: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    while True:
        try:
            piece = inflater.decompress(data, _PIECE)
        except zlib.error as error:
            raise ValueError(str(error)) from error
        yield piece
        data = inflater.unconsumed_tail
        if inflater.eof or (not data and len(piece) < _PIECE):
            return


def _window(first: int) -> int:
    """zlib's window setting for a stream that starts with this byte.

    What is called `deflate` is a zlib stream by the standard and a bare one by some servers, and
    gzip is told by its first byte: the header of the answer need not be trusted.
    """
    if first == 0x1F:
        return _GZIP
    return _ZLIB if first & 0x0F == 8 else _RAW
