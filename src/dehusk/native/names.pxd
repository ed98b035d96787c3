# cython: language_level=3
"""Words in what markup calls its elements, for native code that looks for them by itself."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from dehusk.native.opened cimport Columns

cdef enum:
    MOST_WORDS = 64
    PAIRS = 1 << 10


cdef struct Match:
    # An attribute, and the groups of which a word is in its value.
    uint32_t number
    uint32_t groups


cdef class Names:
    cdef readonly dict groups
    cdef tuple words
    cdef dict attributes
    cdef const uint8_t* word[MOST_WORDS]
    cdef int32_t size[MOST_WORDS]
    cdef uint32_t group[MOST_WORDS]
    cdef int count
    cdef uint32_t always
    cdef uint64_t[256] first
    cdef uint64_t[256] second
    cdef int shortest
    cdef uint8_t[PAIRS] further

    cdef uint32_t* wanted_in(self, page) except NULL
    cdef Match* matches_in(
        self, page, const Columns* columns, int64_t first, int64_t last, Py_ssize_t* count
    ) except NULL
    cdef uint32_t groups_at(self, const uint8_t* at, const uint8_t* end, uint32_t wanted) noexcept nogil
    cdef uint32_t groups_in(self, const uint8_t* at, const uint8_t* end, uint32_t wanted) noexcept nogil
