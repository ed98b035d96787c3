"""The lines that a reader sees."""

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

ROLES: tuple[str, ...]

def lines_between(
    page: Page, first: int, last: int, roles: NDArray[np.uint8]
) -> list[tuple[int, int, str]]:
    """The lines that some rows make: the rows of their first and last text, and what they say."""
