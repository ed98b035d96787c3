"""`dehusk render`: a page through Chromium, as a snapshot that every other command can read."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import about, complain
from dehusk.cli.progress import is_terminal
from dehusk.cli.reading import Reading, Unparsed, read, reading_options
from dehusk.cli.sources import STDIN, sources

if TYPE_CHECKING:
    from dehusk.rendering import Rendering, Settings

_SIZE = re.compile(r"(\d{1,5})[x×](\d{1,5})")


def _sides(_: click.Context, __: click.Parameter, value: str) -> tuple[int, int]:
    """The two numbers of a size such as 1920x1080."""
    sides = _SIZE.fullmatch(value)
    if sides is None:
        raise click.BadParameter(f"{value!r} is not a size such as 1920x1080.")
    return int(sides[1]), int(sides[2])


@click.command()
@click.argument("page", required=False, metavar="[FILE|URL|-]")
@click.option("-o", "--output", metavar="FILE", help="The snapshot, .json or .json.gz.")
@click.option(
    "--window",
    callback=_sides,
    default="1920x1080",
    show_default=True,
    metavar="WxH",
    help="The size of the browser window in pixels.",
)
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
    "--save", metavar="FILE", help="Write the page with its styles and pictures too, an .mhtml."
)
@click.option("--screenshot", metavar="FILE", help="Write a picture of the whole page too, a PNG.")
@reading_options
def command(
    page: str | None,
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

    FILE is HTML or a web archive (.mhtml). --timeout is for fetching and rendering each.
    """
    from dehusk.rendering import Settings

    given = sources([page] if page is not None else [])
    if len(given) > 1 or given[0].folder:
        raise click.UsageError("One page is rendered at a time, and this is a folder.")
    if output is None and save is None and is_terminal():
        raise click.UsageError("Name the snapshot with -o, such as -o page.json.gz.")
    try:
        settings = Settings(window, javascript, not online, reading.timeout, memory)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
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
