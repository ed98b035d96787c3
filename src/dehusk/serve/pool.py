"""Worker processes that are replaced when a page has broken one, or takes too long.

    pool = Pool(workers=2, seconds=10)
    await pool.start()
    header, body = await pool.ask({"do": "extract"}, b"<p>Tea")
    await pool.stop()

Each worker has one request at a time, for which a thread waits. A worker that is past its time is
killed; that, and one that dies, costs its own request, and a new process takes its place. Whoever comes
when all are busy waits, as long as not too many do.

Requests and answers are a header in JSON and bytes. Nothing of an answer is unpickled: a worker that a
page has taken over can send wrong words, and no code.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from dehusk.errors import DehuskError
from dehusk.workers import Codec, Worker
from dehusk.workers import WorkerDied as ProcessDied

Exchange = tuple[dict[str, Any], bytes]

WAITING_SECONDS = 5.0
"""Whoever waits for a worker waits at least so long: a new one needs a moment to start."""
GRACE_SECONDS = 1.0
"""Work looks at the clock by itself, and ends with a sentence; killing is for what does not."""
END_SECONDS = 1.0
_MOST_ANSWER = 4
"""How many times what a writer may write: what is no document, such as a snapshot, is not metered."""


class QueueFull(DehuskError):
    """As many requests wait as may; `seconds` is when to come again."""

    def __init__(self, seconds: float) -> None:
        super().__init__("Too many pages are waiting; come again in a moment.")
        self.seconds = seconds


class Room:
    """Bounds how many may be in at once, whatever they are at: each holds a page in memory.

    `with room:` is a place for a while; `QueueFull` where there is none.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = 0

    def __enter__(self) -> None:
        if self._taken >= self._most:
            raise QueueFull(1.0)
        self._taken += 1

    def __exit__(self, *_: object) -> None:
        self._taken -= 1


class WorkerTimeout(DehuskError):
    """A worker did not end in time and was replaced."""


class WorkerDied(DehuskError):
    """A worker ended before it had answered and was replaced."""


class Pool:
    """So many workers, of which each does one thing at a time; see the module."""

    def __init__(
        self,
        *,
        workers: int,
        seconds: float,
        waiting: int = 64,
        memory: int = 2048,
        output_bytes: int = 64 * 1024 * 1024,
    ) -> None:
        self._size = workers
        self._seconds = seconds
        self._most_waiting = waiting
        self._memory = memory
        self._codec = Codec(write_frame, read_frame, _MOST_ANSWER * output_bytes)
        self._limits = {"seconds": seconds, "output_bytes": output_bytes}
        self._idle: asyncio.LifoQueue[Worker[Exchange, Exchange]] = asyncio.LifoQueue()
        self._workers: set[Worker[Exchange, Exchange]] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(max(workers, 1), "dehusk-worker")
        self._is_stopped = False
        self._opening = asyncio.Lock()
        self.waiting = 0
        self.replaced = 0

    @property
    def alive(self) -> int:
        """How many workers there are at the moment."""
        return sum(worker.is_ready and worker.is_alive for worker in self._workers)

    @property
    def busy(self) -> int:
        """How many of them are at work."""
        return sum(worker.item is not None for worker in self._workers)

    @property
    def numbers(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.number for worker in self._workers]

    async def start(self) -> None:
        """Start all workers, if they are not yet; raises `WorkerDied` where they cannot."""
        async with self._opening:
            missing = self._size - len(self._workers) - len(self._starting)
            await asyncio.gather(*(self._add() for _ in range(missing)))

    async def stop(self) -> None:
        """End all workers."""
        self._is_stopped = True
        for task in self._starting:
            task.cancel()
        ending = (asyncio.to_thread(worker.stop, END_SECONDS) for worker in self._workers)
        await asyncio.gather(*ending, *self._starting, return_exceptions=True)
        self._workers.clear()
        self._threads.shutdown(wait=False)

    async def ask(self, header: Mapping[str, Any], body: bytes = b"") -> Exchange:
        """What a worker answers. Raises `QueueFull`, `WorkerTimeout` or `WorkerDied`."""
        worker = await self._free()
        loop = asyncio.get_running_loop()
        end = loop.time() + self._seconds + GRACE_SECONDS
        timer = loop.call_at(end, worker.kill)
        is_good = False
        request = {**header, **self._limits}, body
        try:
            answer: Exchange = await loop.run_in_executor(self._threads, _exchange, worker, request)
            is_good = True
            return answer
        except ProcessDied:
            if loop.time() >= end:
                raise WorkerTimeout(f"The page took longer than {self._seconds:g} s.") from None
            raise WorkerDied("The process that worked on the page has ended.") from None
        finally:
            timer.cancel()
            if is_good:
                self._idle.put_nowait(worker)
            else:
                await self._replace(worker)

    async def _free(self) -> Worker[Exchange, Exchange]:
        """A worker that has nothing to do. One that ended meanwhile is replaced."""
        while True:
            worker = await self._next()
            if worker.is_alive:
                return worker
            await self._replace(worker)

    async def _next(self) -> Worker[Exchange, Exchange]:
        with suppress(asyncio.QueueEmpty):
            return self._idle.get_nowait()
        if self.waiting >= self._most_waiting:
            raise QueueFull(self._seconds)
        self.waiting += 1
        try:
            async with asyncio.timeout(max(self._seconds, WAITING_SECONDS)):
                return await self._idle.get()
        except TimeoutError:
            raise QueueFull(self._seconds) from None
        finally:
            self.waiting -= 1

    async def _replace(self, worker: Worker[Exchange, Exchange]) -> None:
        self._workers.discard(worker)
        self.replaced += 1
        worker.kill()
        if not self._is_stopped:
            task = asyncio.ensure_future(self._add_some_time())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)
        await asyncio.to_thread(worker.stop)

    async def _add(self) -> None:
        from dehusk.serve.worker import RequestWork  # NumPy: tools for agents have to start quickly

        work = RequestWork(self._memory)
        worker = Worker(work, work.prepare, work.finish, self._codec)
        self._workers.add(worker)
        try:
            await asyncio.to_thread(worker.start)
            await asyncio.to_thread(worker.wait_until_ready)
        except BaseException as error:
            self._workers.discard(worker)
            worker.kill()
            if isinstance(error, (ProcessDied, OSError)):
                raise WorkerDied(
                    "A worker process cannot start; its words stand above. In a script of your own,"
                    ' begin the service under if __name__ == "__main__".'
                ) from None
            raise
        self._idle.put_nowait(worker)

    async def _add_some_time(self) -> None:
        """A new worker; where none can start, another try after ever longer pauses."""
        pause = 0.5
        while True:
            try:
                return await self._add()
            except WorkerDied:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 30.0)


def _exchange(worker: Worker[Exchange, Exchange], request: Exchange) -> Any:
    worker.take(request)
    return worker.hear()


def write_frame(exchange: Exchange) -> bytes:
    """A header, which has no line break as JSON, and a body, in one piece.

    >>> read_frame(write_frame(({"do": "extract"}, b"<p>Tea")))
    ({'do': 'extract'}, b'<p>Tea')
    """
    header, body = exchange
    return b"%b\n%b" % (json.dumps(header).encode(), body)


def read_frame(sent: bytes) -> Exchange:
    """The header and the body of a piece. Raises `ValueError` for what is none."""
    end = sent.index(b"\n")
    header = json.loads(sent[:end])
    if not isinstance(header, dict):
        raise ValueError("a header that is no object")
    return header, sent[end + 1 :]
