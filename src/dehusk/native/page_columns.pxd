"""The columns of a page, opened once for all native modules.

They last as long as somebody holds the page, and nobody can change them.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t


cdef struct Columns:
    Py_ssize_t rows
    const uint16_t* tag
    const int32_t* parent
    const int32_t* end
    const int32_t* depth
    const int32_t* text_start
    const int32_t* text_end
    const int32_t* source_start
    const int32_t* source_end
    const uint8_t* text
    Py_ssize_t text_size
    Py_ssize_t attributes
    const int32_t* attr_row
    const uint16_t* attr_name
    const int32_t* attr_start
    const int32_t* attr_end
    const uint8_t* attr_text
    Py_ssize_t attr_size


cdef class CheckedColumns:
    cdef Columns own
    cdef readonly object columns  # the arrays that they lie in


cdef inline const Columns* columns_of(page) except NULL:
    """Where the columns of a page begin."""
    return &(<CheckedColumns?>page.page_columns).own


cdef inline CheckedColumns columns_of_parser(columns, const Columns* own):
    """The columns that our own parser has just made: there is nothing to check."""
    cdef CheckedColumns checked = CheckedColumns.__new__(CheckedColumns)
    checked.own, checked.columns = own[0], columns
    return checked


cdef inline Py_ssize_t first_attribute(const Columns* page, int64_t row) noexcept nogil:
    """The number of the first attribute of a row or of a later one."""
    cdef Py_ssize_t low = 0, high = page.attributes, middle
    while low < high:
        middle = (low + high) // 2
        if page.attr_row[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low
