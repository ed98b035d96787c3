"""The columns of a page, made of HTML and opened once for all native modules."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

class PageColumns(NamedTuple):
    """The columns of a Page, which `dehusk.page.Page` explains."""

    tag: NDArray[np.uint16]
    parent: NDArray[np.int32]
    end: NDArray[np.int32]
    depth: NDArray[np.int32]
    text: bytes
    text_start: NDArray[np.int32]
    text_end: NDArray[np.int32]
    attr_row: NDArray[np.int32]
    attr_name: NDArray[np.uint16]
    attr_start: NDArray[np.int32]
    attr_end: NDArray[np.int32]
    attr_text: bytes
    tag_names: tuple[str, ...]
    attr_names: tuple[str, ...]
    source_start: NDArray[np.int32]
    source_end: NDArray[np.int32]

class CheckedColumns:
    """The columns of a page, which are known to fit together.

    What it says in `columns` are the same numbers in memory that nobody can write to. Columns that do
    not fit raise PageError.
    """

    columns: PageColumns
    def __init__(self, page: Page) -> None: ...

def parse_columns(
    source: bytes,
    *,
    max_rows: int,
    max_depth: int,
    max_attr_length: int,
    is_valid: bool = False,
) -> CheckedColumns:
    """Parse an HTML document, given as UTF-8, into the columns of a Page, opened for native code.

    Broken UTF-8 is repaired, unless the caller has made sure that it `is_valid`.
    """

def is_valid_utf8(source: bytes) -> bool:
    """Whether all of a source is UTF-8."""
