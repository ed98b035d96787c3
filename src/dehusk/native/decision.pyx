# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The loops of a decision: which blocks to keep, and what that means for the rows.

All are short: to release the GIL and get it back would take longer than they do.
"""

import numpy as np

from libc.math cimport exp, pow
from libc.stdint cimport int32_t, int64_t, uint8_t


def logistic(const double[::1] sums):
    """The logistic function of each sum."""
    cdef Py_ssize_t count = sums.shape[0], block
    cdef double[::1] out
    out = probability = np.empty(count)
    for block in range(count):
        out[block] = 1 / (1 + exp(-sums[block]))
    return probability


def mixed_with_group(
    const double[::1] own, const double[::1] words, const int64_t[::1] group, double own_weight
):
    """Each block's value mixed with the mean of its group, in which blocks count by their words.

    Groups are numbers below the number of blocks. A block without words counts as one of a word.
    """
    cdef Py_ssize_t count = own.shape[0], block
    cdef double weight
    cdef double[::1] out, sums, weights
    out = mixed = np.empty(count)
    sums, weights = np.zeros(count), np.zeros(count)
    for block in range(count):
        weight = words[block] if words[block] > 1 else 1
        sums[group[block]] += own[block] * weight
        weights[group[block]] += weight
    for block in range(count):
        out[block] = own_weight * own[block] + (1 - own_weight) * (
            sums[group[block]] / weights[group[block]]
        )
    return mixed


cdef int64_t* sorted_down(const double* value, int64_t* order, int64_t* other, int64_t count) noexcept nogil:
    """The places of the values from the largest to the smallest, the first first among equals.

    It is in `order` or in `other`: both are room for as many places.
    """
    cdef int64_t width = 1, start, middle, end, left, right, at
    for at in range(count):
        order[at] = at
    while width < count:
        start = 0
        while start < count:
            middle = start + width if start + width < count else count
            end = middle + width if middle + width < count else count
            left, right = start, middle
            for at in range(start, end):
                if right == end or (left < middle and not value[order[right]] > value[order[left]]):
                    other[at] = order[left]
                    left += 1
                else:
                    other[at] = order[right]
                    right += 1
            start = end
        order, other = other, order
        width *= 2
    return order


cdef enum:
    SCENARIOS = 16


def best_set(
    const double[::1] probability,
    const double[::1] words,
    double beta,
    double floor,
    double least,
    double sharpness,
):
    """The blocks whose expected F measure is the highest, and that measure.

    The expectation is a mean over scenarios: in each, the odds of all blocks are multiplied by one
    factor, from 1/31 to 31, for a page that is misjudged is misjudged as a whole. Within one, blocks
    are surer than they seem: their odds are raised to the power of `sharpness`.

    Such a set has the most probable blocks down to some one. Blocks less probable than `floor` are not
    looked at, and nothing is kept where the measure is below `least`.
    """
    cdef Py_ssize_t count = probability.shape[0], place, best = 0
    cdef int scenario
    cdef double kept = 0, highest = -1, weight = beta * beta, measure, whole
    cdef double[SCENARIOS] factor, wanted, found
    cdef int64_t[::1] room = np.empty(2 * count, np.int64)
    cdef double[::1] against = np.empty(count)
    cdef uint8_t[::1] out
    cdef int64_t* order
    keep = np.zeros(count, np.bool_)
    out = keep.view(np.uint8)
    order = sorted_down(&probability[0], &room[0], &room[count], count)
    for scenario in range(SCENARIOS):
        factor[scenario] = (SCENARIOS - scenario - 0.5) / (scenario + 0.5)
        wanted[scenario] = found[scenario] = 0
    for place in range(count):
        against[place] = pow((1 - probability[place]) / probability[place], sharpness)
        for scenario in range(SCENARIOS):
            wanted[scenario] += words[place] * (1 / (1 + against[place] * factor[scenario]))
    for place in range(count):
        if probability[order[place]] < floor:
            break
        kept += words[order[place]]
        measure = 0
        for scenario in range(SCENARIOS):
            found[scenario] += words[order[place]] * (1 / (1 + against[order[place]] * factor[scenario]))
            whole = kept + weight * wanted[scenario]
            measure += (1 + weight) * found[scenario] / (whole if whole > 1e-9 else 1e-9)
        if measure > highest:
            best, highest = place + 1, measure
    highest /= SCENARIOS
    if highest >= least:
        for place in range(best):
            out[order[place]] = 1
    return keep, highest if best else 0.0


def without_repeats(keep, const int64_t[::1] said, const double[::1] words, double least):
    """The kept blocks, but of those with one text and at least so many words only the first.

    Texts are numbers below the number of blocks.
    """
    cdef Py_ssize_t count = said.shape[0], block
    cdef const uint8_t[::1] keeps = keep.view(np.uint8)
    cdef uint8_t[::1] seen = np.zeros(count, np.uint8), out
    first = np.empty(count, np.bool_)
    out = first.view(np.uint8)
    for block in range(count):
        out[block] = keeps[block]
        if keeps[block] and words[block] >= least:
            out[block] = not seen[said[block]]
            seen[said[block]] = 1
    return first


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
