# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The loops of a decision: which blocks to keep, what that means for the rows, and what a decision
that is made whole has to know of them.

All are short: to release the GIL and get it back would take longer than they do.
"""

import numpy as np

from libc.math cimport exp, pow
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t


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


cdef enum:
    INERT = 1
    BLOCK = 2
    TEXT = 4

cdef enum:
    WHOLE = 1
    HEADING = 2
    ALWAYS = 4
    FIGURE = 8
    TABLE = 16
    LIST = 32


cdef int64_t ink_of(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """How many characters are seen: no white space, nothing without width."""
    cdef int64_t count = 0
    cdef uint8_t byte
    while at < end:
        byte = at[0]
        if byte > 0x20 and byte < 0x80:
            count += 1
        elif byte >= 0xC0:
            count += not is_blank(at, end)
        at += 1
    return count


cdef inline bint is_blank(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Whether the character beyond ASCII that begins here is a space or has no width."""
    cdef Py_ssize_t room = end - at
    if at[0] == 0xC2:
        return room > 1 and (at[1] == 0xA0 or at[1] == 0xAD or at[1] == 0x85)
    if room < 3:
        return False
    if at[0] == 0xE2:
        return (at[1] == 0x80 and (at[2] <= 0x8F or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF)) or (
            at[1] == 0x81 and (at[2] == 0x9F or at[2] == 0xA0)
        )
    if at[0] == 0xE3:
        return at[1] == 0x80 and at[2] == 0x80
    if at[0] == 0xEF:
        return at[1] == 0xBB and at[2] == 0xBF
    return at[0] == 0xE1 and at[1] == 0x9A and at[2] == 0x80


def survey(
    const uint16_t[::1] tag,
    const int32_t[::1] end,
    const int32_t[::1] parent,
    const int32_t[::1] text_start,
    const int32_t[::1] text_end,
    const uint8_t[::1] text,
    const uint8_t[::1] roles,
    int32_t start,
):
    """For each place of a window: is it a leaf, how much ink has it, which block is it in.

    The window begins at row `start` of the page, and rows outside of it are no blocks (-1). `roles`
    says by bits what a tag is: inert (1), a block (2), a text (4); its last entry is for all tags
    beyond.
    """
    cdef Py_ssize_t count = tag.shape[0], place, above
    cdef Py_ssize_t last = roles.shape[0] - 1
    cdef int32_t inert_until = 0
    cdef uint8_t role
    cdef const uint8_t* data = &text[0] if text.shape[0] else NULL
    leaves, ink, holder = np.zeros(count, np.bool_), np.zeros(count, np.int64), np.zeros(count, np.int64)
    cdef uint8_t[::1] is_leaf = leaves.view(np.uint8)
    cdef int64_t[::1] inks = ink
    cdef int64_t[::1] holders = holder
    for place in range(count):
        role = roles[tag[place] if tag[place] < last else last]
        above = parent[place] - start
        holders[place] = place if role & BLOCK else holders[above] if above >= 0 else -1
        if role & INERT and end[place] - start > inert_until:
            inert_until = end[place] - start
        if end[place] - start == place + 1 and place >= inert_until:
            is_leaf[place] = 1
            if role & TEXT:
                inks[place] = ink_of(data + text_start[place], data + text_end[place])
    return leaves, ink, holder


def first_look(
    const uint16_t[::1] tag,
    const int32_t[::1] end,
    const uint8_t[::1] keep,
    const uint8_t[::1] leaves,
    const int64_t[::1] ink,
    const int64_t[::1] holder,
    const uint8_t[::1] roles,
    int64_t longest,
):
    """What of a window the rules of completion need look at; most of them at nothing.

    The places of wholes (1) that are kept in part; those of kept texts of up to `longest` that fill
    a block by themselves, outside of what is kept always (4); whether the words that follow a kept
    heading (2) may be another heading's or none; whether something of a figure (8) is kept; the
    places of all tables (16), and of the lists (32) that a kept text stands before. `roles` says by
    these bits what a tag is.
    """
    cdef Py_ssize_t count = tag.shape[0], place, block
    cdef Py_ssize_t last = roles.shape[0] - 1
    cdef int32_t heading_until = 0, always_until = 0, kept_inside
    cdef bint waits = False, is_empty_possible = False, is_figure_kept = False
    cdef bint follows_kept = False
    cdef uint8_t role
    cdef int32_t[::1] kept_before = np.zeros(count + 1, np.int32)
    cdef int32_t[::1] leaves_before = np.zeros(count + 1, np.int32)
    cdef int64_t[::1] ink_before = np.zeros(count + 1, np.int64)
    partly, lone, tables, lists = [], [], [], []
    for place in range(count):
        kept_before[place + 1] = kept_before[place] + (keep[place] != 0)
        leaves_before[place + 1] = leaves_before[place] + (leaves[place] != 0)
        ink_before[place + 1] = ink_before[place] + ink[place]
    for place in range(count):
        role = roles[tag[place] if tag[place] < last else last]
        if role:
            kept_inside = kept_before[end[place]] - kept_before[place]
            if role & WHOLE and 0 < kept_inside < leaves_before[end[place]] - leaves_before[place]:
                partly.append(place)
            if role & ALWAYS and end[place] > always_until:
                always_until = end[place]
            if role & FIGURE and kept_inside:
                is_figure_kept = True
            if role & TABLE:
                tables.append(place)
            if role & LIST and follows_kept:
                lists.append(place)
            if role & HEADING:
                if end[place] > heading_until:
                    heading_until = end[place]
                if kept_inside:
                    is_empty_possible = is_empty_possible or waits
                    waits = True
        if ink[place] > 0:
            follows_kept = keep[place]
        if keep[place] and ink[place] > 0:
            if place >= heading_until:
                waits = False
            block = holder[place]
            if ink[place] <= longest and block >= 0 and place >= always_until:
                if ink_before[end[block]] - ink_before[block] == ink[place]:
                    lone.append(place)
    return (
        np.array(partly, np.intp),
        np.array(lone, np.intp),
        bool(is_empty_possible or waits),
        bool(is_figure_kept),
        np.array(tables, np.intp),
        np.array(lists, np.intp),
    )
