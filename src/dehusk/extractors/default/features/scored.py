"""Features of the element that Readability would choose: the one with the best score of its paragraphs.

A paragraph earns points for its commas and its length, and gives them to the elements above it, to the
nearest most. Tags and names add some or take some away, links take away their share. The score decides
nothing here; the model learns how far to believe it.
"""

from __future__ import annotations

from dehusk.page.tags import TagSet

LEAST_INK = 25
"""A block of fewer visible characters earns nothing."""

TAG_POINTS = {
    TagSet("div article section main"): 5,
    TagSet("pre td blockquote"): 3,
    TagSet("address ol ul dl dd dt li form body"): -3,
    TagSet("h1 h2 h3 h4 h5 h6 th html"): -5,
}

NAME_POINTS = 25
"""Those of an element whose names hint at one of these, to be added or taken away."""

GOOD_NAMES = ("content", "forum")
BAD_NAMES = (
    *("comment", "menu", "footer", "side", "related", "share", "advert", "consent", "subscribe"),
    *("tags", "crumbs", "hide"),
)

MEANINGS = {
    "scored inside": "the block is inside the element with the best score",
    "scored own": "the score of the parent of the block's element, over the best",
    "scored around": "the highest score of an element around the block, over the best",
    "scored depth": "levels of the tree between the best element and the block, -1 outside of it",
    "scored words": "share of the page's words in the best element",
    "scored links": "share of the best element's words that are in links",
}
"""Scores over the best are between -1 and 1; -1 is also that of elements that earned nothing."""
