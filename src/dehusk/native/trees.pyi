"""Runs rows of features through decision trees."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

class Trees:
    """Binary trees in columns that are known to fit together; `dehusk.extractors.forest` explains them.

    Raises `ValueError` for columns that do not fit.
    """

    columns: int
    arrays: tuple[NDArray[Any], ...]

    def __init__(
        self,
        feature: NDArray[Any],
        threshold: NDArray[Any],
        left: NDArray[Any],
        right: NDArray[Any],
        value: NDArray[Any],
        roots: NDArray[Any],
    ) -> None: ...
    def sum_of_leaves(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """For each row of features the sum of the leaves that it falls into."""

class LeafMasks:
    """A forest whose trees have at most 32 leaves each, ready for many rows.

    Raises `ValueError` for a forest with larger trees.
    """

    columns: int

    def __init__(self, trees: Trees) -> None: ...
    def sum_of_leaves(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """For each row of features the sum of the leaves that it falls into."""
