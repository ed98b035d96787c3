"""The pictures of the documentation: `python -m tests.pictures`, or `make pictures`.

Starts a service and Chromium, shows pages that we wrote, and writes docs/pictures/*.png.
"""

from __future__ import annotations

import shutil
import tempfile
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

import dehusk
from tests.conftest import PAGES, ROOT
from tests.extension.test_extension import EXTENSION, LAYOUTS, popup
from tests.serve.browsing import find_extended
from tests.serve.conftest import running

FOLDER = ROOT / "docs" / "pictures"
SIZE = {"width": 1200, "height": 760}
POPUP_SIZE = {"width": 900, "height": 660}
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
            before_and_after(page)
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


def before_and_after(page: Page) -> None:
    """A page as its site shows it, and beside it what dehusk takes of it."""
    source = (PAGES / "news" / "page.html").read_text("utf-8")
    document = dehusk.extract(source, url="https://www.tidewater-courier.example.org/2024/03/14/")
    panes = []
    for html, style in ((source, SITE), (f"<main>{document.html}</main>", READER)):
        page.set_viewport_size({"width": 760, "height": 900})
        page.set_content(html)
        page.add_style_tag(content=style)
        page.evaluate(
            """bridge => document.querySelectorAll("img").forEach(image => {
              if (image.closest("figure")) [image.srcset, image.src] = ["", bridge];
              else image.replaceWith(image.alt);
            })""",
            f"data:image/svg+xml;base64,{b64encode(BRIDGE.encode()).decode()}",
        )
        page.wait_for_timeout(200)
        panes.append(b64encode(page.screenshot()).decode())
    page.set_viewport_size({"width": 1200, "height": 700})
    images = "<b>→</b>".join(f'<img src="data:image/png;base64,{one}">' for one in panes)
    page.set_content(f"<style>{PANES}</style>{images}")
    shoot(page, "before-after")


BRIDGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 220"><rect width="640" height="220" fill="#f3c9a5"/>
<circle cx="470" cy="120" r="34" fill="#fff1d6"/><rect y="150" width="640" height="70" fill="#557f8c"/>
<path d="M0 138h640v7H0zM110 50h10v120h-10zM520 50h10v120h-10zM0 140Q60 120 115 52Q320 190 525 52Q580 120 640 140" fill="none" stroke="#26414b" stroke-width="5"/></svg>"""
SITE = """
body { margin: 0; font: 15px/1.4 system-ui, sans-serif; color: #222; background: #fff } ul, ol { margin: 0; padding: 0; list-style: none }
h1, h2, h3, p { margin: 0 0 .5em } img { background: #ccd6da } .skip-link, .visually-hidden { display: none }
.cmp-banner { position: fixed; inset: auto 0 0; padding: 14px 20px; color: #fff; background: #20343c; font-size: 13px; z-index: 2 }
.site-header { color: #fff; background: #0b3b4b } .site-header a { color: #fff } .site-header__top { display: flex; justify-content: space-between; padding: 14px 20px }
.primary-nav { display: flex; gap: 20px; padding: 8px 20px; background: #082c38 } .primary-nav ul { display: flex; gap: 14px }
.ticker { padding: 7px 20px; background: #b3261e; color: #fff } .ticker a { color: #fff }
.layout { display: grid; grid-template-columns: 1fr 200px; gap: 24px; padding: 14px 20px } .breadcrumbs ol, .share-bar { display: flex; gap: 10px; font-size: 13px; margin-bottom: 8px }
.article__title { font: 700 27px/1.15 Georgia, serif } .article__standfirst { font-size: 17px; color: #555 } .article__meta { font-size: 13px; color: #666; margin-bottom: 8px }
figure { margin: 0 0 10px } .article__hero img { width: 100%; height: 150px; object-fit: cover } figcaption { font-size: 12px; color: #666 }
.c-ad { display: grid; place-items: center; min-height: 110px; margin: 8px 0; background: #ffe9a8; font-size: 12px } .rail li { padding: 7px 0; border-bottom: 1px solid #ddd; font-size: 14px }
.rail h2 { font-size: 16px; border-top: 4px solid #b3261e; padding-top: 6px }
"""
READER = """
body { margin: 0; padding: 34px 52px; background: #fff; color: #1d1c1a; font: 17px/1.55 Charter, Georgia, "Noto Serif", serif }
h1 { font-size: 29px; line-height: 1.2; margin: 0 0 .4em } h1 + p { color: #0d6e4e; font-family: system-ui, sans-serif; font-size: 14px } a { color: #0b57a4 }
figure { margin: 0 0 1em; color: #625e57; font-size: 14px } img { width: 100%; height: 200px; object-fit: cover; border-radius: 6px }
"""
PANES = """
body { display: flex; gap: 18px; align-items: center; justify-content: center; height: 100vh; margin: 0; background: #f3efe7 }
img { width: 556px; border-radius: 10px; box-shadow: 0 8px 28px #0003 } b { color: #0d6e4e; font: 700 40px system-ui }
"""


def playground(page: Page, url: str) -> None:
    """The start; an article beside its page; the picture of a rendered page; a phone in the dark."""
    page.set_viewport_size(SIZE)
    page.goto(f"{url}/")
    page.wait_for_selector("html[data-ready]")
    shoot(page, "start")
    page.click("[data-example=recipe]")
    ready(page)
    shoot(page, "playground")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    shoot(page, "phone")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(SIZE)
    page.click("#another")
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
    page.set_viewport_size(SIZE)
    page.goto(f"{url}/")
    ready(page)
    for key in (*"jjjjjjjjjj", " "):
        page.keyboard.press(key)
    shoot(page, "labelling")


def extension(page: Page, url: str) -> None:
    """A page that is dimmed, and the popup in its corner, as the browser shows it."""
    page.route(
        "http://127.0.0.1/article",
        lambda route: route.fulfill(path=LAYOUTS / "two-columns" / "page.html"),
    )
    page.set_viewport_size(POPUP_SIZE)
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
