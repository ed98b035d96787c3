"""What every writer of a content stands on: its columns and limits; and the head that may come before it.

A writer is a `ContentWriter`: at its door it says what it is about to do (`begin`) and opens a content, which
it holds on to; it puts bytes into `out` and ends with `whole`. The rows inside of row `i` are `i + 1` up to
`end[i]`, and the row after it, with all that is inside, is `end[i]`.
"""

cdef enum:
    DEEPEST = 1_000     # levels of rows inside of rows


cdef struct Rows:
    int count
    const uint8_t* kind
    const int32_t* end
    const int32_t* number
    const int32_t* text_start
    const int32_t* text_end
    const int32_t* first
    const int32_t* last
    const int32_t* argument
    const uint8_t* text


cdef inline bint is_plain_address(const uint8_t* text, Py_ssize_t size) noexcept nogil:
    """Is an address one that every rule leaves as it is: of http, of visible ASCII, without quotes?"""
    cdef Py_ssize_t at
    if not (
        (size > 7 and memcmp(text, b"http://", 7) == 0) or (size > 8 and memcmp(text, b"https://", 8) == 0)
    ):
        return False
    for at in range(size):
        if not 0x21 <= text[at] <= 0x7E or text[at] == 0x22:
            return False
    return True


cdef inline bytes flags_of(rows, Py_ssize_t count):
    """Which of so many rows are among some."""
    flags = bytearray(count)
    for row in rows:
        flags[row] = 1
    return bytes(flags)


cdef inline int open_rows(Rows* rows, content) except -1:
    """Open the columns of a content. They must fit together, and the content must live on."""
    cdef bytes text = content.text
    cdef Py_ssize_t count = len(content), size = len(text), arguments = len(content.arguments), row = 0
    rows.count, rows.text = <int>count, text
    rows.kind = <const uint8_t*>integers_of(content.kind, count, 1)
    rows.end = <const int32_t*>integers_of(content.end, count, 4)
    rows.number = <const int32_t*>integers_of(content.number, count, 4)
    rows.text_start = <const int32_t*>integers_of(content.text_start, count, 4)
    rows.text_end = <const int32_t*>integers_of(content.text_end, count, 4)
    rows.first = <const int32_t*>integers_of(content.first, count, 4)
    rows.last = <const int32_t*>integers_of(content.last, count, 4)
    rows.argument = <const int32_t*>integers_of(content.argument, count, 4)
    while row < count and (
        row < rows.end[row] <= count
        and 0 <= rows.text_start[row] <= rows.text_end[row] <= size
        and rows.argument[row] < arguments
    ):
        row += 1
    if row < count:
        raise ValueError("The content is malformed: a row ends, or has its argument, where it cannot.")
    return 0


cdef int make_room(void** items, Py_ssize_t count, Py_ssize_t* room, size_t size) except -1 nogil:
    """Make room for one more item."""
    if not grow(items, count, room, size):
        with gil:
            raise MemoryError
    return 0


cdef class ContentWriter:
    cdef Rows rows
    cdef Buffer out
    cdef Watch watch
    cdef object content
    cdef object arguments
    cdef object meter
    cdef str stage
    cdef Py_ssize_t most
    cdef int* notes         # the rows of footnotes, in their order
    cdef Py_ssize_t note_count
    cdef Py_ssize_t note_room

    def __dealloc__(self):
        free(self.notes)
        close_buffer(&self.out)

    cdef int begin(self, str stage) except -1:
        """Get ready to write within the limits at hand."""
        self.stage = stage
        self.meter = Meter(stage)
        self.most = self.meter.most
        start_watch(&self.watch, seconds_left())
        # The buffer has a place in memory from the start, so that places in it can be told.
        if not reserve(&self.out, 1):
            raise MemoryError
        return 0

    cdef int open_content(self, content) except -1:
        """Open the columns of a content, and hold on to it."""
        self.content, self.arguments = content, content.arguments
        return open_rows(&self.rows, content)

    cdef object argument(self, int row):
        """The argument of a row, None where it has none."""
        cdef int place = self.rows.argument[row]
        return self.arguments[place] if place >= 0 else None

    cdef int look(self, int depth) except -1 nogil:
        """Is there time to go on, at such a depth?"""
        if passed(&self.watch, ROW):
            with gil:
                raise_if_stopped(&self.watch, out_of_time, self.stage)
        if depth > DEEPEST:
            with gil:
                raise ValueError(f"The content is nested more than {<int>DEEPEST:,} levels deep.")
        return 0

    cdef int measure(self) except -1 nogil:
        """May so much be written?"""
        if self.out.size > self.most:
            with gil:
                self.meter.reach(self.out.size)
        return 0

    cdef int refuse(self, int row) except -1 with gil:
        """Raise what is wrong with a row that stands where only blocks do."""
        raise ValueError(f"A row of kind {self.rows.kind[row]} is no block.")

    cdef int add_note(self, int row) except -1 nogil:
        """Note a footnote, to be written last."""
        make_room(<void**>&self.notes, self.note_count, &self.note_room, sizeof(int))
        self.notes[self.note_count] = row
        self.note_count += 1
        return 0

    cdef str whole(self):
        """All that was written."""
        if self.out.failed:
            raise MemoryError
        return as_str(self.out.data, self.out.size)


cdef enum:
    NUMBER = 1
    START = 2
    STOP = 3
    FIRST = 4
    LAST = 5
    ARGUMENT = 6
    COLUMNS = 7


cdef class Opening:
    """A content, to read its beginning and to put something in front of it.

    Spans of it, whole blocks, are given by their first row and the row after their last.
    """

    cdef Rows rows
    cdef object content

    def __init__(self, content):
        self.content = content
        open_rows(&self.rows, content)

    def blocks(self, int most, Py_ssize_t longest):
        """The first blocks: row and row after the last, kind, whether all inside is one link, and the
        words, text by text until they have more than `longest` characters.
        """
        cdef const Rows* rows = &self.rows
        cdef int row = 0, end
        cdef bint is_link
        cdef list found = []
        while row < rows.count and len(found) < most:
            end = rows.end[row]
            is_link = row + 1 < end and rows.kind[row + 1] == LINK_ROW and rows.end[row + 1] == end
            found.append((row, end, rows.kind[row], is_link, self.words_in(row, end, longest)))
            row = end
        return found

    cdef str words_in(self, int row, int end, Py_ssize_t left):
        cdef const Rows* rows = &self.rows
        cdef str words = None, more
        cdef list found = None
        while row < end and left >= 0:
            if rows.kind[row] == TEXT_ROW or rows.kind[row] == CODE_ROW:
                more = as_str(rows.text + rows.text_start[row], rows.text_end[row] - rows.text_start[row])
                left -= len(more)
                if words is None:
                    words = more
                elif found is None:
                    found = [words, more]
                else:
                    found.append(more)
            row += 1
        if found is not None:
            return "".join(found)
        return "" if words is None else words

    def has_picture_or_post(self, list spans, int most):
        """Whether a picture or a post is among the first rows of some spans."""
        cdef const uint8_t* kind = self.rows.kind
        cdef int row, end
        for row, end in spans:
            row, end = max(row, 0), min(end, self.rows.count, row + most)
            most -= max(end - row, 0)
            while row < end and kind[row] != IMAGE_ROW and kind[row] != POST_ROW:
                row += 1
            if row < end:
                return True
        return False

    def has_first_level(self, list spans):
        """Whether a heading of the first level is in some spans, outside of all blocks but posts."""
        cdef const Rows* rows = &self.rows
        cdef int row, end
        for row, end in spans:
            row, end = max(row, 0), min(end, rows.count)
            while row < end and not (rows.kind[row] == HEADING_ROW and rows.number[row] == 1):
                if rows.kind[row] == POST_ROW or rows.kind[row] == REPLIES_ROW:
                    row += 1
                else:
                    row = rows.end[row]
            if row < end:
                return True
        return False

    def with_head(self, taken, list head, list spans, int lowest):
        """The columns of the content with a head: the kinds, and as rows of one array the others.

        First comes the span `taken`, if it is not None, as a heading of the first level, then the head,
        then some spans. The head are blocks from no place of the page, with one piece in each: the kind
        and number of the block, and of the piece the kind, the start and end of its text, and its
        argument. Headings in the spans go one level down, but not below `lowest`; 0 lets them stay.
        """
        cdef int count = 2 * len(head), at = 0, row, first, end, start, stop, argument, number
        cdef uint8_t block, piece
        cdef uint8_t* kind
        cdef int32_t* columns
        cdef list parts = spans if taken is None else [taken, *spans]
        for first, end in parts:
            if not 0 <= first <= end <= self.rows.count:
                raise ValueError("A span is outside of the content.")
            count += end - first
        kinds, numbers = np.empty(count, np.uint8), np.empty((COLUMNS, count), np.int32)
        kind, columns = <uint8_t*>memory_of(kinds), <int32_t*>memory_of(numbers)
        if taken is not None:
            first, end = taken
            at = self.copy(first, end, kind, columns, count, at)
            if at:
                kind[0], columns[NUMBER * count] = HEADING_ROW, 1
        for block, number, piece, start, stop, argument in head:
            kind[at], kind[at + 1] = block, piece
            put_row(columns + at, count, at + 2, number, start, start, 0, -1)
            put_row(columns + at + 1, count, at + 2, 0, start, stop, -1, argument)
            at += 2
        row = at
        for first, end in spans:
            at = self.copy(first, end, kind, columns, count, at)
        if lowest:
            for row in range(row, count):
                if kind[row] == HEADING_ROW and columns[NUMBER * count + row] < lowest:
                    columns[NUMBER * count + row] += 1
        return kinds, numbers

    cdef int copy(
        self, int first, int end, uint8_t* kind, int32_t* columns, int count, int at
    ) noexcept:
        """Copy a span to a row of a table, and say which row is the next."""
        cdef const Rows* rows = &self.rows
        cdef Py_ssize_t size = (end - first) * sizeof(int32_t)
        cdef int row
        memcpy(kind + at, rows.kind + first, end - first)
        memcpy(columns + NUMBER * count + at, rows.number + first, size)
        memcpy(columns + START * count + at, rows.text_start + first, size)
        memcpy(columns + STOP * count + at, rows.text_end + first, size)
        memcpy(columns + FIRST * count + at, rows.first + first, size)
        memcpy(columns + LAST * count + at, rows.last + first, size)
        memcpy(columns + ARGUMENT * count + at, rows.argument + first, size)
        for row in range(end - first):
            columns[at + row] = rows.end[first + row] - first + at
        return at + end - first


cdef inline void put_row(
    int32_t* columns, int count, int end, int number, int start, int stop, int place, int argument
) noexcept nogil:
    columns[0] = end
    columns[NUMBER * count] = number
    columns[START * count] = start
    columns[STOP * count] = stop
    columns[FIRST * count] = columns[LAST * count] = place
    columns[ARGUMENT * count] = argument
