"""`dehusk evaluate`: how good methods are on labelled pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import complain
from dehusk.cli.progress import is_terminal, page_bar
from dehusk.cli.reading import parameters_option, setting_options, window_option
from dehusk.errors import LayoutRequired, MethodError, NotPublished

if TYPE_CHECKING:
    from dehusk.evaluate import Dataset, DehuskMethod, Report
    from dehusk.evaluate.archives import RenderedPages
    from dehusk.evaluate.report import Table
    from dehusk.page.parse import Limits
    from dehusk.selection import Setting


@click.command()
@click.argument("data", type=click.Path(path_type=Path), metavar="DATA")
@click.option(
    "--method",
    "methods",
    multiple=True,
    metavar="NAME",
    help="A method to measure; can be repeated. Without it, the default.",
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    metavar="NAME",
    help="words, lines, short-lines, parts, lcs, shingles, snippets (these seven without the option),"
    " lcs-characters, nodes, block-nodes, text-nodes, blocks, tag-blocks, labelled-words, structure,"
    " facts, posts, or all; can be repeated.",
)
@setting_options
@parameters_option
@window_option
@click.option(
    "--both-settings",
    is_flag=True,
    help="Every published method twice: with our setting, and to the letter of its paper.",
)
@click.option("--by", metavar="FIELD", help="Group pages by a field of the gold, such as type.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N pages.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many processes to use.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=300.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a page may take, with several processes.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a method may take for a page; more counts as a failure.",
)
@click.option(
    "--show",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    metavar="N",
    help="How many of the worst and slowest pages to name.",
)
@click.option("--json", "json_file", metavar="FILE", help="Write everything as JSON.")
@click.option("--markdown", "markdown_file", metavar="FILE", help="Write the tables as Markdown.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the scores as CSV.")
@click.option("--latex", "latex_file", metavar="FILE", help="Write a table for a paper, in LaTeX.")
@click.option("--plot", "plot_file", metavar="FILE", help="Draw quality against speed, as SVG.")
def command(
    data: Path,
    methods: tuple[str, ...],
    metrics: tuple[str, ...],
    setting: Setting,
    parameters: dict[str, object],
    window: tuple[int, int],
    both_settings: bool,
    by: str | None,
    limit: int | None,
    jobs: int,
    timeout: float,
    seconds: float,
    show: int,
    json_file: str | None,
    markdown_file: str | None,
    csv_file: str | None,
    latex_file: str | None,
    plot_file: str | None,
) -> None:
    """Measure methods on labelled pages.

    DATA is an archive (NAME.tar.xz) or a folder with html/ID.html (or ID.mhtml) and gold.jsonl, or
    a JSONL file whose lines have html or path, and text, has or lacks.
    """
    from dehusk.evaluate import Dataset, Report, evaluate
    from dehusk.page.parse import Limits

    files = {
        "json": json_file,
        "markdown": markdown_file,
        "csv": csv_file,
        "latex": latex_file,
        "plot": plot_file,
    }
    for name in files.values():
        _check_folder(name)
    if setting != "ours" and both_settings:
        raise click.UsageError(f"Give --as-{setting} or --both-settings, not both.")
    limits = Limits(seconds=seconds)
    settings: tuple[Setting, ...] = ("ours", "published") if both_settings else (setting,)
    chosen = _checked(methods or ("default",), metrics, limits, settings, parameters)
    dataset = Dataset(data, limit=limit)
    needs_browser = any(method.extractor.needs_layout for method in chosen)
    with page_bar(len(dataset)) as advance, _rendered(dataset, needs_browser, window) as pages:
        try:
            results = evaluate(
                chosen,
                pages,
                metrics=metrics,
                by=by,
                jobs=jobs,
                timeout=timeout,
                progress=advance,
            )
        except LayoutRequired as error:
            raise click.UsageError(str(error)) from None
    report = Report(results, shown=show)
    for form, name in files.items():
        _write(name, report, form)
    _print(report)
    for note in report.notes:
        complain(note)
    _name([f"{problem.where}: {problem.message}" for problem in results.problems])
    _name([f"{page.method} failed on {page.id}: {page.error}" for page in results.failures])


def _check_folder(name: str | None) -> None:
    """Say before the work, and not after it, that its result cannot be written."""
    if name is not None and not Path(name).parent.is_dir():
        raise click.UsageError(
            f"There is no folder {str(Path(name).parent)!r} to write {name!r} to."
        )


_MOST_NAMED = 20


def _name(troubles: list[str]) -> None:
    """Name what went wrong, a line each, as long as a person would read it."""
    for trouble in troubles[:_MOST_NAMED]:
        complain(trouble)
    if len(troubles) > _MOST_NAMED:
        complain(f"and {len(troubles) - _MOST_NAMED} more like these; --json names them all")


def _checked(
    methods: tuple[str, ...],
    metrics: tuple[str, ...],
    limits: Limits,
    settings: tuple[Setting, ...],
    parameters: dict[str, object],
) -> list[DehuskMethod]:
    """The methods, each once in a setting; an unknown method or metric is a matter of usage."""
    from dehusk.evaluate.scoring import find_metrics

    try:
        find_metrics(metrics)
        return [
            one
            for method in dict.fromkeys(methods)
            for one in _in_settings(method, limits, settings, parameters)
        ]
    except MethodError as error:
        raise click.UsageError(str(error)) from None


def _in_settings(
    name: str, limits: Limits, settings: tuple[Setting, ...], parameters: dict[str, object]
) -> Iterator[DehuskMethod]:
    """A method in each setting; one without a paper in ours alone, where both are asked for."""
    from dehusk.evaluate.methods import DehuskMethod

    for setting in settings:
        called = f"{name}, as {setting}" if setting != "ours" and len(settings) > 1 else None
        try:
            yield DehuskMethod.of(name, limits, setting=setting, parameters=parameters, name=called)
        except NotPublished:
            if len(settings) == 1:
                raise


@contextmanager
def _rendered(
    dataset: Dataset, needs_browser: bool, window: tuple[int, int]
) -> Iterator[Dataset | RenderedPages]:
    """The pages, web archives among them through Chromium where a method needs that."""
    if not needs_browser:
        yield dataset
        return
    from dehusk.evaluate.archives import RenderedPages
    from dehusk.rendering import Renderer

    with Renderer(window=window) as renderer:
        yield RenderedPages(dataset, renderer)


def _write(name: str | None, report: Report, form: str) -> None:
    if name is not None:
        Path(name).write_text(getattr(report, form), encoding="utf-8")


def _print(report: Report) -> None:
    """The tables on standard output: drawn on a terminal, Markdown in a pipe."""
    if not is_terminal():
        click.echo(report.markdown, nl=False)
        return
    from rich.console import Console

    console = Console()
    console.print(report.title, style="bold", markup=False, highlight=False)
    for table in report.tables:
        console.print(_drawn(table))


def _drawn(table: Table) -> object:
    from rich import box
    from rich.table import Table as Drawing
    from rich.text import Text

    drawing = Drawing(
        title=Text(table.title), title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    for index, name in enumerate(table.header):
        is_name = index < table.names
        drawing.add_column(Text(name), justify="left" if is_name else "right", no_wrap=not is_name)
    for cells in table.rows:
        drawing.add_row(*(Text(cell) for cell in cells))
    return drawing
