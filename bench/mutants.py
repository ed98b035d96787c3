"""Which changed rules no test notices.

`python -m bench.mutants [MUTANTS] [--room content] [--seed 1]`, 100 a room without a number.

One constant, comparison, `and`, `or` or `not` is changed at a time. No file is touched: tests are
collected once, and each mutant is a forked process in which the changed function or constant
takes the place of the old. It runs the tests that call the function, fastest first, until one
fails. Tests of time and of labelled pages do not take part. What survives goes to
`bench/results/mutants.md`: either no user sees the difference, or a test is missing.
"""

from __future__ import annotations

import ast
import gc
import importlib
import os
import pickle
import random
import re
import signal
import sys
import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "dehusk"
RESULTS = ROOT / "bench" / "results" / "mutants.md"
ROOMS = {
    "content": ["tests/content", "tests/test_golden.py"],
    "metadata": ["tests/metadata", "tests/test_golden.py"],
    "extractors": ["tests/extractors", "tests/test_contract.py", "tests/test_golden.py"],
}
"""The tests of a room's files."""

SECONDS = 120
PLAIN = (int, float, str, bytes, tuple, list, dict, frozenset, set, re.Pattern, np.ndarray)
SWAPS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}
TURNED = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
"""Comparisons with 0, which ask whether there is a row or anything at all: row 0 is `html`, so that
`row > 0` would change nothing."""


@dataclass(frozen=True)
class Mutant:
    """A file with one thing changed: the bytes from `start` to `end` become `new`."""

    file: Path
    start: int
    end: int
    new: str

    @property
    def line(self) -> int:
        return self.file.read_bytes()[: self.start].count(b"\n") + 1

    @property
    def source(self) -> str:
        old = self.file.read_bytes()
        return (old[: self.start] + self.new.encode() + old[self.end :]).decode()

    def __str__(self) -> str:
        before, after = (
            text.splitlines()[self.line - 1].strip().replace("|", "\\|")
            for text in (self.file.read_text(), self.source)
        )
        return f"{self.file.relative_to(PACKAGE)}:{self.line} | `{before}` | `{after}`"


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Every change of one file that is tried."""
    source = file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    bounds: set[ast.AST] = set()

    def span(node: Any) -> tuple[int, int]:
        first = starts[node.lineno - 1] + node.col_offset
        return first, starts[node.end_lineno - 1] + node.end_col_offset

    def swapped(operator: ast.AST, left: ast.AST, right: ast.AST) -> Iterator[Mutant]:
        old, new = SWAPS[type(operator)]
        if is_zero(right):
            new = TURNED.get(old, new)
        between = slice(span(left)[1], span(right)[0])
        pattern = r"(?<!\w)" + old.replace(" ", r"\s+") + r"(?!\w)"
        if found := re.search(pattern.encode(), source[between]):
            yield Mutant(file, between.start + found.start(), between.start + found.end(), new)

    def walk(node: ast.AST) -> Iterator[Mutant]:
        if (
            isinstance(node, ast.JoinedStr)
            or node in bounds
            or (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") in ("lru_cache", "check")
            )
        ):
            return
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            yield from (Mutant(file, *span(node), new) for new in changed_number(node.value))
        elif isinstance(node, ast.Compare):
            bounds.update(side for side in node.comparators if is_zero(side))
            for operator, sides in zip(
                node.ops, pairwise([node.left, *node.comparators]), strict=True
            ):
                yield from swapped(operator, *sides)
        elif isinstance(node, ast.BoolOp):
            yield from swapped(node.op, node.values[0], node.values[1])
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield Mutant(file, span(node)[0], span(node)[0] + len("not"), "")
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns"):
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        yield from walk(child)

    yield from walk(ast.parse(source))


def is_zero(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def changed_number(value: float) -> Iterator[str]:
    """A number that is a little larger and one that is a little smaller."""
    if isinstance(value, int):
        step = max(1, abs(value) // 4)
        yield from (repr(value + step), repr(value - step) if value else "1")
    else:
        yield from (repr(round(value * 1.25, 9) or 0.25), repr(round(value * 0.8, 9) or -0.25))


def codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """The code of a module and of every function in it, by name and first line."""
    yield (code.co_qualname, code.co_firstlineno), code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def functions_of(file: Path) -> dict[tuple[str, int], FunctionType]:
    """The living functions whose code is in a file."""
    found = (one for one in gc.get_objects() if isinstance(one, FunctionType))
    return {
        (one.__code__.co_qualname, one.__code__.co_firstlineno): one
        for one in found
        if one.__code__.co_filename == str(file)
    }


def changed_functions(mutant: Mutant) -> set[str]:
    """The names of the functions that a mutant changes; `<module>` where it is a constant."""
    before = dict(codes(compile(mutant.file.read_text(), str(mutant.file), "exec")))
    after = dict(codes(compile(mutant.source, str(mutant.file), "exec")))
    own = [key for key in before if before[key].co_code != after[key].co_code]
    own += [key for key in before if plain(before[key]) != plain(after[key])]
    return {name.partition(".<locals>")[0] for name, _ in own}


def plain(code: CodeType) -> list[object]:
    return [repr(one) for one in code.co_consts if not isinstance(one, CodeType)]


def apply(mutant: Mutant, module: ModuleType) -> bool:
    """Put a mutant in the place of what is loaded. False where that is not possible: in a class body."""
    names = changed_functions(mutant)
    changed = compile(mutant.source, str(mutant.file), "exec")
    living = functions_of(mutant.file)
    for key, code in codes(changed):
        if key in living:
            living[key].__code__ = code
    for one in gc.get_objects():
        if callable(getattr(type(one), "cache_clear", None)):
            one.cache_clear()
    if "<module>" not in names:
        return any(name in names for name, _ in living)
    fresh: dict[str, Any] = {"__name__": module.__name__, "__file__": module.__file__}
    fresh["__package__"] = module.__package__
    exec(changed, fresh)
    done = False
    for name, new in fresh.items():
        old = vars(module).get(name)
        if isinstance(new, PLAIN) and not same(old, new):
            for other in [one for key, one in sys.modules.items() if key.startswith("dehusk")]:
                if vars(other).get(name) is old:
                    setattr(other, name, new)
                    done = True
    return done


def same(old: object, new: object) -> bool:
    try:
        return pickle.dumps(old) == pickle.dumps(new)
    except (
        AttributeError,
        TypeError,
        pickle.PicklingError,
    ):  # functions: they are changed in place
        return True


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
            self.tried += outcome != "not possible"
            if outcome == "survives":
                self.survivors.append(mutant)
            print("." if outcome != "survives" else f"\n{mutant}\n", end="", flush=True)
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
