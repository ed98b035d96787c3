"""Which marks of emphasis can stand where they are.

Whether `*` opens or closes depends on the characters on both sides (the flanking rules of CommonMark):
`**word:**next` is not strong. Here white space moves out of the marks, then punctuation, as in
`**word**:next`; where that does not help the marks are left out. The text is always the same.
"""

cdef enum:
    ROUNDS = 8      # each settles the marks whose neighbours stay; only a hostile page needs more than three
    DROPPED = -1    # what is to move out of a mark that cannot stay

# What a character is beside a mark, as the rules say.
cdef enum:
    WHITE, PUNCTUATION, WORD, SYMBOL


cdef inline bint fits(int mark, int outside, int inside) noexcept nogil:
    """The flanking rules, where a symbol counts as whatever is worse: versions differ on it."""
    return outside <= PUNCTUATION or (inside == WORD and mark != UNDERSCORE)


cdef class Marks(ContentWriter):
    """Settles the marks in the pieces of a line."""

    cdef Pieces pieces      # as they come
    cdef Pieces tidy        # those that are being finished
    cdef Pieces spare
    cdef Buffer made        # what of them is not in the text of the content
    cdef object rules
    cdef Signs signs

    def __dealloc__(self):
        free(self.pieces.items)
        free(self.tidy.items)
        free(self.spare.items)
        close_buffer(&self.made)

    cdef inline const uint8_t* bytes_of(self, const Piece* piece) noexcept nogil:
        return (<const uint8_t*>self.made.data if piece.made else self.rows.text) + piece.start

    cdef int put_piece(self, Buffer* target, const Piece* piece) except -1 nogil:
        """Put the bytes of a piece, which may stand in the same buffer."""
        if not reserve(target, piece.size):
            with gil:
                raise MemoryError
        put(target, self.bytes_of(piece), piece.size)
        return 0

    cdef void turn(self) noexcept nogil:
        """Let the tidy pieces be spare, to begin anew."""
        cdef Pieces before = self.spare
        self.spare, self.tidy = self.tidy, before
        self.tidy.count = 0

    cdef int join(self, Piece piece) except -1 nogil:
        """Add to the tidy pieces: words to words, code to code, and `**a****b**` as `**ab**`."""
        cdef Piece* last = last_of(&self.tidy)
        if (piece.type == TEXT_PIECE or piece.type == CODE_PIECE) and not piece.size:
            return 0
        if last != NULL:
            if piece.type == OPEN_PIECE and last.type == CLOSE_PIECE and last.mark == piece.mark:
                self.tidy.count -= 1
                return 0
            if piece.type == last.type and (piece.type == TEXT_PIECE or piece.type == CODE_PIECE):
                return self.lengthen(last, piece)
        return append(&self.tidy, piece)

    cdef int lengthen(self, Piece* piece, Piece more) except -1 nogil:
        """Put more words behind some."""
        cdef Piece whole = words_at(self.made.size, piece.size + more.size, True)
        if not more.size:
            return 0
        if not piece.size:
            piece.made, piece.start = more.made, more.start
        elif piece.made != more.made or piece.start + piece.size != more.start:
            if piece.made and piece.start + piece.size == self.made.size:
                whole.start = piece.start
            else:
                self.put_piece(&self.made, piece)
            self.put_piece(&self.made, &more)
            piece.made, piece.start = True, whole.start
        piece.size = whole.size
        return 0

    # Settling

    cdef int settle(self, Py_ssize_t first) except -1 nogil:
        """The pieces from one on with marks that renderers read as meant, and no others."""
        cdef Py_ssize_t at
        self.tighten(&self.pieces, first)
        for _ in range(ROUNDS):
            self.combine()
            self.part_marks()
            if not self.find_faults():
                return 0
            self.repair()
            self.tighten(&self.spare, 0)
        self.turn()
        for at in range(self.spare.count):
            if self.spare.items[at].type != OPEN_PIECE and self.spare.items[at].type != CLOSE_PIECE:
                self.join(self.spare.items[at])
        return 0

    cdef int tighten(self, const Pieces* source, Py_ssize_t first) except -1 nogil:
        """White space outside of the marks, and no marks around nothing."""
        cdef Piece opening[MOST_OPENED]
        cdef Piece piece, head, tail, space = words_at(0, 0, False)
        cdef Py_ssize_t at
        cdef int opened = 0, number
        self.tidy.count = 0
        for at in range(first, source.count):
            piece = source.items[at]
            if piece.type == OPEN_PIECE:
                opening[opened] = piece
                opened += 1
                continue
            if piece.type == CLOSE_PIECE:
                if opened:
                    opened -= 1
                else:
                    self.join(piece)
                continue
            head = tail = words_at(0, 0, False)
            if piece.type == TEXT_PIECE:
                split(self.bytes_of(&piece) - piece.start, &piece, &head, &tail)
                self.lengthen(&space, head)
                if not piece.size:
                    continue
            self.join(space)
            for number in range(opened):
                self.join(opening[number])
            opened = 0
            self.join(piece)
            space = tail
        return self.join(space)

    cdef void pair_up(self) noexcept nogil:
        """Tell each mark where its partner is."""
        cdef Py_ssize_t opened[MOST_OPENED]
        cdef Py_ssize_t at
        cdef int count = 0
        for at in range(self.tidy.count):
            if self.tidy.items[at].type == OPEN_PIECE:
                opened[count] = at
                count += 1
            elif self.tidy.items[at].type == CLOSE_PIECE:
                count -= 1
                self.tidy.items[at].start = opened[count]
                self.tidy.items[opened[count]].start = at

    cdef void combine(self) noexcept nogil:
        """Strong around emphasis, or the reverse, with nothing between them, is one mark."""
        cdef Py_ssize_t at, count = 0
        cdef Piece* one
        cdef Piece* other
        self.pair_up()
        for at in range(self.tidy.count - 1):
            one, other = &self.tidy.items[at], &self.tidy.items[at + 1]
            if one.type != OPEN_PIECE or other.type != OPEN_PIECE or other.start != one.start - 1:
                continue
            if one.mark and other.mark and one.mark + other.mark == BOTH:
                one.mark = self.tidy.items[one.start].mark = BOTH
                other.mark = self.tidy.items[other.start].mark = 0
        for at in range(self.tidy.count):
            one = &self.tidy.items[at]
            if one.mark or (one.type != OPEN_PIECE and one.type != CLOSE_PIECE):
                self.tidy.items[count] = one[0]
                count += 1
        self.tidy.count = count
        self.pair_up()

    cdef void part_marks(self) noexcept nogil:
        """Emphasis that touches strong is written with `_`, so that their marks do not run together."""
        cdef Py_ssize_t at
        cdef Piece* piece
        for at in range(self.tidy.count):
            piece = &self.tidy.items[at]
            if piece.type == OPEN_PIECE and piece.mark == EMPHASIS and self.touches(at):
                piece.mark = self.tidy.items[piece.start].mark = UNDERSCORE

    cdef bint touches(self, Py_ssize_t at) noexcept nogil:
        """Does a pair stand next to another mark made of asterisks?"""
        cdef Py_ssize_t end = self.tidy.items[at].start
        return (
            self.is_asterisk(at - 1) or self.is_asterisk(at + 1)
            or self.is_asterisk(end - 1) or self.is_asterisk(end + 1)
        )

    cdef bint is_asterisk(self, Py_ssize_t at) noexcept nogil:
        return 0 <= at < self.tidy.count and 0 < self.tidy.items[at].mark <= BOTH

    cdef int find_faults(self) except -1 nogil:
        """Say of each pair how much text has to move out of it; whether there is any that would not be
        read as meant."""
        cdef Py_ssize_t at, end, lead, trail
        cdef int mark, found = 0
        cdef bint opens, closes, crowded
        cdef Piece* piece
        for at in range(self.tidy.count):
            piece = &self.tidy.items[at]
            if piece.type != OPEN_PIECE:
                continue
            mark, end = piece.mark, piece.start
            opens = fits(mark, self.class_before(at), self.class_after(at))
            closes = fits(mark, self.class_after(end), self.class_before(end))
            crowded = mark == BOTH and self.touches(at)
            lead = trail = 0
            if not opens or not closes or crowded:
                found = 1
                lead = 0 if opens else self.odd_bytes(at + 1, True)
                trail = 0 if closes else self.odd_bytes(end - 1, False)
                if (
                    crowded or (not opens and not lead) or (not closes and not trail)
                    or (at + 2 == end and lead + trail >= self.tidy.items[at + 1].size)
                ):
                    lead = trail = DROPPED
            piece.size, self.tidy.items[end].size = lead, trail
        return found

    cdef Py_ssize_t odd_bytes(self, Py_ssize_t at, bint from_start) except -1 nogil:
        """How much of a text at one end is not of words; 0 when it has no words."""
        cdef const Piece* piece = &self.tidy.items[at]
        cdef const uint8_t* start = self.bytes_of(piece)
        cdef const uint8_t* end = start + piece.size
        cdef int length
        if piece.type != TEXT_PIECE:
            return 0
        while start < end:
            if from_start:
                if self.class_at(decode(start, end, &length)) == WORD:
                    return piece.size - (end - start)
                start += length
            else:
                if self.class_at(decode_last(start, end)) == WORD:
                    return piece.size - (end - start)
                end -= 1
                while end > start and end[0] & 0xC0 == 0x80:
                    end -= 1
        return 0

    cdef int repair(self) except -1 nogil:
        """Move text out of marks, and drop those that cannot stay; what comes of it is spare."""
        cdef Py_ssize_t at, size
        cdef Piece piece
        cdef const Piece* before
        cdef const Piece* after
        self.spare.count = 0
        for at in range(self.tidy.count):
            piece = self.tidy.items[at]
            before, after = &self.tidy.items[at - 1], &self.tidy.items[at + 1]
            size = piece.size
            if piece.type == OPEN_PIECE or piece.type == CLOSE_PIECE:
                if size == DROPPED:
                    continue
                if piece.mark == UNDERSCORE:
                    piece.mark = EMPHASIS
                if size and piece.type == OPEN_PIECE:
                    append(&self.spare, words_at(after.start, size, after.made))
                append(&self.spare, piece)
                if size and piece.type == CLOSE_PIECE:
                    append(&self.spare, words_at(before.start + before.size - size, size, before.made))
                continue
            if piece.type == TEXT_PIECE:
                if at and before.type == OPEN_PIECE and before.size > 0:
                    piece.start += before.size
                    piece.size -= before.size
                if at + 1 < self.tidy.count and after.type == CLOSE_PIECE and after.size > 0:
                    piece.size -= after.size
            append(&self.spare, piece)
        return 0

    # Characters beside marks

    cdef int class_before(self, Py_ssize_t at) except -1 nogil:
        """What the character before a piece is."""
        cdef const Piece* piece
        if at == 0:
            return WHITE
        piece = &self.tidy.items[at - 1]
        if piece.type != TEXT_PIECE:
            return WHITE if piece.type == BREAK_PIECE else PUNCTUATION
        return self.class_at(decode_last(self.bytes_of(piece), self.bytes_of(piece) + piece.size))

    cdef int class_after(self, Py_ssize_t at) except -1 nogil:
        cdef const Piece* piece
        cdef int length
        if at + 1 == self.tidy.count:
            return WHITE
        piece = &self.tidy.items[at + 1]
        if piece.type != TEXT_PIECE:
            return WHITE if piece.type == BREAK_PIECE else PUNCTUATION
        return self.class_at(decode(self.bytes_of(piece), self.bytes_of(piece) + piece.size, &length))

    cdef int class_at(self, uint32_t code) except -1 nogil:
        if code < 128:
            return self.signs.classes[code]
        return self.class_beyond(code)

    cdef int class_beyond(self, uint32_t code) except -1 with gil:
        return self.rules.class_of(chr(code))
