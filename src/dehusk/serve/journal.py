"""The log of the service: a line of JSON for every request and every event, on standard error.

No word of a page is in it, and no address of one.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime


def log(event: str, **facts: object) -> None:
    """Write one line, with the time and some facts."""
    sys.stderr.write(line(event, time.time(), **facts))
    sys.stderr.flush()


def line(event: str, seconds: float, **facts: object) -> str:
    """A line of the log.

    >>> line("started", 0, workers=2)
    '{"at": "1970-01-01T00:00:00.000+00:00", "event": "started", "workers": 2}\\n'
    """
    at = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    return json.dumps({"at": at, "event": event, **facts}) + "\n"


def server_to_stderr() -> None:
    """Let the server beneath tell what it does in lines of the same kind."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logger = logging.getLogger("uvicorn.error")
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(logging.INFO)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = {"level": record.levelname.lower()}
        if record.exc_info and record.exc_info[0] is not None:
            facts["exception"] = record.exc_info[0].__name__
        return line(record.getMessage(), record.created, **facts).rstrip()
