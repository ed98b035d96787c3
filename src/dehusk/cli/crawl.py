"""`dehusk crawl`: the pages of a site, fetched politely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import ExitCode, complain
from dehusk.cli.options import COUNT, option, options
from dehusk.cli.urls import Addresses

if TYPE_CHECKING:
    from dehusk.sites.tables import Tables


@dataclass(frozen=True)
class Crawl:
    """How pages are fetched, and what is made of them."""

    output: Path = option(
        Path(),
        "Where pages.warc.gz, visits.jsonl and texts/ are; one that exists is resumed.",
        click.Path(file_okay=False, path_type=Path),
        "FOLDER",
        ("-o", "--output"),
        required=True,
    )
    delay: float = option(
        1.0,
        "Least seconds between two requests to a host; robots.txt may ask for more.",
        click.FloatRange(min=0),
    )
    max_pages: int | None = option(None, "Stop after so many pages.", COUNT)
    again: bool = option(False, "Ask for pages of an earlier run, if they changed.")
    parquet: bool = option(False, "Extract the pages into texts/, as a batch does.")
    columns: str | None = option(
        None, "What to make with --parquet; +name and -name change the list.", metavar="LIST"
    )
    part_records: int = option(1000, "After how many pages --parquet writes a part.", COUNT, "N")
    quiet: bool = option(False, "No line for each page.", names=("-q", "--quiet"))


@click.command()
@click.argument("url")
@options
def command(url: str, crawl: Crawl, addresses: Addresses) -> None:
    """Fetch the pages of a site that its feeds and sitemaps name, one after the other.

    robots.txt is honoured, and a run that was stopped goes on where it was.

    \b
        dehusk crawl https://example.org/ -o crawl/
        dehusk crawl https://example.org/ -o crawl/ --parquet
    """
    if crawl.columns is not None and not crawl.parquet:
        raise click.UsageError("--columns says what --parquet makes; give both.")
    tables = _tables(crawl) if crawl.parquet else None
    from dehusk.fetch import Fetched, fetch
    from dehusk.sites import Crawler, Manners, discover
    from dehusk.sites.crawl import is_robots

    def get(address: str, headers: Mapping[str, str]) -> Fetched:
        any_type = is_robots(address)
        return fetch(
            address, headers=headers, any_type=any_type, allow_private=addresses.allow_private
        )

    crawler = Crawler(crawl.output, Manners(delay=crawl.delay, most_pages=crawl.max_pages), get)
    counts: Counter[str] = Counter()
    for visit in crawler.visit(
        discover(url, addresses.wanted, get=addresses.fetch, note=complain), again=crawl.again
    ):
        counts[visit.outcome] += 1
        if tables is not None:
            tables.count(visit)
        if not crawl.quiet:
            click.echo(
                f"{visit.outcome:9} {visit.url}" + (f" ({visit.reason})" if visit.reason else "")
            )
    told = [f"{count} {outcome}" for outcome, count in counts.items()] or ["nothing new"]
    if tables is not None:
        told.append(f"{tables.write()} rows in {crawl.output / 'texts'}")
    click.echo(", ".join(told), err=True)
    click.get_current_context().exit(ExitCode.FAILED if counts["failed"] else ExitCode.DONE)


def _tables(crawl: Crawl) -> Tables:
    """Where the rows go; asked for before the first request, so that what is missing is told then."""
    from dehusk.batch.run import check_extra

    check_extra()
    from dehusk.batch import Settings
    from dehusk.batch.rows import choose_columns
    from dehusk.sites.tables import Tables

    return Tables(crawl.output, Settings(columns=choose_columns(crawl.columns)), crawl.part_records)
