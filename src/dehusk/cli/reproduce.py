"""`dehusk reproduce`: the papers' tables and figures, made again."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import click

from dehusk.cli.options import COUNT, option, options

PAPERS = ("cnr", "dana", "context", "zones", "gce")


_FOLDER = click.Path(path_type=Path, file_okay=False)


@dataclass(frozen=True)
class Study:
    """Which pages are studied, and where the results go."""

    data: Path = option(
        Path("../shared/data"),
        "The folder of the labelled pages: wcxb-dev, cn-news, l3s-gn1, news, each a .tar.xz.",
        _FOLDER,
        "FOLDER",
    )
    fetch: bool = option(
        False, "Fetch the sets that are not in the folder and have a public address, into it."
    )
    output: Path = option(
        Path("reproduced"),
        "Where tables, figures and the manifest are written.",
        _FOLDER,
        "FOLDER",
        ("-o", "--output"),
    )
    every: int = option(1, "Only one page in N, for a quick look.", COUNT, "N")
    jobs: int = option(1, "How many processes to use.", COUNT, "N")


@click.command()
@click.argument("papers", nargs=-1, type=click.Choice(PAPERS), metavar="[PAPER]...")
@options
def command(papers: tuple[str, ...], study: Study) -> None:
    """Make the main tables and figures of the papers again.

    PAPER is cnr, dana, context, zones or gce; without it, those that need no browser: the first three.
    What each paper reports stands beside what its method gets here as published, as its authors coded
    it, and with our setting.
    """
    from dehusk.reproduce.output import reproduce
    from dehusk.reproduce.study import Source

    given = shlex.join(["dehusk", *sys.argv[1:]])
    chosen = papers or ("cnr", "dana", "context")
    source = Source(study.data, study.every, study.jobs, study.fetch)
    click.echo(reproduce(chosen, source, study.output, given), nl=False)
    for name, is_ours in source.fetched.items():
        if not is_ours:
            click.echo(f"The pages of {name} are not those of our figures.", err=True)
