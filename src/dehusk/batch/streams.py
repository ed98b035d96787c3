"""Inputs that are packed as one piece: what they hold, piece by piece, and not without end.

>>> from io import BytesIO
>>> import gzip
>>> unpacked_stream(BytesIO(gzip.compress(b"Bread\\nTea\\n"))).readline()
b'Bread\\n'
"""

from __future__ import annotations

from io import BufferedReader, RawIOBase
from typing import Any, BinaryIO

from dehusk.fetch.compression import Meter, TooLargeError

_PIECE = 256 * 1024
FREE_BYTES = 256 * 1024 * 1024
"""So much of an input may come out of however little: crawls repeat themselves."""

_MAGIC = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\xfd7zXZ\0": "xz",
    b"BZh": "bzip2",
}


def unpacked_stream(file: BinaryIO) -> BinaryIO:
    """What a file holds, unpacked where it is packed with gzip, Zstandard, xz or bzip2.

    Reading raises `ValueError` where that is absurdly more than there is in the file.
    """
    file.seek(0)
    first = file.read(6)
    file.seek(0)
    packing = next((name for magic, name in _MAGIC.items() if first.startswith(magic)), None)
    return file if packing is None else BufferedReader(_Bounded(file, packing), _PIECE)


class _Bounded(RawIOBase):
    """What a packed file holds, as long as it is in proportion to the file."""

    def __init__(self, file: BinaryIO, packing: str) -> None:
        self._file = file
        self._inner = _opened(file, packing)
        self._read = 0
        self._meter = Meter(free=FREE_BYTES)

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes."""
        data = self._inner.read1(len(buffer))
        at = self._file.tell()
        self._meter.took(at - self._read)
        self._read = at
        try:
            self._meter.gave(len(data))
        except TooLargeError as error:
            raise TooLargeError(f"unpacked, it has {error}.") from None
        buffer[: len(data)] = data
        return len(data)


def _opened(file: BinaryIO, packing: str) -> Any:
    if packing == "gzip":
        import gzip

        return gzip.GzipFile(fileobj=file)
    if packing == "zstd":
        import pyarrow

        return pyarrow.CompressedInputStream(file, "zstd")
    if packing == "xz":
        import lzma

        return lzma.LZMAFile(file)
    import bz2

    return bz2.BZ2File(file)
