"""What a worker process of the service does with its requests."""

from __future__ import annotations

import gc
import os
import sys
import traceback

from dehusk.serve.handlers import Handlers
from dehusk.serve.pool import Exchange

_WARM_UP = (
    b"<title>Tea</title><article><h1>Tea</h1><p>Boil water, then wait for a while.</p></article>"
)


class RequestWork:
    """Works on requests, with so many megabytes of memory."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._handlers = Handlers()

    def prepare(self) -> None:
        """Load what every page needs, and tell the collector that it stays."""
        os.dup2(2, 1)  # the service may speak to others on its standard output
        self._bound_memory()
        for form in ("markdown", "text", "html", "json", "rows"):
            header = {"do": "extract", "given": {"format": form}}
            self(({**header, "seconds": 60.0, "output_bytes": 1024 * 1024}, _WARM_UP), None)
        gc.collect()
        gc.freeze()

    def __call__(self, request: Exchange, _: object) -> Exchange:
        """The answer; whatever goes wrong that should not is told without a word of the page."""
        try:
            return self._handlers.handle(*request)
        except MemoryError:
            gc.collect()
            sentence = "The page needs more memory than a worker has."
            return {"status": 413, "error": "memory", "message": sentence}, b""
        except Exception as error:
            _tell(error)
            sentence = "Something went wrong here."
            return {"status": 500, "error": "internal", "message": sentence}, b""

    def finish(self) -> None:
        """End the browser, if one was started."""
        self._handlers.close()

    def _bound_memory(self) -> None:
        """Let the system refuse more, where it can."""
        try:
            import resource
        except ImportError:
            return
        most = self._memory * 1024 * 1024
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        if hard == resource.RLIM_INFINITY or most <= hard:
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _tell(error: Exception) -> None:
    """The kind of an error and where it was raised; its words may be the page's."""
    places = traceback.extract_tb(error.__traceback__)[-3:]
    path = " < ".join(f"{os.path.basename(one.filename)}:{one.lineno}" for one in reversed(places))
    print(f"dehusk worker: {type(error).__name__} at {path}", file=sys.stderr, flush=True)
