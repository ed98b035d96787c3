"""`dehusk evaluate`, through click's runner."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")

from click.testing import CliRunner, Result

from dehusk.cli import group

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    if "evaluate" not in group.COMMANDS:
        monkeypatch.setattr(group, "COMMANDS", (*group.COMMANDS, "evaluate"))
    return lambda *arguments: CliRunner().invoke(group.dehusk, ("evaluate", *map(str, arguments)))


def test_methods_of_rendered_pages_on_pages_that_are_not(folder: Path, run: Run) -> None:
    told = run(folder, "--method", "zones").output
    assert "give a dataset whose pages are snapshots" in told
    assert "--render" not in told


def test_a_table_of_markdown_in_a_pipe(folder: Path, run: Run) -> None:
    result = run(folder, "--method", "cnr", "--metric", "words")
    assert result.exit_code == 0
    assert result.stdout.startswith("# recipes: 3 pages by cnr\n\n## words")
    assert result.stderr == ""


def test_files(folder: Path, tmp_path: Path, run: Run) -> None:
    as_json, as_markdown = tmp_path / "a.json", tmp_path / "a.md"
    result = run(folder, "--by", "type", "--json", as_json, "--markdown", as_markdown)
    assert result.exit_code == 0
    plain = json.loads(as_json.read_text())
    assert plain["methods"] == ["default"]
    assert {score["group"] for score in plain["scores"]} == {"all", "recipe", "nothing"}
    assert as_markdown.read_text() == result.stdout


def test_tables_for_papers_and_spreadsheets(folder: Path, tmp_path: Path, run: Run) -> None:
    names = {form: tmp_path / f"a.{form}" for form in ("csv", "latex", "plot")}
    options = [part for form, name in names.items() for part in (f"--{form}", name)]
    result = run(folder, "--method", "cnr", "--method", "default", "--metric", "words", *options)
    assert result.exit_code == 0
    lines = names["csv"].read_text().splitlines()
    assert lines[0].startswith("dataset,metric,method,group,pages,precision,recall,f1,")
    assert [line.split(",")[2] for line in lines[1:]] == ["cnr", "default"]
    assert "\\toprule\n    method & words & ms \\\\" in names["latex"].read_text()
    assert ">default</text>" in names["plot"].read_text()
    assert "## paired differences in F1 by words" in result.stdout


def test_both_settings_in_one_table(folder: Path, run: Run) -> None:
    chosen = ("--method", "dana", "--method", "default")
    result = run(folder, *chosen, "--both-settings", "--metric", "words")
    assert result.stdout.startswith("# recipes: 3 pages by dana, dana, as published, default\n")
    assert run(folder, "--both-settings", "--as-published").exit_code == 2


def test_a_score_of_0_is_explained(folder: Path, run: Run) -> None:
    result = run(folder, "--method", "dana", "--as-published", "--metric", "words")
    assert (
        "dana found nothing on 2 of 2 pages: Nowhere in the source do characters" in result.stderr
    )
    assert "dana found nothing on 2 of 2 pages: " in result.stdout


def test_a_method_that_has_seen_the_pages(folder: Path, run: Run) -> None:
    learned = folder.rename(folder.with_name("wcxb-dev"))
    result = run(learned, "--method", "default", "--method", "cnr", "--metric", "words")
    assert "default was trained on a dataset called wcxb-dev" in result.stderr
    assert "cnr was trained" not in result.stderr
    assert (
        "trained"
        not in run(learned.rename(folder.with_name("pages")), "--method", "default").stderr
    )


def test_an_archive_with_a_limit(archive: Path, run: Run) -> None:
    result = run(archive, "--method", "cnr", "--method", "cnr", "--limit", "1", "--metric", "lcs")
    assert result.exit_code == 0
    assert result.stdout.startswith("# recipes: 1 pages by cnr\n")


def test_drawn_tables_on_a_terminal(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dehusk.cli.evaluate.is_terminal", lambda: True)
    result = run(folder, "--method", "cnr", "--metric", "words")
    assert result.exit_code == 0
    assert "words: words in common, order aside" in result.stdout
    assert "|" not in result.stdout
    assert "precision" in result.stdout


@pytest.mark.slow
def test_several_processes(folder: Path, run: Run) -> None:
    result = run(folder, "--method", "cnr", "--jobs", "2", "--metric", "all")
    assert result.exit_code == 0
    for title in (
        "## words",
        "## lcs",
        "## shingles",
        "## nodes",
        "## blocks",
        "## labelled-words",
    ):
        assert title in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--method", "magic"], 2, "There is no method 'magic'"),
        (["--metric", "magic"], 2, "There is no metric 'magic'"),
        (["--limit", "0"], 2, "--limit"),
        (["--jobs", "none"], 2, "--jobs"),
        (["--json", "no/such/folder/a.json"], 2, "There is no folder 'no/such/folder'"),
    ],
)
def test_misuse_is_one_line(
    folder: Path, run: Run, arguments: list[str], code: int, message: str
) -> None:
    result = run(folder, *arguments)
    assert result.exit_code == code
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


def test_no_dataset_is_one_line(tmp_path: Path, run: Run) -> None:
    result = run(tmp_path / "none.tar.xz")
    assert result.exit_code == 1
    assert result.stderr == f"dehusk: There is no dataset at {tmp_path / 'none.tar.xz'}.\n"


def test_problems_and_failures_are_named_and_the_rest_is_evaluated(folder: Path, run: Run) -> None:
    (folder / "html" / "tea.html").unlink()
    (folder / "html" / "bread.html").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    result = run(folder, "--method", "cnr", "--metric", "words")
    assert result.exit_code == 0
    assert result.stdout.startswith("# recipes: 2 pages by cnr")
    lines = result.stderr.splitlines()
    assert len(lines) == 2
    assert "gold.jsonl line 1: the page 'tea' is missing" in lines[0]
    assert lines[1].startswith("dehusk: cnr failed on bread: NotHtml: ")


def test_a_page_that_takes_too_long_is_a_failure_with_its_reason(folder: Path, run: Run) -> None:
    result = run(folder, "--method", "cnr", "--metric", "words", "--seconds", "1e-9")
    assert result.exit_code == 0
    lines = result.stderr.splitlines()
    assert len(lines) == 3
    assert all(
        re.fullmatch(r"dehusk: cnr failed on \S+: OutOfTime: Extracting took longer than .*", line)
        for line in lines
    )
