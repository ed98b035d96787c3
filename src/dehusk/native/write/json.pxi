"""A document as JSON, its content table above all; `dehusk.writers.json` is the door to this module.

An object has the fields of the class of its block or piece in their order, `type` before them and where
it stood after them. White space is as Python's own module puts it.
"""


cdef str STAGE = "writing JSON"

# Characters

cdef enum:
    SHORTS = 7

# What has a short form behind a backslash, and these forms.
cdef const uint8_t* SHORT = b'"\\\n\r\t\f\b"\\nrtfb'


cdef void put_escape(Buffer* out, uint32_t character) noexcept nogil:
    """Put a character as JSON spells it in ASCII."""
    cdef char written[16]
    cdef int size
    cdef const uint8_t* found = NULL
    if character < 0x80:
        found = <const uint8_t*>memchr(SHORT, character, SHORTS)
    if found != NULL:
        put_byte(out, 0x5C)
        put_byte(out, found[SHORTS])
        return
    if character < 0x10000:
        size = snprintf(written, 16, b"\\u%04x", character)
    else:
        character -= 0x10000
        size = snprintf(
            written, 16, b"\\u%04x\\u%04x", 0xD800 | character >> 10, 0xDC00 | (character & 0x3FF)
        )
    put(out, <const uint8_t*>written, size)


cdef void put_string(Buffer* out, const uint8_t* text, Py_ssize_t size, bint ascii) noexcept nogil:
    cdef Py_ssize_t at = 0, done = 0
    cdef int length
    cdef uint32_t character
    put_byte(out, 0x22)
    while at < size:
        if 0x20 <= text[at] and text[at] != 0x22 and text[at] != 0x5C and not (ascii and text[at] >= 0x7F):
            at += 1
            continue
        put(out, text + done, at - done)
        character = decode(text + at, text + size, &length)
        put_escape(out, character)
        at += length
        done = at
    put(out, text + done, size - done)
    put_byte(out, 0x22)


cdef inline void put_name(Buffer* out, const char* name) noexcept nogil:
    put(out, <const uint8_t*>name, strlen(name))


cdef extern from "write/json_types.h" nogil:
    const char* TYPES "dehusk_json_types"[44]


cdef class JsonWriter(ContentWriter):
    """Writes one object, field by field."""

    cdef Above above
    cdef Locations locations
    cdef int indent
    cdef int level
    cdef bint ascii

    def __init__(self, str begun, *, indent, ascii):
        self.indent = -1 if indent is None else indent
        self.ascii = ascii
        self.level = 1
        self.begin(STAGE)
        put_str(&self.out, begun)
        self.out.size -= 1 if self.indent < 0 else 2
        self.measure()

    def put_text(self, str name, str text):
        """Add a field with a text."""
        cdef bytes key = name.encode(), encoded = text.encode("utf-8", "surrogatepass")
        cdef const uint8_t* words = encoded
        cdef Py_ssize_t size = len(encoded)
        self.key(key)
        put_string(&self.out, words, size, self.ascii)
        self.measure()

    def put_printed(self, str name, str printed):
        """Add a field with a value that is printed already, as if it stood alone."""
        cdef bytes key = name.encode()
        self.key(key)
        put_str(&self.out, printed if self.indent < 0 else printed.replace("\n", "\n" + " " * self.indent))
        self.measure()

    def put_content(self, str name, content, Locations locations):
        """Add a field with the blocks of a content, and where each stood if there are places."""
        cdef bytes key = name.encode()
        self.locations = locations
        self.above.row = -2
        self.open_content(content)
        self.key(key)
        with nogil:
            self.values(0, self.rows.count, 0)
        self.measure()

    def written(self):
        """The whole object."""
        if self.indent >= 0:
            put_byte(&self.out, 0x0A)
        put_byte(&self.out, 0x7D)
        return self.whole()

    # White space and brackets

    cdef void newline(self) noexcept nogil:
        cdef Py_ssize_t size = <Py_ssize_t>self.indent * self.level
        if self.indent < 0 or not reserve(&self.out, size + 1):
            return
        put_byte(&self.out, 0x0A)
        memset(self.out.data + self.out.size, 0x20, size)
        self.out.size += size

    cdef void separate(self) noexcept nogil:
        put_byte(&self.out, 0x2C)
        if self.indent < 0:
            put_byte(&self.out, 0x20)
        else:
            self.newline()

    cdef void open(self, uint8_t bracket) noexcept nogil:
        put_byte(&self.out, bracket)
        self.level += 1

    cdef void item(self, bint is_first) noexcept nogil:
        """Come to the next item of a list."""
        if is_first:
            self.newline()
        else:
            self.separate()

    cdef void close(self, uint8_t bracket, bint is_empty) noexcept nogil:
        self.level -= 1
        if not is_empty:
            self.newline()
        put_byte(&self.out, bracket)

    # Fields

    cdef void key(self, const char* name) noexcept nogil:
        self.separate()
        put_byte(&self.out, 0x22)
        put_name(&self.out, name)
        put(&self.out, b'": ', 3)

    cdef int number(self, const char* name, int number) except -1 nogil:
        self.key(name)
        put_number(&self.out, number)
        return 0

    cdef void truth(self, const char* name, bint is_true) noexcept nogil:
        self.key(name)
        put_name(&self.out, <const char*>b"true" if is_true else <const char*>b"false")

    cdef void text(self, const char* name, int row) noexcept nogil:
        cdef int start = self.rows.text_start[row]
        self.key(name)
        put_string(&self.out, self.rows.text + start, self.rows.text_end[row] - start, self.ascii)

    cdef void nothing(self, const char* name) noexcept nogil:
        self.key(name)
        put_name(&self.out, b"null")

    cdef int said(self, const char* name, int row) except -1 nogil:
        """The argument of a row."""
        if self.rows.argument[row] < 0:
            self.nothing(name)
            return 0
        return self.string_of(name, row)

    cdef int string_of(self, const char* name, int row) except -1 with gil:
        return self.string(name, self.argument(row))

    cdef int string(self, const char* name, value) except -1:
        """A text, a number or nothing."""
        cdef bytes encoded
        self.key(name)
        if value is None:
            put_name(&self.out, b"null")
        elif isinstance(value, str):
            encoded = (<str>value).encode("utf-8", "surrogatepass")
            put_string(&self.out, encoded, len(encoded), self.ascii)
        else:
            encoded = str(int(value)).encode()
            put(&self.out, encoded, len(encoded))
        return 0

    cdef int pair(self, const char* name, int one, int other) except -1 nogil:
        self.key(name)
        self.open(0x5B)
        self.item(True)
        put_number(&self.out, one)
        self.item(False)
        put_number(&self.out, other)
        self.close(0x5D, False)
        return 0

    cdef int inside(self, const char* name, int first, int end, int depth) except -1 nogil:
        """A list of rows."""
        self.key(name)
        return self.values(first, end, depth + 1)

    cdef int parts(self, const char* name, int first, int end, int depth) except -1 nogil:
        """A list of lists of rows."""
        cdef int part = first
        self.key(name)
        self.open(0x5B)
        while part < end:
            self.item(part == first)
            self.values(part + 1, self.rows.end[part], depth + 1)
            part = self.rows.end[part]
        self.close(0x5D, first >= end)
        return 0

    cdef int page_rows(self, int row) except -1 nogil:
        return self.pair(b"rows", self.rows.first[row], self.rows.last[row])

    cdef int place(self, int row) except -1 nogil:
        """Where a block stood, which comes after its other fields."""
        cdef int first = self.rows.first[row], end = self.rows.last[row]
        cdef SourceSpan source
        if self.locations is None:
            return 0
        if first >= end:
            self.nothing(b"xpath")
            self.nothing(b"source")
            return 0
        self.key(b"xpath")
        put_byte(&self.out, 0x22)
        self.locations.put_path(&self.out, &self.above, first)
        put_byte(&self.out, 0x22)
        self.locations.source(&source, first, end)
        if source.start < 0:
            self.nothing(b"source")
            return 0
        return self.pair(b"source", source.start, source.end)

    cdef int next_of(self, int row, int end, int kind) noexcept nogil:
        """The next row of a kind beside a row, the end where there is none."""
        while row < end and self.rows.kind[row] != kind:
            row = self.rows.end[row]
        return row

    # Values

    cdef int values(self, int row, int end, int depth) except -1 nogil:
        cdef int first = row
        self.open(0x5B)
        while row < end:
            self.item(row == first)
            self.value(row, depth)
            row = self.rows.end[row]
        self.close(0x5D, first >= end)
        return 0

    cdef int value(self, int row, int depth) except -1 nogil:
        cdef int kind = self.rows.kind[row]
        cdef const char* name = TYPES[kind] if kind <= REFERENCE_ROW else NULL
        self.look(depth)
        if name == NULL:
            with gil:
                raise ValueError(f"A row of kind {kind} is no block and no piece of a line.")
        self.open(0x7B)
        self.newline()
        put(&self.out, b'"type": "', 9)
        put_name(&self.out, name)
        put_byte(&self.out, 0x22)
        if kind == TEXT_ROW or kind == CODE_ROW:
            self.text(b"text", row)
        elif kind == MATH_ROW:
            self.text(b"latex", row)
        elif kind >= TEXT_ROW:
            self.piece(row, kind, depth)
        elif kind == CELL_ROW:
            self.cell(row, depth)
        elif kind == DEFINITION_ROW:
            self.definition(row, depth)
        else:
            self.block(row, kind, depth)
            self.place(row)
        self.close(0x7D, False)
        return self.measure()

    cdef int piece(self, int row, int kind, int depth) except -1 nogil:
        if kind == BREAK_ROW:
            return 0
        if kind == REFERENCE_ROW:
            return self.said(b"label", row)
        if kind == IMAGE_ROW:
            return self.image(row)
        self.inside(b"content", row + 1, self.rows.end[row], depth)
        if kind == LINK_ROW:
            self.text(b"url", row)
            self.said(b"title", row)
        return 0

    cdef int image(self, int row) except -1 with gil:
        image = self.argument(row)
        self.string(b"url", image.url)
        self.string(b"alt", image.alt)
        self.string(b"title", image.title)
        self.string(b"width", image.width)
        return self.string(b"height", image.height)

    cdef int cell(self, int row, int depth) except -1 nogil:
        self.inside(b"content", row + 1, self.rows.end[row], depth)
        self.truth(b"header", self.rows.number[row] != 0)
        if self.rows.argument[row] >= 0:
            return self.spans(row)
        self.number(b"columns", 1)
        return self.number(b"lines", 1)

    cdef int spans(self, int row) except -1 with gil:
        columns, lines = self.argument(row)
        self.string(b"columns", columns)
        return self.string(b"lines", lines)

    cdef int definition(self, int row, int depth) except -1 nogil:
        cdef int first = row + 1, end = self.rows.end[row], meanings = row + 1
        while meanings < end and self.rows.kind[meanings] == TERM_ROW:
            meanings = self.rows.end[meanings]
        self.parts(b"terms", first, meanings, depth)
        return self.parts(b"meanings", meanings, end, depth)

    cdef int block(self, int row, int kind, int depth) except -1 nogil:
        cdef bint is_list = kind == LIST_ROW or kind == NUMBERED_ROW
        if kind == TABLE_ROW:
            return self.table(row, depth)
        if kind == FIGURE_ROW:
            return self.figure(row, depth)
        if kind == EMBED_ROW:
            return self.embed(row)
        if kind == POST_ROW:
            return self.post(row, depth)
        if kind == HEADING_ROW:
            self.number(b"level", self.rows.number[row])
        elif is_list:
            self.truth(b"ordered", kind == NUMBERED_ROW)
        elif kind == FOOTNOTE_ROW:
            self.said(b"label", row)
        if kind == CODE_BLOCK_ROW:
            self.text(b"text", row)
        elif kind == MATH_BLOCK_ROW:
            self.text(b"latex", row)
        elif is_list or kind == DEFINITIONS_ROW:
            self.inside(b"items", row + 1, self.rows.end[row], depth)
        elif kind != RULE_ROW:
            self.inside(b"content", row + 1, self.rows.end[row], depth)
        self.page_rows(row)
        if is_list:
            return self.number(b"start", self.rows.number[row])
        if kind == CODE_BLOCK_ROW:
            return self.said(b"language", row)
        if kind == QUOTE_ROW:
            return self.said(b"kind", row)
        if kind == ITEM_ROW and self.rows.number[row]:
            self.truth(b"checked", self.rows.number[row] == 2)
        elif kind == ITEM_ROW:
            self.nothing(b"checked")
        return 0

    cdef int embed(self, int row) except -1 with gil:
        url, title = self.argument(row)
        self.string(b"url", url)
        self.page_rows(row)
        return self.string(b"title", title)

    cdef int table(self, int row, int depth) except -1 nogil:
        cdef int first = row + 1, end = self.rows.end[row], lines = row + 1
        if first < end and self.rows.kind[first] == CAPTION_ROW:
            lines = self.rows.end[first]
        self.parts(b"lines", lines, end, depth)
        self.page_rows(row)
        self.number(b"header_lines", self.rows.number[row])
        return self.inside(b"caption", first + 1, lines, depth)

    cdef int figure(self, int row, int depth) except -1 nogil:
        cdef int end = self.rows.end[row], caption = self.next_of(row + 1, end, CAPTION_ROW)
        self.inside(b"content", row + 1, caption, depth)
        self.page_rows(row)
        return self.inside(b"caption", caption + 1, end, depth)

    cdef int post(self, int row, int depth) except -1 nogil:
        cdef int end = self.rows.end[row], replies = self.next_of(row + 1, end, REPLIES_ROW)
        self.author(row)
        self.inside(b"content", row + 1, replies, depth)
        self.inside(b"replies", replies + 1, end, depth)
        return self.page_rows(row)

    cdef int author(self, int row) except -1 with gil:
        author, date = self.argument(row)
        self.string(b"author", author)
        return self.string(b"date", date)
