"""What would change in a file of Python that moves from another extractor to dehusk.

>>> for change in changes("import trafilatura\\ntrafilatura.extract(page, deduplicate=True)\\n"):
...     print(change)
1: import trafilatura -> from dehusk.compat import trafilatura
2: deduplicate of extract has no effect: repeated text is kept once in any case
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dehusk.compat import goose3, justext, newspaper, readability, resiliparse, trafilatura
from dehusk.errors import DehuskError

REPLACEMENTS = {
    "trafilatura": trafilatura,
    "readability": readability,
    "justext": justext,
    "resiliparse.extract.html2text": resiliparse,
    "newspaper": newspaper,
    "goose3": goose3,
}


@dataclass(frozen=True, order=True)
class Change:
    """A line of a file and what to do about it."""

    line: int
    advice: str

    def __str__(self) -> str:
        return f"{self.line}: {self.advice}"


def changes(code: str, package: str | None = None) -> list[Change]:
    """The changes that a file needs, of one package or of all that there is a replacement for."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError) as error:
        raise DehuskError(f"This is no Python that can be read: {error}.") from error
    wanted = {name for name in REPLACEMENTS if package is None or name.split(".")[0] == package}
    nodes = list(ast.walk(tree))
    imports = {change for node in nodes for change in _of_import(node, wanted)}
    return sorted(imports | (_of_parameters(nodes, wanted) if imports else set()))


def _of_import(node: ast.AST, wanted: set[str]) -> Iterator[Change]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            if _home(alias.name) in wanted:
                yield _renamed(node.lineno, alias)
    elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
        yield from _from(node, node.module, wanted)


def _home(module: str) -> str:
    """The module that has a replacement, of one that may be inside of it."""
    known = (name for name in REPLACEMENTS if module == name or module.startswith(f"{name}."))
    return next(known, module)


def _renamed(line: int, alias: ast.alias) -> Change:
    before = f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
    if alias.name not in REPLACEMENTS:
        return Change(line, f"{before} has no replacement")
    ours = REPLACEMENTS[alias.name].__name__.rpartition(".")[2]
    name = alias.asname or alias.name.partition(".")[0]
    suffix = f" as {name}" if name != ours else ""
    return Change(line, f"{before} -> from dehusk.compat import {ours}{suffix}")


def _from(node: ast.ImportFrom, module: str, wanted: set[str]) -> Iterator[Change]:
    home = _home(module)
    if home not in wanted:
        for alias in node.names:
            inner = f"{module}.{alias.name}"
            if inner in wanted:
                ours = REPLACEMENTS[inner].__name__.rpartition(".")[2]
                name = alias.asname or alias.name
                yield Change(
                    node.lineno,
                    f"from {module} import {alias.name} -> from dehusk.compat import {ours} as {name}",
                )
        return
    ours = REPLACEMENTS[home].__name__
    said = [alias.name for alias in node.names]
    kept = [name for name in said if name == "*" or hasattr(REPLACEMENTS[home], name)]
    lost = [name for name in said if name not in kept]
    if kept:
        before, after = ", ".join(said), ", ".join(kept)
        advice = f"from {module} import {before} -> from {ours} import {after}"
        yield Change(node.lineno, advice)
    for name in lost:
        yield Change(node.lineno, f"{name} of {module} has no replacement")


def _of_parameters(nodes: Iterable[ast.AST], wanted: set[str]) -> set[Change]:
    """The parameters that have no effect, of calls by a name that a replacement has."""
    found = set()
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        for module in wanted:
            replacement = REPLACEMENTS[module]
            advice: dict[str, str] = getattr(replacement, "_ADVICE", {})
            if hasattr(replacement, name):
                found |= {
                    Change(node.lineno, f"{given.arg} of {name} has no effect: {advice[given.arg]}")
                    for given in node.keywords
                    if given.arg in advice
                }
    return found
