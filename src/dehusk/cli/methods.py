"""`dehusk methods`: what can be asked for with `--method`."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING

import click

from dehusk.cli.progress import is_terminal

if TYPE_CHECKING:
    from dehusk.selection import Extractor


@dataclass(frozen=True)
class Method:
    """What there is to know about a method before using it."""

    name: str
    description: str
    needs_browser: bool
    parameters: dict[str, object]


def list_methods() -> list[Method]:
    """All methods of `dehusk.EXTRACTORS`.

    >>> [method.name for method in list_methods()][0]
    'default'
    """
    from dehusk.extractors import EXTRACTORS

    return [
        Method(
            name,
            _description(name, kind),
            kind.needs_layout,
            {field.name: field.default for field in fields(kind)} if is_dataclass(kind) else {},
        )
        for name, kind in EXTRACTORS.items()
    ]


def _description(name: str, kind: type[Extractor]) -> str:
    """The first line of its documentation; of a second name for a method, the first name."""
    from dehusk.extractors import EXTRACTORS

    twins = [other for other, known in EXTRACTORS.items() if known is kind and other != name]
    if name == "default" and twins:
        return f"What is taken when no method is named: {twins[0]}."
    return (kind.__doc__ or "").strip().partition("\n")[0]


@click.command(short_help="List the methods that find the main content.")
def command() -> None:
    """List the methods that find the main content.

    On a terminal a table; in a pipe one line a method with tabs between name, description,
    whether a browser is needed (yes or no), and parameters.
    """
    methods = list_methods()
    if is_terminal():
        _print_table(methods)
        return
    for method in methods:
        click.echo("\t".join(_cells(method)))


def _cells(method: Method) -> tuple[str, str, str, str]:
    parameters = ", ".join(f"{name}={value!r}" for name, value in method.parameters.items())
    return method.name, method.description, "yes" if method.needs_browser else "no", parameters


def _print_table(methods: list[Method]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Method", style="bold", no_wrap=True)
    table.add_column("What it looks for", ratio=1)
    table.add_column("Browser", justify="center")
    table.add_column("Parameters")
    for method in methods:
        table.add_row(*(Text(cell) for cell in _cells(method)))
    Console().print(table)
