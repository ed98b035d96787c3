"""The columns of `dehusk.extractors.default.features.structured_data`, which says what they mean; the tests hold the two together.

A text becomes its letters, and its runs of letters become numbers. Those of what the page states go into
a table, and the blocks are looked up in it.
"""


cdef enum:
    RUN = 16
    GRAM = 8  # letters of which a few runs in a row have the same
    BODY_LIMIT = 200_000

cdef enum:
    # What an attribute is read for here, none of it being 0.
    READ_TYPE = 1
    READ_NAME
    READ_CONTENT
    READ_ITEMPROP

cdef int SCRIPT = int(Tag.SCRIPT)
cdef int META = int(Tag.META)
cdef double MOSTLY = 0.7
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
    # The runs of a text: numbers in slots, 0 where one is empty. Of its grams there is a mark each, among
    # sixteen times as many as there are slots.
    uint64_t* slots
    uint8_t* grams
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
    cdef uint64_t eight
    cdef int skipped, letter
    while at < end:
        while end - at >= 8:
            memcpy(&eight, at, 8)
            if eight & <uint64_t>0x8080808080808080:
                break
            for letter in range(8):
                out[0] = LETTERS[at[letter]]
                out += out[0] != 0
            at += 8
        if at == end:
            break
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
    run = (halves[0] ^ SECRET) * <uint64_t>0x9E3779B97F4A7C15
    # What differs in the last letters of the first half must not stay where the second has its last.
    run = (run ^ run >> 32 ^ halves[1]) * <uint64_t>0xBF58476D1CE4E5B9
    run = (run ^ run >> 29) * <uint64_t>0x94D049BB133111EB
    return run | 1


cdef inline bint has_run(const Runs* runs, uint64_t run) noexcept nogil:
    cdef uint64_t slot = run >> 32 & runs.mask
    while runs.slots[slot]:
        if runs.slots[slot] == run:
            return True
        slot = (slot + 1) & runs.mask
    return False


cdef inline uint64_t mark_of_gram(const Runs* runs, const uint8_t* letters) noexcept nogil:
    cdef uint64_t gram
    memcpy(&gram, letters, GRAM)
    gram = (gram ^ SECRET) * <uint64_t>0x9E3779B97F4A7C15
    return gram >> 24 & (16 * runs.mask + 15)


cdef inline bint has_gram(const Runs* runs, const uint8_t* letters) noexcept nogil:
    cdef uint64_t mark = mark_of_gram(runs, letters)
    return runs.grams[mark >> 3] >> (mark & 7) & 1


cdef int64_t runs_found(const Runs* runs, const uint8_t* letters, int64_t count) noexcept nogil:
    """How many of the runs of some letters a text has.

    Where the last letters of a run are nowhere in the text, no run is that has all of them.
    """
    cdef int64_t at = 0, found = 0
    cdef bint is_inside = False
    if runs.letters < RUN:
        return 0
    while at <= count - RUN:
        if not is_inside and not has_gram(runs, letters + at + RUN - GRAM):
            at += RUN - GRAM + 1
            continue
        is_inside = has_run(runs, run_at(letters + at))
        found += is_inside
        at += 1
    return found


cdef bint fill_runs(Runs* runs, const uint8_t* letters, int64_t count) noexcept nogil:
    """Put the runs of a text into a table. False without memory."""
    cdef uint64_t slots = 16, run, slot, mark
    cdef int64_t at
    while slots < 2 * <uint64_t>count:
        slots *= 2
    runs.slots = <uint64_t*>calloc(slots, sizeof(uint64_t) + 2)
    if runs.slots == NULL:
        return False
    runs.grams = <uint8_t*>(runs.slots + slots)
    runs.mask = slots - 1
    runs.letters = count
    for at in range(count - RUN + 1):
        run = run_at(letters + at)
        slot = run >> 32 & runs.mask
        while runs.slots[slot] and runs.slots[slot] != run:
            slot = (slot + 1) & runs.mask
        runs.slots[slot] = run
    for at in range(count - GRAM + 1):
        mark = mark_of_gram(runs, letters + at)
        runs.grams[mark >> 3] |= <uint8_t>(1 << (mark & 7))
    return True


cdef inline float share(const Runs* runs, int64_t found, int64_t count) noexcept nogil:
    """What is said of a text of so many letters, so many of whose runs were found."""
    if not runs.letters:
        return -1
    return <float>(<double>found / <double>(count - RUN + 1)) if count >= RUN else <float>-0.5


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


cdef void read_page(const Columns* page, const uint8_t* roles, Stated* stated, uint8_t* is_marked) noexcept nogil:
    """What the attributes of a page lead to, all of them once."""
    cdef int64_t index
    cdef int32_t row, described = -1, content_row = -1
    cdef Span value, content
    cdef uint8_t role
    content.start = content.end = NULL
    for index in range(page.attributes):
        role = roles[page.attr_name[index]]
        if role == NOT_READ:
            continue
        row = page.attr_row[index]
        value.start = page.attr_text + page.attr_start[index]
        value.end = page.attr_text + page.attr_end[index]
        if role == READ_TYPE:
            if page.tag[row] == SCRIPT and holds(value, b"ld+json", 7):
                value.start = page.text + page.text_start[row]
                value.end = page.text + page.text_end[row]
                read_bodies(value, &stated.body)
        elif role == READ_ITEMPROP:
            if holds(value, b"articlebody", 11):
                is_marked[row] = 1
                stated.is_marked = True
        elif page.tag[row] == META:
            if role == READ_CONTENT:
                content, content_row = value, row
            elif names_description(value):
                described = row
            if described == content_row == row:
                keep_longest(&stated.description, content.start, content.end)
    stated.body.end = within_limit(stated.body)
    stated.description.end = within_limit(stated.description)


cdef inline const uint8_t* within_limit(Span span) noexcept nogil:
    return span.start + BODY_LIMIT if length_of(span) > BODY_LIMIT else span.end


# --------------------------------------------------------------------------------------------------
# The columns
# --------------------------------------------------------------------------------------------------

cdef struct StatedColumns:
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


cdef tuple names_of_structured_data():
    cdef StatedColumns columns
    return tuple([name.replace("_", " ") for name in <dict>columns])


STRUCTURED_DATA_NAMES = names_of_structured_data()


def describe_structured_data(page, table, int start):
    """Write the columns into the matrix of a page's blocks, from column `start` on."""
    cdef int64_t count = len(table.first_row), stride = table.features.shape[1]
    cdef const int32_t* first = <const int32_t*>column_of(table.first_row, count, sizeof(int32_t))
    cdef const int32_t* end = <const int32_t*>column_of(table.end_row, count, sizeof(int32_t))
    cdef float* matrix = <float*>column_of(table.features, count * stride, sizeof(float))
    cdef const Columns* own = columns_of(page)
    cdef bytes roles = bytes([ROLES.get(name, NOT_READ) for name in page.attr_names])
    cdef const uint8_t* role = <const uint8_t*>PyBytes_AsString(roles)
    cdef Watch watch
    cdef bint done
    if stride < start + len(STRUCTURED_DATA_NAMES):
        raise ValueError("The matrix wants a column for each name.")
    if not count:
        return
    start_watch(&watch, seconds_left())
    with nogil:
        done = write_columns(
            own, role, first, end, count, <StatedColumns*>(matrix + start), stride, &watch
        )
    raise_if_stopped(&watch, out_of_time, "computing features")
    if not done:
        raise MemoryError


cdef bint write_columns(
    const Columns* page, const uint8_t* roles, const int32_t* first, const int32_t* end, int64_t count,
    StatedColumns* out, int64_t stride, Watch* watch,
) noexcept nogil:
    """Fill all columns. False without memory; some are left where the watch stops the work."""
    cdef Stated stated
    cdef Runs body, description
    cdef uint8_t* letters
    cdef uint8_t* is_marked = <uint8_t*>calloc(page.rows, 1)
    cdef int64_t longest = 1, number
    cdef bint done
    stated.body.start = stated.body.end = NULL
    stated.description = stated.body
    stated.is_marked = False
    body.slots = description.slots = NULL
    if is_marked == NULL:
        return False
    read_page(page, roles, &stated, is_marked)
    for number in range(count):
        longest = most(longest, page.text_end[end[number] - 1] - page.text_start[first[number]])
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
            if passed(watch, ROW + page.text_end[end[number] - 1] - page.text_start[first[number]]):
                break
            write_block(page, first[number], end[number], &body, &description, letters, block_at(out, number, stride))
        write_marks(page, &stated, is_marked, first, count, out, stride)
        write_body(page, first, end, count, &body, letters, out, stride)
    free(body.slots)
    free(description.slots)
    free(letters)
    free(is_marked)
    return done


cdef inline StatedColumns* block_at(StatedColumns* first, int64_t number, int64_t stride) noexcept nogil:
    """The columns of a block; the matrix has `stride` numbers a row, of which these are some."""
    return <StatedColumns*>(<float*>first + number * stride)


cdef bint fill_from_body(Runs* runs, Span body, uint8_t* letters) noexcept nogil:
    """Escapes are never longer than what they stand for, nor letters than the text: both in place."""
    cdef int64_t count = unescape(body, letters)
    return fill_runs(runs, letters, write_letters(letters, letters + count, letters))


cdef void write_block(
    const Columns* page, int32_t first, int32_t end, const Runs* body, const Runs* description,
    uint8_t* letters, StatedColumns* out,
) noexcept nogil:
    cdef const uint8_t* start = page.text + page.text_start[first]
    cdef const uint8_t* stop = page.text + page.text_end[end - 1]
    cdef int64_t count = 0
    if body.letters or description.letters:
        count = write_letters(start, stop, letters)
    out.in_body = share(body, runs_found(body, letters, count), count)
    out.in_description = share(description, runs_found(description, letters, count), count)
    out.braces = memchr(start, c"{", stop - start) != NULL


cdef void write_marks(
    const Columns* page, const Stated* stated, const uint8_t* is_marked, const int32_t* first,
    int64_t count, StatedColumns* out, int64_t stride,
) noexcept nogil:
    """Which blocks are inside of an element that is marked: a walk over the rows, if there is any."""
    cdef int32_t row = 0, inside = 0
    cdef int64_t number
    cdef bint any_block = False
    for number in range(count):
        if stated.is_marked:
            while row <= first[number]:
                if is_marked[row] and page.end[row] > inside:
                    inside = page.end[row]
                row += 1
        block_at(out, number, stride).marked_as_body = first[number] < inside
        any_block = any_block or first[number] < inside
    for number in range(count):
        block_at(out, number, stride).page_marks_body = any_block


cdef void write_body(
    const Columns* page, const int32_t* first, const int32_t* end, int64_t count, const Runs* body,
    uint8_t* letters, StatedColumns* out, int64_t stride,
) noexcept nogil:
    """What is known of the body as a whole, and where the blocks stand that are mostly in it."""
    cdef int64_t number, first_found = -1, last_found = -1, found = 0, found_letters = 0
    cdef float length = <float>log1p(<double>body.letters), blocks, share
    cdef StatedColumns* own
    for number in range(count):
        if block_at(out, number, stride).in_body > <float>MOSTLY:
            found += 1
            found_letters += write_letters(
                page.text + page.text_start[first[number]], page.text + page.text_end[end[number] - 1],
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
