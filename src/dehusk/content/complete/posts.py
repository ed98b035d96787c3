"""Threads: the text of each post whole, and nothing of what stands around it.

Author and date are no text: they are told with each post (see `dehusk.content.Post`). Signatures,
buttons, counts of votes and the lines between posts go.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dehusk.content.complete.editor import can_be_kept, changed
from dehusk.content.completed import Completed
from dehusk.content.threads import PostRows, find_posts
from dehusk.content.threads.table import spanned
from dehusk.native.find import Around, Names
from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, Tag, TagSet

COMPLETED = "the rest of a post that is content"
DROPPED = "beside the text of a post: names, dates, signatures, buttons"
BETWEEN = "between the posts of a thread, or behind them"

_TITLES = TagSet("h1 h2")
_FEW_CHARS = 40
_BESIDE = Names(
    {
        "portrait": (["class"], [b"avatar"]),
        "signature": (["class"], [b"signature", b"lastedit", b"last-edit"]),
    }
)


def whole_posts(page: Page, selection: Completed, around: Around) -> Completed:
    """The selection with the texts of its posts whole, if it is a thread.

    `around` is what the elements around what it keeps are called.
    """
    posts = find_posts(page, selection.keep, around)
    if not posts or not _is_thread(page, selection, posts):
        return selection
    starts, ends, texts = np.array([(post.record, post.end, post.body) for post in posts]).T
    records, bodies = (
        spanned(len(page), *span) for span in ((starts, ends), (texts, page.end[texts]))
    )
    between = np.zeros(len(page), bool)
    between[posts[0].record : max(post.end for post in posts)] = True
    between |= _tail(page, selection, int(ends.max()))
    titles = page.inside(_TITLES.mask(page.tag)) & ~_later(page, posts)
    beside = _beside(page, posts)
    completed = changed(
        selection,
        (bodies & ~beside & ~selection.keep & can_be_kept(page), COMPLETED),
        (records & ~(bodies & ~beside) & ~titles & selection.keep, DROPPED),
        (between & ~records & selection.keep, BETWEEN),
    )
    return replace(completed, posts=posts)


def _is_thread(page: Page, selection: Completed, posts: tuple[PostRows, ...]) -> bool:
    """Whether posts are what is kept: of most of them something is, or most of it is of them."""
    kept = np.zeros(len(page) + 1, np.int64)
    np.cumsum(selection.keep & page.is_text, out=kept[1:])
    bodies = np.array([post.body for post in posts])
    texts = kept[page.end[bodies]] - kept[bodies]
    touched = int((texts > 0).sum())
    return touched > 1 and (2 * touched >= len(posts) or 2 * int(texts.sum()) >= int(kept[-1]))


def _tail(page: Page, selection: Completed, last: int) -> Bools:
    """After the thread, the links and the few words of other threads, forms and menus."""
    tail = np.zeros(len(page), bool)
    rows = last + np.flatnonzero(selection.keep[last:])
    if len(rows):
        blocks = np.maximum(page.nearest_ancestor(BLOCK.mask(page.tag))[rows], 0)
        short = page.text_end[blocks] - page.text_start[blocks] <= _FEW_CHARS
        tail[rows] = short | page.inside(page.tag == int(Tag.A))[rows]
    return tail


def _later(page: Page, posts: tuple[PostRows, ...]) -> Bools:
    """All rows after the text of the first post: a title there is none of the thread."""
    later = np.zeros(len(page), bool)
    later[posts[0].body :] = True
    return later


def _beside(page: Page, posts: tuple[PostRows, ...]) -> Bools:
    """What stands in the texts of posts and is none: portraits of who is quoted, signatures, notes of
    edits."""
    numbers, groups = _BESIDE.found_in(page, posts[0].record)
    rows, is_portrait = page.attr_row[numbers], groups & _BESIDE.groups["portrait"] > 0
    beside = np.zeros(len(page), bool)
    beside[rows[is_portrait & (page.tag[rows] == int(Tag.IMG))]] = True
    beside[rows[groups & _BESIDE.groups["signature"] > 0]] = True
    beside[[post.body for post in posts]] = False
    return page.inside(beside)
