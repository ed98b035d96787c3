# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""How many words a text has; `dehusk.views.wording` is the door to this module."""

from libc.stdint cimport uint8_t, uint32_t

from dehusk.native.characters cimport BYTE_CLASS, SPACE, decode, is_space, is_unspaced


def counted(str text):
    """How many words a text has, and how many of them are characters of scripts without spaces."""
    cdef bytes encoded = text.encode("utf-8", "surrogatepass")
    cdef const uint8_t* at = encoded
    cdef const uint8_t* end = at + len(encoded)
    cdef uint32_t code
    cdef int length
    cdef Py_ssize_t words = 0, characters = 0
    cdef bint in_word = False, is_one
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
            is_one = is_unspaced(code)
            words += is_one or not in_word
            characters += is_one
            in_word = not is_one
    return words, characters
