"""How much memory a large page takes, and whether extracting page after page makes it grow.

`python -m bench.memory`: the peaks of a 10 MB page are measured in a process for each output; the growth
over 2,000 extractions of raw pages of `news` in one process is the resident size after each 200.
"""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
from pathlib import Path

from bench.pages import raw_pages
from bench.report import Table, write_results

MEGABYTE = 1024 * 1024
EXTRACTIONS, STEP = 2_000, 200

PEAK = """
import json, resource, sys, dehusk
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
paragraph = "<div class='c'><p>Some words <b>in</b> a row, with <a href='/x'>a link</a>.</p></div>\\n"
html = (paragraph * (10 * 1024 * 1024 // len(paragraph))).encode()
assert dehusk.extract(paragraph).markdown  # so that everything is imported
everything = dehusk.Selection.of_subtrees
before = peak()
page = dehusk.parse(html)
if sys.argv[1] != "parse":
    # All of it is content: `default` keeps one of many like paragraphs.
    document = dehusk.Document(page, everything(page, [0], reason="all of it"))
    getattr(document, sys.argv[1])
print(json.dumps({"bytes": len(html), "rows": len(page), "peak_mb": (peak() - before) / 1024}))
"""
OUTPUTS = ("parse", "text", "markdown", "html", "json")


def peak_of(output: str) -> dict[str, float]:
    command = [sys.executable, "-c", PEAK, output]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    peak: dict[str, float] = json.loads(done.stdout)
    return peak


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / MEGABYTE


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
            sizes.append(resident_megabytes())
    return sizes


def main() -> None:
    peaks = {output: peak_of(output) for output in OUTPUTS}
    sizes = growth()
    write_results(
        "memory",
        command="python -m bench.memory",
        data={
            "peak": peaks["parse"],
            "peak_mb": {output: round(peak["peak_mb"], 1) for output, peak in peaks.items()},
            "growth_after_first_200_mb": sizes[-1] - sizes[0],
            "resident_mb": [round(size, 1) for size in sizes],
        },
        table=Table(
            ["extractions", "resident MB"],
            [[f"{STEP * (step + 1):,}", f"{size:.1f}"] for step, size in enumerate(sizes)],
        ),
    )


if __name__ == "__main__":
    main()
