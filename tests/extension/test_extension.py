"""The browser extension and the bookmarklet in Chromium, with a service on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

import dehusk
from dehusk.page.snapshot import from_snapshot
from tests.conftest import ROOT
from tests.serve.browsing import find_extended
from tests.serve.conftest import Server, running

pytestmark = pytest.mark.browser

EXTENSION = ROOT / "src" / "dehusk" / "serve" / "extension"
LAYOUTS = ROOT / "tests" / "layouts"
WALK = (EXTENSION / "walk.js").read_text("utf-8")
PAGES = (
    *("two-columns", "three-columns", "floated-sidebar", "flex", "grid", "sticky-header"),
    *("hidden-menus", "off-screen", "journal", "chinese"),
)


def extension_id() -> str:
    """The id that Chromium gives an extension of a folder."""
    digest = sha256(str(EXTENSION).encode()).hexdigest()[:32]
    return "".join(chr(ord("a") + int(sign, 16)) for sign in digest)


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The layout pages, and one with a shadow root and a frame, on a web site."""

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(LAYOUTS))

        def do_GET(self) -> None:
            if self.path == "/frames.html":
                self.send_response(200)
                self.send_header("content-type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(FRAMES.encode())
            else:
                super().do_GET()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as pages:
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{pages.server_address[1]}"
        pages.shutdown()


@pytest.fixture(scope="module")
def service() -> Iterator[Server]:
    with running("--workers", "1", "--renderers", "0") as started:
        yield started


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    path = find_extended()
    if path is None:
        pytest.skip("loading an extension needs Chromium itself: apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=path,
            headless=False,
            ignore_default_args=["--disable-extensions"],
            args=[
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                f"--disable-extensions-except={EXTENSION}",
                f"--load-extension={EXTENSION}",
            ],
            viewport={"width": 1920, "height": 1080},
        )
        yield started
        started.close()


@cache
def paragraph(words: str) -> str:
    return f"<p>{' '.join([f'{words} needs flour, water, salt and time, and then some more.'] * 6)}</p>"


FRAMES = f"""<!doctype html><title>Bread</title><nav><a href=/>Home</a> <a href=/b>More</a></nav>
<main><h1>Bread</h1>{paragraph("Bread")}<div id=host></div>
<iframe srcdoc="{paragraph("Frame").replace('"', "&quot;")}" width=900 height=300></iframe></main>
<template><p>Never</p></template><noscript>Never</noscript>
<script>host.attachShadow({{mode: "open"}}).innerHTML = `{paragraph("Shadow")}`</script>
<footer><a href=/c>Imprint</a></footer>"""


def opened(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url, wait_until="load")
    return page


@pytest.mark.parametrize("name", PAGES)
def test_the_walk_gives_the_page_that_the_reader_sees(
    context: BrowserContext, site: str, name: str
) -> None:
    page = opened(context, f"{site}/{name}/page.html")
    try:
        walked = from_snapshot(page.evaluate(f"() => {{ {WALK}; return dehusk.snapshot(); }}"))
    finally:
        page.close()
    parsed = dehusk.parse((LAYOUTS / name / "page.html").read_bytes())
    assert walked.text_of(0).split() == parsed.text_of(0).split()
    assert walked.layout is not None
    assert walked.layout.window == (1920, 1080)
    found = dehusk.extract(walked, method="zones").text
    snapshot = dehusk.extract(
        dehusk.page.snapshot.read_snapshot((LAYOUTS / name / "snapshot.json.gz").read_bytes()),
        method="zones",
    )
    if tuple(snapshot.page.layout.window) == walked.layout.window:
        assert found.split() == snapshot.text.split()


def test_shadow_roots_and_frames_are_walked(context: BrowserContext, site: str) -> None:
    page = opened(context, f"{site}/frames.html")
    try:
        walked = from_snapshot(page.evaluate(f"() => {{ {WALK}; return dehusk.snapshot(); }}"))
        document = dehusk.extract(walked)
        kept = document.whole.rows.tolist()
        assert page.evaluate("rows => dehusk.mark(rows)", kept) >= 2
        opacity = "element => getComputedStyle(element).opacity"
        assert page.locator("nav").evaluate(opacity) == "0.15"
        assert page.locator("#host p").evaluate(opacity) == "1"
        page.evaluate("() => dehusk.clear()")
        assert page.locator("nav").evaluate(opacity) == "1"
        assert page.locator("nav").get_attribute("style") is None
    finally:
        page.close()
    for word in ("Bread", "Shadow", "Frame"):
        assert f"{word} needs flour" in walked.text_of(0)
    assert "Shadow needs flour" in document.text
    assert walked.layout is not None
    [frame] = [row for row in range(len(walked)) if walked.tag_name(row) == "iframe"]
    inside = walked.layout.box[frame + 1 : walked.end[frame]][-1]
    outside = walked.layout.box[frame]
    assert outside[0] < inside[0] < outside[0] + outside[2]
    assert outside[1] < inside[1] < outside[1] + outside[3]
    assert "Never" not in walked.text_of(0)


def test_the_first_mark_scrolls_to_the_content(context: BrowserContext, site: str) -> None:
    page = opened(context, f"{site}/frames.html")
    page.evaluate(
        "() => document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 5000px' }))"
    )
    try:
        walked = from_snapshot(page.evaluate(f"() => {{ {WALK}; return dehusk.snapshot(); }}"))
        kept = dehusk.extract(walked).whole.rows.tolist()
        page.evaluate("rows => dehusk.mark(rows)", kept)
        expect(page.locator("main > p")).to_be_in_viewport()
        page.evaluate("() => scrollTo(0, 0)")
        page.evaluate("rows => dehusk.mark(rows)", kept)
        assert page.evaluate("() => scrollY") == 0
    finally:
        page.close()


def popup(context: BrowserContext, page: Page, service: str) -> Page:
    """The popup for a page, in a tab of its own: there is no toolbar to click."""
    shown = context.new_page()
    address = f"chrome-extension://{extension_id()}/popup.html"
    shown.goto(address)
    tabs = shown.evaluate("() => chrome.tabs.query({})")
    [tab] = [tab["id"] for tab in tabs if tab.get("url") == page.url]
    shown.evaluate("address => localStorage.setItem('service', address)", service)
    shown.goto(f"{address}?tab={tab}")
    return shown


def test_the_popup_marks_more_and_less_and_hands_over(
    context: BrowserContext, site: str, service: Server
) -> None:
    page = opened(context, f"{site}/two-columns/page.html")
    shown = popup(context, page, service.url)
    expect(shown.locator("#tools")).to_be_visible()
    expect(shown.locator("#told")).to_contain_text("% sure")
    opacity = "element => getComputedStyle(element).opacity"
    dimmed = page.locator("[style*='opacity: 0.15']")
    assert dimmed.count() > 0
    shown.select_option("#method", "zones")
    shown.click("#more")
    expect(shown.locator("#amount")).to_have_text("+1")
    shown.click("#less")
    shown.select_option("#method", "default")
    shown.click("#clear")
    expect(dimmed).to_have_count(0)
    assert page.locator("body").evaluate(opacity) == "1"
    with context.expect_page() as reading:
        shown.click("#read")
    article = reading.value.frame_locator("#page").locator("body")
    title = dehusk.extract((LAYOUTS / "two-columns" / "page.html").read_bytes()).title
    assert title
    expect(article).to_contain_text(title.split(" - ")[0])
    with context.expect_page() as playing:
        shown.click("#wrong")
    expect(playing.value.locator("#found")).to_be_visible()
    assert playing.value.url == f"{service.url}/"
    with shown.expect_download() as saving:
        shown.click("#save")
    assert saving.value.suggested_filename.endswith(".md")
    for one in (page, shown, reading.value, playing.value):
        one.close()


def test_the_popup_has_the_settings_of_the_method(
    context: BrowserContext, site: str, service: Server
) -> None:
    page = opened(context, f"{site}/chinese/page.html")
    shown = popup(context, page, service.url)
    expect(shown.locator("#told")).to_contain_text("% sure")
    shown.click("#settings summary")
    shown.select_option("#method", "cnr")
    expect(shown.locator("#parameter-share")).to_have_attribute("placeholder", "0.3")
    shown.fill("#parameter-share", "many")
    shown.keyboard.press("Tab")
    expect(shown.locator("#told")).to_contain_text("share is a number from 0 to 1, and not 'many'")
    shown.fill("#parameter-share", "0.5")
    shown.keyboard.press("Tab")
    expect(shown.locator("#told")).not_to_contain_text("cannot")
    shown.check("#values")
    expect(page.locator("body [title^='p: ']").first).to_be_attached()
    dimmed = page.locator("[style*='opacity: 0.15']")
    shown.check("#menus")
    expect(page.locator(".top[style*='opacity: 0.15']")).to_have_count(0)
    expect(dimmed.first).to_be_attached()
    shown.select_option("#method", "dana")
    shown.check("#published")
    expect(page.locator(".top[style*='opacity: 0.15']").first).to_be_attached()
    expect(page.locator("p[style*='opacity: 0.15']")).to_have_count(0)
    assert page.locator("body [title^='p: ']").count() == 0
    page.close()
    shown.close()


def test_without_the_service_the_popup_says_how_to_start_it(
    context: BrowserContext, site: str
) -> None:
    page = opened(context, f"{site}/flex/page.html")
    shown = popup(context, page, "http://127.0.0.1:9")
    expect(shown.locator("#stopped")).to_be_visible()
    expect(shown.locator("#stopped pre")).to_have_text("dehusk serve")
    page.close()
    shown.close()


def test_the_bookmarklet_does_the_same(context: BrowserContext, site: str, service: Server) -> None:
    play = opened(context, f"{service.url}/")
    play.wait_for_selector("html[data-ready]")
    href = play.get_attribute("#bookmarklet", "href")
    play.close()
    assert href is not None
    assert href.startswith("javascript:")
    page = opened(context, f"{site}/grid/page.html")
    with context.expect_page() as opening:
        page.evaluate("href => { location.href = href }", href)
    expect(opening.value.locator("#found")).to_be_visible()
    expect(page.locator("[style*='opacity: 0.15']").first).to_be_attached()
    page.close()
    opening.value.close()


def test_a_browser_that_loads_extensions_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("chromium-headless-shell", "chromium-browser", "google-chrome"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DEHUSK_CHROMIUM", raising=False)
    assert find_extended() == str(tmp_path / "chromium-browser")
    monkeypatch.setenv("DEHUSK_CHROMIUM", "chromium-headless-shell")
    assert find_extended() == str(tmp_path / "chromium-browser")
    (tmp_path / "chromium-browser").unlink()
    assert find_extended() is None


def test_the_walk_is_short() -> None:
    assert len(WALK.splitlines()) < 100


def test_it_asks_for_no_more_than_it_needs() -> None:
    manifest = json.loads((EXTENSION / "manifest.json").read_text())
    assert manifest["permissions"] == ["activeTab", "scripting"]
    assert manifest["host_permissions"] == ["http://127.0.0.1/*", "http://localhost/*"]
    assert manifest["version"] == dehusk.__version__
    assert manifest["commands"]["_execute_action"]["suggested_key"]["default"] == "Alt+Shift+D"
    named = json.dumps(manifest)
    assert all((EXTENSION / f"icon{size}.png").exists() for size in (16, 48, 128))
    assert "popup.html" in named
    for path in Path(EXTENSION).glob("*.html"):
        assert "https://" not in path.read_text()
