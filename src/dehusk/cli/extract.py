"""`dehusk extract`: pages in, their main content out."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import click

from dehusk.cli.failures import ExitCode, complain, counted, debugging, describe
from dehusk.cli.jobs import Outcome, Work, outcomes
from dehusk.cli.options import (
    COUNT,
    Content,
    FormatChoice,
    Manner,
    MethodChoice,
    Reading,
    View,
    option,
    options,
    the_one,
)
from dehusk.cli.progress import is_terminal, with_progress
from dehusk.cli.sources import sources
from dehusk.cli.writing import Output, choose_format, choose_output
from dehusk.errors import FormatError
from dehusk.writers.formats import FORMATS, Format


@dataclass(frozen=True)
class Run:
    """Which pages are read, and what is written of them where."""

    format: str | None = option(
        None,
        "What to write; Markdown, unless the name of the output says otherwise.",
        FormatChoice(list(FORMATS)),
        names=("-f", "--format", "--output-format"),
    )
    as_markdown: bool = option(False, "Short for --format markdown.", names=("--markdown",))
    as_text: bool = option(False, "Short for --format text.", names=("--text",))
    as_html: bool = option(False, "Short for --format html.", names=("--html",))
    as_json: bool = option(False, "Short for --format json.", names=("--json",))
    listed: str | None = option(
        None,
        "A list of pages, a URL or a file on each line; - reads it from standard input.",
        metavar="FILE",
        names=("-i", "--input"),
    )
    output: str | None = option(
        None,
        "Write to a file, or a file a page into a folder; a .jsonl file takes JSON of all pages.",
        metavar="FILE|FOLDER",
        names=("-o", "--output"),
    )
    options: tuple[tuple[str, str], ...] = option(
        (),
        "An option of the format, as in the library: --html --option page true.",
        metavar="NAME VALUE",
        names=("--option",),
        nargs=2,
    )
    follow: bool = option(False, "Read the pages on which an article goes on, too: for URLs.")
    jobs: int = option(1, "How many pages to work on at a time.", COUNT, "N", ("-j", "--jobs"))
    quiet: bool = option(
        False, "No progress, and no line on a page that fails or is empty.", names=("-q", "--quiet")
    )

    @property
    def chosen_format(self) -> Format:
        """The format that is asked for by name, or by the name of the output."""
        shorts = {
            f"--{name}": name if getattr(self, f"as_{name}") else None
            for name in ("markdown", "text", "html", "json")
        }
        return FORMATS[the_one({"--format": self.format, **shorts}) or choose_format(self.output)]


@dataclass(frozen=True)
class Shorts:
    """Options of formats that have a name of their own."""

    front_matter: bool = option(
        False,
        "Put the page's metadata above its Markdown, as YAML.",
        names=("--front-matter", "--metadata", "--with-metadata"),
    )
    max_words: int | None = option(
        None,
        "How many words a chunk has at most, with --format chunks; 300 where nothing is said.",
        COUNT,
        "N",
    )
    markdown: bool = option(
        False, "Put the Markdown into the JSON, too.", names=("--with-markdown",)
    )
    roles: bool = option(
        False,
        "Put into the JSON what each part of the page is there for, too.",
        names=("--with-roles",),
    )


@click.command()
@click.argument("pages", nargs=-1, metavar="[FILE|FOLDER|URL|-]...")
@options
def command(
    pages: tuple[str, ...],
    run: Run,
    shorts: Shorts,
    content: Content,
    view: View,
    choice: MethodChoice,
    manner: Manner,
    reading: Reading,
) -> None:
    """Print the main content of pages.

    A page is a file, a URL, or - for standard input. A folder stands for the pages in it.

    \b
      dehusk extract page.html
      dehusk extract https://example.org/ --text
      curl -s https://example.org/ | dehusk extract --url https://example.org/
      dehusk extract pages/ -o content/ --jobs 4
      dehusk extract -i urls.txt -o all.jsonl
    """
    amount = choice.amount
    extractor = choice.extractor(manner.setting, amount)
    given = sources(pages, run.listed)
    if reading.url is not None and len(given) > 1:
        raise click.UsageError("--url is the address of one page, and these are several.")
    if run.follow and (view.render or not all(source.is_url for source in given)):
        raise click.UsageError("--follow reads pages from the web: give URLs, and no --render.")
    target = choose_output(run.output, given, run.chosen_format.name)
    chosen = _format_options(run, shorts, one_line=target.shared)
    work = Work(
        extractor,
        reading,
        manner,
        content,
        run.chosen_format,
        chosen,
        raises=debugging(),
        follow=run.follow,
        # One step less: where it gives the same, there is no more, or no less, to show.
        nearer=choice.extractor(manner.setting, amount - (1 if amount > 0 else -1))
        if amount
        else None,
    )
    is_busy = run.output is None and is_terminal()
    with closing(target):
        done = outcomes(work, given, jobs=run.jobs, window=view.window if view.render else None)
        codes = Counter(
            _finished(outcome, target, run.quiet)
            for outcome in with_progress(done, len(given), quiet=run.quiet or is_busy)
        )
    is_folder = any(source.folder for source in given)
    if len(given) > 1 and not run.quiet and (is_folder or run.output is not None):
        complain(_summary(codes, run.output))
    click.get_current_context().exit(_worst(codes))


def _summary(codes: Counter[ExitCode], output: str | None) -> str:
    """What became of several pages, in a line.

    >>> _summary(Counter({ExitCode.DONE: 2, ExitCode.FAILED: 1}), "content/")
    '2 of 3 pages extracted to content/, 1 page failed'
    """
    where = "" if output is None else f" to {output}"
    parts = [f"{codes[ExitCode.DONE]} of {counted(codes.total(), 'page')} extracted{where}"]
    if empty := codes[ExitCode.NOTHING_FOUND]:
        parts.append(f"{counted(empty, 'page')} without content")
    if failed := codes[ExitCode.FAILED]:
        parts.append(f"{counted(failed, 'page')} failed")
    return ", ".join(parts)


def _value(text: str) -> Any:
    """What stands for a value: JSON, or else a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _format_options(run: Run, shorts: Shorts, *, one_line: bool) -> dict[str, Any]:
    """The options of the format: those given by name, and those that have a name of their own."""
    format = run.chosen_format
    given = {name: _value(text) for name, text in run.options}
    short = vars(shorts)
    if format.name == "json":
        short = short | {"front_matter": False}  # which JSON has anyway
        given = {"indent": None if one_line else 2} | given
    given = {name: value for name, value in short.items() if value} | given
    try:
        format.read_options(given)
    except FormatError as error:
        raise click.UsageError(f"--format {format.name}: {error}") from None
    return given


def _finished(outcome: Outcome, target: Output, quiet: bool) -> ExitCode:
    """Write what became of a page and say what there is to say."""
    code, remark = outcome.code, outcome.remark
    try:
        if outcome.written is not None:
            target.write(outcome.source, outcome.written)
    except BrokenPipeError:
        raise
    except Exception as error:
        if debugging():
            raise
        code, remark = ExitCode.FAILED, describe(error, outcome.source.name)
    if remark is not None and not quiet:
        complain(remark)
    return code


def _worst(codes: Counter[ExitCode]) -> ExitCode:
    for code in (ExitCode.FAILED, ExitCode.NOTHING_FOUND):
        if code in codes:
            return code
    return ExitCode.DONE
