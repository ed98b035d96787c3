"""The results of an evaluation, to be read by people and by programs.

>>> report = Report(results)                                                    # doctest: +SKIP
>>> Path("results.md").write_text(report.markdown)                              # doctest: +SKIP
>>> Path("results.json").write_text(report.json)                                # doctest: +SKIP
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dehusk.evaluate import exports, summary
from dehusk.evaluate.notes import notes
from dehusk.evaluate.paired import Difference, difference_table, differences
from dehusk.evaluate.run import Results
from dehusk.evaluate.scoring import METRICS, SHARES
from dehusk.evaluate.summary import Figures
from dehusk.evaluate.tables import Table, finite, share
from dehusk.lazy import lazy

FORMAT = 1
"""The version of the JSON; it grows when a field changes its meaning."""


@dataclass(frozen=True)
class Report:
    """Tables, Markdown, JSON, CSV, LaTeX and a chart of results.

    `shown` pages are named where pages are listed.
    """

    results: Results
    shown: int = 5

    @lazy
    def figures(self) -> list[Figures]:
        """The figures of every metric, method and group."""
        return summary.figures(self.results)

    @lazy
    def times(self) -> list[summary.Times]:
        """How long every method took."""
        return summary.times(self.results)

    @lazy
    def differences(self) -> list[Difference]:
        """How far every two methods are apart by the leading metric, page by page."""
        return differences(self.results, summary.leading(self.results))

    @property
    def notes(self) -> list[str]:
        """What has to be known to read the figures rightly, a sentence each."""
        return notes(self.results)

    @property
    def tables(self) -> list[Table]:
        """What people read: scores, times, the worst and the slowest pages."""
        tables = [self._scores(metric) for metric in self.results.metrics]
        tables += [self._differences(), self._times(), self._worst(), self._slowest()]
        return [table for table in tables if table.rows]

    @property
    def troubles(self) -> list[Table]:
        """The failures of methods and the problems of the dataset, where there are any."""
        return [table for table in (self._failures(), self._problems()) if table.rows]

    @property
    def markdown(self) -> str:
        """All tables as Markdown."""
        tables = [*self.tables, *self.troubles]
        told = ["".join(f"- {note}.\n" for note in self.notes)] if self.notes else []
        return "\n".join([f"# {self.title}\n", *told, *(table.markdown for table in tables)])

    @property
    def title(self) -> str:
        """One line that says what was evaluated."""
        pages = len({page.id for page in self.results.pages})
        return f"{self.results.dataset}: {pages} pages by {', '.join(self.results.methods)}"

    @property
    def json(self) -> str:
        """Everything, down to each page; docs/evaluate.md describes the fields."""
        return json.dumps(finite(self._plain()), indent=1, ensure_ascii=False) + "\n"

    @property
    def csv(self) -> str:
        """A line for each metric, method and group."""
        return exports.csv_of(self.results, self.figures, self.times)

    @property
    def latex(self) -> str:
        """A table for a paper."""
        return exports.latex_of(self.results, self.figures, self.times)

    @property
    def plot(self) -> str:
        """Quality against speed, as SVG."""
        return exports.plot_of(self.results, self.figures, self.times)

    def _differences(self) -> Table:
        title = f"paired differences in F1 by {summary.leading(self.results)}"
        return difference_table(title, self.differences)

    def _scores(self, metric: str) -> Table:
        measured = [figures for figures in self.figures if figures.metric == metric]
        group = (self.results.by,) if self.results.by is not None else ()
        cells = _share_cells if metric in SHARES else _figure_cells
        rows = [
            (figures.method, *(figures.group for _ in group), *cells(figures).values())
            for figures in measured
            if figures.pages
        ]
        return Table(
            f"{metric}: {METRICS[metric].title}",
            ("method", *group, *(cells(measured[0]) if measured else ())),
            rows,
            names=1 + len(group),
        )

    def _times(self) -> Table:
        measured = self.times
        stages = list(dict.fromkeys(stage for times in measured for stage in times.stages))
        stages = [stage for stage in stages if stage != "total"]
        rows = [
            (
                times.method,
                *(str(times.pages), str(times.failed)),
                *(_ms(times.stages.get(stage, math.nan)) for stage in stages),
                *map(_ms, (times.mean, times.median, times.p95, times.longest)),
            )
            for times in measured
        ]
        header = ("method", "pages", "failed", *stages, "mean", "median", "95 %", "longest")
        return Table("milliseconds a page", header, rows)

    def _worst(self) -> Table:
        rows: list[tuple[str, ...]] = [
            (method, page, *map(share, (overlap.precision, overlap.recall, overlap.f1)))
            for method, page, overlap in summary.worst(self.results, self.shown)
        ]
        title = f"the worst pages by {summary.leading(self.results)}"
        return Table(title, ("method", "page", "precision", "recall", "F1"), rows, names=2)

    def _slowest(self) -> Table:
        rows: list[tuple[str, ...]] = [
            (method, page, _ms(milliseconds))
            for method, page, milliseconds in summary.slowest(self.results, self.shown)
        ]
        return Table("the slowest pages", ("method", "page", "milliseconds"), rows, names=2)

    def _failures(self) -> Table:
        rows = [(page.method, page.id, page.error or "") for page in self.results.failures]
        title = f"failures: {len(rows)}, each scored 0"
        return Table(title, ("method", "page", "why"), _first(rows), names=3)

    def _problems(self) -> Table:
        rows = [(problem.where, problem.message) for problem in self.results.problems]
        title = f"problems of the dataset: {len(rows)}, not scored"
        return Table(title, ("where", "what"), _first(rows), names=2)

    def _plain(self) -> dict[str, Any]:
        results = self.results
        return {
            "format": FORMAT,
            "dataset": results.dataset,
            "methods": list(results.methods),
            "metrics": list(results.metrics),
            "by": results.by,
            "scores": [exports.plain_figures(figures) for figures in self.figures],
            "times": [vars(times) for times in self.times],
            "differences": [vars(one) for one in self.differences],
            "notes": self.notes,
            "pages": [exports.plain_page(page) for page in results.pages],
            "problems": [vars(problem) for problem in results.problems],
        }


_MOST_TROUBLES = 20


def _first(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The first rows, and a last one that says how many more there are."""
    more = len(rows) - _MOST_TROUBLES
    if more <= 0:
        return list(rows)
    blanks = ("",) * (len(rows[0]) - 1)
    return [*rows[:_MOST_TROUBLES], (*blanks, f"and {more} more, all in the JSON")]


def _figure_cells(figures: Figures) -> dict[str, str]:
    return {
        "pages": str(figures.pages),
        "precision": share(figures.precision),
        "recall": share(figures.recall),
        "F1": share(figures.f1.mean),
        "95 %": _interval(figures),
        "F0.5": share(figures.f05),
        "pooled": share(figures.pooled.f1),
    }


def _share_cells(figures: Figures) -> dict[str, str]:
    return {
        "pages": str(figures.pages),
        "share": share(figures.recall),
        "95 %": _interval(figures),
        "pooled": share(figures.pooled.recall),
    }


def _interval(figures: Figures) -> str:
    return f"{share(figures.f1.low)}–{share(figures.f1.high)}"


def _ms(value: float) -> str:
    if math.isnan(value):
        return "–"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"
