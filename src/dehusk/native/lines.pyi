"""The lines that a reader sees."""

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

ROLES: tuple[str, ...]

def lines_between(
    page: Page, first: int, last: int, roles: NDArray[np.uint8]
) -> list[tuple[int, int, str]]:
    """The lines that some rows make: the rows of their first and last text, and what they say."""

def texts_of_tags(
    page: Page, first_tag: int, last_tag: int, most: int
) -> list[tuple[int, int, str]]:
    """The first elements with tags from one number to another: row, tag and all text inside."""
