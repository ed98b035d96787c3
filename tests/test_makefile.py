"""What `make` would do, asked with `make --dry-run` in a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")

LONG_AGO, BEFORE, NOW = 1_000_000, 2_000_000, 3_000_000
NATIVE = "src/dehusk/native/scan.pyx"
RENDERERS = "tests/writers/renderers/package.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project whose environment is newer than all of its sources."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    stamps = (".venv/.light", ".venv/.ready", ".venv/.built")
    for name in ("pyproject.toml", "setup.py", NATIVE, RENDERERS, *stamps):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, 2 * (BEFORE if ".venv" in name else LONG_AGO,))
    return tmp_path


def planned(folder: Path, target: str) -> str:
    command = ["make", "--dry-run", "--old-file=chromium", target]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


TARGETS = ("demo", "test", "golden", "bench", "speed", "soak", "faults", "train", "fuzz")


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_is_built_twice(folder: Path, target: str) -> None:
    plan = planned(folder, target)
    assert "build_ext" not in plan
    assert "--editable" not in plan


@pytest.mark.parametrize("target", TARGETS)
def test_an_edit_of_native_code_builds_it_and_installs_nothing(folder: Path, target: str) -> None:
    os.utime(folder / NATIVE, (NOW, NOW))
    plan = planned(folder, target)
    assert "build_ext --inplace" in plan
    assert "--editable" not in plan


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.py"])
def test_other_requirements_make_the_environment_anew(folder: Path, name: str) -> None:
    os.utime(folder / name, (NOW, NOW))
    assert "--editable" in planned(folder, "test")


def test_the_demo_installs_what_it_needs_and_no_more(folder: Path) -> None:
    shutil.rmtree(folder / ".venv")
    plan = planned(folder, "demo")
    assert plan.count("--editable") == 1
    assert "--editable '.[cli]'" in plan
    assert "dehusk extract" in plan


def test_the_tests_come_after_the_demo(folder: Path) -> None:
    """In the same environment: what is there is not made again."""
    (folder / ".venv" / ".ready").unlink()
    plan = planned(folder, "test")
    assert plan.count("--editable") == 1
    assert "--editable '.[dev]'" in plan
    assert "-m venv" not in plan
    assert "--editable" not in planned(folder, "demo")


def test_a_fresh_clone_can_begin_with_the_tests(folder: Path) -> None:
    shutil.rmtree(folder / ".venv")
    plan = planned(folder, "test")
    assert plan.index("-m venv") < plan.index("'.[cli]'") < plan.index("'.[dev]'")
    assert plan.index("'.[dev]'") < plan.index("-m pytest")
