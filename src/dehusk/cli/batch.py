"""`dehusk batch`: a crawl in, tables out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import complain
from dehusk.cli.reading import method_options

if TYPE_CHECKING:
    from dehusk.batch import Settings, Summary
    from dehusk.batch.run import Progress
    from dehusk.selection import Setting


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where the parts go.")
@click.option(
    "--columns", metavar="LIST", help="What to make; +name and -name change the usual list."
)
@click.option("--markdown", is_flag=True, help="Make Markdown in place of text.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["parquet", "jsonl", "jsonl.gz", "jsonl.zst"]),
    default="parquet",
    show_default=True,
    help="What the parts are.",
)
@click.option(
    "--like", type=click.Choice(["datatrove", "nemo"]), help="Write that project's records."
)
@click.option("--dedupe", is_flag=True, help="Leave out rows whose text was there before.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many processes extract; without it, one a processor.",
)
@click.option(
    "--part-records",
    type=click.IntRange(min=1),
    default=20_000,
    show_default=True,
    metavar="N",
    help="How many records make a part.",
)
@click.option(
    "--templates",
    metavar="learn|use|FOLDER",
    help="Learn what pages of a site have in common first, or use what was learned.",
)
@click.option("--report", metavar="FILE", help="Write a report about the batch, as HTML.")
@click.option("--quiet", is_flag=True, help="Show no progress and no summary.")
@method_options
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="How long the work on a page may take.",
)
@click.option(
    "--kill-after",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="When to end a process that hangs on a page; without it, long after --seconds.",
)
@click.option("--html-column", metavar="NAME", help="The column of a table that has the page.")
@click.option("--url-column", default="url", show_default=True, metavar="NAME", help="Its address.")
@click.option("--id-column", default="id", show_default=True, metavar="NAME", help="Its name.")
@click.option("--date-column", default="date", show_default=True, metavar="NAME", help="Its date.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="How long fetching a URL may take altogether.",
)
@click.option("--user-agent", metavar="TEXT", help="The name to give to web servers.")
@click.option("--allow-private", is_flag=True, help="Fetch from private and local addresses too.")
def command(
    inputs: tuple[str, ...],
    output: str,
    columns: str | None,
    markdown: bool,
    form: str,
    like: str | None,
    dedupe: bool,
    jobs: int | None,
    part_records: int,
    templates: str | None,
    report: str | None,
    quiet: bool,
    method: str,
    amount: int,
    parameters: dict[str, object],
    setting: Setting,
    seconds: float,
    kill_after: float | None,
    html_column: str | None,
    url_column: str,
    id_column: str,
    date_column: str,
    timeout: float,
    user_agent: str | None,
    allow_private: bool,
) -> None:
    """Extract a crawl into a folder of tables.

    An input is a WARC file, a Parquet or JSONL file with a column of HTML, a tar archive, an HTML
    file, a list of URLs (.txt), or a folder with any of these. A run that was killed goes on where it
    was when it is started again.

    \b
      dehusk batch crawl/*.warc.gz -o texts/ --jobs 8
      dehusk batch pages.parquet -o texts/ --columns id,url,markdown
      dehusk batch crawl.warc.gz -o texts/ --like datatrove --format jsonl.gz
    """
    from dehusk.batch.run import check_extra

    check_extra()
    from dehusk.batch import Names, Output, Settings, run_batch
    from dehusk.batch.rows import choose_columns

    if like is not None and columns is not None:
        raise click.UsageError("--like says which columns there are; leave out --columns.")
    if report is not None and not Path(report).parent.is_dir():
        raise click.UsageError(f"There is no folder to write {report!r} to.")
    settings = Settings(
        columns=choose_columns(columns),
        method=method,
        amount=amount,
        setting=setting,
        parameters=tuple(parameters.items()),
        seconds=seconds,
        kill_after=kill_after,
        timeout=timeout,
        user_agent=user_agent,
        allow_private=allow_private,
        templates=_templates(templates, output),
    )
    with _progress(quiet) as advance:
        summary = run_batch(
            inputs,
            output,
            jobs=jobs or _processors(),
            settings=settings,
            output=Output(form, like, markdown, dedupe, part_records),
            names=Names(html_column, url_column, id_column, date_column),
            learn=templates == "learn",
            progress=advance,
        )
    if report is not None:
        _write_report(report, summary, settings)
    if not quiet:
        for line in _told(summary):
            click.echo(line)


def _templates(wanted: str | None, output: str) -> str | None:
    """The folder with the templates to use, None where there are none, or none yet."""
    if wanted in (None, "learn"):
        return None
    from dehusk.batch.templates import FOLDER

    folder = Path(output) / FOLDER if wanted == "use" else Path(str(wanted))
    if not folder.is_dir():
        raise click.UsageError(f"There is no folder {str(folder)!r} with templates.")
    return str(folder)


def _processors() -> int:
    own = getattr(os, "sched_getaffinity", None)
    return len(own(0)) if own is not None else os.cpu_count() or 1


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress]:
    """A bar on standard error, if that is a terminal: pages a second, errors, what is left."""
    if quiet or not sys.stderr.isatty():
        yield lambda share, records, errors: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Pages", total=1.0, told="")
        begin, shown, before = monotonic(), 0.0, -1

        def advance(share: float, records: int, errors: int) -> None:
            nonlocal shown, before
            before = records - 1 if before < 0 else before
            if (now := monotonic()) - shown > 0.2:
                shown = now
                rate = (records - before) / max(now - begin, 1e-9)
                told = f"{records:,} pages · {rate:,.0f}/s · {errors:,} errors"
                bar.update(task, completed=share, told=told)

        yield advance


def _told(summary: Summary) -> Iterator[str]:
    """What was done, in a few lines."""
    tally = summary.tally
    if summary.resumed and tally.records == summary.resumed:
        yield f"All {tally.records:,} records were done before; {summary.folder} is as it was."
        return
    done = tally.records - summary.resumed
    yield (
        f"{done:,} records in {summary.seconds:,.1f} s, {summary.per_second:,.1f} a second;"
        f" {tally.rows:,} rows in {len(summary.parts):,} parts in {summary.folder}"
    )
    if summary.resumed:
        yield f"{summary.resumed:,} records were done by runs before"
    if tally.duplicates:
        yield f"{tally.duplicates:,} duplicates were left out"
    if tally.empty:
        yield f"{tally.empty:,} pages have no main content"
    for kind, count in tally.error_kinds.most_common():
        yield f"{count:,} × {kind}"


def _write_report(name: str, summary: Summary, settings: Settings) -> None:
    from dehusk.batch.report import write_report

    title = f"{summary.folder}: {summary.tally.records:,} records"
    page = write_report(summary.tally, title=title, settings=settings)
    try:
        Path(name).write_text(page, encoding="utf-8", errors="replace")
    except OSError as error:
        complain(f"{name} was not written: {error.strerror}")
        click.get_current_context().exit(1)
