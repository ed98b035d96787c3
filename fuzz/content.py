"""Selections and contents that somebody made by hand: any rows are kept, numbers of a content changed.

The first byte says how many numbers of the content are changed. Every output is made of the selection.
Of the content it is made or refused by an exception, whichever: what is wrong may be told by Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from zlib import crc32

import numpy as np
from fuzz import trees
from fuzz.columns import EXTREMES
from fuzz.extract import Steps, check_outputs, load, pattern, watched

from dehusk import Document, Page, Selection
from dehusk.content.header import Front
from dehusk.content.omit import omitted
from dehusk.content.options import NOTHING, Omit
from dehusk.content.table import Content
from dehusk.writers.xml import write_tei

__all__ = ["check", "load", "seeds"]

COLUMNS = tuple("kind end number text_start text_end first last argument".split())
FORMATS = tuple("text markdown html json blocks".split())
ODD_ARGUMENTS = (None, 7, -1, "", "\ud800", (), (1,), (0, 0), (2**40, 2), ("a", "b"), b"x", [])


def seeds() -> Iterator[bytes]:
    """Trees as they are, and with some numbers of their content changed."""
    for number, tree in enumerate(trees.seeds()):
        yield bytes([0]) + tree
        yield bytes([2, number % 10, number, number % 16, number % 7, 3, 128 + number % 7]) + tree


def check(data: bytes) -> None:
    """Make every output of a page of which any rows are kept, and of its content, changed."""
    changes = data[0] % 8 if data else 0
    page = trees.rows_of(trees.grown(data[1 + 3 * changes :])).page(url="https://example.org/a/b")
    steps, count = Steps(32 * len(page)), len(page)
    keep = pattern(page, crc32(data))
    zeros = np.zeros(count, np.uint8)
    with watched():
        selection = Selection(keep, zeros.astype(np.float32), zeros, ("by chance",))
        check_outputs(page, selection, steps, "any rows")
        content = Document(page, Selection.of_subtrees(page, [0], reason="all of it")).content
        for number in range(changes):
            part = data[1 + 3 * number : 4 + 3 * number]
            if len(part) == 3 and len(content):
                content = changed(content, *part)
        if changes:
            for make in (*FORMATS, "tei", "chunks", "front", "omitted"):
                steps.take(make, lambda make=make: attempt(page, content, make))


def changed(content: Content, column: int, place: int, value: int) -> Content:
    """The content with one number changed, one byte of its text, or one of its arguments."""
    kind = column % (len(COLUMNS) + 2)
    if kind == len(COLUMNS):
        text = bytearray(content.text)
        if text:
            text[place * 31 % len(text)] = value
        return replace(content, text=bytes(text))
    if kind > len(COLUMNS):
        arguments = list(content.arguments)
        if arguments:
            arguments[place % len(arguments)] = ODD_ARGUMENTS[value % len(ODD_ARGUMENTS)]
        return replace(content, arguments=tuple(arguments))
    name = COLUMNS[kind]
    numbers = getattr(content, name).copy()
    place = place * 7 % len(numbers)
    near = int(numbers[place]) + value % 16 - 8
    wanted = EXTREMES[value % len(EXTREMES)] if value >= 128 else near
    numbers[place] = np.array(wanted).astype(numbers.dtype)
    return replace(content, **{name: numbers})


def attempt(page: Page, content: Content, make: str) -> None:
    """One output of a content; an exception is an answer."""
    document = Document(page, Selection.of_subtrees(page, [0], reason="all of it"))
    document = replace(document, completion=NOTHING)
    vars(document).update(content=content, running_content=content)
    try:
        if make in FORMATS:
            getattr(document, make)
        elif make == "front":
            document.with_front(Front())
        elif make == "omitted":
            omitted(content, Omit(images=True, links=True, tables=True))
        elif make == "chunks":
            document.chunks(20)
        else:
            write_tei(document)
    except Exception:  # the sanitizers have said nothing
        return
