"""Programs with one thing changed, and how a change takes the place of what is loaded.

>>> list(changed_number(0.5)), list(changed_number(8))
(['0.625', '0.4'], ['10', '6'])
"""

from __future__ import annotations

import ast
import gc
import pickle
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

PACKAGE = Path(__file__).parent.parent / "src" / "dehusk"
PLAIN = (int, float, str, bytes, tuple, list, dict, frozenset, set, re.Pattern, np.ndarray)
_SWAPPED = """Lt:<:<= LtE:<=:< Gt:>:>= GtE:>=:> Eq:==:!= NotEq:!=:== In:in:not_in NotIn:not_in:in
    Is:is:is_not IsNot:is_not:is And:and:or Or:or:and"""
SWAPS = {
    getattr(ast, kind): (old.replace("_", " "), new.replace("_", " "))
    for kind, old, new in (line.split(":") for line in _SWAPPED.split())
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
        step = max(1, value // 4)
        yield repr(value + step)
        if value:
            yield repr(value - step)
    else:
        yield from (repr(round(value * 1.25, 9) or 0.25), repr(round(value * 0.8, 9) or -0.25))


Codes = dict[tuple[str, int], CodeType]


def codes(code: CodeType) -> Codes:
    """The code of a module and of every function in it, by name and first line."""
    found = {(code.co_qualname, code.co_firstlineno): code}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= codes(constant)
    return found


def changed_functions(mutant: Mutant) -> set[str]:
    """The names of the functions that a mutant changes; `<module>` where it is a constant."""

    def said(code: CodeType) -> tuple[object, ...]:
        return code.co_code, *(repr(one) for one in code.co_consts if type(one) is not CodeType)

    before, after = (
        codes(compile(text, str(mutant.file), "exec"))
        for text in (mutant.file.read_text(), mutant.source)
    )
    return {
        key[0].partition(".<locals>")[0] for key in before if said(before[key]) != said(after[key])
    }


def apply(mutant: Mutant, module: ModuleType) -> bool:
    """Put a mutant in the place of what is loaded. False where that is not possible: in a class body."""
    names, done = changed_functions(mutant), False
    changed = compile(mutant.source, str(mutant.file), "exec")
    new_codes = codes(changed)
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == str(mutant.file):
            key = one.__code__.co_qualname, one.__code__.co_firstlineno
            one.__code__ = new_codes.get(key, one.__code__)
            done |= key[0] in names
        elif callable(getattr(type(one), "cache_clear", None)):
            one.cache_clear()
    if "<module>" not in names:
        return done
    fresh = {name: vars(module)[name] for name in ("__name__", "__file__", "__package__")}
    exec(changed, fresh)
    for name, new in fresh.items():
        old = vars(module).get(name)
        if isinstance(new, PLAIN) and not same(old, new):
            for key, other in sys.modules.items():
                if key.startswith("dehusk") and vars(other).get(name) is old:
                    setattr(other, name, new)
                    done = True
    return done


def same(old: object, new: object) -> bool:
    try:
        return pickle.dumps(old) == pickle.dumps(new)
    except (AttributeError, TypeError, pickle.PicklingError):  # functions are changed in place
        return True
