"""Which attributes are worth a look: those with some words in them, those that lead to a place of
the same page. Most pages have none."""


cdef enum:
    NOT_ABOVE = 1
    ABOVE = 2


cdef bytearray wanted_names(page, names):
    """For each name of an attribute whether it is one of some."""
    cdef dict numbers = page.attr_numbers
    cdef bytearray wanted = bytearray(len(page.attr_names))
    for name in names:
        number = numbers.get(name)
        if number is not None:
            wanted[number] = 1
    return wanted


cdef inline str value_of(const Columns* columns, int64_t number):
    """The value of an attribute."""
    return PyUnicode_DecodeUTF8(
        <const char*>columns.attr_text + columns.attr_start[number],
        columns.attr_end[number] - columns.attr_start[number],
        "replace",
    )


cdef inline bint has(const Columns* columns, int64_t number, Words words) noexcept:
    """Whether one of some words is in the value of an attribute."""
    cdef const uint8_t* text = columns.attr_text
    return words.is_in(text + columns.attr_start[number], text + columns.attr_end[number])


def attribute(page, int32_t row, str name):
    """One attribute of a row, None where it is absent."""
    cdef const Columns* columns = columns_of(page)
    cdef int64_t number, wanted
    own = page.attr_numbers.get(name)
    if own is None:
        return None
    wanted, number = own, first_attribute(columns, row)
    while number < columns.attributes and columns.attr_row[number] == row:
        if columns.attr_name[number] == wanted:
            return value_of(columns, number)
        number += 1
    return None


def contents_on_tag(page, int tag, naming, holding, int64_t most, int64_t longest, known):
    """What the elements of one tag hold: `known` makes of a name some pairs of a word and of what there
    is to say about it, a tuple, and for each that and the content, one tuple, are found under the word.

    Names stand in the attributes `naming`, in this order, and the content in the first of `holding`
    that is not empty. Of names the first `most` count, if they have no more than `longest` bytes.
    """
    cdef const Columns* columns = columns_of(page)
    cdef bytearray places = bytearray(len(page.attr_names))
    cdef const uint8_t* place = <const uint8_t*>PyByteArray_AsString(places)
    cdef int64_t number = 0, end, own, content, count = columns.attributes
    cdef int names = len(naming), at, best
    cdef int32_t row
    cdef dict found = {}
    for at, name in enumerate((*naming, *holding), 1):
        own_number = page.attr_numbers.get(name)
        if own_number is not None:
            places[own_number] = at
    while number < count and most > 0:
        at = place[columns.attr_name[number]]
        row = columns.attr_row[number]
        if at == 0 or at > names or columns.tag[row] != tag:
            number += 1
            continue
        end = number + 1
        while number > 0 and columns.attr_row[number - 1] == row:
            number -= 1
        while end < count and columns.attr_row[end] == row:
            end += 1
        content, best = -1, 0
        for own in range(number, end):
            at = place[columns.attr_name[own]]
            if at > names and columns.attr_end[own] > columns.attr_start[own] and (content < 0 or at < best):
                content, best = own, at
        value = None
        for at in range(1, names + 1):
            for own in range(number, end):
                if place[columns.attr_name[own]] != at or not most:
                    continue
                most -= 1
                if content >= 0 and columns.attr_end[own] - columns.attr_start[own] <= longest:
                    for word, rest in known(value_of(columns, own)):
                        if value is None:
                            value = value_of(columns, content)
                        held = found.get(word)
                        if held is None:
                            held = found[word] = []
                        held.append((*rest, value))
        number = end
    return found


def links_with(page, Words words, str relation, str address):
    """The rows with one of some words in one attribute, in document order: the row, its tag, the value
    in lower case, and another attribute of it, empty where it is absent.
    """
    cdef const Columns* columns = columns_of(page)
    cdef int64_t number, own, wanted, other, count = columns.attributes
    cdef list found = []
    wanted = page.attr_numbers.get(relation, -1)
    other = page.attr_numbers.get(address, -1)
    if wanted < 0:
        return found
    for number in range(count):
        if columns.attr_name[number] == wanted and has(columns, number, words):
            place = ""
            own = first_attribute(columns, columns.attr_row[number])
            while own < count and columns.attr_row[own] == columns.attr_row[number]:
                if columns.attr_name[own] == other:
                    place = value_of(columns, own)
                own += 1
            row = columns.attr_row[number]
            found.append((row, columns.tag[row], value_of(columns, number).lower(), place))
    return found


def carrying(page, marks, names, int other_tag, int64_t most):
    """The first rows with an attribute of the `marks`, each with its attributes of some `names`, but
    no elements with one tag.
    """
    cdef const Columns* columns = columns_of(page)
    cdef bytearray marks_wanted = wanted_names(page, marks)
    cdef const uint8_t* is_mark = <const uint8_t*>PyByteArray_AsString(marks_wanted)
    cdef bytearray names_wanted = wanted_names(page, names)
    cdef const uint8_t* is_wanted = <const uint8_t*>PyByteArray_AsString(names_wanted)
    cdef int64_t number = 0, own, end, count = columns.attributes
    cdef int32_t row
    cdef dict held
    cdef tuple known = page.attr_names
    cdef list found = []
    while number < count and len(found) < most:
        if not is_mark[columns.attr_name[number]]:
            number += 1
            continue
        row, end = columns.attr_row[number], number + 1
        while end < count and columns.attr_row[end] == row:
            end += 1
        if columns.tag[row] != other_tag:
            while number > 0 and columns.attr_row[number - 1] == row:
                number -= 1
            held = {}
            for own in range(number, end):
                if is_wanted[columns.attr_name[own]] and known[columns.attr_name[own]] not in held:
                    held[known[columns.attr_name[own]]] = value_of(columns, own)
            found.append((row, held))
        number = end
    return found


cdef class Words:
    """Words in small letters of ASCII, to be found anywhere in a value, in letters of any case."""

    cdef Names names

    def __init__(self, *words):
        if not words:
            raise ValueError("not a word")
        self.names = Names({"": ((), words)})

    def rows_on_tag(self, page, int tag, str name):
        """The rows with one tag that have one of the words in the attribute of one name."""
        cdef const Columns* columns = columns_of(page)
        cdef int64_t number, wanted
        cdef list found = []
        own = page.attr_numbers.get(name)
        if own is None:
            return found
        wanted = own
        for number in range(columns.attributes):
            if columns.attr_name[number] == wanted and columns.tag[columns.attr_row[number]] == tag:
                if has(columns, number, self):
                    found.append(columns.attr_row[number])
        return found

    def marks_in(self, page, names, int32_t first, int32_t last, int64_t longest):
        """The rows from `first` up to `last` with one of the words in an attribute of some name, each
        with the values that hold one, in lower case; none of those of more than `longest` bytes.
        """
        cdef const Columns* columns = columns_of(page)
        cdef bytearray names_wanted = wanted_names(page, names)
        cdef const uint8_t* is_wanted = <const uint8_t*>PyByteArray_AsString(names_wanted)
        cdef int64_t number, size
        cdef dict found = {}
        cdef str mark, before
        for number in range(first_attribute(columns, first), first_attribute(columns, last)):
            size = columns.attr_end[number] - columns.attr_start[number]
            if is_wanted[columns.attr_name[number]] and size <= longest:
                if has(columns, number, self):
                    mark = value_of(columns, number).lower()
                    before = found.get(columns.attr_row[number])
                    found[columns.attr_row[number]] = mark if before is None else f"{before} {mark}"
        return found

    def not_above(
        self, page, names, tags, rows, int32_t within, bytearray known_rows not None
    ):
        """Those of some rows that have none of some tags and none of the words in an attribute of some
        name, and are in no such element; elements around the row `within` do not count.

        What was found out of a row stays in `known_rows`, zeros at first, so that no row is looked at twice.
        """
        cdef const Columns* columns = columns_of(page)
        cdef bytearray names_wanted = wanted_names(page, names)
        cdef const uint8_t* is_wanted = <const uint8_t*>PyByteArray_AsString(names_wanted)
        cdef int64_t number, count = columns.attributes
        cdef int32_t row, above
        cdef Py_ssize_t tag_count = len(tags)
        cdef const uint8_t* is_tag = mask_of(tags, tag_count)
        cdef uint8_t* known = <uint8_t*>PyByteArray_AsString(known_rows)
        cdef uint8_t answer
        cdef list found = []
        if len(known_rows) < columns.rows:
            raise ValueError("less than a place for each row")
        for one in rows:
            above, answer = one, 0
            while not answer:
                if above < 0 or above <= within < columns.end[above]:
                    answer = NOT_ABOVE
                elif known[above]:
                    answer = known[above]
                elif columns.tag[above] < tag_count and is_tag[columns.tag[above]]:
                    answer = ABOVE
                else:
                    number = first_attribute(columns, above)
                    while not answer and number < count and columns.attr_row[number] == above:
                        if is_wanted[columns.attr_name[number]]:
                            if has(columns, number, self):
                                answer = ABOVE
                        number += 1
                    if not answer:
                        above = columns.parent[above]
            row = one
            while row >= 0 and row >= above and not known[row]:
                known[row] = answer
                row = columns.parent[row]
            if answer == NOT_ABOVE:
                found.append(one)
        return found

    cdef bint is_in(self, const uint8_t* at, const uint8_t* end) noexcept nogil:
        return self.names.groups_in(at, end, 1) != 0


def local_links(page, bytes own, bytes letters):
    """The links to a place of the same page: their rows, and where the name of the place starts and
    ends in the text of attributes.

    A link has nothing before its `#`, or `own`, the address of the page. Any other may still be a
    link of a page that was saved, if the name begins with one of some letters: those count, too.
    """
    cdef const Columns* columns = columns_of(page)
    cdef const uint8_t* start
    cdef const uint8_t* end
    cdef const uint8_t* place
    cdef int64_t number, size = len(own), href, count = len(letters)
    href = page.attr_numbers.get("href", -1)
    found = []
    for number in range(columns.attributes):
        if columns.attr_name[number] != href:
            continue
        start = columns.attr_text + columns.attr_start[number]
        end = columns.attr_text + columns.attr_end[number]
        place = place_in(start, end, own, size, letters, count)
        if place != NULL:
            is_own = is_own_place(start, place, own, size)
            name = place - columns.attr_text
            found.append((columns.attr_row[number], name, columns.attr_end[number], is_own))
    return found


def may_keep_marks(page, keep, bytes own, bytes letters, int raised, int box):
    """Whether something is kept inside of one of these links, of raised text, or of what a box stands in:
    of `raised` and `box` the tags are given."""
    cdef const Columns* columns = columns_of(page)
    cdef const uint8_t* kept = mask_of(keep, columns.rows)
    cdef const uint8_t* text = columns.attr_text
    cdef int64_t number, href = page.attr_numbers.get("href", -1), size = len(own), count = len(letters)
    cdef int32_t row
    for row in range(<int32_t>columns.rows):
        if columns.tag[row] == raised and is_kept_in(columns, kept, row):
            return True
        if columns.tag[row] == box and row and is_kept_in(columns, kept, columns.parent[row]):
            return True
    for number in range(columns.attributes):
        if columns.attr_name[number] == href and is_kept_in(columns, kept, columns.attr_row[number]):
            if place_in(
                text + columns.attr_start[number], text + columns.attr_end[number], own, size, letters, count
            ) != NULL:
                return True
    return False


cdef inline bint is_kept_in(const Columns* page, const uint8_t* kept, int32_t row) noexcept nogil:
    return memchr(kept + row, 1, page.end[row] - row) != NULL


cdef inline const uint8_t* place_in(
    const uint8_t* start,
    const uint8_t* end,
    const char* own,
    int64_t size,
    const char* letters,
    int64_t count,
) noexcept nogil:
    """Where the name of a place starts in a link that may be to one of the same page, NULL without."""
    cdef const uint8_t* place = <const uint8_t*>memchr(start, 35, end - start)
    if place == NULL or place + 1 == end:
        return NULL
    place += 1
    if is_own_place(start, place, own, size) or memchr(letters, place[0], count) != NULL:
        return place
    return NULL


cdef inline bint is_own_place(
    const uint8_t* start, const uint8_t* place, const char* own, int64_t size
) noexcept nogil:
    """Whether nothing stands before the name of a place, or the address of the page."""
    cdef int64_t before = place - 1 - start
    return before == 0 or (before == size and not memcmp(start, own, size))
