from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytest.importorskip("click")
pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("prometheus_client")

import httpx

from tests.cli.conftest import subprocess_environment
from tests.conftest import PAGES

NEWS = (PAGES / "news" / "page.html").read_bytes()
NEWS_URL = "https://www.tidewater-courier.example.org/2024/03/14/bridge"


@dataclass
class Server:
    """A running `dehusk serve`, and a client for it."""

    process: subprocess.Popen[str]
    url: str
    http: httpx.Client
    lines: list[str] = field(default_factory=list)

    @property
    def workers(self) -> list[int]:
        """The process ids of its workers, on Linux."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        children = [int(one) for task in tasks for one in (task / "children").read_text().split()]
        return [
            one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()
        ]

    def run_token(self, **headers: str) -> str | None:
        """The token of the run, as the playground finds it."""
        page = self.http.get("/", headers=headers).text
        found = re.search(r'<meta name="dehusk-run" content="([^"]*)">', page)
        return found[1] if found else None

    def extract(self, body: bytes = NEWS, **query: str) -> httpx.Response:
        return self.http.post("/extract", content=body, params=query)


@contextmanager
def running(*arguments: str, command: str = "serve") -> Iterator[Server]:
    """The command in a process of its own, on a port that is free."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dehusk", command, "--port", "0", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env=subprocess_environment(),
    )
    assert process.stderr is not None
    lines: list[str] = []
    url = ""
    for line in process.stderr:
        lines.append(line)
        if "listening on" in line:
            url = line.split()[-1].rstrip("/")
        if "startup complete" in line:
            break
    else:
        raise AssertionError("".join(lines))
    reader = threading.Thread(target=lambda: lines.extend(process.stderr), daemon=True)  # type: ignore[arg-type]
    reader.start()
    try:
        with httpx.Client(base_url=url, timeout=60, trust_env=False) as http:
            yield Server(process, url, http, lines)
    finally:
        process.terminate()
        process.wait(30)
        reader.join(10)
        process.stderr.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A service with the defaults, but for the time and the sizes, which are short."""
    with running("--workers", "1", "--seconds", "5", "--body", "1") as started:
        yield started


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """A web site on this machine with the golden pages."""

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments, directory=str(PAGES))  # type: ignore[arg-type]

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as pages:
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{pages.server_address[1]}"
        pages.shutdown()
