"""Which changed rules no test notices.

`python -m bench.mutants [MUTANTS] [--room content] [--seed 1]`, 100 a room without a number.

One constant, comparison, `and`, `or` or `not` is changed at a time. No file is touched: tests are
collected once, and each mutant is a forked process in which the changed function or constant
takes the place of the old. It runs the tests that call the function, fastest first, until one
fails. Tests of time and of labelled pages do not take part. What survives goes to
`bench/results/mutants.md`: either no user sees the difference, or a test is missing.
"""

from __future__ import annotations

import importlib
import os
import pickle
import random
import signal
import sys
import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from bench.mutations import PACKAGE, Mutant, apply, changed_functions, mutants_of

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "mutants.md"
SHARED = ["tests/test_golden.py", "tests/test_docs.py::test_docstring_examples"]
ROOMS = {
    "content": ["tests/content", *SHARED],
    "metadata": ["tests/metadata", *SHARED],
    "extractors": ["tests/extractors", "tests/test_contract.py", *SHARED],
}
"""The tests of a room's files."""

SECONDS = 120


class Campaign:
    """A plugin of pytest that runs the tests of a room once, and then again for each mutant."""

    def __init__(self, room: str, count: int, seed: int) -> None:
        self.survivors: list[Mutant] = []
        self.tried = 0
        self._count = count
        files = sorted((PACKAGE / room).rglob("*.py"))
        self._mutants = [mutant for file in files for mutant in mutants_of(file)]
        random.Random(seed).shuffle(self._mutants)
        self._modules = {
            file: importlib.import_module(
                ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
            )
            for file in files
            if file.name != "__init__.py"
        }

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        seconds, called = forked(lambda: self._baseline(session.items), 1800)
        for mutant in self._mutants:
            if self.tried == self._count:
                break
            if mutant.file not in self._modules:
                continue
            names = changed_functions(mutant)
            touching = {
                test
                for test, functions in called.items()
                if any((str(mutant.file), name) in functions for name in names)
                or ("<module>" in names and str(mutant.file) in functions)
            }
            items = [item for item in session.items if item.nodeid in (touching or seconds)]
            items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))
            outcome = forked(partial(self._outcome, mutant, items), SECONDS)
            if outcome == "not possible":
                continue
            self.tried += 1
            if outcome == "survives":
                self.survivors.append(mutant)
            print("." if outcome == "noticed" else f"\n{mutant}\n", end="", flush=True)
        return True

    def _baseline(self, items: list[pytest.Item]) -> tuple[dict[str, float], dict[str, set[Any]]]:
        """How long each test takes, and which functions of the package it calls."""
        seconds, called = {}, defaultdict(set)
        room = str(PACKAGE)
        for item in items:
            own: set[Any] = set()

            def call(frame: FrameType, event: str, _: object, own: set[Any] = own) -> None:
                code = frame.f_code
                if code.co_filename.startswith(room):
                    own.add(code.co_filename)
                    own.add((code.co_filename, code.co_qualname.partition(".<locals>")[0]))

            began = time.perf_counter()
            sys.settrace(call)
            passed = passes(item)
            sys.settrace(None)
            if passed:
                seconds[item.nodeid], called[item.nodeid] = time.perf_counter() - began, own
        return seconds, dict(called)

    def _outcome(self, mutant: Mutant, items: list[pytest.Item]) -> str:
        if not apply(mutant, self._modules[mutant.file]):
            return "not possible"
        return "survives" if all(map(passes, items)) else "noticed"


def passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def forked(work: Callable[[], Any], seconds: int) -> Any:
    """What a function returns in a process of its own; "noticed" where that ends without a result."""
    reader, writer = os.pipe()
    if pid := os.fork():
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            sent = pipe.read()
        os.waitpid(pid, 0)
        return pickle.loads(sent) if sent else "noticed"
    signal.alarm(seconds)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    try:
        found = pickle.dumps(work())
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(found)
    finally:
        os._exit(0)


def report(campaigns: dict[str, Campaign]) -> str:
    """The table of rooms, and what survived."""
    lines = ["# mutants", "", "`make mutants`", ""]
    lines += ["| room | mutants | survive | share |", "| --- | ---: | ---: | ---: |"]
    for room, done in campaigns.items():
        share = len(done.survivors) / max(1, done.tried)
        lines.append(f"| {room} | {done.tried} | {len(done.survivors)} | {share:.0%} |")
    lines += ["", "| survives | is | becomes |", "| --- | --- | --- |"]
    survivors = [mutant for done in campaigns.values() for mutant in done.survivors]
    lines += [
        f"| {mutant} |" for mutant in sorted(survivors, key=lambda one: (one.file, one.start))
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = ArgumentParser(description="Which changed rules no test notices.")
    parser.add_argument("count", type=int, nargs="?", default=100, help="mutants of each room")
    parser.add_argument("--room", choices=ROOMS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.environ["CI"] = "1"  # the same examples each time
    marks = ["-m", "not timed and not slow and not data and not browser"]
    campaigns = {}
    for room in asked.room or ROOMS:
        campaigns[room] = Campaign(room, asked.count, asked.seed)
        pytest.main(["-q", "-s", "-p", "no:cacheprovider", *marks, *ROOMS[room]], [campaigns[room]])
    if not asked.room:
        RESULTS.write_text(report(campaigns))
    print("", report(campaigns), sep="\n")


if __name__ == "__main__":
    main()
