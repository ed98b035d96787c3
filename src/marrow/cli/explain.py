"""`marrow explain`: a report that shows what was kept of a page, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

import click

from marrow.cli.failures import about, complain
from marrow.cli.progress import is_terminal
from marrow.cli.reading import Reading, method_options, read, reading_options, sources
from marrow.cli.writing import choose_output

if TYPE_CHECKING:
    from marrow.page import Page
    from marrow.selection import Extractor

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

    The report is one HTML file with every text block of the page, coloured by kept or dropped.
    Point at a block for its score, the reason, and where it stands.
    """
    from marrow.explain import explain
    from marrow.pipeline import extract, find_extractor, method_name

    given = sources([page] if page is not None else [])
    if len(given) > 1 or given[0].folder:
        raise click.UsageError("A report is about one page, and this is a folder.")
    if output is None and is_terminal():
        raise click.UsageError("Name the report with -o, such as -o report.html.")
    extractor = find_extractor(method, amount=amount)
    source = given[0]
    with about(source.name), closing(choose_output(output, given, "html")) as target:
        content = read(source, reading)
        clock = _Clock()
        parsed = clock.time("parse", content.parse)
        document = clock.time("select", lambda: extract(parsed, method=extractor))
        clock.time("assemble", lambda: document.blocks)
        report = explain(
            parsed,
            document.selection,
            method=method_name(extractor),
            parameters=vars(extractor),
            seconds=clock.seconds,
            columns=_columns(extractor, parsed),
        )
        target.write(source, report)
    if document.reason is not None:
        complain(f"{source.name}: nothing found: {document.reason}")


def _columns(extractor: Extractor, page: Page) -> Mapping[str, Sequence[object]]:
    """What a method knows about blocks beyond their score."""
    from marrow.blocks import Blocks
    from marrow.explain import ExplainsBlocks

    if isinstance(extractor, ExplainsBlocks):
        return extractor.explain_blocks(Blocks.of(page))
    return {}


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
