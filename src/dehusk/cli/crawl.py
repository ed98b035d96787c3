"""`dehusk crawl`: the pages of a site, fetched politely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from dehusk.cli.failures import ExitCode, complain
from dehusk.cli.urls import wanted_options, wanted_pages


@click.command(short_help="Fetch the pages of a site politely, into a WARC file.")
@click.argument("url")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where pages.warc.gz and visits.jsonl are; one that exists is gone on with.",
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
    quiet: bool,
    allow_private: bool,
    **wanted: Any,
) -> None:
    """Fetch the pages of a site that its feeds and sitemaps name, one after the other.

    robots.txt is honoured, and a run that was stopped goes on where it was.

    \b
        dehusk crawl https://example.org/ -o crawl/
        dehusk batch crawl/pages.warc.gz -o corpus/
    """
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
        if not quiet:
            click.echo(
                f"{visit.outcome:9} {visit.url}" + (f" ({visit.reason})" if visit.reason else "")
            )
    click.echo(
        ", ".join(f"{count} {outcome}" for outcome, count in counts.items()) or "nothing new",
        err=True,
    )
    context.exit(ExitCode.FAILED if counts["failed"] else ExitCode.DONE)
