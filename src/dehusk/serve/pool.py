"""Worker processes that are replaced when a page has broken one, or takes too long.

    pool = Pool(workers=2, seconds=10)
    await pool.start()
    header, body = await pool.ask({"do": "extract"}, b"<p>Tea")
    await pool.stop()

Each worker has one request at a time. A worker that is past its time is killed, one that dies is
noticed at once; either costs its own request, and a new process takes its place. Whoever comes when
all are busy waits, as long as not too many do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from dehusk.errors import DehuskError
from dehusk.serve.frames import Header
from dehusk.serve.process import Worker, WorkerGone

WAITING_SECONDS = 5.0
"""Whoever waits for a worker waits at least so long: a new one needs a moment to start."""
GRACE_SECONDS = 1.0
"""Work looks at the clock by itself, and ends with a sentence; killing is for what does not."""
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
        self._output_bytes = output_bytes
        self._limits = {"seconds": seconds, "output_bytes": output_bytes}
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._alive: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._is_stopped = False
        self._opening = asyncio.Lock()
        self.waiting = 0
        self.replaced = 0

    @property
    def alive(self) -> int:
        """How many workers there are at the moment."""
        return sum(worker.is_alive for worker in self._alive)

    @property
    def busy(self) -> int:
        """How many of them are at work."""
        return len(self._alive) - self._idle.qsize()

    @property
    def numbers(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.number for worker in self._alive]

    async def start(self) -> None:
        """Start all workers, if they are not yet; raises `WorkerDied` where they cannot."""
        async with self._opening:
            missing = self._size - len(self._alive) - len(self._starting)
            await asyncio.gather(*(self._add() for _ in range(missing)))

    async def stop(self) -> None:
        """End all workers, each after the work it is at."""
        self._is_stopped = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._alive))
        self._alive.clear()

    async def ask(self, header: Mapping[str, Any], body: bytes = b"") -> tuple[Header, bytes]:
        """What a worker answers. Raises `QueueFull`, `WorkerTimeout` or `WorkerDied`."""
        worker = await self._free()
        is_good = False
        try:
            answer = await worker.ask(
                {**header, **self._limits},
                body,
                most=_MOST_ANSWER * self._output_bytes,
                seconds=self._seconds + GRACE_SECONDS,
            )
            is_good = True
            return answer
        except TimeoutError:
            raise WorkerTimeout(f"The page took longer than {self._seconds:g} s.") from None
        except WorkerGone as error:
            raise WorkerDied("The process that worked on the page has ended.") from error
        finally:
            if is_good:
                self._idle.put_nowait(worker)
            else:
                await self._replace(worker)

    async def _free(self) -> Worker:
        """A worker that has nothing to do. One that ended meanwhile is replaced."""
        while True:
            worker = await self._next()
            if worker.is_alive:
                return worker
            await self._replace(worker)

    async def _next(self) -> Worker:
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

    async def _replace(self, worker: Worker) -> None:
        self._alive.discard(worker)
        self.replaced += 1
        if not self._is_stopped:
            task = asyncio.ensure_future(self._add_some_time())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)
        await worker.kill()

    async def _add(self) -> None:
        try:
            worker = await Worker.start(self._memory)
        except WorkerGone as error:
            raise WorkerDied(str(error)) from None
        self._alive.add(worker)
        self._idle.put_nowait(worker)

    async def _add_some_time(self) -> None:
        """A new worker; where none can start, another try after ever longer pauses."""
        pause = 0.5
        while True:
            try:
                return await self._add()
            except (WorkerDied, OSError):
                await asyncio.sleep(pause)
                pause = min(2 * pause, 30.0)
