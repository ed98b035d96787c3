from __future__ import annotations

import json
from pathlib import Path

from dehusk.cli.failures import ExitCode
from tests.cli.conftest import Run


def test_blocks_by_relevance(folder: Path, run: Run) -> None:
    result = run("blocks", "tea.html")
    assert result.exit_code == 0
    first = result.stdout.splitlines()[0].split("\t")
    assert first[1] == "/html/body/article"
    assert first[2].startswith("Tea The first paragraph")
    assert int(first[0]) > 400


def test_menus_as_json(folder: Path, run: Run) -> None:
    found = json.loads(run("blocks", "tea.html", "--menus", "--json").stdout)
    assert found == [{"xpath": "/html/body/nav", "text": "Home All pages"}]


def test_as_published_and_only_so_many(folder: Path, run: Run) -> None:
    assert len(run("blocks", "tea.html", "--most", "1").stdout.splitlines()) == 1
    assert run("blocks", "tea.html", "--as-published").exit_code == 0


def test_a_page_without_blocks_says_so(folder: Path, run: Run) -> None:
    result = run("blocks", "empty.html")
    assert result.exit_code == ExitCode.NOTHING_FOUND
    assert "nothing found: the page has no block" in result.stderr


def test_a_folder_is_no_page(folder: Path, run: Run) -> None:
    assert run("blocks", ".").exit_code == ExitCode.USAGE


def test_every_block_with_its_role(folder: Path, run: Run) -> None:
    lines = [line.split("\t") for line in run("blocks", "tea.html", "--roles").stdout.splitlines()]
    assert lines[0] == ["menu", "/html/body/nav/ul/li[1]/a", "Home"]
    told = json.loads(run("blocks", "tea.html", "--roles", "--json").stdout)
    assert [part["role"] for part in told] == [line[0] for line in lines]
    assert "main" in {part["role"] for part in told}
    result = run("blocks", "tea.html", "--roles", "--menus")
    assert result.exit_code == ExitCode.USAGE


def test_roles_in_the_report(folder: Path, run: Run) -> None:
    run("explain", "tea.html", "--roles", "-o", "report.html")
    report = (folder / "report.html").read_text()
    assert '<b class="role menu">menu</b> Home' in report
    assert '<b class="role main">main</b>' in report
    run("explain", "tea.html", "-o", "plain.html")
    assert '<b class="role' not in (folder / "plain.html").read_text()
