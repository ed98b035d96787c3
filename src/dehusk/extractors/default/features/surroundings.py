"""Features of the blocks before and after, and of the page as a whole."""

from __future__ import annotations

OFFSETS = (-1, 1)

WINDOWS = (3, 10)

_NEIGHBOUR = {
    "words": "words, logarithm",
    "link share": "share of words in links",
    "stop share": "marks that end a sentence over words",
    "same parent": "has the same innermost element or parent",
}

_PAGE = {
    "page words": "words of the page, logarithm",
    "page blocks": "blocks of the page, logarithm",
    "page words a block": "words in a block, logarithm",
    "page link share": "share of the page's words that are in links",
    "page good words": "good words of the page, logarithm",
    "page good share": "share of the page's words that are good text",
    "page good blocks": "blocks of good text, logarithm",
    "page headings": "headings, logarithm",
    "page h1": "h1 elements",
    "page paragraphs": "p elements, logarithm",
    "page items": "li elements, logarithm",
    "page images": "images, logarithm",
    "page tables": "tables, logarithm",
    "page forms": "form controls, logarithm",
    "page articles": "article elements",
    "page main": "the page has a main element",
    "page code": "pre and code elements, logarithm",
    "page longest": "words of the longest block, logarithm",
}

MEANINGS = {
    **{
        f"{offset:+d} {name}": f"the block {offset:+d}: {meaning}"
        for offset in OFFSETS
        for name, meaning in _NEIGHBOUR.items()
    },
    **{
        f"within {window} {name}": f"mean over {window} blocks either side: {name}"
        for window in WINDOWS
        for name in ("words", "link share", "good")
    },
    **_PAGE,
}
