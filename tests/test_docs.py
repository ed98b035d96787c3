"""Examples in docstrings and documents are tests."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import dehusk
from tests.conftest import ROOT

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(dehusk.__path__, "dehusk.")
    if not module.name.endswith("__main__")
)
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


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


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_the_architecture_fits_on_a_page() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text().splitlines()) < 100
