"""Whether a batch loses or doubles a record when everything goes wrong.

`python -m bench.faults [RECORDS [ROUNDS]]`, 2,000 and 10 without them, on an archive of written pages.
The rows of an undisturbed run are what every other has to give, byte by byte:

- kill -9 of the whole run, at a random moment, again and again until it is done;
- kill -9 of a worker at random moments;
- a full disk: a tmpfs that is too small, made larger when the run has failed (needs root);
- a damaged member and a cut off end, killed as above: the other records, and a row for each fault.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from tests.batch.crawl import packed, record

from bench.report import Table, write_results

MOST_KILLS = 5
"""How often one run is disturbed: on a slow machine it would never end."""

Outcome = tuple[str, int, int]
"""What was tried, how often the run was disturbed, and the rows that there are."""


def archive(path: Path, count: int) -> list[bytes]:
    pieces = [packed(record(number), "gz") for number in range(count)]
    path.write_bytes(b"".join(pieces))
    return pieces


def command(source: Path, out: Path) -> list[str]:
    options = ["--jobs", "2", "--format", "jsonl", "--part-records", "100", "--quiet"]
    return [sys.executable, "-m", "dehusk", "batch", str(source), "-o", str(out), *options]


def lines(out: Path) -> list[str]:
    return [line for part in sorted(out.glob("part-*")) for line in part.read_text().splitlines()]


def digest(out: Path) -> str:
    parts = sorted(out.glob("part-*"))
    return sha256(b"".join(part.name.encode() + part.read_bytes() for part in parts)).hexdigest()


def undisturbed(source: Path, out: Path) -> float:
    """How many seconds a run takes when nobody disturbs it."""
    begin = time.monotonic()
    subprocess.run(command(source, out), check=True)
    return time.monotonic() - begin


Disturb = Callable[[subprocess.Popen[bytes], float], int]
"""Disturbs a run that would take so many seconds, and says how often it did."""


def until_done(source: Path, out: Path, seconds: float, disturb: Disturb) -> int:
    """Start the run until it ends by itself, disturbed MOST_KILLS times at most."""
    disturbed = 0
    while True:
        process = subprocess.Popen(command(source, out))
        if disturbed < MOST_KILLS:
            disturbed += disturb(process, seconds)
        if process.wait() == 0:
            return disturbed


def kill_run(process: subprocess.Popen[bytes], seconds: float) -> int:
    with suppress(subprocess.TimeoutExpired):
        process.wait(random.uniform(0, seconds))
        return 0
    process.kill()
    return 1


def kill_workers(process: subprocess.Popen[bytes], seconds: float) -> int:
    killed = 0
    while killed < MOST_KILLS:
        with suppress(subprocess.TimeoutExpired):
            process.wait(random.uniform(0.3, 1) * seconds)
            break
        with suppress(OSError, IndexError):
            own = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            os.kill(int(random.choice(own)), signal.SIGKILL)
            killed += 1
    return killed


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Callable[[], object]]:
    """A disk of that size, and what makes it large."""
    folder.mkdir()
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder], check=True
    )
    try:
        yield lambda: subprocess.run(["mount", "-o", "remount,size=1g", folder], check=True)
    finally:
        subprocess.run(["umount", folder], check=True)


def on_a_full_disk(source: Path, folder: Path, whole: Path, expected: str) -> Outcome:
    """A disk that holds half of the output."""
    size = sum(part.stat().st_size for part in whole.glob("part-*"))
    with small_disk(folder, size // 2048) as enlarge:
        out = folder / "out"
        failed = subprocess.run(command(source, out), capture_output=True, text=True)
        assert failed.returncode == 1, failed
        assert "No space left on device" in failed.stderr, failed.stderr
        enlarge()
        subprocess.run(command(source, out), check=True)
        assert digest(out) == expected
        return "a full disk", 1, len(lines(out))


def damaged(source: Path, pieces: list[bytes], out: Path, seconds: float) -> Outcome:
    """A broken member in the middle, and the file's end in the middle of the last."""
    middle = len(pieces) // 2
    broken = bytearray(pieces[middle])
    broken[len(broken) // 2] ^= 0xFF
    whole = b"".join([*pieces[:middle], bytes(broken), *pieces[middle + 1 :]])
    source.write_bytes(whole[: -len(pieces[-1]) // 2])
    killed = until_done(source, out, seconds, kill_run)
    found = lines(out)
    assert len(found) == len(pieces)
    assert sum('"error":"The file is ' in line for line in found) == 2
    return "damage and a cut off end", killed, len(found)


def main() -> None:
    records = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "crawl.warc.gz"
        pieces = archive(source, records)
        seconds = undisturbed(source, folder / "whole")
        expected = digest(folder / "whole")
        print(f"{len(lines(folder / 'whole')):,} rows undisturbed in {seconds:.1f} s", flush=True)
        for round_ in range(rounds):
            for what, disturb in (
                ("kill -9 of the run", kill_run),
                ("kill -9 of workers", kill_workers),
            ):
                out = folder / f"{what}-{round_}"
                disturbed = until_done(source, out, seconds, disturb)
                assert digest(out) == expected, (what, round_)
                outcomes.append((what, disturbed, len(lines(out))))
        if os.geteuid() == 0:
            outcomes.append(on_a_full_disk(source, folder / "disk", folder / "whole", expected))
        else:
            print("Without root there is no small disk to fill: that is left out")
        outcomes.append(damaged(source, pieces, folder / "damaged", seconds))
    write_results(
        "faults",
        command=f"python -m bench.faults {records} {rounds}",
        data={"records": records, "rounds": rounds},
        table=Table(
            ["what", "times", "rows"],
            [[what, str(times), f"{rows:,}"] for what, times, rows in outcomes],
        ),
    )


if __name__ == "__main__":
    main()
