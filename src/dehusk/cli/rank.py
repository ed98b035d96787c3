"""`dehusk rank`: dehusk and other extractors on the same pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import complain, counted
from dehusk.cli.progress import page_bar

if TYPE_CHECKING:
    from dehusk.evaluate.peers.environments import Folder


@click.command()
@click.argument("data", type=click.Path(path_type=Path), metavar="DATA")
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="NAME",
    help="A system to rank, such as trafilatura, 'dehusk default' or 'dehusk cnr'; can be repeated."
    " Without it, every method of dehusk that needs no browser, and every other that is installed.",
)
@click.option("--without", multiple=True, metavar="NAME", help="A system to leave out.")
@click.option(
    "--texts",
    nargs=2,
    multiple=True,
    type=(str, click.Path(path_type=Path, exists=True, file_okay=False)),
    metavar="NAME FOLDER",
    help="Texts that another system has written, FOLDER/ID.txt, under a name; can be repeated.",
)
@click.option(
    "--install",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Install the other systems in FOLDER, by pip and npm, where they are not there yet.",
)
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Only one page in N, always the same ones.",
)
@click.option(
    "--by", metavar="FIELD", help="A column for each group of pages, by a field of the gold."
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a system may take for a page; more counts as a failure.",
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write everything as JSON; systems that FILE has already, of the same pages, stay.",
)
@click.option(
    "--markdown",
    "markdown_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the table.",
)
@click.option(
    "--plot",
    "plot_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw quality against speed.",
)
def command(
    data: Path,
    systems: tuple[str, ...],
    without: tuple[str, ...],
    texts: tuple[tuple[str, Path], ...],
    install: Path | None,
    every: int,
    by: str | None,
    timeout: float,
    json_file: Path | None,
    markdown_file: Path | None,
    plot_file: Path | None,
) -> None:
    """Rank dehusk and other extractors on the same pages.

    DATA is what dehusk evaluate reads. Each system runs in a process of its own; words, lines, time,
    memory and failures of all stand in one table, the best first.
    """
    from dehusk.evaluate import Dataset
    from dehusk.evaluate.peers import Ranking, SavedTexts, rank
    from dehusk.evaluate.peers.environments import Folder

    folder = Folder(install) if install is not None else None
    chosen = _chosen(systems, without, folder)
    earlier = Ranking.read(json_file) if json_file is not None and json_file.exists() else None
    dataset = Dataset(data)
    saved = [SavedTexts(name, where) for name, where in texts]
    with page_bar(len(dataset) // every) as advance:
        ranking = rank(
            dataset,
            chosen,
            saved,
            every=every,
            by=by,
            folder=folder,
            timeout=timeout,
            progress=advance,
        )
    if earlier is not None:
        ranking = ranking.with_others(earlier)
    for path, text in (
        (json_file, ranking.json),
        (markdown_file, ranking.markdown),
        (plot_file, ranking.chart),
    ):
        if path is not None:
            path.write_text(text, encoding="utf-8")
    click.echo(ranking.markdown, nl=False)


def _chosen(systems: Sequence[str], without: Sequence[str], folder: Folder | None) -> list[str]:
    """The systems to run, installed where a folder is given; those that are not here are named."""
    from dehusk import EXTRACTORS
    from dehusk.evaluate.peers.environments import missing
    from dehusk.evaluate.peers.systems import SYSTEMS
    from dehusk.evaluate.peers.worker import OURS

    ours = [f"{OURS}{name}" for name, made in EXTRACTORS.items() if not made().needs_layout]
    known = [*ours, *SYSTEMS]
    for name in (*systems, *without):
        if name not in known:
            raise click.UsageError(f"There is no system {name!r}; there are {', '.join(known)}.")
    wanted = [name for name in systems or known if name not in without]
    absent = missing(wanted, folder)
    if folder is not None and absent:
        complain(f"installing {', '.join(absent)} in {folder.path}")
        absent = folder.install(absent, failed=complain)
    elif absent:
        complain(
            f"{counted(len(absent), 'system')} not installed: {', '.join(absent)};"
            " --install FOLDER installs them there"
        )
    if systems and absent:
        raise click.UsageError("A system that was asked for is not installed.")
    return [name for name in wanted if name not in absent]
