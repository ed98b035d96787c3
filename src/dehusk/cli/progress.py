"""A progress bar for long work on a terminal, and none in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Item = TypeVar("Item")


def is_terminal() -> bool:
    """Whether standard output is read by a person."""
    return sys.stdout.isatty()


def with_progress(items: Iterable[Item], total: int, *, quiet: bool = False) -> Iterator[Item]:
    """The items one by one, with a bar on standard error if that is a terminal."""
    if quiet or total < 2:
        yield from items
        return
    with page_bar(total) as advance:
        for item in items:
            yield item
            advance()


@contextmanager
def page_bar(total: int) -> Iterator[Callable[[], object]]:
    """What to call after each page: a bar on standard error goes on, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("Pages", total=total)
        yield lambda: bar.advance(task)
