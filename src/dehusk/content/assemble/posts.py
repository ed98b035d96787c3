"""The posts of a thread as content: each with its author, its date and the replies to it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import numpy as np

from dehusk.content import Block
from dehusk.content import Post as PostBlock
from dehusk.content.threads import Post
from dehusk.content.threads.post_metadata import author_of, date_of
from dehusk.page import Bools, Page


def around_posts(page: Page, posts: tuple[Post, ...]) -> Bools:
    """The elements that hold the texts of posts, the root aside: lists and tables whose items are
    posts are no lists and no tables."""
    is_text = np.zeros(len(page), bool)
    is_text[[post.body for post in posts]] = True
    around: Bools = page.subtree_sum(is_text) > 0
    around[0] = False
    return around


def with_posts(blocks: Iterable[Block], page: Page, posts: tuple[Post, ...]) -> tuple[Block, ...]:
    """Blocks with those of a post inside of it, and replies inside of what they answer.

    A post of which nothing is kept is left out, and replies to it answer what it answers.
    """
    before, contents, after = _by_post(blocks, page, posts)
    language = page.attribute(0, "lang")
    replies: list[list[PostBlock]] = [[] for _ in range(len(posts) + 1)]
    for number in range(len(posts) - 1, -1, -1):
        post, own = posts[number], replies[number][::-1]
        if contents[number]:
            rows = post.record, post.end
            author, date = author_of(page, post), date_of(page, post, language)
            own = [PostBlock(author, date, tuple(contents[number]), tuple(own), rows)]
        replies[post.parent].extend(reversed(own))
    return (*before, *reversed(replies[-1]), *after)


def _by_post(
    blocks: Iterable[Block], page: Page, posts: tuple[Post, ...]
) -> tuple[list[Block], list[list[Block]], list[Block]]:
    """The blocks before the posts, those of each post, and those after."""
    order = sorted(range(len(posts)), key=lambda number: posts[number].body)
    starts = [posts[number].body for number in order]
    before: list[Block] = []
    contents: list[list[Block]] = [[] for _ in posts]
    after: list[Block] = []
    current = before
    for block in blocks:
        first, end = block.rows
        if first < end:
            index = bisect_right(starts, first) - 1
            if index >= 0 and first < page.end.item(starts[index]):
                current = contents[order[index]]
            elif current is not before:
                current = after
        current.append(block)
    return before, contents, after
