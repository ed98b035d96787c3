"""What the service and its workers send each other: a header in JSON, and bytes.

>>> import io
>>> read_frame(io.BytesIO(frame({"do": "extract"}, b"<p>Tea")))
({'do': 'extract'}, b'<p>Tea')

Nothing is pickled: a worker that a page has taken over can send wrong words, and no code.
"""

from __future__ import annotations

import json
from asyncio import StreamReader
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


async def receive_frame(reader: StreamReader, most: int) -> tuple[Header, bytes]:
    """The next frame of a worker, whose body has at most so many bytes.

    Raises `asyncio.IncompleteReadError` at the end, `BrokenFrameError` for what is no frame.
    """
    head, body = _SIZES.unpack(await reader.readexactly(_SIZES.size))
    if head > MOST_HEADER or body > most:
        raise BrokenFrameError(f"a frame of {head:,} and {body:,} bytes")
    header = json.loads(await reader.readexactly(head))
    if not isinstance(header, dict):
        raise BrokenFrameError("a header that is no object")
    return header, await reader.readexactly(body) if body else b""
