"""Records through several processes: one that dies or hangs costs one record, and nothing waits for it.

>>> rows = rows_of(records, RowMaker(Settings()), jobs=2)                          # doctest: +SKIP

Records go to a process in chunks, so that little time is lost between them; a chunk may also be a span
of an archive, which the process reads for itself. Each process writes down in shared memory which record
it is at: when it dies or takes too long, that one is to blame, and the rest of its chunk is given to
another process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any

from dehusk.batch.record import Record
from dehusk.batch.rows import Row, RowMaker
from dehusk.batch.spans import Chain, Span
from dehusk.batch.warc import Ends
from dehusk.errors import BatchError
from dehusk.workers import Pool, Task

Done = tuple[Record, Row]
Blamed = dict[int, str]
_Made = tuple[list[Done], Ends | None]
"""What was made of a chunk; a span tells what stands at its ends."""

CHUNK_BYTES = 1024 * 1024
CHUNK_RECORDS = 32

_MOST_DEATHS = 2
_MOST_DEATHS_READING = 6
"""So many deaths at one record are not the extraction's: it was given up long before."""

_WARM_UP = Record(
    b"<title>Tea</title><p>" + b"A page to begin with, of a few lines, and a comma. " * 9
)


def rows_of(
    work: Iterable[Record | Span], make: RowMaker, *, jobs: int, ordered: bool = True
) -> Generator[Done, None, None]:
    """Each record, without its page, with its row.

    `jobs` is the number of processes; with 0 the caller's own does the work, and nothing helps against
    a page that hangs. Memory is bounded whatever the number of records. Spans are for several
    processes, and for rows in order.
    """
    if jobs == 0:
        yield from ((_light(one), make(one)) for one in work if isinstance(one, Record))
        return
    pool = Pool[tuple[list[Record] | Span, Blamed], _Made](
        partial(_worked, make),
        partial(make, _WARM_UP),
        jobs=jobs,
        patience=make.settings.patience,
        ordered=ordered,
    )
    chain = Chain()
    chunks = (_Chunk(one, make, chain) for one in chunked(work))
    results = pool.run(chunks)
    try:
        for rows, _ in results:
            yield from rows
    finally:
        results.close()


def _light(record: Record) -> Record:
    return record if record.html is None else replace(record, html=None)


def chunked(work: Iterable[Record | Span]) -> Iterator[list[Record] | Span]:
    """Records in chunks of about a megabyte; pages that are to be fetched, and spans, go alone."""
    chunk, size = list[Record](), 0
    for one in work:
        if isinstance(one, Span):
            if chunk:
                yield chunk
            chunk, size = [], 0
            yield one
            continue
        chunk.append(one)
        is_to_fetch = one.html is None and one.error is None
        size += CHUNK_BYTES if is_to_fetch else one.size
        if size >= CHUNK_BYTES or len(chunk) >= CHUNK_RECORDS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


@dataclass
class _Chunk(Task[tuple[list[Record] | Span, Blamed], _Made]):
    """Records that go to a process together, and what is known against some of them."""

    work: list[Record] | Span
    make: RowMaker
    chain: Chain
    blamed: Blamed = field(default_factory=dict)
    deaths: Counter[int] = field(default_factory=Counter)

    @property
    def item(self) -> tuple[list[Record] | Span, Blamed]:
        return self.work, self.blamed

    def made(self, answer: Any) -> _Made:
        if isinstance(self.work, Span):
            rows, ends = answer
            return rows, ends
        return self._rows(answer), None

    def is_stuck(self, place: int) -> bool:
        """Whether a process can be at a record by this number; nobody has counted a span's."""
        return place >= 0 and (isinstance(self.work, Span) or place < len(self.work))

    def died(self, place: int, code: int | None) -> _Made | None:
        """The record at the place gets one more try, unless it had it."""
        is_known = self.is_stuck(place)
        suspect = place if is_known else next(n for n in count() if n not in self.blamed)
        self.deaths[suspect] += 1
        if self.deaths[suspect] >= _MOST_DEATHS + (not is_known):
            why = f"WorkerDied: The process that worked on it died (exit code {code})."
            self.blamed[suspect] = why
        if self.deaths[suspect] > _MOST_DEATHS_READING and isinstance(self.work, Span):
            raise BatchError(
                f"Every process dies that reads {self.work.source} from byte {self.work.start:,} on;"
                " leave that input out."
            )
        return self._made_if_over()

    def hung(self, place: int, seconds: float) -> _Made | None:
        if place in self.blamed and isinstance(span := self.work, Span):
            raise BatchError(
                f"Reading {span.source} from byte {span.start:,} on takes more than {seconds:g} s;"
                " leave that input out."
            )
        why = f"WorkerHung: It took more than {seconds:g} s, and its process was ended."
        self.blamed[place] = why
        return self._made_if_over()

    def again(self, result: _Made) -> _Chunk | None:
        """A span that has to be read again, since it was not begun where the one before it ended."""
        rows, ends = result
        if ends is None or not isinstance(self.work, Span) or self.chain.accept(self.work, ends):
            return None
        rows.clear()
        mended = self.chain.mended(self.work)
        return None if mended is None else _Chunk(mended, self.make, self.chain)

    def _made_if_over(self) -> _Made | None:
        if isinstance(self.work, Span) or len(self.blamed) < len(self.work):
            return None
        return self._rows([None] * len(self.work)), None

    def _rows(self, rows: list[Row | None]) -> list[Done]:
        """The rows of a chunk, with the failures of the records that are to blame."""
        assert isinstance(self.work, list)
        return [
            (_light(one), row if row is not None else self.make.failed(one, self.blamed[place]))
            for place, (one, row) in enumerate(zip(self.work, rows, strict=True))
        ]


def _worked(make: RowMaker, item: tuple[list[Record] | Span, Blamed], place: Any) -> Any:
    """What is made of a chunk, in another process."""
    work, blamed = item
    if isinstance(work, Span):
        return _read(work, blamed, place, make)
    return _made(work, blamed, place, make)


def _made(records: list[Record], blamed: Blamed, place: Any, make: RowMaker) -> list[Row | None]:
    """The rows of records, None for those that are to blame."""
    rows = list[Row | None]()
    for number, record in enumerate(records):
        place.value = number
        rows.append(None if number in blamed else make(record))
    place.value = len(records)
    return rows


def _read(span: Span, blamed: Blamed, place: Any, make: RowMaker) -> tuple[list[Done], Ends]:
    """The records of a span with their rows, and what stands at its ends."""
    done, records, place.value = list[Done](), span.records(), 0
    while True:
        try:
            record = next(records)
        except StopIteration as end:
            return done, end.value
        why = blamed.get(len(done))
        done.append((_light(record), make(record) if why is None else make.failed(record, why)))
        place.value = len(done)
