# cython: language_level=3
"""Where the rows of a page stood, for writers that put it into their own buffer."""

from libc.stdint cimport int32_t, uint8_t, uint16_t

from dehusk.native.codes cimport LONGEST_XPATH
from dehusk.native.buffer cimport Buffer


cdef struct SourceSpan:
    int start   # -1 where it is not known
    int end


# A name as XPath writes it: empty where it cannot, NULL where nobody has asked yet.
cdef struct Name:
    const uint8_t* text
    int size


# The path of a row, for those below it: what stands in one place has it in common.
cdef struct Above:
    int row             # -2 before the first
    int size            # of its path, -1 where it is told by number
    uint8_t path[LONGEST_XPATH]


cdef class Locations:
    cdef int count
    cdef const uint16_t* tag
    cdef const int32_t* parent
    cdef const int32_t* end
    cdef const int32_t* source_start
    cdef const int32_t* source_end
    cdef tuple tag_names
    cdef object page_columns      # what the pointers lead to lives as long as it
    cdef Name* names
    cdef dict held
    cdef int32_t* numbers
    cdef int32_t* texts

    cdef Name* name(self, int tag) except NULL nogil
    cdef int learn(self, int tag) except -1 with gil
    cdef void number_siblings(self, int32_t* seen, int32_t* first, int32_t* parents) noexcept nogil
    cdef int check(self, int row) except -1 nogil
    cdef int read_above(self, Above* above, int row) except -1 nogil
    cdef int put_path(self, Buffer* out, Above* above, int row) except -1 nogil
    cdef int source(self, SourceSpan* source, int first, int end) except -1 nogil
