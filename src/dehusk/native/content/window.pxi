"""The rows that the rules of completion look at, as columns: see `content.complete.editor`."""

WINDOW_ROLES = ("block", "whole", "title")
"""What a tag may be to a window, each a bit of its role."""

cdef enum:
    WINDOW_BLOCK = 1 << 0
    WINDOW_WHOLE = 1 << 1
    WINDOW_TITLE = 1 << 2
    ROWS_PAST_THE_LAST = 50
    TAG_WORDS = 3


cdef struct WindowColumns:
    Columns columns
    const uint8_t* row_flags
    Roles roles
    Py_ssize_t start, stop
    uint64_t tags[TAG_WORDS]
    int64_t* ends
    int64_t* visible_chars
    int64_t* blocks
    int64_t* sums
    uint8_t* leaves


cdef void find_window(WindowColumns* w, const uint8_t* kept) noexcept nogil:
    """From the title or the first whole that something is kept of, to a little past the last."""
    cdef Py_ssize_t row, first = 0, last = w.columns.rows - 1, title = -1, around = -1
    cdef const int32_t* end = w.columns.end
    cdef uint32_t role
    while first < last and not kept[first]:
        first += 1
    while last > first and not kept[last]:
        last -= 1
    for row in range(first + 1):
        role = role_of(&w.roles, &w.columns, row)
        if role & WINDOW_TITLE:
            title = row
        if role & WINDOW_WHOLE and around < 0 and end[row] > first:
            around = row
    w.start = first if title < 0 else title
    if 0 <= around < w.start:
        w.start = around
    w.stop = last + ROWS_PAST_THE_LAST
    for row in range(w.start, last + 1):
        if role_of(&w.roles, &w.columns, row) & WINDOW_WHOLE and end[row] > w.stop:
            w.stop = end[row]
    w.stop = min(w.stop, w.columns.rows)


cdef void fill_window(WindowColumns* w) noexcept nogil:
    cdef Py_ssize_t place, above, row, count = w.stop - w.start
    cdef uint16_t tag
    memset(w.tags, 0, sizeof(w.tags))
    for place in range(count):
        row = place + w.start
        tag = w.columns.tag[row]
        if tag < 64 * TAG_WORDS:
            w.tags[tag >> 6] |= <uint64_t>1 << (tag & 63)
        above = w.columns.parent[row] - w.start
        w.blocks[place] = w.blocks[above] if above >= 0 else -1
        if role_of(&w.roles, &w.columns, row) & WINDOW_BLOCK:
            w.blocks[place] = place
        w.ends[place] = min(w.columns.end[row] - w.start, count)
        w.leaves[place] = is_shown(w.row_flags[row])
        w.visible_chars[place] = 0
        if w.row_flags[row] & VISIBLE:
            w.visible_chars[place] = count_ink(
                w.columns.text + w.columns.text_start[row], w.columns.text + w.columns.text_end[row]
            )


cdef object bits_in(const uint64_t* words):
    return words[0] | <object>words[1] << 64 | <object>words[2] << 128


cdef class Window:
    """The part of a page around what is kept: its first row and the one behind it; the tags in it, each a
    bit, those of which something is kept, and those of which not all is; and its columns. A *place* is a row less the first. The columns are the ends of elements, what
    is a leaf that a browser may show, the ink of texts, and the block around each place or
    itself, -1 where that is outside."""

    cdef readonly Py_ssize_t start, stop
    cdef readonly object tags, kept_tags, split_tags, end, leaves, visible_chars, block
    cdef object page
    cdef WindowColumns w
    cdef Py_ssize_t count

    def __init__(self, page, keep, roles):
        cdef const uint8_t* kept
        self.page = page
        self.w.columns = columns_of(page)[0]
        self.w.row_flags = row_flags_of(page)
        self.w.roles = roles_in(roles)
        kept = mask_of(keep, self.w.columns.rows)
        if not self.w.columns.rows:
            raise ValueError("a page without rows has no window")
        find_window(&self.w, kept)
        self.start, self.stop, self.count = self.w.start, self.w.stop, self.w.stop - self.w.start
        columns, self.leaves = np.empty((3, self.count), np.int64), np.empty(self.count, np.bool_)
        self.end, self.visible_chars, self.block = columns[0], columns[1], columns[2]
        self.w.ends, self.w.leaves = <int64_t*>memory_of(columns), own_mask(self.leaves)
        self.w.visible_chars, self.w.blocks = self.w.ends + self.count, self.w.ends + 2 * self.count
        self.w.sums = <int64_t*>malloc((self.count + 1) * sizeof(int64_t))
        if self.w.sums == NULL:
            raise MemoryError
        fill_window(&self.w)
        self.tags = bits_in(self.w.tags)
        self.kept_tags, self.split_tags = self.tags_with(keep[self.start : self.stop])

    def __dealloc__(self):
        free(self.w.sums)

    def tags_with(self, keep):
        """The tags of elements of which something is kept, and of those of which not all is, each a bit."""
        cdef const uint8_t* kept = mask_of(keep, self.count)
        cdef uint64_t some[TAG_WORDS]
        cdef uint64_t part[TAG_WORDS]
        cdef int64_t* sums = self.w.sums
        cdef int64_t held
        cdef Py_ssize_t place
        cdef uint16_t tag
        memset(some, 0, sizeof(some))
        memset(part, 0, sizeof(part))
        sums[0] = 0
        for place in range(self.count):  # leaves in the lower half, those that are kept in the upper one
            sums[place + 1] = sums[place] + self.w.leaves[place] + (<int64_t>kept[place] << 32)
        for place in range(self.count):
            held = sums[self.w.ends[place]] - sums[place]
            tag = self.w.columns.tag[place + self.w.start]
            if held >> 32 and tag < 64 * TAG_WORDS:
                some[tag >> 6] |= <uint64_t>1 << (tag & 63)
                if held >> 32 < held & UINT32_MAX:
                    part[tag >> 6] |= <uint64_t>1 << (tag & 63)
        return bits_in(some), bits_in(part)

    def text(self, Py_ssize_t place):
        """All text inside a place."""
        cdef const Columns* columns = &self.w.columns
        cdef Py_ssize_t row = place + self.start
        if not 0 <= place < self.count:
            raise IndexError("a place that is not in the window")
        return columns.text[columns.text_start[row] : columns.text_end[row]].decode()

    def texts_in(self, keep, column=None):
        """The kept texts with ink, all or those inside of elements with some tags, the last entry of the
        column for all beyond."""
        cdef int last = -1 if column is None else <int>len(column) - 1
        cdef const uint8_t* kept = mask_of(keep, self.count)
        cdef const uint8_t* wanted = NULL if column is None else mask_of(column, last + 1)
        cdef Py_ssize_t place, found = 0
        cdef int64_t until = self.count if column is None else 0
        for place in range(self.count):
            if wanted != NULL and wanted[min(<int>self.w.columns.tag[place + self.w.start], last)]:
                until = max(until, self.w.ends[place])
            if place < until and kept[place] and self.w.visible_chars[place]:
                self.w.sums[found] = place
                found += 1
        return self.copied(found)

    def lone_texts(self, keep, int64_t most, column):
        """The kept texts with ink, of no more than so many characters, that have a block of their own; but
        none inside of elements with some tags, the last entry of the column for all beyond."""
        cdef int last = <int>len(column) - 1
        cdef const uint8_t* kept = mask_of(keep, self.count)
        cdef const uint8_t* unwanted = mask_of(column, last + 1)
        cdef int64_t* sums = self.w.sums
        cdef Py_ssize_t place
        cdef int64_t block, own, until = 0
        cdef list found = []
        sums[0] = 0
        for place in range(self.count):
            sums[place + 1] = sums[place] + self.w.visible_chars[place]
        for place in range(self.count):
            if unwanted[min(<int>self.w.columns.tag[place + self.w.start], last)]:
                until = max(until, self.w.ends[place])
            block, own = self.w.blocks[place], self.w.visible_chars[place]
            if place >= until and kept[place] and block >= 0 and 0 < own <= most:
                if sums[self.w.ends[block]] - sums[block] == own:
                    found.append(place)
        return found

    def of_tags(self, column):
        """The places with some tags; the last entry of the column is for all tags beyond."""
        cdef int last = <int>len(column) - 1, tag
        cdef const uint8_t* wanted = mask_of(column, last + 1)
        cdef Py_ssize_t place, found = 0
        cdef int64_t* places = self.w.sums
        for place in range(self.count):
            tag = self.w.columns.tag[place + self.w.start]
            if wanted[min(tag, last)]:
                places[found] = place
                found += 1
        return self.copied(found)

    cdef object copied(self, Py_ssize_t count):
        """The first numbers of what was found last."""
        numbers = np.empty(count, np.int64)
        if count:
            memcpy(memory_of(numbers), self.w.sums, count * sizeof(int64_t))
        return numbers

    def ends_around(self, places):
        """Where the parents of some places end, at the latest with the window."""
        cdef Py_ssize_t number, above, count = 0
        cdef const int64_t* at = places_in(places, &count)
        cdef int64_t* out
        ends = np.empty(count, np.int64)
        out = <int64_t*>memory_of(ends)
        for number in range(count):
            if not 0 <= at[number] < self.count:
                raise IndexError("a place that is not in the window")
            above = max(self.w.columns.parent[at[number] + self.w.start], 0)
            out[number] = min(self.w.columns.end[above] - self.w.start, self.count)
        return ends

    def ends_of_sections(self, headings):
        """Where the next of some headings, in order, of the same or a higher level starts."""
        cdef Py_ssize_t number, count = 0, unfinished = 0
        cdef const int64_t* at = places_in(headings, &count)
        cdef const uint16_t* tag = self.w.columns.tag + self.w.start
        cdef int64_t* open_ones = self.w.sums
        cdef int64_t* out
        ends = np.empty(count, np.int64)
        out = <int64_t*>memory_of(ends)
        for number in range(count):
            if not (at[number - 1] if number else -1) < at[number] < self.count:
                raise IndexError("a place that is not in the window")
            while unfinished and tag[at[open_ones[unfinished - 1]]] >= tag[at[number]]:
                unfinished -= 1
                out[open_ones[unfinished]] = at[number]
            open_ones[unfinished] = number
            unfinished += 1
        for number in range(unfinished):
            out[open_ones[number]] = self.count
        return ends

    def inside(self, places):
        """What stands inside some places, themselves included."""
        cdef Py_ssize_t number, place, some = 0
        cdef const int64_t* at = places_in(places, &some)
        cdef int64_t until = 0
        cdef uint8_t* out
        mask = np.empty(self.count, np.bool_)
        out = cleared(mask)
        for number in range(some):
            if not 0 <= at[number] < self.count:
                raise IndexError("a place that is not in the window")
            out[at[number]] = 1
        for place in range(self.count if some else 0):
            if out[place] and self.w.ends[place] > until:
                until = self.w.ends[place]
            out[place] = place < until
        return mask

    def sum_in(self, values, starts, stops=None):
        """The sums of a column of truths or of numbers inside some elements, or from some places up to
        others."""
        cdef Py_ssize_t number, place, count = 0, others = 0
        cdef const int64_t* first = places_in(starts, &count)
        cdef const int64_t* last = NULL
        cdef int64_t end
        cdef const uint8_t* truths = NULL
        cdef const int64_t* numbers = NULL
        cdef int64_t* sums = self.w.sums
        cdef int64_t* out
        if stops is not None:
            last = places_in(stops, &others)
            if count != others:
                raise ValueError("as many ends as starts are wanted")
        if values.dtype == np.bool_:
            truths = mask_of(values, self.count)
        else:
            numbers = <const int64_t*>column_of(values, self.count, sizeof(int64_t))
        found = np.empty(count, np.int64)
        out = <int64_t*>memory_of(found)
        sums[0] = 0
        for place in range(self.count if count else 0):
            sums[place + 1] = sums[place] + (truths[place] if truths != NULL else numbers[place])
        for number in range(count):
            if not 0 <= first[number] < self.count:
                raise IndexError("a place that is not in the window")
            end = last[number] if last != NULL else self.w.ends[first[number]]
            if not 0 <= end <= self.count:
                raise IndexError("a place that is not in the window")
            out[number] = sums[end] - sums[first[number]]
        return found

    def on_both_sides(self, truths, texts, places):
        """Whether the last of some texts before each place is marked, and the first behind its element."""
        cdef Py_ssize_t number, text = 0, count = 0, some = 0, place
        cdef const int64_t* at = places_in(places, &count)
        cdef const int64_t* of_texts = places_in(texts, &some)
        cdef const uint8_t* marked = mask_of(truths, self.count)
        cdef int64_t* following = self.w.sums
        cdef uint8_t* before
        cdef uint8_t* after
        sides = np.zeros((2, count), np.bool_)
        before = own_mask(sides)
        after = before + count
        for place in range(self.count + 1):
            while text < some and of_texts[text] < place:
                if of_texts[text] < 0:
                    raise IndexError("a place that is not in the window")
                text += 1
            following[place] = text
        if some > text:
            raise IndexError("a place that is not in the window")
        for number in range(count):
            if not 0 <= at[number] < self.count:
                raise IndexError("a place that is not in the window")
            text = following[at[number]]
            if text:
                before[number] = marked[of_texts[text - 1]]
            text = following[self.w.ends[at[number]]]
            if text < some:
                after[number] = marked[of_texts[text]]
        return sides[0], sides[1]

    def are_data(self, tables, declared, structure):
        """Which tables are more than layout by what is in them. `declared` are those that say they are
        layout, `structure` the tags, the last for all beyond, that make more of a cell than a line."""
        cdef Py_ssize_t number, place, count = 0
        cdef const int64_t* at = places_in(tables, &count)
        cdef const uint8_t* layout = mask_of(declared, count)
        cdef int last = <int>len(structure) - 1, tag
        cdef const uint8_t* structures = mask_of(structure, last + 1)
        cdef TableParts parts
        cdef uint8_t* out
        data = np.zeros(count, np.bool_)
        out = own_mask(data)
        for number in range(count):
            if not 0 <= at[number] < self.count:
                raise IndexError("a place that is not in the window")
            memset(&parts, 0, sizeof(parts))
            parts.declared = layout[number]
            for place in range(at[number] + 1, self.w.ends[at[number]]):
                tag = self.w.columns.tag[place + self.w.start]
                count_part(&parts, tag)
                if parts.tables:
                    break
                parts.structures += structures[min(tag, last)]
                parts.visible_chars += self.w.visible_chars[place]
            out[number] = parts.cells + parts.heads > 1 and not only_places(&parts)
        return data
