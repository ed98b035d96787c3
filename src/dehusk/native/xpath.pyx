# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""Where the rows of a page stood: the XPath of a row, and the bytes of the source that rows came from.

A step of a path has a number when siblings of the same name need one to be told apart. A path that is
longer than `LONGEST_XPATH` characters, or has a name that XPath has no way to write, is told by number
instead. So nobody walks up further than that many steps, and a page of any depth takes linear time.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from dehusk.native.codes cimport LONGEST_XPATH, T_TEXT
from dehusk.native.page_columns cimport Columns, columns_of
from dehusk.native.buffer cimport Buffer, close_buffer, put, put_byte, put_number, taken


cdef inline int digits(int number) noexcept nogil:
    cdef int count = 1
    while number >= 10:
        number //= 10
        count += 1
    return count


cdef bint is_plain(bytes name) noexcept:
    """Whether XPath can write a name as it is: letters, digits, `_`, `.` and `-` of ASCII."""
    cdef Py_ssize_t at
    cdef const uint8_t* text = name
    cdef bint is_letter
    for at in range(len(name)):
        is_letter = 0x61 <= text[at] | 0x20 <= 0x7A or text[at] == 0x5F
        if not (is_letter or at and (0x30 <= text[at] <= 0x39 or text[at] == 0x2D or text[at] == 0x2E)):
            return False
    return len(name) > 0


cdef class Locations:
    """Tells where the rows of one page stood.

    >>> from dehusk import parse
    >>> Locations(parse("<p>Tea<p>Bread")).of((3, 5))
    ('/html/body/p[1]', (0, 6))
    """

    def __dealloc__(self):
        free(self.numbers)
        free(self.texts)
        free(self.names)

    def __init__(self, page):
        cdef int names = len(page.tag_names), row, texts = 0
        cdef int32_t* room
        cdef const Columns* columns = columns_of(page)
        self.page_columns, self.tag_names = page.page_columns, page.tag_names
        self.count = <int>columns.rows
        self.tag, self.parent, self.end = columns.tag, columns.parent, columns.end
        self.source_start, self.source_end = columns.source_start, columns.source_end
        self.held = {}
        self.numbers = <int32_t*>calloc(self.count + 1, sizeof(int32_t))
        self.texts = <int32_t*>malloc((self.count + 1) * sizeof(int32_t))
        self.names = <Name*>calloc(names + 1, sizeof(Name))
        room = <int32_t*>calloc(3 * names + 1, sizeof(int32_t))
        try:
            if self.numbers == NULL or self.texts == NULL or self.names == NULL or room == NULL:
                raise MemoryError
            with nogil:
                for row in range(self.count):
                    texts += self.tag[row] == T_TEXT
                    self.texts[row] = texts
                self.number_siblings(room, room + names, room + 2 * names)
        finally:
            free(room)

    cdef void number_siblings(self, int32_t* seen, int32_t* first, int32_t* parents) noexcept nogil:
        """Count siblings of the same name, for those that have any. `parents` says for which parent,
        by its number and two, a name was seen."""
        cdef int parent, child, tag, end
        for parent in range(-1, self.count):
            child, end = parent + 1, self.end[parent] if parent >= 0 else self.count
            while child < end:
                tag = self.tag[child]
                if parents[tag] != parent + 2:
                    parents[tag], seen[tag], first[tag] = parent + 2, 1, child
                else:
                    self.numbers[first[tag]] = 1
                    seen[tag] += 1
                    self.numbers[child] = seen[tag]
                child = self.end[child]

    cdef Name* name(self, int tag) except NULL nogil:
        """The name of a step."""
        if self.names[tag].text == NULL:
            self.learn(tag)
        return &self.names[tag]

    cdef int learn(self, int tag) except -1 with gil:
        cdef bytes name = b"text()" if tag == T_TEXT else self.tag_names[tag].encode()
        if tag != T_TEXT and not is_plain(name):
            name = b""
        name = self.held.setdefault(tag, name)
        self.names[tag].size = <int>len(name)
        self.names[tag].text = name
        return 0

    cdef int check(self, int row) except -1 nogil:
        if not 0 <= row < self.count:
            with gil:
                raise IndexError(f"The page has no row {row}.")
        return 0

    cdef int read_above(self, Above* above, int row) except -1 nogil:
        """Note the path of a row, from its end to its beginning."""
        cdef int at = LONGEST_XPATH, number
        cdef Name* name
        above.row = row
        above.size = -1
        while row >= 0:
            name = self.name(self.tag[row])
            number = self.numbers[row]
            if name.size == 0 or at < 1 + name.size + (2 + digits(number) if number else 0):
                return 0
            if number:
                at -= 1
                above.path[at] = 0x5D
                while number:
                    at -= 1
                    above.path[at] = 0x30 + number % 10
                    number //= 10
                at -= 1
                above.path[at] = 0x5B
            at -= name.size
            memcpy(above.path + at, name.text, name.size)
            at -= 1
            above.path[at] = 0x2F
            row = self.parent[row]
        above.size = LONGEST_XPATH - at
        return 0

    cdef int put_path(self, Buffer* out, Above* above, int row) except -1 nogil:
        """Put the path of a row."""
        cdef Py_ssize_t start = out.size
        cdef Name* name
        self.check(row)
        if self.parent[row] != above.row:
            self.read_above(above, self.parent[row])
        name = self.name(self.tag[row])
        if above.size >= 0 and name.size:
            put(out, above.path + LONGEST_XPATH - above.size, above.size)
            put_byte(out, 0x2F)
            put(out, name.text, name.size)
            if self.numbers[row]:
                put_byte(out, 0x5B)
                put_number(out, self.numbers[row])
                put_byte(out, 0x5D)
            if out.size - start <= LONGEST_XPATH:
                return 0
            out.size = start
        if self.tag[row] == T_TEXT:
            put(out, b"(//text())[", 11)
            put_number(out, self.texts[row])
        else:
            put(out, b"(//*)[", 6)
            put_number(out, row + 1 - self.texts[row])
        put_byte(out, 0x5D)
        return 0

    cdef int source(self, SourceSpan* source, int first, int end) except -1 nogil:
        """Where rows that are not none stood in the source."""
        cdef int last = end - 1
        self.check(first)
        self.check(last)
        source.start, source.end = self.source_start[first], self.source_end[first]
        if source.start < 0 or source.end < 0:
            source.start = -1
        elif self.source_start[last] >= 0:
            source.end = max(source.end, self.source_end[last])
        return 0

    def xpath(self, int row):
        """Where a row stands in the tree: `/html/body/div[2]/p/text()[1]`."""
        cdef Buffer out = Buffer(NULL, 0, 0, False)
        cdef Above above
        above.row = -2
        try:
            self.put_path(&out, &above, row)
            return taken(&out)
        finally:
            close_buffer(&out)

    def of(self, rows):
        """XPath and bytes of the rows; nowhere when there are none, as for a note of several parts."""
        cdef SourceSpan source
        cdef int first, end
        first, end = rows
        if first >= end:
            return None, None
        self.source(&source, first, end)
        return self.xpath(first), None if source.start < 0 else (source.start, source.end)
