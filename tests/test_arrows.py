"""Who may import whom: the rooms in the order of the data's way, native files included."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dehusk

PACKAGE = Path(dehusk.__file__).parent
NATIVE = {".pyx", ".pxd", ".pxi"}
FOR_ALL = {"__version__", "budget", "errors", "lazy", "reprs"}
"""What knows nobody but itself, and everybody may import."""

MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "lazy": set(),
    "reprs": set(),
    "budget": set(),
    "native": set(),
    "page": {"native"},
    "selection": {"native", "page"},
    "views": {"native", "page"},
    "metadata": {"native", "page", "views"},
    "extractors": {"native", "page", "selection", "views"},
    "content": {"native", "page", "selection", "views", "metadata"},
    "writers": {"native", "content", "metadata", "page", "views"},
    "document": {
        "page",
        "selection",
        "views",
        "metadata",
        "extractors",
        "content",
        "writers",
        "native",
    },
}
"""Rooms that are not listed stand at the end of the way and may import anything in the package."""

AT_THE_END = set(
    "files workers parameters pipeline series batch spark evaluate explain fetch rendering integrations compat sites"
    " reproduce serve mcp cli"
    " __main__ __init__".split()
)

FOUNDATIONS = {"densities", "exhibits", "forest", "source_lines"}
"""What several extractors stand on."""


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].partition(".")[0]


def imported(path: Path) -> Iterator[str]:
    """What of dehusk a file imports when it runs, by dotted name without `dehusk.`."""
    names = native_imports(path) if path.suffix in NATIVE else python_imports(path)
    return (name.removeprefix("dehusk.") for name in names if name.startswith("dehusk."))


def native_imports(path: Path) -> Iterator[str]:
    """The modules that a Cython file imports or cimports, anywhere in it."""
    lines = re.findall(
        r"^\s*(?:from|c?import)\s+(dehusk[\w.]*)(?:\s+c?import\s+(.*))?", path.read_text(), re.M
    )
    for module, names in lines:
        yield from (
            f"{module}.{name.strip(' ()')}" for name in names.split(",") if name.strip(" ()")
        )


def python_imports(path: Path) -> Iterator[str]:
    """The names that a Python file imports; what only type checkers import is free."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


FILES = sorted(path for path in PACKAGE.rglob("*") if path.suffix in {".py", *NATIVE})
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))


def is_within(name: str, place: str) -> bool:
    return name == place or name.startswith(f"{place}.")


@each_file
def test_imports_follow_the_arrows(path: Path) -> None:
    room = room_of(path)
    if room in AT_THE_END:
        return
    assert room in MAY_IMPORT, f"say in this test whom {room} may import"
    allowed = MAY_IMPORT[room] | FOR_ALL | {room}
    strangers = [
        name for name in imported(path) if not any(is_within(name, place) for place in allowed)
    ]
    assert not strangers, f"{room} may not import {strangers}"


@each_file
def test_extractors_do_not_know_each_other_and_nobody_knows_the_workshop(path: Path) -> None:
    text = path.read_text()
    assert "import bench" not in text
    assert "import training" not in text
    if room_of(path) != "extractors":
        return
    own = path.relative_to(PACKAGE / "extractors").parts[0].removesuffix(".py")
    others = (
        {name.split(".")[1] for name in imported(path) if is_within(name, "extractors")}
        - FOUNDATIONS
        - {own}
    )
    assert not others, f"{own} imports {others}"


def test_the_arrows_are_those_of_the_architecture() -> None:
    text = (PACKAGE.parents[1] / "ARCHITECTURE.md").read_text()
    line = text.partition("## Who may import whom")[2].partition(" ← all")[0]
    steps = [re.findall(r"`(\w+)`", step) for step in line.split("←")]
    step_of = {room: number for number, rooms in enumerate(steps) for room in rooms}
    assert step_of.keys() - AT_THE_END == MAY_IMPORT.keys() - FOR_ALL
    for room, others in MAY_IMPORT.items():
        later = [other for other in others if "." not in other and step_of[other] >= step_of[room]]
        assert not later, f"{room} stands before {later}"


def test_the_arrows_see_native_files() -> None:
    seen = set(imported(PACKAGE / "native" / "parser" / "parse.pxi"))
    assert {"native.codes.TAG_IDS", "native.watch.Watch", "errors.PageTooLarge"} <= seen


@pytest.mark.parametrize("room", sorted(path for path in PACKAGE.iterdir() if path.is_dir()))
def test_every_room_says_who_lives_there(room: Path) -> None:
    if room.name != "__pycache__":
        docstring = ast.get_docstring(ast.parse((room / "__init__.py").read_text()))
        assert docstring, f"{room.name}/__init__.py has no docstring"


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix in NATIVE], ids=str)
def test_native_files_stay_readable(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 1_500


@pytest.mark.parametrize("module", sorted(path.stem for path in (PACKAGE / "native").glob("*.pyx")))
def test_a_native_module_can_be_imported_first(module: str) -> None:
    """Whatever else is loaded already, as by other tests, may hide that modules import each other."""
    command = [sys.executable, "-c", f"import dehusk.native.{module}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
