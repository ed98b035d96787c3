"""`dehusk extract`: pages in, their main content out."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from dehusk.cli.choices import FormatChoice, the_one
from dehusk.cli.failures import ExitCode, complain, counted, debugging, describe
from dehusk.cli.jobs import Outcome, Work, Writing, outcomes
from dehusk.cli.progress import is_terminal, with_progress
from dehusk.cli.reading import (
    Reading,
    method_options,
    reading_options,
    render_option,
    seconds_option,
    window_option,
)
from dehusk.cli.sources import sources
from dehusk.cli.writing import Output, choose_format, choose_output
from dehusk.content.options import Omit
from dehusk.errors import FormatError
from dehusk.writers.formats import FORMATS, Format

if TYPE_CHECKING:
    from dehusk.selection import Setting


_SHORTS = ("markdown", "text", "html", "json")
"""Formats that are options, too."""


@click.command()
@click.argument("pages", nargs=-1, metavar="[FILE|FOLDER|URL|-]...")
@click.option(
    "-f",
    "--format",
    "--output-format",
    "format",
    type=FormatChoice(list(FORMATS)),
    help="What to write; Markdown, unless the name of the output says otherwise.",
)
@click.option("--markdown", "as_markdown", is_flag=True, help="Short for --format markdown.")
@click.option("--text", "as_text", is_flag=True, help="Short for --format text.")
@click.option("--html", "as_html", is_flag=True, help="Short for --format html.")
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@click.option(
    "-i",
    "--input",
    "listed",
    metavar="FILE",
    help="A list of pages, a URL or a file on each line; - reads it from standard input.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE|FOLDER",
    help="Write to a file, or a file a page into a folder; a .jsonl file takes JSON of all pages.",
)
@click.option(
    "--front-matter",
    "--metadata",
    "--with-metadata",
    "front_matter",
    is_flag=True,
    help="Put the page's metadata above its Markdown, as YAML.",
)
@click.option(
    "--max-words",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many words a chunk has at most, with --format chunks; 300 where nothing is said.",
)
@click.option(
    "--option",
    "options",
    nargs=2,
    multiple=True,
    metavar="NAME VALUE",
    help="An option of the format, as in the library: --html --option page true.",
)
@click.option(
    "--with-markdown", "markdown", is_flag=True, help="Put the Markdown into the JSON, too."
)
@click.option(
    "--with-roles",
    "roles",
    is_flag=True,
    help="Put into the JSON what each part of the page is there for, too.",
)
@click.option(
    "--follow", is_flag=True, help="Read the pages on which an article goes on, too: for URLs."
)
@click.option("--comments", is_flag=True, help="Keep what readers wrote below the content, too.")
@click.option("--no-images", is_flag=True, help="Leave pictures out.")
@click.option("--no-links", is_flag=True, help="Leave the addresses of links out, not their words.")
@click.option("--no-tables", is_flag=True, help="Leave tables out.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many pages to work on at a time.",
)
@click.option(
    "-q", "--quiet", is_flag=True, help="No progress, and no line on a page that fails or is empty."
)
@render_option
@window_option
@method_options
@seconds_option
@reading_options
@click.pass_context
def command(
    context: click.Context,
    /,
    pages: tuple[str, ...],
    listed: str | None,
    format: str | None,
    output: str | None,
    jobs: int,
    quiet: bool,
    render: bool,
    window: tuple[int, int],
    method: str,
    amount: int,
    parameters: dict[str, object],
    setting: Setting,
    seconds: float,
    reading: Reading,
    follow: bool,
    comments: bool,
    no_images: bool,
    no_links: bool,
    no_tables: bool,
    options: tuple[tuple[str, str], ...],
    **short: Any,
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
    from dehusk.pipeline import find_extractor

    chosen_method = partial(find_extractor, method, setting=setting, parameters=parameters)
    extractor = chosen_method(amount=amount)
    given = sources(pages, listed)
    if reading.url is not None and len(given) > 1:
        raise click.UsageError("--url is the address of one page, and these are several.")
    if follow and (render or not all(source.is_url for source in given)):
        raise click.UsageError("--follow reads pages from the web: give URLs, and no --render.")
    shorts = {f"--{name}": name if short.pop(f"as_{name}") else None for name in _SHORTS}
    wanted = FORMATS[the_one({"--format": format, **shorts}) or choose_format(output)]
    target = choose_output(output, given, wanted.name)
    chosen = _options(
        wanted, {name: _value(text) for name, text in options}, short, one_line=target.shared
    )
    writing = Writing(wanted, chosen, comments, Omit(no_images, no_links, no_tables))
    work = Work(
        extractor,
        reading,
        writing,
        seconds,
        raises=debugging(),
        is_completed=setting == "ours",
        follow=follow,
        # One step less: where it gives the same, there is no more, or no less, to show.
        nearer=chosen_method(amount=amount - (1 if amount > 0 else -1)) if amount else None,
    )
    is_busy = output is None and is_terminal()
    with closing(target):
        done = outcomes(work, given, jobs=jobs, window=window if render else None)
        codes = Counter(
            _finished(outcome, target, quiet)
            for outcome in with_progress(done, len(given), quiet=quiet or is_busy)
        )
    is_folder = any(source.folder for source in given)
    if len(given) > 1 and not quiet and (is_folder or output is not None):
        complain(_summary(codes, output))
    context.exit(_worst(codes))


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


def _options(
    format: Format, given: dict[str, Any], short: dict[str, Any], *, one_line: bool
) -> dict[str, Any]:
    """The options of the format: those given by name, and those that have one of the command's own."""
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
