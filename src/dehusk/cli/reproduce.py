"""`dehusk reproduce`: the papers' tables and figures, made again."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

PAPERS = ("cnr", "dana", "context", "zones", "gce")


@click.command()
@click.argument("papers", nargs=-1, type=click.Choice(PAPERS), metavar="[PAPER]...")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("../shared/data"),
    show_default=True,
    metavar="FOLDER",
    help="The folder of the labelled pages: wcxb-dev, cn-news, l3s-gn1, news, each a .tar.xz.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("reproduced"),
    show_default=True,
    metavar="FOLDER",
    help="Where tables, figures and the manifest are written.",
)
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Only one page in N, for a quick look.",
)
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="How many processes to use."
)
def command(papers: tuple[str, ...], data: Path, output: Path, every: int, jobs: int) -> None:
    """Make the main tables and figures of the papers again.

    PAPER is cnr, dana, context, zones or gce; without it, those that need no browser: the first three.
    What each paper reports stands beside what its method gets here as published, as its authors coded
    it, and with our setting.
    """
    from dehusk.reproduce.output import reproduce
    from dehusk.reproduce.study import Source

    given = shlex.join(["dehusk", *sys.argv[1:]])
    chosen = papers or ("cnr", "dana", "context")
    click.echo(reproduce(chosen, Source(data, every, jobs), output, given), nl=False)
