"""Every fuzz target under the sanitizers, one after the other: `python -m bench.fuzz SECONDS`.

A target ends at its first finding, the others run all the same. With `--short` nothing is written,
and what is tried is the same each time.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.report import Table, write_results

ROOT = Path(__file__).parent.parent
TARGETS = tuple("parse extract columns snapshot content methods model mhtml warc".split())
SECONDS = 600


@dataclass(frozen=True)
class Run:
    """What one target did. Coverage is counted in edges of native code."""

    target: str
    seconds: int
    executions: int
    covered: int
    edges: int
    findings: tuple[str, ...]


def read_log(target: str, log: str) -> Run:
    """What libFuzzer says of a run. One that says of itself neither that it is done nor what it found
    has not run at all, and that is a finding too."""
    findings = re.findall(r"Test unit written to \./(\S+)", log)
    done = re.search(r"^Done \d+ runs in (\d+) second", log, re.MULTILINE)
    if done is None and not findings:
        findings = ["did not run"]
    return Run(
        target=target,
        seconds=int(done[1]) if done else 0,
        executions=_last(r"^stat::number_of_executed_units:\s*(\d+)", log),
        covered=_last(r"\bcov: (\d+)", log),
        edges=_last(r"Loaded \d+ modules\s+\((\d+) inline", log),
        findings=tuple(findings),
    )


def _last(pattern: str, log: str) -> int:
    return int((re.findall(pattern, log, re.MULTILINE) or ["0"])[-1])


def run(target: str, seconds: int, *options: str) -> Run:
    """Run a target; what it says stays in `build/fuzz/TARGET.log`."""
    path = ROOT / "build" / "fuzz" / f"{target}.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as log:
        subprocess.run(
            ["sh", str(ROOT / "fuzz" / "run.sh"), target, str(seconds), *options],
            env={"PYTHON": sys.executable, **os.environ},
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    return read_log(target, path.read_text("utf-8", "replace"))


def table_of(runs: list[Run]) -> Table:
    """A line for each target."""
    return Table(
        ["target", "seconds", "executions", "edges covered", "of", "findings"],
        [
            [
                one.target,
                *(f"{number:,}" for number in (one.seconds, one.executions)),
                *(f"{number:,}" for number in (one.covered, one.edges)),
                " ".join(one.findings) or "0",
            ]
            for one in runs
        ],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seconds", nargs="?", type=int, default=SECONDS, help="for each target")
    parser.add_argument("--short", action="store_true", help="print the table, write none")
    given = parser.parse_args()
    options = ["-seed=1"] if given.short else []
    runs = []
    for target in TARGETS:
        print(f"fuzzing {target}", file=sys.stderr, flush=True)
        runs.append(run(target, given.seconds, *options))
    if given.short:
        print(table_of(runs).markdown())
    else:
        write_results(
            "fuzz",
            command=f"python -m bench.fuzz {given.seconds}",
            data={
                "seconds": sum(one.seconds for one in runs),
                "executions": sum(one.executions for one in runs),
                "findings": sum(len(one.findings) for one in runs),
                "targets": [asdict(one) for one in runs],
            },
            table=table_of(runs),
        )
    if any(one.findings for one in runs):
        raise SystemExit(
            "Something was found: build/fuzz/TARGET.log says what, and where the input is."
        )


if __name__ == "__main__":
    main()
