"""Tests of adapters run against the real packages and skip where these are not installed."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from dehusk import MissingExtra

PAGE = (
    "<html lang=en><head><title>Green tea</title><meta name=author content='Ann Leaf'></head>"
    "<body><nav><a href=/>Home</a> <a href=/shop>Shop</a></nav><article><h1>Green tea</h1>"
    "<p>Green tea needs water that is not quite boiling, leaves and a little time.</p>"
    "<h2>Water</h2><p>Let the water cool for two minutes; see <a href=/water>our guide</a>.</p>"
    "</article><footer>Imprint and terms</footer></body></html>"
)


def adapter(name: str) -> ModuleType:
    """The adapter of that name, or a skipped test that says what is missing."""
    try:
        return import_module(f"dehusk.integrations.{name}")
    except MissingExtra as error:
        pytest.skip(str(error), allow_module_level=True)
