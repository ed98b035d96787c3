"""A progress bar for long work on a terminal, and none in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def is_terminal() -> bool:
    """Whether standard output is read by a person."""
    return sys.stdout.isatty()


def with_progress(items: Iterable[Item], total: int, *, quiet: bool = False) -> Iterator[Item]:
    """The items one by one, with a bar on standard error if that is a terminal."""
    if quiet or total < 2 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        yield from bar.track(items, total, description="Pages")
