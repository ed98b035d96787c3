"""Lines: put together here, but for what takes rules, which are asked piece by piece where that will do."""

cdef class Lines(ContentWriter):
    """Writes lines of one content."""

    cdef Pieces pieces
    cdef Pieces tidy
    cdef Pieces waiting
    cdef Buffer made
    cdef object ways            # how what takes rules is written, piece by piece
    cdef Signs signs            # what takes rules
    cdef const char* line_break
    cdef Py_ssize_t line_break_size
    cdef bint strict            # whether `$5` and `~5` are escaped, as next to strikethrough or formulas
    cdef bint code_has_dollars
    cdef int doubted            # what was found in the last line
    cdef Py_ssize_t began       # where the last pieces that were finished stand
    cdef dict names
    cdef list used
    cdef int opened[MOST_OPENED]
    cdef int opened_count
    cdef bint links
    cdef bint images
    cdef bint emphasis

    def __dealloc__(self):
        free(self.pieces.items)
        free(self.tidy.items)
        free(self.waiting.items)
        close_buffer(&self.made)

    def __init__(self, content, *, links, images, emphasis, names, used, ways):
        self.links, self.images, self.emphasis = links, images, emphasis
        self.names, self.used, self.ways, self.signs = names, used, ways, ways.signs
        self.begin("writing Markdown")
        self.open_content(content)

    def line(self, spans, str line_break):
        """Some spans of pieces as lines, None where that takes rules."""
        cdef Py_ssize_t start = self.out.size, size
        cdef const char* text = PyUnicode_AsUTF8AndSize(line_break, &size)
        cdef int first, end
        cdef str mark
        self.begin_line(text, size)
        for span in spans:
            first, end, mark = span
            if self.add_span(first, end, <int>len(mark)) != PLAIN:
                return None
        if self.put_line() != PLAIN or self.doubted & OTHER_DOLLARS:
            self.out.size = start
            return None
        if self.out.failed or self.made.failed:
            raise MemoryError
        written = as_str(self.out.data + start, self.out.size - start)
        self.out.size = start
        return written

    # Spans of rows

    cdef void begin_line(self, const char* line_break, Py_ssize_t size) noexcept nogil:
        """Forget the pieces of the line before."""
        self.line_break, self.line_break_size = line_break, size
        self.pieces.count = self.made.size = 0
        self.opened_count = 0
        self.strict = self.code_has_dollars = False

    cdef int add_span(self, int first, int end, int mark) except -1 nogil:
        """Add the pieces between two rows as one more line, in a mark or in none."""
        if self.pieces.count:
            append(&self.pieces, mark_of(BREAK_PIECE, 0))
        if mark and not (self.emphasis and self.has_words(first, end)):
            mark = 0
        if mark:
            self.open_mark(mark)
        if self.flatten(first, end, IN_LINE, mark) != PLAIN:
            return NOT_PLAIN
        if mark:
            self.close_mark()
        return PLAIN

    cdef int put_line(self) except -1 nogil:
        """Write the pieces that were added."""
        cdef Piece before, after
        cdef Py_ssize_t start = self.out.size
        self.finish(&self.out, 0, &before, &after, IN_LINE, b"")
        self.doubted = 0 if self.strict else self.doubts(start)
        # Next to strikethrough or a formula even `~5` or `$5` may be read as a mark.
        if self.doubted & (STRUCK_OUT | PERHAPS_PRICES) or (
            self.doubted & PRICES and self.doubted & OTHER_DOLLARS
        ):
            self.out.size = start
            return NOT_PLAIN
        return PLAIN

    cdef int doubts(self, Py_ssize_t start) noexcept nogil:
        """What there is in what was put from a place on that other marks might pair with."""
        cdef const uint8_t* first = self.out.data + start
        cdef const uint8_t* end = self.out.data + self.out.size
        cdef const uint8_t* at = first
        cdef int found = OTHER_DOLLARS if self.code_has_dollars else 0
        while at < end:
            if at[0] == 126 and at + 1 < end and at[1] == 126:
                found |= STRUCK_OUT
            elif at[0] == 36:
                if at + 1 < end and 48 <= at[1] <= 57:
                    found |= PRICES
                elif at + 1 < end and at[1] >= 128:
                    found |= PERHAPS_PRICES
                elif at == first or (at - 1)[0] != 92:
                    found |= OTHER_DOLLARS
            at += 1
        return found

    # Rows to pieces

    cdef int add(self, Piece piece) except -1 nogil:
        return append(&self.pieces, piece) if piece.size else 0

    cdef int flatten(self, int row, int end, int around, int marks) except -1 nogil:
        """Add the pieces of some rows."""
        cdef int kind, mark
        cdef Py_ssize_t start, size
        cdef bint odd
        while row < end:
            self.look(0)
            kind = self.rows.kind[row]
            start = self.rows.text_start[row]
            size = self.rows.text_end[row] - start
            if kind == TEXT_ROW:
                odd = self.signs.has(
                    IN_WORDS | ENDS_ADDRESS, self.rows.text + start, self.rows.text + start + size
                )
                self.add(Piece(type=TEXT_PIECE, made=False, odd=odd, start=start, size=size))
            elif kind == EMPHASIS_ROW or kind == STRONG_ROW or kind == STRIKETHROUGH_ROW:
                mark = EMPHASIS if kind == EMPHASIS_ROW else STRONG if kind == STRONG_ROW else STRUCK
                if not marks & mark and self.emphasis and self.has_words(row + 1, self.rows.end[row]):
                    self.open_mark(mark)
                    if self.flatten(row + 1, self.rows.end[row], around, marks | mark) != PLAIN:
                        return NOT_PLAIN
                    self.close_mark()
                    row = self.rows.end[row]
                    continue
            elif kind == LINK_ROW and self.links:
                if around & IN_LINK or self.link(row, around, marks) != PLAIN:
                    return NOT_PLAIN
                row = self.rows.end[row]
                continue
            elif kind == SUPERSCRIPT_ROW or kind == SUBSCRIPT_ROW:
                if around & RAISED or self.raised(row, around, marks, kind == SUPERSCRIPT_ROW) != PLAIN:
                    return NOT_PLAIN
                row = self.rows.end[row]
                continue
            elif kind == IMAGE_ROW:
                if self.images:
                    self.image(row)
            elif kind == CODE_ROW:
                odd = not self.is_plain_code(self.rows.text + start, self.rows.text + start + size)
                if odd and size and memchr(self.rows.text + start, 36, size) != NULL:
                    self.code_has_dollars = True
                self.add(Piece(type=CODE_PIECE, made=False, odd=odd, start=start, size=size))
            elif kind == BREAK_ROW:
                if around:
                    return NOT_PLAIN
                self.add_break()
            elif kind == REFERENCE_ROW:
                if around & IN_LINK or self.reference(row) != PLAIN:
                    return NOT_PLAIN
            elif kind != LINK_ROW:
                return NOT_PLAIN
            row += 1
        return PLAIN

    cdef int open_mark(self, int mark) except -1 nogil:
        self.opened[self.opened_count] = mark
        self.opened_count += 1
        return append(&self.pieces, mark_of(OPEN_PIECE, mark))

    cdef int close_mark(self) except -1 nogil:
        self.opened_count -= 1
        return append(&self.pieces, mark_of(CLOSE_PIECE, self.opened[self.opened_count]))

    cdef int add_break(self) except -1 nogil:
        """Break the line; marks end with their line, so that none begins or ends inside of them."""
        cdef int at
        for at in range(self.opened_count - 1, -1, -1):
            append(&self.pieces, mark_of(CLOSE_PIECE, self.opened[at]))
        append(&self.pieces, mark_of(BREAK_PIECE, 0))
        for at in range(self.opened_count):
            append(&self.pieces, mark_of(OPEN_PIECE, self.opened[at]))
        return 0

    cdef bint has_words(self, int first, int end) noexcept nogil:
        """Is there anything between two rows to mark? A picture alone looks no different in a mark."""
        cdef int inner, kind
        for inner in range(first, end):
            kind = self.rows.kind[inner]
            if kind == REFERENCE_ROW or (
                (kind == TEXT_ROW or kind == CODE_ROW) and not is_blank(
                    self.rows.text + self.rows.text_start[inner], self.rows.text + self.rows.text_end[inner]
                )
            ):
                return True
        return False

    cdef int link(self, int row, int around, int marks) except -1 nogil:
        """Words in brackets and an address behind them, with the white space around them outside."""
        cdef Py_ssize_t count = self.pieces.count, start, end
        cdef const uint8_t* address = self.rows.text + self.rows.text_start[row]
        cdef Piece before, after
        if self.may_show_address(row) and self.autolink(row) == PLAIN:
            return PLAIN
        if self.flatten(row + 1, self.rows.end[row], around | IN_LINK, marks) != PLAIN:
            return NOT_PLAIN
        self.finish(&self.made, count, &before, &after, around | IN_LINK, b"[")
        start = self.began
        self.pieces.count = count
        self.add(before)
        if self.made.size > start + 1:
            if self.made.data[start + 1] == 94:  # `[^` begins a footnote
                return NOT_PLAIN
            put(&self.made, b"](", 2)
            end = self.made.size
            if (
                not self.put_address(address, self.rows.text_end[row] - self.rows.text_start[row], True)
                or (self.rows.argument[row] >= 0 and self.title_of_link(row) != PLAIN)
            ):
                self.made.size = end
                if self.target(row) != PLAIN:
                    # Its address is not safe to follow.
                    self.pieces.count = count
                    return self.flatten(row + 1, self.rows.end[row], around, marks)
            put_byte(&self.made, 41)
            self.add(Piece(type=RAW_PIECE, made=True, odd=False, start=start, size=self.made.size - start))
        self.add(after)
        return PLAIN

    cdef bint may_show_address(self, int row) noexcept nogil:
        """Are the words of a link its very address, but for white space?"""
        cdef const uint8_t* at = self.rows.text + self.rows.text_start[row]
        cdef const uint8_t* end = self.rows.text + self.rows.text_end[row]
        cdef const uint8_t* words
        cdef const uint8_t* stop
        cdef int inner, kind
        for inner in range(row + 1, self.rows.end[row]):
            kind = self.rows.kind[inner]
            if kind == CODE_ROW or kind == BREAK_ROW or kind == REFERENCE_ROW or kind == MATH_ROW:
                return False
            if kind != TEXT_ROW:
                continue
            words = self.rows.text + self.rows.text_start[inner]
            stop = self.rows.text + self.rows.text_end[inner]
            while words < stop:
                while at < end and at[0] <= 32:
                    at += 1
                if at == end or at[0] != words[0]:
                    return False
                at += 1
                words += 1
        while at < end and at[0] <= 32:
            at += 1
        return at == end

    cdef int autolink(self, int row) except -1 with gil:
        """Add a link that shows its own address, if that can be said in short."""
        cdef Py_ssize_t start = self.made.size
        text = self.ways.autolink(self.text_at(row), self.argument(row))
        if text is None:
            return NOT_PLAIN
        put_str(&self.made, text)
        return self.add(Piece(type=RAW_PIECE, made=True, odd=False, start=start, size=self.made.size - start))

    cdef int target(self, int row) except -1 with gil:
        """Put what leads to where a link goes."""
        text = self.ways.target(self.text_at(row), self.argument(row))
        if text is None:
            return NOT_PLAIN
        put_str(&self.made, text)
        return PLAIN

    cdef str text_at(self, int row):
        return as_str(
            self.rows.text + self.rows.text_start[row], self.rows.text_end[row] - self.rows.text_start[row]
        )

    cdef int title_of_link(self, int row) except -1 with gil:
        return self.title(self.argument(row))

    cdef int raised(self, int row, int around, int marks, bint is_above) except -1 nogil:
        """Raised or lowered words between tags, with the white space around them outside."""
        cdef Py_ssize_t count = self.pieces.count, start
        cdef Piece before, after
        if self.flatten(row + 1, self.rows.end[row], around | RAISED, marks) != PLAIN:
            return NOT_PLAIN
        self.finish(&self.made, count, &before, &after, around | RAISED, b"<sup>" if is_above else b"<sub>")
        start = self.began
        self.pieces.count = count
        self.add(before)
        if self.made.size > start + 5:
            put(&self.made, b"</sup>" if is_above else b"</sub>", 6)
            self.add(Piece(type=RAW_PIECE, made=True, odd=False, start=start, size=self.made.size - start))
        return self.add(after)

    cdef int image(self, int row) except -1 with gil:
        cdef Py_ssize_t start = self.made.size
        picture = self.argument(row)
        if self.put_image(picture) != PLAIN:
            self.made.size = start
            put_str(&self.made, self.ways.image(picture))
        return self.add(Piece(type=RAW_PIECE, made=True, odd=False, start=start, size=self.made.size - start))

    cdef int put_image(self, picture) except -1:
        cdef Py_ssize_t size
        cdef const uint8_t* text = bytes_of_str(picture.alt, &size)
        if text == NULL or not self.is_plain_line(IN_WORDS | ENDS_ADDRESS, text, size):
            return NOT_PLAIN
        put(&self.made, b"![", 2)
        put(&self.made, text, size)
        put(&self.made, b"](", 2)
        text = bytes_of_str(picture.url, &size)
        if text == NULL or not self.put_address(text, size, False) or self.title(picture.title) != PLAIN:
            return NOT_PLAIN
        put_byte(&self.made, 41)
        return PLAIN

    cdef bint put_address(self, const uint8_t* text, Py_ssize_t size, bint is_link) noexcept nogil:
        """Put an address that stands between parentheses as it is."""
        if not self.signs.is_plain_address(text, size, is_link):
            return False
        put(&self.made, text, size)
        return True

    cdef bint is_plain_code(self, const uint8_t* at, const uint8_t* end) noexcept nogil:
        """Does code stand between two backticks as it is, in links and cells too?"""
        return at < end and at[0] != 32 and (end - 1)[0] != 32 and not self.signs.has(IN_CODE, at, end)

    cdef bint is_plain_line(self, uint8_t sign, const uint8_t* text, Py_ssize_t size) noexcept nogil:
        return is_one_line(text, text + size) and not self.signs.has(sign, text, text + size)

    cdef int title(self, str title) except -1:
        cdef Py_ssize_t size
        cdef const uint8_t* text
        if not title:
            return PLAIN
        text = bytes_of_str(title, &size)
        if text == NULL or not self.is_plain_line(IN_TITLE, text, size):
            return NOT_PLAIN
        put(&self.made, b' "', 2)
        put(&self.made, text, size)
        put_byte(&self.made, 34)
        return PLAIN

    cdef int reference(self, int row) except -1 with gil:
        cdef Py_ssize_t start = self.made.size
        label = self.argument(row)
        name = self.names.get(label)
        if name is None:
            return NOT_PLAIN
        self.used.append(label)
        put_str(&self.made, f"[^{name}]")
        return self.add(Piece(type=RAW_PIECE, made=True, odd=False, start=start, size=self.made.size - start))

    # Pieces to a line

    cdef int finish(
        self, Buffer* target, Py_ssize_t first, Piece* before, Piece* after, int around, const char* opening
    ) except -1 nogil:
        """Print the pieces from one on behind their opening; the white space on both sides is told apart."""
        memset(before, 0, sizeof(Piece))
        memset(after, 0, sizeof(Piece))
        if not self.is_odd(first):
            self.tighten(first)
            if self.stand_well() and self.marks_fit() and self.take_ends(before, after):
                self.began = target.size
                put(target, <const uint8_t*>opening, strlen(opening))
                return self.print_pieces(target)
        return self.finish_by_rules(target, first, before, after, around, opening)

    cdef bint is_odd(self, Py_ssize_t first) noexcept nogil:
        """Does any piece from one on take rules?"""
        cdef Py_ssize_t at
        for at in range(first, self.pieces.count):
            if self.pieces.items[at].odd:
                return True
        return False

    cdef int finish_by_rules(
        self, Buffer* target, Py_ssize_t first, Piece* before, Piece* after, int around, const char* opening
    ) except -1 with gil:
        """The same for pieces that do not stand well, or hold what may be misread."""
        cdef Py_ssize_t at
        cdef Piece* piece
        cdef str head, words, tail, between = self.line_break[:self.line_break_size].decode()
        cdef list pieces = []
        for at in range(first, self.pieces.count):
            piece = &self.pieces.items[at]
            if piece.type == BREAK_PIECE:
                text = between
            elif piece.type == OPEN_PIECE or piece.type == CLOSE_PIECE:
                text = MARK_TEXTS[piece.size].decode()
            else:
                text = as_str(self.bytes_of(piece), piece.size)
            pieces.append((piece.type, text))
        head, words, tail = self.ways.finished(
            pieces, between, bool(around & IN_LINK), bool(around & RAISED), self.strict
        )
        self.keep_space(before, head)
        self.keep_space(after, tail)
        self.began = target.size
        put(target, <const uint8_t*>opening, strlen(opening))
        return put_str(target, words)

    cdef int keep_space(self, Piece* piece, str space) except -1:
        piece[0] = words_at(self.made.size, 0, True)
        put_str(&self.made, space)
        piece.size = self.made.size - piece.start
        return 0

    cdef int tighten(self, Py_ssize_t first) except -1 nogil:
        """White space outside of marks, none at the ends of lines, and no marks around nothing."""
        cdef Py_ssize_t at, opened = 0, number
        cdef Piece piece, head, tail
        self.tidy.count = self.waiting.count = 0
        memset(&tail, 0, sizeof(Piece))
        for at in range(first, self.pieces.count):
            piece = self.pieces.items[at]
            if piece.type == OPEN_PIECE:
                append(&self.waiting, piece)
                opened += 1
            elif piece.type == CLOSE_PIECE:
                if opened:
                    opened -= 1
                    number = self.waiting.count - 1
                    while self.waiting.items[number].type != OPEN_PIECE:
                        number -= 1
                    remove(&self.waiting, number)
                else:
                    append(&self.tidy, piece)
            elif piece.type == BREAK_PIECE:
                drop_words(&self.waiting)
                if self.tidy.count and self.tidy.items[self.tidy.count - 1].type != BREAK_PIECE:
                    append(&self.tidy, piece)
            else:
                if piece.type == TEXT_PIECE:
                    split(self.bytes_of(&piece) - piece.start, &piece, &head, &tail)
                    if head.size:
                        append(&self.waiting, head)
                    if not piece.size:
                        continue
                if self.tidy.count and self.tidy.items[self.tidy.count - 1].type == BREAK_PIECE:
                    drop_words(&self.waiting)
                self.let_in(opened)
                opened = 0
                append(&self.tidy, piece)
                if piece.type == TEXT_PIECE and tail.size:
                    append(&self.waiting, tail)
        while self.tidy.count and self.tidy.items[self.tidy.count - 1].type == BREAK_PIECE:
            self.tidy.count -= 1
        return self.let_in(0)

    cdef int let_in(self, Py_ssize_t opened) except -1 nogil:
        """Add what waits: white space, then the marks that open before what follows."""
        cdef Py_ssize_t at
        for at in range(self.waiting.count):
            if self.waiting.items[at].type == TEXT_PIECE:
                append(&self.tidy, self.waiting.items[at])
        if opened:
            for at in range(self.waiting.count):
                if self.waiting.items[at].type == OPEN_PIECE:
                    append(&self.tidy, self.waiting.items[at])
        self.waiting.count = 0
        return 0

    cdef bint stand_well(self) noexcept nogil:
        """Does no piece join with the next: code with code, `!` with a link, `]` with a parenthesis?"""
        cdef Py_ssize_t at
        cdef Piece* one
        cdef Piece* other
        cdef uint8_t last, first
        for at in range(1, self.tidy.count):
            one, other = &self.tidy.items[at - 1], &self.tidy.items[at]
            if one.type == CODE_PIECE and other.type == CODE_PIECE:
                return False
            if other.type == TEXT_PIECE and (one.type == RAW_PIECE or one.type == CODE_PIECE):
                last = self.bytes_of(one)[one.size - 1]
                if last == 93 and self.bytes_of(other)[0] == 40:
                    return False
            if one.type == TEXT_PIECE and other.type == RAW_PIECE:
                last, first = self.bytes_of(one)[one.size - 1], self.bytes_of(other)[0]
                if first == 91 and last == 33:
                    return False
        return True

    cdef bint marks_fit(self) except -1 nogil:
        """Has every mark words on its inside, or something other than words on its outside?"""
        cdef Py_ssize_t at
        cdef int type, outside, inside
        for at in range(self.tidy.count):
            type = self.tidy.items[at].type
            if type != OPEN_PIECE and type != CLOSE_PIECE:
                continue
            if at + 1 < self.tidy.count and (
                self.tidy.items[at + 1].type == OPEN_PIECE or self.tidy.items[at + 1].type == CLOSE_PIECE
            ):
                return False
            outside, inside = self.class_before(at), self.class_after(at)
            if type == CLOSE_PIECE:
                outside, inside = inside, outside
            if outside > 1 and inside != 2:
                return False
        return True

    cdef int class_before(self, Py_ssize_t at) except -1 nogil:
        """What rules say of the character before a piece; white space is 0, words are 2."""
        cdef Piece* piece
        if at == 0:
            return 0
        piece = &self.tidy.items[at - 1]
        if piece.type != TEXT_PIECE:
            return 0 if piece.type == BREAK_PIECE else 1
        return self.class_at(decode_last(self.bytes_of(piece), self.bytes_of(piece) + piece.size))

    cdef int class_after(self, Py_ssize_t at) except -1 nogil:
        cdef Piece* piece
        cdef int length
        if at + 1 == self.tidy.count:
            return 0
        piece = &self.tidy.items[at + 1]
        if piece.type != TEXT_PIECE:
            return 0 if piece.type == BREAK_PIECE else 1
        return self.class_at(decode(self.bytes_of(piece), self.bytes_of(piece) + piece.size, &length))

    cdef int class_at(self, uint32_t code) except -1 nogil:
        if code < 128:
            return self.signs.classes[code]
        return self.class_beyond(code)

    cdef int class_beyond(self, uint32_t code) except -1 with gil:
        return self.ways.class_of(chr(code))

    cdef bint take_ends(self, Piece* before, Piece* after) noexcept nogil:
        """Take the white space that stands before and after everything else, if it is of one piece."""
        cdef Py_ssize_t last
        if self.is_space_at(0):
            before[0] = self.tidy.items[0]
            remove(&self.tidy, 0)
        last = self.tidy.count - 1
        if self.is_space_at(last):
            after[0] = self.tidy.items[last]
            self.tidy.count = last
        return not self.is_space_at(0) and not self.is_space_at(self.tidy.count - 1)

    cdef inline bint is_space_at(self, Py_ssize_t at) noexcept nogil:
        cdef const uint8_t* start
        if not 0 <= at < self.tidy.count or self.tidy.items[at].type != TEXT_PIECE:
            return False
        start = self.bytes_of(&self.tidy.items[at])
        return is_blank(start, start + self.tidy.items[at].size)

    cdef int print_pieces(self, Buffer* target) except -1 nogil:
        cdef Py_ssize_t at
        cdef Piece* piece
        for at in range(self.tidy.count):
            piece = &self.tidy.items[at]
            if piece.type == OPEN_PIECE or piece.type == CLOSE_PIECE:
                put(target, <const uint8_t*>MARK_TEXTS[piece.size], strlen(MARK_TEXTS[piece.size]))
            elif piece.type == BREAK_PIECE:
                put(target, <const uint8_t*>self.line_break, self.line_break_size)
            elif piece.type == CODE_PIECE:
                put_byte(target, 96)
                put(target, self.rows.text + piece.start, piece.size)
                put_byte(target, 96)
            elif reserve(target, piece.size):  # what was made may move
                put(target, self.bytes_of(piece), piece.size)
        return PLAIN

    cdef inline const uint8_t* bytes_of(self, Piece* piece) noexcept nogil:
        return (<const uint8_t*>self.made.data if piece.made else self.rows.text) + piece.start


cdef const uint8_t* bytes_of_str(str text, Py_ssize_t* size) except? NULL:
    """The bytes of a text, NULL where it holds half of a pair."""
    try:
        return <const uint8_t*>PyUnicode_AsUTF8AndSize(text, size)
    except UnicodeEncodeError:
        return NULL
