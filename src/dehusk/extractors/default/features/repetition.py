"""Features of repeated structure: cards, rows and posts that share tags and classes."""

from __future__ import annotations

LEVELS = (0, 1, 2, 3, 4)
"""How far up from a block's holder siblings of the same make are counted."""

MEANINGS = {
    "alike": "blocks of the same path and classes, logarithm",
    "alike words": "words of the blocks of the same path and classes, logarithm",
    "alike word share": "their share of the page's words",
    "alike mean words": "words in one of them, logarithm",
    "alike good share": "share of them that are good text",
    "alike link share": "share of their words that are in links",
    "said before": "blocks before this one with the same text, logarithm",
    "said in all": "blocks with the same text, logarithm",
    **{
        f"{name} {level}": f"{meaning}, {level} levels up"
        for level in LEVELS
        for name, meaning in {
            "siblings": "siblings with the same tag and classes, logarithm",
            "sibling share": "share of the page's words in those siblings",
            "sibling spread": "how unequal those siblings are in words: deviation over mean",
            "sibling good": "share of the words of those siblings that are good text",
        }.items()
    },
}
