"""What would change in a file of Python that moves from another extractor to dehusk.

>>> for change in changes("import trafilatura\\ntrafilatura.extract(page, deduplicate=True)\\n"):
...     print(change)
1: import trafilatura -> from dehusk.compat import trafilatura
2: deduplicate of extract has no effect: repeated text is kept once in any case
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
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
    return sorted(_of_imports(tree, wanted) | _of_parameters(tree, wanted))


def _of_imports(tree: ast.AST, wanted: set[str]) -> set[Change]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {
                _renamed(node.lineno, alias)
                for alias in node.names
                if alias.name in wanted or _home(alias.name) in wanted
            }
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= set(_from(node, node.module, wanted))
    return found


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
    names = ", ".join(alias.name for alias in node.names)
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
    kept = [alias.name for alias in node.names if hasattr(REPLACEMENTS[home], alias.name)]
    lost = [alias.name for alias in node.names if alias.name not in kept and alias.name != "*"]
    if kept:
        yield Change(
            node.lineno, f"from {module} import {names} -> from {ours} import {', '.join(kept)}"
        )
    for name in lost:
        yield Change(node.lineno, f"{name} of {module} has no replacement")


def _of_parameters(tree: ast.AST, wanted: set[str]) -> set[Change]:
    """The parameters that have no effect, of calls by a name that a replacement has."""
    if not _imports_any(tree, wanted):
        return set()
    found = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        for module in wanted:
            replacement = REPLACEMENTS[module]
            if not hasattr(replacement, name):
                continue
            advice: dict[str, str] = getattr(replacement, "_ADVICE", {})
            found |= {
                Change(node.lineno, f"{given.arg} of {name} has no effect: {advice[given.arg]}")
                for given in node.keywords
                if given.arg in advice
            }
    return found


def _imports_any(tree: ast.AST, wanted: set[str]) -> bool:
    roots = {name.split(".")[0] for name in wanted}
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        if any(name.split(".")[0] in roots for name in names):
            return True
    return False
