# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""How many words a text has; `dehusk.views.wording` is the door to this module."""

from libc.stdint cimport uint8_t, uint32_t

from dehusk.native.characters cimport BYTE_CLASS, SPACE, decode, is_space

cdef enum:
    MOST_RANGES = 16


def counted(str text, ranges):
    """How many words a text has, and how many of them are characters of scripts without spaces."""
    cdef bytes encoded = text.encode("utf-8", "surrogatepass")
    cdef const uint8_t* at = encoded
    cdef const uint8_t* end = at + len(encoded)
    cdef uint32_t first[MOST_RANGES]
    cdef uint32_t last[MOST_RANGES]
    cdef uint32_t code, lowest = 0x110000
    cdef int number, length, count = len(ranges)
    cdef Py_ssize_t words = 0, characters = 0
    cdef bint in_word = False, is_unspaced
    if count > MOST_RANGES:
        raise ValueError(f"There are more than {MOST_RANGES} ranges.")
    for number in range(count):
        first[number], last[number] = ranges[number]
        lowest = min(lowest, first[number])
    with nogil:
        while at < end:
            if at[0] < 0x80:
                words += BYTE_CLASS[at[0]] != SPACE and not in_word
                in_word = BYTE_CLASS[at[0]] != SPACE
                at += 1
                continue
            code = decode(at, end, &length)
            at += length
            if is_space(code):
                in_word = False
                continue
            is_unspaced = False
            if code >= lowest:
                for number in range(count):
                    is_unspaced = is_unspaced or first[number] <= code <= last[number]
            words += is_unspaced or not in_word
            characters += is_unspaced
            in_word = not is_unspaced
    return words, characters
