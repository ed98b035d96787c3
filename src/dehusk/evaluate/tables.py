r"""A table on its way to a terminal, to Markdown, to a spreadsheet or to a paper.

>>> tea = Table("Tea", ("kind", "cups"), [("green_tea", "1")])
>>> print(tea.csv, end="")
kind,cups
green_tea,1
>>> "green\\_tea & 1 \\\\" in tea.latex
True
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

_SPECIAL = {sign: f"\\{sign}" for sign in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "Δ": r"$\Delta$",
}


@dataclass(frozen=True)
class Table:
    """Lines of words and numbers; the first `names` columns hold words."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str, ...]]
    names: int = 1

    @property
    def markdown(self) -> str:
        """The table below its title."""
        rules = ["---" if index < self.names else "---:" for index in range(len(self.header))]
        return f"## {self.title}\n\n{piped([self.header, rules, *self.rows])}\n"

    @property
    def csv(self) -> str:
        """The table for spreadsheets."""
        file = io.StringIO()
        csv.writer(file, lineterminator="\n").writerows([self.header, *self.rows])
        return file.getvalue()

    @property
    def latex(self) -> str:
        """The table for a paper, of booktabs."""
        columns = "l" * self.names + "r" * (len(self.header) - self.names)
        lines = [[latex(cell) for cell in line] for line in (self.header, *self.rows)]
        return booktabs(latex(self.title), columns, lines)


def piped(lines: Iterable[Sequence[str]]) -> str:
    """Lines of cells as Markdown."""
    return "\n".join("| " + " | ".join(map(_markdown_cell, cells)) + " |" for cells in lines)


def _markdown_cell(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|")


def booktabs(caption: str, columns: str, lines: Sequence[Sequence[str]]) -> str:
    """Lines of what is LaTeX already, the first of them the header."""
    head, *rows = (f"    {' & '.join(line)} \\\\\n" for line in lines)
    return (
        f"\\begin{{table}}\n  \\centering\n  \\caption{{{caption}}}\n  \\begin{{tabular}}{{{columns}}}\n"
        f"    \\toprule\n{head}    \\midrule\n{''.join(rows)}    \\bottomrule\n"
        "  \\end{tabular}\n\\end{table}\n"
    )


def latex(text: str) -> str:
    r"""Text as LaTeX writes it.

    >>> latex("50 % of cn_news"), latex("Δw")
    ('50 \\% of cn\\_news', '$\\Delta$w')
    """
    return "".join(_SPECIAL.get(sign, sign) for sign in text)


def share(value: float | None, nothing: str = "–") -> str:
    """A share with three digits."""
    return nothing if value is None or math.isnan(value) else f"{value:.3f}"


def finite(value: Any) -> Any:
    """The same for JSON, which has no NaN: what could not be measured is null."""
    if isinstance(value, dict):
        return {name: finite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [finite(one) for one in value]
    return None if isinstance(value, float) and math.isnan(value) else value
