"""Lines: rows of the content to pieces, and pieces to Markdown."""

# What pieces stand in.
cdef enum Around:
    IN_LINE = 0
    IN_LINK = 1
    RAISED = 2


# What has been found in a line, or in lines that some renderers read as one, that marks might pair with.
cdef enum Doubt:
    PRICES = 1          # dollar signs before digits
    OTHER_DOLLARS = 2
    STRUCK_OUT = 4
    FORMULAS = 8
    CODE_DOLLARS = 16


cdef class Lines(Marks):
    """Writes lines of one content."""

    cdef const char* line_break
    cdef Py_ssize_t line_break_size
    cdef bint in_cell
    cdef bint strict            # whether `$5` and `~5` are escaped, as next to strikethrough or formulas
    cdef bint near_formulas     # whether a dollar sign in code may be read as the end of a formula
    cdef int found              # doubts
    cdef Py_ssize_t began       # where the last pieces that were finished stand
    cdef str unpaired           # the marks that have no partner in the pieces, once that is known
    cdef dict names
    cdef list used
    cdef int opened[MOST_OPENED]
    cdef int opened_from        # the marks before were opened outside of a link or raised text
    cdef int opened_count
    cdef bint links
    cdef bint images
    cdef bint emphasis

    def __init__(self, content, *, links, images, emphasis, names, used, rules):
        self.links, self.images, self.emphasis = links, images, emphasis
        self.names, self.used, self.rules, self.signs = names, used, rules, rules.SIGNS
        self.begin("writing Markdown")
        self.open_content(content)

    cdef void begin_line(self, const char* line_break, bint in_cell) noexcept nogil:
        """Forget the pieces of the line before."""
        self.line_break, self.line_break_size, self.in_cell = line_break, strlen(line_break), in_cell
        self.pieces.count = self.made.size = 0
        self.opened_count = self.opened_from = 0

    cdef int put_line(self) except -1 nogil:
        """Write the pieces that were added."""
        cdef Piece before, after
        cdef Py_ssize_t start = self.out.size
        self.finish(&self.out, 0, IN_LINE, b"", &before, &after)
        return self.look_for_doubts(start)

    cdef int look_for_doubts(self, Py_ssize_t start) except -1 nogil:
        """Note what is in what was put from a place on that other marks might pair with."""
        cdef const uint8_t* first = self.out.data + start
        cdef const uint8_t* end = self.out.data + self.out.size
        cdef const uint8_t* at = first
        while at < end:
            if at[0] == 126 and at + 1 < end and at[1] == 126:
                self.found |= STRUCK_OUT
            elif at[0] == 36:
                if at + 1 < end and self.is_digit(at + 1, end):
                    self.found |= PRICES
                elif at == first or (at - 1)[0] != 92:
                    self.found |= OTHER_DOLLARS
            at += 1
        return 0

    cdef int is_digit(self, const uint8_t* at, const uint8_t* end) except -1 nogil:
        cdef int length
        if at[0] < 128:
            return 48 <= at[0] <= 57
        with gil:
            return chr(decode(at, end, &length)).isdecimal()

    cdef bint may_pair(self) noexcept nogil:
        """May dollar signs of prices or of code be taken for those of formulas?"""
        cdef bint both = self.found & FORMULAS and self.found & CODE_DOLLARS
        return both or (self.found & PRICES and self.found & (OTHER_DOLLARS | FORMULAS | CODE_DOLLARS))

    # Rows to pieces

    cdef int add(self, Piece piece) except -1 nogil:
        return append(&self.pieces, piece) if piece.size else 0

    cdef int add_str(self, int type, str text) except -1:
        """Add a piece that is not in the content."""
        cdef Piece piece = Piece(type=type, mark=0, made=True, start=self.made.size, size=0)
        put_str(&self.made, text)
        piece.size = self.made.size - piece.start
        return self.add(piece)

    cdef int add_words(self, int type, Py_ssize_t start, Py_ssize_t size) except -1 nogil:
        """Add words or code of the content, without control characters."""
        cdef const uint8_t* text = self.rows.text + start
        if self.signs.has(0, text, text + size):
            with gil:
                return self.add_str(type, self.rules.without_controls(as_str(text, size)))
        return self.add(Piece(type=type, mark=0, made=False, start=start, size=size))

    cdef int next_line(self) except -1 nogil:
        return append(&self.pieces, mark_of(BREAK_PIECE, 0)) if self.pieces.count else 0

    cdef int add_span(self, int first, int end, int mark) except -1 nogil:
        """Add the pieces between two rows as one more line, in a mark or in none."""
        self.next_line()
        if mark and not (self.emphasis and self.has_words(first, end)):
            mark = 0
        if mark:
            self.open_mark(mark)
        self.flatten(first, end, IN_LINE, mark, 0)
        return self.close_mark() if mark else 0

    cdef int flatten(self, int row, int end, int around, int marks, int depth) except -1 nogil:
        """Add the pieces of some rows, which stand in some marks."""
        while row < end:
            self.look(depth)
            if self.rows.kind[row] == TEXT_ROW:
                self.add_words(TEXT_PIECE, self.rows.text_start[row], self.size_at(row))
            else:
                self.add_piece(row, around, marks, depth + 1)
            row = self.rows.end[row]
        return 0

    cdef int add_piece(self, int row, int around, int marks, int depth) except -1 nogil:
        cdef int kind = self.rows.kind[row], end = self.rows.end[row], mark = 0
        if kind == EMPHASIS_ROW:
            mark = EMPHASIS
        elif kind == STRONG_ROW:
            mark = STRONG
        elif kind == STRIKETHROUGH_ROW:
            mark = STRUCK
        if mark:
            if marks & mark or not self.emphasis or not self.has_words(row + 1, end):
                return self.flatten(row + 1, end, around, marks, depth)
            self.open_mark(mark)
            self.flatten(row + 1, end, around, marks | mark, depth)
            return self.close_mark()
        if kind == LINK_ROW:
            if self.links and not around & IN_LINK:
                return self.link(row, around, marks, depth)
            return self.flatten(row + 1, end, around, marks, depth)
        if kind == SUPERSCRIPT_ROW:
            return self.wrap(row, around | RAISED, marks, depth, b"<sup>", b"</sup>", NULL)
        if kind == SUBSCRIPT_ROW:
            return self.wrap(row, around | RAISED, marks, depth, b"<sub>", b"</sub>", NULL)
        if kind == CODE_ROW:
            return self.code(self.rows.text_start[row], self.size_at(row))
        if kind == IMAGE_ROW:
            return self.image(row) if self.images else 0
        if kind == BREAK_ROW:
            return self.add_break(around)
        if kind == REFERENCE_ROW:
            return self.reference(row, around)
        if kind == MATH_ROW:
            return self.formula(row)
        with gil:
            raise ValueError(f"A row of kind {kind} is no piece of a line.")

    cdef inline Py_ssize_t size_at(self, int row) noexcept nogil:
        return self.rows.text_end[row] - self.rows.text_start[row]

    cdef str text_at(self, int row):
        return as_str(self.rows.text + self.rows.text_start[row], self.size_at(row))

    cdef int open_mark(self, int mark) except -1 nogil:
        self.opened[self.opened_count] = mark
        self.opened_count += 1
        return append(&self.pieces, mark_of(OPEN_PIECE, mark))

    cdef int close_mark(self) except -1 nogil:
        self.opened_count -= 1
        return append(&self.pieces, mark_of(CLOSE_PIECE, self.opened[self.opened_count]))

    cdef int add_break(self, int around) except -1 nogil:
        """Break the line; marks end with their line, so that none begins or ends inside of them."""
        cdef int at
        for at in range(self.opened_count - 1, self.opened_from - 1, -1):
            append(&self.pieces, mark_of(CLOSE_PIECE, self.opened[at]))
        if around & RAISED:
            self.add_space(&self.pieces)
        else:
            append(&self.pieces, mark_of(BREAK_PIECE, 0))
        for at in range(self.opened_from, self.opened_count):
            append(&self.pieces, mark_of(OPEN_PIECE, self.opened[at]))
        return 0

    cdef int add_space(self, Pieces* pieces) except -1 nogil:
        put_byte(&self.made, 32)
        return append(pieces, words_at(self.made.size - 1, 1, True))

    cdef bint has_words(self, int first, int end) noexcept nogil:
        """Is there anything between two rows to mark? A picture alone looks no different in a mark."""
        cdef int inner, kind
        cdef const uint8_t* start
        for inner in range(first, end):
            kind = self.rows.kind[inner]
            start = self.rows.text + self.rows.text_start[inner]
            if kind == REFERENCE_ROW or (
                (kind == TEXT_ROW or kind == CODE_ROW or kind == MATH_ROW)
                and not is_blank(start, start + self.size_at(inner))
            ):
                return True
        return False

    cdef int code(self, Py_ssize_t start, Py_ssize_t size) except -1 nogil:
        if size and memchr(self.rows.text + start, 36, size) != NULL:
            self.found |= CODE_DOLLARS
        return self.add_words(CODE_PIECE, start, size)

    cdef int formula(self, int row) except -1 with gil:
        latex = " ".join(self.rules.without_controls(self.text_at(row)).split())
        if latex:
            # With a dollar sign in it a formula becomes code.
            self.found |= CODE_DOLLARS if "$" in latex else FORMULAS
        return self.add_str(MATH_PIECE, latex)

    cdef int reference(self, int row, int around) except -1 with gil:
        label = self.argument(row)
        name = None if around & IN_LINK else self.names.get(label)
        if name is None:
            return self.add_str(TEXT_PIECE, self.rules.without_controls(f"[{label}]"))
        self.used.append(label)
        return self.add_str(RAW_PIECE, f"[^{name}]")

    # Links, raised words, pictures

    cdef int link(self, int row, int around, int marks, int depth) except -1 nogil:
        cdef Piece target
        if self.may_show_address(row) and self.autolink(row):
            return 0
        if not self.find_target(row, &target):
            # Its address is not safe to follow.
            return self.flatten(row + 1, self.rows.end[row], around, marks, depth)
        return self.wrap(row, around | IN_LINK, marks, depth, b"[", b"](", &target)

    cdef int wrap(
        self, int row, int around, int marks, int depth, const char* opening, const char* closing, Piece* target
    ) except -1 nogil:
        """Words in brackets with the target of a link behind them, or between tags; the white space around
        them stands outside."""
        cdef Py_ssize_t first = self.pieces.count
        cdef int opened_from = self.opened_from
        self.opened_from = self.opened_count
        self.flatten(row + 1, self.rows.end[row], around, marks, depth)
        self.opened_from = opened_from
        return self.close_wrap(first, around, opening, closing, target)

    cdef int close_wrap(
        self, Py_ssize_t first, int around, const char* opening, const char* closing, Piece* target
    ) except -1 nogil:
        """One finished piece of those from one on."""
        cdef Piece before, after
        cdef Py_ssize_t start, size = strlen(opening)
        self.finish(&self.made, first, around, opening, &before, &after)
        start = self.began
        self.pieces.count = first
        self.add(before)
        if self.made.size > start + size:
            if target != NULL and self.made.data[start + 1] == 94 and reserve(&self.made, 1):
                # `[^` begins a footnote.
                memmove(self.made.data + start + 2, self.made.data + start + 1, self.made.size - start - 1)
                self.made.data[start + 1] = 92
                self.made.size += 1
            put(&self.made, <const uint8_t*>closing, strlen(closing))
            if target != NULL:
                self.put_piece(&self.made, target)
                put_byte(&self.made, 41)
            self.add(Piece(type=RAW_PIECE, mark=0, made=True, start=start, size=self.made.size - start))
        return self.add(after)

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
        text = self.rules.autolink(self.text_at(row), self.argument(row))
        if text is None:
            return False
        self.add_str(RAW_PIECE, text)
        return True

    cdef int find_target(self, int row, Piece* target) except -1 nogil:
        """What leads to where a link goes; False where that is not safe to follow."""
        cdef const uint8_t* address = self.rows.text + self.rows.text_start[row]
        cdef Py_ssize_t size = self.size_at(row)
        cdef bint is_plain = self.signs.is_plain_address(address, size, True)
        if self.rows.argument[row] < 0 and is_plain:
            target[0] = words_at(self.rows.text_start[row], size, False)
            return True
        with gil:
            target[0] = words_at(self.made.size, 0, True)
            if is_plain:
                put(&self.made, address, size)
            if not is_plain or not self.put_title(self.argument(row)):
                self.made.size = target.start
                text = self.rules.target(self.text_at(row), self.argument(row))
                if text is None:
                    return False
                put_str(&self.made, text)
            target.size = self.made.size - target.start
        return True

    cdef int image(self, int row) except -1 with gil:
        cdef Py_ssize_t start = self.made.size
        picture = self.argument(row)
        if not self.put_image(picture):
            self.made.size = start
            put_str(&self.made, self.rules.image(picture))
        return self.add(Piece(type=RAW_PIECE, mark=0, made=True, start=start, size=self.made.size - start))

    cdef bint put_image(self, picture) except -1:
        """Put a picture that takes no rules."""
        cdef Py_ssize_t size
        cdef const uint8_t* text = bytes_of_str(picture.alt, &size)
        if text == NULL or not self.is_plain_line(IN_WORDS | ENDS_ADDRESS, text, size):
            return False
        put(&self.made, b"![", 2)
        put(&self.made, text, size)
        put(&self.made, b"](", 2)
        text = bytes_of_str(picture.url, &size)
        if text == NULL or not self.signs.is_plain_address(text, size, False):
            return False
        put(&self.made, text, size)
        if not self.put_title(picture.title):
            return False
        put_byte(&self.made, 41)
        return True

    cdef bint put_title(self, str title) except -1:
        """Put a title that takes no rules."""
        cdef Py_ssize_t size
        cdef const uint8_t* text
        if not title:
            return True
        text = bytes_of_str(title, &size)
        if text == NULL or not self.is_plain_line(IN_TITLE, text, size):
            return False
        put(&self.made, b' "', 2)
        put(&self.made, text, size)
        put_byte(&self.made, 34)
        return True

    cdef bint is_plain_line(self, uint8_t sign, const uint8_t* text, Py_ssize_t size) noexcept nogil:
        return is_one_line(text, text + size) and not self.signs.has(sign, text, text + size)

    # Pieces to a line

    cdef int finish(
        self, Buffer* target, Py_ssize_t first, int around, const char* opening, Piece* before, Piece* after
    ) except -1 nogil:
        """Print the pieces from one on behind their opening; the white space on both sides is told apart."""
        cdef Py_ssize_t at
        cdef int types = 0
        for at in range(first, self.pieces.count):
            types |= 1 << self.pieces.items[at].type
        if types & 1 << OPEN_PIECE:
            self.settle(first)
        else:
            self.tidy.count = 0
            for at in range(first, self.pieces.count):
                self.join(self.pieces.items[at])
        if types & 1 << MATH_PIECE:
            self.write_formulas(around)
        if types & 1 << BREAK_PIECE:
            self.break_lines()
        self.take_ends(before, after)
        self.began = target.size
        put(target, <const uint8_t*>opening, strlen(opening))
        return self.print_pieces(target, around)

    cdef int write_formulas(self, int around) except -1 with gil:
        """Code for each formula whose dollar signs would not be read as its ends."""
        cdef Py_ssize_t at
        cdef const Piece* piece
        cdef const Piece* following
        cdef str before, after
        self.turn()
        for at in range(self.spare.count):
            piece, following = &self.spare.items[at], &self.spare.items[at + 1]
            if piece.type != MATH_PIECE:
                self.join(piece[0])
                continue
            before = self.value_of(&self.spare.items[at - 1]) if at else ""
            after = self.value_of(following) if at + 1 < self.spare.count else ""
            latex = self.value_of(piece)
            written = None
            if at + 1 == self.spare.count or following.type != MATH_PIECE:
                written = self.rules.formula(
                    latex, before, after, bool(around & IN_LINK), self.in_cell, self.near_formulas
                )
            self.turn_into(CODE_PIECE if written is None else MATH_PIECE, latex if written is None else written)
        return 0

    cdef int turn_into(self, int type, str text) except -1:
        """Join a piece that was made just now."""
        cdef Piece piece = Piece(type=type, mark=0, made=True, start=self.made.size, size=0)
        put_str(&self.made, text)
        piece.size = self.made.size - piece.start
        return self.join(piece)

    cdef int break_lines(self) except -1 nogil:
        """Lines without white space at their ends; a break before or after all of them is a space."""
        cdef Py_ssize_t at
        cdef Piece piece, head, tail
        cdef Piece* last
        self.turn()
        for at in range(self.spare.count):
            piece, last = self.spare.items[at], last_of(&self.tidy)
            if piece.type == BREAK_PIECE:
                self.strip_end(&tail)
                last = last_of(&self.tidy)
                if last == NULL:
                    self.add_space(&self.tidy)
                elif last.type != BREAK_PIECE:
                    append(&self.tidy, piece)
                continue
            if piece.type == TEXT_PIECE and last != NULL and last.type == BREAK_PIECE:
                split(self.bytes_of(&piece) - piece.start, &piece, &head, &tail)
                self.lengthen(&piece, tail)
            self.join(piece)
        last = last_of(&self.tidy)
        if last != NULL and last.type == BREAK_PIECE:
            self.tidy.count -= 1
            self.add_space(&self.tidy)
        return 0

    cdef void strip_end(self, Piece* space) noexcept nogil:
        """Take the white space after everything else."""
        cdef Piece* last = last_of(&self.tidy)
        cdef Piece words, head
        space[0] = words_at(0, 0, False)
        if last == NULL or last.type != TEXT_PIECE:
            return
        words = last[0]
        split(self.bytes_of(&words) - words.start, &words, &head, space)
        last.size -= space.size
        if not words.size:
            space[0] = head
            self.tidy.count -= 1

    cdef void take_ends(self, Piece* before, Piece* after) noexcept nogil:
        """Take the white space that stands before and after everything else."""
        cdef Piece words, tail
        before[0] = words_at(0, 0, False)
        if self.tidy.count and self.tidy.items[0].type == TEXT_PIECE:
            words = self.tidy.items[0]
            split(self.bytes_of(&words) - words.start, &words, before, &tail)
            self.tidy.items[0].start += before.size
            self.tidy.items[0].size -= before.size
            if not words.size:
                self.tidy.count -= 1
                memmove(self.tidy.items, self.tidy.items + 1, self.tidy.count * sizeof(Piece))
        self.strip_end(after)

    cdef int print_pieces(self, Buffer* target, int around) except -1 nogil:
        cdef Py_ssize_t at
        cdef Piece* piece
        cdef bint knows_unpaired = False
        for at in range(self.tidy.count):
            piece = &self.tidy.items[at]
            if piece.type == TEXT_PIECE:
                if self.print_words(target, at, around, knows_unpaired):
                    knows_unpaired = True
            elif piece.type == CODE_PIECE:
                self.print_code(target, piece, around)
            elif piece.type == BREAK_PIECE:
                put(target, <const uint8_t*>self.line_break, self.line_break_size)
            elif piece.type == RAW_PIECE:
                self.put_piece(target, piece)
            elif piece.type == MATH_PIECE:
                put_byte(target, 36)
                self.put_piece(target, piece)
                put_byte(target, 36)
            else:
                put(target, <const uint8_t*>MARK_TEXTS[piece.mark], strlen(MARK_TEXTS[piece.mark]))
        return 0

    cdef int print_words(self, Buffer* target, Py_ssize_t at, int around, bint knows_unpaired) except -1 nogil:
        """Put words, whose ends do not join with a link or a picture next to them; whether rules were asked."""
        cdef const Piece* piece = &self.tidy.items[at]
        cdef const uint8_t* start = self.bytes_of(piece)
        cdef bint is_odd = self.signs.has(IN_WORDS | ENDS_ADDRESS, start, start + piece.size)
        if start[0] == 40 and at and self.ends_in_bracket(&self.tidy.items[at - 1]):
            put_byte(target, 92)
        if is_odd:
            self.escape(target, at, around, knows_unpaired)
        else:
            self.put_piece(target, piece)
        if target.size and target.data[target.size - 1] == 33 and at + 1 < self.tidy.count:
            if piece[1].type == RAW_PIECE and self.bytes_of(piece + 1)[0] == 91:
                target.size -= 1
                put(target, b"\\!", 2)
        return is_odd

    cdef bint ends_in_bracket(self, const Piece* piece) noexcept nogil:
        return piece.size > 0 and self.bytes_of(piece)[piece.size - 1] == 93 and (
            piece.type == RAW_PIECE or piece.type == CODE_PIECE or piece.type == MATH_PIECE
        )

    cdef int escape(self, Buffer* target, Py_ssize_t at, int around, bint knows_unpaired) except -1 with gil:
        """Put words that hold what may be misread."""
        cdef const Piece* before = &self.tidy.items[at - 1]
        if not knows_unpaired:
            self.unpaired = self.find_unpaired(around)
        return put_str(target, self.rules.words(
            self.value_of(&self.tidy.items[at]),
            self.value_of(before) if at and before.type != BREAK_PIECE else "",
            self.character_after(at),
            self.unpaired,
            bool(around & IN_LINK),
            bool(around & RAISED),
            self.strict,
        ))

    cdef str character_after(self, Py_ssize_t at):
        """The character after words, empty for white space, even behind closing marks."""
        cdef str after
        at += 1
        while at < self.tidy.count and self.tidy.items[at].type == CLOSE_PIECE:
            at += 1
        if at == self.tidy.count:
            return ""
        after = self.fenced_value(&self.tidy.items[at])[:1]
        # The backslash of a break is read as part of an address; `<` ends it.
        return after.strip("<") if self.tidy.items[at].type == BREAK_PIECE else after.strip()

    cdef str find_unpaired(self, int around):
        """The marks that have no partner in the pieces, so that they are read as themselves."""
        cdef Py_ssize_t at
        cdef const Piece* piece
        cdef list line = [], others = []
        if around & RAISED:
            return ""
        for at in range(self.tidy.count):
            piece = &self.tidy.items[at]
            value = self.fenced_value(piece)
            line.append(value if piece.type == TEXT_PIECE or piece.type == BREAK_PIECE else "\0")
            if piece.type != TEXT_PIECE:
                others.append(value)
        # Where cells are not known, a whole table is one paragraph.
        return self.rules.unpaired(
            "".join(line), "".join(others), "*_" if around & IN_LINK or self.in_cell else "*_`$"
        )

    cdef int print_code(self, Buffer* target, const Piece* piece, int around) except -1 nogil:
        cdef const uint8_t* start = self.bytes_of(piece)
        cdef const uint8_t* end = start + piece.size
        if start[0] == 32 or (end - 1)[0] == 32 or self.signs.has(IN_CODE, start, end):
            with gil:
                return put_str(target, self.rules.code(
                    self.value_of(piece), bool(around & IN_LINK), self.in_cell, self.near_formulas
                ))
        put_byte(target, 96)
        self.put_piece(target, piece)
        put_byte(target, 96)
        return 0

    cdef str value_of(self, const Piece* piece):
        if piece.type == BREAK_PIECE:
            return self.line_break[:self.line_break_size].decode()
        if piece.type == OPEN_PIECE or piece.type == CLOSE_PIECE:
            return MARK_TEXTS[piece.mark].decode()
        return as_str(self.bytes_of(piece), piece.size)

    cdef str fenced_value(self, const Piece* piece):
        """The same, code and formulas behind their first mark."""
        if piece.type == CODE_PIECE:
            return "`" + self.value_of(piece)
        return "$" + self.value_of(piece) if piece.type == MATH_PIECE else self.value_of(piece)


cdef const uint8_t* bytes_of_str(str text, Py_ssize_t* size) except? NULL:
    """The bytes of a text, NULL where it holds half of a pair."""
    try:
        return <const uint8_t*>PyUnicode_AsUTF8AndSize(text, size)
    except UnicodeEncodeError:
        return NULL
