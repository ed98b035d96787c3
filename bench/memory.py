"""How much memory parsing takes, and whether extracting page after page makes it grow.

`python -m bench.memory`: the peak of a 10 MB page is measured in a process of its own; the growth
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
import json, resource, dehusk
paragraph = "<div class='c'><p>Some words <b>in</b> a row, with <a href='/x'>a link</a>.</p></div>\\n"
html = (paragraph * (10 * 1024 * 1024 // len(paragraph))).encode()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
page = dehusk.parse(html)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"bytes": len(html), "rows": len(page), "peak_mb": (after - before) / 1024}))
"""


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
    done = subprocess.run([sys.executable, "-c", PEAK], capture_output=True, text=True, check=True)
    peak = json.loads(done.stdout)
    sizes = growth()
    write_results(
        "memory",
        command="python -m bench.memory",
        data={
            "peak": peak,
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
