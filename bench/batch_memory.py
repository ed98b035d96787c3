"""Whether the processes of a long batch grow: `python -m bench.batch_memory [RECORDS]`.

An archive of 2,000 raw pages of `../shared/data` is linked as often as it takes for RECORDS, 200,000
without it, and `dehusk batch` makes text of all of them with two workers. Their resident sizes are
looked at every other second; the table has the median of each tenth of the run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.batch import make_archive
from bench.report import Table, write_results
from bench.resident import megabytes

EACH = 2_000
JOBS = 2
PAUSE_SECONDS = 2.0
COLUMNS = "id,url,text"


def children(process: int) -> list[int]:
    try:
        return [
            int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()
        ]
    except OSError:
        return []


def watch(command: list[str]) -> list[tuple[float, float]]:
    """Run a command; every other second its own memory, and that of its largest child."""
    seen: list[tuple[float, float]] = []
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while running.poll() is None:
        largest = max(map(megabytes, children(running.pid)), default=0.0)
        if largest:
            seen.append((megabytes(running.pid), largest))
        time.sleep(PAUSE_SECONDS)
    if running.returncode:
        raise SystemExit(f"The batch has ended with {running.returncode}.")
    return seen


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "crawl"
        folder.mkdir()
        first = folder / "00000.warc.gz"
        make_archive(first, EACH)
        for number in range(1, count // EACH):
            os.link(first, folder / f"{number:05d}.warc.gz")
        command = [sys.executable, "-m", "dehusk", "batch", str(folder), "-o", f"{name}/out"]
        seen = watch([*command, "--columns", COLUMNS, "--jobs", str(JOBS), "--quiet"])
    part = max(1, len(seen) // 10)
    tenths = [seen[at * part : (at + 1) * part] for at in range(10)]
    medians = [tuple(median(column) for column in zip(*tenth, strict=True)) for tenth in tenths]
    write_results(
        "batch_memory",
        command=f"python -m bench.batch_memory {count}",
        data={
            "records": count,
            "jobs": JOBS,
            "largest_reader_mb": max(reader for reader, _ in seen),
            "largest_worker_mb": max(worker for _, worker in seen),
        },
        table=Table(
            ["tenth of the run", "MB of the reader", "MB of the largest worker"],
            [
                [str(number), f"{reader:.0f}", f"{worker:.0f}"]
                for number, (reader, worker) in enumerate(medians, 1)
            ],
        ),
    )


if __name__ == "__main__":
    main()
