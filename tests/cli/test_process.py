"""`dehusk` as a process of its own: pipes, signals, encodings, URLs, missing packages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import dehusk

pytest.importorskip("httpx")

from tests.cli.conftest import Run, article, run_process, subprocess_environment
from tests.conftest import PAGES
from tests.test_fetch import Server, answer

unix = pytest.mark.skipif(os.name != "posix", reason="signals and /dev/full are of Unix")


def test_python_m_dehusk(folder: Path) -> None:
    result = run_process("extract", "tea.html")
    assert result.returncode == 0
    assert result.stdout.startswith(b"# Tea")
    assert result.stderr == b""


def test_output_is_utf8_whatever_the_locale_says(folder: Path) -> None:
    environment = subprocess_environment(LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    result = run_process("extract", "tea.html", env=environment)
    assert result.returncode == 0
    assert "way — and it ends" in result.stdout.decode()


def test_a_pipe_from_a_pipe(folder: Path) -> None:
    result = run_process("extract", "--text", input=article("Salz & Öl").encode())
    assert result.stdout.decode().startswith("Salz & Öl\n\nThe first paragraph")


@unix
def test_a_broken_pipe_is_silent(folder: Path) -> None:
    (folder / "long.html").write_text("<p>" + "Tea is ready, and waits. " * 20_000)
    command = [sys.executable, "-m", "dehusk", "extract", "--method", "cnr", *["long.html"] * 5]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=subprocess_environment()
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


@unix
def test_a_full_disk_is_told_once(folder: Path) -> None:
    with open("/dev/full", "wb") as full:
        result = run_process(
            "extract", "tea.html", capture_output=False, stdout=full, stderr=subprocess.PIPE
        )
    assert result.returncode == 1
    assert result.stderr == b"dehusk: tea.html: No space left on device\n"


@unix
def test_ctrl_c(server: Server) -> None:
    server.answers["/"] = lambda handler: time.sleep(5)
    # Where the tests run in the background, Ctrl-C is ignored, and so it would be in the command.
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-m", "dehusk", "extract", "--allow-private", server.url()],
        stderr=subprocess.PIPE,
        env=subprocess_environment(),
    )
    signal.signal(signal.SIGINT, inherited)
    while not server.headers:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, message = process.communicate(timeout=10)
    assert message == b"dehusk: interrupted\n"
    assert process.returncode == 130


@unix
@pytest.mark.slow
@pytest.mark.parametrize("form", ["--text", "--json"])
def test_ctrl_c_in_the_middle_of_the_work(form: str) -> None:
    page = b"<p>Bread is <b>good</b>. " * 200_000
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-m", "dehusk", "extract", form, "--seconds", "1000"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=subprocess_environment(),
    )
    signal.signal(signal.SIGINT, inherited)
    assert process.stdin is not None
    process.stdin.write(page)  # it reads the page only when everything is imported
    process.stdin.close()
    process.stdin = None
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, message = process.communicate(timeout=30)
    assert (output, message) == (b"", b"dehusk: interrupted\n")
    assert process.returncode == 130


@pytest.mark.timed
@unix
def test_ctrl_c_ends_all_jobs_at_once(folder: Path) -> None:
    """As a terminal sends it: to the whole group, workers included."""
    (folder / "long.html").write_text("<p>Bread is <b>good</b>. " * 200_000)
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "dehusk",
            "extract",
            "--json",
            "-j",
            "2",
            "tea.html",
            *["long.html"] * 4,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=subprocess_environment(),
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    assert b'"source": "tea.html"' in process.stdout.readline()  # the others are in the works
    os.killpg(process.pid, signal.SIGINT)
    start = time.monotonic()
    _, message = process.communicate(timeout=30)
    assert time.monotonic() - start < 5
    assert message == b"dehusk: interrupted\n"
    assert process.returncode == 130


@pytest.mark.parametrize("package", ["click", "rich"])
def test_a_missing_package(package: str) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        program = (
            "import sys, importlib.util as util; found = util.find_spec\n"
            f"util.find_spec = lambda name: None if name == {package!r} else found(name)\n"
            f"sys.modules[{package!r}] = None\n"
            "from dehusk.cli import main; main()"
        )
        return subprocess.run(
            [sys.executable, "-c", program, *arguments],
            capture_output=True,
            text=True,
            env=subprocess_environment(),
        )

    page = str(PAGES / "news" / "page.html")
    assert run("--version").stdout == f"dehusk {dehusk.__version__}\n"
    assert "pip install 'dehusk[cli]'" in run().stdout
    written = run("extract", page, "--url", "https://example.org/")
    assert written.stdout == dehusk.extract(Path(page), url="https://example.org/").markdown
    assert (written.returncode, written.stderr) == (0, "")
    assert run("extract", "no.html").stderr == "dehusk: no.html: No such file or directory\n"
    served = run("serve")
    assert served.returncode == 2
    assert served.stderr == (
        "dehusk: 'dehusk serve' needs more packages;"
        " install them with: pip install 'dehusk[serve]'\n"
    )


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; from dehusk.cli.group import dehusk\n"
        "dehusk.main(['extract', '--help'], standalone_mode=False)\n"
        "heavy = {'rich', 'httpx', 'httpcore', 'dehusk.explain', 'dehusk.fetch.client'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=subprocess_environment()
    )
    assert result.stderr.strip() == b"[]"


# URLs


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


def test_a_url(server: Server, run: Run) -> None:
    page = article("Tea").replace('charset="utf-8"', "").replace("—", "é").encode("latin-1")
    server.answers["/a/tea"] = answer(page, type="text/html; charset=iso-8859-1")
    result = run("extract", "--allow-private", server.url("/a/tea"), "--user-agent", "me/1")
    assert result.exit_code == 0
    assert f"[link]({server.url('/a/more.html')})" in result.stdout
    assert "way é and it ends" in result.stdout
    assert server.headers[0]["user-agent"] == "me/1"


def test_a_url_on_this_machine_is_refused(server: Server, run: Run) -> None:
    result = run("extract", server.url())
    assert result.exit_code == 1
    assert "is not on the public internet" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_url_among_files(server: Server, run: Run, folder: Path) -> None:
    server.answers["/gone"] = answer(status=410)
    result = run("extract", "--allow-private", server.url("/gone"), "tea.html", "-o", "content/")
    assert result.exit_code == 1
    assert "answered 410 Gone." in result.stderr
    assert (folder / "content" / "tea.md").exists()


def test_a_slow_url(server: Server, run: Run) -> None:
    server.answers["/"] = lambda handler: time.sleep(2)
    result = run("extract", "--allow-private", "--timeout", "0.2", server.url())
    assert "within 0.2 seconds" in result.stderr


def test_explain_a_url(server: Server, run: Run, folder: Path) -> None:
    server.answers["/tea"] = answer(article("Tea").encode())
    run("explain", "--allow-private", server.url("/tea"), "-o", "report.html")
    assert f'<a href="{server.url("/tea")}"' in (folder / "report.html").read_text()
