"""`dehusk extension`: the browser extension, for a browser to load."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from shutil import copytree

import click


@click.command()
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default="dehusk-extension",
    show_default=True,
    metavar="FOLDER",
    help="Where to write it; what is there of an older one is replaced.",
)
def command(folder: Path) -> None:
    """Write the browser extension into a folder.

    \b
      dehusk extension --dir ~/dehusk-extension
      dehusk serve

    Then, in Chromium, Chrome or Edge: chrome://extensions, "Developer mode", "Load unpacked".
    """
    with as_file(files("dehusk.serve") / "extension") as shipped:
        copytree(shipped, folder, dirs_exist_ok=True)
    click.echo(
        f"{folder}: load it at chrome://extensions with \"Load unpacked\"; start 'dehusk serve'."
    )
