"""How long rendering takes: Chromium's part, ours, and pages a second with one and two workers.

`python -m bench.render_speed [PAGES]`: raw pages of `news`, offline and without scripts. Three rounds
over all pages, and for each page the best of the three counts, so that a busy machine hurts less. What
the browser, its driver and Python spend of the processor is measured too, over a whole round: that
number hardly depends on what else the machine does.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.pages import raw_pages
from bench.report import Table, write_results
from marrow import parse
from marrow.render import Renderer
from marrow.render.chromium import find_chromium
from marrow.render.merge import with_layout
from marrow.render.original import Original
from marrow.snapshot import from_snapshot, read_snapshot, snapshot_bytes

ROUNDS = 3


def processor_seconds() -> float:
    """What this process and all below it have used."""
    used, children = {}, defaultdict(list)
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            children[int(fields[1])].append(int(folder.name))
            used[int(folder.name)] = int(fields[11]) + int(fields[12])
    total, todo = 0, [os.getpid()]
    while todo:
        process = todo.pop()
        total += used.get(process, 0)
        todo += children[process]
    return total / os.sysconf("SC_CLK_TCK")


class Best:
    """The shortest time of each step on each page."""

    def __init__(self) -> None:
        self._seconds: dict[str, dict[str, float]] = defaultdict(dict)

    def time(self, step: str, page: str, work: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        result = work()
        seconds = time.perf_counter() - start
        self._seconds[step][page] = min(seconds, self._seconds[step].get(page, seconds))
        return result

    def mean(self, step: str) -> float:
        return 1000 * statistics.mean(self._seconds[step].values())

    def median(self, step: str) -> float:
        return 1000 * statistics.median(self._seconds[step].values())


def time_steps(pages: dict[str, bytes], best: Best) -> float:
    """Time every step on every page; the processor's time a page is returned, in milliseconds."""
    processor = []
    with Renderer(timeout=120) as renderer:
        renderer.render("<p>warm")
        for _ in range(ROUNDS):
            for name, html in pages.items():
                time_page(renderer, name, html, best)
            before = processor_seconds()
            for html in pages.values():
                renderer.render(html)
            processor.append((processor_seconds() - before) / len(pages))
    return 1000 * min(processor)


def time_page(renderer: Renderer, name: str, html: bytes, best: Best) -> None:
    best.time("render, everything", name, lambda: renderer.render(html))
    parsed = best.time("parse", name, lambda: parse(html))
    original = Original(parsed, name)
    capture = renderer._async._capture
    snapshot, _ = best.time(
        "Chromium: load and snapshot",
        name,
        lambda: renderer._submit(capture(original, False)).result(),
    )
    seen = best.time("snapshot to page", name, lambda: from_snapshot(snapshot))
    page = best.time("layout to the parsed page", name, lambda: with_layout(parsed, seen))
    data = best.time("write a snapshot", name, lambda: snapshot_bytes(page))
    best.time("read a snapshot", name, lambda: read_snapshot(data))
    best.time("with a screenshot", name, lambda: renderer.render_with_screenshot(html))


def time_new_tabs(pages: dict[str, bytes], best: Best) -> None:
    with Renderer(timeout=120) as renderer:
        renderer.render("<p>warm")
        for _ in range(ROUNDS):
            for name, html in pages.items():
                for tab in renderer._async._idle:
                    tab._uses = 10**6
                best.time(
                    "render, a new tab for each page", name, lambda html=html: renderer.render(html)
                )


def time_new_browsers(pages: dict[str, bytes], best: Best) -> None:
    for name, html in list(pages.items())[:5]:
        for _ in range(ROUNDS):
            with Renderer(timeout=120) as renderer:
                best.time(
                    "render, a new browser for each page",
                    name,
                    lambda html=html, renderer=renderer: renderer.render(html),
                )


def pages_a_second(pages: dict[str, bytes], workers: int) -> float:
    speeds = []
    with Renderer(workers=workers, timeout=120) as renderer:
        list(renderer.render_many(["<p>warm"] * workers))
        for _ in range(ROUNDS):
            start = time.perf_counter()
            list(renderer.render_many(pages.values()))
            speeds.append(len(pages) / (time.perf_counter() - start))
    return max(speeds)


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    pages = raw_pages("news", limit)
    best = Best()
    processor = time_steps(pages, best)
    time_new_tabs(pages, best)
    time_new_browsers(pages, best)
    steps = list(best._seconds)
    speeds = {workers: pages_a_second(pages, workers) for workers in (1, 2)}
    lines = [[step, f"{best.mean(step):.1f}", f"{best.median(step):.1f}"] for step in steps]
    lines += [[f"pages a second, {n} worker(s)", f"{speed:.1f}", ""] for n, speed in speeds.items()]
    write_results(
        "render",
        command=f"python -m bench.render_speed {limit}",
        data={
            "pages": len(pages),
            "mean_bytes": sum(map(len, pages.values())) / len(pages),
            "rows": statistics.mean(len(parse(html)) for html in pages.values()),
            "browser": find_chromium(),
            "load_average": os.getloadavg()[0],
            "processors": os.cpu_count(),
            "processor_ms_per_page": processor,
            "ms_per_page": {step: best.mean(step) for step in steps},
            "pages_per_second": {str(workers): speed for workers, speed in speeds.items()},
        },
        table=Table(["step", "ms/page, mean", "median"], lines),
    )


if __name__ == "__main__":
    main()
