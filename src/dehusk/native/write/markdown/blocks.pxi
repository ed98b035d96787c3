"""Blocks, which stand below each other, in lists and in quotations."""

cdef enum:
    LARGEST_NUMBER = 999_999_999

cdef const char* HARD_BREAK = b"\\\n"
cdef const char* HASHES = b"###### "


# Blocks that follow each other.
cdef struct Level:
    Py_ssize_t first    # of its parts
    bint is_apart       # by blank lines; otherwise nothing is put between them yet
    bint other          # the list before has the other marker
    int depth


cdef class MarkdownWriter(Lines):
    """Writes the blocks of one content."""

    cdef Parts parts
    cdef Buffer scratch
    cdef bytes left_out
    cdef const uint8_t* without
    cdef object rules

    def __dealloc__(self):
        free(self.parts.items)
        close_buffer(&self.scratch)

    def __init__(self, content, *, left_out, **others):
        Lines.__init__(self, content, **others)
        if left_out:
            self.left_out = flags_of(left_out, self.rows.count)
            self.without = self.left_out

    def write(self, int first, int end, rules, int indent=0):
        """The blocks between two rows, and of which kind the first is: -1 where there is nothing."""
        cdef Level level
        cdef int kind = -1
        if not 0 <= first <= end <= self.rows.count:
            raise IndexError(f"The content has no rows {first} to {end}.")
        self.out.size = self.parts.count = 0
        self.open_level(&level, True, 0)
        self.rules = rules
        try:
            with nogil:
                self.units(&level, first, end)
                self.indent(0, indent)
        finally:
            self.rules = None
        if self.out.failed or self.made.failed or self.scratch.failed:
            raise MemoryError
        if self.parts.count:
            kind = self.parts.items[0].kind
        return kind, as_str(self.out.data, self.out.size)

    # Blocks below each other

    cdef void open_level(self, Level* level, bint is_apart, int depth) noexcept nogil:
        level.first = self.parts.count
        level.is_apart = is_apart
        level.other = False
        level.depth = depth

    cdef int units(self, Level* level, int row, int end) except -1 nogil:
        """What there is to write between two rows, in the few forms that Markdown has."""
        cdef int kind
        level.depth += 1
        self.look(level.depth)
        while row < end:
            kind = self.rows.kind[row]
            if kind == FIGURE_ROW:
                self.figure(level, row)
            elif kind == TABLE_ROW:
                self.table(level, row)
            elif kind == DEFINITIONS_ROW:
                self.definitions(level, row)
            elif kind == EMBED_ROW:
                self.ask(level, row, PARAGRAPH_ROW)
            elif kind == POST_ROW:
                self.post(level, row)
            elif kind != FOOTNOTE_ROW and (self.without == NULL or not self.without[row]):
                self.block(level, row, kind)
            row = self.rows.end[row]
        level.depth -= 1
        return 0

    cdef Py_ssize_t open_part(self, Level* level) noexcept nogil:
        """Begin a block; where the text before it ends."""
        cdef Py_ssize_t before = self.out.size
        if level.is_apart and self.parts.count > level.first:
            put(&self.out, b"\n\n", 2)
        return before

    cdef int close_part(self, Level* level, Py_ssize_t before, Py_ssize_t start, int kind, int number) except -1 nogil:
        """End a block; it goes where it has nothing to show."""
        if self.out.size == start:
            self.out.size = before
            return 0
        append_part(&self.parts, Part(kind=kind, number=number, start=start, end=self.out.size))
        return self.measure()

    cdef int block(self, Level* level, int row, int kind) except -1 nogil:
        cdef Py_ssize_t before = self.open_part(level), start = self.out.size
        cdef bint second
        self.look(level.depth)
        if kind == PARAGRAPH_ROW:
            self.put_span(row + 1, self.rows.end[row], 0, HARD_BREAK, 2)
            self.guard(start)
        elif kind == HEADING_ROW:
            self.heading(row)
        elif kind == LIST_ROW or kind == NUMBERED_ROW:
            # Two lists in a row would be read as one, were it not for another marker.
            second = self.last_kind(level) == kind and not level.other
            self.listing(level, row, second)
            if self.out.size > start:
                level.other = second
        elif kind == QUOTE_ROW:
            self.quotation(level, row)
        elif kind == RULE_ROW:
            put(&self.out, b"***", 3)
        elif kind == CODE_BLOCK_ROW or kind == MATH_BLOCK_ROW:
            self.put_answer(row)
        else:
            self.refuse(row)
        return self.close_part(level, before, start, kind, self.rows.number[row])

    cdef int last_kind(self, Level* level) noexcept nogil:
        """Of which kind the last block is, -1 for none."""
        return self.parts.items[self.parts.count - 1].kind if self.parts.count > level.first else -1

    # Lines

    cdef int put_span(self, int first, int end, int mark, const char* line_break, Py_ssize_t size) except -1 nogil:
        """Put a line of the pieces between two rows."""
        cdef const uint8_t* start
        cdef const uint8_t* stop
        cdef int strict
        if not mark and end == first + 1 and self.rows.kind[first] == TEXT_ROW:
            # Words alone, as most lines are.
            start = self.rows.text + self.rows.text_start[first]
            stop = self.rows.text + self.rows.text_end[first]
            if not self.signs.has(IN_WORDS | ENDS_ADDRESS, start, stop):
                strip(&start, &stop)
                put(&self.out, start, stop - start)
                return 0
        for strict in range(2):
            self.begin_line(line_break, size)
            self.strict = strict
            if self.add_span(first, end, mark) != PLAIN:
                break
            if self.put_line() == PLAIN:
                return 0
            if self.doubted & PERHAPS_PRICES:
                break
        return self.put_by_rules(first, end, mark, line_break)

    cdef int put_by_rules(self, int first, int end, int mark, const char* line_break) except -1 with gil:
        spans = [(first, end, "*" * mark)]
        return put_str(&self.out, self.rules.line(spans, line_break.decode()))

    cdef int guard(self, Py_ssize_t start) except -1 nogil:
        """See to it that no line of a paragraph begins like another block."""
        cdef Py_ssize_t at = start
        cdef const uint8_t* newline
        while at < self.out.size:
            if self.signs.of_byte[self.out.data[at]] & FIRST_IN_LINE:
                return self.guard_by_rules(start)
            newline = <const uint8_t*>memchr(self.out.data + at, 10, self.out.size - at)
            if newline == NULL:
                return 0
            at = newline + 1 - self.out.data
        return 0

    cdef int guard_by_rules(self, Py_ssize_t start) except -1 with gil:
        return self.put_instead(start, self.rules.guarded(self.text_from(start)))

    cdef str text_from(self, Py_ssize_t start):
        return as_str(self.out.data + start, self.out.size - start)

    cdef int put_instead(self, Py_ssize_t start, str text) except -1:
        """Let another text stand from a place on."""
        self.out.size = start
        return put_str(&self.out, text)

    cdef int put_answer(self, int row) except -1 with gil:
        """Put what the rules make of a row."""
        return put_str(&self.out, self.rules.block(row))

    cdef int ask(self, Level* level, int row, int kind) except -1 nogil:
        """A block that the rules write as a whole."""
        cdef Py_ssize_t before = self.open_part(level), start = self.out.size
        self.put_answer(row)
        return self.close_part(level, before, start, kind, 0)

    # Kinds of blocks

    cdef int heading(self, int row) except -1 nogil:
        cdef Py_ssize_t start = self.out.size, text
        cdef int level = min(max(self.rows.number[row], 1), 6)
        put(&self.out, <const uint8_t*>HASHES + 6 - level, level + 1)
        text = self.out.size
        self.put_span(row + 1, self.rows.end[row], 0, b" ", 1)
        if self.out.size == text:
            self.out.size = start
        elif self.out.data[self.out.size - 1] == 35:
            self.guard_heading(text)
        return 0

    cdef int guard_heading(self, Py_ssize_t start) except -1 with gil:
        return self.put_instead(start, self.rules.guarded_heading(self.text_from(start)))

    cdef int quotation(self, Level* around, int row) except -1 nogil:
        cdef Py_ssize_t start = self.out.size
        cdef Level level
        self.open_level(&level, True, around.depth)
        if self.rows.argument[row] >= 0:
            self.callout(&level, row)
        else:
            self.units(&level, row + 1, self.rows.end[row])
        self.parts.count = level.first
        return self.quote(start)

    cdef int callout(self, Level* level, int row) except -1 with gil:
        """A box: its first paragraph is one with the mark for those who know no boxes."""
        cdef Py_ssize_t start = self.out.size
        cdef int first
        cdef Part part
        mark, first = self.rules.callout(row)
        self.units(level, first, self.rows.end[row])
        if not mark or self.parts.count == level.first:
            return 0
        part = self.parts.items[level.first]
        text = as_str(self.out.data + start, part.end - start)
        rest = as_str(self.out.data + part.end, self.out.size - part.end)
        if part.kind == PARAGRAPH_ROW:
            return self.put_instead(start, f"{mark}\n{self.rules.guarded_later(text)}{rest}")
        return self.put_instead(start, f"{mark}\n\n{text}{rest}")

    cdef int quote(self, Py_ssize_t start) except -1 nogil:
        """Let what stands from a place on be quoted."""
        cdef Py_ssize_t at = start, stop
        if self.out.size == start:
            return 0
        self.scratch.size = 0
        while at <= self.out.size:
            stop = self.end_of_line(at)
            put(&self.scratch, b"> ", 2 if stop > at else 1)
            put(&self.scratch, self.out.data + at, stop - at)
            if stop < self.out.size:
                put_byte(&self.scratch, 10)
            at = stop + 1
        return self.take_scratch(start)

    cdef Py_ssize_t end_of_line(self, Py_ssize_t at) noexcept nogil:
        cdef const uint8_t* newline = NULL
        if at < self.out.size:
            newline = <const uint8_t*>memchr(self.out.data + at, 10, self.out.size - at)
        return self.out.size if newline == NULL else newline - self.out.data

    cdef int take_scratch(self, Py_ssize_t start) except -1 nogil:
        """Let what was put together stand from a place on."""
        self.out.size = start
        put(&self.out, self.scratch.data, self.scratch.size)
        return 0

    cdef int indent(self, Py_ssize_t start, int width) except -1 nogil:
        """Move the lines after the first in, but for empty ones."""
        if width:
            self.scratch.size = 0
            put_indented(&self.scratch, self.out.data + start, self.out.size - start, width)
            self.take_scratch(start)
        return 0

    cdef int table(self, Level* level, int row) except -1 nogil:
        """The caption, then the table."""
        cdef int caption = self.caption_of(row)
        if caption >= 0:
            self.paragraph(level, caption, 1)
        return self.ask(level, row, TABLE_ROW)

    cdef int figure(self, Level* level, int row) except -1 nogil:
        """What is in a figure with its caption below in emphasis; that of code stands above it."""
        cdef int part = row + 1, caption = self.caption_of(row)
        cdef bint is_code = False, is_other = False
        while part < self.rows.end[row]:
            if self.rows.kind[part] == CODE_BLOCK_ROW:
                is_code = True
            elif self.rows.kind[part] != CAPTION_ROW:
                is_other = True
            part = self.rows.end[part]
        is_code = is_code and not is_other
        if caption >= 0 and is_code:
            self.paragraph(level, caption, 1)
        part = row + 1
        while part < self.rows.end[row]:
            if self.rows.kind[part] != CAPTION_ROW:
                self.units(level, part, self.rows.end[part])
            part = self.rows.end[part]
        if caption >= 0 and not is_code:
            self.paragraph(level, caption, 1)
        return 0

    cdef int caption_of(self, int row) noexcept nogil:
        """The first caption inside of a row, -1 without one."""
        cdef int part = row + 1
        while part < self.rows.end[row]:
            if self.rows.kind[part] == CAPTION_ROW:
                return part
            part = self.rows.end[part]
        return -1

    cdef int paragraph(self, Level* level, int row, int mark) except -1 nogil:
        """The pieces inside of a row as a paragraph in a mark."""
        cdef Py_ssize_t before = self.open_part(level), start = self.out.size
        self.put_span(row + 1, self.rows.end[row], mark, HARD_BREAK, 2)
        self.guard(start)
        return self.close_part(level, before, start, PARAGRAPH_ROW, 0)

    cdef int definitions(self, Level* level, int row) except -1 nogil:
        """Each term as a strong line, with the first paragraph of its meaning below it."""
        cdef int item = row + 1, part, block, first
        while item < self.rows.end[row]:
            first = self.first_meaning(item)
            self.terms(level, item, first)
            part = item + 1
            while part < self.rows.end[item]:
                block = part + 1
                while self.rows.kind[part] != TERM_ROW and block < self.rows.end[part]:
                    if block != first:
                        self.units(level, block, self.rows.end[block])
                    block = self.rows.end[block]
                part = self.rows.end[part]
            item = self.rows.end[item]
        return 0

    cdef int first_meaning(self, int item) noexcept nogil:
        """The first block of the meanings if it is a paragraph that can follow a term, -1 otherwise."""
        cdef int part = item + 1, found = -1
        cdef bint has_term = False
        while part < self.rows.end[item]:
            if self.rows.kind[part] == TERM_ROW:
                has_term = True
            elif found < 0 and part + 1 < self.rows.end[part]:
                found = part + 1
            part = self.rows.end[part]
        return found if has_term and found >= 0 and self.rows.kind[found] == PARAGRAPH_ROW else -1

    cdef int terms(self, Level* level, int item, int meaning) except -1 nogil:
        cdef Py_ssize_t before = self.open_part(level), start = self.out.size
        cdef int part = item + 1
        cdef bint is_plain = True
        self.begin_line(HARD_BREAK, 2)
        while part < self.rows.end[item] and is_plain:
            if self.rows.kind[part] == TERM_ROW:
                is_plain = self.add_span(part + 1, self.rows.end[part], 2) == PLAIN
            part = self.rows.end[part]
        if meaning >= 0:
            is_plain = is_plain and self.add_span(meaning + 1, self.rows.end[meaning], 0) == PLAIN
        if not is_plain or self.put_line() != PLAIN:
            self.terms_by_rules(item, meaning)
        self.guard(start)
        return self.close_part(level, before, start, PARAGRAPH_ROW, 0)

    cdef int terms_by_rules(self, int item, int meaning) except -1 with gil:
        cdef int part = item + 1
        spans = []
        while part < self.rows.end[item]:
            if self.rows.kind[part] == TERM_ROW:
                spans.append((part + 1, self.rows.end[part], "**"))
            part = self.rows.end[part]
        if meaning >= 0:
            spans.append((meaning + 1, self.rows.end[meaning], ""))
        return put_str(&self.out, self.rules.line(spans, "\\\n"))

    cdef int post(self, Level* level, int row) except -1 nogil:
        """Who wrote it and when in one line, what was written, and each reply as a quotation."""
        cdef int part = row + 1, reply
        cdef Py_ssize_t before, start
        cdef Level below
        level.depth += 1
        self.look(level.depth)
        self.ask(level, row, PARAGRAPH_ROW)
        while part < self.rows.end[row]:
            if self.rows.kind[part] != REPLIES_ROW:
                self.units(level, part, self.rows.end[part])
            else:
                reply = part + 1
                while reply < self.rows.end[part]:
                    before = self.open_part(level)
                    start = self.out.size
                    self.open_level(&below, True, level.depth)
                    self.post(&below, reply)
                    self.parts.count = below.first
                    self.quote(start)
                    self.close_part(level, before, start, QUOTE_ROW, 0)
                    reply = self.rows.end[reply]
            part = self.rows.end[part]
        level.depth -= 1
        return 0

    # Lists

    cdef int listing(self, Level* around, int row, bint second) except -1 nogil:
        """The items of a list: apart by blank lines, unless each reads the same without them."""
        cdef Py_ssize_t start = self.out.size, first = self.parts.count, count = 0
        cdef int item = row + 1, number = self.rows.number[row], width
        cdef bint is_tight = True
        cdef bint is_numbered = self.rows.kind[row] == NUMBERED_ROW
        cdef Py_ssize_t at, stop
        cdef char marker[16]
        cdef Level level
        while item < self.rows.end[row]:
            self.open_level(&level, False, around.depth)
            self.units(&level, item + 1, self.rows.end[item])
            if self.parts.count > level.first:
                # Behind the parts of an item there is one that says what it is.
                is_tight = is_tight and self.is_tight(level.first)
                append_part(
                    &self.parts,
                    Part(kind=ITEM_ROW, number=self.rows.number[item], start=level.first, end=self.out.size),
                )
                count += 1
            item = self.rows.end[item]
        if not 0 <= number <= LARGEST_NUMBER - count:
            number = 1
        self.scratch.size = 0
        at = first
        while at < self.parts.count:
            stop = at
            while self.parts.items[stop].kind != ITEM_ROW:
                stop += 1
            if at > first:
                put(&self.scratch, b"\n\n", 1 if is_tight else 2)
            if is_numbered:
                width = snprintf(marker, 16, b"%d%s", number, b") " if second else b". ")
                number += 1
            else:
                width = snprintf(marker, 16, b"%s", b"* " if second else b"- ")
            put(&self.scratch, <const uint8_t*>marker, width)
            self.put_item(at, stop, width, is_tight)
            at = stop + 1
        self.parts.count = first
        return self.take_scratch(start)

    cdef bint is_tight(self, Py_ssize_t first) noexcept nogil:
        """Whether an item reads the same without blank lines: one block, or a paragraph and a list."""
        cdef Py_ssize_t count = self.parts.count - first
        cdef Part* parts = &self.parts.items[first]
        # A numbered list can only follow a paragraph at once when it begins with 1.
        return count == 1 or (
            count == 2
            and parts[0].kind == PARAGRAPH_ROW
            and (parts[1].kind == LIST_ROW or (parts[1].kind == NUMBERED_ROW and parts[1].number == 1))
        )

    cdef void put_item(self, Py_ssize_t first, Py_ssize_t end, int width, bint is_tight) noexcept nogil:
        """Put the parts of an item together."""
        cdef Part* part = &self.parts.items[first]
        cdef int box = self.parts.items[end].number
        cdef Py_ssize_t at
        if part.kind == RULE_ROW:
            # `- ***` and `* ---` would be fine, `- ---` and `* ***` are rules as a whole.
            memset(self.out.data + part.start, 95, 3)
        elif part.kind == PARAGRAPH_ROW:
            if box:
                put(&self.scratch, b"[ ] " if box == 1 else b"[x] ", 4)
            # `--` is a rule with the marker before it.
            if is_dashes(self.out.data + part.start, self.out.data + part.end):
                put_byte(&self.scratch, 92)
        for at in range(first, end):
            part = &self.parts.items[at]
            if at > first:
                put(&self.scratch, b"\n\n", 1 if is_tight else 2)
                put_spaces(&self.scratch, width)
            put_indented(&self.scratch, self.out.data + part.start, part.end - part.start, width)
