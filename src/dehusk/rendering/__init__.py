"""Pages as a browser shows them: Chromium, driven by Playwright, adds a `Layout` to a page.

    page = dehusk.render("<h1>Bread</h1><p>Flour, water, salt.", url="https://example.org/")
    page.layout.box[page.rows_with_tag(Tag.H1)]        # [[8., 21.4, 1904., 37.]]

`render` starts a browser for one page; a `Renderer` keeps browser and tabs for many:

    with Renderer(workers=2) as renderer:
        for page in renderer.render_many(Path("pages").glob("*.html")):
            ...                                        # a Page, or the error in its place

Importing this module imports neither Playwright nor asyncio, and starts nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dehusk.page import Page
from dehusk.rendering.settings import Rendering, Settings, Source

if TYPE_CHECKING:
    from dehusk.rendering.pool import AsyncRenderer
    from dehusk.rendering.sync import Renderer

__all__ = ["AsyncRenderer", "Renderer", "Rendering", "Settings", "Source", "render"]


def render(
    source: bytes | str | Path | Source,
    *,
    url: str | None = None,
    window: tuple[int, int] = Settings.window,
    javascript: bool = Settings.javascript,
    offline: bool = Settings.offline,
    timeout: float = Settings.timeout,
    memory: int = Settings.memory,
) -> Page:
    """Render one page in Chromium and return it with its `Layout`.

        page = dehusk.render(Path("saved.mhtml"))
        page.layout.document                           # (1920, 5412)

    `source` is HTML as bytes or text, the path of an HTML or MHTML file, the bytes of an MHTML
    archive, or an http(s) URL. `url` is where HTML came from: the base of its links. `window` is the
    size of the browser window in pixels. Scripts run only with `javascript`. With `offline` the page
    loads no image and no style sheet but those within itself (`data:`); without, it can reach
    public http(s) addresses. `timeout` is the time in seconds that the page may take, `memory` the
    megabytes.

    Raises `RenderError` when Chromium is missing or cannot render the page, `MissingExtra` without
    Playwright, and what `dehusk.parse` and `dehusk.fetch` raise.
    """
    from dehusk.rendering.sync import Renderer

    with Renderer(
        window=window, javascript=javascript, offline=offline, timeout=timeout, memory=memory
    ) as renderer:
        return renderer.render(source, url=url)


def __getattr__(name: str) -> Any:
    """The renderers, which import asyncio, when they are first asked for."""
    if name == "Renderer":
        from dehusk.rendering.sync import Renderer

        return Renderer
    if name == "AsyncRenderer":
        from dehusk.rendering.pool import AsyncRenderer

        return AsyncRenderer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
