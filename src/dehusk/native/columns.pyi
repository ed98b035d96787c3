"""HTML to the columns of a Page."""

from typing import Any

from dehusk.native.opened import OpenPage, PageColumns

def parse_columns(
    source: bytes,
    *,
    max_rows: int,
    max_depth: int,
    max_attr_length: int,
    is_valid: bool = False,
) -> OpenPage:
    """Parse an HTML document, given as UTF-8, into the columns of a Page, opened for native code.

    Broken UTF-8 is repaired, unless the caller has made sure that it `is_valid`.
    """

def is_valid_utf8(source: bytes) -> bool:
    """Whether all of a source is UTF-8."""

def parse_with_comments(source: bytes) -> PageColumns:
    """As `parse_columns`, with rows for comments and doctypes: for tests."""

def tokenize(
    source: bytes, initial_state: str = "Data state", last_start_tag: str | None = None
) -> list[list[Any]]:
    """The tokens of a source as html5lib's tests write them, without a tree: for tests."""
