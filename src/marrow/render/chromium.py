"""The browser: where it is, how it is started, and how it is ended."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from marrow.errors import MissingExtra, RenderError
from marrow.render.gate import Gate
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
GATE = "gate.invalid:80"
"""What Chromium takes for its proxy. It finds the gate there, or nothing at all when offline."""

FLAGS = (
    # Nothing that the page did not ask for: no updates, no safe-browsing lists, no field trials.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--disable-domain-reliability",
    # Nothing past the gate: UDP is not spoken, and this machine is no exception to the proxy.
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    f"--proxy-server=http://{GATE}",
    "--proxy-bypass-list=<-loopback>",
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
    """One Chromium, the Playwright that drives it, and its gate to the network if it may use one."""

    def __init__(self, playwright: Playwright, browser: Browser, gate: Gate | None) -> None:
        self._playwright = playwright
        self._gate = gate
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
        gate = None if settings.offline else Gate()
        flags = [*FLAGS, _names(await gate.open() if gate is not None else None)]
        playwright = await async_playwright().start()
        try:
            browser = await playwright.chromium.launch(
                executable_path=path, args=flags, chromium_sandbox=os.geteuid() != 0
            )
        except Error as error:
            await playwright.stop()
            if gate is not None:
                await gate.close()
            reason = error.message.strip().splitlines()[0]
            raise RenderError(f"Chromium ({path}) does not start: {reason}") from error
        return cls(playwright, browser, gate)

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
            if self._gate is not None:
                await self._gate.close()


def _names(gate_port: int | None) -> str:
    """The rule by which Chromium finds addresses: the gate's, and no other."""
    gate = f"MAP {GATE.partition(':')[0]} 127.0.0.1:{gate_port}, " if gate_port else ""
    return f"--host-resolver-rules={gate}MAP * ~NOTFOUND"
