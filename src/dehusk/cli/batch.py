"""`dehusk batch`: a crawl in, tables out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import complain
from dehusk.cli.options import (
    COUNT,
    OUTPUT,
    SECONDS,
    Fetching,
    Manner,
    MethodChoice,
    option,
    options,
)
from dehusk.cli.progress import bar

if TYPE_CHECKING:
    from dehusk.batch import Settings, Summary
    from dehusk.batch.run import Progress


@dataclass(frozen=True)
class Tables:
    """What is made, and where it goes."""

    folder: str = option(
        "", "Where the parts go.", None, "FOLDER", ("-o", "--output"), required=True
    )
    columns: str | None = option(
        None, "What to make; +name and -name change the usual list.", metavar="LIST"
    )
    markdown: bool = option(False, "Make Markdown in place of text.")
    form: str = option(
        "parquet",
        "What the parts are.",
        click.Choice(["parquet", "jsonl", "jsonl.gz", "jsonl.zst"]),
        names=("--format",),
    )
    like: str | None = option(
        None, "Write that project's records.", click.Choice(["datatrove", "nemo"])
    )
    dedupe: bool = option(False, "Leave out rows whose text was there before.")
    jobs: int | None = option(
        None, "How many processes extract; without it, one a processor.", COUNT, "N"
    )
    part_records: int = option(20_000, "How many records make a part.", COUNT, "N")
    templates: str | None = option(
        None,
        "Learn what pages of a site have in common first, or use what was learned.",
        metavar="learn|use|FOLDER",
    )
    report: Path | None = option(None, "Write a report about the batch, as HTML.", OUTPUT, "FILE")
    quiet: bool = option(False, "Show no progress and no summary.")
    kill_after: float | None = option(
        None,
        "When to end a process that hangs on a page; without it, long after --seconds.",
        SECONDS,
        "SECONDS",
    )


@dataclass(frozen=True)
class Columns:
    """What the columns of a table of pages are called."""

    html_column: str | None = option(None, "The column of a table that has the page.", None, "NAME")
    url_column: str = option("url", "Its address.", None, "NAME")
    id_column: str = option("id", "Its name.", None, "NAME")
    date_column: str = option("date", "Its date.", None, "NAME")


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@options
def command(
    inputs: tuple[str, ...],
    made: Tables,
    choice: MethodChoice,
    manner: Manner,
    names: Columns,
    fetching: Fetching,
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
    from dehusk.workers import processors

    if made.like is not None and made.columns is not None:
        raise click.UsageError("--like says which columns there are; leave out --columns.")
    settings = Settings(
        columns=choose_columns(made.columns),
        method=choice.method,
        amount=choice.amount,
        setting=manner.setting,
        parameters=choice.parameters,
        seconds=manner.seconds,
        kill_after=made.kill_after,
        templates=_templates(made.templates, made.folder),
        **vars(fetching),
    )
    with _progress(made.quiet) as advance:
        summary = run_batch(
            inputs,
            made.folder,
            jobs=made.jobs or processors(),
            settings=settings,
            output=Output(made.form, made.like, made.markdown, made.dedupe, made.part_records),
            names=Names(*vars(names).values()),
            learn=made.templates == "learn",
            progress=advance,
        )
    if made.report is not None:
        _write_report(made.report, summary, settings)
    if not made.quiet:
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


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress]:
    """A bar that says how many pages a second there are, and how many errors."""
    with bar(quiet=quiet) as advance:
        begin, shown, before = monotonic(), 0.0, -1

        def told(share: float, records: int, errors: int) -> None:
            nonlocal shown, before
            before = records - 1 if before < 0 else before
            if (now := monotonic()) - shown > 0.2:
                shown = now
                rate = (records - before) / max(now - begin, 1e-9)
                advance(share, f"{records:,} pages · {rate:,.0f}/s · {errors:,} errors")

        yield told


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


def _write_report(path: Path, summary: Summary, settings: Settings) -> None:
    from dehusk.batch.report import write_report

    title = f"{summary.folder}: {summary.tally.records:,} records"
    page = write_report(summary.tally, title=title, settings=settings)
    try:
        path.write_text(page, encoding="utf-8", errors="replace")
    except OSError as error:
        complain(f"{path} was not written: {error.strerror}")
        click.get_current_context().exit(1)
