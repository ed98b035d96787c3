"""How many instructions an extraction takes, counted by valgrind: `make speed`.

`python -m bench.instructions` counts what twenty golden pages take from bytes to text, to Markdown, to
metadata and to the rows of a batch, holds it against `bench/limits.json`, and fails where one takes over
3 % more. `--update` writes the limits anew. A clock tells 3 % on a quiet machine only; a count is the
same to a part in a thousand, however busy the machine is.

What another Python, NumPy or compiler counts is something else: then the counts are printed, and held
against nothing. NumPy and libc do without the instructions that only some processors have.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bench.report import Table
from dehusk import extract, parse
from dehusk.batch.record import Record
from dehusk.batch.rows import RowMaker, Settings
from dehusk.batch.workers import rows_of
from dehusk.metadata import read_metadata

ROOT = Path(__file__).parent.parent
LIMITS = ROOT / "bench" / "limits.json"
ALLOWED = 0.03

PAGES = (
    "arabic blog broken chinese discourse docs forum github-issue japanese listing"
    " lists media news poem product recipe reddit-new stack-exchange table-layout wiki"
).split()

Pages = Mapping[str, bytes]
Counts = dict[str, int]


def _batch(pages: Pages) -> None:
    records = (Record(html, url=f"https://example.org/{name}") for name, html in pages.items())
    for _, row in rows_of(records, RowMaker(Settings()), jobs=0):
        assert row["error"] is None, row["error"]


def _each(make: Callable[[bytes], object]) -> Callable[[Pages], None]:
    def all_of_them(pages: Pages) -> None:
        for html in pages.values():
            make(html)

    return all_of_them


WORK: dict[str, Callable[[Pages], None]] = {
    "text": _each(lambda html: extract(html).text),
    "markdown": _each(lambda html: extract(html).markdown),
    "metadata": _each(lambda html: read_metadata(parse(html))),
    "batch": _batch,
}

_MARK = "getpriority"
"""A function that nobody else calls: valgrind writes down what it has counted, and begins anew."""


def plain() -> dict[str, str]:
    """An environment in which every processor does the same: no hash is by chance, and nobody asks for
    instructions that some have and others have not."""
    dispatched: dict[str, list[str]] = np.show_config(mode="dicts")["SIMD Extensions"]
    names = dispatched.get("found", []) + dispatched.get("not found", [])
    hwcaps = (
        "AVX_Fast_Unaligned_Load AVX2_Usable AVX2 AVX512F AVX512VL AVX512BW ERMS FSRM BMI2".split()
    )
    return {
        "PYTHONHASHSEED": "0",
        "NPY_DISABLE_CPU_FEATURES": " ".join(names),
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + ",".join(f"-{name}" for name in hwcaps),
    }


def work() -> None:
    """What valgrind watches: each once, so that everything is loaded, and once between marks."""
    pages = {name: (ROOT / f"tests/pages/{name}/page.html").read_bytes() for name in PAGES}
    for run in WORK.values():
        run(pages)
    gc.collect()
    gc.disable()  # it comes when it likes
    for run in WORK.values():
        os.getpriority(os.PRIO_PROCESS, 0)
        run(pages)
    os.getpriority(os.PRIO_PROCESS, 0)


def counted() -> Counts:
    """How many instructions each work takes a page."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *("valgrind", "--tool=callgrind", f"--dump-before={_MARK}"),
            f"--callgrind-out-file={folder}/counts",
            *(sys.executable, "-m", "bench.instructions", "--work"),
        ]
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | plain(), capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"valgrind did not get through:\n{done.stderr[-2000:]}")
        parts = sorted(Path(folder).glob("counts.*"), key=lambda path: int(path.suffix[1:]))
        totals = [total_of(path.read_text()) for path in parts]
    # Before the first mark is what loads everything.
    own = totals[1 : 1 + len(WORK)]
    return {name: total // len(PAGES) for name, total in zip(WORK, own, strict=True)}


def total_of(dump: str) -> int:
    """The instructions of one of valgrind's dumps."""
    found = re.search(r"^(?:totals|summary): (\d+)", dump, re.MULTILINE)
    if found is None:
        raise SystemExit("valgrind wrote no total; is it older than 3.15?")
    return int(found[1])


def environment() -> dict[str, str]:
    """What the counts depend on, besides the code."""
    compiler = subprocess.run(
        ["cc", "-dumpfullversion"], capture_output=True, text=True, check=False
    )
    return {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "compiler": compiler.stdout.strip(),
        "libc": "-".join(platform.libc_ver()),
    }


def slower(counts: Counts, limits: Mapping[str, int]) -> dict[str, float]:
    """What takes more than it may, and how much more that is: .05 is a twentieth.

    >>> slower({"text": 106, "markdown": 102}, {"text": 100, "markdown": 100})
    {'text': 0.06}
    """
    shares = {name: counts[name] / limit - 1 for name, limit in limits.items() if name in counts}
    return {name: round(share, 4) for name, share in shares.items() if share > ALLOWED}


def table_of(counts: Counts, limits: Mapping[str, int]) -> Table:
    """A line for each work."""
    lines = [
        [name, f"{count:,}"]
        + (
            [f"{limits[name]:,}", f"{count / limits[name] - 1:+.2%}"]
            if name in limits
            else ["", ""]
        )
        for name, count in counts.items()
    ]
    return Table(["a page", "instructions", "limit", "difference"], lines)


def judged(counts: Counts, here: Mapping[str, str], known: Mapping[str, Any]) -> str | None:
    """What is wrong with the counts, None where nothing is or nothing can be told."""
    there = known["made with"]
    if others := [name for name in here if here[name] != there.get(name)]:
        told = ", ".join(f"{name} {there.get(name)}, not {here[name]}" for name in others)
        print(f"NOT COMPARED: the limits were counted with {told}.")
        print("To compare with what is counted here: python -m bench.instructions --update")
        return None
    if not (found := slower(counts, known["instructions"])):
        return None
    told = ", ".join(f"{name} by {share:.1%}" for name, share in found.items())
    return (
        f"More instructions than {LIMITS.name} allows: {told}. Make it quicker, or say in the commit"
        " why it has to be so, and write the limits anew with python -m bench.instructions --update."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write the limits anew")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work()
        return
    counts, here = counted(), environment()
    known = json.loads(LIMITS.read_text())
    print(table_of(counts, known["instructions"]).markdown())
    if given.update:
        made = {"command": "make speed", "made with": here, "instructions": counts}
        LIMITS.write_text(json.dumps(made, indent=2) + "\n")
    elif wrong := judged(counts, here, known):
        raise SystemExit(wrong)


if __name__ == "__main__":
    main()
