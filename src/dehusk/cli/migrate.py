"""`dehusk migrate`: what would change in code that moves from another extractor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from dehusk.cli.failures import complain
from dehusk.errors import DehuskError

PACKAGES = ("trafilatura", "readability", "justext", "resiliparse", "newspaper", "goose3")


@click.command()
@click.argument("package", type=click.Choice([*PACKAGES, "all"]))
@click.argument(
    "paths", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="[FILE|FOLDER]..."
)
def command(package: str, paths: tuple[Path, ...]) -> None:
    """Say for files of Python which imports and parameters would change, and to what.

    Nothing is written. Without a path, the folder at hand is read.

    \b
        dehusk migrate trafilatura src/
    """
    from dehusk.compat.migration import changes

    count = 0
    for file in _files(paths or (Path(),)):
        try:
            found = changes(file.read_text(errors="replace"), None if package == "all" else package)
        except DehuskError as error:
            complain(f"{file}: {error}")
            continue
        for change in found:
            click.echo(f"{file}:{change}")
        count += len(found)
    click.echo(f"{count} places" if count != 1 else "1 place", err=True)


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The files meant, but for those of installed packages and of hidden folders."""
    for path in paths:
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            folders = file.parts[:-1]
            if not any(one.startswith(".") or one == "site-packages" for one in folders):
                yield file
