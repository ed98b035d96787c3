"""`dehusk label`: the playground on a folder of pages, to say what their content is."""

from __future__ import annotations

import getpass
from dataclasses import dataclass
from pathlib import Path

import click

from dehusk.cli.options import OUTPUT, option, options
from dehusk.cli.serve import run


@dataclass(frozen=True)
class Labelling:
    """Where labels go, and who makes them."""

    output: Path = option(
        Path(),
        "The labels, .jsonl; new ones are appended.",
        OUTPUT,
        "FILE",
        ("-o", "--output"),
        required=True,
    )
    by: str | None = option(None, "Who labels; the user's name without it.", metavar="NAME")
    port: int = option(
        0, "The port to listen on, 0 for any that is free.", click.IntRange(0, 65535)
    )
    no_open: bool = option(False, "Do not open the browser; the address is printed.")


@click.command()
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER"
)
@options
def command(folder: Path, labelling: Labelling) -> None:
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

    settings = Settings(
        port=labelling.port,
        labels=labelling.output.resolve(),
        folder=folder.resolve(),
        person=labelling.by or _user(),
    )
    if not Labels(settings).names():
        raise click.UsageError(f"No page is in the folder {str(folder)!r}.")
    run(settings, opened=not labelling.no_open)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
