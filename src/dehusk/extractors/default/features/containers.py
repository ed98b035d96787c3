"""Features of the elements around a block: how much good text they hold, and of what share."""

from __future__ import annotations

LEVELS = (1, 2, 3, 4, 5, 6)
"""How many containers up: each holds more than the one before."""

SHARES = (0.3, 0.5, 0.7, 0.9)
"""The deepest elements that hold these shares of the page's good text are its top containers."""

_BY_LEVEL = {
    "words": "words, logarithm",
    "word share": "share of the page's words",
    "good words": "words of good text, logarithm",
    "good share": "share of its words that are good text",
    "good of page": "share of the page's good text",
    "link share": "share of its words that are in links",
    "blocks": "blocks, logarithm",
    "words a block": "words in a block, logarithm",
    "own share": "the block's share of its words",
    "place": "share of its blocks that stand before the block",
    "depth": "levels of the tree between it and the block",
}

_BY_SHARE = {
    "inside": "the block is inside it",
    "depth": "its depth over that of the block",
    "good share": "share of its words that are good text",
    "blocks": "blocks of it, logarithm",
    "before": "blocks between the block and its start, 0 inside, logarithm",
    "after": "blocks between its end and the block, 0 inside, logarithm",
    "place": "share of its blocks that stand before the block",
}

MEANINGS = {
    **{
        f"up {level} {name}": f"of the {level}. container around the block: {meaning}"
        for level in LEVELS
        for name, meaning in _BY_LEVEL.items()
    },
    **{
        f"top {share} {name}": f"of the deepest element with {share} of the good text: {meaning}"
        for share in SHARES
        for name, meaning in _BY_SHARE.items()
    },
}
