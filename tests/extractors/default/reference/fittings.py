"""Features of what else the elements around a block hold: images, controls, links, headings. In NumPy."""

from __future__ import annotations

import numpy as np

from dehusk.extractors.default.features.fittings import FITTINGS, LEVELS
from tests.extractors.default.reference.containers import containers_around
from tests.extractors.default.reference.counts import ColumnsByName, ReferenceCounts


def fitting_features(counts: ReferenceCounts) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    page = counts.page
    blocks = counts.inside(np.ones(len(counts)))
    inside = {name: page.subtree_sum(tags.mask(page.tag)) for name, tags in FITTINGS.items()}
    return {
        f"up {level} {name}": number[container] / blocks[container]
        for level, container in containers_around(counts, blocks, LEVELS)
        for name, number in inside.items()
    }
