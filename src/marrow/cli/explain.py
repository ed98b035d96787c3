"""`marrow explain`: a report that shows what was kept of a page, and why."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

import click

from marrow.cli.failures import complain
from marrow.cli.reading import Reading, method_options, read, reading_options, sources
from marrow.cli.writing import choose_output

Result = TypeVar("Result")


@click.command(short_help="Show what was kept of a page, and why.")
@click.argument("page", required=False, metavar="[FILE|URL|-]")
@click.option("-o", "--output", metavar="FILE", help="The report to write, an HTML file.")
@method_options
@reading_options
def command(
    page: str | None, output: str | None, method: str, amount: int, reading: Reading
) -> None:
    """Show what was kept of a page, and why.

    The report is one HTML file with every text block of the page, coloured by kept or dropped. Point
    at a block for its score, the reason, and where it stands.
    """
    from marrow.blocks import Blocks
    from marrow.explain import ExplainsBlocks, explain
    from marrow.pipeline import extract, find_extractor, method_name

    given = sources([page] if page is not None else [])
    if len(given) > 1 or given[0].folder:
        raise click.UsageError("A report is about one page, and this is a folder.")
    if output is None and sys.stdout.isatty():
        raise click.UsageError("Name the report with -o, such as -o report.html.")
    extractor = find_extractor(method, amount=amount)
    content = read(given[0], reading)
    clock = _Clock()
    parsed = clock.time("parse", content.parse)
    document = clock.time("select", lambda: extract(parsed, method=extractor))
    clock.time("assemble", lambda: document.blocks)
    further = (
        extractor.explain_blocks(Blocks.of(parsed)) if isinstance(extractor, ExplainsBlocks) else {}
    )
    report = explain(
        parsed,
        document.selection,
        method=method_name(extractor),
        parameters=vars(extractor),
        seconds=clock.seconds,
        columns=further,
    )
    target = choose_output(output, given, "html")
    target.write(given[0], report)
    target.close()
    if document.reason is not None:
        complain(f"{given[0].name}: nothing found: {document.reason}")


class _Clock:
    """Remembers how long each step took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def time(self, step: str, work: Callable[[], Result]) -> Result:
        """The result of a step."""
        start = perf_counter()
        result = work()
        self.seconds[step] = perf_counter() - start
        return result
