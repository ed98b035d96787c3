"""How much memory a large page takes, and whether extracting page after page makes it grow.

`python -m bench.memory`: the peak of each output of a 10 MB page is measured in a process of its own,
over what was there before; the growth over 2,000 extractions of raw pages of `news` in one process is
the resident size after each 200. `--peaks` leaves the growth as it was measured last.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys

from bench.pages import RESULTS, raw_pages
from bench.report import Table, write_results
from bench.resident import megabytes

MEGABYTE = 1024 * 1024
EXTRACTIONS, STEP = 2_000, 200

PEAK = """
import json, resource, sys, dehusk
from tests.outputs import OUTPUTS, size_of
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
make = OUTPUTS.get(sys.argv[1], lambda page: None)
paragraph = "<div class='c'><p>Some words <b>in</b> a row, with <a href='/x'>a link</a>.</p></div>\\n"
html = (paragraph * (10 * 1024 * 1024 // len(paragraph))).encode()
make(dehusk.parse(paragraph))  # so that everything is imported
before = peak()
page = dehusk.parse(html)
made = make(page)
sizes = {"page": len(html), "rows": len(page), "output": size_of(made)}
print(json.dumps({"peak": 1024 * (peak() - before), **sizes}))
"""
OUTPUTS = (
    *("parse", "extract", "text", "markdown", "html", "json", "tei", "chunks", "blocks"),
    *("metadata", "page type", "roles", "comments"),
)
"""Those of `tests.outputs`, which keep the whole page, but for reports and snapshots."""


def peak_of(output: str) -> dict[str, int]:
    command = [sys.executable, "-c", PEAK, output]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    peak: dict[str, int] = json.loads(done.stdout)
    return peak


def line_of(output: str, found: dict[str, int]) -> list[str]:
    """The peak in MB and in times the page, what is written, and the peak a byte read and written."""
    page, made, peak = found["page"], found["output"], found["peak"]
    return [
        output,
        f"{peak / MEGABYTE:.0f}",
        f"{peak / page:.1f}",
        f"{made / MEGABYTE:.1f}" if made else "",
        f"{peak / (page + made):.1f}",
    ]


def growth() -> list[float]:
    import dehusk

    pages = list(raw_pages("news").values())
    sizes = []
    for number in range(EXTRACTIONS):
        document = dehusk.extract(pages[number % len(pages)])
        assert document.markdown is not None
        del document
        if (number + 1) % STEP == 0:
            gc.collect()
            sizes.append(megabytes())
    return sizes


def main() -> None:
    peaks = {output: peak_of(output) for output in OUTPUTS}
    if "--peaks" in sys.argv:
        sizes = json.loads((RESULTS / "memory.json").read_text())["resident_mb"]
    else:
        sizes = [round(size, 1) for size in growth()]
    write_results(
        "memory",
        command=" ".join(["python -m bench.memory", *sys.argv[1:]]),
        data={
            "peaks": [{"of": output, **found} for output, found in peaks.items()],
            "growth_after_first_200_mb": sizes[-1] - sizes[0],
            "resident_mb": sizes,
        },
        table=Table(
            ["output", "peak, MB", "times the page", "output, MB", "times page and output"],
            [line_of(output, found) for output, found in peaks.items()],
        ),
    )


if __name__ == "__main__":
    main()
