"""Undo compression within limits, so that what is small cannot become large without end.

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

MOST_RATIO = 200
"""So many times its packed size nothing honest has: pages have up to 30."""

_FREE = 1024 * 1024
"""Of so little nobody asks how small it was."""


class TooLargeError(ValueError):
    """What is unpacked is past a limit; the message says past which, as what it has."""


class Meter:
    """Counts what goes into an unpacking and what comes out, and stops it past either limit.

    >>> meter = Meter(max_bytes=10**9, free=0)
    >>> meter.took(10), meter.gave(2_001)
    Traceback (most recent call last):
    dehusk.fetch.compression.TooLargeError: more than 200 times its packed size
    """

    def __init__(self, *, max_bytes: int | None = None, free: int = _FREE) -> None:
        self._max_bytes = max_bytes
        self._free = free
        self._packed = 0
        self._unpacked = 0

    def took(self, size: int) -> None:
        """So many packed bytes went in."""
        self._packed += size

    def gave(self, size: int) -> None:
        """So many bytes came out. Raises `TooLargeError`."""
        self._unpacked += size
        if self._max_bytes is not None and self._unpacked > self._max_bytes:
            raise TooLargeError(f"more than {self._max_bytes:,} bytes")
        if self._unpacked > max(self._free, MOST_RATIO * self._packed):
            raise TooLargeError(f"more than {MOST_RATIO} times its packed size")


def decompress(chunks: Iterable[bytes], encoding: str, *, max_bytes: int) -> bytes:
    """The whole body behind a `Content-Encoding`.

    Raises `TooLargeError` as soon as it is past `max_bytes`, compressed or not, or past
    `MOST_RATIO`, and `ValueError` for what cannot be decompressed.
    """
    body, meter = bytearray(), Meter(max_bytes=max_bytes)
    for piece in _decoded(_bounded(chunks, max_bytes, meter), encoding):
        body += piece
        meter.gave(len(piece))
    return bytes(body)


def is_gzip(body: bytes) -> bool:
    """Whether bytes are a gzip file, whatever was said of them."""
    return body.startswith(b"\x1f\x8b\x08")


def _bounded(chunks: Iterable[bytes], max_bytes: int, meter: Meter) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > max_bytes:
            raise TooLargeError(f"more than {max_bytes:,} bytes")
        meter.took(len(chunk))
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
