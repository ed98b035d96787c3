"""Which leaves are comments of readers."""

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

ROLES: tuple[str, ...]
"""What a tag may be, each a bit of its role."""

def comment_leaves(
    page: Page,
    content: NDArray[np.bool_],
    rows: NDArray[np.intp],
    roles: NDArray[np.uint32],
    least_words: int,
) -> NDArray[np.bool_] | None:
    """The leaves that are comments, given what is called so and what is content; None for none."""

def may_tell_dates(
    page: Page, longest: int, first: int = ..., last: int = ...
) -> NDArray[np.bool_]:
    """The texts of at most so many bytes on some rows that may look like a date or a time."""
