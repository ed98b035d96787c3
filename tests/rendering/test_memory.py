"""Pages that take memory: each is ended at its limit, and the next one is rendered."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from dehusk import Page, RenderError
from dehusk.rendering import Renderer, memory
from dehusk.rendering.memory import MEGABYTE, MemoryGuard, processes_below, taken_bytes
from tests.rendering.processes import browsers

needs_linux = pytest.mark.skipif(not memory.IS_BOUNDED, reason="memory is bounded on Linux only")

LIMIT = 300
KEEP = "const kept = []; "
HUNGRY = {
    "typed arrays": KEEP + "for (;;) kept.push(new Float64Array(1e6).fill(1.5))",
    "canvases": KEEP
    + """for (;;) {
        const canvas = document.createElement('canvas'); canvas.width = canvas.height = 2000;
        canvas.getContext('2d').fillRect(0, 0, 2000, 2000); kept.push(canvas) }""",
    "what the browser keeps": KEEP
    + """const bytes = new Uint8Array(1e7).fill(1);
        for (let i = 0; ; i++) { bytes[0] = i; kept.push(new Blob([bytes])) }""",
}


class Highest(threading.Thread):
    """The most memory that the browsers of this process take together, in megabytes."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.megabytes = 0.0
        self._is_over = threading.Event()

    def __enter__(self) -> Highest:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self.join()

    def run(self) -> None:
        while not self._is_over.wait(0.03):
            processes = {below for browser in browsers() for below in processes_below(browser)}
            taken = sum(taken_bytes(process) for process in processes) / MEGABYTE
            self.megabytes = max(self.megabytes, taken)


@pytest.fixture(scope="module")
def tight() -> Iterator[Renderer]:
    """A browser with scripts, patience and little memory."""
    with Renderer(javascript=True, timeout=60, memory=LIMIT) as shared:
        yield shared


@needs_linux
@pytest.mark.browser
@pytest.mark.parametrize("script", HUNGRY.values(), ids=HUNGRY.keys())
def test_a_page_has_so_much_and_no_more(tight: Renderer, script: str) -> None:
    with (
        Highest() as highest,
        pytest.raises(RenderError, match=r"https://a.example/.* more than 300 MB of memory"),
    ):
        tight.render(f"<script>{script}</script>", url="https://a.example/")
    # On a busy machine the watch comes a little late; without it there are gigabytes.
    assert highest.megabytes < 2 * LIMIT + 400
    assert tight.render("<p>next").text_of(0) == "next"


@needs_linux
@pytest.mark.browser
def test_a_hungry_page_costs_no_other_page_anything() -> None:
    hungry = f"<script>{HUNGRY['typed arrays']}</script>"
    with Renderer(workers=2, javascript=True, timeout=60, memory=LIMIT) as pool:
        results = list(pool.render_many(["<p>0", hungry, *(f"<p>{n}" for n in range(2, 8))]))
    assert isinstance(results[1], RenderError)
    others = results[:1] + results[2:]
    assert [page.text_of(0) for page in others if isinstance(page, Page)] == list("0234567")


@pytest.mark.browser
def test_an_honest_large_page_is_rendered(renderer: Renderer) -> None:
    paragraph = "<p>Some words <b>in</b> a row, with <a href=/x>a link</a>.</p>\n"
    page = renderer.render(paragraph * 4_000)
    assert len(page) > 30_000


# The guard by itself

HOG = (
    "import time; kept = bytearray({megabytes} << 20); print('has it', flush=True); time.sleep(60)"
)


def hog(megabytes: int, *words: str) -> subprocess.Popen[str]:
    """A process that takes memory, and has what it takes when this returns."""
    code = HOG.format(megabytes=megabytes)
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


@needs_linux
def test_memory_is_counted() -> None:
    with hog(200) as process:
        assert 200 < taken_bytes(process.pid) / MEGABYTE < 260
        process.kill()
    assert taken_bytes(process.pid) == 0


@needs_linux
def test_the_guard_ends_the_largest_page_of_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {1: 10, 2: 200, 3: 210, 4: 205}
    ended: list[int] = []
    monkeypatch.setattr(memory, "processes_below", lambda _: list(sizes))
    monkeypatch.setattr(memory, "taken_bytes", lambda process: sizes[process] * MEGABYTE)
    monkeypatch.setattr(memory, "_shows_pages", lambda process: process > 1)
    monkeypatch.setattr(os, "kill", lambda process, how: ended.append(process))
    MemoryGuard(1, megabytes=256, workers=3)._look()
    assert ended == []
    MemoryGuard(1, megabytes=256, workers=2)._look()
    assert ended == [3]
    sizes[2] = 257
    MemoryGuard(1, megabytes=256, workers=3)._look()
    assert ended == [3, 2]
    sizes[1] = 257
    guard = MemoryGuard(1, megabytes=256, workers=3)
    guard._look()
    assert guard.ended_browser
    assert ended == [3, 2, 4, 3, 2, 1]


@needs_linux
def test_the_kernel_refuses_what_comes_too_fast_for_the_guard() -> None:
    code = "import sys; sys.stdin.readline(); bytearray(3 << 30); print('has it')"
    with (
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
        MemoryGuard(process.pid, megabytes=256, workers=1),
    ):
        output, errors = process.communicate("\n", timeout=30)
    assert output == ""
    assert "MemoryError" in errors


@needs_linux
def test_a_stranger_with_the_number_of_a_browser_that_died_is_left_alone() -> None:
    with hog(300) as stranger:
        guard = MemoryGuard(stranger.pid, megabytes=256, workers=1)
        guard._birth = "0"
        guard._look()
        assert (guard.ended, stranger.poll()) == (0, None)
        stranger.kill()


def test_senseless_limits_are_refused() -> None:
    with pytest.raises(ValueError, match="memory must be at least 256"):
        Renderer(memory=255)
