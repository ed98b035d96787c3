"""What must hold of everything that dehusk makes of a page, whatever the bytes.

Each step has to end without an exception, and in time: a step that takes longer than its size allows
is a finding, like a read past the end of an array. Some inputs are checked once more as a long page
in which a part of them is repeated: what is not linear shows there.
"""

from __future__ import annotations

import faulthandler
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import TypeVar
from zlib import crc32

import numpy as np
from tests.native.test_columns_oracle import first_difference

from dehusk import DehuskError, Document, Page, Selection, extract, parse
from dehusk.extractors.default.features import block_features
from dehusk.extractors.default.method import Default
from dehusk.native.page_columns import CheckedColumns
from dehusk.selection import or_embedded
from dehusk.writers.html import ATTRIBUTES, ELEMENTS

ONE_IN = 16
"""One input in so many is also given to another parser, and one made a long page."""

SECONDS, SECONDS_PER_BYTE = 1.0, 30e-6
"""What a step may take: a busy machine and sanitizers make ten times of 2e-6 a byte."""

LONG = 32 * 1024
"""The bytes of a page in which a part of the input is repeated."""

HANGING = 100
"""After so many seconds the traceback of what runs is printed; libFuzzer ends it soon after."""


T = TypeVar("T")


class TooSlow(Exception):
    """A step took longer than it may."""


def load() -> None:
    """Import and read what the first page of a process waits for: that is not the page's time."""
    document = extract("<title>Tea</title><p>Tea needs boiling water, and a while to wait.</p>")
    for made in (document.metadata, document.page_type, document.comments, document.json):
        assert made is not None
    assert document.markdown
    assert document.html
    assert parse(b"<p>\xc5\xc8 \xf4\x80") is not None


def check(source: bytes) -> None:
    """Extract a page, and hold some of its rows against those of another parser."""
    number = crc32(source)
    with watched():
        check_page(source, number)
        if number % ONE_IN == 3:
            check_page(pumped(source, number), number)
        if number % ONE_IN == 2:
            assert first_difference(well_formed(source)) == ""


def seeds() -> Iterator[bytes]:
    """Our pages, the families of hostile input, some of html5lib's inputs."""
    from fuzz.seeds import html_seeds

    yield from html_seeds(one_in=ONE_IN)


@contextmanager
def watched() -> Iterator[None]:
    """Print the traceback of what hangs."""
    faulthandler.dump_traceback_later(HANGING)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def check_page(source: bytes, number: int) -> None:
    """Parse a page, and make all of its outputs; what is parsed passes the check of what is not."""
    steps = Steps(len(source))
    try:
        page = steps.take("parse", lambda: parse(source, url="https://example.org/a/b"))
    except DehuskError:
        return
    steps.take("check", lambda: CheckedColumns(page))
    check_made(page, number, steps)


def check_made(page: Page, number: int, steps: Steps) -> None:
    """Every output of the default method, of rows by chance and of embedded text, step by step."""
    selections = {
        "default": steps.take("default", lambda: Default().select(page)),
        "chance": Selection.of_leaves(page, pattern(page, number), reason="by chance"),
        "embedded": steps.take("embedded text", lambda: _embedded(page)),
    }
    document = Document(page, selections["default"])
    steps.take("metadata", lambda: document.metadata)
    steps.take("page type", lambda: document.page_type)
    steps.take("comments", lambda: document.comments)
    for name, selection in selections.items():
        if name != "embedded" or selection.embedded is not None:
            check_outputs(page, selection, steps, name)
    assert np.isfinite(block_features(page)[1]).all()


def check_outputs(page: Page, selection: Selection, steps: Steps, name: str) -> None:
    """The content of a selection in each format."""
    document = Document(page, selection)
    text = steps.take(f"{name}: text", lambda: document.text)
    steps.take(f"{name}: blocks", lambda: document.blocks)
    markdown = steps.take(f"{name}: Markdown", lambda: document.markdown)
    html = steps.take(f"{name}: HTML", lambda: document.html)
    as_json = steps.take(f"{name}: JSON", lambda: document.json)
    for output in (text, markdown, html, as_json):
        output.encode()
    json.loads(as_json)
    check_html(html)


def check_html(html: str) -> None:
    """HTML, parsed again, has the elements and attributes of the allowlist only."""
    page = parse(f"<!doctype html>{html}")
    names = [page.tag_names[tag] for tag in page.tag.tolist()]
    assert set(names) <= {*ELEMENTS, *page.tag_names[:1], "html", "head", "body"}, sorted(
        set(names)
    )
    for row, name in zip(page.attr_row.tolist(), page.attr_name.tolist(), strict=True):
        assert page.attr_names[name] in ATTRIBUTES.get(names[row], ()), (names[row], name)


@dataclass(frozen=True)
class Steps:
    """Take steps on a page of so many bytes, each in its time and with its name in what it raises."""

    size: int

    def take(self, name: str, step: Callable[[], T]) -> T:
        """What a step gives."""
        start = time.process_time()
        try:
            result = step()
        except Exception as error:
            error.add_note(f"in the step {name!r}")
            raise
        seconds, allowed = time.process_time() - start, SECONDS + SECONDS_PER_BYTE * self.size
        if seconds > allowed:
            raise TooSlow(f"{name}: {seconds:.2f} s for {self.size:,} bytes, not {allowed:.2f}")
        return result


def pumped(source: bytes, number: int) -> bytes:
    """A long page: a part of the input, by chance, over and over in its place."""
    first = number // ONE_IN % max(len(source), 1)
    last = first + 1 + number // 65_536 % 64
    part = source[first:last]
    return source[:first] + part * (LONG // max(len(part), 1)) + source[last:]


def _embedded(page: Page) -> Selection:
    return or_embedded(page, Selection.nothing(page, "Only what is embedded is asked for."))


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


def pattern(page: Page, number: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Rows by the bits of a number, over and over."""
    bits = np.array([number >> place & 1 for place in range(32)], bool)
    return np.resize(bits, len(page))
