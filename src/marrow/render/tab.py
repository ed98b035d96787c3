"""One tab of the browser: a page goes in, a snapshot comes out."""

from __future__ import annotations

import asyncio
import base64
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from marrow.render.original import Original
from marrow.render.settings import Settings
from marrow.snapshot import STYLES

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession, Page, Route

Capture = tuple[dict[str, Any], bytes | None]

MOST_HEIGHT = 16_384
"""How much of a page a screenshot shows, in pixels: what Chromium can draw in one piece."""

MOST_USES = 200
"""After how many pages a tab is replaced, so that what leaks is given back."""


class Tab:
    """A browser context with one page in it."""

    def __init__(
        self, context: BrowserContext, page: Page, session: CDPSession, settings: Settings
    ) -> None:
        self._context = context
        self._page = page
        self._session = session
        self._settings = settings
        self._original: Original | None = None
        self._is_served = False
        self._uses = 0
        self._crash = asyncio.Event()
        page.on("crash", lambda _: self._crash.set())

    @classmethod
    async def open(cls, browser: Browser, settings: Settings) -> Tab:
        """Open a tab that knows nothing of the others."""
        width, height = settings.window
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=settings.javascript,
            accept_downloads=False,
            service_workers="block",
            offline=settings.offline,
            reduced_motion="reduce",
        )
        page = await context.new_page()
        tab = cls(context, page, await context.new_cdp_session(page), settings)
        await context.route("**/*", tab._answer)
        return tab

    @property
    def can_be_reused(self) -> bool:
        """Whether nothing of a page can be left for the next one.

        Without scripts and network no page can store anything. A page that can gets a context of
        its own, which is thrown away with all that it stored.
        """
        settings = self._settings
        return settings.offline and not settings.javascript and self._uses < MOST_USES

    async def capture(self, original: Original, *, screenshot: bool) -> Capture:
        """The snapshot of a page, and a PNG of it if that is wanted."""
        self._original, self._is_served = original, False
        self._uses += 1
        work = asyncio.create_task(self._load_and_capture(original, screenshot))
        crash = asyncio.create_task(self._crash.wait())
        try:
            await asyncio.wait((work, crash), return_when=asyncio.FIRST_COMPLETED)
            if crash.done():
                raise TabCrashedError
            return await work
        finally:
            work.cancel()
            crash.cancel()

    async def close(self) -> None:
        """Close the tab and forget what its pages stored."""
        await self._context.close()

    async def _load_and_capture(self, original: Original, screenshot: bool) -> Capture:
        await self._page.goto(original.address, timeout=0)
        if self._settings.javascript:
            await self._settle()
        snapshot = await self._session.send(
            "DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)}
        )
        return snapshot, await self._screenshot(snapshot) if screenshot else None

    async def _settle(self) -> None:
        """Wait until scripts have stopped to load things, but not for ever."""
        from playwright.async_api import TimeoutError as PlaywrightTimeout

        with suppress(PlaywrightTimeout):
            longest = min(5.0, self._settings.timeout / 4)
            await self._page.wait_for_load_state("networkidle", timeout=1000 * longest)

    async def _screenshot(self, snapshot: dict[str, Any]) -> bytes:
        document = snapshot["documents"][0]
        size = (document["contentWidth"], document["contentHeight"])
        width, height = (min(max(1, side), MOST_HEIGHT) for side in size)
        answer = await self._session.send(
            "Page.captureScreenshot",
            {
                "format": "png",
                "captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
            },
        )
        return base64.b64decode(answer["data"])

    async def _answer(self, route: Route) -> None:
        """Serve the page itself and what came with it; refuse the rest when offline."""
        request, original = route.request, self._original
        assert original is not None
        if not self._is_served and request.is_navigation_request():
            self._is_served = True
            await route.fulfill(body=original.page.source, content_type="text/html; charset=utf-8")
            return
        resource = original.resources.get(request.url)
        if resource is not None:
            await route.fulfill(body=resource.body, content_type=resource.content_type)
        else:
            await route.abort("aborted")


class TabCrashedError(Exception):
    """The process that shows the page has died."""
