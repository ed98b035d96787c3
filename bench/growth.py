"""How time and memory grow with hostile pages, for every output.

`python -m bench.growth [LARGEST_KB [FAMILY ...]]`: each family of `tests.families` in each output of
`tests.outputs`, from 8 kB in steps of two doublings to `LARGEST_KB` (1,024 without it). Every pair
has a process of its own, which ends where one page takes longer than `PATIENCE` seconds. Time is the
processor's for one run from the parsed page; memory is the peak above what was there before. A
growth of 2 per doubling is linear. The table has the `WORST` families of every output.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from math import log2

from tests.families import FAMILIES, Family
from tests.outputs import OUTPUTS, Output, size_of

from bench.report import Table, write_results
from bench.resident import megabytes
from dehusk import parse

SMALLEST = 8 * 1024
STEP = 4
WORST = 10
PATIENCE = 10.0
MEGABYTE = 1e6
FEW_SECONDS = 0.03
"""Below this a ratio of times says more of the machine than of the page."""

HEAD = [
    "output",
    "family",
    "s/MB",
    "per doubling",
    "output, times the page",
    "memory, times the page",
]


@dataclass(frozen=True)
class Measured:
    """What one output of one page took."""

    page_bytes: int
    output_bytes: int
    seconds: float
    peak_bytes: int


def measure(output: Output, family: Family, largest: int) -> list[Measured]:
    """One output of a family, size after size, in a child process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            sent = pipe.read()
        os.waitpid(child, 0)
        found: list[Measured] = pickle.loads(sent) if sent else []
        return found
    try:
        with os.fdopen(writer, "wb") as pipe:
            pickle.dump(list(_sizes(output, family, largest)), pipe)
    finally:
        os._exit(0)


def _sizes(output: Output, family: Family, largest: int) -> list[Measured]:
    found: list[Measured] = []
    size = SMALLEST
    while size <= largest and not (found and found[-1].seconds > PATIENCE):
        page = parse(family.page(size), url="https://example.org/a/b")
        before = megabytes()
        start = time.process_time()
        made = output(page)
        seconds = time.process_time() - start
        peak = round(1024 * 1024 * max(megabytes(field="VmHWM") - before, 0))
        found.append(Measured(len(page.source), size_of(made), seconds, peak))
        size *= STEP
    return found


def per_doubling(found: list[Measured]) -> float:
    """How many times as long twice the page takes, from the last two sizes; 0 where it is quick."""
    if len(found) < 2 or found[-1].seconds < FEW_SECONDS:
        return 0.0
    small, large = found[-2:]
    ratio = large.seconds / max(small.seconds, 1e-3)
    return float(ratio ** (1 / log2(large.page_bytes / small.page_bytes)))


def rate(found: list[Measured]) -> float:
    """Seconds a megabyte of page, at the largest size."""
    return found[-1].seconds / (found[-1].page_bytes / MEGABYTE)


def main() -> None:
    largest = 1024 * int(sys.argv[1]) if len(sys.argv) > 1 else 1024 * 1024
    families = {name: FAMILIES[name] for name in sys.argv[2:] or FAMILIES}
    for output in OUTPUTS.values():  # what a first run loads is no part of any
        output(parse("<p>Bread needs flour, water, salt and time.</p>"))
    results: dict[str, dict[str, list[Measured]]] = defaultdict(dict)
    for name, family in families.items():
        for output in OUTPUTS:
            results[output][name] = measure(OUTPUTS[output], family, largest)
        print(name, file=sys.stderr)
    write_results(
        "growth",
        command=" ".join(["python -m bench.growth", *sys.argv[1:]]),
        data={
            "families": len(families),
            "largest_bytes": largest,
            "pairs": list(_records(results)),
        },
        table=Table(
            HEAD,
            [line for output, found in results.items() for line in _lines(output, found)],
        ),
    )


def _lines(output: str, by_family: dict[str, list[Measured]]) -> list[list[str]]:
    """The families that take longest for their size, under the median over all."""
    done = {name: found for name, found in by_family.items() if found}
    slowest = sorted(done, key=lambda name: rate(done[name]), reverse=True)
    middle = slowest[len(slowest) // 2]
    return [
        [output, "median of all", f"{rate(done[middle]):.2f}", "", "", ""],
        *([output, name, *_figures(done[name])] for name in slowest[:WORST]),
    ]


def _figures(found: list[Measured]) -> list[str]:
    last = found[-1]
    return [
        f"{rate(found):.2f}",
        f"{per_doubling(found):.2f}",
        f"{last.output_bytes / last.page_bytes:.0f}",
        f"{last.peak_bytes / last.page_bytes:.0f}",
    ]


def _records(results: dict[str, dict[str, list[Measured]]]) -> list[dict[str, object]]:
    return [
        {
            "output": output,
            "family": name,
            "bytes": [one.page_bytes for one in found],
            "output_bytes": [one.output_bytes for one in found],
            "seconds": [round(one.seconds, 4) for one in found],
            "peak_bytes": [one.peak_bytes for one in found],
            "per_doubling": round(per_doubling(found), 2),
        }
        for output, by_family in results.items()
        for name, found in by_family.items()
        if found and (rate(found) > 1 or per_doubling(found) > 2.2)
    ]


if __name__ == "__main__":
    main()
