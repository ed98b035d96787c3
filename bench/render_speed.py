"""How long rendering takes: Chromium's part, ours, and pages a second with one and two workers.

`python -m bench.render_speed [PAGES]`: raw pages of `news`, offline and without scripts, and the methods
that look at them. Three rounds over all pages, and for each page the best of the three counts, so that
a busy machine hurts less. What the browser, its driver and Python spend of the processor is measured
too, over a whole round: that number hardly depends on what else the machine does.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench.pages import raw_pages
from bench.report import Table, write_results
from dehusk import parse
from dehusk.extractors.gce.method import GridCenteringExpanding
from dehusk.extractors.zones.method import Zones
from dehusk.page.snapshot import from_snapshot, read_snapshot, snapshot_bytes
from dehusk.rendering import Renderer
from dehusk.rendering.chromium import find_chromium
from dehusk.rendering.merge import with_layout
from dehusk.rendering.original import Original
from dehusk.rendering.tab import MOST_USES

ROUNDS = 3
FEW = 5


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
            # Its own time, and that of the processes that it has seen end.
            used[int(folder.name)] = sum(map(int, fields[11:15]))
    total, todo = 0, [os.getpid()]
    while todo:
        process = todo.pop()
        total += used.get(process, 0)
        todo += children[process]
    return total / os.sysconf("SC_CLK_TCK")


Clock = Callable[[], float]


class Best:
    """The shortest time of each step on each page."""

    def __init__(self) -> None:
        self._seconds: dict[str, dict[str, float]] = defaultdict(dict)

    def time(
        self, step: str, page: str, work: Callable[[], Any], clock: Clock = time.perf_counter
    ) -> Any:
        start = clock()
        result = work()
        seconds = clock() - start
        self._seconds[step][page] = min(seconds, self._seconds[step].get(page, seconds))
        return result

    @property
    def steps(self) -> list[str]:
        return list(self._seconds)

    def mean(self, step: str) -> float:
        return 1000 * statistics.mean(self._seconds[step].values())

    def median(self, step: str) -> float:
        return 1000 * statistics.median(self._seconds[step].values())


def time_steps(pages: dict[str, bytes], best: Best) -> float:
    """Time every step on every page; the processor's time a page is returned, in milliseconds.

    Kept and new tabs take turns, so that both meet the machine as it is at the time.
    """
    processor = []
    with Renderer(timeout=120) as keeping, Renderer(timeout=120) as changing:
        for renderer in (keeping, changing):
            renderer.render("<p>warm")
        for _ in range(ROUNDS):
            for name, html in pages.items():
                best.time("render", name, partial(keeping.render, html))
                for tab in changing._async._idle:
                    tab._uses = MOST_USES
                best.time("render, a new tab for each page", name, partial(changing.render, html))
                time_parts(keeping, name, html, best)
            before = processor_seconds()
            for html in pages.values():
                keeping.render(html)
            processor.append((processor_seconds() - before) / len(pages))
    return 1000 * min(processor)


def time_parts(renderer: Renderer, name: str, html: bytes, best: Best) -> None:
    """The steps of rendering one by one; those of Python in time of the processor."""

    def time_python(step: str, work: Callable[..., Any], *arguments: object) -> Any:
        return best.time(step, name, partial(work, *arguments), time.process_time)

    parsed = time_python("parse", parse, html)
    capture = renderer._async._capture(Original(parsed, name), False)
    loading = "Chromium: load and snapshot"
    snapshot, *_ = best.time(loading, name, lambda: renderer._submit(capture).result())
    seen = time_python("snapshot to page", from_snapshot, snapshot)
    page = time_python("layout to the parsed page", with_layout, parsed, seen)
    time_python("zones", Zones().select, page)
    time_python("gce", GridCenteringExpanding().select, page)
    data = time_python("write a snapshot", snapshot_bytes, page)
    time_python("read a snapshot", read_snapshot, data)


def time_dear_things(pages: dict[str, bytes], best: Best) -> None:
    """Pictures and new browsers, on a few pages."""
    for name, html in list(pages.items())[:FEW]:
        for _ in range(ROUNDS):
            with Renderer(timeout=120) as renderer:
                best.time(
                    f"{FEW} pages: a new browser for each", name, partial(renderer.render, html)
                )
                best.time(f"{FEW} pages: kept", name, partial(renderer.render, html))
                picture = partial(renderer.render_with_screenshot, html)
                best.time(f"{FEW} pages: with a screenshot", name, picture)


def pages_a_second(pages: dict[str, bytes]) -> dict[int, float]:
    """The best of the rounds with one and with two workers, which take turns."""
    speeds: dict[int, float] = {1: 0.0, 2: 0.0}
    with Renderer(workers=1, timeout=120) as one, Renderer(workers=2, timeout=120) as two:
        for renderer in (one, two):
            list(renderer.render_many(["<p>warm"] * 2))
        for _ in range(ROUNDS):
            for workers, renderer in ((1, one), (2, two)):
                start = time.perf_counter()
                list(renderer.render_many(pages.values()))
                speed = len(pages) / (time.perf_counter() - start)
                speeds[workers] = max(speed, speeds[workers])
    return speeds


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    pages = raw_pages("news", limit)
    best = Best()
    processor = time_steps(pages, best)
    time_dear_things(pages, best)
    steps = best.steps
    speeds = pages_a_second(pages)
    lines = [[step, f"{best.mean(step):.1f}", f"{best.median(step):.1f}"] for step in steps]
    lines += [["render, all processors' time", f"{processor:.1f}", ""]]
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
