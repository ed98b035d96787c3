# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The lines that a reader sees: text between the breaks that blocks make, white space collapsed.

What a tag does to a line is passed in, a role for each tag.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t
from libc.stdlib cimport free, malloc

ROLES = ("text", "inert", "space", "line")
"""What a tag may be, each a bit of its role: a text, something that is never shown, an element that
parts words, one that parts lines."""

cdef enum:
    TEXT = 1 << 0
    INERT = 1 << 1
    SPACE = 1 << 2
    LINE = 1 << 3


cdef inline int width_of_space(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The bytes of the white space that begins here, 0 for ink. An ideographic space is ink here: it
    is a part of Japanese and Chinese titles."""
    cdef uint8_t byte = at[0]
    if byte <= 0x20:
        return byte == 0x20 or 0x09 <= byte <= 0x0D or 0x1C <= byte <= 0x1F
    if byte < 0xC2 or byte > 0xE2:
        return 0
    if byte == 0xC2:
        return 2 if end - at > 1 and (at[1] == 0x85 or at[1] == 0xA0) else 0
    if end - at < 3:
        return 0
    if byte == 0xE1:
        return 3 if at[1] == 0x9A and at[2] == 0x80 else 0
    if byte == 0xE2 and at[1] == 0x80:
        return 3 if at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF else 0
    return 3 if byte == 0xE2 and at[1] == 0x81 and at[2] == 0x9F else 0


cdef inline bint is_wide_space(const uint8_t* at, const uint8_t* end) noexcept nogil:
    return end - at > 2 and at[0] == 0xE3 and at[1] == 0x80 and at[2] == 0x80


cdef bint is_blank(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef int width
    while at < end:
        width = 3 if is_wide_space(at, end) else width_of_space(at, end)
        if not width:
            return False
        at += width
    return True


cdef uint8_t* collapsed(uint8_t* out, const uint8_t* at, const uint8_t* end, bint is_first) noexcept nogil:
    """Write a text behind what a line has already, each gap as one space; none at the start."""
    cdef int width
    while at < end:
        width = width_of_space(at, end)
        if not width:
            out[0] = at[0]
            out += 1
            at += 1
            is_first = False
            continue
        at += width
        if not is_first and (out - 1)[0] != 32:
            out[0] = 32
            out += 1
    return out


cdef struct Closing:
    int32_t end
    bint ends_line


def lines_between(page, int32_t first, int32_t last, const uint8_t[::1] roles):
    """The lines that the rows from `first` to before `last` make: the rows of their first and last
    text, and what they say.

    What is never shown is left out, unless it is the first row itself.
    """
    cdef const uint16_t[::1] tags = page.tag
    cdef const int32_t[::1] ends = page.end
    cdef const int32_t[::1] starts = page.text_start
    cdef const int32_t[::1] stops = page.text_end
    cdef bytes text = page.text
    cdef const uint8_t* data = <const uint8_t*><char*>text
    cdef uint8_t* buffer
    cdef uint8_t* out
    cdef Closing* open_ones
    cdef int32_t row = first, own = -1, final = -1, depth = 0
    cdef uint8_t role
    cdef list found = []
    if first < 0 or first >= last:
        return found
    # A piece adds a space at most to what it holds.
    buffer = out = <uint8_t*>malloc(stops[last - 1] - starts[first] + 2 * (last - first) + 1)
    open_ones = <Closing*>malloc((last - first) * sizeof(Closing))
    if buffer == NULL or open_ones == NULL:
        free(buffer)
        free(open_ones)
        raise MemoryError
    try:
        while row < last:
            while depth and open_ones[depth - 1].end <= row:
                depth -= 1
                if own < 0:
                    continue
                if open_ones[depth].ends_line:
                    found.append(line(own, final, buffer, out))
                    own, out = -1, buffer
                elif (out - 1)[0] != 32:
                    out[0] = 32
                    out += 1
            role = roles[tags[row]] if tags[row] < roles.shape[0] else 0
            if role & TEXT:
                if own >= 0:
                    out = collapsed(out, data + starts[row], data + stops[row], False)
                    final = row
                elif not is_blank(data + starts[row], data + stops[row]):
                    out = collapsed(buffer, data + starts[row], data + stops[row], True)
                    own = final = row
            elif role & INERT and row > first:
                row = ends[row]
                continue
            elif role & (LINE | SPACE):
                if own >= 0:
                    if role & LINE:
                        found.append(line(own, final, buffer, out))
                        own, out = -1, buffer
                    elif (out - 1)[0] != 32:
                        out[0] = 32
                        out += 1
                open_ones[depth] = Closing(ends[row], role & LINE != 0)
                depth += 1
            row += 1
        if own >= 0:
            found.append(line(own, final, buffer, out))
    finally:
        free(buffer)
        free(open_ones)
    return found


cdef tuple line(int32_t row, int32_t last, const uint8_t* start, const uint8_t* end):
    cdef str text
    if end > start and (end - 1)[0] == 32:
        end -= 1
    text = (<const char*>start)[:end - start].decode("utf-8", "replace")
    if start < end and (start[0] == 0xE3 or (end - 1)[0] == 0x80):
        text = text.strip()
    return row, last, text


def texts_of_tags(page, int first_tag, int last_tag, int most):
    """The first elements with tags from one number to another: row, tag and all text inside."""
    cdef const uint16_t[::1] tags = page.tag
    cdef const int32_t[::1] starts = page.text_start
    cdef const int32_t[::1] stops = page.text_end
    cdef bytes text = page.text
    cdef Py_ssize_t row
    cdef list found = []
    for row in range(tags.shape[0]):
        if first_tag <= tags[row] <= last_tag:
            own = (<const char*>text)[starts[row]:stops[row]].decode("utf-8", "replace")
            found.append((row, tags[row], own))
            if len(found) == most:
                break
    return found
