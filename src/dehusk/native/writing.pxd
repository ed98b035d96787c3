# cython: language_level=3
"""What writers share: the columns of a content opened once, and a buffer that grows.

A writer opens the rows at its door (`open_rows`), holds on to the content while it works, puts bytes into a
`Buffer` and ends with `taken`. `inside` and `after` say how far to go: the rows inside of row `i` are
`i + 1` up to `end[i]`, and the row after it, with all that is inside, is `end[i]`.
"""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy


cdef enum Kind:
    HEADING_ROW = 0
    PARAGRAPH_ROW = 1
    LIST_ROW = 2
    NUMBERED_ROW = 3
    ITEM_ROW = 4
    DEFINITIONS_ROW = 5
    DEFINITION_ROW = 6
    TERM_ROW = 7
    MEANING_ROW = 8
    TABLE_ROW = 9
    LINE_ROW = 10
    CELL_ROW = 11
    CODE_BLOCK_ROW = 12
    QUOTE_ROW = 13
    FIGURE_ROW = 14
    CAPTION_ROW = 15
    MATH_BLOCK_ROW = 16
    EMBED_ROW = 17
    RULE_ROW = 18
    FOOTNOTE_ROW = 19
    POST_ROW = 20
    REPLIES_ROW = 21
    TEXT_ROW = 32
    CODE_ROW = 33
    EMPHASIS_ROW = 34
    STRONG_ROW = 35
    STRIKETHROUGH_ROW = 36
    SUPERSCRIPT_ROW = 37
    SUBSCRIPT_ROW = 38
    LINK_ROW = 39
    IMAGE_ROW = 40
    MATH_ROW = 41
    BREAK_ROW = 42
    REFERENCE_ROW = 43


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


cdef inline int open_rows(Rows* rows, content) except -1:
    """The columns of a content; they last as long as somebody holds it."""
    cdef const uint8_t[::1] kind = content.kind
    cdef const int32_t[::1] column
    cdef const uint8_t* text = content.text
    cdef Py_ssize_t count = kind.shape[0], size = len(content.text), row
    names = ("end", "number", "text_start", "text_end", "first", "last", "argument")
    rows.count = <int>count
    rows.text = text
    if not count:
        return 0
    rows.kind = &kind[0]
    cdef const int32_t* columns[7]
    for row in range(7):
        column = getattr(content, names[row])
        if column.shape[0] != count:
            raise ValueError("The columns of the content are not of one length.")
        columns[row] = &column[0]
    rows.end, rows.number, rows.text_start, rows.text_end = columns[0], columns[1], columns[2], columns[3]
    rows.first, rows.last, rows.argument = columns[4], columns[5], columns[6]
    for row in range(count):
        if not (
            row < rows.end[row] <= count and 0 <= rows.text_start[row] <= rows.text_end[row] <= size
        ):
            raise ValueError("The content is malformed: a row ends where it cannot.")
    return 0


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
