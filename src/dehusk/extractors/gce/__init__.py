"""GCE: grid, centre, expand; the first impression that a rendered page makes."""

from __future__ import annotations

from dehusk.extractors.gce.method import GridCenteringExpanding

__all__ = ["GridCenteringExpanding"]
