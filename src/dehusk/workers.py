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
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

from dehusk.errors import DehuskError, MethodError

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_AHEAD = 32
"""How many tasks a process may be ahead of the one whose result is wanted next, when order is kept."""
_START_SECONDS = 120.0
_LOOK_SECONDS = 1.0
_MOST_FAILED_STARTS = 3
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def processors() -> int:
    """How many processors this process may use."""
    own = getattr(os, "sched_getaffinity", None)
    return len(own(0)) if own is not None else os.cpu_count() or 1


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


class Task(ABC, Generic[Item, Result]):
    """Something for one process to do, and what becomes of it.

    Of several parts the place tells at which a process was; -1 is before the first.
    """

    number: int = 0

    @property
    @abstractmethod
    def item(self) -> Item:
        """What is sent to a process."""

    @abstractmethod
    def made(self, answer: Any) -> Result:
        """The result, of what a process answered."""

    @abstractmethod
    def died(self, place: int, code: int | None) -> Result | None:
        """The result where a process died with it; None for another try."""

    def is_stuck(self, place: int) -> bool:
        """Whether who is at that place for long will not come to an end."""
        return True

    @abstractmethod
    def hung(self, place: int, seconds: float) -> Result | None:
        """The result where it took more than so many seconds; None for another try."""

    def again(self, result: Result) -> Task[Item, Result] | None:
        """What has to be done in its place, where the results before show that this one is wrong."""
        return None


class Pool(Generic[Item, Result]):
    """So many processes, and the tasks between them: one that dies or hangs is replaced.

    A task is at one part for at most `patience` seconds. With `ordered`, results come in the order of
    the tasks. Memory is bounded whatever their number.
    """

    def __init__(
        self,
        work: Callable[[Item, Any], Any],
        prepare: Callable[[], object] = _nothing,
        *,
        jobs: int,
        patience: float,
        ordered: bool,
    ) -> None:
        self._workers = [Worker[Item, Any](work, prepare) for _ in range(jobs)]
        self._patience = patience
        self._ordered = ordered
        self._doing: dict[Worker[Item, Any], Task[Item, Result]] = {}
        self._again: deque[Task[Item, Result]] = deque()
        self._ahead: deque[Task[Item, Result]] = deque()
        self._done: dict[int, tuple[Task[Item, Result], Result]] = {}
        self._wanted = 0
        self._failed_starts = 0

    def run(self, tasks: Iterable[Task[Item, Result]]) -> Generator[Result, None, None]:
        """Send, collect and give back, until all is done. Raises `DehuskError` where none can start."""
        numbered = enumerate(tasks)
        try:
            for worker in self._workers:
                worker.start()
            while self._read_ahead(numbered) or self._doing or self._again:
                self._hand_out()
                self._collect()
                yield from self._finished()
        finally:
            for worker in self._workers:
                worker.stop()

    def _read_ahead(self, numbered: Iterator[tuple[int, Task[Item, Result]]]) -> bool:
        """Have a task at hand for every process, but answer first those that are done."""
        connections = [worker.connection for worker in self._workers]
        while len(self._ahead) < len(self._workers):
            if self._ahead and wait(connections, 0):
                break
            number, task = next(numbered, (0, None))
            if task is None:
                break
            task.number = number
            self._ahead.append(task)
        return bool(self._ahead)

    def _hand_out(self) -> None:
        for worker in self._workers:
            if worker.is_idle and (task := self._next()) is not None:
                self._doing[worker] = task
                worker.take(task.item)

    def _next(self) -> Task[Item, Result] | None:
        if self._again:
            return self._again.popleft()
        limit = self._wanted + MOST_AHEAD * len(self._workers)
        if self._ahead and (not self._ordered or self._ahead[0].number < limit):
            return self._ahead.popleft()
        return None

    def _collect(self) -> None:
        """Wait for something to happen, and see what it is."""
        waiting = [worker for worker in self._workers if not worker.is_idle]
        if not waiting:
            return
        seconds = min(_LOOK_SECONDS, self._patience / 4)
        ready = wait([worker.connection for worker in waiting], seconds)
        for worker in waiting:
            task, place = self._doing.get(worker), worker.place
            if worker.connection in ready:
                self._hear(worker)
            elif task and not worker.seconds_left(self._patience) and task.is_stuck(place):
                self._replace(worker, task.hung(place, self._patience))

    def _hear(self, worker: Worker[Item, Any]) -> None:
        task, place = self._doing.get(worker), worker.place
        try:
            answer = worker.hear()
        except WorkerDied as died:
            if task is not None:
                self._replace(worker, task.died(place, died.code))
                return
            self._failed_starts += 1
            if self._failed_starts >= _MOST_FAILED_STARTS:
                raise DehuskError(
                    "The worker processes cannot start; in a script of your own, begin the work"
                    ' under if __name__ == "__main__", or do without processes.'
                ) from None
            worker.restart()
            return
        if task is None:
            self._failed_starts = 0
        else:
            del self._doing[worker]
            self._done[task.number] = task, task.made(answer)

    def _replace(self, worker: Worker[Item, Any], result: Result | None) -> None:
        """Start another process; the task is over, or has to be tried again."""
        task = self._doing.pop(worker)
        if result is None:
            self._again.append(task)
        else:
            self._done[task.number] = task, result
        worker.restart()

    def _finished(self) -> Iterator[Result]:
        if not self._ordered:
            for number in list(self._done):
                yield self._done.pop(number)[1]
            return
        while self._wanted in self._done:
            task, result = self._done.pop(self._wanted)
            if (again := task.again(result)) is not None:
                again.number = self._wanted
                self._again.append(again)
                return
            yield result
            self._wanted += 1


def run_in_workers(
    work: Callable[[Item], Result],
    failed: Callable[[Item, str], Result],
    items: Iterable[Item],
    *,
    jobs: int,
    timeout: float,
    prepare: Callable[[], None] = _nothing,
    ordered: bool = False,
) -> Iterator[Result]:
    """`work(item)` for every item, in `jobs` processes, as they finish or in order.

    Each process calls `prepare` before its first item. Where a process dies or takes longer than
    `timeout` seconds the result is `failed(item, message)`.
    """
    try:
        pickle.dumps(work)
    except Exception as error:
        raise MethodError(
            "Several processes need methods that can be sent to them (functions and classes of a"
            f" module, no lambdas); use jobs=1 or change this: {error}"
        ) from None
    prepared = _Prepared(prepare, work)
    pool = Pool[Item, Result](prepared, jobs=max(1, jobs), patience=timeout, ordered=ordered)
    return pool.run(_One(item, failed) for item in items)


class _Prepared(Generic[Item, Result]):
    """Work that is prepared with its first item, whose time and failure that is."""

    def __init__(self, prepare: Callable[[], None], work: Callable[[Item], Result]) -> None:
        self._prepare, self._work = prepare, work

    def __call__(self, item: Item, _: Any) -> Result:
        prepare, self._prepare = self._prepare, _nothing
        prepare()
        return self._work(item)


class _One(Task[Item, Result]):
    """A task of one part, which is tried once."""

    def __init__(self, item: Item, failed: Callable[[Item, str], Result]) -> None:
        self._item, self._failed = item, failed

    @property
    def item(self) -> Item:
        return self._item

    def made(self, answer: Any) -> Result:
        result: Result = answer
        return result

    def died(self, place: int, code: int | None) -> Result:
        return self._failed(self._item, f"the process died (exit code {code})")

    def hung(self, place: int, seconds: float) -> Result:
        return self._failed(self._item, f"took more than {seconds:g} seconds")
