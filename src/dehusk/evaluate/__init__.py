"""Measure how good a method is, by the metrics of the papers, on labelled pages.

>>> from dehusk.evaluate import Dataset, Report, evaluate
>>> results = evaluate(["cnr"], Dataset("wcxb-dev.tar.xz"), by="type")           # doctest: +SKIP
>>> print(Report(results).markdown)                                             # doctest: +SKIP

Other systems are scored by the same code: `score_texts(dataset, {"name": function})`, where a
function takes the bytes of a page and its URL and returns text.
"""

from __future__ import annotations

from dehusk.evaluate.datasets import Dataset
from dehusk.evaluate.gold import Example, Expected, Problem
from dehusk.evaluate.labels import gold_leaves
from dehusk.evaluate.lines import LineScores, line_scores
from dehusk.evaluate.methods import DehuskMethod, MarkdownMethod, Method, TextMethod
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.report import Report
from dehusk.evaluate.run import PageResult, Results, evaluate, score_texts
from dehusk.evaluate.scoring import DEFAULT_METRICS, METRICS, Output
from dehusk.evaluate.tokens import tokens
from dehusk.evaluate.written import Written

__all__ = [
    "DEFAULT_METRICS",
    "METRICS",
    "Dataset",
    "DehuskMethod",
    "Example",
    "Expected",
    "LineScores",
    "MarkdownMethod",
    "Method",
    "Output",
    "Overlap",
    "PageResult",
    "Problem",
    "Report",
    "Results",
    "TextMethod",
    "Written",
    "evaluate",
    "gold_leaves",
    "line_scores",
    "score_texts",
    "tokens",
]
