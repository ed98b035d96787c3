"""One tab of the browser: a page goes in, a snapshot comes out.

Everything goes over one DevTools session. The page is not loaded from anywhere: its request is
answered with the bytes that we have, at its own address, so that origins and relative links are
right.
"""

from __future__ import annotations

import asyncio
import base64
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from dehusk.errors import RenderError
from dehusk.page.parse import Limits
from dehusk.page.snapshot import STYLES
from dehusk.rendering import gate
from dehusk.rendering.chromium import TabLostError
from dehusk.rendering.mhtml import Resource
from dehusk.rendering.original import NO_ADDRESS, Original
from dehusk.rendering.settings import Settings

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession

Capture = tuple[dict[str, Any], bytes | None, bytes | None]
"""The snapshot, and where they are wanted the picture and the archive."""
Event = dict[str, Any]

MOST_WIDTH, MOST_HEIGHT = 4096, 16_384
"""How much of a page a screenshot shows, in pixels: what Chromium can draw in one piece."""

MOST_PIXELS = 40_000_000

SCREENSHOT_SECONDS = 10.0
"""After which a page that never gets painted is left without a screenshot."""

MOST_USES = 200
"""After how many pages a tab is replaced, so that what leaks is given back."""

MOST_NODES = Limits.rows
"""How many nodes a page may have when it has loaded: as many as one that is parsed."""

NETWORK = ("http://*:*/*", "https://*:*/*")
"""The addresses that an offline page has no hope of. Not `data:`, which is in the page itself."""

SETTLING_SECONDS = 5.0
"""How long scripts may go on loading things after the page itself has loaded."""


class Tab:
    """A browser context of its own, with one page in it."""

    def __init__(self, context: BrowserContext, session: CDPSession, settings: Settings) -> None:
        self._context = context
        self._session = session
        self._settings = settings
        self._frame = ""
        self._loader = ""
        self._uses = 0
        self._original: Original | None = None
        self._awaited: str | None = None
        self._reached: set[tuple[str, str]] = set()
        self._progress = asyncio.Event()
        self._loss = asyncio.Event()

    @classmethod
    async def open(cls, browser: Browser, settings: Settings, gate_password: str | None) -> Tab:
        """Open a tab that shares nothing with the others."""
        width, height = settings.window
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=settings.javascript,
            accept_downloads=False,
            service_workers="block",
            permissions=[],
            offline=settings.offline,
            reduced_motion="reduce",
        )
        page = await context.new_page()
        tab = cls(context, await context.new_cdp_session(page), settings)
        page.on("crash", lambda _: tab._loss.set())
        page.on("close", lambda _: tab._loss.set())
        browser.on("disconnected", lambda _: tab._loss.set())
        if gate_password is not None:
            await tab._introduce(gate_password)
        await tab._prepare()
        return tab

    async def _introduce(self, password: str) -> None:
        """Call at the gate once: Chromium then brings the password with all that the tab loads."""
        from playwright.async_api import Error

        session = self._session
        words = {"response": "ProvideCredentials", "username": gate.USER, "password": password}

        async def go_on(event: Event) -> None:
            with suppress(Error):  # the tab is gone: see _answer
                await session.send("Fetch.continueRequest", {"requestId": event["requestId"]})

        async def answer(event: Event) -> None:
            challenge = {"requestId": event["requestId"], "authChallengeResponse": words}
            with suppress(Error):
                await session.send("Fetch.continueWithAuth", challenge)

        session.on("Fetch.requestPaused", go_on)
        session.on("Fetch.authRequired", answer)
        await session.send("Fetch.enable", {"handleAuthRequests": True})
        await session.send("Page.navigate", {"url": f"http://{gate.NAME}/"})
        session.remove_listener("Fetch.requestPaused", go_on)
        session.remove_listener("Fetch.authRequired", answer)

    async def _prepare(self) -> None:
        session = self._session
        session.on("Page.lifecycleEvent", self._note_progress)
        session.on("Page.frameStoppedLoading", self._note_stop)
        session.on("Fetch.requestPaused", self._answer)
        await session.send("Page.enable")
        await session.send("Page.setLifecycleEventsEnabled", {"enabled": True})
        await session.send("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
        await session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        tree = await session.send("Page.getFrameTree")
        self._frame = tree["frameTree"]["frame"]["id"]

    @property
    def can_be_reused(self) -> bool:
        """Whether nothing of a page can be left for the next one.

        Without scripts and network no page can store anything. A page that can gets a tab of its
        own, which is thrown away with all that it stored.
        """
        settings = self._settings
        return settings.offline and not settings.javascript and self._uses < MOST_USES

    async def capture(
        self, original: Original, *, screenshot: bool, archive: bool = False
    ) -> Capture:
        """The snapshot of a page, and a PNG and a web archive of it if they are wanted."""
        self._original = original
        self._uses += 1
        work = asyncio.create_task(self._load_and_capture(original, screenshot, archive))
        loss = asyncio.create_task(self._loss.wait())
        try:
            await asyncio.wait((work, loss), return_when=asyncio.FIRST_COMPLETED)
            if loss.done():
                raise TabLostError
            return await work
        finally:
            self._original = None
            work.cancel()
            loss.cancel()
            await asyncio.gather(work, loss, return_exceptions=True)

    async def close(self) -> None:
        """Close the tab and forget what its pages stored."""
        from playwright.async_api import Error

        with suppress(Error):  # it is closed already, or its browser is
            await self._context.close()

    # Loading

    async def _load_and_capture(
        self, original: Original, screenshot: bool, archive: bool
    ) -> Capture:
        await self._set_limits(original)
        loader = await self._navigate(original)
        await self._wait_for("load", loader)
        if self._settings.javascript:
            with suppress(TimeoutError):
                async with asyncio.timeout(min(SETTLING_SECONDS, self._settings.timeout / 4)):
                    await self._wait_for("networkIdle", loader)
        await self._check_size(original)
        snapshot: dict[str, Any] = await self._session.send(
            "DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)}
        )
        self._check_presence(loader)
        saved = await self._archive() if archive else None
        picture = await self._screenshot_in_time(snapshot) if screenshot else None
        return snapshot, picture, saved

    async def _archive(self) -> bytes:
        """The page with its styles and pictures in one file."""
        answer = await self._session.send("Page.captureSnapshot", {"format": "mhtml"})
        return str(answer["data"]).encode()

    async def _set_limits(self, original: Original) -> None:
        """Say which requests are put before us, and which fail at once."""
        from playwright.async_api import Error

        is_alone = not original.resources
        ours = "Document" if is_alone and not self._settings.offline else None
        pattern = {"urlPattern": "*"} | ({"resourceType": ours} if ours else {})
        await self._session.send("Fetch.enable", {"patterns": [pattern]})
        # What need not be asked of us fails faster: a page can have hundreds of images.
        hopeless = NETWORK if is_alone and self._settings.offline else ()
        blocked = [{"urlPattern": pattern, "block": True} for pattern in hopeless]
        with suppress(
            Error
        ):  # an older Chromium has no such patterns; we are asked then, and refuse
            await self._session.send("Network.setBlockedURLs", {"urlPatterns": blocked})

    async def _navigate(self, original: Original) -> str:
        """Go to the page; the loader by which Chromium knows this journey is returned."""
        self._reached.clear()
        for self._awaited in dict.fromkeys((original.address, NO_ADDRESS)):
            answer = await self._session.send("Page.navigate", {"url": self._awaited})
            if "errorText" not in answer:
                break
        else:
            raise RenderError(f"{original.name} cannot be loaded: {answer['errorText']}.")
        self._awaited = None
        return str(answer["loaderId"])

    async def _wait_for(self, stage: str, loader: str) -> None:
        while (loader, stage) not in self._reached:
            self._check_presence(loader)
            self._progress.clear()
            await self._progress.wait()

    def _check_presence(self, loader: str) -> None:
        if (loader, "init") in self._reached and self._loader != loader:
            raise RenderError("The page went back to another one while it was loading.")

    async def _check_size(self, original: Original) -> None:
        """A page is read as a whole, here and not in the browser: it is as large as others may be."""
        counters = await self._session.send("Memory.getDOMCounters")
        if counters["nodes"] > MOST_NODES:
            raise RenderError(
                f"{original.name} has grown to {counters['nodes']:,} nodes;"
                f" no more than {MOST_NODES:,} are read."
            )

    def _note_progress(self, event: Event) -> None:
        if event["frameId"] != self._frame:
            return
        if event["name"] == "init":
            self._loader = event["loaderId"]
        self._reached.add((event["loaderId"], event["name"]))
        self._progress.set()

    def _note_stop(self, event: Event) -> None:
        """A page that tries to leave for another stops without having loaded, and stays."""
        if event["frameId"] == self._frame:
            self._reached.add((self._loader, "load"))
            self._progress.set()

    # Requests

    async def _answer(self, event: Event) -> None:
        """Serve the page and the files that came with it; the rest may pass, or may not."""
        from playwright.async_api import Error

        # A request that is gone by now, or a tab: there is nobody left to tell. An error that left
        # a listener would break Playwright's connection for every tab.
        with suppress(Error):
            resource = self._resource_for(event)
            if resource is not None:
                await self._serve(event["requestId"], resource)
            elif self._settings.offline or self._is_for_page(event):
                # "Aborted" leaves a frame as it is, where other reasons put an error page into it.
                await self._session.send(
                    "Fetch.failRequest", {"requestId": event["requestId"], "errorReason": "Aborted"}
                )
            else:
                await self._session.send("Fetch.continueRequest", {"requestId": event["requestId"]})

    def _is_for_page(self, event: Event) -> bool:
        return bool(event["frameId"] == self._frame and event["resourceType"] == "Document")

    def _resource_for(self, event: Event) -> Resource | None:
        original = self._original
        if original is None:
            return None
        if not self._is_for_page(event):
            return original.resources.get(event["request"]["url"])
        # With any other request than ours the page, or the one before it, wants to become another:
        # a refresh, or a redirection by script.
        return original.document if event["request"]["url"] == self._awaited else None

    async def _serve(self, request: str, resource: Resource) -> None:
        await self._session.send(
            "Fetch.fulfillRequest",
            {
                "requestId": request,
                "responseCode": 200,
                "responseHeaders": [
                    {"name": "Content-Type", "value": resource.content_type},
                    {"name": "Access-Control-Allow-Origin", "value": "*"},
                ],
                "body": base64.b64encode(resource.body).decode(),
            },
        )

    # The picture

    async def _screenshot_in_time(self, snapshot: dict[str, Any]) -> bytes | None:
        try:
            async with asyncio.timeout(min(SCREENSHOT_SECONDS, self._settings.timeout / 2)):
                return await self._screenshot(snapshot)
        except TimeoutError:
            self._uses = MOST_USES
            return None

    async def _screenshot(self, snapshot: dict[str, Any]) -> bytes:
        width, height = _picture_size(snapshot["documents"][0])
        answer = await self._session.send(
            "Page.captureScreenshot",
            {
                "format": "png",
                "captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
            },
        )
        return base64.b64decode(answer["data"])


def _picture_size(document: dict[str, Any]) -> tuple[int, int]:
    """How much of a document to draw.

    >>> _picture_size({"contentWidth": 1920, "contentHeight": 50_000})
    (1920, 16384)
    """
    width = min(max(1, int(document["contentWidth"])), MOST_WIDTH)
    height = min(max(1, int(document["contentHeight"])), MOST_HEIGHT, MOST_PIXELS // width)
    return width, height
