"""`dehusk migrate` on files and folders."""

from __future__ import annotations

from pathlib import Path

from .conftest import Run


def test_folders_are_read_and_hidden_ones_are_not(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import trafilatura\n")
    (tmp_path / "b.py").write_text("def tea(:")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "c.py").write_text("import trafilatura\n")
    result = run("migrate", "trafilatura", str(tmp_path))
    assert result.exit_code == 0
    assert result.stdout.count("->") == 1
    assert "no Python" in result.stderr
    assert "1 place\n" in result.stderr


def test_a_package_that_it_does_not_know_is_misuse(run: Run) -> None:
    assert run("migrate", "tea").exit_code == 2
