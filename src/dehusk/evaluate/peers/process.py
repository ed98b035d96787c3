"""A system in a process of its own, as a method that `dehusk.evaluate` can score."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from contextlib import suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

from dehusk.evaluate.gold import Example
from dehusk.evaluate.peers.environments import Folder, command
from dehusk.evaluate.scoring import Output

START_SECONDS = 120.0
WAIT = 0.25


class PeerError(Exception):
    """The system raised, died or took too long."""


class PeerMethod:
    """Sends pages to a worker and waits for the text; a worker that died or hangs is replaced."""

    def __init__(self, name: str, timeout: float, folder: Folder | None = None) -> None:
        self.name = name
        self.versions: dict[str, str] = {}
        self.peak_bytes = 0
        self._command = command(name, folder)
        self._timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> PeerMethod:
        self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stop()

    def run(self, example: Example) -> Output:
        """The text of a page and the seconds that it took. Raises `PeerError`."""
        if self._process is None:
            self._start()
        answer = self._ask({"html": base64.b64encode(example.html).decode(), "url": example.url})
        if "error" in answer:
            raise PeerError(answer["error"])
        self.peak_bytes = max(self.peak_bytes, answer["bytes"])
        return Output(answer["text"], seconds={"total": answer["seconds"]})

    def _start(self) -> None:
        process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._there = Connection(os.dup(process.stdin.fileno()), readable=False)
        self._back = Connection(os.dup(process.stdout.fileno()), writable=False)
        try:
            self.versions = self._receive(START_SECONDS)["versions"]
        except PeerError as error:
            raise PeerError(f"{self.name} does not start: {error}") from None

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            self._there.send_bytes(json.dumps(message).encode())
        except OSError:
            self._stop()
            raise PeerError("the process died") from None
        return self._receive(self._timeout)

    def _receive(self, timeout: float) -> dict[str, Any]:
        """The next message. Time is counted in short waits, so that a machine that sleeps takes
        nobody's time."""
        left = timeout
        while not self._back.poll(WAIT):
            left -= WAIT
            if left <= 0:
                self._stop()
                raise PeerError(f"took more than {timeout:g} seconds")
        try:
            found: dict[str, Any] = json.loads(self._back.recv_bytes())
        except (EOFError, OSError):
            self._stop()
            raise PeerError("the process died") from None
        return found

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._there.close()
            self._back.close()
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]
            self._process = None
