# cython: language_level=3
"""Where the rows of a page stood, for writers that put it into their own buffer."""

from libc.stdint cimport int32_t, uint16_t

from dehusk.native.writing cimport Buffer


cdef struct Source:
    int start   # -1 where it is not known
    int end


cdef class Places:
    cdef int count
    cdef const uint16_t[::1] tag
    cdef const int32_t[::1] parent
    cdef const int32_t[::1] end
    cdef const int32_t[::1] source_start
    cdef const int32_t[::1] source_end
    cdef tuple tag_names
    cdef list names
    cdef int32_t* numbers
    cdef int32_t* texts

    cdef bytes name(self, int tag)
    cdef void number_siblings(self, int32_t* seen, int32_t* first, int32_t* parents) noexcept nogil
    cdef int check(self, int row) except -1
    cdef int put_path(self, Buffer* out, int row) except -1
    cdef int source(self, Source* source, int first, int end) except -1
