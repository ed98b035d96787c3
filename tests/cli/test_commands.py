"""The command itself, `methods` and `explain`, and that all of it is documented."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import click
import pytest
from docs.command_options import REFERENCE, on_page_markdown

import dehusk as package
from dehusk.cli.failures import ExitCode
from dehusk.cli.group import COMMANDS, dehusk
from dehusk.cli.methods import list_methods
from dehusk.extractors import EXTRACTORS
from dehusk.page import Page
from dehusk.selection import Selection
from dehusk.views.blocks import Blocks
from tests.cli.conftest import Run, subprocess_environment
from tests.conftest import ROOT
from tests.shell_files import FOLDER

DOCUMENT = (ROOT / "docs" / "command.md").read_text()


def command(name: str) -> click.Command:
    found = dehusk.get_command(click.Context(dehusk), name)
    assert found is not None
    return found


# The command itself


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0
    for name in COMMANDS:
        assert name in result.stdout


def test_version(run: Run) -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.stdout == f"dehusk {package.__version__}\n"


@pytest.mark.parametrize("arguments", [("brew",), ("--brew",), ("extract", "--brew")])
def test_a_wrong_call_is_one_line(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("dehusk: ")
    assert result.stderr.count("\n") == 1
    assert "--help)" in result.stderr


@pytest.mark.parametrize("page", ["tea.html", "https://example.org/"])
def test_a_page_in_place_of_a_command(folder: Path, run: Run, page: str) -> None:
    result = run(page)
    assert result.exit_code == 2
    assert f"did you mean 'dehusk extract {page}'" in result.stderr


def test_other_programs_can_call_it_without_exiting(folder: Path) -> None:
    with pytest.raises(click.UsageError):
        dehusk.main(["brew"], standalone_mode=False)
    assert dehusk.main(["extract", "empty.html", "-o", "x"], standalone_mode=False) == 3


# methods


def test_methods_in_a_pipe(run: Run) -> None:
    lines = run("methods").stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == list(EXTRACTORS)
    cnr = next(line.split("\t") for line in lines if line.startswith("cnr\t"))
    assert "López" in cnr[1]
    assert cnr[2] == "no"
    assert cnr[3].startswith("share=")


def test_methods_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dehusk.cli.methods.is_terminal", lambda: True)
    table = run("methods").stdout
    assert "What it looks for" in table
    assert "cnr" in table


def test_every_method_is_described() -> None:
    for method in list_methods():
        assert method.description.endswith("."), method.name
        assert isinstance(method.needs_browser, bool)


# explain


def test_explain(folder: Path, run: Run) -> None:
    result = run("explain", "tea.html", "-o", "report.html", "--method", "cnr", "--amount", "1")
    assert result.exit_code == 0
    assert result.output == ""
    report = (folder / "report.html").read_text()
    assert "The last paragraph of Tea" in report
    assert "<code>amount = 1</code>" in report
    for step in ("parse", "select", "assemble"):
        assert f"{step} " in report


def test_explain_in_a_pipe(folder: Path, run: Run) -> None:
    result = run("explain", "-", "--url", "https://example.org/x", input="<p>Tea, hot.</p>")
    assert result.stdout.startswith("<!doctype html>")
    assert "https://example.org/x" in result.stdout


def test_explain_does_not_fill_the_screen(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dehusk.cli.explain.is_terminal", lambda: True)
    result = run("explain", "tea.html")
    assert result.exit_code == 2
    assert "-o report.html" in result.stderr


def test_explain_nothing(folder: Path, run: Run) -> None:
    result = run("explain", "empty.html", "-o", "report.html")
    assert result.exit_code == 0
    assert "nothing found" in result.stderr
    assert "Nothing was kept." in (folder / "report.html").read_text()


def test_explain_is_about_one_page(folder: Path, run: Run) -> None:
    assert run("explain", ".", "-o", "report.html").exit_code == 2
    assert run("explain", "tea.html", "bread.html").exit_code == 2


def test_explain_says_what_is_wrong(folder: Path, run: Run) -> None:
    result = run("explain", "paper.pdf", "-o", "report.html")
    assert result.exit_code == 1
    assert result.stderr.startswith("dehusk: paper.pdf: The input is a PDF")
    assert not (folder / "report.html").exists()


@dataclass(frozen=True)
class Guess:
    """Keeps what has more than one word."""

    words: int = 1
    needs_layout: ClassVar[bool] = False

    def select(self, page: Page) -> Selection:
        return Selection.of_leaves(page, page.is_text, reason="a guess")

    def explain_blocks(self, blocks: Blocks) -> dict[str, list[object]]:
        return {
            "Probability": [0.875] * len(blocks),
            "Features": ["<long> & without links"] * len(blocks),
        }


def test_a_method_adds_columns(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRACTORS, "guess", Guess)
    report = run("explain", "tea.html", "--method", "guess").stdout
    assert "<span>Probability</span>" in report
    assert "0.875" in report
    assert "&lt;long&gt; &amp; without links" in report


def test_a_mistyped_command(run: Run) -> None:
    assert "did you mean 'dehusk extract'?" in run("extrct", "tea.html").stderr


def test_help_imports_no_command() -> None:
    code = (
        "import sys; from dehusk.cli.group import dehusk, COMMANDS;"
        " dehusk.main(['--help'], standalone_mode=False);"
        " print([name for name in sys.modules if name == 'numpy' or name.rpartition('.')[2] in COMMANDS"
        " and name.startswith('dehusk.cli.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=subprocess_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"


# Documentation


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    assert f"\n## `dehusk {name}`\n" in DOCUMENT
    assert command(name).help
    assert command(name).get_short_help_str()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_reference_has_every_option_with_its_help(name: str) -> None:
    reference = on_page_markdown("", page=SimpleNamespace(file=SimpleNamespace(src_uri=REFERENCE)))
    section = reference.partition(f"\n## dehusk {name}\n")[2].partition("\n## ")[0]
    for parameter in command(name).params:
        if isinstance(parameter, click.Option) and parameter.name != "debug":
            assert re.search(
                rf"[` ]{re.escape(parameter.opts[0])}[`, ].*{re.escape(parameter.help or '')}",
                section,
            )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help(name: str) -> None:
    for parameter in command(name).params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert parameter.help.endswith(".")


@pytest.mark.parametrize("code", list(ExitCode))
def test_every_exit_code_is_documented(code: ExitCode) -> None:
    assert f"\n| {int(code)} | " in DOCUMENT


# Text that a page embeds as data


def test_commands_on_a_page_whose_text_is_data(run: Run, folder: Path) -> None:
    body = "The harbour was quiet at dawn. Boats lay in rows, and nobody spoke. " * 5
    data = f'<script type="application/json">{{"body": "{body}"}}</script>'
    (folder / "data.html").write_text(f"<title>Harbour</title><div id=root></div>{data}")
    for arguments in (
        ("extract", "data.html"),
        ("extract", "data.html", "--json", "--comments"),
        ("explain", "data.html"),
        ("compare", "data.html"),
        ("compare", "data.html", "--format", "html"),
        ("compare", "data.html", "--format", "json"),
    ):
        result = run(*arguments)
        assert result.exit_code == 0, (arguments, result.stderr)
        assert result.stderr == ""
    assert "The harbour was quiet" in run("explain", "data.html").stdout
    assert "The harbour was quiet" in run("compare", "data.html", "--format", "html").stdout


# Time


@pytest.mark.parametrize("name", ["extract", "explain", "compare"])
def test_a_page_that_takes_too_long_is_told_in_one_line(name: str, folder: Path, run: Run) -> None:
    result = run(name, "tea.html", "--seconds", "1e-9", "-o", "out.html")
    assert result.exit_code == ExitCode.FAILED
    assert result.stderr == (
        "dehusk: tea.html: Extracting took longer than 1e-09 s while parsing;"
        " raise Limits.seconds or --seconds.\n"
    )
    assert not Path("out.html").exists()


@pytest.mark.parametrize("name", ["extract", "explain", "compare", "evaluate"])
@pytest.mark.parametrize("seconds", ["0", "-1", "soon"])
def test_no_time_at_all_is_a_matter_of_usage(
    name: str, seconds: str, folder: Path, run: Run
) -> None:
    result = run(name, "tea.html", "--seconds", seconds)
    assert result.exit_code == ExitCode.USAGE
    assert "--seconds" in result.stderr


def test_the_extension_is_written_out(run: Run, tmp_path: Path) -> None:
    result = run("extension", "--dir", str(tmp_path / "new"))
    assert result.exit_code == 0
    assert "chrome://extensions" in result.stdout
    assert (tmp_path / "new" / "manifest.json").is_file()
    assert (tmp_path / "new" / "walk.js").is_file()


def test_the_man_page_and_the_completions_are_of_this_command() -> None:
    written = (FOLDER / "dehusk.1").read_text("utf-8").replace("\\-", "-")
    for name in COMMANDS:
        assert f"dehusk {name}" in written
        for option in command(name).params:
            if isinstance(option, click.Option) and not option.hidden:
                assert option.opts[0] in written, (name, option.opts)
    for name in ("dehusk", "_dehusk", "dehusk.fish"):
        assert "_DEHUSK_COMPLETE" in (FOLDER / name).read_text("utf-8")
