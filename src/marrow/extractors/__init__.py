"""The methods by name. To add one: a file here, a test file, and a line in `EXTRACTORS`."""

from __future__ import annotations

from marrow.extractors.boilerpipe import Boilerpipe
from marrow.extractors.cnr import CharsNodesRatio
from marrow.extractors.context import TextBlockContext
from marrow.extractors.dana import Dana
from marrow.extractors.default import Default
from marrow.extractors.gce import GridCenteringExpanding
from marrow.extractors.semantic import Semantic
from marrow.extractors.zones import Zones, ZonesSemantic
from marrow.selection import Extractor

EXTRACTORS: dict[str, type[Extractor]] = {
    "default": Default,
    "semantic": Semantic,
    "dana": Dana,
    "cnr": CharsNodesRatio,
    "boilerpipe": Boilerpipe,
    "context": TextBlockContext,
    "zones": Zones,
    "zones-semantic": ZonesSemantic,
    "gce": GridCenteringExpanding,
}
