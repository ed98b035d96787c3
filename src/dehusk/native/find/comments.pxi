"""Which leaves are comments of readers, given the elements that are called so; what looks like a date.

The blocks are those of `dehusk.native.scan`, as far as they stand in such elements.
"""


COMMENT_ROLES = ("section", "control", "link")
"""What a tag may be, each a bit of its role: see `comment_leaves`."""

cdef enum:
    SECTION = 1 << 0
    CONTROL = 1 << 1
    LINK = 1 << 2

cdef enum:
    # What a leaf is: in a section and not in a control; in a block, in one that is a comment; in none,
    # and behind one that is a comment.
    IS_AROUND = 1
    IS_JUDGED = 2
    IS_COMMENT = 4
    IS_UNJUDGED = 8
    FOLLOWS = 16


cdef struct Rules:
    Roles roles
    const uint8_t* row_flags
    int least_words


cdef struct Block:
    # The leaves from one row up to another, and what was counted in them.
    Py_ssize_t start
    bint has_ink
    int64_t words
    int64_t unlinked


def comment_leaves(page, content, rows, roles, int least_words):
    """The leaves that are comments, None where no block is one.

    `rows` are elements that are called so. Those with `content` in them are none, nor those whose tag is no
    `section`. Of the others blocks are comments that have words outside of links, or `least_words` of
    any; nothing that is content, and nothing in a control.

    `roles` says by bits, in the order of `ROLES`, what a tag is; its last entry is for all tags beyond.
    """
    cdef Columns columns
    cdef Rules rules
    cdef Py_ssize_t number, count, start, stop
    cdef const uint8_t* kept
    cdef const int64_t* some
    cdef int32_t* sections
    cdef uint8_t* out
    cdef bint found
    columns = columns_of(page)[0]
    kept = mask_of(content, columns.rows)
    some = <const int64_t*>column_of(rows, len(rows), 8)
    rules.roles = roles_in(roles)
    rules.row_flags, rules.least_words = row_flags_of(page), least_words
    sections = <int32_t*>malloc((len(rows) + 1) * sizeof(int32_t))
    if sections == NULL:
        raise MemoryError
    try:
        count = find_sections(&columns, &rules, kept, some, len(rows), sections)
        if not count:
            return None
        mask = np.zeros(columns.rows, np.bool_)
        out = own_mask(mask)
        start, stop = sections[0], 0
        for number in range(count):
            stop = max(stop, columns.end[sections[number]])
        with nogil:
            found = judge(&columns, &rules, sections, count, start, stop, out)
            if found:
                bridge(start, stop, kept, out)
        return mask if found else None
    finally:
        free(sections)


cdef Py_ssize_t find_sections(
    const Columns* page,
    const Rules* rules,
    const uint8_t* content,
    const int64_t* rows,
    Py_ssize_t count,
    int32_t* sections,
) except -1:
    """Those of some rows that are sections and hold no content, each once."""
    cdef Py_ssize_t number, row, found = 0
    cdef int32_t* before = <int32_t*>malloc((page.rows + 1) * sizeof(int32_t))
    if before == NULL:
        raise MemoryError
    before[0] = 0
    for row in range(page.rows):
        before[row + 1] = before[row] + (content[row] != 0)
    for number in range(count):
        row = rows[number]
        if found and sections[found - 1] == row:
            continue
        if role_of(&rules.roles, page, row) & SECTION and before[page.end[row]] == before[row]:
            sections[found] = <int32_t>row
            found += 1
    free(before)
    return found


cdef bint judge(
    const Columns* page,
    const Rules* rules,
    const int32_t* sections,
    Py_ssize_t count,
    Py_ssize_t start,
    Py_ssize_t stop,
    uint8_t* out,
) noexcept nogil:
    """Say of the leaves in a part of a page what they are; whether one of them is a comment."""
    cdef Py_ssize_t row, number = 0
    cdef int32_t section_until = 0
    cdef int32_t control_until = end_above(&rules.roles, page, start, CONTROL)
    cdef int32_t link_until = end_above(&rules.roles, page, start, LINK)
    cdef uint32_t own
    cdef int words
    cdef bint found = False
    cdef Block block = Block(start, False, 0, 0)
    for row in range(start, stop):
        own = role_of(&rules.roles, page, row)
        if number < count and sections[number] == row:
            section_until = later(section_until, page.end[row])
            number += 1
        if own & CONTROL:
            control_until = later(control_until, page.end[row])
        if own & LINK:
            link_until = later(link_until, page.end[row])
        if rules.row_flags[row] & STARTS_BLOCK:
            found |= close_block(&block, row, rules.least_words, out)
        if not is_shown(rules.row_flags[row]):
            continue
        # A leaf, so far in no block: it is marked, and has one if there is ink in the same.
        out[row] = IS_JUDGED
        if section_until > row >= control_until:
            out[row] |= IS_AROUND
        if rules.row_flags[row] & VISIBLE:
            block.has_ink = True
            if out[row] & IS_AROUND:
                words = words_of(page, row, rules.least_words)
                block.words += words
                block.unlinked += words if row >= link_until else 0
    found |= close_block(&block, stop, rules.least_words, out)
    return found


cdef inline int32_t later(int32_t one, int32_t other) noexcept nogil:
    return one if one > other else other


cdef bint close_block(Block* block, Py_ssize_t end, int least_words, uint8_t* out) noexcept nogil:
    """Say of the leaves of a block whether they are judged, and a comment; the next one begins."""
    cdef bint is_comment = block.has_ink and (block.unlinked > 0 or block.words >= least_words)
    cdef Py_ssize_t row
    for row in range(block.start, end):
        if out[row] and not block.has_ink:
            out[row] = out[row] & IS_AROUND | IS_UNJUDGED
        elif out[row] and is_comment:
            out[row] |= IS_COMMENT
    block[0] = Block(end, False, 0, 0)
    return is_comment


cdef int words_of(const Columns* page, Py_ssize_t row, int most) noexcept nogil:
    """How many words a text has, as far as it matters."""
    cdef const uint8_t* at = page.text + page.text_start[row]
    cdef const uint8_t* end = page.text + page.text_end[row]
    cdef int length, words = 0
    cdef uint32_t code
    cdef bint in_word = False
    while at < end and words < most:
        code = decode(at, end, &length)
        at += length
        if has_no_width(code):
            in_word = False
        else:
            words += not in_word or is_unspaced(code)
            in_word = True
    return words


cdef void bridge(Py_ssize_t start, Py_ssize_t stop, const uint8_t* content, uint8_t* out) noexcept nogil:
    """Keep comments, and leaves that nobody judged between two that are: then a mask is left."""
    cdef Py_ssize_t row
    cdef bint beside = False
    for row in range(start, stop):
        if out[row] & IS_JUDGED:
            beside = out[row] & IS_COMMENT != 0
        elif out[row] and beside:
            out[row] |= FOLLOWS
    beside = False
    for row in range(stop - 1, start - 1, -1):
        if out[row] & IS_JUDGED:
            beside = out[row] & IS_COMMENT != 0
        elif out[row] & FOLLOWS and beside:
            out[row] |= IS_COMMENT
        out[row] = out[row] & IS_AROUND and out[row] & IS_COMMENT and not content[row]


# What looks like a date


cdef enum:
    FOREIGN_DIGITS = 0xD9  # where the digits of other scripts begin


cdef inline bint may_begin_digit(uint8_t byte) noexcept nogil:
    """Whether a digit of another script may begin so: not Chinese, and no signs such as quotation marks."""
    return byte >= FOREIGN_DIGITS and not 0xE2 <= byte <= 0xE9 and not 0xEB <= byte <= 0xEE


cdef bint may_be_date(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Whether a text has a digit of another script, a Chinese year or day, a year of four digits, two
    numbers with a sign between, or a number and then what may be a unit of time."""
    cdef uint8_t next
    while at < end:
        if may_begin_digit(at[0]):
            return True
        if end - at > 2 and (
            (at[0] == 0xE5 and at[1] == 0xB9 and at[2] == 0xB4)
            or (at[0] == 0xE6 and at[1] == 0x97 and at[2] == 0xA5)
        ):
            return True
        if 48 <= at[0] <= 57 and end - at > 1:
            next = at[1]
            if next >= 0x80 or may_be_unit(next):
                return True
            if end - at > 2:
                if next <= 0x20 and may_be_unit(at[2]):
                    return True
                if (next == c":" or next == c"." or next == c"/" or next == c"-") and is_numeral(at[2]):
                    return True
            if end - at > 3 and is_numeral(at[2]) and is_numeral(at[3]):
                if (at[0] == c"1" and next == c"9") or (at[0] == c"2" and next == c"0"):
                    return True
        at += 1
    return False


cdef inline bint is_numeral(uint8_t byte) noexcept nogil:
    return 48 <= byte <= 57 or byte >= 0x80


cdef inline bint may_be_unit(uint8_t letter) noexcept nogil:
    """Hours, days, weeks, months and minutes, years, seconds."""
    return (
        letter == c"h" or letter == c"d" or letter == c"w" or letter == c"m" or letter == c"y"
        or letter == c"s"
    )


def may_tell_dates(page, int32_t longest, Py_ssize_t first=0, Py_ssize_t last=-1):
    """The texts of at most so many bytes, white space around them aside, that may look like a date or a
    time, among the rows from one up to another."""
    cdef Columns columns
    cdef const uint8_t* at
    cdef const uint8_t* end
    cdef Py_ssize_t row
    cdef uint8_t* out
    columns = columns_of(page)[0]
    last = columns.rows if last < 0 else last
    dates = np.zeros(last - first, np.bool_)
    out = own_mask(dates)
    with nogil:
        for row in range(first, last):
            if columns.tag[row]:
                continue
            at, end = columns.text + columns.text_start[row], columns.text + columns.text_end[row]
            while at < end and is_ascii_space(at[0]):
                at += 1
            while at < end and is_ascii_space((end - 1)[0]):
                end -= 1
            if end - at <= longest:
                out[row - first] = may_be_date(at, end)
    return dates
