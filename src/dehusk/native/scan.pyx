# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""What a reader sees of each row of a page: one pass over it, for everybody who asks.

A mark is a sum of these:

- `LEAF`: nothing is below the row.
- `INERT`: a browser never shows it. It is inside of a script, a style or a template, or the raw text that old
  browsers would show instead of a frame.
- `STARTS_BLOCK`: a run of text begins with it. Runs end where a block-level element starts or ends, and at
  two line breaks in a row with nothing between them that is seen.
- `VISIBLE`: a text that is not inert and of which something is seen.
- `SPACE_BEFORE`: a text before which a reader sees a space that the source does not have.
  `<span>3 May</span><time>10:00</time>` are two words although nothing stands between them, while `<b>w</b>ord` is
  one. Between it and the text before an inline element ends that designers set apart and another element
  starts, or a picture, a line break or the beginning of a run lies there. Preformatted text is left alone.
"""

import numpy as np

from dehusk.budget import out_of_time, seconds_left

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memchr

from dehusk.native.arrays cimport cleared, column_of, mask_of, memory_of, own_mask
from dehusk.native.characters cimport count_ink, decode, has_no_width, is_unspaced, shows_ink
from dehusk.native.codes cimport (
    SPACE_BEFORE, STARTS_BLOCK, INERT, VISIBLE, IS_BLOCK, IS_BREAK, IS_FRAME, IS_INERT, IS_PICTURE, IS_PREFORMATTED, IS_SET_APART,
    IS_TEXT, LEAF,
)
from dehusk.native.page_columns cimport Columns, columns_of, first_attribute
from dehusk.native.roles cimport Roles, role_of, roles_in
from dehusk.native.watch cimport ROW, Watch, passed, raise_if_stopped, start_watch


cdef enum:
    MANY_ROWS = 20_000  # for fewer, to let the GIL go and have it back takes longer than to hold it


cdef inline const uint8_t* text_of(const Columns* page, int32_t row) noexcept nogil:
    return page.text + page.text_start[row]


cdef inline const uint8_t* end_of(const Columns* page, int32_t row) noexcept nogil:
    return page.text + page.text_end[row]


cdef class Scan:
    """The marks of a page's rows, and one for its end.

    `roles` says by the bits of `ScanRole` what a tag is; its last entry is for all tags beyond.
    """

    def __cinit__(self, page, roles):
        cdef const Columns* columns = columns_of(page)
        cdef Roles role_of_tag = roles_in(roles)
        cdef Watch watch
        cdef uint8_t* row_flags
        self.row_flags = np.empty(columns.rows + 1, np.uint8)
        row_flags = cleared(self.row_flags)
        start_watch(&watch, seconds_left())
        if columns.rows < MANY_ROWS:
            flag_rows(columns, &role_of_tag, row_flags, &watch)
        else:
            with nogil:
                flag_rows(columns, &role_of_tag, row_flags, &watch)
        raise_if_stopped(&watch, out_of_time, "reading the page")
        self.row_flags.setflags(write=False)
        self.own = row_flags


cdef void flag_rows(
    const Columns* page, const Roles* roles, uint8_t* row_flags, Watch* watch
) noexcept nogil:
    cdef int32_t row, before = -1, inert_until = 0, preformatted_until = 0
    cdef uint32_t role
    cdef bint ink_since_break = True, between = False
    for row in range(<int32_t>page.rows):
        if passed(watch, ROW):
            return
        role = role_of(roles, page, row)
        if page.end[row] == row + 1:
            row_flags[row] |= LEAF
        if role & IS_BLOCK:
            row_flags[row] |= STARTS_BLOCK
            row_flags[page.end[row]] |= STARTS_BLOCK
        if role & IS_BREAK:
            if not ink_since_break:
                row_flags[row] |= STARTS_BLOCK
            ink_since_break = False
        if role & IS_PREFORMATTED and page.end[row] > preformatted_until:
            preformatted_until = page.end[row]
        if role & IS_INERT and page.end[row] > inert_until:
            inert_until = page.end[row]
        between |= role & IS_PICTURE or row_flags[row] & STARTS_BLOCK
        if role & IS_SET_APART and row_flags[row] & LEAF and is_called_break(page, row):
            between = True
        if row < inert_until:
            row_flags[row] |= INERT
            continue
        if not role & IS_TEXT:
            continue
        if page.parent[row] >= 0 and role_of(roles, page, page.parent[row]) & IS_FRAME:
            row_flags[row] |= INERT
            continue
        if shows_ink(text_of(page, row), end_of(page, row)):
            row_flags[row] |= VISIBLE
            ink_since_break = True
        if before >= 0 and row >= preformatted_until and (
            between or are_apart(page, roles, before, row) or are_sentences(page, before, row)
        ):
            row_flags[row] |= SPACE_BEFORE
        before, between = row, False


cdef bint are_apart(
    const Columns* page, const Roles* roles, int32_t one, int32_t other
) noexcept nogil:
    """Does an element end after one text and another start before the next, one of them set apart?

    Elements that end and that start between the two are looked at once, for all texts of a page.
    """
    cdef int32_t above
    if page.parent[one] < 0 or page.end[page.parent[one]] > other or page.parent[other] <= one:
        return False
    above = page.parent[one]
    while above >= 0 and page.end[above] <= other:
        if role_of(roles, page, above) & IS_SET_APART:
            return True
        above = page.parent[above]
    above = page.parent[other]
    while above > one:
        if role_of(roles, page, above) & IS_SET_APART:
            return True
        above = page.parent[above]
    return False


cdef bint is_called_break(const Columns* page, int32_t row) noexcept nogil:
    """Is an empty element a break, by the one class that it has? `<span class="br"></span>`"""
    cdef Py_ssize_t number = first_attribute(page, row)
    cdef const uint8_t* value
    while number < page.attributes and page.attr_row[number] == row:
        value = page.attr_text + page.attr_start[number]
        if page.attr_end[number] - page.attr_start[number] == 2 and value[0] == c"b" and value[1] == c"r":
            return True
        number += 1
    return False


cdef bint are_sentences(const Columns* page, int32_t one, int32_t other) noexcept nogil:
    """Does a sentence end with one text and another begin with the next, in another element?

    `hot.<b>Then` are two words: a small letter and a stop, a capital and a small letter. Other
    alphabets than that of ASCII are left alone.
    """
    cdef const uint8_t* last = end_of(page, one) - 3
    cdef const uint8_t* start = text_of(page, other)
    if page.parent[one] == page.parent[other] or last < text_of(page, one) or end_of(page, other) - start < 2:
        return False
    if last[2] != c"." and last[2] != c"!" and last[2] != c"?":
        return False
    return is_small(last[0]) and is_small(last[1]) and c"A" <= start[0] <= c"Z" and is_small(start[1])


cdef inline bint is_small(uint8_t letter) noexcept nogil:
    return c"a" <= letter <= c"z"


def blocks_of(page):
    """The blocks of a page: which of them each row is in, -1 for none; the first text with ink of each, and
    the row behind the last. A block is a run of text of which something is seen; its rows are the leaves
    of the run that a browser may show."""
    cdef const uint8_t* row_flags = row_flags_of(page)
    cdef Py_ssize_t rows = columns_of(page).rows, count
    cdef int32_t* out
    cdef int32_t* found
    block_of = np.empty(rows, np.int32)
    out = <int32_t*>memory_of(block_of)
    count = number_blocks(row_flags, rows, out)
    edges = np.empty((2, count), np.int32)
    found = <int32_t*>memory_of(edges)
    find_edges(row_flags, rows, out, found, count)
    return block_of, edges[0], edges[1]


cdef Py_ssize_t number_blocks(const uint8_t* row_flags, Py_ssize_t rows, int32_t* block_of) noexcept nogil:
    """Say of each row which block it is in; how many there are."""
    cdef Py_ssize_t row, before, start = 0, count = 0
    cdef bint has_ink = False
    for row in range(rows):
        block_of[row] = -1
        if row_flags[row] & STARTS_BLOCK:
            start, has_ink = row, False
        if row_flags[row] & VISIBLE and not has_ink:
            for before in range(start, row):
                if is_shown(row_flags[before]):
                    block_of[before] = <int32_t>count
            has_ink = True
            count += 1
        if has_ink and is_shown(row_flags[row]):
            block_of[row] = <int32_t>count - 1
    return count


cdef void find_edges(
    const uint8_t* row_flags, Py_ssize_t rows, const int32_t* block_of, int32_t* edges, Py_ssize_t count
) noexcept nogil:
    cdef int32_t row, block = -1
    for row in range(<int32_t>rows):
        if row_flags[row] & VISIBLE:
            if block_of[row] != block:
                block = block_of[row]
                edges[block] = row
            edges[count + block] = row + 1


def rows_inside(end, mask):
    """The rows that are in a mask or below a row of it, given where each ends."""
    cdef Py_ssize_t row, rows = len(end)
    cdef const int32_t* ends = <const int32_t*>column_of(end, rows, sizeof(int32_t))
    cdef const uint8_t* marked = mask_of(mask, rows)
    cdef uint8_t* out
    cdef int32_t until = 0
    inside = np.empty(rows, np.bool_)
    out = own_mask(inside)
    for row in range(rows):
        if marked[row] and ends[row] > until:
            until = ends[row]
        out[row] = row < until
    return inside


def any_of(mask):
    """Whether a mask has anything. NumPy asks with the GIL let go, which takes longer than to look."""
    cdef Py_ssize_t count = len(mask)
    return memchr(mask_of(mask, count), 1, count) != NULL


def largest_of(column):
    """The largest of some numbers of 8 bits, 0 where there are none."""
    cdef Py_ssize_t at, count = len(column)
    cdef const uint8_t* numbers = mask_of(column, count)
    cdef uint8_t largest = 0
    for at in range(count):
        largest = max(largest, numbers[at])
    return largest


def text_bytes(page, keep):
    """How many bytes of text the rows of a mask have together."""
    cdef const Columns* columns = columns_of(page)
    cdef const uint8_t* kept = mask_of(keep, columns.rows)
    cdef Py_ssize_t row
    cdef int64_t found = 0
    for row in range(columns.rows):
        if kept[row]:
            found += columns.text_end[row] - columns.text_start[row]
    return found


def visible_chars_of_rows(page):
    """For each row of a page how many characters of its text are seen."""
    return counts_of(page, count_ink)


def words_of_rows(page):
    """For each row of a page how many words its text has.

    A word is a run of characters without white space; of the scripts that are written without spaces,
    Han, Kana, Thai, Lao, Khmer and Burmese, every character counts as one.
    """
    return counts_of(page, count_words)


ctypedef int32_t (*Counting)(const uint8_t* at, const uint8_t* end) noexcept nogil


cdef object counts_of(page, Counting count):
    """A column of what is counted in each text that has ink."""
    cdef const Columns* columns = columns_of(page)
    cdef const uint8_t* row_flags = row_flags_of(page)
    cdef Watch watch
    cdef int64_t* out
    cdef int32_t row
    counts = np.zeros(columns.rows, np.int64)
    out = <int64_t*>memory_of(counts)
    start_watch(&watch, seconds_left())
    with nogil:
        for row in range(<int32_t>columns.rows):
            if passed(&watch, ROW + columns.text_end[row] - columns.text_start[row]):
                break
            if row_flags[row] & VISIBLE:
                out[row] = count(text_of(columns, row), end_of(columns, row))
    raise_if_stopped(&watch, out_of_time, "counting words")
    return counts


cdef int32_t count_words(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef int32_t words = 0
    cdef uint32_t code
    cdef int length
    cdef bint in_word = False
    while at < end:
        code = decode(at, end, &length)
        at += length
        if has_no_width(code):
            in_word = False
            continue
        words += not in_word or is_unspaced(code)
        in_word = True
    return words
