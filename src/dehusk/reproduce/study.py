"""What the papers have in common: where pages come from, and how methods are set beside each other."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from dehusk.errors import DatasetError, NotPublished
from dehusk.evaluate import summary
from dehusk.evaluate.datasets import Dataset
from dehusk.evaluate.gold import Example
from dehusk.evaluate.methods import DehuskMethod
from dehusk.evaluate.paired import difference_table, differences
from dehusk.evaluate.run import Results, evaluate
from dehusk.evaluate.tables import Table, share
from dehusk.reproduce.public import PUBLIC, fetch_set
from dehusk.selection import Extractor, Setting

SETTINGS: Mapping[Setting, str] = {
    "published": "as published",
    "coded": "as coded",
    "ours": "our setting",
}


@dataclass(frozen=True)
class Exhibit:
    """A table or a figure: its file's name, what it shows, and a note on how to read it."""

    name: str
    table: Table | None = None
    svg: str = ""
    note: str = ""


@dataclass
class Source:
    """The folder of the labelled pages; one page in `every` is read. It notes which files it read.

    With `fetches`, a set that is not there is fetched where it is public; `fetched` says of each whether
    its pages are those of our figures.
    """

    folder: Path
    every: int = 1
    jobs: int = 1
    fetches: bool = False
    fetched: dict[str, bool] = field(default_factory=dict)
    checksums: dict[str, str] = field(default_factory=dict)
    rendered: dict[tuple[int, int], list[Example]] = field(default_factory=dict)

    def path(self, name: str) -> Path:
        """The archive of a set. Raises `DatasetError` where it is not there."""
        path, known = self.folder / f"{name}.tar.xz", PUBLIC[name]
        if not path.exists() and self.fetches and known.address is not None:
            path, self.fetched[name] = fetch_set(name, self.folder)
        if not path.exists():
            way = "Name the folder that has it with --data"
            way += ", or have it fetched with --fetch." if known.address is not None else "."
            raise DatasetError(f"There is no {path.name} in {self.folder}: {known.what}. {way}")
        if path.name not in self.checksums:
            self.checksums[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
        return path

    def pages(self, name: str, kind: str | None = None) -> Pages:
        """One page in `every` of a set, or of those of a type."""
        examples = [one for one in Dataset(self.path(name)) if isinstance(one, Example)]
        if kind is not None:
            examples = [one for one in examples if one.group("type") == kind]
        return Pages(name, examples[:: self.every])


@dataclass(frozen=True)
class Pages:
    """Labelled pages with the name of their set."""

    name: str
    examples: Sequence[Example]

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    def __len__(self) -> int:
        return len(self.examples)

    def sample(self, every: int) -> Pages:
        """One in so many of them."""
        return Pages(self.name, self.examples[::every])


@dataclass(frozen=True)
class Reported:
    """A line of the paper's own table, with None for what it does not report."""

    name: str
    precision: float | None
    recall: float | None
    f1: float | None


def in_settings(*names: str) -> list[DehuskMethod]:
    """Each method as published, as coded and in our setting, where it has them."""
    found = []
    for name in names:
        for setting, words in SETTINGS.items():
            try:
                method = DehuskMethod.of(name, setting=setting, name=f"{name}, {words}")
            except NotPublished:
                continue
            found.append(method)
    return found


def with_parameter(extractor: Extractor, name: str, values: Sequence[object]) -> list[DehuskMethod]:
    """A method with each of these values of a parameter, what it selects as it is."""
    return [
        DehuskMethod(str(value), replace(extractor, **{name: value}), is_completed=False)  # type: ignore[type-var]
        for value in values
    ]


def beside(
    source: Source,
    pages: Pages,
    methods: Sequence[DehuskMethod],
    metric: str,
    reported: Sequence[Reported],
    title: str,
) -> tuple[Results, Table, Table]:
    """Methods on the same pages: a table under the paper's own lines, and their paired differences."""
    results = evaluate(methods, pages, metrics=[metric], jobs=source.jobs)
    return results, scores(results, metric, reported, title), paired(results, metric)


def scores(results: Results, metric: str, reported: Sequence[Reported], title: str) -> Table:
    """The paper's lines, then ours: means over pages with intervals."""
    rows: list[tuple[str, ...]] = [
        (line.name, "", *(share(one, "") for one in (line.precision, line.recall, line.f1)), "")
        for line in reported
    ]
    rows += [
        (
            one.method,
            str(one.pages),
            *map(share, (one.precision, one.recall, one.f1.mean)),
            f"{one.f1.low:.3f} to {one.f1.high:.3f}",
        )
        for one in summary.figures(results)
        if one.group == summary.ALL and one.metric == metric
    ]
    return Table(title, ("method", "pages", "precision", "recall", "F1", "95 %"), rows)


def paired(results: Results, metric: str) -> Table:
    """The differences of every two methods, page by page."""
    title = "Paired differences in F1: bootstrap over pages, and a permutation test"
    table = difference_table(title, differences(results, metric))
    header, *rows = ((*cells[:2], *cells[3:]) for cells in (table.header, *table.rows))
    return Table(title, header, rows, names=2)


def sweep(
    source: Source, pages: Pages, lines: Mapping[str, Sequence[DehuskMethod]], metric: str
) -> dict[str, list[tuple[float, float]]]:
    """For each line the values of a parameter and the mean F1 that the method has with them."""
    found = {}
    for name, methods in lines.items():
        results = evaluate(methods, pages, metrics=[metric], jobs=source.jobs)
        figures = [one for one in summary.figures(results) if one.group == summary.ALL]
        found[name] = [(float(one.method), one.f1.mean) for one in figures]
    return found


def sweep_table(
    title: str, parameter: str, lines: Mapping[str, Sequence[tuple[float, float]]]
) -> Table:
    """The values of a parameter down, the lines of a sweep across."""
    values = sorted({x for points in lines.values() for x, _ in points})
    rows = []
    for value in values:
        cells = (
            next((f"{y:.3f}" for x, y in points if x == value), "") for points in lines.values()
        )
        rows.append((f"{value:g}", *cells))
    return Table(title, (parameter, *lines), rows)
