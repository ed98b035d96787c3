"""`dehusk methods`: what can be asked for with `--method`."""

from __future__ import annotations

import click

from dehusk.cli.progress import is_terminal
from dehusk.explain.methods import Method, list_methods


@click.command()
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
    for number, method in enumerate(methods):
        if method.is_baseline and not methods[number - 1].is_baseline:
            table.add_section()
        table.add_row(*(Text(cell) for cell in _cells(method)))
    Console().print(table)
