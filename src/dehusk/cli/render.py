"""`dehusk render`: a page through Chromium, as a snapshot that every other command can read."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import ExitCode, about, complain, debugging, describe
from dehusk.cli.options import Reading, Window, option, options
from dehusk.cli.progress import is_terminal, with_progress
from dehusk.cli.reading import read, render
from dehusk.cli.sources import STDIN, Input, sources
from dehusk.cli.writing import Folder
from dehusk.errors import DehuskError

if TYPE_CHECKING:
    from dehusk.rendering import Rendering, Settings


@dataclass(frozen=True)
class Kept:
    """How pages are rendered, and what is kept of them."""

    listed: str | None = option(
        None,
        "A list of pages, one a line, for --save to a folder; - is standard input.",
        metavar="FILE",
        names=("-i", "--input"),
    )
    output: str | None = option(
        None, "The snapshot, .json or .json.gz.", None, "FILE", ("-o", "--output")
    )
    javascript: bool = option(False, "Run the page's scripts.")
    online: bool = option(False, "Let the page load images and styles from the web.")
    memory: int = option(1024, "How much memory the page may take.", metavar="MB")
    save: str | None = option(
        None,
        "Write the page with its styles and pictures too, an .mhtml; of several pages a folder.",
        metavar="FILE",
    )
    screenshot: str | None = option(
        None, "Write a picture of the whole page too, a PNG.", metavar="FILE"
    )


@click.command()
@click.argument("page", required=False, metavar="[FILE|URL|-]")
@options
def command(page: str | None, kept: Kept, view: Window, reading: Reading) -> None:
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

    given = sources([page] if page is not None else [], kept.listed)
    are_several = kept.listed is not None or len(given) > 1 or bool(given[0].folder)
    if are_several and (
        kept.save is None or kept.output is not None or kept.screenshot is not None
    ):
        raise click.UsageError(
            "Of several pages --save FOLDER keeps web archives, and nothing else."
        )
    if kept.output is None and kept.save is None and is_terminal():
        raise click.UsageError("Name the snapshot with -o, such as -o page.json.gz.")
    try:
        settings = Settings(
            view.window, kept.javascript, not kept.online, reading.timeout, kept.memory
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if are_several and kept.save is not None:
        _save_all(given, Folder(Path(kept.save), ".mhtml"), reading, settings)
        return
    source = given[0]
    with about(source.name):
        content = read(source, reading)
        shown, archived = kept.screenshot is not None, kept.save is not None
        rendering = render(content, settings, screenshot=shown, archive=archived)
        if kept.output is not None or kept.save is None:
            _write_snapshot(rendering, kept.output)
        if kept.save is not None and rendering.archive is not None:
            Path(kept.save).write_bytes(rendering.archive)
        if kept.screenshot is not None:
            _write_screenshot(rendering, kept.screenshot)


def _save_all(given: list[Input], folder: Folder, reading: Reading, settings: Settings) -> None:
    """A web archive of each page, by one browser; a page that fails is told, and the others go on."""
    from dehusk.rendering import Renderer

    failed = 0
    with Renderer(**vars(settings)) as renderer:
        for source in with_progress(given, len(given)):
            try:
                original = read(source, reading).original
                archive = renderer.render_with_archive(original).archive
                folder.file_of(source).write_bytes(archive or b"")
            except (DehuskError, OSError) as error:
                if debugging():
                    raise
                complain(describe(error, source.name))
                failed += 1
    if failed:
        click.get_current_context().exit(ExitCode.FAILED)


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
