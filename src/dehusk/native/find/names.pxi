"""What markup calls its elements: where names of some kind are, and which of them repeat.

On most pages nothing is called a post, a README, a comment or a note. That is told in a pass over the
attributes; what an element with such a name is, the rules judge, in Python.
"""


cdef enum:
    MOST_IN_GROUPS = 64
    PAIRS = 1 << 10


NOTHING = np.zeros(0, np.int64)
NOTHING.flags.writeable = False


cdef struct Match:
    # An attribute, and the groups of which a word is in its value.
    uint32_t number
    uint32_t groups


cdef inline int pair_of(uint8_t one, uint8_t other) noexcept nogil:
    """A number for two letters, the same in any case."""
    return (one & 31) << 5 | other & 31


cdef class Names:
    """Words in small letters of ASCII, in groups, to be found anywhere in the values of some attributes.

    `groups` says for each group in which attributes its words are looked for. Letters may be of any
    case. A group without words is found in every value. `self.groups` has a bit for each.
    """

    cdef readonly dict groups
    cdef tuple words
    cdef dict attributes
    cdef const uint8_t* word[MOST_IN_GROUPS]
    cdef int32_t size[MOST_IN_GROUPS]
    cdef uint32_t group[MOST_IN_GROUPS]
    cdef int count
    cdef uint32_t always
    cdef uint64_t[256] first
    cdef uint64_t[256] second
    cdef int shortest
    cdef uint8_t[PAIRS] further

    def __init__(self, groups):
        cdef int number, bit
        cdef bytes word
        words = []
        self.groups, self.attributes, self.always = {}, {}, 0
        for bit, (name, (attributes, own)) in enumerate(groups.items()):
            self.groups[name] = 1 << bit
            for attribute in attributes:
                self.attributes[attribute] = self.attributes.get(attribute, 0) | 1 << bit
            if not own:
                self.always |= <uint32_t>1 << bit
            words += [(word, bit) for word in own]
        if len(words) > MOST_IN_GROUPS or len(self.groups) > 32:
            raise ValueError(f"more than {MOST_IN_GROUPS} words or 32 groups")
        self.words, self.count = tuple([word for word, _ in words]), len(words)
        # For each byte the words that it may begin, and those in which it may be the second.
        memset(self.first, 0, sizeof(self.first))
        memset(self.second, 0, sizeof(self.second))
        for number in range(self.count):
            word, bit = words[number]
            if len(word) < 2 or word != word.lower() or not word.isascii():
                raise ValueError(f"not a word in small letters of ASCII: {word!r}")
            self.word[number], self.size[number] = <const uint8_t*><char*>word, len(word)
            self.group[number] = <uint32_t>1 << bit
            for letter in word[:1] + word[:1].upper():
                self.first[letter] |= <uint64_t>1 << number
            for letter in word[1:2] + word[1:2].upper():
                self.second[letter] |= <uint64_t>1 << number
        self.shortest = min([len(word) for word in self.words], default=2)
        memset(self.further, self.shortest - 1, sizeof(self.further))
        for word in self.words:
            for number in range(1, self.shortest):
                bit = pair_of(word[number - 1], word[number])
                self.further[bit] = min(self.further[bit], self.shortest - 1 - number)

    cdef uint32_t* wanted_in(self, page) except NULL:
        """For each name of an attribute of a page the groups that are looked for in it, to be freed."""
        cdef uint32_t* wanted
        numbers = page.attr_numbers
        wanted = <uint32_t*>calloc(len(numbers) + 1, sizeof(uint32_t))
        if wanted == NULL:
            raise MemoryError
        for name, groups in self.attributes.items():
            number = numbers.get(name)
            if number is not None:
                wanted[<int>number] = groups
        return wanted

    cdef uint32_t groups_in(self, const uint8_t* at, const uint8_t* end, uint32_t wanted) noexcept nogil:
        """Those of some groups of which a word is in a value.

        Two letters say how much further a word may begin at the soonest: as in the algorithm of Wu and
        Manber, most letters are never looked at.
        """
        cdef uint32_t found = wanted & self.always
        cdef Py_ssize_t last = self.shortest - 1
        cdef uint8_t further
        if found == wanted:
            return found
        while end - at > last:
            further = self.further[pair_of(at[last - 1], at[last])]
            if not further:
                found |= self.groups_at(at, end, wanted & ~found)
                if found == wanted:
                    return found
                further = 1
            at += further
        return found

    cdef uint32_t groups_at(self, const uint8_t* at, const uint8_t* end, uint32_t wanted) noexcept nogil:
        """Those of some groups of which a word begins here."""
        cdef uint64_t possible = self.first[at[0]] & self.second[at[1]]
        cdef uint32_t found = 0
        cdef int number = 0
        while possible:
            if possible & 1 and self.group[number] & wanted & ~found:
                if past_word(at, end, <const char*>self.word[number], self.size[number]) != NULL:
                    found |= self.group[number]
            possible >>= 1
            number += 1
        return found

    cdef Match* matches_in(
        self, page, const Columns* columns, int64_t first, int64_t last, Py_ssize_t* count
    ) except NULL:
        """The attributes with words in them on the rows from `first` up to `last`, to be freed."""
        cdef Py_ssize_t start = first_attribute(columns, first), stop = first_attribute(columns, last)
        cdef Py_ssize_t number, found = 0
        cdef uint32_t groups
        cdef uint32_t* wanted
        cdef Match* matches = <Match*>malloc((max(stop - start, 0) + 1) * sizeof(Match))
        if matches == NULL:
            raise MemoryError
        try:
            wanted = self.wanted_in(page)
        except:
            free(matches)
            raise
        for number in range(start, stop):
            groups = wanted[columns.attr_name[number]]
            if groups:
                groups = self.groups_in(
                    columns.attr_text + columns.attr_start[number],
                    columns.attr_text + columns.attr_end[number],
                    groups,
                )
            if groups:
                matches[found] = Match(<uint32_t>number, groups)
                found += 1
        free(wanted)
        count[0] = found
        return matches

    def found_in(self, page, int64_t first=0, int64_t last=1 << 31):
        """The numbers of the attributes that have words in them, and the groups that are found in each.

        Only those on the rows from `first` up to `last`.
        """
        cdef Py_ssize_t at, count = 0
        cdef Match* found = self.matches_in(page, columns_of(page), first, last, &count)
        cdef int64_t* out
        try:
            if not count:
                return NOTHING, NOTHING
            pairs = np.empty((2, count), np.int64)
            out = <int64_t*>memory_of(pairs)
            for at in range(count):
                out[at], out[count + at] = found[at].number, found[at].groups
            return pairs[0], pairs[1]
        finally:
            free(found)

    def rows_in(self, page, int64_t first, int64_t last):
        """The rows from `first` up to `last` with such attributes, each with the groups found in one."""
        cdef const Columns* columns = columns_of(page)
        cdef Py_ssize_t at, count = 0
        cdef Match* found = self.matches_in(page, columns, first, last, &count)
        try:
            return [(columns.attr_row[found[at].number], found[at].groups) for at in range(count)]
        finally:
            free(found)


# Names that repeat


cdef struct Span:
    # A name: where it stands in the text of attributes, its attribute and its row.
    int32_t start
    int32_t end
    int32_t number
    int32_t row


cdef struct Spans:
    Span* at
    Py_ssize_t count
    Py_ssize_t room
    bint is_short  # of memory


cdef void put(Spans* spans, int32_t start, int32_t end, int32_t number, int32_t row) noexcept nogil:
    if not grow(<void**>&spans.at, spans.count, &spans.room, sizeof(Span)):
        spans.is_short = True
        return
    spans.at[spans.count] = Span(start, end, number, row)
    spans.count += 1


cdef enum:
    HASHES = 1 << 15
    NAME = 60
    VALUE = 400
    TEXTS = 3

# A name, a date and a text: paragraphs with numbers have less.
FEWEST_TEXTS = TEXTS


cdef inline uint32_t hash_of(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef uint32_t hashed = 2166136261
    while at < end:
        hashed = (hashed ^ at[0]) * 16777619
        at += 1
    return (hashed ^ (hashed >> 15)) % HASHES


cdef inline bint is_digit(uint8_t byte) noexcept nogil:
    return 48 <= byte <= 57


cdef class Around:
    """What the elements around what is kept are called.

    `with_class` are the rows around something kept with a name of the group `one`. `repeated` are the names
    of the group `many` that elements around something kept have twice or more, each with the rows of
    all elements of that name, wherever they stand, but not those that are never shown. Elements with
    fewer than three texts have no say in what repeats; `has_texts` says which have as many, and is None
    where nothing repeats.

    Names of `many` are words in the attributes in which it is looked for; identifiers less the number
    that they end in, with `#` before them; and the tags of a site's own elements, from `first_custom` on.
    Of a value the first 400 bytes count, and names have at most 60.
    """

    cdef readonly list with_class
    cdef readonly dict repeated
    cdef readonly object has_texts
    cdef object page
    cdef Names names
    cdef uint32_t one, many
    cdef int identifier
    cdef dict own_tags
    cdef Columns columns
    cdef uint32_t* wanted
    cdef int32_t* texts_before
    cdef uint8_t* is_wanted_row
    cdef uint8_t* hashed
    cdef Py_ssize_t stop  # the row after the last that is wanted
    cdef Spans speaking, numbered, single

    def __dealloc__(self):
        free(self.wanted)
        free(self.texts_before)
        free(self.is_wanted_row)
        free(self.hashed)
        free(self.speaking.at)
        free(self.numbered.at)
        free(self.single.at)

    def __init__(self, page, keep, Names names, str one, str many, int first_custom):
        cdef const uint8_t* kept
        cdef Py_ssize_t number
        self.with_class, self.repeated, self.has_texts = [], {}, None
        self.page, self.names = page, names
        self.one, self.many = names.groups[one], names.groups[many]
        self.identifier = page.attr_numbers.get("id", -1)
        self.own_tags = self.speaking_tags(page.tag_names, first_custom)
        self.columns = columns_of(page)[0]
        kept = mask_of(keep, self.columns.rows)
        self.wanted = names.wanted_in(page)
        self.is_wanted_row = <uint8_t*>calloc(self.columns.rows + 1, 1)
        if self.is_wanted_row == NULL:
            raise MemoryError
        with nogil:
            self.mark_around(kept)
            self.collect(self.one, self.many, True)
        self.raise_if_short()
        self.with_class = [self.single.at[number].row for number in range(self.single.count)]
        self.repeated = self.those_twice()
        if self.repeated:
            self.find_all(row_flags_of(page))

    cdef dict speaking_tags(self, tuple names, int first_custom):
        """The elements of the site's own that have a name of `many`, by their number."""
        cdef bytes name
        cdef Py_ssize_t number
        cdef const uint8_t* at
        cdef dict speaking = {}
        for number in range(first_custom, len(names)):
            name = names[number].encode()
            at = name
            if self.names.groups_in(at, at + len(name), self.many):
                speaking[number] = name
        return speaking

    cdef void mark_around(self, const uint8_t* kept) noexcept nogil:
        """Mark what is kept and all that is around it."""
        cdef Py_ssize_t row, above
        for row in range(self.columns.rows):
            if not kept[row]:
                continue
            above, self.stop = row, row + 1
            while above >= 0 and not self.is_wanted_row[above]:
                self.is_wanted_row[above] = 1
                above = self.columns.parent[above]

    cdef int count_texts(self) except -1:
        """Count the texts before each row."""
        cdef Py_ssize_t row
        self.texts_before = <int32_t*>malloc((self.columns.rows + 1) * sizeof(int32_t))
        if self.texts_before == NULL:
            raise MemoryError
        self.texts_before[0] = 0
        for row in range(self.columns.rows):
            self.texts_before[row + 1] = self.texts_before[row] + (self.columns.tag[row] == 0)
        return 0

    cdef inline bint holds_texts(self, Py_ssize_t row) noexcept nogil:
        return self.texts_before[self.columns.end[row]] - self.texts_before[row] >= TEXTS

    cdef void collect(self, uint32_t one, uint32_t many, bint identifiers) noexcept nogil:
        """Find the names that the rows which are wanted have, of some groups and in identifiers; once it
        is known which names repeat, only those."""
        cdef Py_ssize_t number
        cdef int32_t row, start, end
        cdef uint32_t groups
        cdef const Columns* page = &self.columns
        self.speaking.count = self.numbered.count = 0
        for number in range(first_attribute(page, self.stop)):
            groups = self.wanted[page.attr_name[number]]
            if not groups and page.attr_name[number] != self.identifier:
                continue
            row, start, end = page.attr_row[number], page.attr_start[number], page.attr_end[number]
            if not self.is_wanted_row[row]:
                continue
            groups &= one | many
            if groups and self.hashed == NULL:
                groups = self.names.groups_in(page.attr_text + start, page.attr_text + end, groups)
            if groups & one:
                put(&self.single, start, end, <int32_t>number, row)
            if groups & many:
                self.collect_words(number, row, start, end if end - start <= VALUE else start + VALUE)
            if identifiers and page.attr_name[number] == self.identifier and start < end:
                if is_digit(page.attr_text[end - 1]):
                    end = end if end - start <= VALUE else start + VALUE
                    self.collect_stem(number, row, start, end)

    cdef void collect_words(self, Py_ssize_t number, int32_t row, int32_t at, int32_t end) noexcept nogil:
        cdef const uint8_t* text = self.columns.attr_text
        cdef int32_t start
        while at < end:
            while at < end and is_ascii_space(text[at]):
                at += 1
            start = at
            while at < end and not is_ascii_space(text[at]):
                at += 1
            if start < at <= start + NAME and self.is_wanted(start, at):
                if self.names.groups_in(text + start, text + at, self.many):
                    put(&self.speaking, start, at, <int32_t>number, row)

    cdef void collect_stem(self, Py_ssize_t number, int32_t row, int32_t start, int32_t end) noexcept nogil:
        cdef int32_t last = end
        while last > start and is_digit(self.columns.attr_text[last - 1]):
            last -= 1
        if last < end and last - start <= NAME and self.is_wanted(start, last):
            put(&self.numbered, start, last, <int32_t>number, row)

    cdef inline bint is_wanted(self, int32_t start, int32_t end) noexcept nogil:
        """Whether a name may be one of those that repeat, once they are known."""
        cdef uint32_t hashed
        if self.hashed == NULL:
            return True
        hashed = hash_of(self.columns.attr_text + start, self.columns.attr_text + end)
        return self.hashed[hashed >> 3] >> (hashed & 7) & 1

    cdef int raise_if_short(self) except -1:
        if self.speaking.is_short or self.numbered.is_short or self.single.is_short:
            raise MemoryError
        return 0

    cdef int tell(self, dict times, dict rows) except -1:
        """Count how often elements with some texts have each name that was collected, or else put down
        the rows of those that are wanted."""
        cdef const char* text = <const char*>self.columns.attr_text
        cdef Py_ssize_t at
        cdef Span span
        cdef set of_value = set()
        for at in range(self.speaking.count):
            span = self.speaking.at[at]
            name = text[span.start:span.end]
            # A value that says a name twice counts once.
            if at + 1 < self.speaking.count and self.speaking.at[at + 1].number == span.number:
                if name in of_value:
                    continue
                of_value.add(name)
            elif of_value:
                is_known = name in of_value
                of_value = set()
                if is_known:
                    continue
            self.put_down(name, span.row, times, rows)
        for at in range(self.numbered.count):
            span = self.numbered.at[at]
            self.put_down(b"#" + text[span.start:span.end], span.row, times, rows)
        for at in range(self.columns.rows if self.own_tags else 0):
            name = self.own_tags.get(self.columns.tag[at])
            if name is not None and self.is_wanted_row[at]:
                self.put_down(name, at, times, rows)
        return 0

    cdef int put_down(self, name, Py_ssize_t row, dict times, dict rows) except -1:
        if rows is not None:
            own = rows.get(name)
            if own is not None:
                own.append(row)
        elif self.holds_texts(row):
            times[name] = times.get(name, 0) + 1
        return 0

    cdef bint may_repeat(self) except -1:
        """Whether two of the names that were collected on elements with some texts may be the same."""
        cdef uint8_t* seen = <uint8_t*>calloc(HASHES >> 3, 1)
        cdef Py_ssize_t at, of_speaking = self.speaking.count
        cdef uint32_t hashed
        cdef Span span
        cdef bint found = False
        if seen == NULL:
            raise MemoryError
        with nogil:
            for at in range(of_speaking + self.numbered.count):
                span = self.speaking.at[at] if at < of_speaking else self.numbered.at[at - of_speaking]
                if not self.holds_texts(span.row):
                    continue
                hashed = hash_of(self.columns.attr_text + span.start, self.columns.attr_text + span.end)
                found = found or seen[hashed >> 3] >> (hashed & 7) & 1
                seen[hashed >> 3] |= 1 << (hashed & 7)
        free(seen)
        return found

    cdef dict those_twice(self):
        """The names that elements around what is kept have twice or more, in order."""
        cdef dict times = {}
        if self.speaking.count + self.numbered.count < 2 and not self.own_tags:
            return {}
        self.count_texts()
        if not self.own_tags and not self.may_repeat():
            return {}
        self.tell(times, None)
        return {name: [] for name, count in times.items() if count > 1}

    cdef int find_all(self, const uint8_t* row_flags) except -1:
        """Find all elements that have the names that repeat."""
        cdef Py_ssize_t row
        cdef uint8_t* out
        cdef uint32_t hashed
        cdef bytes stem
        cdef const uint8_t* at
        cdef uint32_t many = 0
        cdef bint identifiers = False
        self.hashed = <uint8_t*>calloc(HASHES >> 3, 1)
        if self.hashed == NULL:
            raise MemoryError
        for name in self.repeated:
            for stem in (name, name[1:]):
                at = stem
                many |= self.names.groups_in(at, at + len(stem), self.many)
                hashed = hash_of(at, at + len(stem))
                self.hashed[hashed >> 3] |= 1 << (hashed & 7)
            identifiers = identifiers or name[:1] == b"#"
        with nogil:
            self.stop = self.columns.rows
            for row in range(self.columns.rows):
                self.is_wanted_row[row] = not row_flags[row] & INERT
            self.collect(0, many, identifiers)
        self.raise_if_short()
        self.tell(None, self.repeated)
        self.has_texts = np.empty(self.columns.rows, np.bool_)
        out = own_mask(self.has_texts)
        for row in range(self.columns.rows):
            out[row] = self.holds_texts(row)
        return 0
