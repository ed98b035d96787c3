"""Features of where a block stands: tags around it, position on the page, headings before it."""

from __future__ import annotations

from dehusk.page.tags import CELLS, HEADINGS, TagSet

HOLDERS = {
    "p": TagSet("p"),
    "heading": HEADINGS,
    "item": TagSet("li dt dd"),
    "cell": CELLS,
    "div": TagSet("div section article main"),
    "code": TagSet("pre code samp kbd"),
    "quote": TagSet("blockquote q"),
    "caption": TagSet("figcaption caption legend"),
    "control": TagSet("button label option select textarea summary"),
    "inline": TagSet("a span b strong em i small time"),
}
"""Kinds of the element that holds a block."""

AROUND = (
    "nav header footer aside main article section form table ul ol dl li figure details noscript"
    " blockquote pre p a button h1 h2 h3 td th select dialog address"
).split()
"""Tags that may stand around a block, at any distance."""

MEANINGS = {
    **{f"held by {name}": f"the innermost element is {tags!r}" for name, tags in HOLDERS.items()},
    **{f"in {tag}": f"a `{tag}` element is around the block" for tag in AROUND},
    "heading level": "level of the heading that the block is, 0 for none",
    "hidden": "the markup hides the block",
    "depth": "depth of the block",
    "relative depth": "depth over the page's mean depth, weighted by words",
    "index": "number of the block",
    "place by blocks": "share of the page's blocks that stand before",
    "place by words": "share of the page's words that stand before",
    "blocks to the end": "blocks after this one, logarithm",
    "since heading": "blocks since the last heading",
    "last heading": "level of the last heading before, 7 for none",
    "words since heading": "words since the last heading, logarithm",
    "since h1": "blocks since the last h1, -1 before the first",
    "before h1": "an h1 follows and none stands before",
    "headings before": "share of the page's headings that stand before",
    "since good": "blocks since the last good text",
    "until good": "blocks until the next good text",
    "good before": "share of the page's good words that stand before",
}
