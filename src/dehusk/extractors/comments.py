"""What readers wrote below the content: a class of its own, neither content nor clutter.

>>> from dehusk.page.parse import parse
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

from dehusk.budget import watched
from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, Tag, TagSet
from dehusk.selection import Selection, bridged
from dehusk.views.blocks import Blocks
from dehusk.views.visible import VisibleText

LEAST_WORDS = 3
"""A block of fewer words that are all links is a button: "Reply", "Like", "Report"."""

_NAMES = re.compile(r"(?:(?<![A-Za-z])c|(?<=[a-z])C)omments?(?![a-z])|commentlist|disqus")
_IN_ALL_NAMES = ("omment", "disqus")
_NO_COMMENTS = "The page has no comments of readers."
_ATTRIBUTES = ("class", "id", "itemprop", "itemtype")
_NEVER_COMMENTS = TagSet("html body form button label select textarea pre code table")
_CONTROLS = TagSet("form button label select textarea option nav")


def comment_selection(page: Page, content: Bools) -> Selection:
    """The comments of a page, given the leaves that are its content."""
    named = _called_comments(page, content)
    if not named.any():
        return Selection.nothing(page, _NO_COMMENTS)
    around = page.inside(named) & ~page.inside(_CONTROLS.mask(page.tag))
    blocks = Blocks.of(page)
    words = np.where(around, VisibleText.of(page).words(), 0)
    unlinked = blocks.sum(np.where(page.inside(page.tag == Tag.A), 0, words))
    is_comment = (unlinked > 0) | (blocks.sum(words) >= LEAST_WORDS)
    if not is_comment.any():
        return Selection.nothing(page, _NO_COMMENTS)
    rows = bridged(page, blocks.on_rows(is_comment, missing=False), blocks.block_of >= 0)
    return Selection.of_leaves(page, rows & around & ~content, reason="comment of a reader")


def _called_comments(page: Page, content: Bools) -> Bools:
    """The elements that are named after comments and hold no content."""
    named = np.zeros(len(page), bool)
    if not any(part.encode() in page.attr_text for part in _IN_ALL_NAMES):
        return named
    for attribute in _ATTRIBUTES:
        rows, values = page.with_attribute(attribute)
        found = [_names_comments(value) for value in watched(values, "finding comments")]
        named[rows] |= np.array(found, bool)
    holds_content = page.subtree_sum(content) > 0
    return named & ~holds_content & BLOCK.mask(page.tag) & ~_NEVER_COMMENTS.mask(page.tag)


def _names_comments(value: str) -> bool:
    is_likely = any(part in value for part in _IN_ALL_NAMES)
    return is_likely and _NAMES.search(value) is not None
