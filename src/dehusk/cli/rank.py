"""`dehusk rank`: dehusk and other extractors on the same pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import complain, counted
from dehusk.cli.options import COUNT, OUTPUT, SECONDS, option, options
from dehusk.cli.progress import page_bar

if TYPE_CHECKING:
    from dehusk.evaluate.peers.environments import Folder

_FOLDER = click.Path(path_type=Path, file_okay=False)


@dataclass(frozen=True)
class Ranked:
    """Which systems are ranked, and on what."""

    systems: tuple[str, ...] = option(
        (),
        "A system to rank, such as trafilatura, 'dehusk default' or 'dehusk cnr'; can be repeated."
        " Without it, every method of dehusk that needs no browser, and every other that is"
        " installed.",
        metavar="NAME",
        names=("--system",),
    )
    without: tuple[str, ...] = option((), "A system to leave out.", metavar="NAME")
    texts: tuple[tuple[str, Path], ...] = option(
        (),
        "Texts that another system has written, FOLDER/ID.txt, under a name; can be repeated.",
        (str, click.Path(path_type=Path, exists=True, file_okay=False)),
        "NAME FOLDER",
        nargs=2,
    )
    install: Path | None = option(
        None,
        "Install the other systems in FOLDER, by pip and npm, where they are not there yet.",
        _FOLDER,
        "FOLDER",
    )
    every: int = option(1, "Only one page in N, always the same ones.", COUNT, "N")
    by: str | None = option(
        None, "A column for each group of pages, by a field of the gold.", metavar="FIELD"
    )
    timeout: float = option(
        20.0, "How long a system may take for a page; more counts as a failure.", SECONDS, "SECONDS"
    )


@dataclass(frozen=True)
class Files:
    """Where the ranking is written, beside standard output."""

    json: Path | None = option(
        None,
        "Write everything as JSON; systems that FILE has already, of the same pages, stay.",
        OUTPUT,
        "FILE",
    )
    markdown: Path | None = option(None, "Write the table.", OUTPUT, "FILE")
    plot: Path | None = option(None, "Draw quality against speed.", OUTPUT, "FILE")


@click.command()
@click.argument("data", type=click.Path(path_type=Path), metavar="DATA")
@options
def command(data: Path, ranked: Ranked, files: Files) -> None:
    """Rank dehusk and other extractors on the same pages.

    DATA is what dehusk evaluate reads. Each system runs in a process of its own; words, lines, time,
    memory and failures of all stand in one table, the best first.
    """
    from dehusk.evaluate import Dataset
    from dehusk.evaluate.peers import Ranking, SavedTexts, rank
    from dehusk.evaluate.peers.environments import Folder

    folder = Folder(ranked.install) if ranked.install is not None else None
    chosen = _chosen(ranked.systems, ranked.without, folder)
    earlier = Ranking.read(files.json) if files.json is not None and files.json.exists() else None
    dataset = Dataset(data)
    saved = [SavedTexts(name, where) for name, where in ranked.texts]
    with page_bar(len(dataset) // ranked.every) as advance:
        ranking = rank(
            dataset,
            chosen,
            saved,
            every=ranked.every,
            by=ranked.by,
            folder=folder,
            timeout=ranked.timeout,
            progress=advance,
        )
    if earlier is not None:
        ranking = ranking.with_others(earlier)
    texts = {"json": ranking.json, "markdown": ranking.markdown, "plot": ranking.chart}
    for name, path in vars(files).items():
        if path is not None:
            path.write_text(texts[name], encoding="utf-8")
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
