"""Features of what else the elements around a block hold: images, controls, links, headings."""

from __future__ import annotations

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
