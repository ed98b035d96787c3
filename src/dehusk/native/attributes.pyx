# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Which attributes are worth a look: those with some words in them, and those that lead to a place
of the same page.

Most pages have none. Both loops take some microseconds, and to release the GIL would take longer.
"""

import numpy as np

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memchr, memcmp, memset


cdef enum:
    MOST_WORDS = 32


cdef class Words:
    """Words in small letters of ASCII, to be found anywhere in a value, in letters of any case."""

    cdef tuple words
    cdef const uint8_t* word[MOST_WORDS]
    cdef Py_ssize_t size[MOST_WORDS]
    cdef int count
    cdef int8_t[256] first

    def __init__(self, *words):
        cdef bytes word
        cdef int number
        if len(words) > MOST_WORDS:
            raise ValueError(f"more than {MOST_WORDS} words")
        for word in words:
            if not word or word != word.lower() or not word.isascii():
                raise ValueError(f"not a word in small letters of ASCII: {word!r}")
        self.words = tuple(sorted(words))  # those with one first letter beside each other
        self.count = len(words)
        memset(self.first, -1, sizeof(self.first))
        for number in range(self.count - 1, -1, -1):
            word = self.words[number]
            self.word[number], self.size[number] = <const uint8_t*><char*>word, len(word)
            self.first[word[0]] = self.first[ord(word[:1].upper())] = number

    def found_in(self, page, names, int64_t first=0, last=None, among=None, int64_t longest=1 << 31):
        """The numbers of the attributes of some names in whose value one of the words is.

        Only those from `first` up to `last`, on rows that are `among` some, and of each value the
        first `longest` bytes.
        """
        cdef const int32_t[::1] attr_row = page.attr_row
        cdef const uint16_t[::1] attr_name = page.attr_name
        cdef const int32_t[::1] attr_start = page.attr_start
        cdef const int32_t[::1] attr_end = page.attr_end
        cdef const uint8_t[::1] rows
        cdef const uint8_t[::1] is_wanted
        cdef bytes text = page.attr_text
        cdef const uint8_t* data = <const uint8_t*><char*>text
        cdef int64_t number, end, stop = attr_row.shape[0] if last is None else last
        cdef bint all_rows = among is None
        wanted = bytearray(len(page.attr_names))
        for name in names:
            if name in page.attr_names:
                wanted[page.attr_names.index(name)] = 1
        is_wanted = wanted
        if not all_rows:
            rows = among.view(np.uint8)
        found = []
        for number in range(first, stop):
            if is_wanted[attr_name[number]] and (all_rows or rows[attr_row[number]]):
                end = attr_end[number]
                if end > attr_start[number] + longest:
                    end = attr_start[number] + longest
                if self.is_in(data + attr_start[number], data + end):
                    found.append(number)
        return np.array(found, np.intp)

    cdef bint is_in(self, const uint8_t* at, const uint8_t* end) noexcept nogil:
        cdef int number
        cdef uint8_t letter
        while at < end:
            number = self.first[at[0]]
            if number >= 0:
                letter = self.word[number][0]
                while number < self.count and self.word[number][0] == letter:
                    if end - at >= self.size[number] and begins_with(at, self.word[number], self.size[number]):
                        return True
                    number += 1
            at += 1
        return False


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
    cdef const uint8_t* sign
    cdef int64_t number, size = len(own), href
    if "href" not in page.attr_names:
        return []
    href = page.attr_names.index("href")
    found = []
    for number in range(attr_row.shape[0]):
        if attr_name[number] != href:
            continue
        start, end = data + attr_start[number], data + attr_end[number]
        sign = <const uint8_t*>memchr(start, 35, end - start)
        if sign == NULL or sign + 1 == end:
            continue
        is_own = sign == start or (sign - start == size and not memcmp(start, <char*>own, size))
        if is_own or memchr(<const char*>letters, sign[1], len(letters)) != NULL:
            found.append((attr_row[number], sign + 1 - data, attr_end[number], is_own))
    return found
