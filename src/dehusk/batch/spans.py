"""Stretches of an archive that processes read for themselves, so that no page goes from one to another.

>>> for span in spans_of(Path("crawl.warc.gz"), "crawl.warc.gz"):                  # doctest: +SKIP
...     ends = yield from span.records()

Spans are cut blindly, by bytes: whoever reads one looks for the first record in it. What looks like a
record may stand inside of another, in a page that quotes it. So every span tells where it really began
and what stands behind it, and `Chain` holds each against the one before: the first begins with the
archive, and what was read from a record on to the next is true.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from dehusk.batch.packing import Plain
from dehusk.batch.record import BROKEN, Record, broken_off
from dehusk.batch.warc import Archive, Ends, packed_one_by_one

SPAN_BYTES = 512 * 1024
"""Packed; some fifteen pages of a crawl."""


@dataclass(frozen=True)
class Span:
    """The records of an archive that begin between two bytes of it, and have an offset above `after`.

    `is_sure` says that a record, or the archive, begins at `start`.
    """

    path: Path
    source: str
    packing: Plain
    start: int
    stop: int | None
    after: int
    is_sure: bool

    def records(self) -> Generator[Record, None, Ends]:
        """The records, and what stands at the ends; where reading fails, the archive is over."""
        try:
            with self.path.open("rb") as file:
                read = Archive(file, self.packing, self.source).read
                sure = self.is_sure
                return (yield from read(self.start, self.stop, after=self.after, is_sure=sure))
        except BROKEN as error:
            yield broken_off(self.source, error)
            return Ends(None, None)

    def from_(self, start: int) -> Span:
        """The same from a place on where a record is known to begin."""
        return replace(self, start=start, is_sure=True)


def spans_of(
    path: Path, source: str, after: int = -1, *, size: int = SPAN_BYTES
) -> Iterator[Span] | None:
    """The spans of an archive behind an offset, None where it cannot be read from the middle."""
    packing = packed_one_by_one(path)
    return None if packing is None else _spans(path, source, packing, after, size)


def _spans(path: Path, source: str, packing: Plain, after: int, size: int) -> Iterator[Span]:
    begin, end = max(after, 0), path.stat().st_size
    for start in range(begin, max(end, begin + 1), size):
        stop = start + size if start + size < end else None
        yield Span(path, source, packing, start, stop, after, is_sure=start == begin)


class Chain:
    """Holds spans, one after the other, against what stood behind the one before."""

    def __init__(self) -> None:
        self._follows: int | None = None

    def accept(self, span: Span, ends: Ends) -> bool:
        """Whether a span was read from where it had to be; if so, the next one is held against it."""
        is_right = span.is_sure or ends.first == self._follows
        if is_right:
            self._follows = ends.follows
        return is_right

    def mended(self, span: Span) -> Span | None:
        """A span that was not accepted, as it has to be read; None where nothing begins in it."""
        begin = self._follows
        is_over = begin is None or (span.stop is not None and begin >= span.stop)
        return None if is_over or begin is None else span.from_(begin)
