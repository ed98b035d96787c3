"""The browser: where it is, how it is started, and how it is ended."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from marrow.errors import MissingExtra, RenderError
from marrow.render.settings import Settings

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

NAMES = (
    "chromium-headless-shell",  # the same engine without the windows: starts and renders faster
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = (
    # Nothing that the page did not ask for: no updates, no safe-browsing lists, no field trials.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--disable-domain-reliability",
    # Nothing past the proxy: names are not looked up, UDP is not spoken.
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--block-new-web-contents",
    # Frames in the process of their page: a snapshot then has them all. There are no other sites'
    # secrets in a tab that isolation would have to protect.
    "--disable-site-isolation-trials",
    "--disable-gpu",
    "--mute-audio",
)


def find_chromium() -> str:
    """The path of the browser: `MARROW_CHROMIUM`, or the first of the usual names on the PATH."""
    chosen = os.environ.get("MARROW_CHROMIUM")
    if chosen:
        path = shutil.which(chosen)
        if path is None:
            raise RenderError(f"MARROW_CHROMIUM is {chosen!r}, which is no program.")
        return path
    for name in NAMES:
        if (path := shutil.which(name)) is not None:
            return path
    raise RenderError(
        "Chromium is not installed; install it with: apt-get install chromium"
        " (or set MARROW_CHROMIUM to the path of a Chromium or Chrome)."
    )


class Engine:
    """One Chromium, and the Playwright that drives it."""

    def __init__(self, playwright: Playwright, browser: Browser) -> None:
        self._playwright = playwright
        self.browser = browser

    @classmethod
    async def start(cls, settings: Settings) -> Engine:
        """Start a browser."""
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError as error:
            raise MissingExtra(
                "Rendering needs Playwright; install it with: pip install 'marrow[render]'"
            ) from error
        path = find_chromium()
        playwright = await async_playwright().start()
        try:
            browser = await playwright.chromium.launch(
                executable_path=path, args=list(FLAGS), chromium_sandbox=os.geteuid() != 0
            )
        except Error as error:
            await playwright.stop()
            reason = error.message.strip().splitlines()[0]
            raise RenderError(f"Chromium ({path}) does not start: {reason}") from error
        return cls(playwright, browser)

    @property
    def is_running(self) -> bool:
        """Whether the browser is still there."""
        return self.browser.is_connected()

    async def stop(self) -> None:
        """End the browser and Playwright."""
        try:
            await self.browser.close()
        finally:
            await self._playwright.stop()
