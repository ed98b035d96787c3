# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Walks rows of features down decision trees. `marrow.forest` has the same in NumPy, and the tests
hold one against the other."""

import numpy as np


def sum_of_leaves(
    const float[:, ::1] features,
    const short[::1] feature,
    const float[::1] threshold,
    const int[::1] left,
    const int[::1] right,
    const double[::1] value,
    const int[::1] roots,
):
    """For each row of features the sum of the leaves that it falls into.

    Trees are the outer loop: the nodes of one tree stay in the cache while all rows pass through.
    """
    cdef Py_ssize_t count = features.shape[0]
    cdef Py_ssize_t row, tree
    cdef int node
    total = np.zeros(count)
    cdef double[::1] sums = total
    with nogil:
        for tree in range(roots.shape[0]):
            for row in range(count):
                node = roots[tree]
                while feature[node] >= 0:
                    if features[row, feature[node]] <= threshold[node]:
                        node = left[node]
                    else:
                        node = right[node]
                sums[row] += value[node]
    return total
