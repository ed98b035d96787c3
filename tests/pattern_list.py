"""Every regular expression of the package, found in its source, with the ways it is used.

A pattern is listed where it is a constant of its module, alone or in a dict or a tuple, or where a
cached function without arguments makes it. `unlisted` names what is written in another way.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import dehusk

PACKAGE = Path(dehusk.__file__).parent
_COMPILES_NOTHING = {
    *("A", "ASCII", "DOTALL", "I", "IGNORECASE", "M", "MULTILINE", "S", "VERBOSE", "X"),
    *("Match", "Pattern", "escape", "error", "RegexFlag"),
}
_SCANS = {"finditer", "findall", "sub", "subn", "split"}
_WAYS = _SCANS | {"search", "match", "fullmatch", "walk"}
_FROM_POSITION = {"match": "walk", "search": "finditer"}


class Listed(NamedTuple):
    """A pattern: `titles._WORD`, the pattern, and how the package calls it."""

    name: str
    pattern: re.Pattern[str] | re.Pattern[bytes]
    ways: frozenset[str]


def listed() -> list[Listed]:
    """All patterns of the package, in the order of its files."""
    return [one for path in _sources() for one in _listed_in(path)]


def unlisted() -> list[str]:
    """The places where a pattern is made, or `re` is used, so that `listed` would not see it."""
    return [
        f"{path.relative_to(PACKAGE)}:{line}: {why}"
        for path in _sources()
        for line, why in faults(_tree(path))
    ]


def faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What of a module could hide a pattern: lines and reasons."""
    seen = {call for statement in tree.body if _names(statement) for call in _compiles(statement)}
    modules = {node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("re", "regex", "sre_compile"):
            yield node.lineno, "write `import re` and `re.compile`"
        elif isinstance(node, ast.Import) and any(_is_odd(one) for one in node.names):
            yield node.lineno, "write `import re`, without another name"
        elif isinstance(node, ast.Name) and node.id == "re" and node not in modules:
            yield node.lineno, "`re` is passed on"
        elif _is_of_re(node) and node.attr not in _COMPILES_NOTHING | {"compile"}:
            yield node.lineno, f"make a constant with `re.compile`, not `re.{node.attr}`"
        elif isinstance(node, ast.Call) and _is_compile(node) and node not in seen:
            yield node.lineno, "a pattern is neither a constant nor made by a cached function"


def _is_odd(name: ast.alias) -> bool:
    return name.name == "regex" or (name.name == "re" and name.asname is not None)


def _is_of_re(node: ast.AST) -> Any:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "re"
    )


def _is_compile(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _is_of_re(node.func) and node.func.attr == "compile"


def _compiles(statement: ast.stmt) -> list[ast.Call]:
    return [
        node for node in ast.walk(statement) if isinstance(node, ast.Call) and _is_compile(node)
    ]


def _names(statement: ast.stmt) -> list[str]:
    """The names that a statement of a module gives to constants, or to a cached function."""
    if isinstance(statement, ast.Assign):
        found = [node for target in statement.targets for node in ast.walk(target)]
        return [node.id for node in found if isinstance(node, ast.Name)]
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    if isinstance(statement, ast.FunctionDef) and not any(ast.iter_child_nodes(statement.args)):
        cached = any(
            isinstance(one, ast.Name) and one.id == "cache" for one in statement.decorator_list
        )
        return [statement.name] if cached else []
    return []


def _listed_in(path: Path) -> Iterator[Listed]:
    tree = _tree(path)
    if not any(_compiles(statement) for statement in tree.body):
        return  # and the packages that it may need are not needed
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    module = importlib.import_module(".".join([PACKAGE.name, *parts]).removesuffix(".__init__"))
    for statement in tree.body:
        calls, names = _compiles(statement), _names(statement)
        if not calls or not names:
            continue
        values = [(name, getattr(module, name)) for name in names]
        found = [(name, one) for name, value in values for one in _patterns(value)]
        assert len(found) >= len(calls), f"{path.name}:{statement.lineno} hides a pattern"
        for index, (name, pattern) in enumerate(found):
            alone = isinstance(getattr(module, name), re.Pattern)
            called = ".".join([*parts, name]) + ("" if alone else f"[{index}]")
            yield Listed(called, pattern, _ways(name, tree))


def _patterns(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif hasattr(value, "cache_info"):
        yield from _patterns(value())
    elif isinstance(value, dict):
        yield from _patterns([*value.keys(), *value.values()])
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            yield from _patterns(item)


def _ways(name: str, tree: ast.Module) -> frozenset[str]:
    """How a pattern is called. One that goes from hand to hand may be called in every way that is
    seen in its module, or in all ways if none is.
    """
    trees = [tree] if name.startswith("_") else [_tree(path) for path in _sources()]
    nodes = [node for one in trees for node in ast.walk(one)]
    calls = [(owner, way) for node in nodes for owner, way in _called(node)]
    own = {way for owner, way in calls if _constant(owner) == name}
    owners = {_without_index(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    passed_on = any(_reads(node, name) and node not in owners for node in nodes)
    if own and not passed_on:
        return _strongest(own)
    any_way = {way for owner, way in calls if _constant(owner) is None and way != "split"}
    return _strongest(own | any_way or _WAYS)


def _called(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """What a method of patterns is called on, and the method.

    With a position, as scanners call them, `match` becomes `walk`, and `search` is `finditer`.
    """
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        way = node.func.attr
        if way in _WAYS:
            yield node.func.value, _FROM_POSITION.get(way, way) if len(node.args) > 1 else way


def _reads(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _constant(owner: ast.expr) -> str | None:
    """The constant that a method is called on, or on one of its items; a variable may hold any pattern."""
    named = _without_index(owner)
    return named.id if isinstance(named, ast.Name) and named.id.isupper() else None


def _without_index(owner: ast.expr) -> ast.expr:
    return owner.value if isinstance(owner, ast.Subscript) else owner


def _strongest(ways: set[str]) -> frozenset[str]:
    """The ways that are left when each that does no more than a part of another is gone."""
    if ways & _SCANS:
        return frozenset({"finditer"} | ways & {"fullmatch"})
    return frozenset(ways - {"match"} if ways & {"search", "walk"} else ways)


def _sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
