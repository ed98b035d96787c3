"""Pieces of a line: words, marks, and what is finished."""

cdef struct Piece:
    int type
    int mark            # of an opening or a closing
    bint made           # its bytes stand among those that were made, not in the text of the content
    Py_ssize_t start    # of a mark: its partner
    Py_ssize_t size     # of a mark: how many bytes of words are to move out of it


cdef struct Pieces:
    Piece* items
    Py_ssize_t count
    Py_ssize_t room


cdef enum Mark:
    EMPHASIS = 1
    STRONG = 2
    BOTH = 3
    STRUCK = 4
    UNDERSCORE = 5      # emphasis beside another mark
    MOST_OPENED = 4     # no mark stands inside of the same

cdef const char* MARK_TEXTS[6]
MARK_TEXTS[:] = [b"", b"*", b"**", b"***", b"~~", b"_"]


cdef int append(Pieces* pieces, Piece piece) except -1 nogil:
    make_room(<void**>&pieces.items, pieces.count, &pieces.room, sizeof(Piece))
    pieces.items[pieces.count] = piece
    pieces.count += 1
    return 0


cdef inline Piece* last_of(Pieces* pieces) noexcept nogil:
    return &pieces.items[pieces.count - 1] if pieces.count else NULL


cdef inline Piece words_at(Py_ssize_t start, Py_ssize_t size, bint made) noexcept nogil:
    return Piece(type=TEXT_PIECE, mark=0, made=made, start=start, size=size)


cdef inline Piece mark_of(int type, int mark) noexcept nogil:
    """The opening or closing of a mark, a break."""
    return Piece(type=type, mark=mark, made=False, start=0, size=0)


cdef void split(const uint8_t* text, Piece* piece, Piece* head, Piece* tail) noexcept nogil:
    """Part words from the white space before and after them; what is only white space is head."""
    cdef const uint8_t* start = text + piece.start
    cdef const uint8_t* end = start + piece.size
    cdef const uint8_t* first = start
    cdef const uint8_t* last = end
    strip(&first, &last)
    if first == last:
        first = last = end
    head[0] = words_at(piece.start, first - start, piece.made)
    tail[0] = words_at(last - text, end - last, piece.made)
    piece.start = first - text
    piece.size = last - first
