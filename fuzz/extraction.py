"""What must hold of the native code behind `extract`, whatever the bytes: for `fuzz/extract.c`."""

from __future__ import annotations

from html import escape
from zlib import crc32

import numpy as np
from tests.test_columns_oracle import first_difference

from dehusk import DehuskError, Page, Selection, parse
from dehusk._text import plain_text
from dehusk.assemble import assemble
from dehusk.extractors.default import Default
from dehusk.features import block_features, reference_features
from dehusk.writers.text import text_of

ONE_IN = 16
"""The slow references are asked about one input in so many."""


def check(source: bytes) -> None:
    """Extract a page, and hold some of what is native against what is not."""
    try:
        page = parse(source)
    except DehuskError:
        return
    number = crc32(source)
    kept = Default().select(page)
    some = Selection.of_leaves(page, _pattern(page, number), reason="by chance")
    for selection in (kept, some):
        text = plain_text(page, selection.keep)
        if number % ONE_IN == 0:
            assert text is None or text == text_of(assemble(page, selection))
    if number % ONE_IN == 1:
        np.testing.assert_array_equal(block_features(page)[1], reference_features(page)[1])
    if number % ONE_IN == 2:
        assert first_difference(well_formed(source)) == ""


TAGS = "div span b i em section a ul li h2 code".split()


def well_formed(source: bytes) -> bytes:
    """A page of the same text in which every tag has its end: any two parsers should agree on it."""
    parts, open_tags = ["<!doctype html><title>x</title>"], list[str]()
    for piece in source.decode("utf-8", "replace").split("<"):
        if open_tags and len(piece) % 3 == 0:
            parts.append(f"</{open_tags.pop()}>")
        elif (tag := TAGS[len(piece) % len(TAGS)]) not in open_tags:
            parts.append(f"<{tag}>")
            open_tags.append(tag)
        parts.append(escape(piece))
    return "".join([*parts, *(f"</{tag}>" for tag in reversed(open_tags))]).encode()


def _pattern(page: Page, number: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Rows by the bits of a number, over and over."""
    bits = np.array([number >> place & 1 for place in range(32)], bool)
    return np.resize(bits, len(page))
