# cython: language_level=3
"""What writers share: the columns of a content, a buffer that grows, limits.

A writer is a `ContentWriter`: at its door it says what it is about to do (`begin`) and opens a content, which
it holds on to; it puts bytes into `out` and ends with `whole`. The rows inside of row `i` are `i + 1` up to
`end[i]`, and the row after it, with all that is inside, is `end[i]`.
"""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy

from dehusk.native.arrays cimport integers_of
from dehusk.native.watch cimport ROW, Watch

cdef enum:
    DEEPEST = 1_000     # levels of rows inside of rows


cdef struct Rows:
    int count
    const uint8_t* kind
    const int32_t* end
    const int32_t* number
    const int32_t* text_start
    const int32_t* text_end
    const int32_t* first
    const int32_t* last
    const int32_t* argument
    const uint8_t* text


cdef inline bint is_plain_address(const uint8_t* text, Py_ssize_t size) noexcept nogil:
    """Is an address one that every rule leaves as it is: of http, of visible ASCII, without quotes?"""
    cdef Py_ssize_t at
    if not (
        (size > 7 and memcmp(text, b"http://", 7) == 0) or (size > 8 and memcmp(text, b"https://", 8) == 0)
    ):
        return False
    for at in range(size):
        if not 0x21 <= text[at] <= 0x7E or text[at] == 0x22:
            return False
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


cdef inline bytes flags_of(rows, Py_ssize_t count):
    """Which of so many rows are among some."""
    flags = bytearray(count)
    for row in rows:
        flags[row] = 1
    return bytes(flags)


cdef inline int open_rows(Rows* rows, content) except -1:
    """Open the columns of a content. They must fit together, and the content must live on."""
    cdef bytes text = content.text
    cdef Py_ssize_t count = len(content), size = len(text), arguments = len(content.arguments), row = 0
    rows.count, rows.text = <int>count, text
    rows.kind = <const uint8_t*>integers_of(content.kind, count, 1)
    rows.end = <const int32_t*>integers_of(content.end, count, 4)
    rows.number = <const int32_t*>integers_of(content.number, count, 4)
    rows.text_start = <const int32_t*>integers_of(content.text_start, count, 4)
    rows.text_end = <const int32_t*>integers_of(content.text_end, count, 4)
    rows.first = <const int32_t*>integers_of(content.first, count, 4)
    rows.last = <const int32_t*>integers_of(content.last, count, 4)
    rows.argument = <const int32_t*>integers_of(content.argument, count, 4)
    with nogil:
        while row < count and (
            row < rows.end[row] <= count
            and 0 <= rows.text_start[row] <= rows.text_end[row] <= size
            and rows.argument[row] < arguments
        ):
            row += 1
    if row < count:
        raise ValueError("The content is malformed: a row ends, or has its argument, where it cannot.")
    return 0


cdef class ContentWriter:
    cdef Rows rows
    cdef Buffer out
    cdef Watch watch
    cdef object content
    cdef object arguments
    cdef object meter
    cdef str stage
    cdef Py_ssize_t most
    cdef int* notes         # the rows of footnotes, in their order
    cdef int note_count
    cdef int note_room

    cdef int begin(self, str stage) except -1
    cdef int open_content(self, content) except -1
    cdef object argument(self, int row)
    cdef int look(self, int depth) except -1 nogil
    cdef int measure(self) except -1 nogil
    cdef int refuse(self, int row) except -1 with gil
    cdef int add_note(self, int row) except -1 nogil
    cdef str whole(self)
