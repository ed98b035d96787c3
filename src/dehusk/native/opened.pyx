# cython: language_level=3, boundscheck=False, wraparound=False
# cython: initializedcheck=False, freethreading_compatible=True
"""The columns of a page, opened once: `opened.pxd` says for whom."""

from cpython.bytes cimport PyBytes_AsString

from dehusk.native.arrays cimport column_of


cdef class OpenPage:
    """Where the columns of a page begin. It keeps them alive, and a page never changes them."""

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
