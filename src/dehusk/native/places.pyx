# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""Where the rows of a page stood: the XPath of a row, and the bytes of the source that rows came from.

A step of a path has a number when siblings of the same name need one to be told apart. A path that is
longer than `LONGEST_XPATH` characters, or has a name that XPath has no way to write, is told by number
instead. So nobody walks up further than that many steps, and a page of any depth takes linear time.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.stdio cimport snprintf
from libc.stdlib cimport calloc, free, malloc

from dehusk.native.writing cimport Buffer, close_buffer, put, put_byte, taken

LONGEST_XPATH = 256
"""How many characters the path of a row may have; of honest texts one in a thousand needs more."""

cdef enum:
    LONGEST = 256
    TEXT_TAG = 0


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


cdef class Places:
    """Tells where the rows of one page stood.

    >>> from dehusk import parse
    >>> Places(parse("<p>Tea<p>Bread")).of((3, 5))
    ('/html/body/p[1]', (0, 6))
    """

    def __dealloc__(self):
        free(self.numbers)
        free(self.texts)

    def __init__(self, page):
        cdef int names = len(page.tag_names), row, texts = 0
        cdef int32_t* room
        self.tag, self.parent, self.end = page.tag, page.parent, page.end
        self.source_start, self.source_end = page.source_start, page.source_end
        self.tag_names = page.tag_names
        self.names = [None] * names
        self.count = self.tag.shape[0]
        if not (
            self.parent.shape[0] == self.end.shape[0] == self.count
            and self.source_start.shape[0] == self.source_end.shape[0] == self.count
        ):
            raise ValueError("The columns of the page are not of one length.")
        self.numbers = <int32_t*>calloc(self.count + 1, sizeof(int32_t))
        self.texts = <int32_t*>malloc((self.count + 1) * sizeof(int32_t))
        room = <int32_t*>calloc(3 * names + 1, sizeof(int32_t))
        try:
            if self.numbers == NULL or self.texts == NULL or room == NULL:
                raise MemoryError
            for row in range(self.count):
                if self.tag[row] >= names or not (-1 <= self.parent[row] < row < self.end[row] <= self.count):
                    raise ValueError("The columns of the page do not fit together.")
                texts += self.tag[row] == TEXT_TAG
                self.texts[row] = texts
            with nogil:
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

    cdef bytes name(self, int tag):
        """The name of a step, empty where XPath cannot write it."""
        name = self.names[tag]
        if name is None:
            name = b"text()" if tag == TEXT_TAG else self.tag_names[tag].encode()
            if tag != TEXT_TAG and not is_plain(name):
                name = b""
            self.names[tag] = name
        return name

    cdef int check(self, int row) except -1:
        if not 0 <= row < self.count:
            raise IndexError(f"The page has no row {row}.")
        return 0

    cdef int put_path(self, Buffer* out, int row) except -1:
        cdef int32_t steps[LONGEST]
        cdef int count = 0, length = 0, above = row
        cdef char written[32]
        cdef bytes name
        self.check(row)
        while above >= 0:
            name = self.name(self.tag[above])
            length += 1 + len(name)
            if self.numbers[above]:
                length += 2 + digits(self.numbers[above])
            if length > LONGEST or not name:
                break
            steps[count] = above
            count += 1
            above = self.parent[above]
        if above >= 0:
            if self.tag[row] == TEXT_TAG:
                length = snprintf(written, 32, b"(//text())[%d]", self.texts[row])
            else:
                length = snprintf(written, 32, b"(//*)[%d]", row + 1 - self.texts[row])
            put(out, <const uint8_t*>written, length)
            return 0
        while count:
            count -= 1
            name = self.name(self.tag[steps[count]])
            put_byte(out, 0x2F)
            put(out, name, len(name))
            if self.numbers[steps[count]]:
                length = snprintf(written, 32, b"[%d]", self.numbers[steps[count]])
                put(out, <const uint8_t*>written, length)
        return 0

    cdef int source(self, Source* source, int first, int end) except -1:
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
        try:
            self.put_path(&out, row)
            return taken(&out)
        finally:
            close_buffer(&out)

    def of(self, rows):
        """XPath and bytes of the rows; nowhere when there are none, as for a note of several parts."""
        cdef Source source
        cdef int first, end
        first, end = rows
        if first >= end:
            return None, None
        self.source(&source, first, end)
        return self.xpath(first), None if source.start < 0 else (source.start, source.end)
