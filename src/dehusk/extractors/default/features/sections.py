"""Features of the section that a block stands in: what lies between one heading and the next."""

from __future__ import annotations

DEEPEST = (2, 3, 6)
"""Sections that headings of these levels and above begin."""

_OF_SECTION = {
    "words": "words, logarithm",
    "word share": "share of the page's words",
    "link share": "share of its words that are in links",
    "blocks": "blocks, logarithm",
    "since": "blocks of it before this one, logarithm",
    "place": "share of the page's sections that stand before",
}

MEANINGS = {
    f"section {level} {name}": f"section begun by a heading of level {level} or above: {meaning}"
    for level in DEEPEST
    for name, meaning in _OF_SECTION.items()
}
