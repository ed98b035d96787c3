"""What the browser tests of the service share: a browser, and a page that is watched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from dehusk.rendering.chromium import find_chromium
from tests.conftest import ROOT

expect.set_options(timeout=60_000)  # a busy machine is slow, and that is no failure

EXTENDED = ("chromium", "chromium-browser")
"""Browsers that load extensions when they are told to: Chromium without windows does not, nor does Chrome."""


def find_extended() -> str | None:
    """A browser for the extension, None where there is none; `DEHUSK_CHROMIUM` may be such a one."""
    chosen = shutil.which(os.environ.get("DEHUSK_CHROMIUM", ""))
    if chosen and not any(word in Path(chosen).name for word in ("headless", "google-chrome")):
        return chosen
    return next(filter(None, map(shutil.which, EXTENDED)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, for a few tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@dataclass
class Watched:
    """A page, and what it did that it should not: errors, dialogs, scripts that ran, requests."""

    page: Page
    errors: list[str] = field(default_factory=list)
    pwned: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)

    def click(self, target: str) -> None:
        self.page.click(target)

    def text(self, target: str) -> str:
        return self.page.inner_text(target)

    @property
    def view(self) -> Any:
        """The page in its frame."""
        return self.page.frame_locator("#view")

    def leaf(self, words: str) -> Any:
        """The leaf with some words."""
        return self.view.locator("span[data-r]:not([data-t])").filter(has_text=words).first

    def is_kept(self, words: str) -> bool:
        return "k" in (self.leaf(words).get_attribute("class") or "").split()


@contextmanager
def playground(browser: Browser, url: str, **options: Any) -> Iterator[Watched]:
    """The playground in a new context of the browser, ready."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
    page = context.new_page()
    watched = Watched(page)
    page.expose_function("pwn", lambda *_: watched.pwned.append("pwn"))
    page.on("dialog", lambda dialog: (watched.pwned.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda error: watched.errors.append(str(error)))
    page.on("popup", lambda popup: watched.pwned.append(popup.url))
    page.on("request", lambda request: _note(watched, url, request.url))
    page.goto(f"{url}/")
    page.wait_for_selector("html[data-ready]")
    yield watched
    context.close()


def _note(watched: Watched, url: str, asked: str) -> None:
    if not asked.startswith((f"{url}/", "data:", "about:", "blob:")):
        watched.strange.append(asked)


def axe() -> str | None:
    """The accessibility checker: `npm install axe-core` in the repository, or DEHUSK_AXE."""
    own = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    path = Path(os.environ.get("DEHUSK_AXE", own))
    return path.read_text("utf-8") if path.is_file() else None
