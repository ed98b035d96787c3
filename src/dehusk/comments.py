"""What readers wrote below the content: a class of its own, neither content nor clutter.

>>> from dehusk.parse import parse
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

from dehusk.blocks import Blocks
from dehusk.budget import watched
from dehusk.page import Bools, Page
from dehusk.selection import Selection, bridged
from dehusk.tags import BLOCK, Tag, TagSet
from dehusk.visible import VisibleText

LEAST_WORDS = 3
"""A block of fewer words that are all links is a button: "Reply", "Like", "Report"."""

_NAMES = re.compile(r"(?:(?<![A-Za-z])c|(?<=[a-z])C)omments?(?![a-z])|commentlist|disqus")
_ATTRIBUTES = ("class", "id", "itemprop", "itemtype")
_NEVER_COMMENTS = TagSet("html body form button label select textarea pre code table")
_CONTROLS = TagSet("form button label select textarea option nav")


def comment_selection(page: Page, content: Bools) -> Selection:
    """The comments of a page, given the leaves that are its content."""
    controls = page.inside(_CONTROLS.mask(page.tag))
    around = page.inside(_called_comments(page, content)) & ~controls
    blocks = Blocks.of(page)
    words = np.where(around, VisibleText.of(page).words(), 0)
    unlinked = blocks.sum(np.where(page.inside(page.tag == Tag.A), 0, words))
    is_comment = (unlinked > 0) | (blocks.sum(words) >= LEAST_WORDS)
    if not is_comment.any():
        return Selection.nothing(page, "The page has no comments of readers.")
    rows = bridged(page, blocks.on_rows(is_comment, missing=False), blocks.block_of >= 0)
    return Selection.of_leaves(page, rows & around & ~content, reason="comment of a reader")


def _called_comments(page: Page, content: Bools) -> Bools:
    """The elements that are named after comments and hold no content."""
    named = np.zeros(len(page), bool)
    for attribute in _ATTRIBUTES:
        rows, values = page.with_attribute(attribute)
        found = [_NAMES.search(value) is not None for value in watched(values, "finding comments")]
        named[rows] |= np.array(found, bool)
    holds_content = page.subtree_sum(content) > 0
    return named & ~holds_content & BLOCK.mask(page.tag) & ~_NEVER_COMMENTS.mask(page.tag)
