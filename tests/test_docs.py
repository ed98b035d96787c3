"""Examples in docstrings and documents are tests."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import dehusk
from tests.conftest import ROOT
from tests.documents import blocks, run_blocks

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(dehusk.__path__, "dehusk.")
    if not module.name.endswith("__main__")
)
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
NEEDED = {
    "corpus": ("click", "fastwarc", "feedparser", "lxml", "protego", "pyarrow"),
    "methods": ("click", "rapidfuzz"),
    "reader": ("httpx",),
    "retrieval": ("click",),
    "train": ("click", "rapidfuzz", "lightgbm", "sklearn"),
}
"""What a guide tells its readers to install."""


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except dehusk.MissingExtra as error:
        pytest.skip(str(error))
    results = doctest.testmod(module)
    assert results.failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_document_examples(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert results.failed == 0


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_guides_run_as_they_stand(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in NEEDED[path.stem]:
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    assert run_blocks(path, tmp_path) >= 5


def commands(path: Path) -> Iterator[list[str]]:
    """The calls of dehusk in the shell blocks of a document, as lists of words."""
    for block in blocks(path):
        if block.language in ("sh", "console"):
            for line in block.code.replace("\\\n", " ").splitlines():
                for part in re.split(r"\||&&", line.removeprefix("$ ")):
                    words = shlex.split(part, comments=True)
                    if words[:1] == ["dehusk"]:
                        yield words[1:]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_and_options_of_documents_exist(path: Path) -> None:
    pytest.importorskip("click")
    from dehusk.cli.group import dehusk as group

    context = group.make_context("dehusk", [], resilient_parsing=True)
    for words in commands(path):
        name, *rest = [word for word in words if word != "--debug"]
        if name.startswith("-"):
            continue
        command = group.get_command(context, name)
        assert command is not None, f"dehusk {name}"
        known = {option for part in command.params for option in part.opts}
        named = {word.partition("=")[0] for word in rest if re.match(r"--?[a-z]", word)}
        assert named - known <= {"--help"}, words


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_documents_import_from_dehusk_is_there(path: Path) -> None:
    for block in blocks(path):
        if block.language != "python" or ">>> " in block.code:
            continue
        for node in ast.walk(ast.parse(block.code)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dehusk"):
                try:
                    module = importlib.import_module(node.module or "")
                except dehusk.MissingExtra:
                    continue
                assert [one.name for one in node.names if not has(module, one.name)] == []


def has(module: ModuleType, name: str) -> bool:
    """Whether a module has a name, or a module of that name in it."""
    return hasattr(module, name) or f"{module.__name__}.{name}" in MODULES


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_the_architecture_fits_on_a_page() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text().splitlines()) < 100


def test_papers_are_cited_as_the_citation_file_has_them() -> None:
    cited = (ROOT / "CITATION.cff").read_text()
    guide = (ROOT / "docs" / "guides" / "methods.md").read_text()
    titles = re.findall(r"^    title: (.+)$", cited, re.MULTILINE)
    assert len(titles) == 6
    assert [title for title in titles if f"{{{title}}}" not in guide] == []
    numbers = re.findall(r"^    doi: (.+)$", cited, re.MULTILINE)
    assert [number for number in numbers if f"{{{number}}}" not in guide] == []
    families = re.findall(r"family-names: ([^,}]+)", cited)
    assert [family for family in families if f"{family}, " not in guide] == []
