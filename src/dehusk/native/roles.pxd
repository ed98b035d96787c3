# cython: language_level=3
"""What a tag is to a module: bits that Python says, by the number of the tag."""

from libc.stdint cimport uint32_t

from dehusk.native.arrays cimport integers_of
from dehusk.native.page_columns cimport Columns


cdef struct Roles:
    # The last entry is for all tags beyond.
    const uint32_t* of_tag
    int last


cdef inline Roles roles_in(array) except *:
    """The roles in an array, which whoever has them keeps alive."""
    cdef int count = <int>len(array)
    if not count:
        raise ValueError("there is to be a role for the tags beyond")
    return Roles(<const uint32_t*>integers_of(array, count, sizeof(uint32_t)), count - 1)


cdef inline uint32_t role_of(const Roles* roles, const Columns* page, Py_ssize_t row) noexcept nogil:
    cdef int tag = page.tag[row]
    return roles.of_tag[tag if tag < roles.last else roles.last]
