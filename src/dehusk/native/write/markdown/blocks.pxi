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


# What a line is made of: the pieces between two rows in a mark or in none (0 and up), or of one row.
cdef enum Filling:
    OF_TERMS = 8        # the terms of a definition, and the paragraph at another row below them
    OF_POST
    OF_PLAYER
    OF_CELL
    OF_NOTE             # the words between two rows behind `[1]`


cdef class MarkdownWriter(Lines):
    """Writes the blocks of one content."""

    cdef Parts parts
    cdef Buffer scratch
    cdef bytes left_out
    cdef const uint8_t* without
    cdef str label

    def __dealloc__(self):
        free(self.parts.items)
        close_buffer(&self.scratch)

    def __init__(self, content, *, left_out, **others):
        Lines.__init__(self, content, **others)
        if left_out:
            self.left_out = flags_of(left_out, self.rows.count)
            self.without = self.left_out

    def write(self, int first, int end, int indent=0):
        """The blocks between two rows, and of which kind the first is: -1 where there is nothing."""
        cdef Level level
        cdef int kind = -1
        if not 0 <= first <= end <= self.rows.count:
            raise IndexError(f"The content has no rows {first} to {end}.")
        self.out.size = self.parts.count = 0
        self.open_level(&level, True, 0)
        with nogil:
            self.units(&level, first, end)
            self.indent(0, indent)
        if self.parts.count:
            kind = self.parts.items[0].kind
        return kind, self.all_of_it()

    def note(self, str label, int first, int end):
        """The pieces between two rows behind the label of a footnote, as a paragraph."""
        self.out.size, self.label = 0, self.rules.without_controls(f"[{label}] ")
        self.put_paragraph(OF_NOTE, first, end)
        return self.all_of_it()

    cdef str all_of_it(self):
        if self.made.failed or self.scratch.failed:
            raise MemoryError
        return self.whole()

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
                self.paragraph(level, OF_PLAYER, row, row)
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
            self.put_paragraph(0, row + 1, self.rows.end[row])
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
            self.put_code(row, kind)
        else:
            self.refuse(row)
        return self.close_part(level, before, start, kind, self.rows.number[row])

    cdef int last_kind(self, Level* level) noexcept nogil:
        """Of which kind the last block is, -1 for none."""
        return self.parts.items[self.parts.count - 1].kind if self.parts.count > level.first else -1

    # Lines

    cdef int put_filled(self, int filling, int row, int end, const char* line_break) except -1 nogil:
        """Put a line, with more escapes where it turns out to have what may pair."""
        cdef const uint8_t* start
        cdef const uint8_t* stop
        cdef Py_ssize_t before = self.out.size
        if not filling and end == row + 1 and self.rows.kind[row] == TEXT_ROW:
            # Words alone, as most lines are.
            start = self.rows.text + self.rows.text_start[row]
            stop = self.rows.text + self.rows.text_end[row]
            if not self.signs.has(IN_WORDS | ENDS_ADDRESS, start, stop):
                strip(&start, &stop)
                put(&self.out, start, stop - start)
                return 0
        self.found = 0
        self.strict = self.near_formulas = False
        self.begin_line(line_break, False)
        self.fill(filling, row, end)
        self.put_line()
        # Next to strikethrough or a formula even `~5` or `$5` may be read as a mark.
        if self.may_pair() or self.found & STRUCK_OUT:
            self.be_strict()
            self.out.size = before
            self.begin_line(line_break, False)
            self.fill(filling, row, end)
            self.put_line()
        return 0

    cdef void be_strict(self) noexcept nogil:
        self.strict = True
        self.near_formulas = self.found & FORMULAS and self.found & CODE_DOLLARS

    cdef int fill(self, int filling, int row, int end) except -1 nogil:
        """Add the pieces of a line."""
        if filling == OF_TERMS:
            return self.add_terms(row, end)
        if filling == OF_POST:
            return self.add_post(row)
        if filling == OF_PLAYER:
            return self.add_player(row)
        if filling == OF_CELL:
            return self.add_blocks(row + 1, end, 0)
        if filling == OF_NOTE:
            self.add_label()
            return self.flatten(row, end, IN_LINE, 0, 0)
        return self.add_span(row, end, filling)

    cdef int put_paragraph(self, int filling, int row, int end) except -1 nogil:
        """Put a line of which no part begins like another block."""
        cdef Py_ssize_t start = self.out.size
        self.put_filled(filling, row, end, HARD_BREAK)
        return self.guard(start)

    cdef int paragraph(self, Level* level, int filling, int row, int end) except -1 nogil:
        """A paragraph of its own."""
        cdef Py_ssize_t before = self.open_part(level), start = self.out.size
        self.put_paragraph(filling, row, end)
        return self.close_part(level, before, start, PARAGRAPH_ROW, 0)

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
        return self.put_instead(start, self.rules.guard_lines(self.text_from(start)))

    cdef str text_from(self, Py_ssize_t start):
        return as_str(self.out.data + start, self.out.size - start)

    cdef int put_instead(self, Py_ssize_t start, str text) except -1:
        """Let another text stand from a place on."""
        self.out.size = start
        return put_str(&self.out, text)

    cdef int put_code(self, int row, int kind) except -1 with gil:
        """Put a block of code or of a formula."""
        if kind == MATH_BLOCK_ROW:
            return put_str(&self.out, self.rules.display_formula(self.text_at(row)))
        return put_str(&self.out, self.rules.code_block(self.text_at(row), self.argument(row)))

    # Lines of what has a form of its own

    cdef int add_label(self) except -1 with gil:
        return self.add_str(TEXT_PIECE, self.label)

    cdef int add_post(self, int row) except -1 with gil:
        """Who wrote a post and when, in one line: `**Ann** · 2024-05-01`."""
        author, day = map(self.rules.without_controls, self.rules.author_and_day(*self.argument(row)))
        cdef bint is_marked = self.emphasis and author.strip()
        if is_marked:
            self.open_mark(STRONG)
        self.add_str(TEXT_PIECE, author)
        if is_marked:
            self.close_mark()
        return self.add_str(TEXT_PIECE, f" · {day}" if author and day else day)

    cdef int add_player(self, int row) except -1 with gil:
        """A link to a player."""
        cdef Piece target
        cdef Py_ssize_t first = self.pieces.count
        url, title = self.argument(row)
        words = title or url
        short = self.rules.autolink(url, None) if self.links else None
        if short is not None and short == f"<{words}>":
            return self.add_str(RAW_PIECE, short)
        self.add_str(TEXT_PIECE, self.rules.without_controls(words))
        place = self.rules.target(url, None) if self.links else None
        if place is None:
            return 0
        target = words_at(self.made.size, 0, True)
        put_str(&self.made, place)
        target.size = self.made.size - target.start
        return self.close_wrap(first, IN_LINK, b"[", b"](", &target)

    cdef int add_blocks(self, int row, int end, int depth) except -1 nogil:
        """The blocks in a cell, a line each."""
        cdef int kind
        cdef bint captions_first
        while row < end:
            kind = self.rows.kind[row]
            self.look(depth)
            if kind == PARAGRAPH_ROW:
                self.add_span(row + 1, self.rows.end[row], 0)
            elif kind == HEADING_ROW or kind == TERM_ROW:
                self.add_span(row + 1, self.rows.end[row], STRONG)
            elif kind == CAPTION_ROW:
                self.add_span(row + 1, self.rows.end[row], EMPHASIS)
            elif kind == CODE_BLOCK_ROW:
                self.add_code_lines(row)
            elif kind == MATH_BLOCK_ROW or kind == EMBED_ROW:
                self.next_line()
                if kind == EMBED_ROW:
                    self.add_player(row)
                else:
                    self.formula(row)
            elif kind == FIGURE_ROW:
                captions_first = self.is_of_code(row)
                self.add_parts(row, captions_first, depth + 1)
                self.add_parts(row, not captions_first, depth + 1)
            elif kind != RULE_ROW and kind != FOOTNOTE_ROW:
                if kind == POST_ROW:
                    self.next_line()
                    self.add_post(row)
                self.add_blocks(row + 1, self.rows.end[row], depth + 1)
            row = self.rows.end[row]
        return 0

    cdef int add_parts(self, int figure, bint captions, int depth) except -1 nogil:
        """The captions of a figure, or all but them."""
        cdef int part = figure + 1
        while part < self.rows.end[figure]:
            if (self.rows.kind[part] == CAPTION_ROW) == captions:
                self.add_blocks(part, self.rows.end[part], depth)
            part = self.rows.end[part]
        return 0

    cdef int add_code_lines(self, int row) except -1 nogil:
        cdef Py_ssize_t start = self.rows.text_start[row], end
        cdef const uint8_t* text = self.rows.text
        cdef const uint8_t* newline
        while start < self.rows.text_end[row]:
            newline = <const uint8_t*>memchr(text + start, 10, self.rows.text_end[row] - start)
            end = self.rows.text_end[row] if newline == NULL else newline - text
            if not is_blank(text + start, text + end):
                self.next_line()
                self.code(start, end - start)
            start = end + 1
        return 0

    cdef int add_terms(self, int item, int meaning) except -1 nogil:
        cdef int part = item + 1
        while part < self.rows.end[item]:
            if self.rows.kind[part] == TERM_ROW:
                self.add_span(part + 1, self.rows.end[part], STRONG)
            part = self.rows.end[part]
        return self.add_span(meaning + 1, self.rows.end[meaning], 0) if meaning >= 0 else 0

    # Kinds of blocks

    cdef int heading(self, int row) except -1 nogil:
        cdef Py_ssize_t start = self.out.size, text
        cdef int level = min(max(self.rows.number[row], 1), 6)
        put(&self.out, <const uint8_t*>HASHES + 6 - level, level + 1)
        text = self.out.size
        self.put_filled(0, row + 1, self.rows.end[row], b" ")
        if self.out.size == text:
            self.out.size = start
        elif self.out.data[self.out.size - 1] == 35:
            self.guard_heading(text)
        return 0

    cdef int guard_heading(self, Py_ssize_t start) except -1 with gil:
        return self.put_instead(start, self.rules.guard_heading(self.text_from(start)))

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
        mark, says_kind = self.rules.callout(self.argument(row), self.only_words(row))
        first = self.rows.end[row + 1] if says_kind else row + 1
        self.units(level, first, self.rows.end[row])
        if not mark or self.parts.count == level.first:
            return 0
        part = self.parts.items[level.first]
        text = as_str(self.out.data + start, part.end - start)
        rest = as_str(self.out.data + part.end, self.out.size - part.end)
        if part.kind == PARAGRAPH_ROW:
            return self.put_instead(start, f"{mark}\n{self.rules.guard_later_lines(text)}{rest}")
        return self.put_instead(start, f"{mark}\n\n{text}{rest}")

    cdef str only_words(self, int row):
        """The first paragraph inside a row if it is mere words, strong perhaps."""
        cdef int words = row + 2, end
        if row + 1 == self.rows.end[row] or self.rows.kind[row + 1] != PARAGRAPH_ROW:
            return None
        end = self.rows.end[row + 1]
        if words < end and self.rows.kind[words] == STRONG_ROW:
            words += 1
        return self.text_at(words) if words == end - 1 and self.rows.kind[words] == TEXT_ROW else None

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
        cdef Py_ssize_t before, start
        self.caption(level, row)
        before, start = self.open_part(level), self.out.size
        self.put_table(row)
        return self.close_part(level, before, start, TABLE_ROW, 0)

    cdef int put_table(self, int row) except -1 with gil:
        """The lines of a table; some renderers read all of them as one paragraph."""
        cdef list lines = [], cells
        cdef int line = row + 1, cell
        self.found = 0
        self.strict = self.near_formulas = False
        while line < self.rows.end[row]:
            cells, cell = [], line + 1
            while self.rows.kind[line] != CAPTION_ROW and cell < self.rows.end[line]:
                cells.append((self.argument(cell), self.text_of_cell(cell), cell))
                cell = self.rows.end[cell]
            if self.rows.kind[line] != CAPTION_ROW:
                lines.append(cells)
            line = self.rows.end[line]
        if self.may_pair() or self.found & STRUCK_OUT:
            strict = self.may_pair()
            self.be_strict()
            lines = [
                [(span, self.text_of_cell(cell) if strict or "~~" in text else text, cell) for span, text, cell in cells]
                for cells in lines
            ]
        return put_str(&self.out, self.rules.table(
            [[(span, text) for span, text, _ in cells] for cells in lines], self.rows.number[row] > 0
        ))

    cdef str text_of_cell(self, int row):
        cdef Py_ssize_t start = self.out.size
        self.begin_line(b"<br>", True)
        self.fill(OF_CELL, row, self.rows.end[row])
        self.put_line()
        self.measure()
        text = self.text_from(start)
        self.out.size = start
        return text

    cdef int figure(self, Level* level, int row) except -1 nogil:
        """What is in a figure with its caption below in emphasis; that of code stands above it."""
        cdef int part = row + 1
        cdef bint is_code = self.is_of_code(row)
        if is_code:
            self.caption(level, row)
        while part < self.rows.end[row]:
            if self.rows.kind[part] != CAPTION_ROW:
                self.units(level, part, self.rows.end[part])
            part = self.rows.end[part]
        return 0 if is_code else self.caption(level, row)

    cdef bint is_of_code(self, int figure) noexcept nogil:
        cdef int part = figure + 1
        cdef bint is_code = False
        while part < self.rows.end[figure]:
            if self.rows.kind[part] == CODE_BLOCK_ROW:
                is_code = True
            elif self.rows.kind[part] != CAPTION_ROW:
                return False
            part = self.rows.end[part]
        return is_code

    cdef int caption(self, Level* level, int row) except -1 nogil:
        """The first caption inside of a row."""
        cdef int part = row + 1
        while part < self.rows.end[row]:
            if self.rows.kind[part] == CAPTION_ROW:
                return self.paragraph(level, EMPHASIS, part + 1, self.rows.end[part])
            part = self.rows.end[part]
        return 0

    cdef int definitions(self, Level* level, int row) except -1 nogil:
        """Each term as a strong line, with the first paragraph of its meaning below it."""
        cdef int item = row + 1, part, block, first
        while item < self.rows.end[row]:
            first = self.first_meaning(item)
            self.paragraph(level, OF_TERMS, item, first)
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

    cdef int post(self, Level* level, int row) except -1 nogil:
        """Who wrote it and when in one line, what was written, and each reply as a quotation."""
        cdef int part = row + 1, reply
        cdef Py_ssize_t before, start
        cdef Level below
        level.depth += 1
        self.look(level.depth)
        self.paragraph(level, OF_POST, row, row)
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
