"""How much a call may cost: the time until its deadline, and the size of what it writes.

>>> from dehusk.page.parse import Limits
>>> with budget(Limits(seconds=0.001)):
...     while True:
...         check("baking")  # doctest: +ELLIPSIS
Traceback (most recent call last):
dehusk.errors.OutOfTime: Extracting took longer than 0.001 s while baking; raise Limits.seconds ...

`extract`, `parse` and every output of a `Document` open a budget of their own; one that is opened
inside another ends no later than that. The budget at hand belongs to the context (see `contextvars`):
threads and tasks have each their own, and the functions in between need not hand it on. Loops in
Python call `check`, native ones look at the clock by themselves (`native/watch.pxd`), and both name the
stage that they are part of.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar, Token
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from dehusk.errors import OutOfTime, OutputTooLarge

if TYPE_CHECKING:
    from dehusk.page.parse import Limits

Item = TypeVar("Item")


class _Budget(NamedTuple):
    deadline: float = inf  # of the monotonic clock
    seconds: float = inf
    output_bytes: float = inf


_current: ContextVar[_Budget] = ContextVar("dehusk.budget", default=_Budget())  # noqa: B039 -- frozen


class budget:  # noqa: N801 -- used as a function
    """Let the work inside cost what the limits say, and no more than the budget around it."""

    __slots__ = ("_limits", "_token")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._token: Token[_Budget] | None = None

    def __enter__(self) -> None:
        self._token = opened(self._limits)

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            close(self._token)


def opened(limits: Limits) -> Token[_Budget] | None:
    """Open a budget that `close` ends, None where the one around it is as narrow: faster than `with`."""
    outer, most = _current.get(), limits.output_bytes
    if limits.seconds is None and (most is None or most >= outer.output_bytes):
        return None
    return _current.set(_narrowed(outer, limits))


close = _current.reset


def _narrowed(outer: _Budget, limits: Limits) -> _Budget:
    deadline, seconds, output_bytes = outer
    if limits.seconds is not None and (own := monotonic() + limits.seconds) < deadline:
        deadline, seconds = own, limits.seconds
    if limits.output_bytes is not None and limits.output_bytes < output_bytes:
        output_bytes = limits.output_bytes
    return _Budget(deadline, seconds, output_bytes)


def check(stage: str) -> None:
    """Raise `OutOfTime` past the deadline; the stage says what is being done."""
    deadline = _current.get().deadline
    if deadline != inf and monotonic() >= deadline:
        raise out_of_time(stage)


def watched(items: Sequence[Item], stage: str) -> Iterable[Item]:
    """The items one by one, with a `check` now and then where they are many."""
    if len(items) < _ITEMS_A_CHECK or _current.get().deadline == inf:
        return items
    return _watched(items, stage)


_ITEMS_A_CHECK = 500


def _watched(items: Sequence[Item], stage: str) -> Iterator[Item]:
    for start in range(0, len(items), _ITEMS_A_CHECK):
        check(stage)
        yield from items[start : start + _ITEMS_A_CHECK]


def seconds_left() -> float:
    """How long the work may still take: infinitely long without a deadline, never less than 0."""
    deadline = _current.get().deadline
    return inf if deadline == inf else max(0.0, deadline - monotonic())


def out_of_time(stage: str) -> OutOfTime:
    """The exception for work whose time is over."""
    seconds = _current.get().seconds
    return OutOfTime(
        f"Extracting took longer than {seconds:g} s while {stage};"
        " raise Limits.seconds or --seconds.",
        stage,
    )


class Meter:
    """Counts what a writer has written, and stops it when that is too much or takes too long.

    >>> meter = Meter("writing Markdown")
    >>> meter.reach(meter.size + len("# Tea"))
    >>> meter.size
    5

    `size` is in characters, none of which is smaller than a byte. What is written into something
    larger counts twice for a moment: `reach` takes the new sum, not what is to be added.
    """

    __slots__ = ("_budget", "_stage", "size")

    def __init__(self, stage: str) -> None:
        self._stage = stage
        self._budget = _current.get()
        self.size = 0

    @property
    def most(self) -> int:
        """How many bytes may be written, for loops that look by themselves."""
        return int(min(self._budget.output_bytes, sys.maxsize))

    def reach(self, size: int) -> None:
        """So many characters are written now."""
        self.size = size
        budget = self._budget
        if size > budget.output_bytes:
            raise self._too_large()
        if budget.deadline != inf and monotonic() >= budget.deadline:
            raise out_of_time(self._stage)

    def whole(self, text: str) -> str:
        """The text itself, once all of it is written and known not to be too large in bytes."""
        most = self._budget.output_bytes
        fits = len(text) <= most if text.isascii() else 4 * len(text) <= most
        if not fits and len(text.encode(errors="replace")) > most:
            raise self._too_large()
        return text

    def _too_large(self) -> OutputTooLarge:
        return OutputTooLarge(
            f"The output has more than {self._budget.output_bytes:,} bytes while {self._stage};"
            " raise Limits.output_bytes.",
            self._stage,
        )
