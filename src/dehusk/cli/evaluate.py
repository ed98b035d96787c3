"""`dehusk evaluate`: how good methods are on labelled pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.cli.failures import complain
from dehusk.cli.options import COUNT, OUTPUT, SECONDS, Manner, Parameters, Window, option, options
from dehusk.cli.progress import is_terminal, page_bar, print_table
from dehusk.errors import LayoutRequired, MethodError, NotPublished

if TYPE_CHECKING:
    from dehusk.evaluate import Dataset, DehuskMethod, Report
    from dehusk.evaluate.archives import RenderedPages
    from dehusk.page.parse import Limits
    from dehusk.selection import Setting


@dataclass(frozen=True)
class Measured:
    """What is measured, and how."""

    methods: tuple[str, ...] = option(
        (),
        "A method to measure; can be repeated. Without it, the default.",
        metavar="NAME",
        names=("--method",),
    )
    metrics: tuple[str, ...] = option(
        (),
        "words, lines, short-lines, parts, lcs, shingles, snippets (these seven without the option),"
        " lcs-characters, nodes, block-nodes, text-nodes, blocks, tag-blocks, labelled-words,"
        " structure, facts, posts, or all; can be repeated.",
        metavar="NAME",
        names=("--metric",),
    )
    both_settings: bool = option(
        False,
        "Every published method twice: with our setting, and to the letter of its paper.",
    )
    by: str | None = option(
        None, "Group pages by a field of the gold, such as type.", metavar="FIELD"
    )
    limit: int | None = option(None, "Only the first N pages.", COUNT, "N")
    jobs: int = option(1, "How many processes to use.", COUNT, "N")
    timeout: float = option(
        300.0, "How long a page may take, with several processes.", SECONDS, "SECONDS"
    )
    show: int = option(
        5, "How many of the worst and slowest pages to name.", click.IntRange(min=0), "N"
    )


@dataclass(frozen=True)
class Files:
    """Where results are written, beside standard output."""

    json: Path | None = option(None, "Write everything as JSON.", OUTPUT, "FILE")
    markdown: Path | None = option(None, "Write the tables as Markdown.", OUTPUT, "FILE")
    csv: Path | None = option(None, "Write the scores as CSV.", OUTPUT, "FILE")
    latex: Path | None = option(None, "Write a table for a paper, in LaTeX.", OUTPUT, "FILE")
    plot: Path | None = option(None, "Draw quality against speed, as SVG.", OUTPUT, "FILE")


@click.command()
@click.argument("data", type=click.Path(path_type=Path), metavar="DATA")
@options
def command(
    data: Path,
    measured: Measured,
    manner: Manner,
    parameters: Parameters,
    view: Window,
    files: Files,
) -> None:
    """Measure methods on labelled pages.

    DATA is an archive (NAME.tar.xz) or a folder with html/ID.html (or ID.mhtml) and gold.jsonl, or
    a JSONL file whose lines have html or path, and text, has or lacks.
    """
    from dehusk.evaluate import Dataset, Report, evaluate

    setting = manner.setting
    if setting != "ours" and measured.both_settings:
        raise click.UsageError(f"Give --as-{setting} or --both-settings, not both.")
    settings: tuple[Setting, ...] = ("ours", "published") if measured.both_settings else (setting,)
    chosen = _checked(measured, manner.limits, settings, dict(parameters.parameters))
    dataset = Dataset(data, limit=measured.limit)
    needs_browser = any(method.extractor.needs_layout for method in chosen)
    with page_bar(len(dataset)) as advance, _rendered(dataset, needs_browser, view.window) as pages:
        try:
            results = evaluate(
                chosen,
                pages,
                metrics=measured.metrics,
                by=measured.by,
                jobs=measured.jobs,
                timeout=measured.timeout,
                progress=advance,
            )
        except LayoutRequired as error:
            raise click.UsageError(str(error)) from None
    report = Report(results, shown=measured.show)
    for form, path in vars(files).items():
        if path is not None:
            path.write_text(getattr(report, form), encoding="utf-8")
    _print(report)
    for note in report.notes:
        complain(note)
    _name([f"{problem.where}: {problem.message}" for problem in results.problems])
    _name([f"{page.method} failed on {page.id}: {page.error}" for page in results.failures])


_MOST_NAMED = 20


def _name(troubles: list[str]) -> None:
    """Name what went wrong, a line each, as long as a person would read it."""
    for trouble in troubles[:_MOST_NAMED]:
        complain(trouble)
    if len(troubles) > _MOST_NAMED:
        complain(f"and {len(troubles) - _MOST_NAMED} more like these; --json names them all")


def _checked(
    measured: Measured,
    limits: Limits,
    settings: tuple[Setting, ...],
    parameters: dict[str, object],
) -> list[DehuskMethod]:
    """The methods, each once in a setting; an unknown method or metric is a matter of usage."""
    from dehusk.evaluate.scoring import find_metrics

    try:
        find_metrics(measured.metrics)
        return [
            one
            for method in dict.fromkeys(measured.methods or ("default",))
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


def _print(report: Report) -> None:
    """The tables on standard output: drawn on a terminal, Markdown in a pipe."""
    if not is_terminal():
        click.echo(report.markdown, nl=False)
        return
    click.secho(report.title, bold=True)
    for table in report.tables:
        print_table(table.header, table.rows, title=table.title, names=table.names)
