"""Every block of code of the documents runs: guides and prompts in test_docs.py, all others here."""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("click")
pytest.importorskip("httpx")
pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")
pytest.importorskip("rapidfuzz")

import dehusk
from dehusk.rendering.chromium import find_chromium
from tests.conftest import ROOT
from tests.documents import Block, blocks
from tests.reader import SERVERS, in_a_furnished_place, namespace, run_line

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
ELSEWHERE = {
    r"(\S+=\S+ )?(pip|docker) ": "installs or builds",
    r"make |\.ci/run": "tests/test_makefile.py looks at the targets",
    r"python -m training": "the guide to training runs it",
    r"python -m bench\.": "a measurement",
    r"dehusk (rank|reproduce) ": "tests/evaluate and tests/reproduce do, on pages of ours",
    r"curl .*127\.0\.0\.1:8000": "below, against a running service",
}
"""Commands that are not run here, and why."""
NEEDED = {
    r"pyspark": "pyspark",
    r"dehusk_spark": "pyspark",
    r"\bray\.": "ray",
    r"langchain": "langchain_core",
    r"datatrove": "datatrove",
    r"duckdb": "duckdb",
}
"""Packages without which a block of Python cannot run; `make integrations` has those of the adapters."""


def shells(path: Path) -> Iterator[str]:
    """The commands of a document."""
    for block in blocks(path):
        if block.language in ("sh", "console"):
            yield from shells_of(block)


def shells_of(block: Block) -> Iterator[str]:
    lines = block.code.replace("\\\n", " ").splitlines()
    yield from (line.removeprefix("$ ").strip() for line in lines if line.strip())


def programs(path: Path) -> list[Block]:
    return [one for one in blocks(path) if one.language == "python" and ">>> " not in one.code]


def is_elsewhere(command: str) -> bool:
    return any(re.match(pattern, command) for pattern in ELSEWHERE)


def parameters() -> Iterator[object]:
    for path in DOCUMENTS:
        commands = [command for command in shells(path) if not is_elsewhere(command)]
        if commands or programs(path):
            yield pytest.param(path, id=path.name)


@pytest.mark.slow
@pytest.mark.parametrize("path", [*parameters()])
def test_documents_run_as_they_stand(path: Path, tmp_path: Path) -> None:
    known = namespace()
    with in_a_furnished_place(tmp_path) as started:
        for block in blocks(path):
            if block.language in ("sh", "console"):
                for command in shells_of(block):
                    run_command(command, tmp_path, started)
            elif block in programs(path) and can_run(block.code):
                code = "\n" * (block.line - 1) + block.code
                exec(compile(code, path, "exec"), known)


def run_command(command: str, folder: Path, started: list[str]) -> None:
    if is_elsewhere(command) or (command.startswith("dehusk render") and not has_browser()):
        return
    name = command.split()[1]
    if name == "mcp":  # its own tests start it
        return
    run_line(command, folder)
    assert name not in SERVERS or started[-1] == name


def can_run(code: str) -> bool:
    """Whether all that a block needs is here."""
    if "render" in code and not has_browser():
        return False
    needed = [package for pattern, package in NEEDED.items() if re.search(pattern, code)]
    return all(find_spec(package) is not None for package in needed)


def has_browser() -> bool:
    try:
        return find_spec("playwright") is not None and bool(find_chromium())
    except dehusk.DehuskError:
        return False


@contextmanager
def site_of_one_page() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<p>Tea needs boiling water, and some time.")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_service_answers_as_its_document_asks(tmp_path: Path) -> None:
    pytest.importorskip("starlette")
    from tests.serve.conftest import running

    (tmp_path / "page.html").write_text("<p>Tea needs boiling water, and some time.")
    asked = [line for line in shells(ROOT / "docs" / "service.md") if line.startswith("curl")]
    assert len(asked) == 3
    with (
        site_of_one_page() as address,
        running("--workers", "1", "--fetch", "--allow-private") as server,
    ):
        for line in asked:
            here = line.replace("http://127.0.0.1:8000", server.url)
            here = here.replace("/https://example.org", f"/{address}").partition("     #")[0]
            done = subprocess.run(
                ["bash", "-c", f"{here} --silent --show-error --fail"],
                cwd=tmp_path,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, done.stderr
            assert "Tea" in done.stdout or '"text"' in done.stdout
