"""DANA: the density of characters that are not ASCII, over the lines of the source."""

from __future__ import annotations

from dehusk.extractors.dana.method import Dana

__all__ = ["Dana"]
