"""Pages from WARC files: plain, gzip or Zstandard, from any record on, past what is damaged.

>>> for record in read_warc(Path("crawl.warc.gz")):                                # doctest: +SKIP
...     print(record.offset, record.url, record.error)

FastWARC reads the records. What it passes over in silence is looked at here: a file that was cut off,
and what stands behind a damaged record. Both come as a record with an `error`.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from os import SEEK_CUR, fstat
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from dehusk.batch.http import content_type_of, encodings_of
from dehusk.batch.packing import (
    BROKEN,
    CUT_OFF,
    DICTIONARY,
    PLAIN,
    Plain,
    after_padding,
    is_solid,
    next_record,
    packing_of,
)
from dehusk.batch.record import Record
from dehusk.batch.streams import unpacked_stream
from dehusk.errors import BatchError
from dehusk.page.parse import DEFAULT_LIMITS

HTML_TYPES: tuple[str, ...] = ("text/html", "application/xhtml+xml", "")
_PAGES = ("response", "resource")
_OK = re.compile(r"HTTP/\S* +2\d\d\b", re.IGNORECASE)
_ROOM_FOR_HEAD = 256 * 1024
_PIECE = 1024 * 1024


def read_warc(
    path: Path,
    *,
    source: str | None = None,
    start: int = 0,
    stop: int | None = None,
    max_bytes: int = DEFAULT_LIMITS.bytes,
) -> Iterator[Record]:
    """The pages of an archive, in order: what servers answered with status 2xx and HTML.

    `start` and `stop` are bytes of the file: the records that begin there or between come, so that
    the parts of a file can be read apart, and together give every record once. Of an archive that is
    packed as one piece they are bytes of what is packed.
    """
    with path.open("rb") as file:
        archive = Archive(file, _packing(file, path), source or str(path), max_bytes)
        pages = archive.solid if archive.is_solid else archive.read
        yield from pages(start, stop)


def packed_one_by_one(path: Path) -> Plain | None:
    """How an archive is packed, None where it is packed as one piece."""
    with path.open("rb") as file:
        archive = Archive(file, _packing(file, path), str(path))
        return None if archive.is_solid else archive.packing


def splits(path: Path, size: int) -> list[tuple[int, int | None]]:
    """Where to `start` and `stop` so that the parts of an archive are of about that many bytes.

    Only records that are packed one by one can be found from the middle: a page may quote a plain one.
    """
    if packed_one_by_one(path) in (None, PLAIN):
        return [(0, None)]
    starts = list(range(0, max(path.stat().st_size, 1), size))
    return list(zip(starts, [*starts[1:], None], strict=True))


def looks_like_warc(data: bytes) -> bool:
    """Whether a file that begins with these bytes is a WARC file."""
    return packing_of(data) is not None


def _packing(file: BinaryIO, path: Path) -> Plain:
    first = file.read(512 * 1024)
    if first.startswith(DICTIONARY):
        raise BatchError(
            f"{path} is packed with a dictionary of its own; unpack it with zstd and try again."
        )
    packing = packing_of(first, path.name.lower())
    if packing is None:
        raise BatchError(f"{path} does not begin as a WARC file does.")
    return packing


class Ends(NamedTuple):
    """What was met first between two places of an archive or behind them, and what first behind them.

    Both are offsets of answers or damage, None where the archive is over. Where two spans meet, what
    the one has behind it is what the other met first, unless the second began inside of a record.
    """

    first: int | None
    follows: int | None


class Archive:
    """An open archive, and how its records are told of."""

    def __init__(
        self, file: BinaryIO, packing: Plain, source: str, max_bytes: int = DEFAULT_LIMITS.bytes
    ) -> None:
        self.packing = packing
        self._file = file
        self._size = fstat(file.fileno()).st_size
        self._source = source
        self._max_bytes = max_bytes

    @property
    def is_solid(self) -> bool:
        """Whether it is packed as one piece."""
        return is_solid(self._file, self.packing, self._size)

    def read(
        self, start: int, stop: int | None, *, after: int = -1, is_sure: bool = False
    ) -> Generator[Record, None, Ends]:
        """The pages between two places that have an offset above `after`, and what stands at the ends.

        `is_sure` says that a record begins at `start`, so that it is damage where none does.
        """
        first: int | None = None
        for place, record in self._met(start, stop, is_sure or start == 0):
            first = place if first is None else first
            if stop is not None and place >= stop and not (record and self._is_hidden(place, stop)):
                return Ends(first, place)
            if record is not None and place > after:
                yield record
        return Ends(first, None)

    def _is_hidden(self, place: int, stop: int) -> bool:
        """Whether nobody who begins at a stop would meet the damage at a place behind it."""
        begin = self._next(stop)
        return begin is None or begin > place

    def _met(
        self, start: int, stop: int | None, is_sure: bool
    ) -> Iterator[tuple[int, Record | None]]:
        """Where records and damage stand, with what is told of them: records that are no page have
        nothing, nor has what begins behind the stop. What is intact is read in one go."""
        at = start if is_sure else self._next(start)
        while at is not None and at < self._size:
            last, is_whole, is_given = at, False, False
            try:
                for found in _records(self._file, at) if self._begins(at) else ():
                    last, is_whole, is_given = found.stream_pos, False, False
                    page = self._page(found) if stop is None or last < stop else None
                    is_whole, is_given = True, page is not None
                    yield last, page
            except (OSError, EOFError):
                pass
            end = self.packing.end_of_one(self._file, last, self._size) if is_whole else BROKEN
            at = last if end < 0 else after_padding(self._file, end, self._size)
            if at == self._size or (at > last and self._begins(at)):
                continue
            # Where a page is whole, only the end of its packing is not.
            place = at + (at == last and is_given)
            goes_on = self._next(at + 1)
            yield place, self._problem(place, self._damage(at, goes_on))
            at = goes_on

    def _begins(self, at: int) -> bool:
        self._file.seek(at)
        return self.packing.begins_record(self._file.read(self.packing.probe))

    def _next(self, at: int) -> int | None:
        return next_record(self._file, self.packing, at, self._size)

    def _damage(self, at: int, goes_on: int | None) -> str:
        if goes_on is not None:
            return f"The file is damaged here; reading goes on at byte {goes_on:,}."
        if self.packing.end_of_one(self._file, at, self._size) == CUT_OFF:
            return "The file is cut off: the record that begins here is not whole."
        return "The file is damaged here; no record follows."

    def solid(self, start: int, stop: int | None) -> Iterator[Record]:
        """The same of an archive that is packed as one piece: behind damage there is nothing."""
        stream = _Unpacked(self._file)
        last = 0
        try:
            for found in _records(stream, start):
                last = found.stream_pos
                if stop is not None and last >= stop:
                    return
                page = self._page(found, reached=self._file.tell())
                if page is not None:
                    yield page
            if not stream.is_cut_off:
                return
        except (OSError, EOFError):
            pass
        message = "The archive is packed as one piece and cut off or damaged behind this record."
        yield self._problem(last + 1, message)

    def _problem(self, offset: int, message: str) -> Record:
        reached = min(1.0, offset / max(self._size, 1))
        return Record(source=self._source, offset=offset, error=message, reached=reached)

    def _page(self, found: Any, reached: int | None = None) -> Record | None:
        """A record as a page, None where it is none. Raises `OSError` for one that breaks off."""
        if str(found.record_type) not in _PAGES:
            return None
        offset = found.stream_pos
        told: dict[str, Any] = {
            "url": _bare(found.headers.get("WARC-Target-URI")),
            "id": _bare(found.record_id),
            "date": found.headers.get("WARC-Date"),
            "source": self._source,
            "offset": offset,
            "reached": min(1.0, (offset if reached is None else reached) / max(self._size, 1)),
        }
        if found.content_length > self._max_bytes + _ROOM_FOR_HEAD:
            message = (
                f"The record has {found.content_length:,} bytes; raise Limits.bytes to read it."
            )
            return Record(**told, error=message)
        headers, types = found.headers, HTML_TYPES[:2]
        if found.is_http:
            try:
                found.parse_http(quirks_mode=True, max_header_len=_ROOM_FOR_HEAD)
            except OSError:  # it has no head, or one without end
                return None
            headers, types = found.http_headers, HTML_TYPES
            if not _OK.match(headers.status_line or ""):
                return None
            told["packed"] = encodings_of(
                headers.get("Content-Encoding"), headers.get("Transfer-Encoding")
            )
        kind, encoding = content_type_of(headers.get("Content-Type") or "")
        if kind not in types:
            return None
        body = bytes(found.reader.read())
        if len(body) < found.content_length:
            raise EOFError
        return Record(body, encoding=encoding, **told)


def _bare(name: str | None) -> str | None:
    return name.strip().removeprefix("<").removesuffix(">") if name else None


def _records(file: Any, start: int) -> Iterator[Any]:
    from fastwarc.warc import ArchiveIterator

    file.seek(start)
    is_packed = not isinstance(file, _Unpacked)
    return iter(ArchiveIterator(file, parse_http=False, stream_detect=is_packed))


class _Unpacked:
    """What a packed file holds, from its beginning on; to seek is to read on."""

    def __init__(self, file: BinaryIO) -> None:
        self._position = 0
        self.is_cut_off = False
        self._inner = unpacked_stream(file)

    def tell(self) -> int:
        """How much was read."""
        return self._position

    def seek(self, offset: int, whence: int = 0) -> int:
        """Read on up to a place."""
        wanted = offset + (self._position if whence == SEEK_CUR else 0)
        while self._position < wanted and self.read(min(_PIECE, wanted - self._position)):
            pass
        return self._position

    def read(self, size: int = -1) -> bytes:
        """The next bytes; where the file is cut off, none, as at its end."""
        try:
            data = self._inner.read(size)
        except (EOFError, OSError, ValueError):  # the last says that it is absurdly much
            self.is_cut_off, data = True, b""
        self._position += len(data)
        return data
