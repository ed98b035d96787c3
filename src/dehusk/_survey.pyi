"""One pass over a window of a page. The implementation is `_survey.pyx`."""

import numpy as np
from numpy.typing import NDArray

def survey(
    tag: NDArray[np.uint16],
    end: NDArray[np.int32],
    parent: NDArray[np.int32],
    text_start: NDArray[np.int32],
    text_end: NDArray[np.int32],
    text: bytes,
    roles: NDArray[np.uint8],
    start: int,
) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
    """For each place of a window: is it a leaf, how much ink has it, which block is it in."""
