# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The loops of a decision about blocks: which of them to keep, and what that means for the rows."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t


def mean_of_alike(const double[::1] own, const double[::1] words, const int64_t[::1] group):
    """For each block the mean of its group, weighted by words, of which each has at least one.

    Groups are numbers below the number of blocks.
    """
    cdef Py_ssize_t count = own.shape[0], block
    cdef double weight
    cdef double[::1] out, sums, weights
    mean, sums, weights = np.empty(count), np.zeros(count), np.zeros(count)
    out = mean
    with nogil:
        for block in range(count):
            weight = words[block] if words[block] > 1 else 1
            sums[group[block]] += own[block] * weight
            weights[group[block]] += weight
        for block in range(count):
            out[block] = sums[group[block]] / weights[group[block]]
    return mean


def best_prefix(
    const int64_t[::1] order,
    const double[::1] probability,
    const double[::1] words,
    double wanted,
    double beta,
    double floor,
):
    """How many blocks, in that order, have the highest expected F measure, and that measure.

    `wanted` are the words that are expected to be content on the whole page. Blocks less probable than
    `floor` are not looked at.
    """
    cdef Py_ssize_t place, best = 0
    cdef double found = 0, kept = 0, measure, highest = -1, weight = beta * beta, whole
    for place in range(order.shape[0]):
        if probability[order[place]] < floor:
            break
        found += probability[order[place]] * words[order[place]]
        kept += words[order[place]]
        whole = kept + weight * wanted
        measure = (1 + weight) * found / (whole if whole > 1e-9 else 1e-9)
        if measure > highest:
            best, highest = place + 1, measure
    return best, highest if best else 0.0


def said_again(const int64_t[::1] said, keep, const double[::1] words, double least):
    """The kept blocks of at least so many words whose text a kept one before has as well.

    Texts are numbers below the number of blocks.
    """
    cdef Py_ssize_t count = said.shape[0], block
    cdef const uint8_t[::1] keeps = keep.view(np.uint8)
    cdef uint8_t[::1] seen = np.zeros(count, np.uint8), out
    again = np.zeros(count, np.bool_)
    out = again.view(np.uint8)
    for block in range(count):
        if keeps[block] and words[block] >= least:
            out[block] = seen[said[block]]
            seen[said[block]] = 1
    return again


def rows_of_blocks(
    const int32_t[::1] block_of, leaves, keep, const double[::1] probability
):
    """The leaves that are kept where some blocks are, and for each row the probability of its block.

    Leaves in no block, such as images and line breaks, are kept where the nearest leaves before and
    after them that are in one are kept: the same as `selection.bridged`.
    """
    cdef Py_ssize_t rows = block_of.shape[0], row, between, last = -1
    cdef const uint8_t[::1] is_leaf = leaves.view(np.uint8)
    cdef const uint8_t[::1] keeps = keep.view(np.uint8)
    cdef uint8_t[::1] out
    cdef float[::1] scores
    cdef bint kept = False
    mask, score = np.zeros(rows, np.bool_), np.zeros(rows, np.float32)
    out, scores = mask.view(np.uint8), score
    with nogil:
        for row in range(rows):
            if block_of[row] < 0:
                continue
            scores[row] = <float>probability[block_of[row]]
            if keeps[block_of[row]]:
                out[row] = 1
                if kept:
                    for between in range(last + 1, row):
                        out[between] = is_leaf[between]
            kept = keeps[block_of[row]]
            last = row
    return mask, score
