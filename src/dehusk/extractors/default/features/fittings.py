"""Features of what else the elements around a block hold: images, controls, links, headings."""

from __future__ import annotations

import numpy as np

from dehusk.extractors.default.features.columns import Columns, Counts
from dehusk.extractors.default.features.containers import containers_around
from dehusk.page.tags import HEADINGS, TagSet

LEVELS = (1, 2, 3, 4)

FITTINGS = {
    "images": TagSet("img picture video svg iframe"),
    "controls": TagSet("button input select textarea option"),
    "links": TagSet("a"),
    "headings": HEADINGS,
    "paragraphs": TagSet("p"),
}

MEANINGS = {
    f"up {level} {name}": f"of the {level}. container around the block: {name} for each of its blocks"
    for level in LEVELS
    for name in FITTINGS
}


def fitting_features(counts: Counts) -> Columns:
    """The columns named in `MEANINGS`."""
    page = counts.page
    blocks = counts.inside(np.ones(len(counts)))
    inside = {name: page.subtree_sum(tags.mask(page.tag)) for name, tags in FITTINGS.items()}
    return {
        f"up {level} {name}": number[container] / blocks[container]
        for level, container in containers_around(counts, blocks, LEVELS)
        for name, number in inside.items()
    }
