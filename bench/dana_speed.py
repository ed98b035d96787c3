"""How fast dana reads bytes, beside parsing alone, in one run.

`python -m bench.dana_speed [PAGES]`: raw pages of `cn-news` and `news`, one process. Each step takes
its turn on every page, five rounds, and the best of them counts, in processor time, so that a busy
machine hurts all alike.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import dehusk
from bench.pages import raw_pages
from bench.report import Table, write_results
from dehusk.extractors.dana.method import Dana

ROUNDS = 5
SMALLEST = 5_000
"""Error pages of a few hundred bytes say nothing about speed."""


def steps() -> dict[str, Callable[[dehusk.Page, bytes], object]]:
    paper, wide = Dana(script="non-ascii"), Dana(script="any", gap="auto")
    usual = Dana(gap="auto")
    return {
        "parse alone": lambda page, html: dehusk.parse(html),
        "dana, phases one and two, non-ascii": lambda page, html: paper.region(page.source),
        "dana, phases one and two, any script": lambda page, html: wide.region(page.source),
        "dana, all phases, on a parsed page": lambda page, html: usual.select(page),
        "dana, with parsing": lambda page, html: usual.select(dehusk.parse(html)),
    }


def best_seconds(pages: list[tuple[dehusk.Page, bytes]]) -> dict[str, float]:
    """For each step the sum over pages of its best time."""
    work = steps()
    best = {name: [float("inf")] * len(pages) for name in work}
    for _ in range(ROUNDS):
        for number, (page, html) in enumerate(pages):
            for name, step in work.items():
                start = time.process_time()
                step(page, html)
                best[name][number] = min(best[name][number], time.process_time() - start)
    return {name: sum(times) for name, times in best.items()}


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rows: list[list[str]] = []
    speeds: dict[str, dict[str, float]] = {}
    for dataset in ("cn-news", "news"):
        sources = [html for html in raw_pages(dataset).values() if len(html) >= SMALLEST]
        chosen = sources[:: max(1, len(sources) // limit)][:limit]
        pages = [(dehusk.parse(html), html) for html in chosen]
        size = sum(len(page.source) for page, _ in pages) / 1e6
        seconds = best_seconds(pages)
        speeds[dataset] = {name: size / spent for name, spent in seconds.items()}
        rows += [
            [
                f"{dataset}: {name}",
                f"{size:.1f}",
                f"{size / spent:.0f}",
                f"{seconds['parse alone'] / spent:.2f}",
            ]
            for name, spent in seconds.items()
        ]
    write_results(
        "dana",
        command=f"python -m bench.dana_speed {limit}",
        data={"pages_of_each": limit, "megabytes_a_second": speeds, "paper": 19.43},
        table=Table(["step", "MB", "MB/s", "of parsing alone"], rows),
    )


if __name__ == "__main__":
    main()
