"""Work in several processes, each of which may die or hang without taking the others with it.

>>> scores = run_in_workers(score, failed, pages, jobs=2, timeout=60)             # doctest: +SKIP

A pool of the standard library breaks as a whole when one of its processes dies, and does not say
on which page. Here each worker has one item at a time, so that is known, and only it is lost.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from os import _exit
from time import monotonic
from typing import Any, Generic, TypeVar

from dehusk.errors import MethodError

Item = TypeVar("Item")
Result = TypeVar("Result")

_START_SECONDS = 120.0
_READY = "ready"


class WorkerDied(Exception):
    """A process ended before it had answered, with this exit code."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


def _nothing() -> None:
    """What most work needs for preparation."""


class Worker(Generic[Item, Result]):
    """A process with at most one item in hand.

    It is spawned, so `work` and the items must pickle. It calls `prepare`, is ready, and then calls
    `work(item, place)` for each item. `place.value` is a number in shared memory: work on an item of
    several parts writes down there at which it is.
    """

    def __init__(
        self, work: Callable[[Item, Any], Result], prepare: Callable[[], object] = _nothing
    ) -> None:
        self._given = (prepare, work)
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

    def start(self) -> None:
        """Start a process; it says when it is ready."""
        context = multiprocessing.get_context("spawn")
        self._place = context.RawValue("q", -1)
        self.connection, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self._place, *self._given), daemon=True
        )
        with _interrupts_held():
            self._process.start()
        theirs.close()

    def take(self, item: Item) -> None:
        """Work on an item."""
        self.item = item
        self._place.value = self._seen = -1
        self._since = monotonic()
        with suppress(OSError):  # a process that has just died is found out by listening to it
            self.connection.send(item)

    def hear(self) -> Any:
        """The result for the item in hand, None from one that is ready now. Raises `WorkerDied`."""
        try:
            result = self.connection.recv()
        except (EOFError, OSError):
            self._process.join(5)
            raise WorkerDied(self._process.exitcode) from None
        if not self.is_ready:
            self.is_ready = True
            return None
        self.item = None
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

    def stop(self) -> None:
        """End the process."""
        self.item, self.is_ready = None, False
        if self._process is not None:
            self.connection.close()
            self._process.kill()
            self._process.join()
            self._process = None


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


def _serve(
    connection: Connection,
    place: Any,
    prepare: Callable[[], object],
    work: Callable[[Any, Any], object],
) -> None:
    """What runs in a process: take an item, work, send the result, until nobody is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        prepare()
        connection.send(_READY)
        while True:
            connection.send(work(connection.recv(), place))
    except (EOFError, OSError):
        return


def _end_with_parent() -> None:
    """Nobody wants the results of a run that was killed, and work that hangs would never notice."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _exit(1)


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
    with suppress(WorkerDied):
        if worker.connection.poll(_START_SECONDS):
            worker.hear()
            return
    raise MethodError(
        "A worker process cannot start; in a script of your own, call evaluate() under"
        ' if __name__ == "__main__", or use jobs=1.'
    )


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
