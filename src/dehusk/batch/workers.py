"""Records through several processes: one that dies or hangs costs one record, and nothing waits for it.

>>> rows = rows_of(records, RowMaker(Settings()), jobs=2)                          # doctest: +SKIP

Records go to a process in chunks, so that little time is lost between them; a chunk may also be a span
of an archive, which the process reads for itself. Each process writes down in shared memory which record
it is at: when it dies or takes too long, that one is to blame, and the rest of its chunk is given to
another process. Whoever is asked for rows sends and collects in one loop without threads.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from dehusk.batch.record import Record
from dehusk.batch.rows import Row, RowMaker
from dehusk.batch.spans import Chain, Span
from dehusk.batch.warc import Ends
from dehusk.errors import BatchError
from dehusk.workers import Worker, WorkerDied

Done = tuple[Record, Row]
_Worker = Worker["_Chunk", Any]

CHUNK_BYTES = 1024 * 1024
CHUNK_RECORDS = 32
_AHEAD = 32
"""How many chunks a process may be ahead of the one whose rows are wanted next, when order is kept."""

_MOST_DEATHS = 2
_MOST_DEATHS_READING = 6
"""So many deaths at one record are not the extraction's: it was given up long before."""

_MOST_FAILED_STARTS = 3
_LOOK_SECONDS = 1.0
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
        return ((_light(one), make(one)) for one in work if isinstance(one, Record))
    return _Pool(make, jobs, ordered).run(work)


def _light(record: Record) -> Record:
    return record if record.html is None else replace(record, html=None)


@dataclass
class _Chunk:
    """Records that go to a process together, and what is known against some of them."""

    number: int
    work: list[Record] | Span
    blamed: dict[int, str] = field(default_factory=dict)
    deaths: Counter[int] = field(default_factory=Counter)

    def has(self, place: int) -> bool:
        """Whether a process can have been at a record by this number; nobody has counted a span's."""
        return place >= 0 and (isinstance(self.work, Span) or place < len(self.work))

    def died(self, place: int, message: str) -> None:
        """A process died at a place: the record there gets one more try, unless it had it."""
        is_known = self.has(place)
        suspect = place if is_known else next(n for n in count() if n not in self.blamed)
        self.deaths[suspect] += 1
        if self.deaths[suspect] >= _MOST_DEATHS + (not is_known):
            self.blamed[suspect] = message
        if self.deaths[suspect] > _MOST_DEATHS_READING and isinstance(self.work, Span):
            raise BatchError(
                f"Every process dies that reads {self.work.source} from byte {self.work.start:,} on;"
                " leave that input out."
            )

    @property
    def is_all_blamed(self) -> bool:
        return not isinstance(self.work, Span) and len(self.blamed) == len(self.work)


class _Made(NamedTuple):
    """What was made of a chunk; a span tells what stands at its ends."""

    chunk: _Chunk
    rows: list[Done]
    ends: Ends | None = None


def chunked(work: Iterable[Record | Span]) -> Iterator[_Chunk]:
    """Records in chunks of about a megabyte; pages that are to be fetched, and spans, go alone."""
    numbers = count()
    chunk, size = list[Record](), 0
    for one in work:
        if isinstance(one, Span):
            if chunk:
                yield _Chunk(next(numbers), chunk)
            chunk, size = [], 0
            yield _Chunk(next(numbers), one)
            continue
        chunk.append(one)
        is_to_fetch = one.html is None and one.error is None
        size += CHUNK_BYTES if is_to_fetch else one.size
        if size >= CHUNK_BYTES or len(chunk) >= CHUNK_RECORDS:
            yield _Chunk(next(numbers), chunk)
            chunk, size = [], 0
    if chunk:
        yield _Chunk(next(numbers), chunk)


class _Pool:
    """The processes, and the chunks between them."""

    def __init__(self, make: RowMaker, jobs: int, ordered: bool) -> None:
        self._make = make
        self._ordered = ordered
        self._workers = [
            _Worker(partial(_worked, make), partial(make, _WARM_UP)) for _ in range(jobs)
        ]
        self._again: deque[_Chunk] = deque()
        self._ahead: deque[_Chunk] = deque()
        self._done: dict[int, _Made] = {}
        self._chain = Chain()
        self._wanted = 0
        self._failed_starts = 0

    def run(self, work: Iterable[Record | Span]) -> Generator[Done, None, None]:
        """Send, collect and give back, until all is done."""
        chunks = chunked(work)
        try:
            for worker in self._workers:
                worker.start()
            while self._read_ahead(chunks) or self._busy or self._again:
                self._hand_out()
                self._collect()
                yield from self._finished()
        finally:
            for worker in self._workers:
                worker.stop()

    @property
    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.item is not None]

    def _read_ahead(self, chunks: Iterator[_Chunk]) -> bool:
        """Have a chunk at hand for every process, but answer first those that are done."""
        while len(self._ahead) < len(self._workers):
            if self._ahead and wait(self._connections, 0):
                break
            chunk = next(chunks, None)
            if chunk is None:
                break
            self._ahead.append(chunk)
        return bool(self._ahead)

    @property
    def _connections(self) -> list[Connection]:
        return [worker.connection for worker in self._workers]

    def _hand_out(self) -> None:
        for worker in self._workers:
            if worker.is_idle and (chunk := self._next()) is not None:
                worker.take(chunk)

    def _next(self) -> _Chunk | None:
        if self._again:
            return self._again.popleft()
        limit = self._wanted + _AHEAD * len(self._workers)
        if self._ahead and (not self._ordered or self._ahead[0].number < limit):
            return self._ahead.popleft()
        return None

    def _collect(self) -> None:
        """Wait for something to happen, and see what it is."""
        waiting = [worker for worker in self._workers if not worker.is_idle]
        if not waiting:
            return
        ready = wait([worker.connection for worker in waiting], self._look_seconds)
        for worker in waiting:
            if worker.connection in ready:
                self._hear(worker)
            elif worker.item is not None and not worker.seconds_left(self._make.settings.patience):
                self._give_up(worker)

    @property
    def _look_seconds(self) -> float:
        return min(_LOOK_SECONDS, self._make.settings.patience / 4)

    def _hear(self, worker: _Worker) -> None:
        chunk = worker.item
        try:
            message = worker.hear()
        except WorkerDied as died:
            self._bury(worker, died.code)
            return
        if chunk is None:
            self._failed_starts = 0
        elif isinstance(chunk.work, Span):
            self._done[chunk.number] = _Made(chunk, *message)
        else:
            self._keep(chunk, chunk.work, message)

    def _bury(self, worker: _Worker, code: int | None) -> None:
        """A process has died: blame its record, and start another."""
        chunk, place = worker.item, worker.place
        if not worker.is_ready:
            self._failed_starts += 1
            if self._failed_starts >= _MOST_FAILED_STARTS:
                raise BatchError(
                    "The worker processes cannot start; in a script of your own, begin the work"
                    ' under if __name__ == "__main__", or use jobs=0.'
                )
        elif chunk is not None:
            chunk.died(place, f"WorkerDied: The process that worked on it died (exit code {code}).")
            self._try_again(chunk)
        worker.restart()

    def _give_up(self, worker: _Worker) -> None:
        """A process is at one record for too long: blame it, and start another."""
        chunk, place = worker.item, worker.place
        assert chunk is not None
        if not chunk.has(place):
            return
        patience = self._make.settings.patience
        if place in chunk.blamed and isinstance(span := chunk.work, Span):
            raise BatchError(
                f"Reading {span.source} from byte {span.start:,} on takes more than {patience:g} s;"
                " leave that input out."
            )
        chunk.blamed[place] = (
            f"WorkerHung: It took more than {patience:g} s, and its process was ended."
        )
        self._try_again(chunk)
        worker.restart()

    def _try_again(self, chunk: _Chunk) -> None:
        if isinstance(chunk.work, list) and chunk.is_all_blamed:
            self._keep(chunk, chunk.work, [None] * len(chunk.work))
        else:
            self._again.append(chunk)

    def _keep(self, chunk: _Chunk, records: list[Record], rows: list[Row | None]) -> None:
        """The rows of a chunk are there: None for records that are to blame."""
        done = [
            (
                _light(record),
                row if row is not None else self._make.failed(record, chunk.blamed[place]),
            )
            for place, (record, row) in enumerate(zip(records, rows, strict=True))
        ]
        self._done[chunk.number] = _Made(chunk, done)

    def _finished(self) -> Iterator[Done]:
        if not self._ordered:
            for number in list(self._done):
                yield from self._done.pop(number).rows
            return
        while (made := self._done.pop(self._wanted, None)) is not None:
            if (again := self._again_from(made)) is not None:
                self._again.append(_Chunk(self._wanted, again))
                return
            yield from made.rows
            self._wanted += 1

    def _again_from(self, made: _Made) -> Span | None:
        """A span that has to be read again, since it was not begun where the one before it ended."""
        if made.ends is None or not isinstance(span := made.chunk.work, Span):
            return None
        if self._chain.accept(span, made.ends):
            return None
        made.rows.clear()
        return self._chain.mended(span)


def _worked(make: RowMaker, chunk: _Chunk, place: Any) -> Any:
    """What is made of a chunk, in another process."""
    if isinstance(chunk.work, Span):
        return _read(chunk.work, chunk.blamed, place, make)
    return _made(chunk.work, chunk.blamed, place, make)


def _made(
    records: list[Record], blamed: dict[int, str], place: Any, make: RowMaker
) -> list[Row | None]:
    """The rows of records, None for those that are to blame."""
    rows = list[Row | None]()
    for number, record in enumerate(records):
        place.value = number
        rows.append(None if number in blamed else make(record))
    place.value = len(records)
    return rows


def _read(
    span: Span, blamed: dict[int, str], place: Any, make: RowMaker
) -> tuple[list[Done], Ends]:
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
