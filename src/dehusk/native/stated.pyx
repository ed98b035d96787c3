# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""The columns of `dehusk.extractors.default.features.stated`, which says what they mean; the tests hold the two together.

A text becomes its letters, and its runs of letters become numbers. Those of what the page states go into
a table, and the blocks are looked up in it.
"""

from os import urandom

from dehusk.budget import out_of_time, seconds_left
from dehusk.page.tags import Tag

from dehusk.native.watch cimport ROW, Watch, passed, raise_if_stopped, start_watch
from cpython.bytes cimport PyBytes_AsString
from libc.math cimport log1p
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memchr, memcmp, memcpy

cdef enum:
    RUN = 16
    BODY_LIMIT = 200_000

cdef enum:
    # What an attribute is read for.
    NOT_READ
    READ_TYPE
    READ_NAME
    READ_CONTENT
    READ_ITEMPROP

cdef int SCRIPT = int(Tag.SCRIPT)
cdef int META = int(Tag.META)
cdef double MOSTLY = 0.7
cdef uint64_t SECRET = int.from_bytes(urandom(8), "little")
"""Nobody who writes a page can know which of its runs fall into one slot."""
cdef uint8_t[128] LETTERS  # what a character of ASCII is in lower case, 0 for no letter
cdef dict ROLES = {
    "type": READ_TYPE, "name": READ_NAME, "property": READ_NAME, "content": READ_CONTENT,
    "itemprop": READ_ITEMPROP,
}

for code in range(128):
    LETTERS[code] = ord(chr(code).lower()) if chr(code).isalnum() else 0

cdef struct Span:
    const uint8_t* start
    const uint8_t* end

cdef struct Runs:
    # The runs of a text: numbers in slots, 0 where one is empty.
    uint64_t* slots
    uint64_t mask
    int64_t letters

cdef struct Stated:
    Span body
    Span description
    bint is_marked


cdef inline int64_t length_of(Span span) noexcept nogil:
    return span.end - span.start


cdef inline void keep_longest(Span* longest, const uint8_t* start, const uint8_t* end) noexcept nogil:
    if end - start > length_of(longest[0]):
        longest.start, longest.end = start, end


# --------------------------------------------------------------------------------------------------
# Letters and runs
# --------------------------------------------------------------------------------------------------

cdef inline bint continues(const uint8_t* at, const uint8_t* end) noexcept nogil:
    return at < end and at[0] & 0xC0 == 0x80


cdef inline int mark_length(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """How many bytes a mark beyond ASCII has that counts as no letter, 0 for a letter."""
    if at[0] == 0xC2:
        return 2 if continues(at + 1, end) else 0
    if at[0] == 0xE2 or at[0] == 0xE3 or at[0] == 0xEF:
        if not continues(at + 1, end) or not continues(at + 2, end):
            return 0
        if at[0] == 0xE2:
            return 3 if at[1] <= 0x81 else 0
        return 3 if at[1] == (0x80 if at[0] == 0xE3 else 0xBC) else 0
    return 0


cdef int64_t write_letters(const uint8_t* at, const uint8_t* end, uint8_t* out) noexcept nogil:
    """Write the letters of a text in lower case, and say how many bytes they have."""
    cdef uint8_t* start = out
    cdef int skipped
    while at < end:
        if at[0] < 0x80:
            out[0] = LETTERS[at[0]]
            out += out[0] != 0
            at += 1
            continue
        skipped = mark_length(at, end)
        if skipped:
            at += skipped
            continue
        out[0] = at[0]
        out += 1
        at += 1
    return out - start


cdef inline int hex_value(uint8_t byte) noexcept nogil:
    if c"0" <= byte <= c"9":
        return byte - c"0"
    byte |= 0x20
    return byte - c"a" + 10 if c"a" <= byte <= c"f" else -1


cdef uint8_t* write_character(uint64_t code, uint8_t* out) noexcept nogil:
    """A character of the basic plane in UTF-8; half of a pair is nothing."""
    if code < 0x80:
        out[0] = <uint8_t>code
        return out + 1
    if code < 0x800:
        out[0] = <uint8_t>(0xC0 | code >> 6)
        out[1] = <uint8_t>(0x80 | (code & 0x3F))
        return out + 2
    if 0xD800 <= code < 0xE000:
        return out
    out[0] = <uint8_t>(0xE0 | code >> 12)
    out[1] = <uint8_t>(0x80 | (code >> 6 & 0x3F))
    out[2] = <uint8_t>(0x80 | (code & 0x3F))
    return out + 3


cdef int64_t unescape(Span text, uint8_t* out) noexcept nogil:
    """Write the text of a JSON string as far as letters go: an escape is a character or nothing."""
    cdef const uint8_t* at = text.start
    cdef uint8_t* start = out
    cdef uint64_t code
    cdef int digit, value
    while at < text.end:
        if at[0] != c"\\" or at + 1 == text.end:
            out[0] = at[0]
            out += 1
            at += 1
            continue
        code, digit = 0, 0
        if at[1] == c"u":
            while digit < 4 and at + 2 + digit < text.end:
                value = hex_value(at[2 + digit])
                if value < 0:
                    break
                code = code << 4 | <uint64_t>value
                digit += 1
        if digit == 4:
            out = write_character(code, out)
            at += 6
        else:
            at += 2
    return out - start


cdef inline uint64_t run_at(const uint8_t* letters) noexcept nogil:
    """A number for the run that begins here, never 0."""
    cdef uint64_t[2] halves
    cdef uint64_t run
    memcpy(halves, letters, RUN)
    run = ((halves[0] ^ SECRET) * <uint64_t>0x9E3779B97F4A7C15) ^ (
        (halves[1] + SECRET) * <uint64_t>0xBF58476D1CE4E5B9
    )
    run = (run ^ run >> 29) * <uint64_t>0x94D049BB133111EB
    return run | 1


cdef inline bint has_run(const Runs* runs, uint64_t run) noexcept nogil:
    cdef uint64_t slot = run >> 32 & runs.mask
    while runs.slots[slot]:
        if runs.slots[slot] == run:
            return True
        slot = (slot + 1) & runs.mask
    return False


cdef bint fill_runs(Runs* runs, const uint8_t* letters, int64_t count) noexcept nogil:
    """Put the runs of a text into a table. False without memory."""
    cdef uint64_t slots = 16, run, slot
    cdef int64_t at
    while slots < 4 * <uint64_t>count:
        slots *= 2
    runs.slots = <uint64_t*>calloc(slots, sizeof(uint64_t))
    if runs.slots == NULL:
        return False
    runs.mask = slots - 1
    runs.letters = count
    for at in range(count - RUN + 1):
        run = run_at(letters + at)
        slot = run >> 32 & runs.mask
        while runs.slots[slot] and runs.slots[slot] != run:
            slot = (slot + 1) & runs.mask
        runs.slots[slot] = run
    return True


cdef double share_of_runs(const Runs* runs, const uint8_t* letters, int64_t count) noexcept nogil:
    cdef int64_t at, found = 0
    if not runs.letters:
        return -1
    if count < RUN:
        return -0.5
    for at in range(count - RUN + 1):
        found += has_run(runs, run_at(letters + at))
    return <double>found / <double>(count - RUN + 1)


# --------------------------------------------------------------------------------------------------
# What the page states
# --------------------------------------------------------------------------------------------------

cdef inline bint same_letters(const uint8_t* at, const char* lower, int length) noexcept nogil:
    """Whether a word stands here, in any case; `lower` is what it is in lower case."""
    cdef int index
    for index in range(length):
        if at[index] != <uint8_t>lower[index] and not (
            c"A" <= at[index] <= c"Z" and at[index] + 32 == <uint8_t>lower[index]
        ):
            return False
    return True


cdef bint holds(Span text, const char* lower, int length) noexcept nogil:
    cdef const uint8_t* at = text.start
    while text.end - at >= length:
        if same_letters(at, lower, length):
            return True
        at += 1
    return False


cdef bint is_word(Span text, const char* lower, int length) noexcept nogil:
    return length_of(text) == length and same_letters(text.start, lower, length)


cdef bint names_description(Span text) noexcept nogil:
    return (
        is_word(text, b"description", 11)
        or is_word(text, b"og:description", 14)
        or is_word(text, b"twitter:description", 19)
    )


cdef inline const uint8_t* past_spaces(const uint8_t* at, const uint8_t* end) noexcept nogil:
    while at < end and (at[0] == 32 or 9 <= at[0] <= 13):
        at += 1
    return at


cdef void read_bodies(Span script, Span* longest) noexcept nogil:
    """Look for `"articleBody": "…"`: the B is the rarest of its letters."""
    cdef const uint8_t* at = script.start
    cdef const uint8_t* start
    while at < script.end:
        at = <const uint8_t*>memchr(at, c"B", script.end - at)
        if at == NULL:
            return
        if (
            at - script.start < 8
            or script.end - at < 5
            or memcmp(at - 8, b"\"articleBody\"", 13) != 0
        ):
            at += 1
            continue
        at = past_spaces(at + 5, script.end)
        if at == script.end or at[0] != c":":
            continue
        at = past_spaces(at + 1, script.end)
        if at == script.end or at[0] != c"\"":
            continue
        at += 1
        start = at
        while at < script.end and at[0] != c"\"":
            if at[0] == c"\\":
                if at + 1 == script.end:
                    break
                at += 1
            at += 1
        keep_longest(longest, start, at)


cdef struct Rows:
    const uint16_t* tag
    const int32_t* end
    const uint8_t* text
    const int32_t* text_start
    const int32_t* text_end
    int64_t attrs
    const int32_t* attr_row
    const uint16_t* attr_name
    const int32_t* attr_start
    const int32_t* attr_end
    const uint8_t* attr_text
    const uint8_t* role


cdef void read_page(const Rows* rows, Stated* stated, uint8_t* is_marked) noexcept nogil:
    """What the attributes of a page lead to, all of them once."""
    cdef int64_t index
    cdef int32_t row, described = -1, content_row = -1
    cdef Span value, content
    cdef uint8_t role
    content.start = content.end = NULL
    for index in range(rows.attrs):
        role = rows.role[rows.attr_name[index]]
        if role == NOT_READ:
            continue
        row = rows.attr_row[index]
        value.start = rows.attr_text + rows.attr_start[index]
        value.end = rows.attr_text + rows.attr_end[index]
        if role == READ_TYPE:
            if rows.tag[row] == SCRIPT and holds(value, b"ld+json", 7):
                value.start = rows.text + rows.text_start[row]
                value.end = rows.text + rows.text_end[row]
                read_bodies(value, &stated.body)
        elif role == READ_ITEMPROP:
            if holds(value, b"articlebody", 11):
                is_marked[row] = 1
                stated.is_marked = True
        elif rows.tag[row] == META:
            if role == READ_CONTENT:
                content, content_row = value, row
            elif names_description(value):
                described = row
            if described == content_row == row:
                keep_longest(&stated.description, content.start, content.end)
    stated.body.end = limited(stated.body)
    stated.description.end = limited(stated.description)


cdef inline const uint8_t* limited(Span span) noexcept nogil:
    return span.start + BODY_LIMIT if length_of(span) > BODY_LIMIT else span.end


# --------------------------------------------------------------------------------------------------
# The columns
# --------------------------------------------------------------------------------------------------

cdef struct Columns:
    float body_length
    float in_body
    float body_blocks
    float body_found
    float before_body
    float after_body
    float in_description
    float marked_as_body
    float page_marks_body
    float braces


cdef tuple column_names():
    cdef Columns columns
    return tuple([name.replace("_", " ") for name in <dict>columns])


STATED_NAMES = column_names()


def describe_stated(page, first_row, end_row, float[:, ::1] matrix, int start):
    """Write the columns into a matrix of the page's blocks, from column `start` on."""
    cdef const uint16_t[::1] tag = page.tag
    cdef const int32_t[::1] end = page.end
    cdef const int32_t[::1] text_start = page.text_start
    cdef const int32_t[::1] text_end = page.text_end
    cdef const int32_t[::1] attr_row = page.attr_row
    cdef const uint16_t[::1] attr_name = page.attr_name
    cdef const int32_t[::1] attr_start = page.attr_start
    cdef const int32_t[::1] attr_end = page.attr_end
    cdef const int32_t[::1] firsts = first_row
    cdef const int32_t[::1] ends = end_row
    cdef bytes text = page.text
    cdef bytes attr_text = page.attr_text
    cdef bytes role = bytes([ROLES.get(name, NOT_READ) for name in page.attr_names])
    cdef Rows rows
    cdef Watch watch
    cdef int64_t count = firsts.shape[0]
    cdef bint done
    if matrix.shape[0] != count or matrix.shape[1] < start + len(STATED_NAMES):
        raise ValueError("The matrix wants a column for each name and a row for each block.")
    if not count:
        return
    rows.tag, rows.end = &tag[0], &end[0]
    rows.text = <const uint8_t*>PyBytes_AsString(text)
    rows.text_start, rows.text_end = &text_start[0], &text_end[0]
    rows.attrs = attr_row.shape[0]
    if rows.attrs:
        rows.attr_row, rows.attr_name = &attr_row[0], &attr_name[0]
        rows.attr_start, rows.attr_end = &attr_start[0], &attr_end[0]
        rows.attr_text = <const uint8_t*>PyBytes_AsString(attr_text)
        rows.role = <const uint8_t*>PyBytes_AsString(role)
    start_watch(&watch, seconds_left())
    with nogil:
        done = write_columns(
            &rows, tag.shape[0], &firsts[0], &ends[0], count, <Columns*>&matrix[0, start], matrix.shape[1], &watch
        )
    raise_if_stopped(&watch, out_of_time, "computing features")
    if not done:
        raise MemoryError


cdef bint write_columns(
    const Rows* rows, int64_t row_count, const int32_t* first, const int32_t* end, int64_t count,
    Columns* out, int64_t stride, Watch* watch,
) noexcept nogil:
    """Fill all columns. False without memory; some are left where the watch stops the work."""
    cdef Stated stated
    cdef Runs body, description
    cdef uint8_t* letters
    cdef uint8_t* is_marked = <uint8_t*>calloc(row_count, 1)
    cdef int64_t longest = 1, number
    cdef bint done
    stated.body.start = stated.body.end = NULL
    stated.description = stated.body
    stated.is_marked = False
    body.slots = description.slots = NULL
    if is_marked == NULL:
        return False
    read_page(rows, &stated, is_marked)
    for number in range(count):
        longest = most(longest, rows.text_end[end[number] - 1] - rows.text_start[first[number]])
    longest = most(longest, most(length_of(stated.body), length_of(stated.description)))
    letters = <uint8_t*>malloc(longest)
    done = (
        letters != NULL
        and fill_from_body(&body, stated.body, letters)
        and fill_runs(
            &description, letters,
            write_letters(stated.description.start, stated.description.end, letters),
        )
    )
    if done:
        for number in range(count):
            if passed(watch, ROW + rows.text_end[end[number] - 1] - rows.text_start[first[number]]):
                break
            write_block(rows, first[number], end[number], &body, &description, letters, block_at(out, number, stride))
        write_marks(rows, &stated, is_marked, first, count, out, stride)
        write_body(rows, first, end, count, &body, letters, out, stride)
    free(body.slots)
    free(description.slots)
    free(letters)
    free(is_marked)
    return done


cdef inline Columns* block_at(Columns* first, int64_t number, int64_t stride) noexcept nogil:
    """The columns of a block; the matrix has `stride` numbers a row, of which these are some."""
    return <Columns*>(<float*>first + number * stride)


cdef inline int64_t most(int64_t one, int64_t other) noexcept nogil:
    return one if one > other else other


cdef bint fill_from_body(Runs* runs, Span body, uint8_t* letters) noexcept nogil:
    """Escapes are never longer than what they stand for, nor letters than the text: both in place."""
    cdef int64_t count = unescape(body, letters)
    return fill_runs(runs, letters, write_letters(letters, letters + count, letters))


cdef void write_block(
    const Rows* rows, int32_t first, int32_t end, const Runs* body, const Runs* description,
    uint8_t* letters, Columns* out,
) noexcept nogil:
    cdef const uint8_t* start = rows.text + rows.text_start[first]
    cdef const uint8_t* stop = rows.text + rows.text_end[end - 1]
    cdef int64_t count = 0
    if body.letters or description.letters:
        count = write_letters(start, stop, letters)
    out.in_body = <float>share_of_runs(body, letters, count)
    out.in_description = <float>share_of_runs(description, letters, count)
    out.braces = memchr(start, c"{", stop - start) != NULL


cdef void write_marks(
    const Rows* rows, const Stated* stated, const uint8_t* is_marked, const int32_t* first,
    int64_t count, Columns* out, int64_t stride,
) noexcept nogil:
    """Which blocks are inside of an element that is marked: a walk over the rows, if there is any."""
    cdef int32_t row = 0, inside = 0
    cdef int64_t number
    cdef bint any_block = False
    for number in range(count):
        if stated.is_marked:
            while row <= first[number]:
                if is_marked[row] and rows.end[row] > inside:
                    inside = rows.end[row]
                row += 1
        block_at(out, number, stride).marked_as_body = first[number] < inside
        any_block = any_block or first[number] < inside
    for number in range(count):
        block_at(out, number, stride).page_marks_body = any_block


cdef void write_body(
    const Rows* rows, const int32_t* first, const int32_t* end, int64_t count, const Runs* body,
    uint8_t* letters, Columns* out, int64_t stride,
) noexcept nogil:
    """What is known of the body as a whole, and where the blocks stand that are mostly in it."""
    cdef int64_t number, first_found = -1, last_found = -1, found = 0, found_letters = 0
    cdef float length = <float>log1p(<double>body.letters), blocks, share
    cdef Columns* own
    for number in range(count):
        if block_at(out, number, stride).in_body > <float>MOSTLY:
            found += 1
            found_letters += write_letters(
                rows.text + rows.text_start[first[number]], rows.text + rows.text_end[end[number] - 1],
                letters,
            )
            last_found = number
            if first_found < 0:
                first_found = number
    blocks = <float>log1p(<double>found)
    share = <float>(<double>found_letters / <double>most(body.letters, 1))
    for number in range(count):
        own = block_at(out, number, stride)
        own.body_length, own.body_blocks, own.body_found = length, blocks, share
        own.before_body = own.after_body = -1
        if found:
            own.before_body = <float>log1p(<double>most(first_found - number, 0))
            own.after_body = <float>log1p(<double>most(number - last_found, 0))
