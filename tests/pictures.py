"""The pictures of the documentation: `python -m tests.pictures`, or `make pictures`.

Starts a service and Chromium, shows pages that we wrote, and writes docs/pictures/*.png.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.conftest import PAGES, ROOT
from tests.extension.test_extension import EXTENSION, LAYOUTS, popup
from tests.serve.browsing import find_extended
from tests.serve.conftest import running

FOLDER = ROOT / "docs" / "pictures"
SIZE = {"width": 900, "height": 660}
PHONE = {"width": 360, "height": 680}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        pages = Path(folder) / "pages"
        pages.mkdir()
        for name in ("news", "recipe", "listing"):
            shutil.copy(PAGES / name / "page.html", pages / f"{name}.html")
        context = playwright.chromium.launch_persistent_context(
            Path(folder) / "profile",
            executable_path=find_extended(),
            headless=False,
            ignore_default_args=["--disable-extensions"],
            args=[
                *("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                f"--disable-extensions-except={EXTENSION}",
                f"--load-extension={EXTENSION}",
            ],
            viewport=SIZE,
        )
        page = context.new_page()
        with running("--workers", "1") as service:
            playground(page, service.url)
            extension(page, service.url)
        labels = ("-o", f"{folder}/labels.jsonl", "--by", "Ann", "--no-open")
        with running(str(pages), *labels, command="label") as service:
            labelling(page, service.url)
        context.close()
    for path in sorted(FOLDER.glob("*.png")):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


def shoot(page: Page, name: str) -> None:
    page.wait_for_timeout(500)
    page.screenshot(path=FOLDER / f"{name}.png")


def ready(page: Page) -> None:
    page.wait_for_selector("#found[aria-busy=false]", timeout=60_000)


def playground(page: Page, url: str) -> None:
    """The page with its decisions; the picture of the rendered page; a phone in the dark."""
    page.goto(f"{url}/")
    page.wait_for_selector("html[data-ready]")
    page.fill("#html", (PAGES / "recipe" / "page.html").read_text("utf-8"))
    page.click("#source button[type=submit]")
    ready(page)
    page.frame_locator("#view").locator("[data-t=li]").nth(2).hover()
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "playground")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "phone")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(SIZE)
    page.goto(f"{url}/")
    page.wait_for_selector("html[data-ready]")
    page.set_input_files("#file", LAYOUTS / "two-columns" / "page.html")
    ready(page)
    page.click("#tab-picture")
    page.click("#render")
    expect(page.locator("#frame")).to_be_visible(timeout=60_000)
    page.select_option("#method", "zones")
    ready(page)
    shoot(page, "picture")


def labelling(page: Page, url: str) -> None:
    """A block that somebody keeps, a container that is chosen."""
    page.goto(f"{url}/")
    ready(page)
    for key in ("j", "j", "j", "j", " ", "j", "j", "h"):
        page.keyboard.press(key)
    shoot(page, "labelling")


def extension(page: Page, url: str) -> None:
    """A page that is dimmed, and the popup in its corner, as the browser shows it."""
    page.route(
        "http://127.0.0.1/article",
        lambda route: route.fulfill(path=LAYOUTS / "two-columns" / "page.html"),
    )
    page.goto("http://127.0.0.1/article")
    shown = popup(page.context, page, url)
    expect(shown.locator("#told")).to_contain_text("% sure")
    corner = shown.locator("main").screenshot()
    shown.close()
    page.bring_to_front()
    page.evaluate(
        """bytes => {
          const image = document.createElement("img");
          image.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
          image.style = "position:fixed;top:8px;right:24px;z-index:9999;"
            + "border:1px solid #999;border-radius:8px;box-shadow:0 6px 24px #0004";
          document.documentElement.append(image);
          return image.decode();
        }""",
        list(corner),
    )
    shoot(page, "extension")


if __name__ == "__main__":
    main()
