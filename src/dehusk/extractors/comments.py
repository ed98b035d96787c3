"""What readers wrote below the content: a class of its own, neither content nor clutter.

>>> from dehusk.page.parse import parse
>>> from dehusk.page.tags import Tag
>>> page = parse("<p>Bread.</p><div class=comments><p>I bake it every week.</p><a>Reply</a></div>")
>>> selection = comment_selection(page, page.inside(page.tag == Tag.P) & (page.depth < 3))
>>> [page.text_of(row) for row in selection.rows]
['I bake it every week.']

Comments are found by what the markup calls them, and only where the content is not: in a forum the
discussion is the content, and there are no comments.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from dehusk.budget import watched
from dehusk.native.comments import ROLES, comment_leaves
from dehusk.native.names import Names
from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, TagSet, roles_of_tags
from dehusk.selection import NOT_SELECTED, Selection

LEAST_WORDS = 3
"""A block of fewer words that are all links is a button: "Reply", "Like", "Report"."""

_NAMES = re.compile(rb"(?:(?<![A-Za-z])c|(?<=[a-z])C)omments?(?![a-z])|commentlist|disqus")
_LIKELY = Names(
    {"comments": (("class", "id", "itemprop", "itemtype"), (b"omment", b"disqus"))},
)
_NO_COMMENTS = "The page has no comments of readers."
_COMMENT = "comment of a reader"
_NO_SECTIONS = set("html body form button label select textarea pre code table".split())
_ROLES = roles_of_tags(
    ROLES,
    {
        "section": TagSet(" ".join(BLOCK.names - _NO_SECTIONS)),
        "control": TagSet("form button label select textarea option nav"),
        "link": TagSet("a"),
    },
)


def comment_selection(page: Page, content: Bools) -> Selection:
    """The comments of a page, given the leaves that are its content."""
    called = _called_comments(page)
    if not len(called):
        return Selection.nothing(page, _NO_COMMENTS)
    keep = comment_leaves(page, content, called, _ROLES, LEAST_WORDS)
    if keep is None:
        return Selection.nothing(page, _NO_COMMENTS)
    score = np.zeros(len(page), np.float32)
    return Selection(keep, score, keep.astype(np.uint8), (NOT_SELECTED, _COMMENT))


def _called_comments(page: Page) -> NDArray[np.intp]:
    """The elements that are named after comments; one may be there twice."""
    likely, _ = _LIKELY.found_in(page)
    if not len(likely):
        return likely
    starts, ends = page.attr_start[likely].tolist(), page.attr_end[likely].tolist()
    values = [page.attr_text[start:end] for start, end in zip(starts, ends, strict=True)]
    are_named = [bool(_NAMES.search(value)) for value in watched(values, "finding comments")]
    rows: NDArray[np.intp] = page.attr_row[likely[np.array(are_named, bool)]].astype(np.intp)
    return rows
