"""Work on pages in several processes, each of which may die without taking the others with it.

>>> scores = run_in_workers(score, failed, pages, jobs=2, timeout=60)             # doctest: +SKIP

A pool of the standard library breaks as a whole when one of its processes dies, and does not say
on which page. Here each worker has one page at a time, so the page is known and only it is lost.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Generic, TypeVar

from dehusk.errors import MethodError

Item = TypeVar("Item")
Result = TypeVar("Result")

_READY = "ready"
_START_SECONDS = 120.0


def _nothing() -> None:
    """What most work needs for preparation."""


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
    `timeout` seconds the result is `failed(item, message)`. The processes are spawned, so `work`
    and the items must pickle.
    """
    _check_pickles(work)
    waiting = iter(items)
    workers = [_Worker(work, failed, prepare, timeout) for _ in range(max(1, jobs))]
    try:
        for worker in workers:
            worker.launch()
        for worker in workers:
            worker.wait_until_ready()
        busy = [worker for worker in workers if worker.take_next(waiting)]
        while busy:
            for worker in _finished(busy):
                yield worker.result()
                if not worker.take_next(waiting):
                    busy.remove(worker)
    finally:
        for worker in workers:
            worker.stop()


def _check_pickles(work: object) -> None:
    try:
        pickle.dumps(work)
    except Exception as error:
        raise MethodError(
            "Several processes need methods that can be sent to them (functions and classes of a"
            f" module, no lambdas); use jobs=1 or change this: {error}"
        ) from None


class _Worker(Generic[Item, Result]):
    """A process with at most one item in hand."""

    def __init__(
        self,
        work: Callable[[Item], Result],
        failed: Callable[[Item, str], Result],
        prepare: Callable[[], None],
        timeout: float,
    ) -> None:
        self._work = work
        self._failed = failed
        self._prepare = prepare
        self._timeout = timeout
        self._item: Item | None = None
        self._deadline = 0.0

    def launch(self) -> None:
        """Start a fresh process."""
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        arguments = (theirs, self._prepare, self._work)
        self._process = context.Process(target=_serve, args=arguments, daemon=True)
        with _interrupts_held():
            self._process.start()
        theirs.close()

    def wait_until_ready(self) -> None:
        """Wait until the process listens."""
        try:
            if self.connection.poll(_START_SECONDS) and self.connection.recv() == _READY:
                return
        except (EOFError, OSError):
            pass
        raise MethodError(
            "A worker process cannot start; in a script of your own, call evaluate() under"
            ' if __name__ == "__main__", or use jobs=1.'
        )

    def take_next(self, items: Iterator[Item]) -> bool:
        """Take the next item in hand; False when there is none."""
        try:
            self._item = next(items)
        except StopIteration:
            return False
        self._deadline = monotonic() + self._timeout
        with suppress(OSError):  # a process that has just died: result() finds that out
            self.connection.send(self._item)
        return True

    @property
    def seconds_left(self) -> float:
        """How long the item in hand may still take."""
        return max(0.0, self._deadline - monotonic())

    def result(self) -> Result:
        """The result of the item in hand; a process that died or is too slow is replaced."""
        assert self._item is not None
        if not self.connection.poll():
            return self._replace(f"took more than {self._timeout:g} seconds")
        try:
            result: Result = self.connection.recv()
        except (EOFError, OSError):
            self._process.join(5)
            return self._replace(f"the process died (exit code {self._process.exitcode})")
        return result

    def stop(self) -> None:
        """End the process."""
        if not hasattr(self, "_process"):
            return
        self.connection.close()
        self._process.kill()
        self._process.join()

    def _replace(self, message: str) -> Result:
        item = self._item
        assert item is not None
        self.stop()
        self.launch()
        self.wait_until_ready()
        return self._failed(item, message)


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


def _finished(busy: list[_Worker[Item, Result]]) -> list[_Worker[Item, Result]]:
    """Wait for the workers that have a result, have died, or have used up their time."""
    connections = {worker.connection: worker for worker in busy}
    ready = wait(list(connections), min(worker.seconds_left for worker in busy))
    done = [connections[connection] for connection in ready if isinstance(connection, Connection)]
    return done or [worker for worker in busy if worker.seconds_left == 0]


def _serve(
    connection: Connection, prepare: Callable[[], None], work: Callable[[object], object]
) -> None:
    """What runs in a worker: take an item, work, send the result, until nobody is there."""
    try:
        connection.send(_READY)
        prepare()
        while True:
            connection.send(work(connection.recv()))
    except (EOFError, OSError, KeyboardInterrupt):
        return
