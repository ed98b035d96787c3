"""A worker process: takes a request from its standard input, answers on its standard output.

`python -m dehusk.serve.worker MEMORY`, with megabytes of memory; the service starts it.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from typing import BinaryIO

from dehusk.serve.frames import Header, frame_head, read_frame
from dehusk.serve.handlers import Handlers

_TOGETHER = 64 * 1024
"""Answers up to this size are written at once."""
_WARM_UP = (
    b"<title>Tea</title><article><h1>Tea</h1><p>Boil water, then wait for a while.</p></article>"
)


def main() -> None:
    """Work until nobody asks any more."""
    incoming, outgoing = _own_streams()
    _bound_memory(int(sys.argv[1]))
    with Handlers() as handlers:
        _warm_up(handlers)
        _send(outgoing, {"ready": True}, b"")
        while (request := read_frame(incoming)) is not None:
            _send(outgoing, *_answer(handlers, *request))


def _answer(handlers: Handlers, header: Header, body: bytes) -> tuple[Header, bytes]:
    """The answer; whatever goes wrong that should not is told without a word of the page."""
    try:
        return handlers.handle(header, body)
    except MemoryError:
        gc.collect()
        sentence = "The page needs more memory than a worker has."
        return {"status": 413, "error": "memory", "message": sentence}, b""
    except Exception as error:
        _tell(error)
        return {"status": 500, "error": "internal", "message": "Something went wrong here."}, b""


def _tell(error: Exception) -> None:
    """The kind of an error and where it was raised; its words may be the page's."""
    places = traceback.extract_tb(error.__traceback__)[-3:]
    path = " < ".join(f"{os.path.basename(one.filename)}:{one.lineno}" for one in reversed(places))
    print(f"dehusk worker: {type(error).__name__} at {path}", file=sys.stderr, flush=True)


def _send(stream: BinaryIO, header: Header, body: bytes) -> None:
    try:
        stream.write(frame_head(header, len(body)))
        stream.write(body)
        stream.flush()
    except OSError:  # the service is gone
        os._exit(0)


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output, out of reach of whatever else may read or print."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb", _TOGETHER)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return incoming, outgoing


def _bound_memory(megabytes: int) -> None:
    """Let the system refuse more, where it can."""
    try:
        import resource
    except ImportError:
        return
    most = megabytes * 1024 * 1024
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    if hard == resource.RLIM_INFINITY or most <= hard:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _warm_up(handlers: Handlers) -> None:
    """Load what every page needs, and tell the collector that it stays."""
    for form in ("markdown", "text", "html", "json", "rows"):
        asked = {"do": "extract", "given": {"format": form}}
        _answer(handlers, {**asked, "seconds": 60.0, "output_bytes": 1024 * 1024}, _WARM_UP)
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    main()
