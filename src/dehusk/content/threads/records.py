"""Where posts may be: elements of one make that repeat, by what the markup calls them.

A make is a class, a schema.org type, an element of the site's own or an identifier that ends in a
number, if its name speaks of posts. On nearly all pages nothing that is kept lies in two such
elements, and that is found by looking at the attributes around what is kept alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from dehusk.budget import watched
from dehusk.content.threads.table import STAGE, Rows
from dehusk.native.attributes import Words, around_kept, may_repeat
from dehusk.page import Bools, Page
from dehusk.page.tags import FIRST_CUSTOM

_REPLIES = (b"comment", b"comtr", b"answer", b"message", b"msg", b"reply", b"repli", b"thing")
_POSTS = (*_REPLIES, b"post", b"question", b"entry", b"discussion")
_SPEAKS_OF_REPLIES = re.compile(b"|".join(_REPLIES), re.IGNORECASE)
_SPEAKS_OF_POSTS = re.compile(b"|".join(_POSTS), re.IGNORECASE)
_POST_WORDS = Words(*_POSTS)
_DIGITS = b"0123456789"
_LONGEST_NAME = 60
_LONGEST_VALUE = 400
_FEWEST_TEXTS = 3
"""A name, a date and a text: paragraphs with numbers have less."""
_NEARLY_ALL = 0.75
_NAMES = ("class", "itemtype", "itemprop")


@dataclass(frozen=True, eq=False)
class Group:
    """Elements of one make, in document order."""

    name: bytes
    rows: Rows

    @property
    def is_reply(self) -> bool:
        """Whether the name speaks of answers: a list of articles has posts and entries, too."""
        return _SPEAKS_OF_REPLIES.search(self.name) is not None


def named_groups(page: Page, keep: Bools) -> list[Group]:
    """The makes of which two or more elements hold something that is kept, with all their elements."""
    has_texts = page.subtree_sum(page.is_text) >= _FEWEST_TEXTS
    around = around_kept(page, keep) & has_texts
    if not may_repeat(page, around, _POST_WORDS, _NAMES, FIRST_CUSTOM, _LONGEST_VALUE):
        return []
    seen: dict[bytes, int] = defaultdict(int)
    for name, _ in _named(page, around):
        seen[name] += 1
    rows: dict[bytes, list[int]] = {name: [] for name, times in seen.items() if times > 1}
    if not rows:
        return []
    for name, row in _named(page, ~page.is_inert):
        if name in rows:
            rows[name].append(row)
    return [group for group in _distinct(rows) if np.mean(has_texts[group.rows]) >= _NEARLY_ALL]


def _distinct(rows: dict[bytes, list[int]]) -> list[Group]:
    """One group for all names of the same elements."""
    groups: dict[tuple[int, ...], bytes] = {}
    for name, own in rows.items():
        key = tuple(sorted(set(own)))
        groups[key] = groups.get(key, b"") + b" " + name
    return [Group(name, np.array(key, np.intp)) for key, name in groups.items() if len(key) > 1]


def _named(page: Page, among: Bools) -> Iterator[tuple[bytes, int]]:
    """The names that speak of posts, each with the row of its element, for some rows."""
    speaking = _POST_WORDS.found_in(page, _NAMES, among=among, longest=_LONGEST_VALUE)
    yield from _names_in(page, speaking, _speaking)
    yield from _names_in(page, _numbered_ids(page, among), _numbered)
    yield from _elements_of_their_own(page, among)


def _names_in(
    page: Page, indexes: Rows, names_in: Callable[[bytes], tuple[bytes, ...]]
) -> Iterator[tuple[bytes, int]]:
    """The names in some attributes, each with its row. Values repeat: each is read once."""
    starts = page.attr_start[indexes]
    ends = np.minimum(page.attr_end[indexes], starts + _LONGEST_VALUE).tolist()
    known: dict[bytes, tuple[bytes, ...]] = {}
    spans = list(zip(page.attr_row[indexes].tolist(), starts.tolist(), ends, strict=True))
    for row, start, end in watched(spans, STAGE):
        value = page.attr_text[start:end]
        if value not in known:
            known[value] = names_in(value)
        for name in known[value]:
            yield name, row


def _numbered_ids(page: Page, among: Bools) -> Rows:
    """The identifiers of some rows that end in a number."""
    if "id" not in page.attr_names:
        return np.zeros(0, np.intp)
    ids = np.flatnonzero((page.attr_name == page.attr_names.index("id")) & among[page.attr_row])
    starts, ends = page.attr_start[ids], page.attr_end[ids]
    ids, ends = ids[ends > starts], ends[ends > starts]
    last = np.frombuffer(page.attr_text, np.uint8)[ends - 1]
    return ids[(last >= ord("0")) & (last <= ord("9"))]


def _numbered(value: bytes) -> tuple[bytes, ...]:
    """What stands before the number at the end of an identifier."""
    stem = value.rstrip(_DIGITS)
    return (b"#" + stem,) if len(stem) < len(value) and len(stem) <= _LONGEST_NAME else ()


def _speaking(value: bytes) -> tuple[bytes, ...]:
    """The names in a class that speak of posts."""
    names = dict.fromkeys(name for name in value.split() if len(name) <= _LONGEST_NAME)
    return tuple(name for name in names if _SPEAKS_OF_POSTS.search(name))


def _elements_of_their_own(page: Page, among: Bools) -> Iterator[tuple[bytes, int]]:
    names = [name.encode() for name in page.tag_names[FIRST_CUSTOM:]]
    speaking = [_SPEAKS_OF_POSTS.search(name) is not None for name in names]
    if any(speaking):
        speaks = np.zeros(len(page.tag_names), bool)
        speaks[FIRST_CUSTOM:] = speaking
        for row in np.flatnonzero(speaks[page.tag] & among).tolist():
            yield names[page.tag.item(row) - FIRST_CUSTOM], row
