from __future__ import annotations

import json
from pathlib import Path

import pytest

from dehusk.cli.failures import ExitCode
from tests.cli.conftest import Run

TWO = ("--method", "semantic", "--method", "cnr")


def test_a_table_in_a_pipe(folder: Path, run: Run) -> None:
    result = run("compare", "tea.html", *TWO)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "| method | words kept | ms | agreement | semantic | cnr |"
    assert lines[2].startswith("| semantic | ")
    assert "agreement 1.00: the mean overlap" in result.stdout


def test_every_method_without_a_name(folder: Path, run: Run) -> None:
    output = run("compare", "tea.html").stdout
    for name in ("semantic", "dana", "cnr"):
        assert f"\n| {name} |" in output
    assert "left out: zones" in output


def test_a_table_on_a_terminal(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dehusk.cli.compare.is_terminal", lambda: True)
    output = run("compare", "tea.html", *TWO).stdout
    assert "words kept" in output
    assert "|" not in output


def test_json(folder: Path, run: Run) -> None:
    data = json.loads(run("compare", "tea.html", "--format", "json").stdout)
    assert {method["method"] for method in data["methods"]} >= {"semantic", "dana", "cnr"}


@pytest.mark.parametrize("name", ["compare.html", "compare.json", "compare.txt"])
def test_the_name_of_the_output_decides(folder: Path, run: Run, name: str) -> None:
    result = run("compare", "tea.html", *TWO, "-o", name)
    assert (result.exit_code, result.output) == (0, "")
    start = {".html": "<!doctype html>", ".json": "{", ".txt": "| method |"}[Path(name).suffix]
    assert (folder / name).read_text().startswith(start)


def test_standard_input_and_url(folder: Path, run: Run) -> None:
    result = run(
        *("compare", "--format", "html", "--url", "https://example.org/tea", *TWO),
        input=(folder / "tea.html").read_text(),
    )
    assert "https://example.org/tea" in result.stdout


def test_a_page_does_not_fill_the_screen(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dehusk.cli.compare.is_terminal", lambda: True)
    result = run("compare", "tea.html", "--format", "html")
    assert result.exit_code == ExitCode.USAGE
    assert "-o compare.html" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["no.html"], ExitCode.FAILED, "No such file"),
        (["paper.pdf"], ExitCode.FAILED, "PDF"),
        (["."], ExitCode.USAGE, "one page"),
        (["tea.html", "--method", "magic"], ExitCode.USAGE, "There is no method 'magic'"),
        (["tea.html", "--method", "gce"], ExitCode.FAILED, "rendered page"),
        (["tea.html", "-o", "tea.html"], ExitCode.FAILED, "overwrite the page"),
    ],
)
def test_what_goes_wrong_is_one_line(
    folder: Path, run: Run, arguments: list[str], code: int, words: str
) -> None:
    result = run("compare", *arguments)
    assert result.exit_code == code
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_nothing_found(folder: Path, run: Run) -> None:
    result = run("compare", "empty.html", *TWO)
    assert result.exit_code == ExitCode.NOTHING_FOUND
    assert "semantic found nothing: The page has no article" in result.stdout
