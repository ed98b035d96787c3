"""dehusk and its peers on the same pages, in one run: quality and time in one table.

    python -m bench.peers.run news --every 5
    python -m bench.peers.run wcxb-dev --by type --without "Mozilla Readability"

Each system runs in a process and an environment of its own (`bench/.venvs`, made on first use) and
gets every page as bytes; the systems take turns page by page, so that a busy machine hurts all
alike. Time is the processor's, measured in the worker, for the call of the system alone. A system
that raises, dies or takes more than 20 seconds on a page is counted and named, and scores 0 there.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from zlib import crc32

from bench.pages import DATA, RESULTS
from bench.peers.adapters import ADAPTERS
from bench.peers.process import PeerMethod
from dehusk.evaluate import Dataset, Example, Problem, Report, Results, evaluate, summary
from dehusk.evaluate.scoring import SHARES

TIMEOUT = 20.0
MEASURED = ("words", "lines", "short-lines", "parts", "snippets")
"""What the tables have without `--metric`, each where the pages have gold for it."""


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


def main() -> None:
    options = _options()
    source = Path(options.dataset)
    dataset = Dataset(source if source.exists() else DATA / f"{options.dataset}.tar.xz")
    names = [name for name in options.only or ADAPTERS if name not in options.without]
    with ExitStack() as stack:
        methods = [stack.enter_context(PeerMethod(name, TIMEOUT)) for name in names]
        results = evaluate(
            methods,
            Sample(dataset, options.every),
            metrics=options.metric or MEASURED,
            by=options.by,
        )
        versions = {method.name: method.versions for method in methods}
    write(results, versions, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset", help="a name in ../shared/data, a folder or an archive")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="only one page in N, always the same ones"
    )
    parser.add_argument("--by", help="group pages by a field of the gold, such as type")
    parser.add_argument(
        "--metric", action="append", help=f"can be repeated; {', '.join(MEASURED)} without it"
    )
    parser.add_argument("--only", action="append", choices=ADAPTERS, help="can be repeated")
    parser.add_argument(
        "--output", metavar="NAME", help="bench/results/NAME.md, peers-DATASET.md without it"
    )
    parser.add_argument("--without", action="append", default=[], help="can be repeated")
    return parser.parse_args()


def write(results: Results, versions: dict[str, Any], options: argparse.Namespace) -> None:
    """`bench/results/peers-DATASET.json` and `.md`, or by another name."""
    every = f" --every {options.every}" if options.every > 1 else ""
    by = f" --by {options.by}" if options.by else ""
    command = f"python -m bench.peers.run {results.dataset}{every}{by}" + "".join(
        f' --{option} "{name}"'
        for option in ("metric", "only", "without")
        for name in getattr(options, option) or ()
    )
    report = json.loads(Report(results).json)
    record = {"command": command, "every": options.every, "versions": versions, **report}
    del record["pages"]
    record["failures"] = [
        {"method": page.method, "id": page.id, "error": page.error} for page in results.failures
    ]
    RESULTS.mkdir(exist_ok=True)
    base = RESULTS / (options.output or f"peers-{results.dataset}")
    base.with_suffix(".json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    text = "\n".join(_markdown(results, versions, command))
    base.with_suffix(".md").write_text(text + "\n")
    print(text)


def _markdown(results: Results, versions: dict[str, Any], command: str) -> Iterator[str]:
    pages = len({page.id for page in results.pages})
    yield f"# {results.dataset}: {pages} pages\n\n`{command}`\n"
    figures = summary.figures(results)
    groups = list(dict.fromkeys(each.group for each in figures))
    for group in groups:
        scored = [each for each in figures if each.group == group and each.pages]
        if scored:
            yield from _table(results, scored, group)
    if results.failures:
        yield "\nFailures, each scored 0:\n"
        for page in results.failures:
            yield f"- {page.method} on {page.id}: {page.error}"
    yield "\nVersions: " + "; ".join(
        f"{package} {number}"
        for package, number in sorted({pair for each in versions.values() for pair in each.items()})
    )


def _table(results: Results, scored: list[summary.Figures], group: str) -> Iterator[str]:
    """A line a system: each metric's figures, then the times."""
    metrics = [name for name in results.metrics if any(each.metric == name for each in scored)]
    pages = max(each.pages for each in scored)
    yield f"\n## {group}: {pages} pages\n"
    heads = [f"{name} {what}".strip() for name in metrics for what in _heads(name)]
    times = ["ms mean", "ms median", "failed"] if group == summary.ALL else []
    yield "| system | " + " | ".join([*heads, *times]) + " |"
    yield "| --- |" + " ---: |" * (len(heads) + len(times))
    spent = {each.method: each for each in summary.times(results)}
    for method in results.methods:
        cells = [cell for metric in metrics for cell in _cells(scored, method, metric)]
        if times:
            own = spent[method]
            cells += [_ms(own.mean), _ms(own.median), str(own.failed)]
        yield f"| {method} | " + " | ".join(cells) + " |"


def _heads(metric: str) -> tuple[str, ...]:
    """F1 with its interval, precision and recall, or all of them in one."""
    return ("", "95 %") if metric in SHARES else ("F1", "95 %", "P", "R")


def _cells(scored: list[summary.Figures], method: str, metric: str) -> list[str]:
    heads = _heads(metric)
    found = [each for each in scored if (each.method, each.metric) == (method, metric)]
    if not found:
        return ["–"] * len(heads)
    one = found[0]
    cells = [f"{one.f1.mean:.3f}", f"{one.f1.low:.3f}–{one.f1.high:.3f}"]
    return [*cells, f"{one.precision:.3f}", f"{one.recall:.3f}"][: len(heads)]


def _ms(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.1f}"


if __name__ == "__main__":
    main()
