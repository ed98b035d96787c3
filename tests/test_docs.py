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


METHODS = {
    "cnr": ("extractors/cnr.py",),
    "dana": ("extractors/dana/*.py",),
    "context": (
        "extractors/context.py",
        "extractors/boilerpipe.py",
        "extractors/densities.py",
        "../../training/*.py",
    ),
    "zones": ("extractors/zones/*.py", "views/shown.py", "views/sentences.py"),
    "gce": ("extractors/gce/*.py",),
}
"""The documents that hold a method against its paper, and the files that its code is in."""


@pytest.mark.parametrize("name", METHODS)
def test_every_line_of_code_that_a_step_of_a_paper_names_is_there(name: str) -> None:
    package = Path(dehusk.__file__).parent
    code = "".join(
        path.read_text() for pattern in METHODS[name] for path in sorted(package.glob(pattern))
    )
    document = (ROOT / "docs" / f"{name}.md").read_text()
    lines = re.findall(
        r"^\|.*\|$", document.partition("| step of the paper |")[2].partition("\n\n")[0], re.M
    )
    named = [re.search(r"`([^`]+)` \|$", line) for line in lines]
    assert sum(found is not None for found in named) >= 5
    for found in named:
        assert found is None or found.group(1).replace("\\|", "|") in code, found
