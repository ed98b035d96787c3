"""`dehusk render`: a page through Chromium, as a snapshot that every other command can read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import ExitCode, about, complain, debugging, describe
from dehusk.cli.progress import is_terminal, with_progress
from dehusk.cli.reading import Reading, Unparsed, read, reading_options, window_option
from dehusk.cli.sources import STDIN, Input, sources
from dehusk.cli.writing import Folder
from dehusk.errors import DehuskError

if TYPE_CHECKING:
    from dehusk.rendering import Rendering, Settings


@click.command()
@click.argument("page", required=False, metavar="[FILE|URL|-]")
@click.option(
    "-i",
    "--input",
    "listed",
    metavar="FILE",
    help="A list of pages, one a line, for --save to a folder; - is standard input.",
)
@click.option("-o", "--output", metavar="FILE", help="The snapshot, .json or .json.gz.")
@window_option
@click.option("--javascript", is_flag=True, help="Run the page's scripts.")
@click.option("--online", is_flag=True, help="Let the page load images and styles from the web.")
@click.option(
    "--memory",
    type=int,
    default=1024,
    show_default=True,
    metavar="MB",
    help="How much memory the page may take.",
)
@click.option(
    "--save",
    metavar="FILE",
    help="Write the page with its styles and pictures too, an .mhtml; of several pages a folder.",
)
@click.option("--screenshot", metavar="FILE", help="Write a picture of the whole page too, a PNG.")
@reading_options
def command(
    page: str | None,
    listed: str | None,
    output: str | None,
    window: tuple[int, int],
    javascript: bool,
    online: bool,
    memory: int,
    save: str | None,
    screenshot: str | None,
    reading: Reading,
) -> None:
    """Render a page in Chromium and keep its layout.

    The snapshot can stand for the page in every other command, with no browser at hand: the methods
    that look at the page need one.

    \b
      dehusk render https://example.org/ --online -o page.json.gz
      dehusk extract page.json.gz --method zones
      dehusk render https://example.org/ --online --save page.mhtml
      dehusk render -i urls.txt --online --save archives/

    FILE is HTML or a web archive (.mhtml). --timeout is for fetching and rendering each.
    """
    from dehusk.rendering import Settings

    given = sources([page] if page is not None else [], listed)
    are_several = listed is not None or len(given) > 1 or bool(given[0].folder)
    if are_several and (save is None or output is not None or screenshot is not None):
        raise click.UsageError(
            "Of several pages --save FOLDER keeps web archives, and nothing else."
        )
    if output is None and save is None and is_terminal():
        raise click.UsageError("Name the snapshot with -o, such as -o page.json.gz.")
    try:
        settings = Settings(window, javascript, not online, reading.timeout, memory)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if are_several and save is not None:
        _save_all(given, Folder(Path(save), ".mhtml"), reading, settings)
        return
    source = given[0]
    with about(source.name):
        content = read(source, reading)
        rendering = _rendered(content, settings, screenshot=bool(screenshot), archive=bool(save))
        if output is not None or save is None:
            _write_snapshot(rendering, output)
        if save is not None and rendering.archive is not None:
            Path(save).write_bytes(rendering.archive)
        if screenshot is not None:
            _write_screenshot(rendering, screenshot)


def _save_all(given: list[Input], folder: Folder, reading: Reading, settings: Settings) -> None:
    """A web archive of each page, by one browser; a page that fails is told, and the others go on."""
    from dehusk.rendering import Renderer

    failed = 0
    with Renderer(**vars(settings)) as renderer:
        for source in with_progress(given, len(given)):
            try:
                archive = (
                    read(source, reading).render_with_archive(renderer, screenshot=False).archive
                )
                folder.file_of(source).write_bytes(archive or b"")
            except (DehuskError, OSError) as error:
                if debugging():
                    raise
                complain(describe(error, source.name))
                failed += 1
    if failed:
        click.get_current_context().exit(ExitCode.FAILED)


def _rendered(
    content: Unparsed, settings: Settings, *, screenshot: bool, archive: bool
) -> Rendering:
    from dehusk.rendering import Renderer, Rendering

    content.refuse_snapshots()
    with Renderer(**vars(settings)) as renderer:
        if archive:
            return content.render_with_archive(renderer, screenshot=screenshot)
        if screenshot:
            return content.render_with_screenshot(renderer)
        return Rendering(content.render(renderer))


def _write_snapshot(rendering: Rendering, output: str | None) -> None:
    from dehusk.page.snapshot import snapshot_bytes, write_snapshot

    if output is None or output == STDIN:
        sys.stdout.buffer.write(snapshot_bytes(rendering.page) + b"\n")
        sys.stdout.buffer.flush()
    else:
        write_snapshot(rendering.page, output)


def _write_screenshot(rendering: Rendering, name: str) -> None:
    if rendering.screenshot is None:
        complain(f"{name} was not written: the page was never painted.")
    else:
        Path(name).write_bytes(rendering.screenshot)
