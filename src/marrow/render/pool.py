"""Tabs that are kept for the next page, and replaced when a page has broken them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from marrow.errors import MarrowError, RenderError
from marrow.page import Page
from marrow.render.chromium import Engine
from marrow.render.merge import with_layout
from marrow.render.original import Original, read_original
from marrow.render.settings import Rendering, Settings, Source
from marrow.render.tab import Capture, Tab
from marrow.snapshot import from_snapshot


class AsyncRenderer:
    """Renders pages in the tabs of one browser, `workers` of them at a time.

        async with AsyncRenderer(workers=2) as renderer:
            page = await renderer.render("<p>Hello", url="https://example.org/")

    The browser starts with the first page. A page that hangs or crashes costs its own tab, and
    nothing else. The other arguments are those of `marrow.render`.
    """

    def __init__(
        self,
        *,
        workers: int = 1,
        window: tuple[int, int] = Settings.window,
        javascript: bool = Settings.javascript,
        offline: bool = Settings.offline,
        timeout: float = Settings.timeout,
    ) -> None:
        if workers < 1:
            raise ValueError("workers must be at least 1.")
        self.workers = workers
        self.settings = Settings(window, javascript, offline, timeout)
        self._engine: Engine | None = None
        self._starting = asyncio.Lock()
        self._turn = asyncio.Semaphore(workers)
        self._idle: list[Tab] = []
        self._is_closed = False

    async def __aenter__(self) -> AsyncRenderer:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the browser. What is being rendered then fails."""
        self._is_closed = True
        self._idle.clear()
        async with self._starting:
            engine, self._engine = self._engine, None
            if engine is not None:
                await engine.stop()

    async def render(self, source: bytes | str | Path | Source, *, url: str | None = None) -> Page:
        """One page with its layout."""
        return (await self._rendering(source, url, screenshot=False)).page

    async def render_with_screenshot(
        self, source: bytes | str | Path | Source, *, url: str | None = None
    ) -> Rendering:
        """One page with its layout and its picture."""
        return await self._rendering(source, url, screenshot=True)

    async def render_many(
        self, sources: Iterable[bytes | str | Path | Source]
    ) -> AsyncIterator[Page | MarrowError]:
        """The pages in the order of the sources, an error in the place of each that failed."""
        tasks: deque[asyncio.Task[Page | MarrowError]] = deque()
        try:
            for source in sources:
                tasks.append(asyncio.create_task(self.attempt(source)))
                if len(tasks) > 2 * self.workers:
                    yield await tasks.popleft()
            while tasks:
                yield await tasks.popleft()
        finally:
            for task in tasks:
                task.cancel()

    async def attempt(self, source: bytes | str | Path | Source) -> Page | MarrowError:
        """One page, or the error that came instead."""
        try:
            return await self.render(source)
        except MarrowError as error:
            return error
        except OSError as error:
            return RenderError(f"{error.filename}: {error.strerror}.")

    async def _rendering(
        self, source: bytes | str | Path | Source, url: str | None, *, screenshot: bool
    ) -> Rendering:
        if not isinstance(source, Source):
            source = Source(source, url)
        async with self._turn:
            original = await asyncio.to_thread(read_original, source)
            snapshot, picture = await self._capture(original, screenshot)
        seen = await asyncio.to_thread(from_snapshot, snapshot)
        return Rendering(with_layout(original.page, seen), picture)

    async def _capture(self, original: Original, screenshot: bool) -> Capture:
        from playwright.async_api import Error

        tab = await self._tab()
        try:
            async with asyncio.timeout(self.settings.timeout):
                result = await tab.capture(original, screenshot=screenshot)
        except TimeoutError:
            await self._discard(tab)
            raise RenderError(
                f"{original.name} did not finish loading within"
                f" {self.settings.timeout:g} seconds; a longer timeout may help."
            ) from None
        except Error as error:
            await self._discard(tab)
            reason = error.message.strip().splitlines()[0]
            raise RenderError(f"{original.name} cannot be rendered: {reason}") from error
        except BaseException:
            await self._discard(tab)
            raise
        if tab.can_be_reused:
            self._idle.append(tab)
        else:
            await self._discard(tab)
        return result

    async def _tab(self) -> Tab:
        if self._idle:
            return self._idle.pop()
        async with self._starting:
            if self._is_closed:
                raise RenderError("The renderer is closed.")
            if self._engine is None or not self._engine.is_running:
                self._engine = await Engine.start(self.settings)
            return await Tab.open(self._engine.browser, self.settings)

    async def _discard(self, tab: Tab) -> None:
        with suppress(Exception):
            await asyncio.wait_for(tab.close(), 5.0)
