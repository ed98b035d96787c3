"""Where posts may be: elements of one make that repeat, by what the markup calls them.

A make is a class, a schema.org type, an element of the site's own or an identifier that ends in a
number, if its name speaks of posts. On nearly all pages nothing that is kept lies in two such
elements, and that is found by looking at the attributes around what is kept alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from dehusk.content.threads.table import Rows
from dehusk.native.find import Around, Names
from dehusk.page import Bools, Page
from dehusk.page.tags import FIRST_CUSTOM

README = b"markdown-body"
"""What a README is called."""

_REPLIES = (
    b"comment",
    b"comtr",
    b"answer",
    b"message",
    b"msg",
    b"reply",
    b"repli",
    b"thing",
    b"email",
)
_POSTS = (*_REPLIES, b"post", b"question", b"entry", b"discussion")
_SPEAKS_OF_REPLIES = re.compile(b"|".join(_REPLIES), re.IGNORECASE)
_NAMES = Names(
    {"readme": (["class"], [README]), "post": (["class", "itemtype", "itemprop"], _POSTS)}
)
_NEARLY_ALL = 0.75


@dataclass(frozen=True, eq=False)
class Group:
    """Elements of one make, in document order."""

    name: bytes
    rows: Rows

    @property
    def is_reply(self) -> bool:
        """Whether the name speaks of answers: a list of articles has posts and entries, too."""
        return _SPEAKS_OF_REPLIES.search(self.name) is not None


def called_around(page: Page, keep: Bools) -> Around:
    """What the elements around what is kept are called: READMEs, and names of posts that repeat."""
    return Around(page, keep, _NAMES, "readme", "post", FIRST_CUSTOM)


def named_groups(around: Around) -> list[Group]:
    """The makes of which two or more elements hold something that is kept, with all their elements."""
    has_texts = around.has_texts
    if has_texts is None:
        return []
    groups = _distinct(around.repeated)
    return [
        group
        for group in groups
        if np.count_nonzero(has_texts[group.rows]) >= _NEARLY_ALL * len(group.rows)
    ]


def _distinct(rows: dict[bytes, list[int]]) -> list[Group]:
    """One group for all names of the same elements."""
    groups: dict[tuple[int, ...], bytes] = {}
    for name, own in rows.items():
        key = tuple(sorted(set(own)))
        groups[key] = groups.get(key, b"") + b" " + name
    return [Group(name, np.array(key, np.intp)) for key, name in groups.items() if len(key) > 1]
