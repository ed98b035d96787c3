"""The sets of labelled pages that the shipped models of `default` learn from, or are measured on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

DATA = Path("../shared/data")


@dataclass(frozen=True)
class Source:
    """A set of pages: where it is, how much each of its words counts, whose it is.

    A set of weight 0 is not learned from: pages that we may measure with, and not train on.
    `other_types` multiplies the weight of pages that are no articles. `strictness` is how much more it
    counts on an article to keep a word wrongly than to leave one out. `is_audited` asks for the rule of
    `training.audit`, for gold that nobody has checked.
    """

    path: str
    weight: float = 1.0
    other_types: float = 1.0
    strictness: float = 1.0
    is_audited: bool = False
    origin: str = ""

    @property
    def name(self) -> str:
        return Path(self.path).name.split(".tar")[0].removesuffix(".jsonl")

    @property
    def licence(self) -> str:
        return self.origin or f"that of {self.name}"


def _shared(name: str, origin: str, weight: float, **more: Any) -> Source:
    return Source(str(DATA / f"{name}.tar.xz"), weight, origin=origin, **more)


WCXB = "CC-BY-4.0, Web Content Extraction Benchmark (WCXB), development split"

RAW: dict[str, Any] = {"is_audited": True, "strictness": 2}
"""What follows the end of an article is what a reader minds most. Raw pages show it; those of wcxb-dev
had it removed, and strictness there would only cost listings and the like."""

SOURCES = (
    _shared("wcxb-dev", WCXB, 1, other_types=2),
    _shared("news", "Apache-2.0, raw English news pages of 2023", 3, **RAW),
    _shared("fundus", "MIT, test pages of flairNLP/fundus", 3, **RAW),
    _shared("mercury", "Apache-2.0 or MIT, test pages of postlight/parser", 1, **RAW),
    _shared("cn-web", "MIT, raw Chinese pages", 2, **RAW),
    _shared("snippets", "Apache-2.0, evaluation pages of adbar/trafilatura", 1),
    _shared("recipes", "MIT, test pages of hhursev/recipe-scrapers", 0.5),
    _shared("forums", "Apache-2.0, threads of fhgr/harvest", 2),
    _shared("records", "BSD-2-Clause, listings of freelawproject/juriscraper", 0.5),
    _shared("cn-news", "none given", 0, is_audited=True),
)
"""Raw pages of articles are few, so that they count more. Of recipes and records only some of the
content is labelled, and nothing that is none."""


TYPED = (
    *(
        replace(source, weight=1, strictness=1, other_types=1)
        for source in SOURCES
        if source.name not in ("snippets", "cn-news")
    ),
    _shared("products", "MIT, product pages of zytedata's benchmark", 1),
)
"""Those that say of each page what type it is, and may be learned from. Raw articles are among
them: where only recipes, threads and products were raw, a raw article was taken for a recipe."""


def source_of(text: str) -> Source:
    """A source as the command line names it: `PATH` or `PATH:WEIGHT`.

    >>> source_of("mine/pages.jsonl:2.5").weight
    2.5
    """
    path, _, weight = text.rpartition(":")
    try:
        return Source(path, float(weight)) if path else Source(text)
    except ValueError:
        return Source(text)
