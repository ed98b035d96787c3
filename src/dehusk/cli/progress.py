"""What is shown on a terminal, and not in a pipe: how far long work is, and tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
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
    with bar() as advance:
        done = count(1)
        yield lambda: advance((number := next(done)) / total, f"{number}/{total} pages")


@contextmanager
def bar(*, quiet: bool = False) -> Iterator[Callable[[float, str], object]]:
    """The same for any share of the work, and with what there is to say of it."""
    if quiet or not sys.stderr.isatty():
        yield lambda share, told: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    told = TextColumn("{task.description}")
    columns = BarColumn(), TaskProgressColumn(), told, TimeRemainingColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as shown:
        task = shown.add_task("", total=1.0)
        yield lambda share, told: shown.update(task, completed=share, description=told)


def print_table(
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    title: str | None = None,
    names: int = 1,
    shade: Callable[[int, str], str] = lambda column, cell: "",
) -> None:
    """A table for a person: the first columns hold words, the others figures, each in its shade."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column, name in enumerate(header):
        is_figure = column >= names
        table.add_column(Text(name), justify="right" if is_figure else "left", no_wrap=is_figure)
    for cells in rows:
        table.add_row(*(Text(cell, shade(column, cell)) for column, cell in enumerate(cells)))
    Console().print(table)
