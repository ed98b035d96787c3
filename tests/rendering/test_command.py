"""`dehusk render`, what it needs, and what the other commands make of snapshots."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")

from click.testing import CliRunner

from dehusk import MissingExtra, RenderError, parse
from dehusk.cli.group import dehusk
from dehusk.page.snapshot import read_snapshot, write_snapshot
from dehusk.rendering import render
from dehusk.rendering.chromium import find_chromium
from tests.layouts import HERE as LAYOUTS

HTML = "<!doctype html><nav><a href=/>Home</a></nav><article><h1>Tea</h1><p>" + (
    "Boil the water, pour it over the leaves, and wait for four minutes. " * 5
)


def run(*arguments: str, **options: object) -> tuple[int, bytes, str]:
    result = CliRunner().invoke(dehusk, arguments, **options)  # type: ignore[arg-type]
    return result.exit_code, result.stdout_bytes, result.stderr


@pytest.mark.browser
def test_a_snapshot_stands_for_the_page(tmp_path: Path) -> None:
    (tmp_path / "tea.html").write_text(HTML)
    snapshot, picture = tmp_path / "tea.json.gz", tmp_path / "tea.png"
    code, output, errors = run(
        "render", str(tmp_path / "tea.html"), "-o", str(snapshot), "--window", "800x600",
        "--screenshot", str(picture), "--url", "https://a.example/tea",
    )  # fmt: skip
    assert (code, output, errors) == (0, b"", "")
    page = read_snapshot(snapshot.read_bytes())
    assert page.layout is not None
    assert page.layout.window == (800, 600)
    assert page.url == "https://a.example/tea"
    assert picture.read_bytes()[:4] == b"\x89PNG"
    shown = {"extract": b"Boil the water", "explain": b"Boil the water", "compare": b"| zones |"}
    for command, part in shown.items():
        code, output, errors = run(command, str(snapshot))
        assert (code, errors) == (0, "")
        assert part in output


@pytest.mark.browser
def test_web_archives_and_broken_ones(tmp_path: Path) -> None:
    head = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n"
    (tmp_path / "tea.mhtml").write_bytes(
        head + b"--b\r\nContent-Type: text/html\r\n\r\n" + HTML.encode() + b"\r\n--b--\r\n"
    )
    (tmp_path / "broken.mhtml").write_bytes(head + b"--b--\r\n")
    code, output, errors = run("render", str(tmp_path / "tea.mhtml"))
    assert (code, errors) == (0, "")
    assert "Boil the water" in read_snapshot(output).text_of(0)
    code, output, errors = run("render", str(tmp_path / "broken.mhtml"))
    assert (code, output) == (1, b"")
    assert "The web archive is broken" in errors
    assert errors.count("\n") == 1


@pytest.mark.browser
def test_a_list_of_pages_becomes_a_folder_of_archives(tmp_path: Path) -> None:
    (tmp_path / "tea.html").write_text(HTML)
    (tmp_path / "urls.txt").write_text(f"{tmp_path}/tea.html\n# a remark\n{tmp_path}/gone.html\n")
    listed = ("render", "-i", str(tmp_path / "urls.txt"))
    code, _, errors = run(*listed, "--save", str(tmp_path / "archives"))
    assert (code, errors.count("\n")) == (1, 1)
    assert "gone.html: No such file" in errors
    assert [path.name for path in (tmp_path / "archives").iterdir()] == ["tea.mhtml"]
    code, output, _ = run("extract", str(tmp_path / "archives" / "tea.mhtml"))
    assert (code, b"Boil the water" in output) == (0, True)
    code, _, errors = run(*listed, "-o", str(tmp_path / "tea.json"))
    assert (code, "--save FOLDER" in errors) == (2, True)


@pytest.mark.browser
def test_the_window_of_other_commands(tmp_path: Path) -> None:
    wide = "<style>@media (min-width: 600px) { b { display: none } }</style>"
    text = "Boil the water, pour it over the leaves, and wait. " * 3
    html = f"{wide}<main><p>{text}</p><p><b>{text}Narrow.</b></p></main>"
    (tmp_path / "tea.html").write_text(html)
    shown = ("extract", str(tmp_path / "tea.html"), "--render", "--method", "zones-semantic")
    assert b"Narrow" not in run(*shown)[1]
    assert b"Narrow" in run(*shown, "--window", "390x844")[1]


def test_a_dataset_of_snapshots_is_evaluated(tmp_path: Path) -> None:
    pytest.importorskip("rapidfuzz")
    (tmp_path / "html").mkdir()
    shutil.copy(LAYOUTS / "journal" / "snapshot.json.gz", tmp_path / "html" / "journal.html")
    gold = {"id": "journal", "text": "Seasonal drift of the tide gauge at Orrin Point"}
    (tmp_path / "gold.jsonl").write_text(json.dumps(gold))
    code, output, errors = run("evaluate", str(tmp_path / "gold.jsonl"), "--method", "zones")
    assert (code, errors) == (0, "")
    assert b"zones" in output


@pytest.mark.browser
def test_from_standard_input_to_standard_output() -> None:
    code, output, errors = run("render", "-", input=HTML)
    assert (code, errors) == (0, "")
    assert json.loads(output)["documents"][0]["windowWidth"] == 1920


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--window", "wide"], 2, "'wide' is not a size such as 1920x1080"),
        (["--window", "0x5"], 2, "between 1 and 10,000"),
        (["--timeout", "0"], 2, "--timeout"),
        (["--memory", "1"], 2, "memory must be at least 256"),
    ],
)
def test_bad_options(arguments: list[str], code: int, message: str) -> None:
    found, _, errors = run("render", "-", *arguments, input=HTML)
    assert found == code
    assert message in errors


def test_bad_pages(tmp_path: Path) -> None:
    write_snapshot(parse(HTML), tmp_path / "page.json")
    for name, message in [("page.json", "a snapshot already"), ("nowhere.html", "No such file")]:
        code, _, errors = run("render", str(tmp_path / name), "-o", str(tmp_path / "out.json"))
        assert code == 1
        assert message in errors
        assert errors.count("\n") == 1


def test_without_chromium_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEHUSK_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(RenderError, match="apt-get install chromium"):
        render("<p>x")
    monkeypatch.setenv("DEHUSK_CHROMIUM", "/no/browser")
    with pytest.raises(RenderError, match="DEHUSK_CHROMIUM is '/no/browser'"):
        render("<p>x")
    code, _, errors = run("render", "-", input=HTML)
    assert code == 1
    assert errors.count("\n") == 1


def test_the_browser_is_found_on_the_path_or_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("google-chrome", "chromium", "my-browser"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.delenv("DEHUSK_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_chromium() == str(tmp_path / "chromium")
    for chosen in (str(tmp_path / "my-browser"), "my-browser"):
        monkeypatch.setenv("DEHUSK_CHROMIUM", chosen)
        assert find_chromium() == str(tmp_path / "my-browser")


def test_a_program_that_is_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEHUSK_CHROMIUM", "/bin/false")
    with pytest.raises(RenderError, match=r"^Chromium \(/bin/false\) does not start: "):
        render("<p>x")


def test_without_playwright_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(MissingExtra, match=r"pip install 'dehusk\[render\]'"):
        render("<p>x")


def test_a_snapshot_needs_no_browser_and_no_playwright(tmp_path: Path) -> None:
    write_snapshot(parse(HTML), tmp_path / "page.json.gz")
    code = (
        "import sys; sys.modules['playwright'] = None\n"
        "from dehusk.cli.group import dehusk\n"
        f"dehusk.main(['extract', {str(tmp_path / 'page.json.gz')!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0
    assert "Boil the water" in done.stdout


def test_snapshots_of_another_version_and_broken_ones(tmp_path: Path) -> None:
    path = tmp_path / "page.json.gz"
    for content, message in [
        (b'{"documents":[],"strings":[],"dehusk":{"version":2}}', "version 2"),
        (b'{"documents":[{}],"strings":[]}', "broken"),
        (b'{"documents":', "cannot be read"),
    ]:
        path.write_bytes(gzip.compress(content))
        code, _, errors = run("extract", str(path))
        assert code == 1
        assert message in errors
        assert errors.count("\n") == 1


def test_importing_starts_nothing() -> None:
    code = (
        "import sys, dehusk.rendering, dehusk.cli.render\n"
        "print([name for name in ('asyncio', 'playwright', 'socket') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
