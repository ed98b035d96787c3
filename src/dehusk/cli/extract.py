"""`dehusk extract`: pages in, their main content out."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

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
)
from dehusk.cli.sources import sources
from dehusk.cli.writing import SUFFIXES, Output, choose_format, choose_output
from dehusk.content.options import Omit

if TYPE_CHECKING:
    from dehusk.selection import Extractor


_SHORTS = ("markdown", "text", "html", "json")
"""Formats that are options, too."""


@click.command()
@click.argument("pages", nargs=-1, metavar="[FILE|FOLDER|URL|-]...")
@click.option(
    "-f",
    "--format",
    "--output-format",
    "format",
    type=FormatChoice(list(SUFFIXES)),
    help="What to write; Markdown, unless the name of the output says otherwise.",
)
@click.option("--markdown", is_flag=True, help="Short for --format markdown.")
@click.option("--text", is_flag=True, help="Short for --format text.")
@click.option("--html", is_flag=True, help="Short for --format html.")
@click.option("--json", is_flag=True, help="Short for --format json.")
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
    default=300,
    show_default=True,
    metavar="N",
    help="How many words a chunk has at most, with --format chunks.",
)
@click.option("--with-markdown", is_flag=True, help="Put the Markdown into the JSON, too.")
@click.option(
    "--with-roles",
    is_flag=True,
    help="Put into the JSON what each part of the page is there for, too.",
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
    method: str,
    amount: int,
    as_published: bool,
    seconds: float,
    max_words: int,
    reading: Reading,
    **wishes: bool,
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

    extractor = find_extractor(method, amount=amount, as_published=as_published)
    given = sources(pages, listed)
    if reading.url is not None and len(given) > 1:
        raise click.UsageError("--url is the address of one page, and these are several.")
    shorts = {f"--{name}": name if wishes.pop(name) else None for name in _SHORTS}
    wanted = the_one({"--format": format, **shorts}) or choose_format(output)
    target = choose_output(output, given, wanted)
    writing = _writing(wanted, one_line=target.shared, max_words=max_words, **wishes)
    work = Work(
        extractor,
        reading,
        writing,
        seconds,
        raises=debugging(),
        is_completed=not as_published,
        nearer=_a_step_nearer(method, amount, as_published),
    )
    is_busy = output is None and is_terminal()
    with closing(target):
        done = outcomes(work, given, jobs=jobs, render=render)
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


def _a_step_nearer(method: str, amount: int, as_published: bool) -> Extractor | None:
    """The method with an amount that asks for one step less, None where no step is asked for."""
    from dehusk.pipeline import find_extractor

    if not amount:
        return None
    nearer = amount - 1 if amount > 0 else amount + 1
    return find_extractor(method, amount=nearer, as_published=as_published)


def _writing(
    format: str,
    *,
    one_line: bool,
    max_words: int,
    front_matter: bool,
    with_markdown: bool,
    with_roles: bool,
    comments: bool,
    **left_out: bool,
) -> Writing:
    """What the options say about the output."""
    from dehusk.writers.json import Json
    from dehusk.writers.markdown import Markdown

    if front_matter and format not in ("markdown", "json"):
        raise click.UsageError("--front-matter is for Markdown; JSON has the metadata anyway.")
    for name, wanted in {"--with-markdown": with_markdown, "--with-roles": with_roles}.items():
        if wanted and format != "json":
            raise click.UsageError(f"{name} is for JSON.")
    return Writing(
        format,
        Markdown(front_matter=front_matter),
        Json(indent=None if one_line else 2, markdown=with_markdown, roles=with_roles),
        comments=comments,
        max_words=max_words,
        omit=Omit(**{name.removeprefix("no_"): value for name, value in left_out.items()}),
    )


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
