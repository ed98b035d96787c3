"""The content table as a fragment of HTML; `dehusk.writers.html` is the door to this module.

Every tag stands here. Everything that comes from a page goes through `put_text`, or the door has made
an attribute of it. An element is written to the end of one buffer, and taken back where nothing was
written between its tags.
"""


# Characters

cdef enum:
    HARMLESS, AMPERSAND, LESS, GREATER, FORBIDDEN, SECOND_CONTROLS, SURROGATES

cdef uint8_t classes[256]


cdef void fill_classes() noexcept:
    """Which bytes need care: what has a meaning in HTML, and what it forbids or nobody can encode."""
    cdef int byte
    for byte in range(256):
        classes[byte] = FORBIDDEN if byte < 0x20 or byte == 0x7F else HARMLESS
    classes[0x09] = classes[0x0A] = HARMLESS
    classes[0x26], classes[0x3C], classes[0x3E] = AMPERSAND, LESS, GREATER
    classes[0xC2] = SECOND_CONTROLS  # U+0080 to U+009F, if what follows is below 0xA0
    classes[0xED] = SURROGATES       # if what follows is not


fill_classes()


cdef void put_text(Buffer* out, const uint8_t* text, Py_ssize_t size) noexcept nogil:
    """Put text that means nothing but itself, within an element or an attribute."""
    cdef Py_ssize_t at = 0, done = 0
    cdef uint8_t found
    while at < size:
        found = classes[text[at]]
        if found == HARMLESS:
            at += 1
            continue
        if found == SECOND_CONTROLS or found == SURROGATES:
            if at + 1 >= size or (text[at + 1] >= 0xA0) == (found == SECOND_CONTROLS):
                at += 1
                continue
        put(out, text + done, at - done)
        if found == AMPERSAND:
            put(out, b"&amp;", 5)
        elif found == LESS:
            put(out, b"&lt;", 4)
        elif found == GREATER:
            put(out, b"&gt;", 4)
        elif found == SECOND_CONTROLS:
            at += 1
        elif found == SURROGATES:
            at += 2
        at += 1
        done = at
    put(out, text + done, size - done)


cdef int put_escaped(Buffer* out, str text) except -1:
    """Put a text of Python's that means nothing but itself within an element."""
    cdef bytes encoded = text.encode("utf-8", "surrogatepass")
    put_text(out, encoded, len(encoded))
    return 0


cdef int put_attribute(Buffer* out, const char* name, str value) except -1:
    """Put an attribute with a value that means nothing but itself, nothing where there is no value."""
    if value:
        put_byte(out, 0x20)
        put(out, <const uint8_t*>name, strlen(name))
        put(out, b'="', 2)
        for number, part in enumerate(value.split('"')):
            if number:
                put(out, b"&quot;", 6)
            put_escaped(out, part)
        put_byte(out, 0x22)
    return 0


def escaped(str text):
    """A text that means nothing but itself within an element."""
    cdef Buffer out = Buffer(NULL, 0, 0, False)
    put_escaped(&out, text)
    return taken(&out)


# Rows

cdef inline void put_tag_name(Buffer* out, const char* mark, const char* name) noexcept nogil:
    put(out, <const uint8_t*>mark, strlen(mark))
    put(out, <const uint8_t*>name, strlen(name))


cdef inline void put_tag(Buffer* out, const char* name) noexcept nogil:
    put_tag_name(out, b"<", name)
    put_byte(out, 0x3E)


cdef inline void put_end(Buffer* out, const char* name) noexcept nogil:
    put_tag_name(out, b"</", name)
    put_byte(out, 0x3E)


# The elements of marks within a line, from emphasis on.
cdef const char* MARKS[5]
MARKS[:] = [b"em", b"strong", b"del", b"sup", b"sub"]


cdef class HtmlWriter(ContentWriter):
    """Writes the blocks of one content."""

    cdef dict markup
    cdef object link_url
    cdef object image_url
    cdef bytes left_out
    cdef const uint8_t* without
    cdef bint links
    cdef bint images

    def __init__(self, content, *, dict markup, without, link_url, image_url):
        self.begin("writing HTML")
        self.open_content(content)
        self.markup = markup
        self.link_url, self.image_url = link_url, image_url
        self.links, self.images = link_url is not None, image_url is not None
        if without:
            self.left_out = flags_of(without, self.rows.count)
            self.without = self.left_out

    def write(self):
        """All blocks, one a line, the footnotes last."""
        with nogil:
            self.all_blocks()
            if self.note_count:
                if self.out.size:
                    put_byte(&self.out, 0x0A)
                self.footnotes()
        return self.whole()

    cdef int all_blocks(self) except -1 nogil:
        cdef int row = 0
        cdef Py_ssize_t gap, start
        while row < self.rows.count:
            gap = self.out.size
            if gap:
                put_byte(&self.out, 0x0A)
            start = self.out.size
            if self.without == NULL or not self.without[row]:
                self.block(row, 0)
            if self.out.size == start:
                self.out.size = gap
            row = self.rows.end[row]
        return 0

    # What a row says

    cdef int tag_of(self, const char* name, int row) except -1 nogil:
        """The tag of a row."""
        if self.rows.argument[row] >= 0:
            return self.with_markup(name, row)
        put_tag(&self.out, name)
        return 0

    cdef int with_markup(self, const char* name, int row) except -1 with gil:
        """The tag of a row with the attributes that the door makes of its argument."""
        put_tag_name(&self.out, b"<", name)
        put_str(&self.out, self.markup[self.rows.kind[row]](self.argument(row)))
        put_byte(&self.out, 0x3E)
        return 0

    cdef int put_argument(self, int row) except -1 with gil:
        return put_escaped(&self.out, self.argument(row))

    cdef void text(self, int row) noexcept nogil:
        cdef int start = self.rows.text_start[row]
        put_text(&self.out, self.rows.text + start, self.rows.text_end[row] - start)

    cdef void close(self, const char* name, Py_ssize_t start, Py_ssize_t inside) noexcept nogil:
        """End the element that began at `start`; it goes where nothing is inside."""
        if self.out.size == inside:
            self.out.size = start
        else:
            put_end(&self.out, name)

    # Blocks

    cdef int blocks(self, int row, int end, int depth) except -1 nogil:
        while row < end:
            self.block(row, depth)
            row = self.rows.end[row]
        return 0

    cdef int compact(self, int row, int depth) except -1 nogil:
        """Blocks in an item or a cell, where a paragraph alone or before lists needs no tag."""
        cdef int first = row + 1, end = self.rows.end[row], other
        if first < end and self.rows.kind[first] == PARAGRAPH_ROW:
            other = self.rows.end[first]
            while other < end and (self.rows.kind[other] == LIST_ROW or self.rows.kind[other] == NUMBERED_ROW):
                other = self.rows.end[other]
            if other >= end:
                self.line(first, False, depth)
                first = self.rows.end[first]
        return self.blocks(first, end, depth)

    cdef int block(self, int row, int depth) except -1 nogil:
        cdef int kind = self.rows.kind[row]
        cdef char[3] heading = [0x68, 0x30, 0]
        cdef Py_ssize_t start = self.out.size
        self.look(depth)
        if kind == PARAGRAPH_ROW:
            self.lined(row, b"p", depth)
        elif kind == HEADING_ROW:
            heading[1] = <char>(0x30 + min(max(self.rows.number[row], 1), 6))
            self.lined(row, heading, depth)
        elif kind == LIST_ROW or kind == NUMBERED_ROW:
            self.listing(row, depth)
        elif kind == DEFINITIONS_ROW:
            self.definitions(row, depth)
        elif kind == TABLE_ROW:
            self.table(row, depth)
        elif kind == CODE_BLOCK_ROW:
            self.code(row)
        elif kind == QUOTE_ROW:
            self.tag_of(b"blockquote", row)
            self.held(row, b"blockquote", start, depth)
        elif kind == FIGURE_ROW:
            self.figure(row, depth)
        elif kind == MATH_BLOCK_ROW:
            put_tag(&self.out, b"pre")
            self.formula(row)
            put_end(&self.out, b"pre")
        elif kind == EMBED_ROW:
            self.embed(row)
        elif kind == RULE_ROW:
            put_tag(&self.out, b"hr")
        elif kind == FOOTNOTE_ROW:
            self.add_note(row)
        elif kind == POST_ROW:
            put_tag(&self.out, b"article")
            self.post(row, b"article", start, depth)
        else:
            self.refuse(row)
        # What wrote something stays, and so does all around it.
        return self.measure() if self.out.size > start else 0

    cdef int held(self, int row, const char* name, Py_ssize_t start, int depth) except -1 nogil:
        """The blocks inside a row, then the end of its element."""
        cdef Py_ssize_t inside = self.out.size
        self.blocks(row + 1, self.rows.end[row], depth + 1)
        self.close(name, start, inside)
        return 0

    cdef int lined(self, int row, const char* name, int depth) except -1 nogil:
        """The pieces inside a row as an element."""
        cdef Py_ssize_t start = self.out.size, inside
        put_tag(&self.out, name)
        inside = self.out.size
        self.line(row, False, depth)
        self.close(name, start, inside)
        return 0

    cdef int listing(self, int row, int depth) except -1 nogil:
        cdef int item = row + 1, end = self.rows.end[row]
        cdef bint is_numbered = self.rows.kind[row] == NUMBERED_ROW
        cdef const char* name = <const char*>b"ol" if is_numbered else <const char*>b"ul"
        cdef Py_ssize_t start = self.out.size, inside
        put_tag_name(&self.out, b"<", name)
        if is_numbered and self.rows.number[row] != 1:
            put(&self.out, b' start="', 8)
            put_number(&self.out, self.rows.number[row])
            put_byte(&self.out, 0x22)
        put_byte(&self.out, 0x3E)
        inside = self.out.size
        while item < end:
            put_tag(&self.out, b"li")
            if self.rows.number[item] == 1:
                put_tag(&self.out, b'input type="checkbox" disabled')
                put_byte(&self.out, 0x20)
            elif self.rows.number[item]:
                put_tag(&self.out, b'input type="checkbox" checked disabled')
                put_byte(&self.out, 0x20)
            self.compact(item, depth + 1)
            put_end(&self.out, b"li")
            item = self.rows.end[item]
        self.close(name, start, inside)
        return 0

    cdef int definitions(self, int row, int depth) except -1 nogil:
        cdef int item = row + 1, end = self.rows.end[row], part
        cdef Py_ssize_t start = self.out.size, inside
        put_tag(&self.out, b"dl")
        inside = self.out.size
        while item < end:
            part = item + 1
            while part < self.rows.end[item]:
                if self.rows.kind[part] == TERM_ROW:
                    put_tag(&self.out, b"dt")
                    self.line(part, False, depth)
                    put_end(&self.out, b"dt")
                else:
                    put_tag(&self.out, b"dd")
                    self.compact(part, depth + 1)
                    put_end(&self.out, b"dd")
                part = self.rows.end[part]
            item = self.rows.end[item]
        self.close(b"dl", start, inside)
        return 0

    cdef int table(self, int row, int depth) except -1 nogil:
        cdef int line = row + 1, end = self.rows.end[row], body
        cdef Py_ssize_t start = self.out.size, inside
        put_tag(&self.out, b"table")
        inside = self.out.size
        if line < end and self.rows.kind[line] == CAPTION_ROW:
            self.lined(line, b"caption", depth)
            line = self.rows.end[line]
        body = line
        for _ in range(self.rows.number[row]):
            if body < end:
                body = self.rows.end[body]
        self.lines(b"thead", line, body, depth)
        self.lines(b"tbody", body, end, depth)
        self.close(b"table", start, inside)
        return 0

    cdef int lines(self, const char* name, int line, int end, int depth) except -1 nogil:
        cdef int cell
        cdef Py_ssize_t start = self.out.size, inside
        put_tag(&self.out, name)
        inside = self.out.size
        while line < end:
            cell = line + 1
            if cell < self.rows.end[line]:
                put_tag(&self.out, b"tr")
                while cell < self.rows.end[line]:
                    self.cell(cell, depth)
                    cell = self.rows.end[cell]
                put_end(&self.out, b"tr")
            line = self.rows.end[line]
        self.close(name, start, inside)
        return 0

    cdef int cell(self, int row, int depth) except -1 nogil:
        cdef const char* name = <const char*>b"th" if self.rows.number[row] else <const char*>b"td"
        self.tag_of(name, row)
        self.compact(row, depth + 1)
        put_end(&self.out, name)
        return 0

    cdef int code(self, int row) except -1 nogil:
        if self.rows.text_start[row] == self.rows.text_end[row]:
            return 0
        put_tag(&self.out, b"pre")
        self.tag_of(b"code", row)
        self.text(row)
        put_end(&self.out, b"code")
        put_end(&self.out, b"pre")
        return 0

    cdef int figure(self, int row, int depth) except -1 nogil:
        """Blocks and their caption, which stands above them where they are code alone."""
        cdef int block = row + 1, end = self.rows.end[row], caption = -1
        cdef bint is_code = True
        cdef Py_ssize_t start = self.out.size, inside
        while block < end and self.rows.kind[block] != CAPTION_ROW:
            is_code = is_code and self.rows.kind[block] == CODE_BLOCK_ROW
            block = self.rows.end[block]
        caption, end = (block if block < end else -1), block
        is_code = is_code and row + 1 < end
        put_tag(&self.out, b"figure")
        inside = self.out.size
        if is_code and caption >= 0:
            self.lined(caption, b"figcaption", depth)
        self.blocks(row + 1, end, depth + 1)
        if not is_code and caption >= 0:
            self.lined(caption, b"figcaption", depth)
        self.close(b"figure", start, inside)
        return 0

    cdef int embed(self, int row) except -1 with gil:
        cdef Py_ssize_t start = self.out.size, inside
        address, title = self.argument(row)
        url = self.link_url(address) if self.links else None
        put_tag(&self.out, b"p")
        inside = self.out.size
        if url is not None:
            put(&self.out, b"<a", 2)
            put_attribute(&self.out, b"href", url)
            put_byte(&self.out, 0x3E)
        put_escaped(&self.out, title or address)
        if url is not None:
            put_end(&self.out, b"a")
        self.close(b"p", start, inside)
        return 0

    cdef int post(self, int row, const char* name, Py_ssize_t start, int depth) except -1 nogil:
        """Who wrote a post and when, its blocks, and each reply to it as a quotation."""
        cdef int part = row + 1, end = self.rows.end[row], reply
        cdef Py_ssize_t inside = self.out.size, before
        self.look(depth)
        self.line_of_post(row)
        while part < end:
            if self.rows.kind[part] != REPLIES_ROW:
                self.block(part, depth + 1)
            else:
                reply = part + 1
                while reply < self.rows.end[part]:
                    before = self.out.size
                    put_tag(&self.out, b"blockquote")
                    self.post(reply, b"blockquote", before, depth + 1)
                    reply = self.rows.end[reply]
            part = self.rows.end[part]
        self.close(name, start, inside)
        return 0

    cdef int line_of_post(self, int row) except -1 with gil:
        return put_str(&self.out, self.markup[POST_ROW](self.argument(row)))

    cdef int footnotes(self) except -1 nogil:
        cdef int note = 0, row
        put(&self.out, b'<section class="footnotes"><dl>', 31)
        while note < self.note_count:  # they become more while a note holds another
            row = self.notes[note]
            self.tag_of(b"dt", row)
            self.put_argument(row)
            put(&self.out, b"</dt><dd>", 9)
            self.compact(row, 0)
            put_end(&self.out, b"dd")
            note += 1
        put(&self.out, b"</dl></section>", 15)
        return 0

    # Pieces within a line

    cdef int line(self, int row, bint in_link, int depth) except -1 nogil:
        """The pieces inside a row."""
        cdef int piece = row + 1, end = self.rows.end[row]
        while piece < end:
            self.look(depth)
            if self.rows.kind[piece] == TEXT_ROW:
                self.text(piece)
            else:
                self.piece(piece, in_link, depth + 1)
            piece = self.rows.end[piece]
        return 0

    cdef int piece(self, int row, bint in_link, int depth) except -1 nogil:
        cdef int kind = self.rows.kind[row]
        cdef const char* mark = MARKS[kind - EMPHASIS_ROW] if EMPHASIS_ROW <= kind <= SUBSCRIPT_ROW else NULL
        cdef Py_ssize_t start = self.out.size, inside
        if mark != NULL:
            put_tag(&self.out, mark)
            inside = self.out.size
            self.line(row, in_link, depth)
            self.close(mark, start, inside)
        elif kind == LINK_ROW:
            self.link(row, in_link, depth)
        elif kind == CODE_ROW:
            put_tag(&self.out, b"code")
            self.text(row)
            put_end(&self.out, b"code")
        elif kind == IMAGE_ROW:
            if self.images:
                self.image(row)
        elif kind == MATH_ROW:
            self.formula(row)
        elif kind == BREAK_ROW:
            put_tag(&self.out, b"br")
        elif kind == REFERENCE_ROW:
            self.reference(row, in_link)
        else:
            with gil:
                raise ValueError(f"A row of kind {kind} is no piece of a line.")
        return 0

    cdef int link(self, int row, bint in_link, int depth) except -1 nogil:
        cdef Py_ssize_t start = self.out.size, inside
        # A link inside a link would end the outer one.
        if in_link or not self.links or not self.open_link(row):
            return self.line(row, in_link, depth)
        inside = self.out.size
        self.line(row, True, depth)
        self.close(b"a", start, inside)
        return 0

    cdef bint open_link(self, int row) except -1 nogil:
        """Put the tag of a link, unless its address is not safe to follow."""
        cdef const uint8_t* address = self.rows.text + self.rows.text_start[row]
        cdef Py_ssize_t size = self.rows.text_end[row] - self.rows.text_start[row]
        if self.rows.argument[row] >= 0 or not is_plain_address(address, size):
            return self.open_checked_link(row)
        put(&self.out, b'<a href="', 9)
        put_text(&self.out, address, size)
        put(&self.out, b'">', 2)
        return True

    cdef bint open_checked_link(self, int row) except -1 with gil:
        url = self.link_url(self.content.text_of(row))
        if url is None:
            return False
        put(&self.out, b"<a", 2)
        put_attribute(&self.out, b"href", url)
        put_attribute(&self.out, b"title", self.argument(row))
        put_byte(&self.out, 0x3E)
        return True

    cdef int image(self, int row) except -1 with gil:
        picture = self.argument(row)
        url = self.image_url(picture.url)
        if url is None:
            return 0
        put(&self.out, b"<img", 4)
        put_attribute(&self.out, b"src", url)
        if picture.alt:
            put_attribute(&self.out, b"alt", picture.alt)
        else:
            put(&self.out, b' alt=""', 7)
        put_attribute(&self.out, b"title", picture.title)
        put_byte(&self.out, 0x3E)
        return 0

    cdef int formula(self, int row) except -1 nogil:
        self.classes_of_formula(row)
        self.text(row)
        put_end(&self.out, b"code")
        return 0

    cdef int classes_of_formula(self, int row) except -1 with gil:
        put_tag_name(&self.out, b"<", b"code")
        put_str(&self.out, self.markup[self.rows.kind[row]](self.content.text_of(row)))
        put_byte(&self.out, 0x3E)
        return 0

    cdef int reference(self, int row, bint in_link) except -1 with gil:
        attributes = None if in_link else self.markup[REFERENCE_ROW](self.argument(row))
        put_tag(&self.out, b"sup")
        if attributes is not None:
            put(&self.out, b"<a", 2)
            put_str(&self.out, attributes)
            put_byte(&self.out, 0x3E)
        self.put_argument(row)
        if attributes is not None:
            put_end(&self.out, b"a")
        put_end(&self.out, b"sup")
        return 0
