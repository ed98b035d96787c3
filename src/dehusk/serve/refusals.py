"""What is said where something goes wrong: a status, a name for log and metrics, and one sentence."""

from __future__ import annotations

from dehusk.errors import (
    DehuskError,
    FetchError,
    FormatError,
    LayoutRequired,
    MethodError,
    MissingExtra,
    OutOfTime,
    OutputTooLarge,
    PageError,
    PageTooLarge,
    RenderError,
)
from dehusk.serve.fields import BadRequest
from dehusk.serve.pool import QueueFull, WorkerDied, WorkerTimeout


class Refused(DehuskError):
    """A request that ends with a status, a name for it, and a sentence."""

    def __init__(self, status: int, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.name = status, name


_STATUS: tuple[tuple[type[DehuskError], int, str], ...] = (
    (BadRequest, 400, "bad-request"),
    (PageTooLarge, 413, "too-large"),
    (PageError, 422, "not-html"),
    (LayoutRequired, 422, "layout-required"),
    (MethodError, 400, "bad-request"),
    (FormatError, 400, "bad-request"),
    (OutOfTime, 504, "out-of-time"),
    (OutputTooLarge, 413, "output-too-large"),
    (RenderError, 502, "not-rendered"),
    (FetchError, 502, "not-fetched"),
    (MissingExtra, 501, "missing-extra"),
    (QueueFull, 429, "busy"),
    (WorkerTimeout, 504, "out-of-time"),
    (WorkerDied, 500, "worker-died"),
)


def refused(error: DehuskError) -> Refused:
    """An error of any kind as what is answered; the first kind that fits counts."""
    if isinstance(error, Refused):
        return error
    for kind, status, name in _STATUS:
        if isinstance(error, kind):
            return Refused(status, name, str(error))
    return Refused(500, "internal", str(error))
