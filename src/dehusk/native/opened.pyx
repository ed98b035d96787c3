# cython: language_level=3, boundscheck=False, wraparound=False
# cython: initializedcheck=False, freethreading_compatible=True
"""The columns of a page, opened once: `opened.pxd` says for whom."""

from cpython.bytes cimport PyBytes_AsString
from libc.stdint cimport INT32_MAX

from dehusk.native.arrays cimport column_of


cdef class OpenPage:
    """Where the columns of a page begin, which are known to fit together.

    It keeps them alive, and a page never changes them.
    """

    def __cinit__(self, page):
        cdef Columns* own = &self.columns
        cdef bytes text = page.text
        cdef bytes attr_text = page.attr_text
        cdef Py_ssize_t rows = len(page.tag), attributes = len(page.attr_row)
        own.rows, own.attributes = rows, attributes
        own.tag = <const uint16_t*>column_of(page.tag, rows, sizeof(uint16_t))
        own.parent = <const int32_t*>column_of(page.parent, rows, sizeof(int32_t))
        own.end = <const int32_t*>column_of(page.end, rows, sizeof(int32_t))
        own.depth = <const int32_t*>column_of(page.depth, rows, sizeof(int32_t))
        own.text_start = <const int32_t*>column_of(page.text_start, rows, sizeof(int32_t))
        own.text_end = <const int32_t*>column_of(page.text_end, rows, sizeof(int32_t))
        own.attr_row = <const int32_t*>column_of(page.attr_row, attributes, sizeof(int32_t))
        own.attr_name = <const uint16_t*>column_of(page.attr_name, attributes, sizeof(uint16_t))
        own.attr_start = <const int32_t*>column_of(page.attr_start, attributes, sizeof(int32_t))
        own.attr_end = <const int32_t*>column_of(page.attr_end, attributes, sizeof(int32_t))
        own.text, own.text_size = <const uint8_t*>PyBytes_AsString(text), len(text)
        own.attr_text, own.attr_size = <const uint8_t*>PyBytes_AsString(attr_text), len(attr_text)
        self.kept = (
            page.tag, page.parent, page.end, page.depth, text, page.text_start, page.text_end,
            page.attr_row, page.attr_name, page.attr_start, page.attr_end, attr_text,
        )
        if not are_fitting(own, <Py_ssize_t>len(page.attr_names)):
            raise ValueError("The columns of the page do not fit together.")


cdef bint are_fitting(const Columns* page, Py_ssize_t attr_names) noexcept nogil:
    """Do the columns fit together, so that no place that they name lies outside?

    Each loop is so simple that the compiler takes several rows at once.
    """
    cdef int at, rows = <int>page.rows, attributes = <int>page.attributes
    cdef int text_size = <int>min(page.text_size, <Py_ssize_t>INT32_MAX)
    cdef int attr_size = <int>min(page.attr_size, <Py_ssize_t>INT32_MAX)
    cdef bint broken = False
    for at in range(rows):
        broken |= (page.parent[at] < -1) | (page.parent[at] >= at)
    for at in range(rows):
        broken |= (page.end[at] <= at) | (page.end[at] > rows)
    for at in range(rows):
        broken |= (page.text_start[at] < 0) | (page.text_start[at] > page.text_end[at])
        broken |= page.text_end[at] > text_size
    for at in range(attributes):
        broken |= (page.attr_start[at] < 0) | (page.attr_start[at] > page.attr_end[at])
        broken |= page.attr_end[at] > attr_size
    for at in range(attributes):
        broken |= (page.attr_row[at] < 0) | (page.attr_row[at] >= rows)
        broken |= page.attr_name[at] >= attr_names
    for at in range(1, attributes):
        broken |= page.attr_row[at] < page.attr_row[at - 1]
    return not broken
