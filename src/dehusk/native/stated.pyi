"""The columns of `dehusk.extractors.default.features.stated`, natively."""

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

STATED_NAMES: tuple[str, ...]

def describe_stated(
    page: Page,
    first_row: NDArray[np.int32],
    end_row: NDArray[np.int32],
    matrix: NDArray[np.float32],
    start: int,
) -> None:
    """Write the columns into a matrix of the page's blocks, from column `start` on."""
