"""What a reader sees of each row of a page, found out once for all who ask: `scan.pyx` has the rules."""

from libc.stdint cimport uint8_t

from dehusk.native.codes cimport INERT, LEAF


cdef class Scan:
    cdef const uint8_t* own
    cdef readonly object row_flags


cdef inline const uint8_t* row_flags_of(page) except? NULL:
    """The mark of each row of a page, and one more; they last as long as somebody holds the page."""
    return (<Scan?>page.scan).own


cdef inline bint is_shown(uint8_t mark) noexcept nogil:
    """Is a row a leaf that a browser may show?"""
    return mark & (LEAF | INERT) == LEAF
