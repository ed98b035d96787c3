"""Pieces of a line: words, marks, and what is finished."""

cdef enum Answer:
    PLAIN, NOT_PLAIN


cdef struct Piece:
    int type
    bint made           # its bytes stand among those that were made, not in the text of the content
    bint odd            # it takes rules
    Py_ssize_t start
    Py_ssize_t size


cdef struct Pieces:
    Piece* items
    Py_ssize_t count
    Py_ssize_t room


cdef enum Mark:
    EMPHASIS = 1
    STRONG = 2
    STRUCK = 4
    MOST_OPENED = 4     # no mark stands inside of the same

cdef const char* MARK_TEXTS[5]
MARK_TEXTS[:] = [b"", b"*", b"**", b"", b"~~"]


# What a line has in it that other marks might pair with.
cdef enum Doubt:
    PRICES = 1          # dollar signs before digits
    OTHER_DOLLARS = 2
    STRUCK_OUT = 4
    PERHAPS_PRICES = 8  # before what may be a digit of another script


# What pieces stand in.
cdef enum Around:
    IN_LINE = 0
    IN_LINK = 1
    RAISED = 2


cdef int append(Pieces* pieces, Piece piece) except -1 nogil:
    cdef void* items
    cdef Py_ssize_t room
    if pieces.count == pieces.room:
        room = 2 * pieces.count + 32
        items = realloc(pieces.items, room * sizeof(Piece))
        if items == NULL:
            with gil:
                raise MemoryError
        pieces.items = <Piece*>items
        pieces.room = room
    pieces.items[pieces.count] = piece
    pieces.count += 1
    return 0


cdef void remove(Pieces* pieces, Py_ssize_t at) noexcept nogil:
    pieces.count -= 1
    while at < pieces.count:
        pieces.items[at] = pieces.items[at + 1]
        at += 1


cdef void drop_words(Pieces* pieces) noexcept nogil:
    """Leave out the white space among what waits."""
    cdef Py_ssize_t at, count = 0
    for at in range(pieces.count):
        if pieces.items[at].type != TEXT_PIECE:
            pieces.items[count] = pieces.items[at]
            count += 1
    pieces.count = count


cdef inline Piece words_at(Py_ssize_t start, Py_ssize_t size, bint made) noexcept nogil:
    return Piece(type=TEXT_PIECE, made=made, odd=False, start=start, size=size)


cdef inline Piece mark_of(int type, int mark) noexcept nogil:
    """The opening or closing of a mark, a break."""
    return Piece(type=type, made=False, odd=False, start=0, size=mark)


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
