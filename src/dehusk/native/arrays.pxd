"""Where the numbers of arrays lie.

A typed memoryview asks an array for its format, which NumPy spells out for every new array: two
microseconds each, and a page makes dozens. It also adds its own machinery to each module, a half of
some. Who knows what is in an array asks for its memory alone, and keeps the array alive.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memset


cdef inline void* memory_of(array) except? NULL:
    """The memory of an array that was made to be filled."""
    cdef Py_buffer buffer
    PyObject_GetBuffer(array, &buffer, PyBUF_WRITABLE)
    PyBuffer_Release(&buffer)
    return buffer.buf


cdef inline uint8_t* cleared(array) except? NULL:
    """The memory of an array that was made to be filled, all zeros.

    NumPy's own ways to make zeros let the GIL go, which takes longer than to write them.
    """
    cdef Py_buffer buffer
    PyObject_GetBuffer(array, &buffer, PyBUF_WRITABLE)
    PyBuffer_Release(&buffer)
    memset(buffer.buf, 0, buffer.len)
    return <uint8_t*>buffer.buf


cdef inline const void* column_of(array, Py_ssize_t count, Py_ssize_t width) except? NULL:
    """The memory of an array of so many numbers, each so many bytes wide."""
    cdef Py_buffer buffer
    PyObject_GetBuffer(array, &buffer, PyBUF_SIMPLE)
    PyBuffer_Release(&buffer)
    if buffer.itemsize != width or buffer.len != count * width:
        raise ValueError(f"a column of {count} numbers of {width} bytes is wanted")
    return buffer.buf


cdef inline const void* integers_of(array, Py_ssize_t count, Py_ssize_t width) except? NULL:
    """The memory of an array of so many integers or truths: numbers with fractions are refused."""
    if array.dtype.kind not in "iub":
        raise ValueError(f"a column of integers is wanted, not of {array.dtype}")
    return column_of(array, count, width)


cdef inline const uint8_t* mask_of(array, Py_ssize_t count) except? NULL:
    """The bytes of a mask."""
    return <const uint8_t*>integers_of(array, count, 1)


cdef inline uint8_t* own_mask(array) except? NULL:
    """The bytes of a mask that was made to be filled."""
    return <uint8_t*>memory_of(array)


cdef inline const int64_t* places_in(array, Py_ssize_t* count) except? NULL:
    """Places, and how many they are."""
    count[0] = len(array)
    return <const int64_t*>integers_of(array, count[0], sizeof(int64_t))
