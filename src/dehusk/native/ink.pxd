# cython: language_level=3
"""How much of a text is seen. Text is UTF-8 between two pointers, and nothing reads past the second."""

from libc.stdint cimport int32_t, uint8_t


cdef inline int width_of_blank(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The bytes of the character beyond ASCII that begins here, if it is a space or has no width."""
    cdef Py_ssize_t room = end - at
    if at[0] == 0xC2:
        return 2 if room > 1 and (at[1] == 0xA0 or at[1] == 0xAD or at[1] == 0x85) else 0
    if room < 3:
        return 0
    if at[0] == 0xE2:
        if at[1] == 0x80:
            return 3 if at[2] <= 0x8F or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF else 0
        return 3 if at[1] == 0x81 and (at[2] == 0x9F or at[2] == 0xA0) else 0
    if at[0] == 0xE3:
        return 3 if at[1] == 0x80 and at[2] == 0x80 else 0
    if at[0] == 0xEF:
        return 3 if at[1] == 0xBB and at[2] == 0xBF else 0
    return 3 if at[0] == 0xE1 and at[1] == 0x9A and at[2] == 0x80 else 0


cdef inline int32_t ink_of(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """How many characters are seen: no white space, nothing without width."""
    cdef int32_t count = 0
    cdef uint8_t some, byte, all_bits = 0
    cdef const uint8_t* start = at
    cdef unsigned int place, step
    while start < end:
        # Counts of a byte, and nothing but sums: so compilers take many places at a time.
        step = 255 if end - start > 255 else <unsigned int>(end - start)
        some = 0
        for place in range(step):
            byte = start[place]
            some += <uint8_t>(byte - 0x21) < 0x5F
            some += byte >= 0xC0
            all_bits |= byte
        count += some
        start += step
    if all_bits >= 0x80:
        while at < end:
            if at[0] >= 0xC2 and width_of_blank(at, end):
                count -= 1
            at += 1
    return count
