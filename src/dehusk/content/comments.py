"""What readers wrote below the content: a class of its own, neither content nor clutter.

>>> from dehusk.page.parse import parse
>>> from dehusk.page.tags import Tag
>>> comment = "<b class=author>Ann</b> <time>3 May</time><p>I bake it every week.</p><a>Reply</a>"
>>> page = parse(f"<p>Bread.</p><div class=comments><h3>1 comment</h3><div>{comment}</div></div>")
>>> selection = comment_selection(page, page.inside(page.tag == Tag.P) & (page.depth < 3))
>>> [page.text_of(row) for row in selection.rows]
['Ann', ' ', '3 May', 'I bake it every week.']

Comments are found by what the markup calls them, and only where the content is not: in a forum the
discussion is the content, and there are no comments. Of what is called so, posts and other records
that somebody signed are comments; forms, notices, counts and menus are not.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from dehusk.budget import watched
from dehusk.content.threads import find_posts
from dehusk.content.threads.signed import signed_records, without_those_of_other_pages
from dehusk.content.threads.table import before_each, part_of, spanned
from dehusk.native.find import Names
from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, Tag, TagSet
from dehusk.selection import NOT_SELECTED, Selection, bridged
from dehusk.views.blocks import Blocks
from dehusk.views.text_counts import words

LEAST_WORDS = 3
"""A block of fewer words that are all links is a button: "Reply", "Like", "Report"."""

_NAMES = re.compile(rb"(?:(?<![A-Za-z])c|(?<=[a-z])C)omments?(?![a-z])|commentlist|disqus")
_LIKELY = Names(
    {"comments": (("class", "id", "itemprop", "itemtype"), (b"omment", b"disqus"))},
)
_NO_COMMENTS = "The page has no comments of readers."
_COMMENT = "comment of a reader"
_SECTIONS = TagSet(
    " ".join(
        BLOCK.names - set("html body form button label select textarea pre code table".split())
    )
)
_CONTROLS = TagSet("form button label select textarea option nav")


def comment_selection(page: Page, content: Bools) -> Selection:
    """The comments of a page, given the leaves that are its content."""
    called = _called_comments(page)
    if not len(called):
        return Selection.nothing(page, _NO_COMMENTS)
    found = _comment_leaves(page, content, called)
    keep = None if found is None else _that_readers_wrote(page, found, called, content)
    if keep is None or not keep.any():
        return Selection.nothing(page, _NO_COMMENTS)
    score = np.zeros(len(page), np.float32)
    return Selection(keep, score, keep.astype(np.uint8), (NOT_SELECTED, _COMMENT))


def _comment_leaves(page: Page, content: Bools, called: NDArray[np.intp]) -> Bools | None:
    """The leaves that are comments, given what is called so; None where no block is one.

    Those with content in them are none. Of the others blocks are comments that have words outside of
    links, or `LEAST_WORDS` of any; nothing that is content, and nothing in a control.
    """
    sections = called[_SECTIONS.mask(page.tag[called]) & ~_hold(page, content, called)]
    if not len(sections):
        return None
    is_named = np.zeros(len(page), bool)
    is_named[sections] = True
    around = page.inside(is_named) & ~page.inside(_CONTROLS.mask(page.tag))
    blocks = Blocks.of(page)
    own = np.where(around, words(page), 0)
    unlinked = blocks.sum(np.where(page.inside(page.tag == int(Tag.A)), 0, own))
    is_comment = (unlinked > 0) | (blocks.sum(own) >= LEAST_WORDS)
    if not is_comment.any():
        return None
    kept = bridged(page, blocks.on_rows(is_comment, missing=False), blocks.block_of >= 0)
    found: Bools = kept & around & ~content & page.leaves & ~page.is_inert
    return found


def _that_readers_wrote(
    page: Page, found: Bools, called: NDArray[np.intp], content: Bools
) -> Bools:
    """What is in the posts of a thread with a text among some leaves, or else in signed records."""
    posts = find_posts(page, found)
    ends = {post.record: post.end for post in posts if _holds(page, found, post.body)}
    rows = without_those_of_other_pages(page, np.array(list(ends), np.intp))
    if not len(rows):
        rows = without_those_of_other_pages(page, _signed(page, found, called, content))
    last = [ends.get(row, page.end.item(row)) for row in rows.tolist()]
    return found & spanned(len(page), rows, np.array(last, np.intp))


def _signed(page: Page, found: Bools, called: NDArray[np.intp], content: Bools) -> NDArray[np.intp]:
    """The signed records in elements that are called comments and hold no content."""
    around = called[~_hold(page, content, called)]
    first, last = int(around.min()), int(page.end[around].max())
    named = np.zeros(len(page), bool)
    named[around] = True
    part = slice(first, last)
    rows = first + signed_records(part_of(page, first, last), found[part], named[part])
    return rows[page.inside(named)[rows]]


def _holds(page: Page, leaves: Bools, row: int) -> bool:
    return bool(leaves[row : page.end.item(row)].any())


def _hold(page: Page, leaves: Bools, rows: NDArray[np.intp]) -> Bools:
    """Which of some rows have a leaf of some in them."""
    before = before_each(leaves)
    holds: Bools = before[page.end[rows]] > before[rows]
    return holds


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
