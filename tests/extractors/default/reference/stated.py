"""Features of what a page itself states: which text is the article's body, and what it is about. In NumPy."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features.stated import BODY_LIMIT
from dehusk.page import Page
from dehusk.page.tags import Tag
from tests.extractors.default.reference.counts import Column, ColumnsByName, ReferenceCounts

RUN = 16
"""How many bytes of letters and digits are compared at a time."""

MOSTLY = 0.7
"""A block with more of its runs than this in the body is a part of it."""

DESCRIPTIONS = frozenset({"description", "og:description", "twitter:description"})

_NO_LETTERS = re.compile(
    rb"\xc2[\x80-\xbf]|\xe2[\x80\x81][\x80-\xbf]|\xe3\x80[\x80-\xbf]|\xef\xbc[\x80-\xbf]"
    rb"|[\x00-/:-@\[-`{-\x7f]+"
)

_BODY = re.compile(rb'"articleBody"\s*:\s*"((?:[^"\\]|\\.)*)', re.DOTALL)

_ESCAPE = re.compile(rb"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)

_STEP = np.uint64(0x9E3779B97F4A7C15)


def stated_features(counts: ReferenceCounts) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    page = counts.page
    body, described = letters(_unescaped(_longest_body(page))), letters(_longest_description(page))
    texts = _texts(counts)
    in_body = np.array([share_of_runs(letters(text), body) for text in texts])
    of_body = _of_body(counts, texts, body, in_body > MOSTLY)
    marked = page.inside(_marked_rows(page))[counts.first]
    return {
        "body length": np.full(len(counts), np.log1p(len(body))),
        "in body": in_body,
        **of_body,
        "in description": np.array([share_of_runs(letters(text), described) for text in texts]),
        "marked as body": marked,
        "page marks body": np.full(len(counts), marked.any()),
        "braces": np.array([b"{" in text for text in texts]),
    }


def letters(text: bytes) -> bytes:
    """The letters and digits of a text in lower case, without what is between them.

    >>> letters("Tea\u2019s \u201cready\u201d!".encode())
    b'teasready'
    """
    return _NO_LETTERS.sub(b"", text).lower()


def share_of_runs(text: bytes, other: bytes) -> float:
    """The share of the runs of a text that another has.

    >>> share_of_runs(b"boilwaterandwait", b"firstboilwaterandwaitthendrink")
    1.0
    """
    if not other:
        return -1.0
    runs = _runs(text)
    return float(np.isin(runs, _runs(other)).sum() / len(runs)) if len(runs) else -0.5


def _runs(text: bytes) -> NDArray[np.uint64]:
    """A number for each run of letters; 64 bits make two runs with one number a rarity."""
    count = len(text) - RUN + 1
    values = np.frombuffer(text, np.uint8).astype(np.uint64)
    numbers = np.zeros(max(count, 0), np.uint64)
    for offset in range(RUN if count > 0 else 0):
        numbers = numbers * _STEP + values[offset : offset + count]
    return numbers


def _texts(counts: ReferenceCounts) -> list[bytes]:
    starts = counts.page.text_start[counts.first].tolist()
    ends = counts.page.text_end[counts.blocks.end_row - 1].tolist()
    return [counts.page.text[start:end] for start, end in zip(starts, ends, strict=True)]


def _of_body(
    counts: ReferenceCounts, texts: list[bytes], body: bytes, inside: Column
) -> ColumnsByName:
    found = np.flatnonzero(inside)
    index = np.arange(len(counts))
    if len(found):
        before = np.log1p(np.maximum(found[0] - index, 0))
        after = np.log1p(np.maximum(index - found[-1], 0))
    else:
        before = after = np.full(len(counts), -1.0)
    length = sum(len(letters(texts[number])) for number in found.tolist())
    return {
        "body blocks": np.full(len(counts), np.log1p(len(found))),
        "body found": np.full(len(counts), length / max(len(body), 1)),
        "before body": before,
        "after body": after,
    }


def _longest_body(page: Page) -> bytes:
    """The longest `articleBody` as it is written, the first of several."""
    found: list[bytes] = []
    for row, kind in zip(*page.with_attribute("type"), strict=True):
        if page.tag[row] == Tag.SCRIPT and "ld+json" in kind.lower():
            found += _BODY.findall(page.text[page.text_start[row] : page.text_end[row]])
    return max(found, key=len, default=b"")[:BODY_LIMIT]


def _unescaped(text: bytes) -> bytes:
    r"""The text of a JSON string, as far as letters go.

    >>> _unescaped(rb"T\u00e9a\nand \"milk\"").decode()
    'Téaand milk'
    """
    return _ESCAPE.sub(lambda match: _character(match[1]) if match[1] else b"", text)


def _character(digits: bytes) -> bytes:
    return chr(int(digits, 16)).encode("utf-8", "ignore")


def _longest_description(page: Page) -> bytes:
    found: list[str] = []
    for row in page.rows_with_tag(Tag.META).tolist():
        names = {(page.attribute(row, name) or "").lower() for name in ("name", "property")}
        if names & DESCRIPTIONS:
            found.append(page.attribute(row, "content") or "")
    return max((text.encode() for text in found), key=len, default=b"")[:BODY_LIMIT]


def _marked_rows(page: Page) -> NDArray[np.bool_]:
    rows = np.zeros(len(page), bool)
    for row, names in zip(*page.with_attribute("itemprop"), strict=True):
        rows[row] = "articlebody" in names.lower()
    return rows
