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
NATIVE = "src/dehusk/_text.pyx"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project whose environment is newer than all of its sources."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("pyproject.toml", "setup.py", NATIVE, ".venv/.ready", ".venv/.built"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, 2 * (BEFORE if ".venv" in name else LONG_AGO,))
    return tmp_path


def planned(folder: Path, target: str) -> str:
    command = ["make", "--dry-run", "--old-file=chromium", target]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


TARGETS = ("demo", "test", "golden", "bench", "soak", "train", "fuzz")


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
