"""Work in several processes, each of which may die or hang without taking the others with it.

>>> scores = run_in_workers(score, failed, pages, jobs=2, timeout=60)             # doctest: +SKIP

A pool of the standard library breaks as a whole when one of its processes dies, and does not say
on which page. Here each worker has one item at a time, so that is known, and only it is lost.
Batches, `evaluate`, `--jobs`, the service and the tools for agents have their processes from here.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

from dehusk.errors import MethodError

Item = TypeVar("Item")
Result = TypeVar("Result")

_START_SECONDS = 120.0
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


class WorkerDied(Exception):
    """A process ended before it had answered, with this exit code."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class Codec(NamedTuple):
    """How items and results become bytes, and how many bytes a result may have.

    Whoever does not trust what a process sends reads it with something else than `pickle`.
    """

    write: Callable[[Any], bytes] = pickle.dumps
    read: Callable[[bytes], Any] = pickle.loads
    most_bytes: int | None = None


def _nothing() -> None:
    """What most work needs for preparation."""


class Worker(Generic[Item, Result]):
    """A process with at most one item in hand.

    It is spawned, so `work` and the items must pickle. It calls `prepare`, is ready, and then calls
    `work(item, place)` for each item, and `finish` in the end. `place.value` is a number in shared
    memory: work on an item of several parts writes down there at which it is.
    """

    def __init__(
        self,
        work: Callable[[Item, Any], Result],
        prepare: Callable[[], object] = _nothing,
        finish: Callable[[], object] = _nothing,
        codec: Codec = Codec(),
    ) -> None:
        self._given = (prepare, work, finish)
        self._codec = codec
        self._process: Any = None
        self.connection: Any = None
        self.item: Item | None = None
        self.is_ready = False

    @property
    def is_idle(self) -> bool:
        """Whether it could take an item."""
        return self.is_ready and self.item is None

    @property
    def place(self) -> int:
        """At which part of its item it is."""
        return int(self._place.value)

    @property
    def is_alive(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and bool(self._process.is_alive())

    @property
    def number(self) -> int:
        """The id of the process."""
        return int(self._process.pid)

    def start(self) -> None:
        """Start a process; it says when it is ready."""
        context = multiprocessing.get_context("spawn")
        self._place = context.RawValue("q", -1)
        self.connection, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self._place, self._codec, *self._given), daemon=True
        )
        with _interrupts_held(), _one_thread_each():
            self._process.start()
        theirs.close()

    def wait_until_ready(self) -> None:
        """Wait for a process that has been started. Raises `WorkerDied` where it cannot."""
        if not self.connection.poll(_START_SECONDS):
            raise WorkerDied(None)
        self.hear()

    def take(self, item: Item) -> None:
        """Work on an item."""
        self.item = item
        self._place.value = self._seen = -1
        self._since = monotonic()
        with suppress(OSError):  # a process that has just died is found out by listening to it
            self.connection.send_bytes(self._codec.write(item))

    def hear(self) -> Any:
        """The result for the item in hand, None from one that is ready now. Raises `WorkerDied`."""
        try:
            sent = self.connection.recv_bytes(self._codec.most_bytes)
            result = self._codec.read(sent) if self.is_ready else None
        except (EOFError, OSError, ValueError):  # the last two: more than may be, or nonsense
            self._process.join(1)
            raise WorkerDied(self._process.exitcode) from None
        if self.is_ready:
            self.item = None
        self.is_ready = True
        return result

    def seconds_left(self, patience: float) -> float:
        """How long it may still be at the same part of its item."""
        if (place := self.place) != self._seen:
            self._seen, self._since = place, monotonic()
        return max(0.0, self._since + patience - monotonic())

    def restart(self) -> None:
        """End the process, whatever it does, and start another."""
        self.stop()
        self.start()

    def stop(self, patience: float = 0.0) -> None:
        """End the process; one that is idle may finish by itself for so many seconds."""
        if self._process is not None:
            if patience and self.is_idle:
                self.connection.close()
                self._process.join(patience)
            self._process.kill()
            self._process.join()
            self.connection.close()
            self._process = None
        self.item, self.is_ready = None, False

    def kill(self) -> None:
        """End the process at once, without waiting for that; whoever listens gets `WorkerDied`."""
        if self._process is not None:
            self._process.kill()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start processes that Ctrl-C passes by: it goes to all of them, and whoever waits ends them.

    A Ctrl-C that comes meanwhile is answered afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Start processes whose numerical libraries start no threads: there is one for each processor."""
    added = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


def _serve(
    connection: Connection,
    place: Any,
    codec: Codec,
    prepare: Callable[[], object],
    work: Callable[[Any, Any], object],
    finish: Callable[[], object],
) -> None:
    """What runs in a process: take an item, work, send the result, until nobody is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        prepare()
        connection.send_bytes(b"ready")
        while True:
            item = codec.read(connection.recv_bytes())
            connection.send_bytes(codec.write(work(item, place)))
    except (EOFError, OSError):
        return
    finally:
        finish()


def _end_with_parent() -> None:
    """Nobody wants the results of a run that was killed, and work that hangs would never notice."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def run_in_workers(
    work: Callable[[Item], Result],
    failed: Callable[[Item, str], Result],
    items: Iterable[Item],
    *,
    jobs: int,
    timeout: float,
    prepare: Callable[[], None] = _nothing,
) -> Iterator[Result]:
    """`work(item)` for every item, in `jobs` processes, in the order in which they finish.

    Each process calls `prepare` before its first item. Where a process dies or takes longer than
    `timeout` seconds the result is `failed(item, message)`.
    """
    _check_pickles(work)
    waiting = iter(items)
    workers = [Worker(_Prepared(prepare, work)) for _ in range(max(1, jobs))]
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            _wait_until_ready(worker)
        busy = [worker for worker in workers if _take_next(worker, waiting)]
        while busy:
            for worker in _finished(busy, timeout):
                yield _result(worker, failed, timeout)
                if not _take_next(worker, waiting):
                    busy.remove(worker)
    finally:
        for worker in workers:
            worker.stop()


class _Prepared(Generic[Item, Result]):
    """Work that is prepared with its first item, whose time and failure that is."""

    def __init__(self, prepare: Callable[[], None], work: Callable[[Item], Result]) -> None:
        self._prepare, self._work = prepare, work

    def __call__(self, item: Item, _: Any) -> Result:
        prepare, self._prepare = self._prepare, _nothing
        prepare()
        return self._work(item)


def _check_pickles(work: object) -> None:
    try:
        pickle.dumps(work)
    except Exception as error:
        raise MethodError(
            "Several processes need methods that can be sent to them (functions and classes of a"
            f" module, no lambdas); use jobs=1 or change this: {error}"
        ) from None


def _wait_until_ready(worker: Worker[Item, Result]) -> None:
    try:
        worker.wait_until_ready()
    except WorkerDied:
        raise MethodError(
            "A worker process cannot start; in a script of your own, call evaluate() under"
            ' if __name__ == "__main__", or use jobs=1.'
        ) from None


def _take_next(worker: Worker[Item, Result], items: Iterator[Item]) -> bool:
    for item in items:
        worker.take(item)
        return True
    return False


def _finished(busy: list[Worker[Item, Result]], timeout: float) -> list[Worker[Item, Result]]:
    """Wait for the workers that have a result, have died, or have used up their time."""
    most = min(worker.seconds_left(timeout) for worker in busy)
    ready = wait([worker.connection for worker in busy], most)
    done = [worker for worker in busy if worker.connection in ready]
    return done or [worker for worker in busy if not worker.seconds_left(timeout)]


def _result(
    worker: Worker[Item, Result], failed: Callable[[Item, str], Result], timeout: float
) -> Result:
    """The result of the item in hand; a process that died or is too slow is replaced."""
    item = worker.item
    assert item is not None
    why = f"took more than {timeout:g} seconds"
    try:
        if worker.connection.poll():
            result: Result = worker.hear()
            return result
    except WorkerDied as error:
        why = f"the process died (exit code {error.code})"
    worker.restart()
    _wait_until_ready(worker)
    return failed(item, why)
