"""`dehusk extract`: pages in, their main content out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import ExitCode, complain, debugging, describe
from dehusk.cli.progress import is_terminal, with_progress
from dehusk.cli.reading import (
    Reading,
    Source,
    method_options,
    page_budget,
    read,
    reading_options,
    seconds_option,
    sources,
)
from dehusk.cli.writing import SUFFIXES, choose_format, choose_output

if TYPE_CHECKING:
    from dehusk.document import Document

    Writer = Callable[[Source, Document], str]


@click.command(short_help="Print the main content of pages.")
@click.argument("pages", nargs=-1, metavar="[FILE|FOLDER|URL|-]...")
@click.option(
    "--format",
    "--output-format",
    "format",
    type=click.Choice(list(SUFFIXES)),
    help="What to write; Markdown, unless the name of the output says otherwise.",
)
@click.option("--markdown", "format", flag_value="markdown", help="Short for --format markdown.")
@click.option("--text", "format", flag_value="text", help="Short for --format text.")
@click.option("--html", "format", flag_value="html", help="Short for --format html.")
@click.option("--json", "format", flag_value="json", help="Short for --format json.")
@click.option(
    "-o",
    "--output",
    metavar="FILE|FOLDER",
    help="Write to a file, or a file a page into a folder; a .jsonl file takes JSON of all pages.",
)
@click.option(
    "--front-matter",
    "--metadata",
    "front_matter",
    is_flag=True,
    help="Put the page's metadata above its Markdown, as YAML.",
)
@click.option("--comments", is_flag=True, help="Keep what readers wrote below the content, too.")
@method_options
@seconds_option
@reading_options
@click.pass_context
def command(
    context: click.Context,
    pages: tuple[str, ...],
    format: str | None,
    output: str | None,
    front_matter: bool,
    comments: bool,
    method: str,
    amount: int,
    seconds: float,
    reading: Reading,
) -> None:
    """Print the main content of pages.

    A page is a file, a URL, or - for standard input. A folder stands for the HTML files in it.

    \b
      dehusk extract page.html
      dehusk extract https://example.org/ --text
      curl -s https://example.org/ | dehusk extract --url https://example.org/
      dehusk extract pages/ -o content/
    """
    from dehusk.pipeline import extract, find_extractor

    extractor = find_extractor(method, amount=amount)
    given = sources(pages)
    if reading.url is not None and len(given) > 1:
        raise click.UsageError("--url is the address of one page, and these are several.")
    wanted = format or choose_format(output)
    target = choose_output(output, given, wanted)
    write = _writer(wanted, front_matter=front_matter, one_line=target.shared)

    def extract_one(source: Source) -> ExitCode:
        content = read(source, reading)
        with page_budget(seconds):
            document = extract(content.parse(), method=extractor)
            if comments:
                document = document.with_comments()
            is_wanted = document.reason is None or wanted == "json"
            written = write(source, document) if is_wanted else None
        if written is not None:
            target.write(source, written)
        if document.reason is None:
            return ExitCode.DONE
        complain(f"{source.name}: nothing found: {document.reason}")
        return ExitCode.NOTHING_FOUND

    with closing(target):
        is_busy = output is None and is_terminal()
        codes = {_guarded(extract_one, source) for source in with_progress(given, quiet=is_busy)}
    context.exit(_worst(codes))


def _writer(format: str, *, front_matter: bool, one_line: bool) -> Writer:
    """What turns a document into the text of a format."""
    from dehusk.writers.json import Json, write_json
    from dehusk.writers.markdown import Markdown

    if front_matter and format != "markdown":
        raise click.UsageError("--front-matter is for Markdown; JSON has the metadata anyway.")
    options = Markdown(front_matter=front_matter)
    layout = Json(indent=None if one_line else 2)
    writers: dict[str, Writer] = {
        "markdown": lambda _, document: document.to_markdown(options),
        "text": lambda _, document: document.text,
        "html": lambda _, document: document.html,
        "json": lambda source, document: write_json(document, layout, source=source.name),
    }
    return writers[format]


def _guarded(work: Callable[[Source], ExitCode], source: Source) -> ExitCode:
    """Do the work for one page; a page that fails is named and does not stop the others."""
    try:
        return work(source)
    except BrokenPipeError:
        raise
    except Exception as error:
        if debugging():
            raise
        complain(describe(error, source.name))
        return ExitCode.FAILED


def _worst(codes: set[ExitCode]) -> ExitCode:
    for code in (ExitCode.FAILED, ExitCode.NOTHING_FOUND):
        if code in codes:
            return code
    return ExitCode.DONE
