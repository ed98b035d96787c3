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

def visible_chars_of_rows(page: Page) -> NDArray[np.int64]:
    """For each row of a page how many characters of its text are seen."""

def words_of_rows(page: Page) -> NDArray[np.int64]:
    """For each row of a page how many words its text has."""
