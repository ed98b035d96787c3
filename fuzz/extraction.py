"""What must hold of the native code behind `extract`, whatever the bytes: for `fuzz/extract.c`."""

from __future__ import annotations

from zlib import crc32

import numpy as np

from marrow import MarrowError, Page, Selection, parse
from marrow._text import plain_text
from marrow.assemble import assemble
from marrow.extractors.default import Default
from marrow.features import block_features, reference_features
from marrow.writers.text import text_of

ONE_IN = 16
"""The slow references are asked about one input in so many."""


def check(source: bytes) -> None:
    """Extract a page, and hold some of what is native against what is not."""
    try:
        page = parse(source)
    except MarrowError:
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


def _pattern(page: Page, number: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Rows by the bits of a number, over and over."""
    bits = np.array([number >> place & 1 for place in range(32)], bool)
    return np.resize(bits, len(page))
