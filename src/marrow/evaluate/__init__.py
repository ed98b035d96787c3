"""Measure how good a method is, by the metrics of the papers, on labelled pages.

>>> from marrow.evaluate import Dataset, Report, evaluate
>>> results = evaluate(["cnr"], Dataset("wcxb-dev.tar.xz"), by="type")           # doctest: +SKIP
>>> print(Report(results).markdown)                                             # doctest: +SKIP

Other systems are scored by the same code: `score_texts(dataset, {"name": function})`, where a
function takes the bytes of a page and its URL and returns text.
"""

from __future__ import annotations

from marrow.evaluate.datasets import Dataset
from marrow.evaluate.gold import Example, Problem
from marrow.evaluate.labels import gold_leaves
from marrow.evaluate.methods import MarrowMethod, Method, TextMethod
from marrow.evaluate.overlap import Overlap
from marrow.evaluate.report import Report
from marrow.evaluate.run import PageResult, Results, evaluate, score_texts
from marrow.evaluate.scoring import DEFAULT_METRICS, METRICS, Output
from marrow.evaluate.tokens import tokens

__all__ = [
    "DEFAULT_METRICS",
    "METRICS",
    "Dataset",
    "Example",
    "MarrowMethod",
    "Method",
    "Output",
    "Overlap",
    "PageResult",
    "Problem",
    "Report",
    "Results",
    "TextMethod",
    "evaluate",
    "gold_leaves",
    "score_texts",
    "tokens",
]
