# cython: language_level=3
"""Memory that becomes more: bytes, where writers put what they write, and items."""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy


cdef inline bint grow(void** items, Py_ssize_t count, Py_ssize_t* room, size_t size) noexcept nogil:
    """Make room for one more item; False where there is no memory for it."""
    cdef Py_ssize_t wanted = 2 * count + 32
    cdef void* moved
    if count < room[0]:
        return True
    moved = realloc(items[0], wanted * size)
    if moved == NULL:
        return False
    items[0], room[0] = moved, wanted
    return True


cdef struct Buffer:
    uint8_t* data
    Py_ssize_t size
    Py_ssize_t room
    bint failed         # there was no memory for it


cdef inline bint reserve(Buffer* buffer, Py_ssize_t more) noexcept nogil:
    """Make room for `more` bytes."""
    cdef Py_ssize_t room
    cdef void* data
    if buffer.size + more <= buffer.room:
        return True
    room = 2 * (buffer.size + more) + 256
    data = realloc(buffer.data, room)
    if data == NULL:
        buffer.failed = True
        return False
    buffer.data = <uint8_t*>data
    buffer.room = room
    return True


cdef inline void put(Buffer* buffer, const uint8_t* data, Py_ssize_t size) noexcept nogil:
    if size > 0 and reserve(buffer, size):
        memcpy(buffer.data + buffer.size, data, size)
        buffer.size += size


cdef inline void put_byte(Buffer* buffer, uint8_t byte) noexcept nogil:
    if reserve(buffer, 1):
        buffer.data[buffer.size] = byte
        buffer.size += 1


cdef inline void put_number(Buffer* buffer, int number) noexcept nogil:
    """Put a number as digits."""
    cdef uint8_t written[16]
    cdef int at = 16
    cdef unsigned int rest = <unsigned int>number if number >= 0 else 0U - <unsigned int>number
    while True:
        at -= 1
        written[at] = 0x30 + rest % 10
        rest //= 10
        if not rest:
            break
    if number < 0:
        at -= 1
        written[at] = 0x2D
    put(buffer, written + at, 16 - at)


cdef inline int put_str(Buffer* buffer, str text) except -1:
    """Put a text of Python's."""
    cdef bytes encoded = text.encode("utf-8", "surrogatepass")
    put(buffer, encoded, len(encoded))
    return 0


cdef inline str as_str(const uint8_t* data, Py_ssize_t size):
    return PyUnicode_DecodeUTF8(<const char*>data, size, "surrogatepass") if size else ""


cdef inline str taken(Buffer* buffer):
    """What was put into the buffer, which is then empty and holds no memory."""
    cdef bint failed = buffer.failed
    try:
        if failed:
            raise MemoryError
        return as_str(buffer.data, buffer.size)
    finally:
        close_buffer(buffer)


cdef inline void close_buffer(Buffer* buffer) noexcept nogil:
    free(buffer.data)
    buffer.data = NULL
    buffer.size = buffer.room = 0
