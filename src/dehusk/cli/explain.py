"""`dehusk explain`: a report that shows what was kept of a page, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

import click

from dehusk.cli.failures import about, complain
from dehusk.cli.progress import is_terminal
from dehusk.cli.reading import (
    Reading,
    Unparsed,
    method_options,
    page_budget,
    read,
    reading_options,
    seconds_option,
    window_option,
)
from dehusk.cli.sources import sources
from dehusk.cli.writing import choose_output
from dehusk.errors import LayoutRequired

if TYPE_CHECKING:
    from dehusk.explain import Picture
    from dehusk.page import Page
    from dehusk.rendering import Rendering
    from dehusk.selection import Extractor, Setting

Result = TypeVar("Result")

_QUICK = 0.5
"""Seconds: what takes less is timed by a second run."""


@click.command()
@click.argument("page", required=False, metavar="[FILE|URL|-]")
@click.option("-o", "--output", metavar="FILE", help="The report, .html, or its picture, .png.")
@click.option("--roles", is_flag=True, help="Say of each block what it is there for, in colours.")
@click.option("--render", is_flag=True, help="Render the page first, and show it in the report.")
@window_option
@method_options
@seconds_option
@reading_options
def command(
    page: str | None,
    output: str | None,
    roles: bool,
    render: bool,
    window: tuple[int, int],
    method: str,
    amount: int,
    parameters: dict[str, object],
    setting: Setting,
    seconds: float,
    reading: Reading,
) -> None:
    """Show what was kept of a page, and why.

    The report is one HTML file with every text block of the page, coloured by kept or dropped.
    Point at a block for its score, the reason, and where it stands.

    A rendered page (--render, or a snapshot of dehusk render) is drawn as it was seen, with what the
    method looks at: zones and columns, grid and centres. An output that ends in .png is that drawing.
    """
    from dehusk.explain import Picture, explain
    from dehusk.explain.picture import layers_of
    from dehusk.pipeline import extract, find_extractor, method_name

    given = sources([page] if page is not None else [])
    if len(given) > 1 or given[0].folder:
        raise click.UsageError("A report is about one page, and this is a folder.")
    if output is None and is_terminal():
        raise click.UsageError("Name the report with -o, such as -o report.html.")
    extractor = find_extractor(method, amount=amount, setting=setting, parameters=parameters)
    source = given[0]
    with about(source.name), closing(choose_output(output, given, "html")) as target:
        content = read(source, reading)
        clock = _Clock()
        seen = None
        if render:
            seen = clock.once("render", lambda: _rendered(content, window, reading.timeout))
        with page_budget(seconds):
            parsed = seen.page if seen else clock.time("parse", content.parse)
            screenshot = seen.screenshot if seen else None
            document = clock.time("select", lambda: extract(parsed, method=extractor))
            if output is not None and output.lower().endswith(".png"):
                method_used = method_name(extractor)
                picture = Picture.by(
                    extractor, parsed, document.selection, screenshot, layers_of(method_used)
                )
                _write_picture(picture, output)
            else:
                if setting != "ours":
                    document = document.as_selected()
                clock.time("assemble", lambda: replace(document).blocks)
                report = explain(
                    parsed,
                    document.whole,
                    method=method_name(extractor),
                    parameters=vars(extractor),
                    seconds=clock.seconds,
                    columns=_columns(extractor, parsed, roles),
                    screenshot=screenshot,
                    extractor=extractor,
                )
                target.write(source, report)
    if document.reason is not None:
        complain(f"{source.name}: nothing found: {document.reason}")


def _rendered(content: Unparsed, window: tuple[int, int], timeout: float) -> Rendering:
    """The page through Chromium, with its picture."""
    from dehusk.rendering import Renderer

    content.refuse_snapshots()
    with Renderer(window=window, timeout=timeout) as renderer:
        return content.render_with_screenshot(renderer)


def _write_picture(picture: Picture, output: str) -> None:
    if picture.page.layout is None:
        raise LayoutRequired("A picture needs a rendered page; give --render, or a snapshot.")
    Path(output).parent.mkdir(parents=True, exist_ok=True)
    Path(output).write_bytes(picture.png())


def _columns(extractor: Extractor, page: Page, roles: bool) -> Mapping[str, Sequence[object]]:
    """What a method knows about blocks beyond their score, and if wanted their roles."""
    from dehusk.explain import ExplainsBlocks
    from dehusk.views.blocks import Blocks

    columns: dict[str, Sequence[object]] = {}
    if isinstance(extractor, ExplainsBlocks):
        columns |= extractor.explain_blocks(Blocks.of(page))
    if roles:
        from dehusk.extractors.default.block_roles import roles as roles_of

        columns["Role"] = [part.role for part in roles_of(page)]
    return columns


class _Clock:
    """Remembers how long each step took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def once(self, step: str, work: Callable[[], Result]) -> Result:
        """The result of a step."""
        start = perf_counter()
        result = work()
        self.seconds[step] = perf_counter() - start
        return result

    def time(self, step: str, work: Callable[[], Result]) -> Result:
        """The same of a quick step by its second run: the first of a process loads modules."""
        result = self.once(step, work)
        return self.once(step, work) if self.seconds[step] < _QUICK else result
