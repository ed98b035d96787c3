"""Systems on the same pages, the best first: a table, a chart, and a JSON file that others can add to.

>>> ranking = Ranking("tea", 2, "0f3a", "words", (Standing("dehusk default", {"words": Score(0.9)}),))
>>> print(ranking.markdown.splitlines()[-1])
| dehusk default | **.900** |  |  |  | 0 |  |
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any
from zlib import crc32

from dehusk.errors import DatasetError
from dehusk.evaluate import summary
from dehusk.evaluate.chart import Point, chart
from dehusk.evaluate.datasets import Dataset
from dehusk.evaluate.gold import Example, Problem
from dehusk.evaluate.methods import DehuskMethod, Method
from dehusk.evaluate.peers.environments import Folder
from dehusk.evaluate.peers.process import PeerMethod
from dehusk.evaluate.peers.worker import OURS
from dehusk.evaluate.run import Results, evaluate
from dehusk.evaluate.scoring import Output
from dehusk.evaluate.tables import finite

FORMAT = 1
MEASURED = ("words", "lines", "short-lines", "parts", "snippets")
"""What a ranking measures, each where the pages have gold for it."""


@dataclass(frozen=True)
class Score:
    """A mean F1 with its 95 % interval, precision and recall; NaN where nothing is known."""

    f1: float
    low: float = math.nan
    high: float = math.nan
    precision: float = math.nan
    recall: float = math.nan


@dataclass(frozen=True)
class Standing:
    """What a system scored, what it cost, and which versions of its packages ran."""

    name: str
    scores: Mapping[str, Score]
    groups: Mapping[str, float] = field(default_factory=dict)
    """The mean F1 by the leading metric in each group of pages, where they are grouped."""

    ms: float = math.nan
    peak_mb: float = math.nan
    failed: int = 0
    versions: Mapping[str, str] = field(default_factory=dict)
    was_trained_on_it: bool = False


@dataclass(frozen=True)
class Ranking:
    """The standings of systems on the same pages; `digest` tells whether pages are the same."""

    dataset: str
    pages: int
    digest: str
    leading: str
    standings: tuple[Standing, ...]

    @property
    def ordered(self) -> list[Standing]:
        """The best first, by the leading metric."""
        return sorted(self.standings, key=lambda one: (-self._leading_f1(one), one.name))

    @property
    def markdown(self) -> str:
        """The table, a line a system."""
        metrics = self._metrics()
        groups = list(dict.fromkeys(group for one in self.ordered for group in one.groups))
        head = ["system", *metrics, "95 %", *groups, "ms", "MB", "failed", "versions"]
        best = {name: max(one.scores[name].f1 for one in self._scored(name)) for name in metrics}
        lines = [
            f"## {self.dataset}: {self.pages} pages\n",
            f"| {' | '.join(head)} |",
            f"| --- |{' ---: |' * (len(head) - 2)} --- |",
        ]
        lines += [f"| {' | '.join(self._cells(one, best, groups))} |" for one in self.ordered]
        lines += [f"\n{note}." for note in self.notes]
        return "\n".join(lines) + "\n"

    @property
    def notes(self) -> list[str]:
        """What has to be known to read the table rightly."""
        trained = [one.name for one in self.ordered if one.was_trained_on_it]
        if not trained:
            return []
        return [
            f"Trained on a dataset called {self.dataset}, which flatters it: {', '.join(trained)}"
        ]

    @property
    def chart(self) -> str:
        """Quality against speed, as SVG."""
        points = [
            Point(one.name, one.ms, score.f1, score.low, score.high, one.name.startswith(OURS))
            for one in self._scored(self.leading)
            if one.ms > 0 and (score := one.scores[self.leading])
        ]
        title = f"{self.dataset}: {self.leading} against time"
        across = "milliseconds of processor time a page"
        return chart(points, title=title, across=across, up=f"mean F1 by {self.leading}")

    @property
    def json(self) -> str:
        """Everything, as `read` takes it back and `with_others` adds to it."""
        plain = {"format": FORMAT, **asdict(self)}
        return json.dumps(finite(plain), indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, path: Path) -> Ranking:
        """A ranking from its JSON. Raises `DatasetError` where the file is none."""
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            if plain.pop("format") != FORMAT:
                raise DatasetError(
                    f"{path} is a ranking of another version of dehusk; make it anew."
                )
            standings = tuple(_standing(one) for one in plain.pop("standings"))
            return cls(**plain, standings=standings)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise DatasetError(
                f"{path} is no ranking that dehusk wrote; name another file."
            ) from None

    def with_others(self, earlier: Ranking) -> Ranking:
        """This ranking and the systems of an earlier one that it lacks.

        Raises `DatasetError` where the earlier one is of other pages.
        """
        if earlier.digest != self.digest:
            raise DatasetError(
                f"The file ranks systems on other pages ({earlier.pages} of {earlier.dataset}); name"
                " another file for these."
            )
        known = {one.name for one in self.standings}
        others = tuple(one for one in earlier.standings if one.name not in known)
        return replace(self, standings=(*self.standings, *others))

    def _metrics(self) -> list[str]:
        return [name for name in MEASURED if self._scored(name)]

    def _scored(self, metric: str) -> list[Standing]:
        return [one for one in self.standings if metric in one.scores]

    def _leading_f1(self, one: Standing) -> float:
        score = one.scores.get(self.leading)
        return score.f1 if score is not None else -1.0

    def _cells(self, one: Standing, best: Mapping[str, float], groups: Sequence[str]) -> list[str]:
        leading = one.scores.get(self.leading)
        interval = ""
        if leading is not None and not math.isnan(leading.low):
            interval = f"{_share(leading.low)}–{_share(leading.high)}"
        return [
            one.name,
            *(_cell(one.scores.get(name), best[name]) for name in best),
            interval,
            *(_share(one.groups[group]) if group in one.groups else "" for group in groups),
            "" if math.isnan(one.ms) else f"{one.ms:.1f}",
            "" if math.isnan(one.peak_mb) else f"{one.peak_mb:.0f}",
            str(one.failed),
            ", ".join(f"{name} {number}" for name, number in one.versions.items()),
        ]


class SavedTexts:
    """Texts that any other system has written, `FOLDER/ID.txt`, as a method to rank.

    >>> SavedTexts("mine", Path("texts")).name
    'mine'
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self._folder = folder

    def run(self, example: Example) -> Output:
        """The text of a page; one that is not there is a failure."""
        return Output((self._folder / f"{example.id}.txt").read_text(encoding="utf-8"))


class Sample:
    """One in so many pages of a dataset, always the same ones: the checksums of their ids decide."""

    def __init__(self, dataset: Dataset, every: int) -> None:
        self.name = dataset.name
        self._dataset = dataset
        self._every = every

    def __iter__(self) -> Iterator[Example | Problem]:
        return (item for item in self._dataset if self._is_taken(item))

    def _is_taken(self, item: Example | Problem) -> bool:
        return isinstance(item, Problem) or crc32(item.id.encode()) % self._every == 0


def rank(
    dataset: Dataset,
    systems: Sequence[str],
    texts: Sequence[SavedTexts] = (),
    *,
    every: int = 1,
    by: str | None = None,
    folder: Folder | None = None,
    timeout: float = 20.0,
    progress: Callable[[], object] = lambda: None,
) -> Ranking:
    """Run systems over one page in `every` of a dataset, and score what they find.

    `by` is a field of the gold to group pages by.
    Each system runs in a process of its own and gets every page as bytes; the systems take turns page
    by page, so that a busy machine hurts all alike. Time is the processor's, for the call of the system
    alone. A system that raises, dies or takes longer than `timeout` seconds scores 0 on that page.
    """
    with ExitStack() as stack:
        peers = [stack.enter_context(PeerMethod(name, timeout, folder)) for name in systems]
        methods: list[Method] = [*peers, *texts]
        pages = Sample(dataset, every)
        results = evaluate(methods, pages, metrics=MEASURED, by=by, progress=progress)
        return Ranking(
            dataset.name,
            len(dict.fromkeys(page.id for page in results.pages)),
            _digest(page.id for page in results.pages),
            summary.leading(results),
            tuple(_standings(results, {peer.name: peer for peer in peers})),
        )


def _standings(results: Results, peers: Mapping[str, PeerMethod]) -> Iterator[Standing]:
    measured = [one for one in summary.figures(results) if one.pages]
    figures = [one for one in measured if one.group == summary.ALL]
    leading = summary.leading(results)
    groups = [one for one in measured if one.group != summary.ALL and one.metric == leading]
    for times in summary.times(results):
        peer = peers.get(times.method)
        yield Standing(
            times.method,
            {
                one.metric: Score(*one.f1, one.precision, one.recall)
                for one in figures
                if one.method == times.method
            },
            {one.group: one.f1.mean for one in groups if one.method == times.method},
            times.mean,
            peer.peak_bytes / 1e6 if peer is not None and peer.peak_bytes else math.nan,
            times.failed,
            peer.versions if peer is not None else {},
            _was_trained_on(times.method, results.dataset),
        )


def _was_trained_on(name: str, dataset: str) -> bool:
    if not name.startswith(OURS):
        return False
    return dataset in DehuskMethod.of(name.removeprefix(OURS)).trained_on


def _digest(ids: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(set(ids))).encode()).hexdigest()[:16]


def _standing(plain: dict[str, Any]) -> Standing:
    scores = {
        name: Score(**{key: _number(value) for key, value in score.items()})
        for name, score in plain.pop("scores").items()
    }
    groups = {name: _number(value) for name, value in plain.pop("groups").items()}
    ms, peak_mb = _number(plain.pop("ms")), _number(plain.pop("peak_mb"))
    return Standing(scores=scores, groups=groups, ms=ms, peak_mb=peak_mb, **plain)


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _cell(score: Score | None, best: float) -> str:
    if score is None:
        return ""
    return f"**{_share(score.f1)}**" if score.f1 == best else _share(score.f1)


def _share(value: float) -> str:
    """A share as tables have it.

    >>> _share(0.5), _share(1.0)
    ('.500', '1.000')
    """
    return f"{value:.3f}".removeprefix("0") if value < 0.9995 else "1.000"
