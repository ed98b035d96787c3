"""Run methods over a dataset and score every page.

>>> results = evaluate(["cnr"], Dataset("wcxb-dev.tar.xz", limit=100))          # doctest: +SKIP
>>> print(Report(results).markdown)                                             # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from dehusk.evaluate.gold import Example, Problem
from dehusk.evaluate.methods import DehuskMethod, Method, TextFunction, TextMethod
from dehusk.evaluate.overlap import FAILED, Overlap
from dehusk.evaluate.scoring import METRICS, Gold, find_metrics
from dehusk.page.parse import DEFAULT_LIMITS, Limits
from dehusk.selection import Extractor
from dehusk.workers import run_in_workers

Items = Iterable[Example | Problem]

_WARM_UP = Example(
    "warm-up",
    b"<title>Warm-up</title><h1>Warm-up</h1>" + b"<p>A page to begin with, of a few lines.</p>" * 9,
)


@dataclass(frozen=True)
class PageResult:
    """What one method scored on one page, how long it took, and why it failed or found nothing.

    A failure scores 0 by every metric that the page has gold for, so failing never pays.
    """

    id: str
    method: str
    group: str
    scores: Mapping[str, Overlap]
    seconds: Mapping[str, float]
    error: str | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Results:
    """Every page by every method, in the order of the dataset, and what was wrong with the data."""

    dataset: str
    methods: tuple[str, ...]
    metrics: tuple[str, ...]
    by: str | None
    pages: list[PageResult] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    learned: tuple[str, ...] = ()
    """The methods that were trained on a dataset of this name."""

    @property
    def failures(self) -> list[PageResult]:
        """The pages on which a method failed."""
        return [page for page in self.pages if page.error is not None]


def evaluate(
    methods: Sequence[str | Extractor | Method],
    dataset: Items,
    *,
    metrics: Sequence[str] = (),
    by: str | None = None,
    jobs: int = 1,
    timeout: float = 300.0,
    limits: Limits = DEFAULT_LIMITS,
    progress: Callable[[], object] = lambda: None,
) -> Results:
    """Score methods on the pages of a dataset.

    `methods` are names of `dehusk.EXTRACTORS`, extractors, or anything else with a name and `run`.
    `metrics` are names of `METRICS`; none means those that look only at the text. `by` is a field
    of the gold to group pages by. With `jobs` above 1 as many processes work: then a page that
    kills its process or takes longer than `timeout` seconds is a failure like any other, and so is
    one that is past the `limits` of a method of dehusk. `progress` is called after each page.
    """
    chosen = tuple(_as_method(method, limits) for method in methods)
    scorer = Scorer(chosen, find_metrics(metrics), by)
    name = getattr(dataset, "name", "dataset")
    results = Results(
        dataset=name,
        methods=tuple(method.name for method in scorer.methods),
        metrics=scorer.metrics,
        by=by,
        learned=tuple(
            method.name
            for method in chosen
            if isinstance(method, DehuskMethod) and name in method.trained_on
        ),
    )
    order: dict[str, int] = {}
    examples = _examples(dataset, scorer.methods, results.problems, order)
    scored: Iterable[list[PageResult]]
    if jobs == 1:
        scorer.warm_up()
        scored = map(scorer, examples)
    else:
        scored = run_in_workers(
            scorer, scorer.failed, examples, prepare=scorer.warm_up, jobs=jobs, timeout=timeout
        )
    for pages in scored:
        results.pages.extend(pages)
        progress()
    results.pages.sort(key=lambda page: order[page.id])
    return results


def score_texts(
    dataset: Items,
    systems: Mapping[str, TextFunction],
    *,
    metrics: Sequence[str] = (),
    jobs: int = 1,
) -> Results:
    """Score other systems by the same code: for each name a function from bytes and URL to text.

    >>> page = Example("tea", b"<p>Boil water.</p>", text="Boil water.")
    >>> results = score_texts([page], {"fixed": lambda html, url: "Boil"}, metrics=["words"])
    >>> results.pages[0].scores["words"]
    Overlap(matched=1, found=1, wanted=2)
    """
    methods = [TextMethod(name, function) for name, function in systems.items()]
    return evaluate(methods, dataset, metrics=metrics, jobs=jobs)


@dataclass(frozen=True)
class Scorer:
    """Runs every method on a page and scores what it gives by every metric."""

    methods: tuple[Method, ...]
    metrics: tuple[str, ...]
    by: str | None = None

    def __call__(self, example: Example) -> list[PageResult]:
        """The results of a page, one a method."""
        gold = Gold(example)
        return [self._score(method, example, gold) for method in self.methods]

    def warm_up(self) -> None:
        """Let every method load what it loads on first use, so that no page pays for it."""
        for method in self.methods:
            with suppress(Exception):
                method.run(_WARM_UP)

    def failed(self, example: Example, message: str) -> list[PageResult]:
        """The results of a page that no method could be tried on to the end."""
        return [self._failure(method, example, message) for method in self.methods]

    def _score(self, method: Method, example: Example, gold: Gold) -> PageResult:
        try:
            output = method.run(example)
        except Exception as error:  # whatever a system raises is a failure of that system
            return self._failure(method, example, _describe(error))
        measured = {name: METRICS[name].score(output, gold) for name in self._applicable(example)}
        scores = {name: overlap for name, overlap in measured.items() if overlap is not None}
        return self._result(method, example, scores, output.seconds, reason=output.reason)

    def _failure(self, method: Method, example: Example, message: str) -> PageResult:
        scores = dict.fromkeys(self._applicable(example), FAILED)
        return self._result(method, example, scores, {}, message)

    def _result(
        self,
        method: Method,
        example: Example,
        scores: Mapping[str, Overlap],
        seconds: Mapping[str, float],
        error: str | None = None,
        reason: str | None = None,
    ) -> PageResult:
        group = example.group(self.by) if self.by is not None else "all"
        return PageResult(example.id, method.name, group, scores, dict(seconds), error, reason)

    def _applicable(self, example: Example) -> list[str]:
        return [name for name in self.metrics if METRICS[name].applies_to(example)]


def _as_method(method: str | Extractor | Method, limits: Limits) -> Method:
    if isinstance(method, str | Extractor):
        return DehuskMethod.of(method, limits)
    return method


def _examples(
    dataset: Items, methods: Sequence[Method], problems: list[Problem], order: dict[str, int]
) -> Iterator[Example]:
    """The examples of a dataset; its problems and the order of its pages are written down."""
    for item in dataset:
        if isinstance(item, Problem):
            problems.append(item)
            continue
        if not order:
            _check_first(item, methods)
        order.setdefault(item.id, len(order))
        yield item


def _check_first(example: Example, methods: Sequence[Method]) -> None:
    """End at the first page what would fail on every page."""
    for method in methods:
        if isinstance(method, DehuskMethod):
            method.check(example)


def _describe(error: Exception) -> str:
    message = " ".join(str(error).split())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
