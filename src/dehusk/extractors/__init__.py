"""The methods by name. To add one: a file here, a test file, and a line in `EXTRACTORS`."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module

from dehusk.selection import Extractor


class Methods(MutableMapping[str, type[Extractor]]):
    """Methods by name; the module of one is imported when it is first asked for.

    >>> Methods({"cnr": "cnr:CharsNodesRatio"})["cnr"]()
    CharsNodesRatio(share=0.3, lone_parents=True, non_content='all', disjoint=True, amount=0)
    """

    def __init__(self, places: dict[str, str]) -> None:
        self._known: dict[str, str | type[Extractor]] = {
            name: f"dehusk.extractors.{place}" for name, place in places.items()
        }

    def __getitem__(self, name: str) -> type[Extractor]:
        known = self._known[name]
        if isinstance(known, str):
            module, _, kind = known.partition(":")
            known = self._known[name] = getattr(import_module(module), kind)
        return known

    def __setitem__(self, name: str, kind: type[Extractor]) -> None:
        self._known[name] = kind

    def __delitem__(self, name: str) -> None:
        del self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def name_of(self, kind: type[Extractor]) -> str:
        """The name of a method, or of its class where it has none; no other is imported to find it."""
        same = (kind, f"{kind.__module__}:{kind.__qualname__}")
        return next((name for name, known in self._known.items() if known in same), kind.__name__)


BASELINES = {
    "bte": "baselines.bte:BodyTextExtraction",
    "dsc": "baselines.dsc:DocumentSlopeCurve",
    "lqf": "baselines.lqf:LinkQuotaFilter",
    "fe": "baselines.fe:FeatureExtractor",
    "kfe": "baselines.fe:KFeatureExtractor",
    "ccb": "baselines.ccb:ContentCodeBlurring",
    "numwords": "baselines.numwords:NumWordsRules",
    "cetr": "baselines.cetr:TagRatios",
    "cetd": "baselines.cetd:TextDensity",
    "distiller": "baselines.dom_distiller:DomDistiller",
}
"""The methods that papers compare with, by year: asked for by name, and not offered elsewhere."""

EXTRACTORS = Methods(
    {
        "default": "default.method:Default",
        "semantic": "semantic:Semantic",
        "dana": "dana.method:Dana",
        "cnr": "cnr:CharsNodesRatio",
        "boilerpipe": "boilerpipe:Boilerpipe",
        "context": "context:TextBlockContext",
        "zones": "zones.method:Zones",
        "zones-semantic": "zones.method:ZonesSemantic",
        "gce": "gce.method:GridCenteringExpanding",
        **BASELINES,
    }
)
