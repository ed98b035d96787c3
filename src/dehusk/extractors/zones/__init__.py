"""Zones: what a rendered page shows between line breaks, and the columns that it stands in."""

from __future__ import annotations

from dehusk.extractors.zones.method import Zones, ZonesSemantic

__all__ = ["Zones", "ZonesSemantic"]
