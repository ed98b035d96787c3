"""Features of records: the cards, rows and posts of which a page repeats three and more."""

from __future__ import annotations

from dehusk.page.tags import TagSet

KINDS = (TagSet("li"), TagSet("article"), TagSet("tr"), TagSet("div"), TagSet("section"))
"""Tags that records are known to have, by number from 1."""

_OF_GROUP = {
    "number": "records of its group, logarithm",
    "share": "share of the page's words in its group",
    "words": "words a record of its group, logarithm",
    "link share": "share of the words of its group that are in links",
    "unlinked": "words outside of links a record of its group, logarithm",
    "before": "share of the page's good text before its group",
    "blocks": "blocks a record of its group, logarithm",
    "spread": "how unequal the records of its group are in words: deviation over mean",
    "images": "share of the records of its group with an image",
    "headings": "share of the records of its group with a heading",
    "kind": "what tag the record has, 0 for another",
    "depth": "levels of the tree between the record and the block",
}

MEANINGS = {
    **{f"record {name}": f"the record of the largest group: {m}" for name, m in _OF_GROUP.items()},
    **{f"card {name}": f"the innermost record: {m}" for name, m in _OF_GROUP.items()},
    "page records": "groups of records, logarithm",
    "page record number": "records of the page's largest group, logarithm",
    "page record share": "share of the page's words in its largest group",
    "page record words": "words a record of the page's largest group, logarithm",
}
"""Where a block is in no record, its columns are -1."""
