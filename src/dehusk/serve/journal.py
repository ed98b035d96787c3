"""The log of the service: a line of JSON for every request and every event, on standard error.

No word of a page is in it, and no address of one. Lines of a moment are made and written together, which
costs a busy service less.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from datetime import UTC, datetime

FLUSH_SECONDS = 0.2


class Journal:
    """Takes what happens, and writes it a moment later."""

    def __init__(self) -> None:
        self._told: list[tuple[str, float, dict[str, object]]] = []

    def tell(self, event: str, **told: object) -> None:
        """One line, with the time and what is told."""
        self._told.append((event, time.time(), told))
        if len(self._told) == 1:
            try:
                asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)
            except RuntimeError:
                self.flush()

    def flush(self) -> None:
        """Write what was told."""
        told, self._told = self._told, []
        if told:
            sys.stderr.write("".join(line(event, at, **rest) for event, at, rest in told))
            sys.stderr.flush()


def line(event: str, seconds: float, **told: object) -> str:
    """A line of the log.

    >>> line("started", 0, workers=2)
    '{"at": "1970-01-01T00:00:00.000Z", "event": "started", "workers": 2}\\n'
    """
    at = (
        f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{int(seconds * 1000) % 1000:03}Z"
    )
    return json.dumps({"at": at, "event": event, **told}) + "\n"


def server_to_stderr() -> None:
    """Let the server beneath tell what it does in lines of the same kind."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logger = logging.getLogger("uvicorn.error")
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(logging.INFO)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = {"level": record.levelname.lower()}
        if record.exc_info and record.exc_info[0] is not None:
            told["exception"] = record.exc_info[0].__name__
        return line(record.getMessage(), record.created, **told).rstrip()
