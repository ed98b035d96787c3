"""The loops of a decision about blocks. The implementation is `_decision.pyx`."""

import numpy as np
from numpy.typing import NDArray

def mean_of_alike(
    own: NDArray[np.float64], words: NDArray[np.float64], group: NDArray[np.int64]
) -> NDArray[np.float64]:
    """For each block the mean of its group, weighted by words, of which each has at least one."""

def best_prefix(
    order: NDArray[np.int64],
    probability: NDArray[np.float64],
    words: NDArray[np.float64],
    wanted: float,
    beta: float,
    floor: float,
) -> tuple[int, float]:
    """How many blocks, in that order, have the highest expected F measure, and that measure."""

def said_again(
    said: NDArray[np.int64], keep: NDArray[np.bool_], words: NDArray[np.float64], least: float
) -> NDArray[np.bool_]:
    """The kept blocks of at least so many words whose text a kept one before has as well."""

def rows_of_blocks(
    block_of: NDArray[np.int32],
    leaves: NDArray[np.bool_],
    keep: NDArray[np.bool_],
    probability: NDArray[np.float64],
) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """The leaves that are kept where some blocks are, and for each row the probability of its block."""
