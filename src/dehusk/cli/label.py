"""`dehusk label`: the playground on a folder of pages, to say what their content is."""

from __future__ import annotations

import getpass
from pathlib import Path

import click

from dehusk.cli.serve import run


@click.command()
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER"
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The labels, .jsonl; new ones are appended.",
)
@click.option("--by", metavar="NAME", help="Who labels; the user's name without it.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default=True,
    help="The port to listen on, 0 for any that is free.",
)
@click.option("--no-open", is_flag=True, help="Do not open the browser; the address is printed.")
def command(folder: Path, output: Path, by: str | None, port: int, no_open: bool) -> None:
    """Label the pages of a folder in the browser.

    \b
      dehusk label pages/ -o labels.jsonl
      dehusk evaluate labels.jsonl
      python -m training --data labels.jsonl

    The pages of which the default method is least sure come first. A click keeps or drops a block, or a
    container with all that is in it. Several people may label the same pages, into one file or after
    each other: the playground shows how far they agree.
    """
    from dehusk.serve.labels import Labels
    from dehusk.serve.settings import Settings

    if not output.parent.is_dir():
        raise click.UsageError(f"There is no folder {str(output.parent)!r} to write labels to.")
    settings = Settings(
        port=port, labels=output.resolve(), folder=folder.resolve(), person=by or _user()
    )
    if not Labels(settings).names():
        raise click.UsageError(f"No page is in the folder {str(folder)!r}.")
    run(settings, opened=not no_open)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
