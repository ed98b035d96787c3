"""`dehusk compare`: all methods on one page, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import ExitCode, about
from dehusk.cli.options import Manner, Reading, View, option, options
from dehusk.cli.progress import is_terminal, print_table
from dehusk.cli.reading import read, render
from dehusk.cli.sources import one_page
from dehusk.cli.writing import choose_output

if TYPE_CHECKING:
    from dehusk.explain.compare import Comparison

_FORMATS = {".html": "html", ".htm": "html", ".json": "json"}
_WRITTEN_AS = {"html": "html", "json": "json", "table": "text"}


@dataclass(frozen=True)
class Compared:
    """What is compared, and where that goes."""

    methods: tuple[str, ...] = option(
        (),
        "A method to compare; can be repeated. Without it, every one that can run.",
        metavar="NAME",
        names=("--method",),
    )
    form: str | None = option(
        None,
        "Without it the name given to -o decides, else a table.",
        click.Choice(["table", "json", "html"]),
        names=("--format",),
    )
    output: str | None = option(
        None, "Where to write; standard output without it.", None, "FILE", ("-o", "--output")
    )


@click.command()
@click.argument("page", required=False, metavar="[FILE|URL|-]")
@options
def command(
    page: str | None,
    compared: Compared,
    view: View,
    manner: Manner,
    reading: Reading,
) -> None:
    """Compare what the methods keep of a page: words, time, and how far they agree.

    Methods that look at the rendered page run with --render, and on snapshots of dehusk render.
    """
    from dehusk.explain.compare import compare
    from dehusk.pipeline import find_extractor

    named = list(dict.fromkeys(compared.methods))
    for method in named:
        find_extractor(method, setting=manner.setting)
    source, output = one_page(page), compared.output
    form = compared.form or _FORMATS.get(Path(output or "").suffix.lower(), "table")
    if form == "html" and output is None and is_terminal():
        raise click.UsageError("Name the page to write with -o, such as -o compare.html.")
    with about(source.name):
        content = read(source, reading)
        seen = render(content, view.settings(reading)).page if view.render else None
        with manner.budget():
            parsed = seen or content.parse()
            comparison = compare(parsed, named or None, setting=manner.setting)
            written = _markdown(comparison) if form == "table" else getattr(comparison, form)
        if form == "table" and output is None and is_terminal():
            _print(comparison)
        else:
            with closing(choose_output(output, [source], _WRITTEN_AS[form])) as target:
                target.write(source, written)
    if not any(result.words for result in comparison.results):
        click.get_current_context().exit(ExitCode.NOTHING_FOUND)


def _header(comparison: Comparison) -> tuple[str, ...]:
    return ("method", "words kept", "ms", "agreement", *comparison.methods)


def _rows(comparison: Comparison) -> Iterator[tuple[str, ...]]:
    for number, result in enumerate(comparison.results):
        own = comparison.agreement_of(result.method)
        yield (
            result.method,
            f"{result.words:,}",
            f"{1000 * result.seconds:,.1f}",
            "–" if own is None else f"{own:.2f}",
            *(
                "·" if other == number else f"{value:.2f}"
                for other, value in enumerate(comparison.overlap[number])
            ),
        )


def _remarks(comparison: Comparison) -> Iterator[str]:
    if comparison.agreement is not None:
        yield f"agreement {comparison.agreement:.2f}: the mean overlap of all pairs, as F1 of words"
    for result in comparison.results:
        if result.document.reason is not None:
            yield f"{result.method} found nothing: {result.document.reason}"
    for names, reason in comparison.left_out_by_reason():
        yield f"left out: {names}. {reason}"


def _markdown(comparison: Comparison) -> str:
    """The table for a pipe or a file."""
    header = _header(comparison)
    lines = [header, ("---", *("---:" for _ in header[1:])), *_rows(comparison)]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return "\n\n".join([table, *_remarks(comparison)]) + "\n"


def _print(comparison: Comparison) -> None:
    """The table for a person."""
    print_table(_header(comparison), _rows(comparison), shade=_shade)
    for remark in _remarks(comparison):
        click.echo(remark)


def _shade(column: int, cell: str) -> str:
    """Green for much in common, faint for little; the figure says the same."""
    if column < 4:
        return ""
    if cell == "·":
        return "dim"
    return "bold green" if float(cell) >= 0.9 else "" if float(cell) >= 0.5 else "dim"
