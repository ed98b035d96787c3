"""Results for spreadsheets, for papers and for a glance: CSV, LaTeX, and a chart in SVG."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

from dehusk.evaluate.chart import Point, chart
from dehusk.evaluate.run import Results
from dehusk.evaluate.summary import ALL, Figures, Times, leading

COLUMNS = (
    *("dataset", "metric", "method", "group", "pages", "precision", "recall"),
    *("f1", "f1_low", "f1_high", "f05", "pooled_f1", "ms"),
)
"""The columns of the CSV; empty where there is nothing to say."""

_SPECIAL = {sign: f"\\{sign}" for sign in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "Δ": r"$\Delta$",
}


def csv_of(results: Results, figures: Sequence[Figures], times: Sequence[Times]) -> str:
    """A line for each metric, method and group."""
    ms = {one.method: one.mean for one in times}
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in figures:
        shares = (one.precision, one.recall, *one.f1, one.f05, one.pooled.f1)
        writer.writerow(
            [
                *(results.dataset, one.metric, one.method, one.group, one.pages),
                *("" if math.isnan(share) else f"{share:.6f}" for share in shares),
                "" if math.isnan(ms[one.method]) else f"{ms[one.method]:.4f}",
            ]
        )
    return file.getvalue()


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
        " & ".join(
            [
                latex(method),
                *(_latex_cell(found.get((method, name)), best[name]) for name in metrics),
                "--" if math.isnan(ms[method]) else f"{ms[method]:.1f}",
            ]
        )
        for method in results.methods
    ]
    pages = len({page.id for page in results.pages})
    head = " & ".join(["method", *map(latex, metrics), "ms"])
    rows = "\n".join(f"    {line} \\\\" for line in lines)
    return f"""% dehusk {__version__}: mean F1 with 95 % intervals by the bootstrap over pages
\\begin{{table}}
  \\centering
  \\caption{{Mean F1 on {pages} pages of {latex(results.dataset)}, with 95\\,\\% intervals.}}
  \\begin{{tabular}}{{l{"c" * len(metrics)}r}}
    \\toprule
    {head} \\\\
    \\midrule
{rows}
    \\bottomrule
  \\end{{tabular}}
\\end{{table}}
"""


def _latex_cell(figures: Figures | None, best: float) -> str:
    if figures is None:
        return "--"
    mean, low, high = (f"{share:.3f}" for share in figures.f1)
    shown = rf"\textbf{{{mean}}}" if figures.f1.mean == best else mean
    return f"{shown} [{low}, {high}]"


def latex(text: str) -> str:
    r"""Text as LaTeX writes it.

    >>> latex("50 % of cn_news")
    '50 \\% of cn\\_news'
    >>> latex("Δw")
    '$\\Delta$w'
    """
    return "".join(_SPECIAL.get(sign, sign) for sign in text)


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
