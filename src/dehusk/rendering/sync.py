"""The renderer for programs without asyncio: the same, with an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import Future
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, Unpack

from dehusk.errors import DehuskError, RenderError
from dehusk.page import Page
from dehusk.rendering.pool import AsyncRenderer
from dehusk.rendering.settings import Options, Source

Given = ParamSpec("Given")
Result = TypeVar("Result")

ENDING_SECONDS = 5.0


def _waited_for(
    work: Callable[Concatenate[AsyncRenderer, Given], Coroutine[Any, Any, Result]],
) -> Callable[Concatenate[Renderer, Given], Result]:
    @wraps(work)
    def waiting(self: Renderer, /, *given: Given.args, **options: Given.kwargs) -> Result:
        return self._submit(work(self._async, *given, **options)).result()

    return waiting


class Renderer:
    """Renders pages in the tabs of one browser, `workers` of them at a time.

        with Renderer(workers=2) as renderer:
            page = renderer.render("<p>Hello", url="https://example.org/")

    Works anywhere: in several threads at once, and inside a running event loop. The other arguments
    are those of `dehusk.render`.
    """

    def __init__(self, *, workers: int = 1, **settings: Unpack[Options]) -> None:
        self._async = AsyncRenderer(workers=workers, **settings)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="dehusk-render", daemon=True
        )
        self._thread.start()

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the browser. What is being rendered then fails."""
        if self._loop.is_closed():
            return
        self._submit(self._end()).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        await self._async.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            # They notice that the browser is gone, each with an error that says so.
            await asyncio.wait(others, timeout=ENDING_SECONDS)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._loop.shutdown_default_executor()
        # Ctrl-C in a terminal ends Playwright's driver too, and futures nobody waits for tell of it.
        self._loop.set_exception_handler(lambda *_: None)

    render = _waited_for(AsyncRenderer.render)
    render_with_screenshot = _waited_for(AsyncRenderer.render_with_screenshot)
    render_with_archive = _waited_for(AsyncRenderer.render_with_archive)

    def render_many(
        self, sources: Iterable[bytes | str | Path | Source]
    ) -> Iterator[Page | DehuskError]:
        """The pages in the order of the sources, an error in the place of each that failed."""
        futures: deque[Future[Page | DehuskError]] = deque()
        try:
            for source in sources:
                futures.append(self._submit(self._async.attempt(source)))
                if len(futures) > 2 * self._async.workers:
                    yield futures.popleft().result()
            while futures:
                yield futures.popleft().result()
        finally:
            for future in futures:
                future.cancel()

    def _submit(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        if self._loop.is_closed():
            work.close()
            raise RenderError("The renderer is closed; make a new one.")
        return asyncio.run_coroutine_threadsafe(work, self._loop)
