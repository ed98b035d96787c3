"""`dehusk crawl`: the pages of a site, fetched politely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dehusk.cli.failures import ExitCode, complain
from dehusk.cli.urls import wanted_options, wanted_pages

if TYPE_CHECKING:
    from dehusk.sites.tables import Tables


@click.command()
@click.argument("url")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where pages.warc.gz, visits.jsonl and texts/ are; one that exists is gone on with.",
)
@click.option(
    "--delay",
    type=click.FloatRange(min=0),
    default=1.0,
    show_default=True,
    help="Least seconds between two requests to a host; robots.txt may ask for more.",
)
@click.option("--max-pages", type=click.IntRange(min=1), help="Stop after so many pages.")
@click.option("--again", is_flag=True, help="Ask for pages of an earlier run, if they changed.")
@click.option("--parquet", is_flag=True, help="Extract the pages into texts/, as a batch does.")
@click.option(
    "--columns",
    metavar="LIST",
    help="What to make with --parquet; +name and -name change the list.",
)
@click.option(
    "--part-records",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="After how many pages --parquet writes a part.",
)
@click.option("-q", "--quiet", is_flag=True, help="No line for each page.")
@wanted_options
@click.pass_context
def command(
    context: click.Context,
    /,
    url: str,
    output: Path,
    delay: float,
    max_pages: int | None,
    again: bool,
    parquet: bool,
    columns: str | None,
    part_records: int,
    quiet: bool,
    allow_private: bool,
    **wanted: Any,
) -> None:
    """Fetch the pages of a site that its feeds and sitemaps name, one after the other.

    robots.txt is honoured, and a run that was stopped goes on where it was.

    \b
        dehusk crawl https://example.org/ -o crawl/
        dehusk crawl https://example.org/ -o crawl/ --parquet
    """
    if columns is not None and not parquet:
        raise click.UsageError("--columns says what --parquet makes; give both.")
    tables = _tables(output, columns, part_records) if parquet else None
    from dehusk.fetch import Fetched, fetch
    from dehusk.sites import Crawler, Manners, discover
    from dehusk.sites.crawl import is_robots

    def get(address: str, headers: Mapping[str, str]) -> Fetched:
        any_type = is_robots(address)
        return fetch(address, headers=headers, any_type=any_type, allow_private=allow_private)

    def find(address: str) -> Fetched:
        return fetch(address, any_type=True, allow_private=allow_private)

    crawler = Crawler(output, Manners(delay=delay, most_pages=max_pages), get)
    counts: Counter[str] = Counter()
    for visit in crawler.visit(
        discover(url, wanted_pages(**wanted), get=find, note=complain), again=again
    ):
        counts[visit.outcome] += 1
        if tables is not None:
            tables.count(visit)
        if not quiet:
            click.echo(
                f"{visit.outcome:9} {visit.url}" + (f" ({visit.reason})" if visit.reason else "")
            )
    told = [f"{count} {outcome}" for outcome, count in counts.items()] or ["nothing new"]
    if tables is not None:
        told.append(f"{tables.write()} rows in {output / 'texts'}")
    click.echo(", ".join(told), err=True)
    context.exit(ExitCode.FAILED if counts["failed"] else ExitCode.DONE)


def _tables(output: Path, columns: str | None, part_records: int) -> Tables:
    """Where the rows go; asked for before the first request, so that what is missing is told then."""
    from dehusk.batch.run import check_extra

    check_extra()
    from dehusk.batch import Settings
    from dehusk.batch.rows import choose_columns
    from dehusk.sites.tables import Tables

    return Tables(output, Settings(columns=choose_columns(columns)), part_records)
