"""What a rendering is asked for, and what comes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from dehusk.page import Page

LEAST_MEMORY = 256
"""With less, in megabytes, a browser does not even start."""


@dataclass(frozen=True)
class Settings:
    """How pages are rendered.

    >>> Settings(window=(390, 844)).javascript
    False
    """

    window: tuple[int, int] = (1920, 1080)
    javascript: bool = False
    offline: bool = True
    timeout: float = 30.0
    memory: int = 1024

    def __post_init__(self) -> None:
        if not all(1 <= side <= 10_000 for side in self.window):
            raise ValueError("the sides of a window must be between 1 and 10,000 pixels")
        if self.timeout <= 0:
            raise ValueError("timeout must be above 0.")
        if self.memory < LEAST_MEMORY:
            raise ValueError(f"memory must be at least {LEAST_MEMORY} (megabytes).")


class Options(TypedDict, total=False):
    """The settings by name, for the arguments of renderers."""

    window: tuple[int, int]
    javascript: bool
    offline: bool
    timeout: float
    memory: int


def window_of(size: str) -> tuple[int, int]:
    """The window that somebody asks for in words. Raises `ValueError`.

    >>> window_of("1280x1024")
    (1280, 1024)
    """
    sides = _SIZE.fullmatch(size)
    if sides is None:
        raise ValueError(f"{size!r:.40} is not a size such as 1920x1080")
    return Settings(window=(int(sides[1]), int(sides[2]))).window


_SIZE = re.compile(r"(\d{1,5})[x×](\d{1,5})")


@dataclass(frozen=True)
class Source:
    """A page to render, with what is known about it: for `Renderer.render_many`.

    >>> Source("<p>Tea", url="https://example.org/tea").url
    'https://example.org/tea'

    `content` is whatever `dehusk.render` takes; `url` and `encoding` are where HTML came from and
    the charset that its server declared.
    """

    content: bytes | str | Path
    url: str | None = None
    encoding: str | None = None

    def __repr__(self) -> str:
        return f"<Source {self.name}>"

    @property
    def name(self) -> str:
        """What to call it in a message."""
        if isinstance(self.content, Path):
            return str(self.content)
        return self.address or self.url or "the page"

    @property
    def address(self) -> str | None:
        """The URL to read, if that is what the content is."""
        content = self.content
        if isinstance(content, str) and content.lower().startswith(("http://", "https://")):
            return content if not any(sign in content for sign in "<\n ") else None
        return None


@dataclass(frozen=True)
class Rendering:
    """A rendered page, its picture, a PNG of the whole page, and its web archive, where asked for."""

    page: Page
    screenshot: bytes | None = None
    archive: bytes | None = None
