# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""One pass over a window of a page: its leaves, their ink, and the blocks that they stand in."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

cdef enum:
    INERT = 1
    BLOCK = 2
    TEXT = 4


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
