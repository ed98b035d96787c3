"""The pool: one page's accident is not another's."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dehusk import DehuskError, NotHtml, Page, RenderError
from dehusk.rendering import AsyncRenderer, Renderer, Source, render, tab
from dehusk.rendering.original import Original
from dehusk.rendering.tab import MOST_USES, Tab
from tests.rendering.processes import browsers, descendants

pytestmark = pytest.mark.browser

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")


@pytest.fixture(scope="module")
def lively() -> Iterator[Renderer]:
    """A browser with scripts, and little patience."""
    with Renderer(javascript=True, timeout=6) as shared:
        yield shared


@pytest.fixture(scope="module")
def patient() -> Iterator[Renderer]:
    """A browser with scripts, and time enough on a busy machine."""
    with Renderer(javascript=True, timeout=60) as shared:
        yield shared


def text(page: Page | DehuskError) -> str:
    assert isinstance(page, Page), page
    return page.text_of(0)


# Bad pages


def test_a_page_that_hangs_is_ended(lively: Renderer) -> None:
    with pytest.raises(RenderError, match=r"^https://a.example/ did not finish loading within 6 s"):
        lively.render("<script>while (true) {}</script>", url="https://a.example/")
    assert text(lively.render("<p>next")) == "next"


def test_a_page_that_crashes_its_tab_is_replaced(
    lively: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    navigate = Tab._navigate

    async def crash(tab: Tab, original: Original) -> str:
        loader = await navigate(tab, original)
        if original.name == "https://crash.example/":
            await tab._session.send("Page.crash")
        return loader

    monkeypatch.setattr(Tab, "_navigate", crash)
    with pytest.raises(RenderError, match=r"^https://crash.example/ crashed its tab"):
        lively.render("<p>x", url="https://crash.example/")
    assert text(lively.render("<p>next")) == "next"


@pytest.mark.slow
def test_a_page_that_eats_memory_is_ended(lively: Renderer) -> None:
    with pytest.raises(RenderError):
        lively.render("<script>a = []; while (true) a.push(new Array(1e7).fill(1.5))</script>")
    assert text(lively.render("<p>next")) == "next"


@pytest.mark.parametrize(
    "script",
    [
        "alert(1); confirm(2); prompt(3)",
        "print()",
        "onbeforeunload = () => 'stay'",
        "window.open('https://b.example/'); window.open('about:blank')",
        "location = 'https://b.example/'",
        "setInterval(() => location.reload(), 1)",
        "window.close()",
    ],
)
def test_dialogs_popups_and_flights_disturb_nobody(patient: Renderer, script: str) -> None:
    for _ in range(2):
        assert "first" in text(patient.render(f"<p>first<script>{script}</script>"))


def test_a_page_that_goes_back_is_told_from_one_that_stays(patient: Renderer) -> None:
    for script in ("history.back()", "onload = () => history.back()"):
        with pytest.raises(RenderError, match="went back"):
            patient.render(f"<p>first<script>{script}</script>")


def test_huge_pages_are_rendered(patient: Renderer) -> None:
    page = patient.render(
        "<canvas width=50000 height=50000></canvas><div style='height: 9999999px'>tall</div>"
        "<script>document.querySelector('canvas').getContext('2d').fillRect(0, 0, 50000, 50000)"
        "</script>"
    )
    assert page.layout is not None
    assert page.layout.document[1] > 9_999_999
    assert text(patient.render("<p>next")) == "next"


def test_pages_that_grow_past_reading_are_refused(
    lively: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tab, "MOST_NODES", 1000)
    grow = "for (let i = 0; i < 2000; i++) document.body.append(document.createElement('b'))"
    with pytest.raises(RenderError, match=r"has grown to 2,\d\d\d nodes; no more than 1,000 are"):
        lively.render(f"<body><script>{grow}</script>")
    assert text(lively.render("<p>next")) == "next"


def test_pages_that_refresh_leave_the_next_alone(renderer: Renderer) -> None:
    refreshing = "<meta http-equiv=Refresh content='0; url=/again'><p>here"
    pages = [renderer.render(refreshing, url="https://a.example/") for _ in range(3)]
    assert {text(page) for page in pages} == {"here"}
    assert text(renderer.render("<p>next")) == "next"


# Many pages


def test_many_pages_in_order_with_errors_in_their_places(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>from a file")
    sources = [
        "<p>0",
        b"<p>1",
        Source("<p>2", url="https://a.example/"),
        tmp_path / "page.html",
        b"%PDF-1.7 \xe2\xe3",
        tmp_path / "nowhere.html",
        *(f"<p>{number}" for number in range(6, 20)),
    ]
    with Renderer(workers=3) as pool:
        results = list(pool.render_many(iter(sources)))
    assert [text(page) for page in results[:4]] == ["0", "1", "2", "from a file"]
    assert isinstance(results[4], NotHtml)
    assert isinstance(results[5], RenderError)
    assert "nowhere.html cannot be read" in str(results[5])
    assert [text(page) for page in results[6:]] == [str(number) for number in range(6, 20)]


def test_other_pages_go_on_while_one_hangs() -> None:
    sources = ["<script>while (true) {}</script>", *["<p>good"] * 8]
    with Renderer(workers=2, javascript=True, timeout=8) as pool:
        hung, *others = pool.render_many(sources)
    assert isinstance(hung, RenderError)
    assert {text(page) for page in others} == {"good"}


def test_nobody_has_to_read_all_results(renderer: Renderer) -> None:
    results = renderer.render_many("<p>x" for _ in range(10**9))
    assert text(next(results)) == "x"
    results.close()  # type: ignore[attr-defined]
    assert text(renderer.render("<p>next")) == "next"


def test_tabs_are_used_again_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = 0
    open_tab = Tab.open

    async def count(*arguments: object) -> Tab:
        nonlocal opened
        opened += 1
        return await open_tab(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Tab, "open", count)
    with Renderer() as pool:
        pool.render("<p>x")
        pool.render("<p>y")
        assert opened == 1
        pool._async._idle[0]._uses = MOST_USES
        pool.render("<p>z")
        pool.render("<p>z")
    assert opened == 2


# Where it runs


def test_inside_a_running_loop_and_with_await() -> None:
    async def both() -> tuple[str, str, list[str]]:
        with Renderer() as pool:
            one = text(pool.render("<p>one"))
        async with AsyncRenderer(workers=2) as pool:
            two, drawn = await asyncio.gather(
                pool.render("<p>two"), pool.render_with_screenshot("<p>drawn")
            )
            assert drawn.screenshot is not None
            many = [text(page) async for page in pool.render_many(["<p>a", "<p>b", "<p>c"])]
        return one, text(two), many

    assert asyncio.run(both()) == ("one", "two", ["a", "b", "c"])


def test_several_threads_share_a_renderer(renderer: Renderer) -> None:
    found = []
    threads = [
        threading.Thread(target=lambda n=n: found.append(text(renderer.render(f"<p>{n}"))))
        for n in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list("012345")


def test_the_function_renders_one_page() -> None:
    page = render("<p>x", url="https://a.example/", window=(800, 600), timeout=60)
    assert page.layout is not None
    assert page.layout.window == (800, 600)


# The end


def wait_for(holds: Callable[[], bool], seconds: float = 5) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.timed
@needs_proc
def test_nothing_is_left_when_it_is_closed() -> None:
    before, threads = set(descendants()), set(threading.enumerate())
    with Renderer(workers=2, javascript=True, timeout=3) as pool:
        list(pool.render_many(["<p>x", "<script>while (true) {}</script>", "<p>y"]))
        assert set(descendants()) - before
    wait_for(lambda: not set(descendants()) - before)  # the system takes its time on a busy machine
    assert not set(threading.enumerate()) - threads
    pool.close()
    with pytest.raises(RenderError, match="closed"):
        pool.render("<p>x")


@needs_proc
def test_nothing_is_left_when_a_program_forgets_to_close_or_fails() -> None:
    code = (
        "from dehusk.rendering import Renderer\n"
        "from tests.rendering.processes import descendants\n"
        "renderer = Renderer(); renderer.render('<p>x')\n"
        "print(*descendants(), flush=True)\n"
        "raise SystemExit(3)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (3, "")
    started = [int(process) for process in done.stdout.split()]
    assert started
    assert _gone(started)


@needs_proc
@pytest.mark.parametrize(
    ("event", "last_line"),
    [
        ("[os.kill(browser, signal.SIGKILL) for browser in browsers()]", ""),
        ("os.killpg(0, signal.SIGINT); time.sleep(30)", "KeyboardInterrupt"),
    ],
)
def test_no_process_folder_or_noise_is_left_by_a_killed_browser_or_ctrl_c(
    event: str, last_line: str
) -> None:
    code = (
        "import os, signal, time\n"
        "from dehusk.rendering import Renderer\n"
        "from tests.rendering.processes import browsers, descendants\n"
        # Whoever runs the tests in the background may have Ctrl-C ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "with Renderer() as renderer:\n"
        "    renderer.render('<p>x')\n"
        "    print(*descendants(), flush=True)\n"
        f"    {event}"
    )
    # A short name: Chromium makes a socket below it.
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "TMPDIR": folder},
            start_new_session=True,
        )
        assert _gone([int(process) for process in done.stdout.split()])
        assert os.listdir(folder) == []
    assert done.stderr.rpartition("\n")[0].rpartition("\n")[2] == last_line


def _gone(processes: list[int]) -> bool:
    for _ in range(100):
        alive = [p for p in processes if p in descendants(1) or p in descendants()]
        if not alive:
            return True
        time.sleep(0.1)
    return False


@needs_proc
def test_a_browser_that_dies_is_replaced() -> None:
    before = set(browsers())

    def kill() -> None:
        for process in set(browsers()) - before:
            os.kill(process, signal.SIGKILL)

    with Renderer(timeout=30) as pool:
        assert text(pool.render("<p>before")) == "before"
        kill()
        assert text(pool.render("<p>after")) == "after"
        killer = threading.Timer(0.3, kill)
        killer.start()
        results = list(pool.render_many(["<p>x"] * 20))
        killer.join()
    assert {text(page) for page in results} == {"x"}


def test_closing_fails_what_is_being_rendered() -> None:
    pool = Renderer(javascript=True, timeout=60)
    pool.render("<p>x")
    errors: list[Exception] = []

    def hang() -> None:
        try:
            pool.render("<script>while (true) {}</script>")
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=hang)
    thread.start()
    time.sleep(1)
    pool.close()
    thread.join(30)
    assert isinstance(errors[0], RenderError)


@pytest.mark.parametrize("options", [{"workers": 0}, {"timeout": 0}, {"window": (0, 5)}])
def test_senseless_settings_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Renderer(**options)  # type: ignore[arg-type]
