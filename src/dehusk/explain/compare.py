"""All methods on one page, side by side.

>>> comparison = compare(
...     "<nav><a href=/>Home</a></nav><article>Bread needs flour, water, salt and time.</article>",
...     methods=["semantic", "cnr"],
... )
>>> [(result.method, result.words) for result in comparison.results]
[('semantic', 7), ('cnr', 7)]
>>> comparison.agreement
1.0

Where methods agree, the content is easy to tell; where they do not, a look at the columns of
`comparison.html` shows on what.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.document import Document
from dehusk.evaluate.metrics import words as word_overlap
from dehusk.evaluate.tokens import tokens
from dehusk.extractors import BASELINES, EXTRACTORS
from dehusk.lazy import lazy
from dehusk.page import Page
from dehusk.page.parse import parse
from dehusk.pipeline import extract, find_extractor, method_name
from dehusk.selection import Coded, Extractor, Published, Setting

FORMAT = 1
"""The version of the JSON; it grows when a field changes its meaning."""


@dataclass(frozen=True)
class MethodResult:
    """What one method made of the page; `seconds` is for selecting and writing the text."""

    method: str
    document: Document
    seconds: float

    @lazy
    def words(self) -> int:
        """How many words it kept, as the metrics count them."""
        return len(tokens(self.document.text))


@dataclass(frozen=True, eq=False)
class Comparison:
    """The results of several methods on a page, and how far they agree.

    `left_out` names the methods that could not run, each with the reason.
    """

    page: Page
    results: tuple[MethodResult, ...]
    left_out: dict[str, str]

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that ran, in order."""
        return tuple(result.method for result in self.results)

    @lazy
    def words(self) -> int:
        """How many words the page has that a reader could see."""
        rows = np.flatnonzero(self.page.is_text & ~self.page.is_inert)
        return len(tokens(" ".join(map(self.page.text_of, rows.tolist()))))

    @lazy
    def overlap(self) -> NDArray[np.float64]:
        """For each two methods the F1 of the words that they keep, order aside: 1 is the same."""
        count = len(self.results)
        matrix = np.ones((count, count))
        for one, other in combinations(range(count), 2):
            texts = self.results[one].document.text, self.results[other].document.text
            matrix[one, other] = matrix[other, one] = word_overlap(*texts).f1
        return matrix

    @lazy
    def agreement(self) -> float | None:
        """The mean overlap of all pairs of methods that found something; None without a pair.

        A method that finds nothing abstains: it says so, and lowers nobody's agreement.
        """
        pairs = [self.overlap[pair] for pair in combinations(self._found, 2)]
        return float(np.mean(pairs)) if pairs else None

    def agreement_of(self, method: str) -> float | None:
        """The mean overlap of a method with the others that found something; None without one."""
        own = self.methods.index(method)
        others = [other for other in self._found if other != own]
        if own not in self._found or not others:
            return None
        return float(self.overlap[own, others].mean())

    def left_out_by_reason(self) -> list[tuple[str, str]]:
        """The names of the methods that could not run for a reason, in one string, and the reason."""
        reasons = dict.fromkeys(self.left_out.values())
        return [
            (", ".join(name for name, why in self.left_out.items() if why == reason), reason)
            for reason in reasons
        ]

    @property
    def json(self) -> str:
        """Everything but the page; docs/command.md describes the fields."""
        return json.dumps(self._plain(), indent=1, ensure_ascii=False) + "\n"

    @property
    def html(self) -> str:
        """A page that loads nothing from anywhere, with a column for each method."""
        from dehusk.explain.side_by_side import document

        return document(self)

    @lazy
    def _found(self) -> list[int]:
        return [number for number, result in enumerate(self.results) if result.words]

    def _plain(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "url": self.page.url,
            "words": self.words,
            "agreement": self.agreement,
            "methods": [
                {
                    "method": result.method,
                    "words": result.words,
                    "milliseconds": round(1000 * result.seconds, 3),
                    "agreement": self.agreement_of(result.method),
                    "overlap": dict(
                        zip(self.methods, self.overlap[number].round(6).tolist(), strict=True)
                    ),
                    "reason": result.document.reason,
                    "text": result.document.text,
                }
                for number, result in enumerate(self.results)
            ],
            "left_out": self.left_out,
        }


def compare(
    page: bytes | str | Page,
    methods: Sequence[str | Extractor] | None = None,
    *,
    setting: Setting = "ours",
) -> Comparison:
    """Run methods on a page, by default every one that can, but baselines.

    Methods that look at the rendered page need one that `dehusk.render` made: without, they are
    left out, or, where they are asked for by name, `LayoutRequired` is raised. A method with two
    names runs once. In the `setting` of papers, or of their authors' programs, what a method
    selects stands as it is; methods without one are left out. The time is the better of two runs: the
    first one also loads what it needs.
    """
    parsed = page if isinstance(page, Page) else parse(page)
    left_out: dict[str, str] = {}
    if methods is None:
        methods, left_out = _every_method(parsed, setting)
    extractors = {_name(method): find_extractor(method, setting=setting) for method in methods}
    results = [_timed(parsed, name, extractor, setting) for name, extractor in extractors.items()]
    return Comparison(parsed, tuple(results), left_out)


def _every_method(page: Page, setting: Setting) -> tuple[list[str], dict[str, str]]:
    """The methods that can run on a page, each under one name, and those that cannot."""
    names = {kind: name for name, kind in EXTRACTORS.items()}
    ours = {name: kind for name, kind in EXTRACTORS.items() if name not in BASELINES}
    chosen = [name for name, kind in ours.items() if names[kind] == name]
    left_out = {
        name: "Needs a rendered page, and this one was only parsed."
        for name in chosen
        if EXTRACTORS[name].needs_layout and page.layout is None
    }
    if setting == "published":
        unpublished = [name for name in chosen if not issubclass(EXTRACTORS[name], Published)]
        left_out |= dict.fromkeys(unpublished, "No paper describes it.")
    elif setting == "coded":
        uncoded = [name for name in chosen if not issubclass(EXTRACTORS[name], Coded)]
        left_out |= dict.fromkeys(uncoded, "No program other than the paper has it.")
    return [name for name in chosen if name not in left_out], left_out


def _name(method: str | Extractor) -> str:
    return method if isinstance(method, str) else method_name(method)


def _timed(page: Page, name: str, extractor: Extractor, setting: Setting) -> MethodResult:
    times = []
    for _ in range(2):
        start = perf_counter()
        document = extract(page, method=extractor)
        if setting != "ours":
            document = document.as_selected()
        assert document.text is not None
        times.append(perf_counter() - start)
    return MethodResult(name, document, min(times))
