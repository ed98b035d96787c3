"""`dehusk batch` as it is called."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")

from tests.batch.crawl import archive
from tests.cli.conftest import Run, run_process, subprocess_environment
from tests.test_fetch import Server, answer

linux = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="processes are found in /proc"
)


def texts(folder: Path) -> list[str]:
    lines = [
        line for part in sorted(folder.glob("part-*")) for line in part.read_text().splitlines()
    ]
    return [json.loads(line)["id"] for line in lines]


@pytest.mark.slow
def test_a_crawl_becomes_parts_a_summary_and_a_report(folder: Path, run: Run) -> None:
    archive(folder, 3)
    command = (
        "batch",
        "crawl.warc.gz",
        "bread.html",
        "-o",
        "out",
        "--jobs",
        "1",
        "--format",
        "jsonl",
    )
    result = run(*command, "--report", "report.html")
    assert result.exit_code == 0, result.output
    assert "4 records in" in result.stdout
    assert "4 rows in 1 parts in out" in result.stdout
    assert "dehusk explain" in Path("report.html").read_text()
    first = json.loads(Path("out/part-00000.jsonl").read_text().splitlines()[0])
    assert (
        list(first)
        == (
            "id url date text title authors published language base_language page_type confidence"
            " reason error source offset digest dehusk"
        ).split()
    )
    again = run(*command)
    assert again.stdout == "All 4 records were done before; out is as it was.\n"
    assert run(*command, "--quiet").stdout == ""


def test_a_page_of_an_archive_can_be_named(folder: Path, run: Run) -> None:
    archive(folder, 3)
    result = run("extract", "crawl.warc.gz#0", "--text")
    assert result.exit_code == 0
    assert "paragraph 3 of page 0" in result.stdout
    assert "has no record at 1" in run("extract", "crawl.warc.gz#1").stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing.warc"], "There is no input nothing.warc"),
        (["tea.html", "--columns", "txt"], "There is no column 'txt'"),
        (["tea.html", "--like", "nemo", "--columns", "text"], "leave out --columns"),
        (["tea.html", "--report", "nowhere/report.html"], "There is no folder 'nowhere' to write"),
        (["tea.html", "--method", "magic"], "There is no method 'magic'"),
    ],
)
def test_mistakes_are_told_in_one_line(
    folder: Path, run: Run, arguments: list[str], words: str
) -> None:
    result = run("batch", *arguments, "-o", "out")
    assert result.exit_code in (1, 2)
    assert words in result.stderr + str(result.exception)


def test_without_the_extra_it_says_what_to_install(folder: Path) -> None:
    code = (
        "import sys; sys.modules['fastwarc'] = None; sys.argv[1:] = ['batch', 'tea.html', '-o', 'out']\n"
        "import importlib.util as u; real = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'fastwarc' else real(name, *rest)\n"
        "from dehusk.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=subprocess_environment()
    )
    assert done.returncode == 1
    assert done.stderr == (
        "dehusk: A batch needs fastwarc; install what it needs with: pip install 'dehusk[batch]'\n"
    )


@pytest.mark.slow
def test_a_list_of_urls_is_fetched(folder: Path) -> None:
    command = ("batch", "list.txt", "-o", "out", "--jobs", "1", "--format", "jsonl")
    with closing(Server()) as server:
        server.answers["/tea"] = answer((folder / "tea.html").read_bytes())
        Path("list.txt").write_text(f"{server.url('/tea')}\nhttp://{{}}/\n")
        assert run_process(*command, "--allow-private").returncode == 0
    first, second = map(json.loads, Path("out/part-00000.jsonl").read_text().splitlines())
    assert first["title"] == "Tea"
    assert first["date"]
    assert second["error"].startswith("FetchError: ")


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dehusk", "batch", *arguments],
        env=subprocess_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wait_for(condition: object, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [
        int(child)
        for child in found
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


@pytest.mark.timed
@linux
@pytest.mark.slow
def test_killing_the_run_and_its_workers_loses_nothing_and_doubles_nothing(folder: Path) -> None:
    archive(folder, 400)
    command = (
        "crawl.warc.gz",
        "-o",
        "out",
        "--jobs",
        "1",
        "--format",
        "jsonl",
        "--part-records",
        "25",
    )
    killed = start(*command)
    wait_for(lambda: len(list(Path("out").glob("part-*"))) >= 2)
    workers = children(killed.pid)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    wait_for(lambda: not any(Path(f"/proc/{worker}/cmdline").exists() for worker in workers))
    before = len(list(Path("out").glob("part-*")))
    assert 2 <= before < 16
    going_on = start(*command)
    wait_for(lambda: len(list(Path("out").glob("part-*"))) > before)
    for worker in children(going_on.pid):
        os.kill(worker, signal.SIGKILL)
    told, complaints = going_on.communicate()
    assert going_on.returncode == 0, complaints
    assert b"records were done by runs before" in told
    assert texts(Path("out")) == [f"urn:uuid:{number:08d}" for number in range(400)]
    errors = [line for part in Path("out").glob("part-*") for line in part.read_text().splitlines()]
    assert all(json.loads(line)["error"] is None for line in errors)
