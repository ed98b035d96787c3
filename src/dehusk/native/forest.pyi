"""Decision trees, and what is decided by them."""

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

def logistic(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logistic function of each sum."""

def mixed_with_group(
    own: NDArray[np.float64],
    words: NDArray[np.float64],
    group: NDArray[np.int64],
    own_weight: float,
) -> NDArray[np.float64]:
    """Each block's value mixed with the mean of its group, in which blocks count by their words."""

def best_set(
    probability: NDArray[np.float64],
    words: NDArray[np.float64],
    beta: float,
    floor: float,
    least: float,
    sharpness: float,
) -> tuple[NDArray[np.bool_], float, float]:
    """The blocks whose F measure, expected over scenarios, is the highest, and what it is
    in words and in lines."""

def near_next(
    enclosing_block: NDArray[np.int64],
    parent: NDArray[np.int32],
    end: NDArray[np.int32],
    levels: int,
) -> NDArray[np.bool_]:
    """The blocks whose holder, or an element up to so many levels above it, holds the next one too."""

def mean_length(logits: NDArray[np.float64], words: NDArray[np.float64]) -> float:
    """The mean logarithm of the words of a block, in which each counts by its probable words."""

def in_runs(logits: NDArray[np.float64], bonds: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability of each block, from its own logit and from the blocks that it is bound to."""

def column_means(features: NDArray[np.float32], words: NDArray[np.float64]) -> NDArray[np.float32]:
    """The mean of each column by the words of its rows, and below it the plain mean."""

def without_repeats(
    keep: NDArray[np.bool_],
    text_id: NDArray[np.int64],
    template_id: NDArray[np.int64],
    words: NDArray[np.float64],
    least: float,
) -> NDArray[np.bool_]:
    """The kept blocks, but of those with one text and at least so many words only the first, and others
    of its make."""

def rows_of_blocks(
    block_of: NDArray[np.int32],
    leaves: NDArray[np.bool_],
    keep: NDArray[np.bool_],
    probability: NDArray[np.float64],
) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """The leaves that are kept where some blocks are, and for each row the probability of its block."""
