"""The posts of a thread as content: each with its author, its date and the replies to it."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np

from dehusk.content.rows import Content
from dehusk.content.threads import PostRows
from dehusk.content.threads.post_metadata import author_of, date_of
from dehusk.native.codes import Kind
from dehusk.page import Bools, Page

_POST, _REPLIES = int(Kind.POST), int(Kind.REPLIES)

Blocks = list[tuple[int, int]]
"""From which row of the content up to which."""


def around_posts(page: Page, posts: tuple[PostRows, ...]) -> Bools:
    """The elements that hold the texts of posts, the root aside: lists and tables whose items are
    posts are no lists and no tables."""
    is_text = np.zeros(len(page), bool)
    is_text[[post.body for post in posts]] = True
    around: Bools = page.subtree_sum(is_text) > 0
    around[0] = False
    return around


def with_posts(content: Content, page: Page, posts: tuple[PostRows, ...]) -> Content:
    """The content with the blocks of each post inside of it, and replies inside of what they answer.

    A post of which nothing is kept is left out, and replies to it answer what it answers.
    """
    before, own, after = _by_post(content, page, posts)
    replies: list[list[int]] = [[] for _ in range(len(posts) + 1)]
    answered: list[int] = []
    for number, post in enumerate(posts):
        above = answered[post.parent] if post.parent >= 0 else -1
        answered.append(number if own[number] else above)
        if own[number]:
            replies[above].append(number)
    thread = _Thread(content, page, posts, own, replies)
    thread.add_blocks(before)
    for number in replies[-1]:
        thread.add_post(number)
    thread.add_blocks(after)
    return thread.content()


class _Thread:
    """The content in the making: which rows follow one another, those that are added among them."""

    def __init__(
        self,
        content: Content,
        page: Page,
        posts: tuple[PostRows, ...],
        blocks: list[Blocks],
        replies: list[list[int]],
    ) -> None:
        self._content, self._page, self._posts = content, page, posts
        self._blocks, self._replies = blocks, replies
        self._language = page.attribute(0, "lang")
        self._order: list[int] = []
        self._added: list[tuple[int, ...]] = []
        self._ends: dict[int, int] = {}
        self._arguments: list[Any] = list(content.arguments)

    def add_blocks(self, blocks: Blocks) -> None:
        """Add some blocks as they are."""
        for span in blocks:
            self._order += range(*span)

    def add_post(self, number: int) -> None:
        """Add a post with all replies to it: these are nested a few levels deep only."""
        post = self._posts[number]
        author, date = author_of(self._page, post), date_of(self._page, post, self._language)
        at = self._open(_POST, post.record, post.end, len(self._arguments))
        self._arguments.append((author, date))
        self.add_blocks(self._blocks[number])
        if self._replies[number]:
            replies = self._open(_REPLIES, -1, -1, -1)
            for reply in self._replies[number]:
                self.add_post(reply)
            self._ends[replies] = len(self._order)
        self._ends[at] = len(self._order)

    def _open(self, kind: int, first: int, last: int, argument: int) -> int:
        self._order.append(len(self._content) + len(self._added))
        self._added.append((kind, 0, 0, 0, 0, first, last, argument))
        return len(self._order) - 1

    def content(self) -> Content:
        """All that was added, as a table."""
        rows = self._content.matrix()
        rows[1] -= np.arange(len(self._content), dtype=np.int32)
        added = np.array(self._added, np.int32).reshape(-1, 8).T
        ordered = np.concatenate([rows, added], axis=1).take(self._order, axis=1)
        ordered[1] += np.arange(len(self._order), dtype=np.int32)
        ordered[1, list(self._ends)] = list(self._ends.values())
        kind, columns = ordered[0].astype(np.uint8), ordered[1:]
        return Content.of_columns(kind, columns, self._content.text, tuple(self._arguments))


def _by_post(
    content: Content, page: Page, posts: tuple[PostRows, ...]
) -> tuple[Blocks, list[Blocks], Blocks]:
    """The blocks before the posts, those of each post, and those after."""
    order = sorted(range(len(posts)), key=lambda number: posts[number].body)
    starts = [posts[number].body for number in order]
    before: Blocks = []
    own: list[Blocks] = [[] for _ in posts]
    after: Blocks = []
    current = before
    ends, firsts, lasts = content.end.tolist(), content.first.tolist(), content.last.tolist()
    row = 0
    while row < len(ends):
        first = firsts[row]
        if first < lasts[row]:
            index = bisect_right(starts, first) - 1
            if index >= 0 and first < page.end.item(starts[index]):
                current = own[order[index]]
            elif current is not before:
                current = after
        current.append((row, ends[row]))
        row = ends[row]
    return before, own, after
