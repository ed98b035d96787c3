"""What the service and its workers send each other: a header in JSON, and bytes.

>>> import io
>>> read_frame(io.BytesIO(frame({"do": "extract"}, b"<p>Tea")))
({'do': 'extract'}, b'<p>Tea')

Nothing is pickled: a worker that a page has taken over can send wrong words, and no code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from struct import Struct
from typing import Any, BinaryIO

Header = dict[str, Any]

_SIZES = Struct("!II")
MOST_HEADER = 1024 * 1024


class BrokenFrameError(ValueError):
    """What came is no frame."""


def frame(header: Mapping[str, Any], body: bytes = b"") -> bytes:
    """A header and a body as bytes."""
    return frame_head(header, len(body)) + body


def frame_head(header: Mapping[str, Any], size: int) -> bytes:
    """What stands before a body of that size: large ones need not be copied to be framed."""
    head = json.dumps(header).encode()
    return _SIZES.pack(len(head), size) + head


def read_frame(stream: BinaryIO) -> tuple[Header, bytes] | None:
    """The next frame of a stream, None at its end."""
    sizes = stream.read(_SIZES.size)
    if len(sizes) < _SIZES.size:
        return None
    head, body = _SIZES.unpack(sizes)
    return json.loads(stream.read(head)), stream.read(body)


class Incoming:
    """A frame that comes in pieces, with a body of at most so many bytes.

    >>> coming = Incoming(100)
    >>> whole = frame({"status": 200}, b"Tea")
    >>> coming.add(whole[:5])
    >>> coming.add(whole[5:])
    ({'status': 200}, b'Tea')
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._came = bytearray()

    def add(self, piece: bytes) -> tuple[Header, bytes] | None:
        """The frame, once it is whole. Raises `BrokenFrameError` for what is none."""
        came: bytes | bytearray = piece
        if self._came:
            self._came += piece
            came = self._came
        if len(came) >= _SIZES.size:
            head, body = _SIZES.unpack_from(came)
            if head > MOST_HEADER or body > self._most:
                raise BrokenFrameError(f"a frame of {head:,} and {body:,} bytes")
            start = _SIZES.size + head
            if len(came) > start + body:
                raise BrokenFrameError("more than a frame")
            if len(came) == start + body:
                return _header(came[_SIZES.size : start]), bytes(memoryview(came)[start:])
        if came is piece:
            self._came += piece
        return None


def _header(text: bytes | bytearray) -> Header:
    header = json.loads(text)
    if not isinstance(header, dict):
        raise BrokenFrameError("a header that is no object")
    return header
