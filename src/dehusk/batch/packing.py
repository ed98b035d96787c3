"""How the records of an archive are packed: plain, or one by one with gzip or Zstandard.

A packing knows where a record ends, and whether one begins at some byte. That is all that is needed to
go on past damage, to begin in the middle, and to notice that a file was cut off. A record that unpacks
to absurdly much counts as broken.
"""

from __future__ import annotations

import zlib
from collections.abc import Generator
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO, ClassVar

from dehusk.batch.streams import FREE_BYTES
from dehusk.fetch.compression import Meter, TooLargeError

_BEGINNING = b"WARC/"
_PIECE = 64 * 1024
_MOST_UNPACKED = 1024 * 1024
_SEARCHED = 1024 * 1024
_PADDING = b"\r\n\0 \t"

BROKEN = -1
CUT_OFF = -2

Pieces = Generator[bytes, None, int]
"""What is packed as one, in pieces; then where it ends, or `BROKEN`, or `CUT_OFF` by the file's end."""


@dataclass(frozen=True)
class Plain:
    """Records one after another, not compressed."""

    magic: ClassVar[bytes] = _BEGINNING
    probe: ClassVar[int] = 64 * 1024
    """How many bytes are looked at to see whether they begin a record."""

    def begins_record(self, data: bytes) -> bool:
        """Whether a record begins with these bytes."""
        return record_length(data) is not None

    def pieces(self, file: BinaryIO, at: int, size: int) -> Pieces:
        """What is packed as one at a place: here the head of a record stands for it."""
        file.seek(at)
        yield (head := file.read(self.probe))
        length = record_length(head)
        if length is None:
            is_part = head.startswith(_BEGINNING) or _BEGINNING.startswith(head)
            return CUT_OFF if is_part and len(head) < self.probe else BROKEN
        return at + length if at + length <= size else CUT_OFF

    def end_of_one(self, file: BinaryIO, at: int, size: int) -> int:
        """Where the record at a place ends, or `BROKEN`, or `CUT_OFF` by the end of the file."""
        _, _, end = _measured(self.pieces(file, at, size))
        return end


@dataclass(frozen=True)
class Gzip(Plain):
    """A gzip member for each record."""

    magic: ClassVar[bytes] = b"\x1f\x8b\x08"
    probe: ClassVar[int] = 1024

    def begins_record(self, data: bytes) -> bool:
        """Whether a record begins with these bytes."""
        try:
            found = zlib.decompressobj(31).decompress(data, len(_BEGINNING))
        except zlib.error:
            return False
        return found == _BEGINNING

    def pieces(self, file: BinaryIO, at: int, size: int) -> Pieces:
        """What the member at a place holds."""
        file.seek(at)
        member, meter = zlib.decompressobj(31), Meter(free=FREE_BYTES)
        try:
            while not member.eof:
                packed = member.unconsumed_tail
                if not packed:
                    packed = file.read(_PIECE)
                    meter.took(len(packed))
                if not packed:
                    return CUT_OFF
                piece = member.decompress(packed, _MOST_UNPACKED)
                meter.gave(len(piece))
                yield piece
        except (zlib.error, TooLargeError):
            return BROKEN
        return file.tell() - len(member.unused_data)


@dataclass(frozen=True)
class Zstandard(Plain):
    """A Zstandard frame for each record."""

    magic: ClassVar[bytes] = b"\x28\xb5\x2f\xfd"
    probe: ClassVar[int] = 256 * 1024

    def begins_record(self, data: bytes) -> bool:
        """Whether a record begins with these bytes."""
        from fastwarc.stream_io import ZstdReader

        try:
            return bytes(ZstdReader(BytesIO(data)).read(len(_BEGINNING))) == _BEGINNING
        except OSError:
            return False

    def end_of_one(self, file: BinaryIO, at: int, size: int) -> int:
        """The same; many writers give frames no checksum that would tell, but the record can."""
        length, unpacked, end = _measured(self.pieces(file, at, size))
        is_one = length is not None and length <= unpacked <= length + 4
        return end if end < 0 or is_one else BROKEN

    def pieces(self, file: BinaryIO, at: int, size: int) -> Pieces:
        """What the frame at a place holds."""
        from fastwarc.stream_io import ZstdReader

        end = self._end_of_frame(file, at, size)
        file.seek(at)
        data, meter = file.read(_SEARCHED if end < 0 else end - at), Meter(free=FREE_BYTES)
        reader = ZstdReader(BytesIO(data))
        meter.took(len(data))
        try:
            while piece := reader.read(_MOST_UNPACKED):
                meter.gave(len(piece))
                yield bytes(piece)
        except (OSError, TooLargeError):
            return min(end, BROKEN)
        return end

    def _end_of_frame(self, file: BinaryIO, at: int, size: int) -> int:
        """Where it ends by the lengths that blocks declare, RFC 8878, 3.1.1.2: none is unpacked."""
        file.seek(at)
        head = file.read(5)
        if not head.startswith(self.magic):
            return BROKEN if len(head) == 5 else CUT_OFF
        at += _frame_header_size(head[4:])
        is_last = False
        while not is_last:
            file.seek(at)
            block = int.from_bytes(file.read(3), "little")
            is_last, kind, length = bool(block & 1), block >> 1 & 3, block >> 3
            if kind == 3:
                return BROKEN
            at += 3 + (1 if kind == 1 else length)
            if at > size:
                return CUT_OFF
        at += 4 * (head[4] >> 2 & 1)
        return at if at <= size else CUT_OFF


def _frame_header_size(descriptor: bytes) -> int:
    """How long the head of a frame is, by its first byte after the magic number: RFC 8878, 3.1.1.1."""
    bits = descriptor[0] if descriptor else 0
    is_single = bits >> 5 & 1
    content_size = (is_single, 2, 4, 8)[bits >> 6]
    return 4 + 1 + (1 - is_single) + (0, 1, 2, 4)[bits & 3] + content_size


PLAIN = Plain()
PACKINGS: tuple[Plain, ...] = (PLAIN, Gzip(), Zstandard())
_BY_NAME = dict(zip((".warc", ".warc.gz", ".warc.zst"), PACKINGS, strict=True))
DICTIONARY = b"\x5d\x2a\x4d\x18"
"""How a Zstandard file begins that brings a dictionary of its own."""


def packing_of(data: bytes, name: str = "") -> Plain | None:
    """How an archive is packed, by its first bytes, or where those are damaged by its name."""
    for packing in PACKINGS:
        if data.startswith(packing.magic) and packing.begins_record(data[: packing.probe]):
            return packing
    return next((packing for suffix, packing in _BY_NAME.items() if name.endswith(suffix)), None)


def record_length(head: bytes) -> int | None:
    """How long the record is that begins with these bytes, None where they begin none.

    >>> record_length(b"WARC/1.0\\r\\nContent-Length: 5\\r\\n\\r\\n<p>Te")
    36
    """
    end = head.find(b"\r\n\r\n")
    if not head.startswith(_BEGINNING) or end < 0:
        return None
    for line in head[:end].split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        digits = value.strip()
        if name.strip().lower() == b"content-length" and digits.isdigit() and len(digits) < 19:
            return end + 4 + int(digits)
    return None


def _measured(pieces: Pieces, most: int | None = None) -> tuple[int | None, int, int]:
    """How long the first record is in what is packed as one, how much there is, and where it ends.

    With `most` no more is unpacked than that many bytes behind the record.
    """
    head, unpacked, length = b"", 0, None
    while True:
        try:
            piece = next(pieces)
        except StopIteration as end:
            return length, unpacked, end.value
        unpacked += len(piece)
        if length is None and len(head) <= _MOST_UNPACKED:
            head += piece
            length = record_length(head)
        if most is not None and unpacked > (length or _MOST_UNPACKED) + most:
            return length, unpacked, BROKEN


def is_solid(file: BinaryIO, packing: Plain, size: int) -> bool:
    """Whether several records are packed as one piece, so that nobody can begin in the middle."""
    if packing is PLAIN:
        return False
    length, unpacked, _ = _measured(packing.pieces(file, 0, size), most=4)
    return length is not None and unpacked > length + 4


def after_padding(file: BinaryIO, at: int, size: int) -> int:
    """Where something stands again behind the blank lines that end a record, or the zeros of a tape."""
    while at < size:
        file.seek(at)
        piece = file.read(_PIECE)
        rest = piece.lstrip(_PADDING)
        at += len(piece) - len(rest)
        if rest:
            return at
    return size


def next_record(file: BinaryIO, packing: Plain, at: int, size: int) -> int | None:
    """Where the first record begins at or behind a place, wherever that is."""
    while at < size:
        file.seek(at)
        data = file.read(_SEARCHED + packing.probe)
        found = data.find(packing.magic)
        while 0 <= found < _SEARCHED:
            if packing.begins_record(data[found : found + packing.probe]):
                return at + found
            found = data.find(packing.magic, found + 1)
        at += _SEARCHED
    return None
