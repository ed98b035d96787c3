"""Two builds of dehusk against each other: is one slower?

`python -m bench.builds FOLDER OTHER [ROUNDS]`: each folder holds a package `dehusk` with its native
modules, as `pip install --target FOLDER` makes it. In a round both builds, each in a new process, take
turns at extracting the same raw pages of `news` and `snippets` to text; for each page the best turn
counts, so that a busy machine hurts little. The result is the median of the rounds' ratios with its
quartiles, since where the memory of a process lies is worth some per cent of its time.
"""

from __future__ import annotations

import os
import pickle
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from bench.pages import raw_pages

DATASETS = ("news", "snippets")
PAGES = 100
TURNS = 10
ROUNDS = 12


def take_turns() -> None:
    """What the processes do: read the pages once, then time them all for each line that comes."""
    import dehusk

    pages: list[bytes] = pickle.load(sys.stdin.buffer)
    for page in pages:
        _ = dehusk.extract(page).text
    for _ in sys.stdin.buffer:
        times = []
        for page in pages:
            begun = time.process_time()
            _ = dehusk.extract(page).text
            times.append(time.process_time() - begun)
        print(*times, flush=True)


class Build:
    """A process that has imported the build in a folder, and the best times of its pages."""

    def __init__(self, folder: Path, pages: list[bytes], stack: ExitStack) -> None:
        process = subprocess.Popen(
            [sys.executable, "-c", "from bench import builds; builds.take_turns()"],
            env={**os.environ, "PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.process = stack.enter_context(process)
        assert process.stdin is not None
        pickle.dump(pages, process.stdin)
        self.best = [float("inf")] * len(pages)

    def turn(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        times = map(float, self.process.stdout.readline().split())
        self.best = list(map(min, self.best, times))


def ratio(one: Path, other: Path, pages: list[bytes]) -> float:
    """The time of the other build, where that of the one is 1, in one round."""
    with ExitStack() as stack:
        builds = [Build(folder, pages, stack) for folder in (one, other)]
        for turn in range(TURNS):
            for build in builds if turn % 2 else reversed(builds):
                build.turn()
    first, second = (sum(build.best) / len(pages) for build in builds)
    print(f"{first * 1e3:.3f} and {second * 1e3:.3f} ms a page, {second / first:.3f}", flush=True)
    return second / first


def main(one: Path, other: Path, rounds: int) -> None:
    pages = [page for name in DATASETS for page in raw_pages(name, PAGES).values()]
    low, middle, high = statistics.quantiles([ratio(one, other, pages) for _ in range(rounds)], n=4)
    print(f"The second takes {middle:.3f} of the first, quartiles {low:.3f} and {high:.3f}.")


if __name__ == "__main__":
    folders = [Path(folder).resolve() for folder in sys.argv[1:3]]
    main(*folders, int(sys.argv[3]) if len(sys.argv) > 3 else ROUNDS)
