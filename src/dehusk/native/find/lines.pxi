"""Lines, words and letters as a reader sees them. A line is the text between the breaks that blocks make.

What a tag does to a line is passed in, a `LineRole` for each tag.
"""


cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object text, Py_ssize_t* size) except NULL

cdef enum:
    IDEOGRAPHIC_SPACE = 0x3000


cdef inline int width_of_space(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The bytes of the white space that begins here, 0 for ink and within a character. An ideographic
    space is ink here: it is a part of Japanese and Chinese titles."""
    cdef int length
    cdef uint32_t code
    if at[0] < 0xC2:
        return BYTE_CLASS[at[0]] == WHITE
    code = decode(at, end, &length)
    return length if is_space(code) and code != IDEOGRAPHIC_SPACE else 0


cdef struct Line:
    int32_t first           # the rows of its first and last text, -1 before there is one
    int32_t last
    uint8_t* start
    uint8_t* end
    const uint8_t* counted  # up to where its characters are counted
    Py_ssize_t room         # how many more it may have


cdef void begin(Line* line, uint8_t* start, Py_ssize_t longest) noexcept nogil:
    line.first = line.last = -1
    line.start = line.end = start
    line.counted, line.room = start, longest + 1  # a space at its end will go


cdef inline bint is_full(Line* line) noexcept nogil:
    """Whether a line has more characters than it may. They are counted where its bytes are too many."""
    if line.end - line.counted <= line.room:
        return False
    while line.counted < line.end:
        line.room -= (line.counted[0] & 0xC0) != 0x80
        line.counted += 1
    return line.room < 0


cdef void add_text(Line* line, const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Write a text behind what a line has already, each gap as one space; none at the start, and no
    more than the line may have."""
    cdef int width
    cdef uint8_t* out = line.end
    cdef const uint8_t* full = line.counted + line.room
    while at < end:
        width = width_of_space(at, end)
        if not width:
            out[0] = at[0]
            out += 1
            at += 1
        else:
            at += width
            if out > line.start and (out - 1)[0] != 32:
                out[0] = 32
                out += 1
        if out > full:
            line.end = out
            if is_full(line):
                return
            full = line.counted + line.room
    line.end = out


cdef inline void add_space(Line* line) noexcept nogil:
    if (line.end - 1)[0] != 32:
        line.end[0] = 32
        line.end += 1


cdef int finish(Line* line, list found, Py_ssize_t longest) except -1:
    """Add a line to those that are found, if it is not too long, and begin the next."""
    cdef const uint8_t* end = line.end
    cdef str text
    if line.first < 0:
        return 0
    if not is_full(line):
        if end > line.start and (end - 1)[0] == 32:
            end -= 1
        text = PyUnicode_DecodeUTF8(<const char*>line.start, end - line.start, "replace")
        if len(text) <= longest:
            if line.start < end and (line.start[0] == 0xE3 or (end - 1)[0] == 0x80):
                text = text.strip()
            found.append((line.first, line.last, text, has_signs_of_date(line.start, end)))
    begin(line, line.start, longest)
    return 0


cdef struct Closing:
    int32_t end
    bint ends_line


def lines_between(page, int32_t first, int32_t last, roles, Py_ssize_t longest=1 << 30):
    """The lines that the rows from `first` to before `last` make, without those of more than `longest`
    characters: the rows of their first and last text, what they say, and whether a date may be in it.

    What is never shown is left out, unless it is the first row itself.
    """
    cdef const Columns* columns = columns_of(page)
    cdef Roles of_tags = roles_in(roles)
    cdef const uint8_t* start
    cdef const uint8_t* stop
    cdef uint8_t* buffer
    cdef Closing* open_ones
    cdef Line line
    cdef int32_t row = first, depth = 0
    cdef uint32_t role
    cdef list found = []
    if first < 0 or first >= last:
        return found
    # A piece adds a space at most to what it holds.
    buffer = <uint8_t*>malloc(
        columns.text_end[last - 1] - columns.text_start[first] + 2 * (last - first) + 1
    )
    open_ones = <Closing*>malloc((last - first) * sizeof(Closing))
    if buffer == NULL or open_ones == NULL:
        free(buffer)
        free(open_ones)
        raise MemoryError
    begin(&line, buffer, longest)
    try:
        while row < last:
            while depth and open_ones[depth - 1].end <= row:
                depth -= 1
                if open_ones[depth].ends_line:
                    finish(&line, found, longest)
                elif line.first >= 0:
                    add_space(&line)
            role = role_of(&of_tags, columns, row)
            if role & TEXT_TAG:
                start, stop = columns.text + columns.text_start[row], columns.text + columns.text_end[row]
                if line.first >= 0 or not is_blank(start, stop):
                    if line.first < 0:
                        line.first = row
                    line.last = row
                    if not is_full(&line):
                        add_text(&line, start, stop)
            elif role & INERT_TAG and row > first:
                row = columns.end[row]
                continue
            elif role & (LINE_TAG | SPACE_TAG):
                if role & LINE_TAG:
                    finish(&line, found, longest)
                elif line.first >= 0:
                    add_space(&line)
                open_ones[depth] = Closing(columns.end[row], role & LINE_TAG != 0)
                depth += 1
            row += 1
        finish(&line, found, longest)
    finally:
        free(buffer)
        free(open_ones)
    return found


def may_have_date(str text):
    """Whether a date may be in a text."""
    cdef Py_ssize_t size
    cdef const uint8_t* at
    try:
        at = <const uint8_t*>PyUnicode_AsUTF8AndSize(text, &size)
    except UnicodeEncodeError:
        return True
    return has_signs_of_date(at, at + size)


cdef bint has_signs_of_date(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Whether a text has four digits in a row, numbers with a full stop between, or a number and the
    Chinese or Korean word for a year; of the digits of other scripts one is enough."""
    cdef int digits = 0
    cdef bint has_digit = False, has_year = False
    while at < end:
        if 48 <= at[0] <= 57:
            digits += 1
            has_digit = True
            if digits == 4 or (end - at > 2 and at[1] == c"." and 48 <= at[2] <= 57):
                return True
        elif at[0] < 0xD9:
            digits = 0
        elif at[0] == 0xE5 or at[0] == 0xEB:
            digits = 0
            has_year |= (at[1] == 0xB9 and at[2] == 0xB4) or (at[1] == 0x85 and at[2] == 0x84)
        elif at[0] == 0xD9 or at[0] == 0xDB:  # Arabic and Persian digits, among other letters
            digits = 0
            if (at[1] & 0xF0) == (0xA0 if at[0] == 0xD9 else 0xB0):
                return True
        elif at[0] >= 0xDF and not 0xE2 <= at[0] <= 0xE9 and not 0xEB <= at[0] <= 0xEE:
            return True
        else:
            digits = 0
        at += 1
    return has_digit and has_year


def links_elsewhere(page, int32_t row, int link):
    """Whether a row is a link, holds one or stands in one, by the tag of links."""
    cdef const Columns* columns = columns_of(page)
    return has_link(columns, row, link)


cdef bint has_link(const Columns* columns, int32_t row, int link) noexcept nogil:
    cdef int32_t inner
    if columns.parent[row] >= 0 and columns.tag[columns.parent[row]] == link:
        return True
    for inner in range(row, columns.end[row]):
        if columns.tag[inner] == link:
            return True
    return False


def rows_around(
    page, int32_t title, int32_t before, int32_t after, headings, int link
):
    """The first row near a title and the row after the last: so many before it and after its end.

    A heading with a link ends what belongs to the title, on either side; `headings` says for each tag
    whether it is one. A title of -1 stands before the first row.
    """
    cdef const Columns* columns = columns_of(page)
    cdef Py_ssize_t tag_count = len(headings)
    cdef const uint8_t* is_heading = mask_of(headings, tag_count)
    cdef int32_t behind = columns.end[title] if title >= 0 else 0
    cdef int32_t first, row, last = <int32_t>min(<int64_t>behind + after, <int64_t>columns.rows)
    title = max(title, 0)
    first = row = max(title - before, 0)
    while row < last:
        if columns.tag[row] < tag_count and is_heading[columns.tag[row]]:
            if has_link(columns, row, link):
                if row >= behind:
                    return first, row
                if columns.end[row] <= title:
                    first = columns.end[row]
        row += 1
    return first, last


def rows_of_tag(page, int tag):
    """The rows of one tag."""
    cdef const Columns* columns = columns_of(page)
    cdef Py_ssize_t row
    cdef list found = []
    for row in range(columns.rows):
        if columns.tag[row] == tag:
            found.append(row)
    return found


def block_with(
    page, bytes wanted, int32_t first, int32_t middle, int32_t last, roles
):
    """The innermost block that shows a text, among the rows from `middle` to before `last`, else from
    `first` to before `middle`; -1 for none, and for what is never shown.
    """
    cdef const Columns* columns = columns_of(page)
    cdef bytes text = page.text
    cdef Roles of_tags = roles_in(roles)
    cdef int32_t low, high, row
    cdef Py_ssize_t place
    cdef uint32_t role
    for low, high in ((middle, last), (first, min(middle, last))):
        if low >= high:
            continue
        place = text.find(wanted, columns.text_start[low], columns.text_end[high - 1])
        if place < 0:
            continue
        while high - low > 1:  # the last row that starts no later
            row = low + (high - low) // 2
            if columns.text_start[row] <= place:
                low = row
            else:
                high = row
        row = low
        while row >= 0:
            role = role_of(&of_tags, columns, row)
            if role & LINE_TAG:
                return row
            if role & INERT_TAG:
                return -1
            row = columns.parent[row]
        return -1
    return -1


def headings_in(
    page,
    int first_tag,
    int last_tag,
    int most,
    Py_ssize_t longest,
    str signs,
    roles,
    int32_t rows_read,
):
    """The first elements with tags from one number to another: row, level from 1 on, and text, without
    some signs at its end. Those of the first tag are read as a reader sees them, line by line, and none
    has no text or more than `longest` characters.
    """
    cdef const Columns* columns = columns_of(page)
    cdef list found = []
    cdef str text
    cdef int32_t row, end
    cdef int tag
    for row in range(<int32_t>columns.rows):
        tag = columns.tag[row]
        if not first_tag <= tag <= last_tag:
            continue
        if tag == first_tag:
            end = min(columns.end[row], row + rows_read)
            text = "\n".join([one[2] for one in lines_between(page, row, end, roles)])
        else:
            text = text_in(columns, row).strip()
        if text and len(text) <= longest:
            if text[len(text) - 1] in signs:
                text = text.rstrip(signs)
            found.append((row, tag - first_tag + 1, text))
        most -= 1
        if not most:
            break
    return found


def texts_of_tags(page, int first_tag, int last_tag, int most):
    """The first elements with tags from one number to another: row, tag and all text inside."""
    cdef const Columns* columns = columns_of(page)
    cdef int32_t row
    cdef list found = []
    for row in range(<int32_t>columns.rows):
        if first_tag <= columns.tag[row] <= last_tag:
            found.append((row, columns.tag[row], text_in(columns, row)))
            if len(found) == most:
                break
    return found


cdef inline str text_in(const Columns* columns, int32_t row):
    """All text inside a row."""
    return PyUnicode_DecodeUTF8(
        <const char*>columns.text + columns.text_start[row],
        columns.text_end[row] - columns.text_start[row],
        "replace",
    )


def counted(str text):
    """How many words a text has, and how many of them are characters of scripts without spaces."""
    cdef bytes encoded = text.encode("utf-8", "surrogatepass")
    cdef const uint8_t* at = encoded
    cdef const uint8_t* end = at + len(encoded)
    cdef uint32_t code
    cdef int length
    cdef Py_ssize_t words = 0, characters = 0
    cdef bint in_word = False, is_one
    while at < end:
        if at[0] < 0x80:
            words += BYTE_CLASS[at[0]] != WHITE and not in_word
            in_word = BYTE_CLASS[at[0]] != WHITE
            at += 1
            continue
        code = decode(at, end, &length)
        at += length
        if is_space(code):
            in_word = False
            continue
        is_one = is_unspaced(code)
        words += is_one or not in_word
        characters += is_one
        in_word = not is_one
    return words, characters
