"""What stands in more than one file of the project and has to agree."""

from __future__ import annotations

import re
import tomllib

import pytest

import dehusk
from dehusk.fetch import _default_user_agent
from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_the_version_stands_in_one_place() -> None:
    assert PROJECT["project"]["dynamic"] == ["version", "readme"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "dehusk.__version__"}
    written = re.compile(rf"__version__ = |{re.escape(dehusk.__version__)}")
    source = ROOT / "src" / "dehusk"
    found = [path for path in source.rglob("*.py") if written.search(path.read_text())]
    assert found == [source / "__init__.py"]


def test_the_user_agent_and_the_command_name_it() -> None:
    assert _default_user_agent().startswith(f"dehusk/{dehusk.__version__} ")
    testing = pytest.importorskip("click.testing")
    from dehusk.cli.group import dehusk as command

    shown = testing.CliRunner().invoke(command, ["--version"])
    assert shown.output == f"dehusk {dehusk.__version__}\n"


def test_what_is_cited_names_it() -> None:
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {dehusk.__version__}\n" in citation
    entry = (ROOT / "docs" / "guides" / "methods.md").read_text()
    assert f"version = {{{dehusk.__version__}}}," in entry


def test_the_changelog_begins_with_what_comes_next_or_was_released_last() -> None:
    heading = re.search(r"^## .*$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert heading is not None
    assert "[Unreleased]" in heading[0] or f"[{dehusk.__version__}]" in heading[0]


def test_wheels_are_built_and_setup_says_the_same_oldest_python() -> None:
    oldest = re.search(r"OLDEST = \((\d+), (\d+)\)", (ROOT / "setup.py").read_text())
    assert oldest is not None
    assert PROJECT["project"]["requires-python"] == f">={oldest[1]}.{oldest[2]}"
    assert PROJECT["tool"]["cibuildwheel"]["build"].startswith(f"cp{oldest[1]}{oldest[2]}-* ")
    assert PROJECT["tool"]["ruff"]["target-version"] == f"py{oldest[1]}{oldest[2]}"


def test_every_python_that_is_named_gets_tested() -> None:
    named = [
        classifier.rpartition(" ")[2]
        for classifier in PROJECT["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", classifier)
    ]
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text()
    quoted = ", ".join(f'"{version}"' for version in named)
    assert f"python: [{quoted}]" in workflow
    wheels = PROJECT["tool"]["cibuildwheel"]["build"]
    assert all(f"cp{version.replace('.', '')}-*" in wheels for version in named)
