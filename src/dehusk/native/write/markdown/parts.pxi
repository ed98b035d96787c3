"""Blocks that are written already, and what it takes to put them into others."""

# A block with its Markdown, which stands in the buffer.
cdef struct Part:
    int kind
    int number          # the first of a list
    Py_ssize_t start
    Py_ssize_t end


cdef struct Parts:
    Part* items
    Py_ssize_t count
    Py_ssize_t room


cdef int append_part(Parts* parts, Part part) except -1 nogil:
    make_room(<void**>&parts.items, parts.count, &parts.room, sizeof(Part))
    parts.items[parts.count] = part
    parts.count += 1
    return 0


cdef void put_spaces(Buffer* buffer, int count) noexcept nogil:
    if reserve(buffer, count):
        memset(buffer.data + buffer.size, 32, count)
        buffer.size += count


cdef void put_indented(Buffer* buffer, const uint8_t* text, Py_ssize_t size, int width) noexcept nogil:
    """Put a text with its lines after the first moved in, but for empty ones."""
    cdef const uint8_t* end = text + size
    cdef const uint8_t* newline
    while True:
        newline = <const uint8_t*>memchr(text, 10, end - text) if text < end else NULL
        if newline == NULL:
            put(buffer, text, end - text)
            return
        put(buffer, text, newline + 1 - text)
        text = newline + 1
        if text < end and text[0] != 10:
            put_spaces(buffer, width)


cdef bint is_dashes(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Has a first line nothing but dashes and spaces?"""
    while at < end and at[0] != 10:
        if at[0] != 45 and at[0] != 32:
            return False
        at += 1
    return True
