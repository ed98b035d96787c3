"""The browser: where it is, how it is started, and how it is ended."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.errors import MissingExtra, RenderError
from dehusk.rendering import gate
from dehusk.rendering.memory import IS_BOUNDED, MemoryGuard
from dehusk.rendering.settings import Settings

if TYPE_CHECKING:
    from playwright.async_api import Browser, CDPSession

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
    # Nothing past the gate: UDP is not spoken, and this machine is no exception to the proxy.
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    f"--proxy-server=http://{gate.NAME}:80",
    "--proxy-bypass-list=<-loopback>",
    "--block-new-web-contents",
    # Frames in the process of their page: a snapshot then has them all. There are no other sites'
    # secrets in a tab that isolation would have to protect.
    "--disable-site-isolation-trials",
    "--disable-gpu",
    "--mute-audio",
)

PROFILE = "playwright_chromiumdev_profile-"
"""How the names of folders begin in which Playwright's browsers keep what they know."""

STARTING_SECONDS = 60.0
ANSWERING_SECONDS = 5.0
STOPPING_SECONDS = 10.0


def find_chromium() -> str:
    """The path of the browser: `DEHUSK_CHROMIUM`, or the first of the usual names on the PATH."""
    chosen = os.environ.get("DEHUSK_CHROMIUM")
    if chosen:
        path = shutil.which(chosen)
        if path is None:
            raise RenderError(
                f"DEHUSK_CHROMIUM is {chosen!r}, and that is no program;"
                " set it to the path of a Chromium or Chrome."
            )
        return path
    for name in NAMES:
        if (path := shutil.which(name)) is not None:
            return path
    raise RenderError(
        "Chromium is not installed; install it with: apt-get install chromium"
        " (or set DEHUSK_CHROMIUM to the path of a Chromium or Chrome)."
    )


class EngineLostError(Exception):
    """The browser is gone, perhaps through another page than the one that notices it."""


class TabLostError(Exception):
    """The process that shows a page is gone."""


class Engine:
    """One Chromium, the Playwright that drives it, and its gate to the network if it may use one."""

    def __init__(
        self,
        browser: Browser,
        session: CDPSession,
        guard: MemoryGuard,
        gate_password: str | None,
        ending: AsyncExitStack,
    ) -> None:
        self.browser = browser
        self.gate_password = gate_password
        self.is_broken = False
        self._session = session
        self._guard = guard
        self._ending = ending

    @classmethod
    async def start(cls, settings: Settings, workers: int) -> Engine:
        """Start a browser for so many pages at a time."""
        try:
            from playwright.async_api import async_playwright
        except ImportError as error:
            raise MissingExtra(
                "Rendering needs Playwright; install it with: pip install 'dehusk[render]'"
            ) from error
        path = find_chromium()
        async with AsyncExitStack() as ending:  # what has been started ends if the rest fails
            gate_port = gate_password = None
            if not settings.offline:
                way_out = gate.Gate()
                gate_port, gate_password = await way_out.open(), way_out.password
                ending.push_async_callback(way_out.close)
            folders = [tempfile.mkdtemp(prefix="dehusk-")]
            ending.callback(_remove, folders)
            try:
                async with asyncio.timeout(STARTING_SECONDS):
                    playwright = await async_playwright().start()
                    ending.push_async_callback(_in_time, playwright.stop)
                    browser = await playwright.chromium.launch(
                        executable_path=path,
                        args=[*FLAGS, _heap_limit(settings), _names(gate_port)],
                        env={**os.environ, "TMPDIR": folders[0]},
                        chromium_sandbox=not _is_root(),
                    )
                    ending.push_async_callback(_in_time, browser.close)
                    session = await browser.new_browser_cdp_session()
                    process = await _process(session)
                    folders += _profiles(process)
            except Exception as error:  # Playwright has errors of no particular kind too
                reason = _first_line(error) or f"it takes more than {STARTING_SECONDS:g} seconds."
                raise RenderError(f"Chromium ({path}) does not start: {reason}") from error
            guard = MemoryGuard(process, megabytes=settings.memory, workers=workers)
            ending.enter_context(guard)
            return cls(browser, session, guard, gate_password, ending.pop_all())

    @property
    def is_running(self) -> bool:
        """Whether the browser is still there and of use."""
        return self.browser.is_connected() and not self.is_broken

    @asynccontextmanager
    async def told(self, name: str) -> AsyncIterator[None]:
        """Tell in our words what goes wrong with a page."""
        from playwright.async_api import Error

        ended = self._guard.ended
        too_much = f"more than {self._guard.megabytes:,} MB of memory"
        try:
            with self._guard.watching():
                yield
        except (Error, TabLostError) as error:
            if not await self._answers():
                self.is_broken = True
                reason = f"it took {too_much}." if self._guard.ended_browser else _first_line(error)
                raise EngineLostError(reason) from error
            if self._guard.ended > ended:
                raise RenderError(
                    f"{name} took {too_much}; a higher limit (memory) may help."
                ) from None
            if isinstance(error, TabLostError):
                raise RenderError(f"{name} crashed its tab of the browser.") from None
            raise RenderError(f"{name} cannot be rendered: {_first_line(error)}") from error

    async def _answers(self) -> bool:
        """Whether browser and driver are alive, or it was only a tab that was lost."""
        try:
            async with asyncio.timeout(ANSWERING_SECONDS):
                await self._session.send("Browser.getVersion")
        except Exception:
            return False
        return True

    async def stop(self) -> None:
        """End the browser and all that belongs to it, whatever state they are in."""
        await self._ending.aclose()


async def _in_time(end: Callable[[], Awaitable[None]]) -> None:
    """End something that may be broken already."""
    with suppress(Exception):
        async with asyncio.timeout(STOPPING_SECONDS):
            await end()


def _names(gate_port: int | None) -> str:
    """The rule by which Chromium finds addresses: the gate's, and no other."""
    way_out = f"MAP {gate.NAME} 127.0.0.1:{gate_port}, " if gate_port else ""
    return f"--host-resolver-rules={way_out}MAP * ~NOTFOUND"


def _heap_limit(settings: Settings) -> str:
    """The limit of each script's heap. Where there is a guard it comes first, and says what it was."""
    return f"--js-flags=--max-old-space-size={settings.memory * (2 if IS_BOUNDED else 1)}"


async def _process(session: CDPSession) -> int:
    """The number of the browser's main process."""
    answer = await session.send("SystemInfo.getProcessInfo")
    return next(int(one["id"]) for one in answer["processInfo"] if one["type"] == "browser")


def _profiles(process: int) -> list[str]:
    """The folder in which a browser keeps what it knows, where the system tells."""
    try:
        words = Path(f"/proc/{process}/cmdline").read_text(errors="replace").split("\0")
    except OSError:
        return []
    folders = [word.partition("=")[2] for word in words if word.startswith("--user-data-dir=")]
    return [folder for folder in folders if Path(folder).name.startswith(PROFILE)]


def _remove(folders: list[str]) -> None:
    """Remove what a browser leaves behind when it is killed, and Playwright with it at times."""
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def _is_root() -> bool:
    """Chromium's sandbox does not work for root, who would have to give up too much."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
