"""`dehusk explain`: a report that shows what was kept of a page, and why."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

import click

from dehusk.cli.failures import about, complain
from dehusk.cli.options import Manner, MethodChoice, Reading, View, option, options
from dehusk.cli.progress import is_terminal
from dehusk.cli.reading import read, render
from dehusk.cli.sources import one_page
from dehusk.cli.writing import choose_output
from dehusk.errors import LayoutRequired

if TYPE_CHECKING:
    from dehusk.explain import Picture
    from dehusk.page import Page

Result = TypeVar("Result")

_QUICK = 0.5
"""Seconds: what takes less is timed by a second run."""


@dataclass(frozen=True)
class Report:
    """What the report shows, and where it goes."""

    output: str | None = option(
        None, "The report, .html, or its picture, .png.", None, "FILE", ("-o", "--output")
    )
    roles: bool = option(False, "Say of each block what it is there for, in colours.")


@click.command()
@click.argument("page", required=False, metavar="[FILE|URL|-]")
@options
def command(
    page: str | None,
    wanted: Report,
    view: View,
    choice: MethodChoice,
    manner: Manner,
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
    from dehusk.pipeline import extract

    source, output = one_page(page), wanted.output
    if output is None and is_terminal():
        raise click.UsageError("Name the report with -o, such as -o report.html.")
    extractor = choice.extractor(manner.setting, choice.amount)
    with about(source.name), closing(choose_output(output, [source], "html")) as target:
        content = read(source, reading)
        clock = _Clock()
        seen = None
        if view.render:
            seen = clock.once(
                "render", lambda: render(content, view.settings(reading), screenshot=True)
            )
        with manner.budget():
            parsed = seen.page if seen else clock.time("parse", content.parse)
            screenshot = seen.screenshot if seen else None
            document = clock.time("select", lambda: extract(parsed, method=extractor))
            if output is not None and output.lower().endswith(".png"):
                layers = layers_of(document.method)
                picture = Picture.by(extractor, parsed, document.selection, screenshot, layers)
                _write_picture(picture, output)
            else:
                if manner.setting != "ours":
                    document = document.as_selected()
                clock.time("assemble", lambda: replace(document).blocks)
                report = explain(
                    parsed,
                    document.whole,
                    seconds=clock.seconds,
                    columns={"Role": _roles(parsed)} if wanted.roles else {},
                    screenshot=screenshot,
                    extractor=extractor,
                )
                target.write(source, report)
    if document.reason is not None:
        complain(f"{source.name}: nothing found: {document.reason}")


def _write_picture(picture: Picture, output: str) -> None:
    if picture.page.layout is None:
        raise LayoutRequired("A picture needs a rendered page; give --render, or a snapshot.")
    Path(output).parent.mkdir(parents=True, exist_ok=True)
    Path(output).write_bytes(picture.png())


def _roles(page: Page) -> list[object]:
    from dehusk.extractors.default.block_roles import roles

    return [part.role for part in roles(page)]


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
