"""A worker process, as the service sees it: it is asked one thing at a time.

    worker = await Worker.start(memory=2048)
    header, body = await worker.ask({"do": "extract"}, b"<p>Tea", most=1000, seconds=10)
    await worker.end()

Questions and answers go through pipes.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

from dehusk.serve.frames import Header, Incoming, frame_head

START_SECONDS = 60.0
END_SECONDS = 1.0
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class WorkerGone(Exception):
    """The process has ended before it had answered, or answered with nonsense."""


class Worker(asyncio.SubprocessProtocol):
    """A process, and the pipes to it."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        self._answer: asyncio.Future[tuple[Header, bytes]] | None = None
        self._incoming = Incoming(0)
        self.is_alive = True

    @classmethod
    async def start(cls, memory: int) -> Worker:
        """A new process that is ready to work, with so many megabytes. Raises `WorkerGone`."""
        _, worker = await asyncio.get_running_loop().subprocess_exec(
            cls,
            *(sys.executable, "-P", "-m", "dehusk.serve.worker", str(memory)),
            stdin=PIPE,
            stdout=PIPE,
            stderr=None,
            env={**os.environ, **_ONE_THREAD},
            # Ctrl-C in a terminal is for the service, which lets its workers finish.
            start_new_session=os.name == "posix",
        )
        try:
            await worker._answered(0, START_SECONDS)
        except (WorkerGone, TimeoutError):
            await worker.kill()
            raise WorkerGone("A worker process cannot start; its words stand above.") from None
        return worker

    @property
    def number(self) -> int:
        """The id of the process."""
        number = self._transport.get_pid()
        assert number is not None
        return number

    async def ask(
        self, header: Mapping[str, Any], body: bytes, *, most: int, seconds: float
    ) -> tuple[Header, bytes]:
        """The answer, of at most so many bytes. Raises `WorkerGone` and `TimeoutError`."""
        self._questions.writelines([frame_head(header, len(body)), body])
        return await self._answered(most, seconds)

    async def _answered(self, most: int, seconds: float) -> tuple[Header, bytes]:
        self._incoming = Incoming(most)
        answer: asyncio.Future[tuple[Header, bytes]] = self._loop.create_future()
        self._answer = answer
        if not self.is_alive:
            self._fail(WorkerGone())
        timer = self._loop.call_later(seconds, self._fail, TimeoutError())
        try:
            return await answer
        finally:
            timer.cancel()
            self._answer = None

    async def end(self) -> None:
        """Let it end by itself: it does when nobody will ask any more."""
        self._questions.close()
        try:
            async with asyncio.timeout(END_SECONDS):
                await asyncio.shield(self._ended)
        except TimeoutError:
            await self.kill()
        self._transport.close()

    async def kill(self) -> None:
        """End it, whatever it is at."""
        with suppress(ProcessLookupError):
            self._transport.kill()
        await asyncio.shield(self._ended)
        self._transport.close()

    # What the event loop tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process has been started."""
        # Those of uvloop are no asyncio.Transport, and do what one does.
        self._transport = cast("asyncio.SubprocessTransport", transport)
        self._questions = cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """A piece of an answer."""
        try:
            answer = self._incoming.add(data)
        except ValueError:
            self._fail(WorkerGone())
            return
        if answer is not None and self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """No answer will come any more."""
        self._fail(WorkerGone())

    def process_exited(self) -> None:
        """The process has ended."""
        self.is_alive = False
        if not self._ended.done():
            self._ended.set_result(None)

    def _fail(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)
