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
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dehusk.budget import watched
from dehusk.native.attributes import Words
from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, Tag, TagSet
from dehusk.selection import Selection, bridged
from dehusk.views.blocks import Blocks
from dehusk.views.visible import VisibleText

LEAST_WORDS = 3
"""A block of fewer words that are all links is a button: "Reply", "Like", "Report"."""

_NAMES = re.compile(rb"(?:(?<![A-Za-z])c|(?<=[a-z])C)omments?(?![a-z])|commentlist|disqus")
_LIKELY = Words(b"omment", b"disqus")
_NO_COMMENTS = "The page has no comments of readers."
_ATTRIBUTES = ("class", "id", "itemprop", "itemtype")
_MAY_BE_COMMENTS = TagSet(
    " ".join(
        BLOCK.names - set("html body form button label select textarea pre code table".split())
    )
)
_CONTROLS = TagSet("form button label select textarea option nav")
_NO_ROWS: Final = np.zeros(0, np.intp)


def comment_selection(page: Page, content: Bools) -> Selection:
    """The comments of a page, given the leaves that are its content."""
    named = _called_comments(page, content)
    if not len(named):
        return Selection.nothing(page, _NO_COMMENTS)
    is_named = np.zeros(len(page), bool)
    is_named[named] = True
    around = page.inside(is_named) & ~page.inside(_CONTROLS.mask(page.tag))
    # What stands outside of all of them has no say.
    visible = VisibleText.of(page, slice(int(named[0]), int(page.end[named].max())))
    blocks = Blocks.of(page, visible.ink())
    words = np.where(around, visible.words(), 0)
    unlinked = blocks.sum(np.where(page.inside(page.tag == Tag.A), 0, words))
    is_comment = (unlinked > 0) | (blocks.sum(words) >= LEAST_WORDS)
    if not is_comment.any():
        return Selection.nothing(page, _NO_COMMENTS)
    rows = bridged(page, blocks.on_rows(is_comment, missing=False), blocks.block_of >= 0)
    return Selection.of_leaves(page, rows & around & ~content, reason="comment of a reader")


def _called_comments(page: Page, content: Bools) -> NDArray[np.intp]:
    """The elements that are named after comments and hold no content."""
    likely = _LIKELY.found_in(page, _ATTRIBUTES)
    if not len(likely):
        return _NO_ROWS
    starts, ends = page.attr_start[likely].tolist(), page.attr_end[likely].tolist()
    values = [page.attr_text[start:end] for start, end in zip(starts, ends, strict=True)]
    are_named = [bool(_NAMES.search(value)) for value in watched(values, "finding comments")]
    rows = np.unique(page.attr_row[likely[np.array(are_named, bool)]])
    rows = rows[_MAY_BE_COMMENTS.mask(page.tag[rows])]
    if not len(rows):
        return _NO_ROWS
    before = np.concatenate(([0], np.cumsum(content)))
    named: NDArray[np.intp] = rows[before[page.end[rows]] == before[rows]]
    return named
