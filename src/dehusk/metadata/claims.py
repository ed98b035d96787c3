"""What the sources of a page say, before anybody believes it."""

from __future__ import annotations

from collections import defaultdict

Claim = tuple[str, str, bool]
"""A value as it stands in the page, where it stands, and whether it is weak: true, but it says little,
as an organisation does that is named as the author. Any other source is heard first.

A plain tuple: a page makes dozens."""

Said = defaultdict[str, list[Claim]]
"""The claims of one source by field; every field may be asked for."""
