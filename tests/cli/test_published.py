"""`--as-published`: the same methods to the letter of their papers, in every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dehusk import extract
from dehusk.cli.failures import ExitCode
from dehusk.extractors.cnr import CharsNodesRatio
from tests.cli.conftest import Run


@pytest.fixture
def page(folder: Path) -> str:
    """A page of which the paper's setting keeps less than ours."""
    text = "A long sentence about tea that has a good many characters, as articles do. "
    html = f"<body><article><p>{text}</p><p>{text}</p><h2>Title</h2></article><p>{text * 2}</p>"
    (folder / "page.html").write_text(html)
    return html


def test_extract(page: str, run: Run) -> None:
    expected = extract(page, method=CharsNodesRatio.as_published()).as_selected().text
    found = run("extract", "page.html", "--method", "cnr", "--as-published", "--text").stdout
    assert found.strip() == expected.strip()
    assert found != run("extract", "page.html", "--method", "cnr", "--text").stdout


def test_explain(page: str, run: Run, folder: Path) -> None:
    run("explain", "page.html", "--method", "cnr", "--as-published", "-o", "report.html")
    report = (folder / "report.html").read_text()
    assert "<code>lone_parents = False</code>" in report
    assert "The nodes by their ratio" in report


def test_compare(page: str, run: Run) -> None:
    data = json.loads(run("compare", "page.html", "--as-published", "--format", "json").stdout)
    assert data["left_out"]["default"] == "No paper describes it."
    texts = {method["method"]: method["text"] for method in data["methods"]}
    expected = extract(page, method=CharsNodesRatio.as_published()).as_selected().text
    assert texts["cnr"] == expected


def test_evaluate(page: str, run: Run, folder: Path) -> None:
    gold = {"id": "tea", "html": page, "text": "Title"}
    (folder / "gold.jsonl").write_text(json.dumps(gold) + "\n")
    both = ("evaluate", "gold.jsonl", "--method", "cnr", "--metric", "words")
    ours, published = run(*both), run(*both, "--as-published")
    assert ours.exit_code == published.exit_code == 0
    assert ours.stdout != published.stdout


@pytest.mark.parametrize("command", ["extract", "explain", "compare", "evaluate"])
def test_a_method_without_a_paper_is_a_matter_of_usage(page: str, run: Run, command: str) -> None:
    result = run(command, "page.html", "--method", "default", "--as-published", "-o", "x.html")
    if command == "evaluate":
        result = run(command, "page.html", "--method", "default", "--as-published")
    assert result.exit_code == ExitCode.USAGE
    assert "No paper describes the method 'default'" in result.stderr


def test_an_amount_that_changes_nothing_says_so(folder: Path, run: Run) -> None:
    (folder / "one.html").write_text("<p>A page of one text, and nothing else around it.</p>")
    result = run("extract", "one.html", "--method", "cnr", "--amount", "1")
    assert "one.html: there is no more, or no less, to show" in result.stderr
    assert run("extract", "one.html", "--method", "cnr").stderr == ""
    assert run("extract", "tea.html", "--method", "cnr", "--amount", "1").stderr == ""


def test_parameters_of_the_method(page: str, run: Run, folder: Path) -> None:
    as_set = ("extract", "page.html", "--method", "cnr", "--text", "--set")
    assert run(*as_set, "share=0.01").stdout != run(*as_set, "share=0.3").stdout
    run("explain", "page.html", "--method", "cnr", "--set", "share=0.2", "-o", "report.html")
    assert "<code>share = 0.2</code>" in (folder / "report.html").read_text()
    for wrong in ("share", "shares=1", "share=much"):
        result = run(*as_set, wrong)
        assert result.exit_code == ExitCode.USAGE
        assert result.stderr.count("\n") == 1


def test_a_method_without_another_program_is_a_matter_of_usage(page: str, run: Run) -> None:
    result = run("extract", "page.html", "--method", "cnr", "--as-coded")
    assert result.exit_code == ExitCode.USAGE
    assert "No program other than the paper has the method 'cnr'" in result.stderr
    result = run("extract", "page.html", "--method", "gce", "--as-coded", "--as-published")
    assert "--as-published and --as-coded contradict each other" in result.stderr
