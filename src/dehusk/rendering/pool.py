"""Tabs that are kept for the next page, and replaced when a page has broken them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Unpack

from dehusk.errors import DehuskError, RenderError
from dehusk.page import Page
from dehusk.page.snapshot import from_snapshot
from dehusk.rendering.chromium import Engine, EngineLostError
from dehusk.rendering.merge import with_layout
from dehusk.rendering.original import Original, read_original
from dehusk.rendering.settings import Options, Rendering, Settings, Source
from dehusk.rendering.tab import Capture, Tab

OPENING_SECONDS = 30.0
CLOSING_SECONDS = 10.0


class AsyncRenderer:
    """Renders pages in the tabs of one browser, `workers` of them at a time.

        async with AsyncRenderer(workers=2) as renderer:
            page = await renderer.render("<p>Hello", url="https://example.org/")

    The browser starts with the first page. A page that hangs or crashes costs its own tab and
    nothing else. The other arguments are those of `dehusk.render`.
    """

    def __init__(self, *, workers: int = 1, **settings: Unpack[Options]) -> None:
        if workers < 1:
            raise ValueError("workers must be at least 1.")
        self.workers = workers
        self.settings = Settings(**settings)
        self._turn = asyncio.Semaphore(workers)
        self._waiting_alone = asyncio.Lock()
        self._changing = asyncio.Lock()
        self._engine: Engine | None = None
        self._idle: list[Tab] = []
        self._is_closed = False

    async def __aenter__(self) -> AsyncRenderer:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the browser. What is being rendered then fails."""
        self._is_closed = True
        async with self._changing:
            await self._stop_engine()

    async def render(self, source: bytes | str | Path | Source, *, url: str | None = None) -> Page:
        """One page with its layout."""
        return (await self._rendering(source, url)).page

    async def render_with_screenshot(
        self, source: bytes | str | Path | Source, *, url: str | None = None
    ) -> Rendering:
        """One page with its layout and its picture."""
        return await self._rendering(source, url, screenshot=True)

    async def render_with_archive(
        self,
        source: bytes | str | Path | Source,
        *,
        url: str | None = None,
        screenshot: bool = False,
    ) -> Rendering:
        """One page with its layout and its web archive (MHTML), and if wanted its picture.

        The archive holds the page as it was loaded, with its styles and pictures: `render` reads it
        again, on any machine and without a network.
        """
        return await self._rendering(source, url, screenshot=screenshot, archive=True)

    async def render_many(
        self, sources: Iterable[bytes | str | Path | Source]
    ) -> AsyncIterator[Page | DehuskError]:
        """The pages in the order of the sources, an error in the place of each that failed."""
        tasks: deque[asyncio.Task[Page | DehuskError]] = deque()
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
            await asyncio.gather(*tasks, return_exceptions=True)

    async def attempt(self, source: bytes | str | Path | Source) -> Page | DehuskError:
        """One page, or the error that came in its place."""
        try:
            return await self.render(source)
        except DehuskError as error:
            return error
        except OSError as error:
            return RenderError(f"{error.filename or 'The page'} cannot be read: {error.strerror}.")

    # One page

    async def _rendering(
        self,
        source: bytes | str | Path | Source,
        url: str | None,
        *,
        screenshot: bool = False,
        archive: bool = False,
    ) -> Rendering:
        if not isinstance(source, Source):
            source = Source(source, url)
        async with self._turn:
            original = await asyncio.to_thread(read_original, source, self.settings.timeout)
            with suppress(EngineLostError):
                return await self._rendered(original, screenshot, archive)
        async with self._alone():
            try:
                return await self._rendered(original, screenshot, archive)
            except EngineLostError as error:
                raise RenderError(f"The browser died twice on {original.name}: {error}") from error

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """A second chance with a new browser, and no other page in it that could end it again."""
        async with self._waiting_alone, AsyncExitStack() as turns:
            for _ in range(self.workers):
                await turns.enter_async_context(self._turn)
            yield

    async def _rendered(self, original: Original, screenshot: bool, archive: bool) -> Rendering:
        snapshot, *files = await self._capture(original, screenshot, archive)
        return Rendering(await asyncio.to_thread(_finished, original, snapshot), *files)

    async def _capture(
        self, original: Original, screenshot: bool, archive: bool = False
    ) -> Capture:
        engine = await self._running_engine()
        async with engine.told(original.name):
            tab = self._idle.pop() if self._idle else await self._new_tab(engine)
            is_good = False
            try:
                async with asyncio.timeout(self.settings.timeout):
                    result = await tab.capture(original, screenshot=screenshot, archive=archive)
                is_good = tab.can_be_reused and engine is self._engine
                return result
            except TimeoutError:
                raise RenderError(
                    f"{original.name} did not finish loading within"
                    f" {self.settings.timeout:g} seconds; a longer timeout may help."
                ) from None
            finally:
                if is_good:
                    self._idle.append(tab)
                else:
                    await self._discard(tab, engine)

    async def _new_tab(self, engine: Engine) -> Tab:
        try:
            async with asyncio.timeout(OPENING_SECONDS):
                return await Tab.open(engine.browser, self.settings, engine.gate_password)
        except TimeoutError:
            engine.is_broken = True
            raise EngineLostError("it opens no tab.") from None

    async def _discard(self, tab: Tab, engine: Engine) -> None:
        """Close a tab. If it does not go, the browser must, before the next page comes."""
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await tab.close()
        except TimeoutError:
            engine.is_broken = True

    # The browser

    async def _running_engine(self) -> Engine:
        async with self._changing:
            if self._is_closed:
                raise RenderError("The renderer is closed; make a new one.")
            if self._engine is None or not self._engine.is_running:
                await self._stop_engine()
                self._engine = await Engine.start(self.settings, self.workers)
            return self._engine

    async def _stop_engine(self) -> None:
        self._idle.clear()
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.stop()


def _finished(original: Original, snapshot: dict[str, object]) -> Page:
    return with_layout(original.page, from_snapshot(original.restored(snapshot)))
