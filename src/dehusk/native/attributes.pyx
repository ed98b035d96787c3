# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Which attributes are worth a look: those with some words in them, those that lead to a place of
the same page, and whether names of posts and marks of notes can be among what is kept.

Most pages have none. The loops over all attributes of a page go without the GIL.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memchr, memcmp, memset


cdef enum:
    MOST_WORDS = 32


NOTHING = np.zeros(0, np.int64)
NOTHING.flags.writeable = False


cdef object array_of(const int32_t* numbers, int64_t count):
    """Numbers as an array that can be an index."""
    cdef int64_t[::1] out
    cdef int64_t at
    if not count:
        return NOTHING
    found = out = np.empty(count, np.int64)
    for at in range(count):
        out[at] = numbers[at]
    return found


cdef bytearray wanted_names(page, names):
    """For each name of an attribute whether it is one of some."""
    cdef tuple known = page.attr_names
    cdef Py_ssize_t number, count = len(known)
    cdef bytearray wanted = bytearray(count)
    for number in range(count):
        if known[number] in names:
            wanted[number] = 1
    return wanted


cdef inline bytes value_of(bytes text, int32_t start, int32_t end):
    return (<char*>text)[start:end]


def attribute(page, int32_t row, str name):
    """One attribute of a row, None where it is absent."""
    cdef const int32_t[::1] attr_row = page.attr_row
    cdef const uint16_t[::1] attr_name = page.attr_name
    cdef int64_t number, wanted
    own = page.attr_numbers.get(name)
    if own is None:
        return None
    wanted, number = own, first_of(attr_row, row)
    while number < attr_row.shape[0] and attr_row[number] == row:
        if attr_name[number] == wanted:
            value = page.attr_text[page.attr_start.item(number):page.attr_end.item(number)]
            return value.decode("utf-8", "replace")
        number += 1
    return None


def on_tag(page, int tag, names):
    """The attributes of some names on the elements of one tag, as they stand on the page: the row, the
    place of the name among `names`, the value.
    """
    cdef const uint16_t[::1] tags = page.tag
    cdef const int32_t[::1] attr_row = page.attr_row
    cdef const uint16_t[::1] attr_name = page.attr_name
    cdef const int32_t[::1] attr_start = page.attr_start
    cdef const int32_t[::1] attr_end = page.attr_end
    cdef bytes text = page.attr_text
    cdef bytearray places = bytearray(len(page.attr_names))
    cdef uint8_t[::1] place = places
    cdef int64_t number
    cdef list found = []
    for at, name in enumerate(names, 1):
        own = page.attr_numbers.get(name)
        if own is not None:
            places[own] = at
    for number in range(attr_row.shape[0]):
        if place[attr_name[number]] and tags[attr_row[number]] == tag:
            value = value_of(text, attr_start[number], attr_end[number])
            found.append((attr_row[number], place[attr_name[number]] - 1, value))
    return found


def carrying(page, marks, names, int other_tag, int64_t most):
    """The first rows with an attribute of the `marks`, each with its attributes of some `names`, but
    no elements with one tag.
    """
    cdef const uint16_t[::1] tags = page.tag
    cdef const int32_t[::1] attr_row = page.attr_row
    cdef const uint16_t[::1] attr_name = page.attr_name
    cdef const int32_t[::1] attr_start = page.attr_start
    cdef const int32_t[::1] attr_end = page.attr_end
    cdef const uint8_t[::1] is_mark = wanted_names(page, marks)
    cdef const uint8_t[::1] is_wanted = wanted_names(page, names)
    cdef bytes text = page.attr_text
    cdef int64_t number = 0, own, end, count = attr_row.shape[0]
    cdef int32_t row
    cdef bint has_mark
    cdef dict held
    cdef tuple known = page.attr_names
    cdef list found = []
    while number < count and len(found) < most:
        row, end, has_mark = attr_row[number], number, False
        while end < count and attr_row[end] == row:
            has_mark |= is_mark[attr_name[end]]
            end += 1
        if has_mark and tags[row] != other_tag:
            held = {}
            for own in range(number, end):
                if is_wanted[attr_name[own]] and known[attr_name[own]] not in held:
                    value = value_of(text, attr_start[own], attr_end[own])
                    held[known[attr_name[own]]] = value.decode("utf-8", "replace")
            found.append((row, held))
        number = end
    return found


cdef class Words:
    """Words in small letters of ASCII, to be found anywhere in a value, in letters of any case."""

    cdef tuple words
    cdef const uint8_t* word[MOST_WORDS]
    cdef Py_ssize_t size[MOST_WORDS]
    cdef int count
    cdef uint32_t[256] first, second

    def __init__(self, *words):
        cdef bytes word
        cdef int number
        if len(words) > MOST_WORDS:
            raise ValueError(f"more than {MOST_WORDS} words")
        for word in words:
            if not word or word != word.lower() or not word.isascii():
                raise ValueError(f"not a word in small letters of ASCII: {word!r}")
        self.words, self.count = words, len(words)
        # For each byte the words that it may begin, and those in which it may be the second.
        memset(self.first, 0, sizeof(self.first))
        memset(self.second, 0, sizeof(self.second))
        for number in range(self.count):
            word = self.words[number]
            self.word[number], self.size[number] = <const uint8_t*><char*>word, len(word)
            for letter in word[:1] + word[:1].upper():
                self.first[letter] |= <uint32_t>1 << number
            for letter in word[1:2] + word[1:2].upper() if len(word) > 1 else range(256):
                self.second[letter] |= <uint32_t>1 << number

    def found_in(self, page, names, among=None, int64_t longest=1 << 31):
        """The numbers of the attributes of some names in whose value one of the words is.

        Only those on rows that are `among` some, and of each value the first `longest` bytes.
        """
        cdef const int32_t[::1] attr_row = page.attr_row
        cdef const uint16_t[::1] attr_name = page.attr_name
        cdef const int32_t[::1] attr_start = page.attr_start
        cdef const int32_t[::1] attr_end = page.attr_end
        cdef const uint8_t[::1] rows
        cdef const uint8_t[::1] is_wanted = wanted_names(page, names)
        cdef bytes text = page.attr_text
        cdef const uint8_t* data = <const uint8_t*><char*>text
        cdef int64_t number, end, count = 0, all_of_them = attr_row.shape[0]
        cdef bint all_rows = among is None
        cdef int32_t* found
        if not all_rows:
            rows = among.view(np.uint8)
        if not all_of_them:
            return NOTHING
        found = <int32_t*>malloc(all_of_them * sizeof(int32_t))
        if found == NULL:
            raise MemoryError
        with nogil:
            for number in range(all_of_them):
                if is_wanted[attr_name[number]] and (all_rows or rows[attr_row[number]]):
                    end = attr_end[number]
                    if end > attr_start[number] + longest:
                        end = attr_start[number] + longest
                    if self.is_in(data + attr_start[number], data + end):
                        found[count] = <int32_t>number
                        count += 1
        numbers = array_of(found, count)
        free(found)
        return numbers

    def rows_in(self, page, names, int32_t first, int32_t last):
        """The rows from `first` up to `last` that have one of the words in an attribute of some name."""
        cdef const int32_t[::1] attr_row = page.attr_row
        cdef const uint16_t[::1] attr_name = page.attr_name
        cdef const int32_t[::1] attr_start = page.attr_start
        cdef const int32_t[::1] attr_end = page.attr_end
        cdef const uint8_t[::1] is_wanted = wanted_names(page, names)
        cdef bytes text = page.attr_text
        cdef const uint8_t* data = <const uint8_t*><char*>text
        cdef int64_t number, count = 0, start, stop
        cdef int32_t* rows
        start, stop = first_of(attr_row, first), first_of(attr_row, last)
        if start >= stop:
            return NOTHING
        rows = <int32_t*>malloc((stop - start) * sizeof(int32_t))
        if rows == NULL:
            raise MemoryError
        with nogil:
            for number in range(start, stop):
                if is_wanted[attr_name[number]] and not (count and rows[count - 1] == attr_row[number]):
                    if self.is_in(data + attr_start[number], data + attr_end[number]):
                        rows[count] = attr_row[number]
                        count += 1
        found = array_of(rows, count)
        free(rows)
        return found

    def numbers_in(self, page, names, int32_t first, int32_t last, int64_t longest):
        """The numbers of the attributes of some names, on the rows from `first` up to `last`, in whose
        value one of the words is; none of those with values of more than `longest` bytes.
        """
        cdef const int32_t[::1] attr_row = page.attr_row
        cdef const uint16_t[::1] attr_name = page.attr_name
        cdef const int32_t[::1] attr_start = page.attr_start
        cdef const int32_t[::1] attr_end = page.attr_end
        cdef const uint8_t[::1] is_wanted = wanted_names(page, names)
        cdef bytes text = page.attr_text
        cdef const uint8_t* data = <const uint8_t*><char*>text
        cdef int64_t number
        cdef list found = []
        for number in range(first_of(attr_row, first), first_of(attr_row, last)):
            if is_wanted[attr_name[number]] and attr_end[number] - attr_start[number] <= longest:
                if self.is_in(data + attr_start[number], data + attr_end[number]):
                    found.append(number)
        return found

    def is_above(self, page, names, const uint8_t[::1] tags, int32_t row, int32_t within):
        """Whether a row or an element around it has one of some tags, or one of the words in an
        attribute of some name; elements around the row `within` do not count.
        """
        cdef const uint16_t[::1] tag = page.tag
        cdef const int32_t[::1] parent = page.parent
        cdef const int32_t[::1] ends = page.end
        cdef const int32_t[::1] attr_row = page.attr_row
        cdef const uint16_t[::1] attr_name = page.attr_name
        cdef const int32_t[::1] attr_start = page.attr_start
        cdef const int32_t[::1] attr_end = page.attr_end
        cdef const uint8_t[::1] is_wanted = wanted_names(page, names)
        cdef bytes text = page.attr_text
        cdef const uint8_t* data = <const uint8_t*><char*>text
        cdef int64_t number, count = attr_row.shape[0]
        while row >= 0 and not row <= within < ends[row]:
            if tag[row] < tags.shape[0] and tags[tag[row]]:
                return True
            number = first_of(attr_row, row)
            while number < count and attr_row[number] == row:
                if is_wanted[attr_name[number]]:
                    if self.is_in(data + attr_start[number], data + attr_end[number]):
                        return True
                number += 1
            row = parent[row]
        return False

    def is_in_bytes(self, bytes value):
        """Whether one of the words is in a value."""
        return self.is_in(<const uint8_t*><char*>value, <const uint8_t*><char*>value + len(value))

    cdef bint is_in(self, const uint8_t* at, const uint8_t* end) noexcept nogil:
        cdef uint32_t possible
        while at < end:
            possible = self.first[at[0]]
            if possible and at + 1 < end:
                possible &= self.second[at[1]]
            if possible and self.is_one_at(at, end, possible):
                return True
            at += 1
        return False

    cdef bint is_one_at(self, const uint8_t* at, const uint8_t* end, uint32_t possible) noexcept nogil:
        """Whether one of the words that are still possible begins here."""
        cdef int number
        for number in range(self.count):
            if possible >> number & 1 and end - at >= self.size[number]:
                if begins_with(at, self.word[number], self.size[number]):
                    return True
        return False


cdef int64_t first_of(const int32_t[::1] rows, int32_t row) noexcept nogil:
    """The number of the first attribute of a row or of a later one."""
    cdef int64_t low = 0, high = rows.shape[0], middle
    while low < high:
        middle = (low + high) // 2
        if rows[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline bint begins_with(const uint8_t* at, const uint8_t* word, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t place
    for place in range(1, size):
        if (at[place] + 32 if 65 <= at[place] <= 90 else at[place]) != word[place]:
            return False
    return True


def local_links(page, bytes own, bytes letters):
    """The links to a place of the same page: their rows, and where the name of the place starts and
    ends in the text of attributes.

    A link has nothing before its `#`, or `own`, the address of the page. Any other may still be a
    link of a page that was saved, if the name begins with one of some letters: those count, too.
    """
    cdef const int32_t[::1] attr_row = page.attr_row
    cdef const uint16_t[::1] attr_name = page.attr_name
    cdef const int32_t[::1] attr_start = page.attr_start
    cdef const int32_t[::1] attr_end = page.attr_end
    cdef bytes text = page.attr_text
    cdef const uint8_t* data = <const uint8_t*><char*>text
    cdef const uint8_t* start
    cdef const uint8_t* end
    cdef const uint8_t* place
    cdef int64_t number, size = len(own), href, count = len(letters)
    if "href" not in page.attr_names:
        return []
    href = page.attr_names.index("href")
    found = []
    for number in range(attr_row.shape[0]):
        if attr_name[number] != href:
            continue
        start, end = data + attr_start[number], data + attr_end[number]
        place = place_in(start, end, own, size, letters, count)
        if place != NULL:
            is_own = is_own_place(start, place, own, size)
            found.append((attr_row[number], place - data, attr_end[number], is_own))
    return found


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


# What can be around what is kept


cdef int32_t* kept_before(const uint8_t* keep, Py_ssize_t rows) except NULL:
    """For each row how many rows before it are kept, to be freed."""
    cdef Py_ssize_t row
    cdef int32_t* before = <int32_t*>malloc((rows + 1) * sizeof(int32_t))
    if before == NULL:
        raise MemoryError
    with nogil:
        before[0] = 0
        for row in range(rows):
            before[row + 1] = before[row] + (keep[row] != 0)
    return before


def around_kept(page, keep):
    """The rows that are kept or have something inside that is."""
    cdef const int32_t[::1] ends = page.end
    cdef const uint8_t[::1] kept = keep.view(np.uint8)
    cdef Py_ssize_t row, rows = ends.shape[0]
    cdef int32_t* before
    cdef uint8_t[::1] out
    around = np.empty(rows, np.bool_)
    if not rows:
        return around
    out = around.view(np.uint8)
    before = kept_before(&kept[0], rows)
    with nogil:
        for row in range(rows):
            out[row] = before[ends[row]] > before[row]
    free(before)
    return around


def has_kept_mark(page, keep, bytes own, bytes letters, int raised, int box):
    """Whether something is kept of what may be the mark of a note.

    That is a link as `local_links` finds them, an element with the tag `raised`, or what stands beside
    one with the tag `box`.
    """
    cdef const uint16_t[::1] tag = page.tag
    cdef const int32_t[::1] parent = page.parent
    cdef const int32_t[::1] ends = page.end
    cdef const uint8_t[::1] kept = keep.view(np.uint8)
    cdef const int32_t[::1] attr_row = page.attr_row
    cdef const uint16_t[::1] attr_name = page.attr_name
    cdef const int32_t[::1] attr_start = page.attr_start
    cdef const int32_t[::1] attr_end = page.attr_end
    cdef bytes text = page.attr_text
    cdef const uint8_t* data = <const uint8_t*><char*>text
    cdef const char* address = own
    cdef const char* letter = letters
    cdef int64_t number, row, href = -1, size = len(own), count = len(letters), rows = tag.shape[0]
    cdef bint found = False
    cdef int32_t* before
    if not rows:
        return False
    if "href" in page.attr_names:
        href = page.attr_names.index("href")
    before = kept_before(&kept[0], rows)
    with nogil:
        for row in range(rows):
            if tag[row] == raised and before[ends[row]] > before[row]:
                found = True
                break
            if tag[row] == box and parent[row] >= 0:
                if before[ends[parent[row]]] > before[parent[row]]:
                    found = True
                    break
        for number in range(attr_row.shape[0] if not found else 0):
            if attr_name[number] != href:
                continue
            row = attr_row[number]
            if before[ends[row]] > before[row] and place_in(
                data + attr_start[number], data + attr_end[number], address, size, letter, count
            ):
                found = True
                break
    free(before)
    return found


cdef enum:
    SEEN_BITS = 1 << 15
    LONGEST_STEM = 60


cdef inline bint is_new(uint8_t* seen, const uint8_t* at, const uint8_t* end, uint32_t hashed) noexcept nogil:
    """Whether a name was not seen before; rarely one that was not is said to have been."""
    while at < end:
        hashed = (hashed ^ at[0]) * 16777619
        at += 1
    hashed = (hashed ^ (hashed >> 15)) % SEEN_BITS
    if seen[hashed >> 3] & (1 << (hashed & 7)):
        return False
    seen[hashed >> 3] |= 1 << (hashed & 7)
    return True


cdef bint repeats(
    Words words, const uint8_t* at, const uint8_t* end, uint8_t* seen
) noexcept nogil:
    """Whether a word of a value has one of `words` in it and was seen before."""
    cdef const uint8_t* start
    while at < end:
        while at < end and (at[0] == 32 or 9 <= at[0] <= 13):
            at += 1
        start = at
        while at < end and not (at[0] == 32 or 9 <= at[0] <= 13):
            at += 1
        if start < at <= start + LONGEST_STEM and words.is_in(start, at):
            if not is_new(seen, start, at, 2166136261):
                return True
    return False


def may_repeat(page, among, Words words, names, int first_custom, int64_t longest):
    """Whether one name may be that of two elements among some rows.

    Names are those in the attributes `names` that have one of the words in them, those of elements of
    the site's own, and identifiers less the number that they end in. Of values the first `longest`
    bytes count.
    """
    cdef const uint8_t[::1] is_among = among.view(np.uint8)
    cdef const int32_t[::1] attr_row = page.attr_row
    cdef const uint16_t[::1] attr_name = page.attr_name
    cdef const int32_t[::1] attr_start = page.attr_start
    cdef const int32_t[::1] attr_end = page.attr_end
    cdef bytes text = page.attr_text
    cdef const uint8_t* data = <const uint8_t*><char*>text
    cdef const uint8_t[::1] is_wanted = wanted_names(page, names)
    cdef const uint8_t* at
    cdef const uint8_t* end
    cdef int64_t number, identifier = -1
    cdef bint found = False
    cdef uint8_t* seen
    if any([words.is_in_bytes(name.encode()) for name in page.tag_names[first_custom:]]):
        return True
    if "id" in page.attr_names:
        identifier = page.attr_names.index("id")
    seen = <uint8_t*>calloc(SEEN_BITS >> 3, 1)
    if seen == NULL:
        raise MemoryError
    with nogil:
        for number in range(attr_row.shape[0]):
            if not is_among[attr_row[number]]:
                continue
            at, end = data + attr_start[number], data + attr_end[number]
            if attr_name[number] == identifier and at < end and is_digit((end - 1)[0]):
                end = at + longest if end - at > longest else end
                while end > at and is_digit((end - 1)[0]):
                    end -= 1
                found = end - at <= LONGEST_STEM and not is_new(seen, at, end, 35)
            elif is_wanted[attr_name[number]]:
                found = repeats(words, at, at + longest if end - at > longest else end, seen)
            if found:
                break
    free(seen)
    return found


cdef inline bint is_digit(uint8_t byte) noexcept nogil:
    return 48 <= byte <= 57
