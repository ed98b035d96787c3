"""Which leaves are comments of readers."""

from collections.abc import Sequence

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
    is_blank: NDArray[np.bool_],
    ranges: Sequence[tuple[int, int]],
    least_words: int,
) -> NDArray[np.bool_] | None:
    """The leaves that are comments, given what is called so and what is content; None for none."""
