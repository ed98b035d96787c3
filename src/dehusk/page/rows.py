"""Columns of a tree in preorder that follow from others, and text as UTF-8."""

from __future__ import annotations

import numpy as np

from dehusk.page import Ints


def subtree_ends(parent: Ints) -> Ints:
    """The `end` column of a tree in preorder, from its parents.

    >>> subtree_ends(np.array([-1, 0, 1, 0], np.int32)).tolist()
    [4, 3, 3, 4]

    A subtree ends where the next sibling starts, and where there is none, where the parent's ends:
    pointer jumping finds that in as many steps as the depth has binary digits.
    """
    count = len(parent)
    order = np.argsort(parent, kind="stable")
    adjacent = parent[order[1:]] == parent[order[:-1]]
    end = np.full(count, count, np.int32)
    end[order[:-1][adjacent]] = order[1:][adjacent]
    is_last = np.ones(count, bool)
    is_last[order[:-1][adjacent]] = False
    above = np.where(is_last, parent, -1)
    while True:
        climbing = np.flatnonzero(above >= 0)
        if not len(climbing):
            return end
        end[climbing] = end[above[climbing]]
        above[climbing] = above[above[climbing]]


def depths(end: Ints) -> Ints:
    """The `depth` column of a tree in preorder, from its ends.

    >>> depths(np.array([4, 3, 3, 4], np.int32)).tolist()
    [0, 1, 2, 1]

    Above a row are those that began before it and have not ended.
    """
    ended = np.cumsum(np.bincount(end, minlength=len(end) + 1))[:-1]
    return (np.arange(len(end)) - ended).astype(np.int32)


def to_utf8(text: str) -> bytes:
    """Encode text; half of a surrogate pair, which is no character, becomes U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
