"""Results for programs, for spreadsheets, for papers and for a glance: JSON, CSV, LaTeX, and a chart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dehusk.evaluate.chart import Point, chart
from dehusk.evaluate.run import PageResult, Results
from dehusk.evaluate.summary import ALL, PLAIN, Figures, Times, leading
from dehusk.evaluate.tables import Table, booktabs, latex, share

COLUMNS = ("dataset", *PLAIN, "pooled_f1", "ms")
"""The columns of the CSV; empty where there is nothing to say."""


def plain_figures(figures: Figures) -> dict[str, Any]:
    """The figures of a method for JSON, the pooled ones with their counts."""
    pooled = figures.pooled
    shares = {name: getattr(pooled, name) for name in ("precision", "recall", "f1", "f05")}
    return {**figures.plain, "pooled": {**pooled.plain, **shares}}


def plain_page(page: PageResult) -> dict[str, Any]:
    """The scores of a page for JSON."""
    return {
        "id": page.id,
        "method": page.method,
        "group": page.group,
        "scores": {
            name: {**one.plain, "f1": round(one.f1, 6)} for name, one in page.scores.items()
        },
        "ms": {stage: round(1000 * seconds, 4) for stage, seconds in page.seconds.items()},
        "error": page.error,
        "reason": page.reason,
    }


def csv_of(results: Results, figures: Sequence[Figures], times: Sequence[Times]) -> str:
    """A line for each metric, method and group."""
    ms = {one.method: one.mean for one in times}

    def cells(one: Figures) -> tuple[str, ...]:
        told = {**one.plain, "pooled_f1": one.pooled.f1}
        digits = (_digits(value, 6) for value in told.values())
        return (results.dataset, *digits, _digits(ms[one.method], 4))

    return Table("", COLUMNS, [cells(one) for one in figures]).csv


def _digits(value: object, digits: int) -> str:
    if not isinstance(value, float):
        return str(value)
    return "" if math.isnan(value) else f"{value:.{digits}f}"


def latex_of(results: Results, figures: Sequence[Figures], times: Sequence[Times]) -> str:
    """A table of booktabs: a line a method, a column a metric, with mean F1 and interval."""
    from dehusk import __version__

    found = {(one.method, one.metric): one for one in figures if one.group == ALL and one.pages}
    metrics = [name for name in results.metrics if any(key[1] == name for key in found)]
    best = {
        name: max(one.f1.mean for key, one in found.items() if key[1] == name) for name in metrics
    }
    ms = {one.method: one.mean for one in times}
    lines = [
        [
            latex(method),
            *(_latex_cell(found.get((method, name)), best[name]) for name in metrics),
            "--" if math.isnan(ms[method]) else f"{ms[method]:.1f}",
        ]
        for method in results.methods
    ]
    pages = len({page.id for page in results.pages})
    caption = f"Mean F1 on {pages} pages of {latex(results.dataset)}, with 95\\,\\% intervals."
    head = ["method", *map(latex, metrics), "ms"]
    return (
        f"% dehusk {__version__}: mean F1 with 95 % intervals by the bootstrap over pages\n"
        + booktabs(caption, f"l{'c' * len(metrics)}r", [head, *lines])
    )


def _latex_cell(figures: Figures | None, best: float) -> str:
    if figures is None:
        return "--"
    mean, low, high = map(share, figures.f1)
    shown = rf"\textbf{{{mean}}}" if figures.f1.mean == best else mean
    return f"{shown} [{low}, {high}]"


def plot_of(results: Results, figures: Sequence[Figures], times: Sequence[Times]) -> str:
    """Quality against speed: the mean F1 of the leading metric, with its interval."""
    metric = leading(results)
    ms = {one.method: one.mean for one in times}
    points = [
        Point(one.method, ms[one.method], *one.f1)
        for one in figures
        if one.metric == metric and one.group == ALL and one.pages and ms[one.method] > 0
    ]
    title = f"{results.dataset}: {metric} against time"
    return chart(points, title=title, across="milliseconds a page", up=f"mean F1 by {metric}")
