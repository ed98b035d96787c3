"""What a reader sees of each row of a page."""

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

class Scan:
    """The marks of a page's rows, and one for its end."""

    row_flags: NDArray[np.uint8]

    def __init__(self, page: Page, roles: NDArray[np.uint32]) -> None: ...

def blocks_of(page: Page) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """The block of each row, -1 for none, the first row of each block, and the one behind its last."""

def rows_inside(end: NDArray[np.int32], mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The rows that are in a mask or below a row of it, given where each ends."""

def any_of(mask: NDArray[np.bool_]) -> bool:
    """Whether a mask has anything. NumPy asks with the GIL let go, which takes longer than to look."""

def largest_of(column: NDArray[np.uint8]) -> int:
    """The largest of some numbers of 8 bits, 0 where there are none."""

def text_bytes(page: Page, keep: NDArray[np.bool_]) -> int:
    """How many bytes of text the rows of a mask have together."""

def visible_chars_of_rows(page: Page) -> NDArray[np.int64]:
    """For each row of a page how many characters of its text are seen."""

def words_of_rows(page: Page) -> NDArray[np.int64]:
    """For each row of a page how many words its text has."""
