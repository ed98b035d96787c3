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
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.paired import Difference, differences
from dehusk.evaluate.run import PageResult, Results
from dehusk.evaluate.scoring import METRICS, SHARES
from dehusk.evaluate.summary import Figures
from dehusk.lazy import lazy

FORMAT = 1
"""The version of the JSON; it grows when a field changes its meaning."""


@dataclass(frozen=True)
class Table:
    """A table on its way to a terminal or to Markdown; the first `names` columns hold words."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str, ...]]
    names: int = 1


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
        return "\n".join([f"# {self.title}\n", *told, *(markdown_table(table) for table in tables)])

    @property
    def title(self) -> str:
        """One line that says what was evaluated."""
        pages = len({page.id for page in self.results.pages})
        return f"{self.results.dataset}: {pages} pages by {', '.join(self.results.methods)}"

    @property
    def json(self) -> str:
        """Everything, down to each page; docs/evaluate.md describes the fields."""
        return json.dumps(self._plain(), indent=1, ensure_ascii=False) + "\n"

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
        rows: list[tuple[str, ...]] = [
            (
                *(one.first, one.second, str(one.pages), f"{one.mean:+.3f}"),
                *(f"{one.low:+.3f} to {one.high:+.3f}", f"{one.p:.4f}"),
            )
            for one in self.differences
        ]
        title = f"paired differences in F1 by {summary.leading(self.results)}"
        return Table(title, ("method", "less", "pages", "difference", "95 %", "p"), rows, names=2)

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
            (method, page, *map(_share, (overlap.precision, overlap.recall, overlap.f1)))
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
            "scores": [_plain_figures(figures) for figures in self.figures],
            "times": [_finite(vars(times)) for times in self.times],
            "differences": [vars(one) for one in self.differences],
            "notes": self.notes,
            "pages": [_plain_page(page) for page in results.pages],
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
        "precision": _share(figures.precision),
        "recall": _share(figures.recall),
        "F1": _share(figures.f1.mean),
        "95 %": _interval(figures),
        "F0.5": _share(figures.f05),
        "pooled": _share(figures.pooled.f1),
    }


def _share_cells(figures: Figures) -> dict[str, str]:
    return {
        "pages": str(figures.pages),
        "share": _share(figures.recall),
        "95 %": _interval(figures),
        "pooled": _share(figures.pooled.recall),
    }


def _interval(figures: Figures) -> str:
    return f"{_share(figures.f1.low)}–{_share(figures.f1.high)}"


def _share(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.3f}"


def _ms(value: float) -> str:
    if math.isnan(value):
        return "–"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def markdown_table(table: Table) -> str:
    """A table below its title."""
    rules = ["---" if index < table.names else "---:" for index in range(len(table.header))]
    lines = [table.header, tuple(rules), *table.rows]
    body = "\n".join("| " + " | ".join(map(_markdown_cell, cells)) + " |" for cells in lines)
    return f"## {table.title}\n\n{body}\n"


def _markdown_cell(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|")


def _plain_figures(figures: Figures) -> dict[str, Any]:
    pooled = figures.pooled
    return _finite(
        {
            "metric": figures.metric,
            "method": figures.method,
            "group": figures.group,
            "pages": figures.pages,
            "precision": figures.precision,
            "recall": figures.recall,
            "f1": figures.f1.mean,
            "f1_low": figures.f1.low,
            "f1_high": figures.f1.high,
            "f05": figures.f05,
            "pooled": {
                **_plain_overlap(pooled),
                "precision": pooled.precision,
                "recall": pooled.recall,
                "f1": pooled.f1,
                "f05": pooled.f05,
            },
        }
    )


def _plain_overlap(overlap: Overlap) -> dict[str, int]:
    plain = {"matched": overlap.matched, "found": overlap.found, "wanted": overlap.wanted}
    return plain if overlap.right is None else {**plain, "right": overlap.right}


def _plain_page(page: PageResult) -> dict[str, Any]:
    return {
        "id": page.id,
        "method": page.method,
        "group": page.group,
        "scores": {
            name: {**_plain_overlap(overlap), "f1": round(overlap.f1, 6)}
            for name, overlap in page.scores.items()
        },
        "ms": {stage: round(1000 * seconds, 4) for stage, seconds in page.seconds.items()},
        "error": page.error,
        "reason": page.reason,
    }


def _finite(values: dict[str, Any]) -> dict[str, Any]:
    """JSON has no NaN: what could not be measured is null."""
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in values.items()
    }
