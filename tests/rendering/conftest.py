from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")

from dehusk.rendering import Renderer


@pytest.fixture(scope="session")
def renderer() -> Iterator[Renderer]:
    """A browser that the tests share: no scripts, no network."""
    with Renderer(timeout=60) as shared:
        yield shared
