"""The content table as plain text; `dehusk.writers.text` is the door to this module.

A block writes itself to the end of one buffer, so that "did it write anything?" is a question of size:
what stands between two blocks is put before the second and taken back where that turns out to be empty.
"""


cdef class TextWriter(ContentWriter):
    """Writes the blocks of one content."""

    cdef object wrap
    cdef dict lines_of_posts
    cdef bint links
    cdef bint images
    cdef bint bullets
    cdef bint tables

    def __init__(self, content, *, links, images, bullets, tables, lines_of_posts, wrap):
        self.begin("writing text")
        self.open_content(content)
        self.links, self.images, self.bullets, self.tables = links, images, bullets, tables
        self.lines_of_posts = lines_of_posts
        self.wrap = wrap

    def write(self):
        """All blocks, apart by a blank line, the footnotes last."""
        self.blocks(0, self.rows.count, b"\n\n", 2, 0)
        self.footnotes()
        return self.whole()

    cdef int footnotes(self) except -1 nogil:
        cdef int note = 0, row
        cdef Py_ssize_t gap, start
        while note < self.note_count:  # they become more while a note holds another
            row = self.notes[note]
            gap = self.out.size
            self.part(b"\n\n", 2, gap > 0)
            self.put_label(row)
            put_byte(&self.out, 32)
            start = self.out.size
            self.blocks(row + 1, self.rows.end[row], b"\n", 1, 0)
            if self.out.size == start:
                self.out.size = gap
            note += 1
        return 0

    cdef int put_label(self, int row) except -1 with gil:
        return put_str(&self.out, f"[{self.argument(row)}]")

    # Blocks

    cdef inline void part(self, const char* between, int length, bint is_later) noexcept nogil:
        if is_later:
            put(&self.out, <const uint8_t*>between, length)

    cdef int blocks(self, int row, int end, const char* between, int length, int depth) except -1 nogil:
        """Rows that are blocks, those that have something to say apart by what stands between them."""
        cdef Py_ssize_t first = self.out.size, gap, start
        while row < end:
            gap = self.out.size
            self.part(between, length, gap > first)
            start = self.out.size
            self.block(row, depth)
            if self.out.size == start:
                self.out.size = gap
            row = self.rows.end[row]
        return 0

    cdef int block(self, int row, int depth) except -1 nogil:
        cdef int kind = self.rows.kind[row], first = row + 1, end = self.rows.end[row]
        cdef Py_ssize_t start = self.out.size
        self.look(depth)
        if kind == PARAGRAPH_ROW:
            self.line(first, end)
            if self.wrap is not None:
                self.wrap_from(start)
        elif kind == HEADING_ROW:
            self.line(first, end)
            replace_newlines(&self.out, start)
        elif kind == LIST_ROW or kind == NUMBERED_ROW:
            self.listing(row, depth)
        elif kind == DEFINITIONS_ROW:
            self.definitions(first, end, depth)
        elif kind == TABLE_ROW:
            if self.tables:
                self.table(first, end, depth)
        elif kind == CODE_BLOCK_ROW:
            self.code(row)
        elif kind == QUOTE_ROW or kind == REPLIES_ROW:
            self.blocks(first, end, b"\n\n", 2, depth + 1)
        elif kind == FIGURE_ROW:
            self.figure(row, depth)
        elif kind == MATH_BLOCK_ROW:
            self.words(row)
            strip_from(&self.out, start)
        elif kind == EMBED_ROW:
            if self.links:
                self.embed(row)
        elif kind == FOOTNOTE_ROW:
            self.add_note(row)
        elif kind == POST_ROW:
            self.post(row, depth)
        elif kind != RULE_ROW:
            self.refuse(row)
        return self.measure()

    cdef int listing(self, int row, int depth) except -1 nogil:
        cdef int item = row + 1, end = self.rows.end[row]
        cdef int number = self.rows.number[row]
        cdef Py_ssize_t first = self.out.size, gap, start
        while item < end:
            gap = self.out.size
            self.part(b"\n", 1, gap > first)
            start = self.out.size
            self.blocks(item + 1, self.rows.end[item], b"\n", 1, depth + 1)
            if self.out.size == start:
                self.out.size = gap
            elif self.bullets:
                self.mark(start, number, self.rows.kind[row] == NUMBERED_ROW)
            number += 1
            item = self.rows.end[item]
        return 0

    cdef int mark(self, Py_ssize_t start, int number, bint is_numbered) except -1 with gil:
        """Put a mark before what stands from `start` on, and move its other lines in."""
        cdef str marker = f"{number}. " if is_numbered else "- "
        cdef str text = as_str(self.out.data + start, self.out.size - start)
        self.out.size = start
        put_str(&self.out, marker + text.replace("\n", "\n" + " " * len(marker)))
        return 0

    cdef int definitions(self, int row, int end, int depth) except -1 nogil:
        """Terms and meanings, a line each."""
        cdef int part
        cdef Py_ssize_t first = self.out.size, gap, start
        while row < end:
            part = row + 1
            while part < self.rows.end[row]:
                gap = self.out.size
                self.part(b"\n", 1, gap > first)
                start = self.out.size
                if self.rows.kind[part] == TERM_ROW:
                    self.line(part + 1, self.rows.end[part])
                else:
                    self.blocks(part + 1, self.rows.end[part], b"\n", 1, depth + 1)
                if self.out.size == start:
                    self.out.size = gap
                part = self.rows.end[part]
            row = self.rows.end[row]
        return 0

    cdef int table(self, int row, int end, int depth) except -1 nogil:
        """The caption, then a line for each line, with a tab between cells."""
        cdef int cell
        cdef Py_ssize_t first = self.out.size, gap, start, cell_start
        while row < end:
            gap = self.out.size
            self.part(b"\n", 1, gap > first)
            start = self.out.size
            if self.rows.kind[row] == CAPTION_ROW:
                self.line(row + 1, self.rows.end[row])
            else:
                cell = row + 1
                while cell < self.rows.end[row]:
                    if cell > row + 1:
                        put_byte(&self.out, 9)
                    cell_start = self.out.size
                    self.blocks(cell + 1, self.rows.end[cell], b" ", 1, depth + 1)
                    collapse_from(&self.out, cell_start)
                    cell = self.rows.end[cell]
                while self.out.size > start and self.out.data[self.out.size - 1] == 9:
                    self.out.size -= 1
            if self.out.size == start:
                self.out.size = gap
            row = self.rows.end[row]
        return 0

    cdef int code(self, int row) except -1 nogil:
        cdef const uint8_t* start = self.rows.text + self.rows.text_start[row]
        cdef const uint8_t* end = self.rows.text + self.rows.text_end[row]
        if is_blank(start, end):
            return 0
        while start[0] == 10:
            start += 1
        while (end - 1)[0] == 10:
            end -= 1
        put(&self.out, start, end - start)
        return 0

    cdef int figure(self, int row, int depth) except -1 nogil:
        """What is in a figure, then its caption; that of code stands above it."""
        cdef int end = self.rows.end[row], part = row + 1, caption = end
        cdef bint is_code = True
        cdef Py_ssize_t first = self.out.size, gap, start
        while part < end:
            if self.rows.kind[part] == CAPTION_ROW:
                caption = part
            elif self.rows.kind[part] != CODE_BLOCK_ROW:
                is_code = False
            part = self.rows.end[part]
        if is_code and caption < end:
            self.line(caption + 1, end)
        gap = self.out.size
        self.part(b"\n\n", 2, gap > first)
        start = self.out.size
        self.blocks(row + 1, caption, b"\n\n", 2, depth + 1)
        if self.out.size == start:
            self.out.size = gap
        if is_code or caption == end:
            return 0
        gap = self.out.size
        self.part(b"\n\n", 2, gap > first)
        start = self.out.size
        self.line(caption + 1, end)
        if self.out.size == start:
            self.out.size = gap
        return 0

    cdef int embed(self, int row) except -1 with gil:
        url, title = self.argument(row)
        return put_str(&self.out, f"{title} ({url})" if title else url)

    cdef int post(self, int row, int depth) except -1 nogil:
        """Author and date where they are asked for, what was written, and the replies to it."""
        cdef Py_ssize_t before = self.out.size, start
        self.line_of_post(row)
        start = self.out.size
        self.blocks(row + 1, self.rows.end[row], b"\n\n", 2, depth + 1)
        if start > before and self.out.size == start:
            self.out.size -= 2
        return 0

    cdef int line_of_post(self, int row) except -1 with gil:
        line = self.lines_of_posts.get(row)
        return put_str(&self.out, f"{line}\n\n") if line else 0

    # Lines

    cdef inline void words(self, int row) noexcept nogil:
        put(
            &self.out,
            self.rows.text + self.rows.text_start[row],
            self.rows.text_end[row] - self.rows.text_start[row],
        )

    cdef int line(self, int row, int end) except -1 nogil:
        """Rows that are pieces of a line, its lines trimmed."""
        cdef Py_ssize_t start = self.out.size
        self.pieces(row, end)
        trim_lines_from(&self.out, start)
        return 0

    cdef int pieces(self, int row, int end) except -1 nogil:
        """What pieces say; those that only hold others say nothing themselves."""
        cdef int kind
        while row < end:
            kind = self.rows.kind[row]
            if kind == TEXT_ROW or kind == CODE_ROW or kind == MATH_ROW:
                self.words(row)
            elif kind == BREAK_ROW:
                put_byte(&self.out, 10)
            elif kind == LINK_ROW and self.links:
                self.link(row)
                row = self.rows.end[row]
                continue
            elif kind == IMAGE_ROW and self.images:
                self.put_alternative(row)
            elif kind == REFERENCE_ROW:
                self.put_label(row)
            row += 1
            self.look(0)
        return 0

    cdef int put_alternative(self, int row) except -1 with gil:
        return put_str(&self.out, self.argument(row).alt)

    cdef int link(self, int row) except -1 with gil:
        """The words of a link and its address, unless they are that."""
        cdef Py_ssize_t start = self.out.size
        cdef Py_ssize_t size = self.rows.text_end[row] - self.rows.text_start[row]
        cdef str words
        self.pieces(row + 1, self.rows.end[row])
        url = as_str(self.rows.text + self.rows.text_start[row], size)
        words = as_str(self.out.data + start, self.out.size - start)
        if words.strip() in ("", url):
            return 0
        self.out.size = start
        put_str(&self.out, f"{words.rstrip()} ({url}){' ' if words[len(words) - 1].isspace() else ''}")
        return 0

    cdef int wrap_from(self, Py_ssize_t start) except -1 with gil:
        cdef str text = self.wrap(as_str(self.out.data + start, self.out.size - start))
        self.out.size = start
        put_str(&self.out, text)
        return 0


# What stands in the buffer from a place on


cdef void keep_between(Buffer* out, Py_ssize_t start, const uint8_t* first, const uint8_t* last) noexcept nogil:
    """Let what stands from `start` on be only what is between two places."""
    if first > out.data + start:
        memmove(out.data + start, first, last - first)
    out.size = start + (last - first)


cdef void strip_from(Buffer* out, Py_ssize_t start) noexcept nogil:
    cdef const uint8_t* first = out.data + start
    cdef const uint8_t* last = out.data + out.size
    if out.size > start:
        strip(&first, &last)
        keep_between(out, start, first, last)


cdef void replace_newlines(Buffer* out, Py_ssize_t at) noexcept nogil:
    while at < out.size:
        if out.data[at] == 10:
            out.data[at] = 32
        at += 1


cdef void trim_lines_from(Buffer* out, Py_ssize_t start) noexcept nogil:
    """Leave out white space at both ends of each line, and empty lines at both ends of all."""
    cdef const uint8_t* at = out.data + start
    cdef const uint8_t* end = out.data + out.size
    cdef const uint8_t* first
    cdef const uint8_t* last
    cdef const uint8_t* newline
    cdef Py_ssize_t size = start
    if at == end or memchr(at, 10, end - at) == NULL:
        strip_from(out, start)
        return
    while True:
        newline = <const uint8_t*>memchr(at, 10, end - at) if at < end else NULL
        first, last = at, (end if newline == NULL else newline)
        strip(&first, &last)
        memmove(out.data + size, first, last - first)
        size += last - first
        if newline == NULL:
            break
        out.data[size] = 10
        size += 1
        at = newline + 1
    out.size = size
    strip_from(out, start)


cdef void collapse_from(Buffer* out, Py_ssize_t start) noexcept nogil:
    """Words with one space between them, as `" ".join(text.split())`."""
    cdef const uint8_t* at = out.data + start
    cdef const uint8_t* end = out.data + out.size
    cdef Py_ssize_t size = start
    cdef int length, byte
    cdef bint gap = False
    while at < end:
        if is_space(decode(at, end, &length)):
            gap = size > start
        else:
            if gap:
                out.data[size] = 32
                size += 1
                gap = False
            for byte in range(length):
                out.data[size + byte] = at[byte]
            size += length
        at += length
    out.size = size
