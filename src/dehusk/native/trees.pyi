"""Runs rows of features through decision trees."""

import numpy as np
from numpy.typing import NDArray

def sum_of_leaves(
    features: NDArray[np.float32],
    feature: NDArray[np.int16],
    threshold: NDArray[np.float32],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    value: NDArray[np.float64],
    roots: NDArray[np.int32],
) -> NDArray[np.float64]:
    """For each row of features the sum of the leaves that it falls into."""

class LeafMasks:
    """A forest whose trees have at most 32 leaves each, ready for many rows."""

    columns: int

    def __init__(
        self,
        feature: NDArray[np.int16],
        threshold: NDArray[np.float32],
        left: NDArray[np.int32],
        right: NDArray[np.int32],
        value: NDArray[np.float64],
        roots: NDArray[np.int32],
    ) -> None: ...
    def sum_of_leaves(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """For each row of features the sum of the leaves that it falls into."""
