# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""What the rules of completion have to know of a page: read once, without the GIL.

On most pages most rules have nothing to do. A `Survey` says which may have, by conditions that are
necessary and cheap; whether they do is judged by the rules themselves, in Python.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from dehusk.native.hiding cimport aria_hides, hidden_hides, says_only, style_hides

ROLES = (
    "inert",
    "block",
    "text",
    "whole",
    "heading",
    "title",
    "labelless",
    "figure",
    "picture",
    "not_picture",
    "table",
    "list",
    "code",
    "preformatted",
    "break",
    "stanza",
    "link",
    "caption",
    "quote",
    "wordless",
    "control",
)
"""What a tag may be, each a bit of its role: see `Survey`."""

cdef enum:
    INERT = 1 << 0
    BLOCK = 1 << 1
    TEXT = 1 << 2
    WHOLE = 1 << 3
    HEADING = 1 << 4
    TITLE = 1 << 5
    LABELLESS = 1 << 6
    FIGURE = 1 << 7
    PICTURE = 1 << 8
    NOT_PICTURE = 1 << 9
    TABLE = 1 << 10
    LIST = 1 << 11
    CODE = 1 << 12
    PREFORMATTED = 1 << 13
    BREAK = 1 << 14
    STANZA = 1 << 15
    LINK = 1 << 16
    CAPTION = 1 << 17
    QUOTE = 1 << 18
    WORDLESS = 1 << 19
    CONTROL = 1 << 20

cdef enum:
    PAST_THE_LAST = 50
    SEEN_BITS = 1 << 15
    LINE = 200
    LABEL = 40
    LONG_NUMBER = 4
    LEAST = 25
    MOST = 120
    VERSE = 60
    STANZAS = 3
    BREAKS = 2
    FIGURE_INK = 600
    CREDIT_INK = 100
    PARAGRAPH = 80
    FOREIGN_DIGITS = 0xD9  # where the digits of other scripts begin

# The same for the rules: what this module looks for is what they judge.
LONGEST_LINE = LINE
LONGEST_LABEL = LABEL
LEAST_HEADLINE, MOST_HEADLINE = LEAST, MOST
LONGEST_VERSE, FEWEST_STANZAS, FEWEST_BREAKS = VERSE, STANZAS, BREAKS
LEAST_PARAGRAPH = PARAGRAPH


cdef struct Before:
    # Sums over all places before one.
    int32_t leaves
    int32_t ink
    int32_t breaks
    int32_t blocks
    int32_t pictures
    int32_t others  # what no figure is around


cdef struct Found:
    # What a look at a window sees.
    int32_t* partly
    int32_t* lone
    int32_t* tables
    int32_t* lists
    int partly_count, lone_count, table_count, list_count
    int stanzas, pointers
    bint figures, labels, code, verse, empty_headings
    int title, prose
    bint lead


# How much of a text is seen


cdef inline int width_of_blank(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The bytes of the character beyond ASCII that begins here, if it is a space or has no width."""
    cdef Py_ssize_t room = end - at
    if at[0] == 0xC2:
        return 2 if room > 1 and (at[1] == 0xA0 or at[1] == 0xAD or at[1] == 0x85) else 0
    if room < 3:
        return 0
    if at[0] == 0xE2:
        if at[1] == 0x80:
            return 3 if at[2] <= 0x8F or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF else 0
        return 3 if at[1] == 0x81 and (at[2] == 0x9F or at[2] == 0xA0) else 0
    if at[0] == 0xE3:
        return 3 if at[1] == 0x80 and at[2] == 0x80 else 0
    if at[0] == 0xEF:
        return 3 if at[1] == 0xBB and at[2] == 0xBF else 0
    return 3 if at[0] == 0xE1 and at[1] == 0x9A and at[2] == 0x80 else 0


cdef int32_t ink_of(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """How many characters are seen: no white space, nothing without width."""
    cdef int32_t count = 0, beyond = 0
    cdef Py_ssize_t place, size = end - at
    for place in range(size):
        count += <uint8_t>(at[place] - 0x21) < 0x5F or at[place] >= 0xC0
        beyond += at[place] >= 0x80
    if beyond:
        for place in range(size):
            if at[place] >= 0xC0 and width_of_blank(at + place, end):
                count -= 1
    return count


# What may be a label


cdef bint says_label(const uint8_t* at, const uint8_t* end, bint is_short, uint8_t* seen) noexcept nogil:
    """Whether a line may be a template, or is short and may be a counter or was seen before.

    `seen` is a set of bits that lines are hashed into: two lines may share one, but a line that comes
    again is never missed.
    """
    cdef uint32_t hashed = 2166136261
    cdef int numbers = 0, digits = 0, width
    cdef bint is_counter = True, is_foreign = False, is_template = False
    cdef uint8_t byte
    while at < end:
        byte = at[0]
        width = width_of_blank(at, end) if byte >= 0xC0 else 0
        if width:
            at += width
            digits = 0
            continue
        at += 1
        if 48 <= byte <= 57:
            numbers += digits == 0
            digits += 1
            if digits == LONG_NUMBER:
                is_counter = False
        else:
            digits = 0
        if byte == 123:
            is_template = True
        if byte >= FOREIGN_DIGITS:
            is_foreign = True
        if byte > 0x20:
            hashed = (hashed ^ byte) * 16777619
    if is_template:
        return True
    if not is_short:
        return False
    if is_foreign or (is_counter and numbers == 2):
        return True
    hashed = (hashed ^ (hashed >> 15)) % SEEN_BITS
    if seen[hashed >> 3] & (1 << (hashed & 7)):
        return True
    seen[hashed >> 3] |= 1 << (hashed & 7)
    return False


cdef object places_of(const int32_t* places, int count):
    """Places as an array."""
    cdef int64_t[::1] out
    cdef int number
    if not count:
        return NO_PLACES
    found = np.empty(count, np.int64)
    out = found
    for number in range(count):
        out[number] = places[number]
    return found


NO_PLACES = np.zeros(0, np.int64)
NO_PLACES.flags.writeable = False


cdef class Look:
    """Where the rules may find something to do, given what is kept.

    `partly_kept` are the places of wholes that are kept in part, `lone_lines` those of kept texts of
    some length that fill a block, outside of what is kept always; `tables` are all tables, `lists`
    those that a kept text with a colon at its end stands before. `prose` is the place of the first
    paragraph that is kept and `title` that of the last title before it, both 0 where one is missing.

    The others are whether there may be anything for a rule: headings with nothing below them, figures
    of which something is kept, a picture between title and prose, lines that are labels, code in lines
    of which something is kept, verse of which not all is kept, pointers to other articles.
    """

    cdef readonly object partly_kept, lone_lines, tables, lists
    cdef readonly int title, prose
    cdef readonly bint empty_headings, figures, lead, labels, code, verse, pointers


cdef class Survey:
    """The window of a page that rules look at, and what is counted in it.

    It lasts from the title, or the first whole that something is kept of, to a little past the last. A
    *place* is a row less `start`. `end` is the column of the page in places; `leaves` is what has
    nothing below it and is not inert; `ink` how many characters of a text are seen, and `holder` the
    nearest block around a place that is in the window, or itself, -1 without one.

    `roles` says by bits, in the order of `ROLES`, what a tag is; its last entry is for all tags beyond.
    """

    cdef readonly Py_ssize_t start, stop
    cdef readonly object end, leaves, ink, holder
    cdef object page
    cdef const uint16_t* tags
    cdef const int32_t* parents
    cdef const int32_t* text_starts
    cdef const int32_t* text_ends
    cdef const uint8_t* data
    cdef const uint32_t* role_of
    cdef object roles
    cdef int last_role
    cdef Py_ssize_t rows, count
    cdef const int32_t* ends
    cdef const uint8_t* is_leaf
    cdef const int64_t* inks
    cdef const int64_t* holders
    cdef Before* before
    cdef uint32_t all_roles

    def __init__(self, page, keep, roles):
        cdef const uint16_t[::1] tag = page.tag
        cdef const int32_t[::1] parent = page.parent
        cdef const int32_t[::1] end = page.end
        cdef const int32_t[::1] text_start = page.text_start
        cdef const int32_t[::1] text_end = page.text_end
        cdef const uint8_t[::1] kept = keep.view(np.uint8)
        cdef const uint32_t[::1] role_of = roles
        cdef bytes text = page.text
        cdef int32_t[::1] own_end
        cdef uint8_t[::1] own_leaves
        cdef int64_t[::1] own_ink
        cdef int64_t[::1] own_holder
        self.rows = tag.shape[0]
        if not self.rows or not (self.rows == kept.shape[0] == parent.shape[0] == end.shape[0]):
            raise ValueError("a page without rows, or columns that are not as long as others")
        self.page, self.roles = page, roles
        self.role_of, self.last_role = &role_of[0], <int>role_of.shape[0] - 1
        self.tags, self.parents = &tag[0], &parent[0]
        self.text_starts, self.text_ends = &text_start[0], &text_end[0]
        self.data = <const uint8_t*><char*>text
        with nogil:
            self.find_window(&kept[0], &end[0])
        self.count = self.stop - self.start
        self.end = own_end = np.empty(self.count, np.int32)
        self.leaves = np.empty(self.count, np.bool_)
        own_leaves = self.leaves.view(np.uint8)
        self.ink = own_ink = np.empty(self.count, np.int64)
        self.holder = own_holder = np.empty(self.count, np.int64)
        self.ends, self.is_leaf = &own_end[0], &own_leaves[0]
        self.inks, self.holders = &own_ink[0], &own_holder[0]
        self.before = <Before*>malloc((self.count + 1) * sizeof(Before))
        if self.before == NULL:
            raise MemoryError
        with nogil:
            self.count_all(&end[0], &own_end[0], &own_leaves[0], &own_ink[0], &own_holder[0])

    def __dealloc__(self):
        free(self.before)

    cdef inline uint32_t role(self, Py_ssize_t row) noexcept nogil:
        cdef int tag = self.tags[row]
        return self.role_of[tag if tag < self.last_role else self.last_role]

    cdef void find_window(self, const uint8_t* kept, const int32_t* end) noexcept nogil:
        """From the title or the first whole that something is kept of, to a little past the last."""
        cdef Py_ssize_t row, first = 0, last = self.rows - 1, start, title = -1, around = -1
        cdef uint32_t role
        while first < last and not kept[first]:
            first += 1
        while last > first and not kept[last]:
            last -= 1
        for row in range(first + 1):
            role = self.role(row)
            if role & TITLE:
                title = row
            if role & WHOLE and around < 0 and end[row] > first:
                around = row
        start = first if title < 0 else title
        if 0 <= around < start:
            start = around
        self.start, self.stop = start, last + PAST_THE_LAST
        for row in range(start, last + 1):
            if self.role(row) & WHOLE and end[row] > self.stop:
                self.stop = end[row]
        if self.stop > self.rows:
            self.stop = self.rows

    cdef void count_all(
        self, const int32_t* end, int32_t* own_end, uint8_t* leaves, int64_t* ink, int64_t* holder
    ) noexcept nogil:
        """Fill the columns of the window, and sum up what looks need."""
        cdef Py_ssize_t place, above, row
        cdef int32_t inert_until = 0, last
        cdef uint32_t role
        cdef Before* sums = self.before
        memset(sums, 0, sizeof(Before))
        for place in range(self.count):
            row = place + self.start
            role = self.role(row)
            self.all_roles |= role
            above = self.parents[row] - self.start
            last = end[row] - <int32_t>self.start
            holder[place] = place if role & BLOCK else holder[above] if above >= 0 else -1
            if role & INERT and last > inert_until:
                inert_until = last
            leaves[place] = last == place + 1 and place >= inert_until
            ink[place] = 0
            if leaves[place] and role & TEXT:
                ink[place] = ink_of(self.data + self.text_starts[row], self.data + self.text_ends[row])
            own_end[place] = last if last < self.count else <int32_t>self.count
            sums[place + 1].leaves = sums[place].leaves + leaves[place]
            sums[place + 1].ink = sums[place].ink + <int32_t>ink[place]
            sums[place + 1].breaks = sums[place].breaks + (role & BREAK != 0)
            sums[place + 1].blocks = sums[place].blocks + (role & BLOCK != 0)
            sums[place + 1].pictures = sums[place].pictures + (role & PICTURE != 0)
            sums[place + 1].others = sums[place].others + (role & NOT_PICTURE != 0)

    def has(self, str role):
        """Whether a tag of some role is in the window."""
        return self.all_roles >> ROLES.index(role) & 1 != 0

    def look(self, keep):
        """What there is to look at, given what of the window is kept."""
        cdef const uint8_t[::1] kept = keep.view(np.uint8)
        cdef Py_ssize_t room = self.count
        cdef int32_t* kept_before
        cdef int32_t* ink_before
        cdef uint8_t* seen
        cdef Found found
        cdef Look look = Look.__new__(Look)
        if kept.shape[0] != self.count:
            raise ValueError("a column that is not as long as the window")
        memset(&found, 0, sizeof(found))
        # Two columns of sums, four of places.
        kept_before = <int32_t*>malloc((6 * room + 2) * sizeof(int32_t))
        seen = <uint8_t*>calloc(SEEN_BITS >> 3, 1)
        if kept_before == NULL or seen == NULL:
            free(kept_before)
            free(seen)
            raise MemoryError
        ink_before = kept_before + room + 1
        found.partly = ink_before + room + 1
        found.lone, found.tables = found.partly + room, found.partly + 2 * room
        found.lists = found.partly + 3 * room
        try:
            with nogil:
                self.look_at(&kept[0], kept_before, ink_before, seen, &found)
            look.partly_kept = places_of(found.partly, found.partly_count)
            look.lone_lines = places_of(found.lone, found.lone_count)
            look.tables = places_of(found.tables, found.table_count)
            look.lists = places_of(found.lists, found.list_count)
        finally:
            free(kept_before)
            free(seen)
        look.title, look.prose, look.lead = found.title, found.prose, found.lead
        look.empty_headings, look.figures = found.empty_headings, found.figures
        look.labels, look.code = found.labels, found.code
        look.verse = found.verse and found.stanzas >= STANZAS
        look.pointers = found.pointers > 1
        return look

    cdef void look_at(
        self, const uint8_t* kept, int32_t* kept_before, int32_t* ink_before, uint8_t* seen, Found* found
    ) noexcept nogil:
        self.sum_kept(kept, kept_before)
        self.sum_kept_ink(kept, ink_before)
        self.look_at_head(kept, found)
        self.look_at_wholes(kept, kept_before, ink_before, found)
        self.look_at_lines(kept, seen, found)
        self.look_at_pointers(kept, found)

    cdef void sum_kept(self, const uint8_t* kept, int32_t* before) noexcept nogil:
        """For each place how many leaves before it are kept."""
        cdef Py_ssize_t place
        before[0] = 0
        for place in range(self.count):
            before[place + 1] = before[place] + (kept[place] != 0)

    cdef void sum_kept_ink(self, const uint8_t* kept, int32_t* before) noexcept nogil:
        """For each place how much ink before it is kept."""
        cdef Py_ssize_t place
        before[0] = 0
        for place in range(self.count):
            before[place + 1] = before[place] + (<int32_t>self.inks[place] if kept[place] else 0)

    cdef void look_at_head(self, const uint8_t* kept, Found* found) noexcept nogil:
        """Find the first paragraph that is kept, and the title before it."""
        cdef Py_ssize_t place, title = -1
        for place in range(self.count):
            if kept[place] and self.inks[place] >= PARAGRAPH:
                break
            if self.role(place + self.start) & TITLE:
                title = place
        else:
            return
        if title >= 0:
            found.title, found.prose = <int>title, <int>place
            # A title is no picture, but pictures may stand in it.
            found.lead = self.before[place].pictures > self.before[title].pictures

    cdef void look_at_wholes(
        self, const uint8_t* kept, const int32_t* kept_before, const int32_t* ink_before, Found* found
    ) noexcept nogil:
        cdef Py_ssize_t place, end
        cdef int32_t heading_until = 0, kept_inside
        cdef bint waits = False, follows_kept = False
        cdef uint32_t role
        cdef Before* sums = self.before
        for place in range(self.count):
            role = self.role(place + self.start)
            if role & (WHOLE | CODE | STANZA):
                end = self.ends[place]
                kept_inside = kept_before[end] - kept_before[place]
                if role & WHOLE and 0 < kept_inside < sums[end].leaves - sums[place].leaves:
                    found.partly[found.partly_count] = <int32_t>place
                    found.partly_count += 1
                if role & FIGURE and kept_inside:
                    found.figures = True
                if role & TABLE:
                    found.tables[found.table_count] = <int32_t>place
                    found.table_count += 1
                if role & LIST and follows_kept:
                    found.lists[found.list_count] = <int32_t>place
                    found.list_count += 1
                if role & HEADING:
                    if end > heading_until:
                        heading_until = <int32_t>end
                    if kept_inside:
                        found.empty_headings = found.empty_headings or waits
                        waits = True
                if role & CODE and kept_inside:
                    if role & PREFORMATTED or sums[end].breaks - sums[place].breaks >= BREAKS:
                        found.code = True
                if role & STANZA and self.is_stanza(place, end):
                    found.stanzas += 1
                    if ink_before[end] - ink_before[place] < sums[end].ink - sums[place].ink:
                        found.verse = True
            if self.inks[place] > 0:
                follows_kept = kept[place] and self.ends_with_colon(place + self.start)
                if kept[place] and place >= heading_until:
                    waits = False
        found.empty_headings = found.empty_headings or waits

    cdef bint ends_with_colon(self, Py_ssize_t row) noexcept nogil:
        """Whether the last character of a text that is seen is a colon, perhaps a wide one."""
        cdef const uint8_t* start = self.data + self.text_starts[row]
        cdef const uint8_t* end = self.data + self.text_ends[row]
        while end > start:
            if (end - 1)[0] <= 0x20:
                end -= 1
            elif end - start > 2 and (end - 1)[0] >= 0x80 and width_of_blank(end - 3, end) == 3:
                end -= 3
            elif end - start > 1 and (end - 1)[0] >= 0x80 and width_of_blank(end - 2, end) == 2:
                end -= 2
            else:
                break
        if end == start:
            return False
        return (end - 1)[0] == 58 or (
            end - start > 2 and (end - 3)[0] == 0xEF and (end - 2)[0] == 0xBC and (end - 1)[0] == 0x9A
        )

    cdef inline bint is_stanza(self, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
        """Whether an element has several short lines and no other block."""
        cdef Before* sums = self.before
        cdef int32_t breaks = sums[end].breaks - sums[place].breaks
        cdef int32_t ink = sums[end].ink - sums[place].ink
        return (
            breaks >= BREAKS
            and 0 < ink <= VERSE * (breaks + 1)
            and sums[end].blocks - sums[place].blocks == 1
        )

    cdef void look_at_lines(self, const uint8_t* kept, uint8_t* seen, Found* found) noexcept nogil:
        """Find the lines that fill a block, and whether one of them may be a label."""
        cdef Py_ssize_t place, block, row
        cdef int32_t labelless_until = 0
        cdef int64_t ink
        for place in range(self.count):
            row = place + self.start
            if self.role(row) & LABELLESS and self.ends[place] > labelless_until:
                labelless_until = self.ends[place]
            ink, block = self.inks[place], self.holders[place]
            if not kept[place] or not 0 < ink <= LINE or block < 0 or place < labelless_until:
                continue
            if self.before[self.ends[block]].ink - self.before[block].ink != ink:
                continue
            found.lone[found.lone_count] = <int32_t>place
            found.lone_count += 1
            if not found.labels:
                found.labels = says_label(
                    self.data + self.text_starts[row],
                    self.data + self.text_ends[row],
                    ink <= LABEL,
                    seen,
                )

    cdef void look_at_pointers(self, const uint8_t* kept, Found* found) noexcept nogil:
        """Count the blocks that are a few words and then one link as long as a headline."""
        cdef Py_ssize_t place
        cdef int64_t block = -2, ink, headlines = 0, other = 0, first = 0
        cdef bint is_linked, begins_linked = False
        for place in range(self.count):
            ink = self.inks[place]
            if not kept[place] or ink <= 0:
                continue
            is_linked = self.is_linked(place + self.start)
            if self.holders[place] != block:
                found.pointers += is_pointer(headlines, other, first, begins_linked)
                block, headlines, other, first = self.holders[place], 0, 0, ink
                begins_linked = is_linked
            if is_linked and LEAST <= ink <= MOST:
                headlines += 1
            else:
                other += ink
        found.pointers += is_pointer(headlines, other, first, begins_linked)

    cdef inline bint is_linked(self, Py_ssize_t row) noexcept nogil:
        """Whether the element that a text stands in is a link, or the one around that."""
        cdef Py_ssize_t above = self.parents[row]
        if above < 0:
            return False
        if self.role(above) & LINK:
            return True
        above = self.parents[above]
        return above >= 0 and self.role(above) & LINK != 0

    def partly_kept(self, keep, places, str role):
        """Those of some places that have a role and are kept in part: with their kept ink, and all."""
        cdef const uint8_t[::1] kept = keep.view(np.uint8)
        cdef const int64_t[::1] some = places
        cdef uint32_t bit = 1 << <int>ROLES.index(role)
        cdef int64_t[:, ::1] out
        cdef int32_t* ink_before
        cdef int64_t ink, total
        cdef Py_ssize_t number, place, count = 0, room = some.shape[0]
        if kept.shape[0] != self.count:
            raise ValueError("a column that is not as long as the window")
        if not room:
            return NO_PLACES, NO_PLACES, NO_PLACES
        ink_before = <int32_t*>malloc((self.count + 1) * sizeof(int32_t))
        if ink_before == NULL:
            raise MemoryError
        out = columns = np.empty((3, room), np.int64)
        with nogil:
            self.sum_kept_ink(&kept[0], ink_before)
            for number in range(room):
                place = some[number]
                if not self.role(place + self.start) & bit:
                    continue
                ink = ink_before[self.ends[place]] - ink_before[place]
                total = self.before[self.ends[place]].ink - self.before[place].ink
                if 0 < ink < total:
                    out[0, count], out[1, count], out[2, count] = place, ink, total
                    count += 1
        free(ink_before)
        return columns[0, :count], columns[1, :count], columns[2, :count]

    def about_lists(self, keep, places):
        """Of some elements: how much ink that is not kept is linked, whether the next text after them
        is kept, and the ink of the longest text that is kept in them. They are in document order."""
        cdef const uint8_t[::1] kept = keep.view(np.uint8)
        cdef const int64_t[::1] some = places
        cdef int64_t[:, ::1] out
        cdef Py_ssize_t room = some.shape[0]
        cdef int32_t* sums
        if kept.shape[0] != self.count:
            raise ValueError("a column that is not as long as the window")
        columns = np.zeros((3, room), np.int64)
        if room:
            sums = <int32_t*>malloc((2 * self.count + 1 + room) * sizeof(int32_t))
            if sums == NULL:
                raise MemoryError
            out = columns
            with nogil:
                self.tell_of_lists(&kept[0], some, sums, out)
            free(sums)
        return columns[0], columns[1].astype(np.bool_), columns[2]

    cdef void tell_of_lists(
        self, const uint8_t* kept, const int64_t[::1] some, int32_t* linked_before, int64_t[:, ::1] out
    ) noexcept nogil:
        cdef Py_ssize_t number, place, end, room = some.shape[0], open_lists = 0
        cdef int32_t* follows_kept = linked_before + self.count + 1
        cdef int32_t* open_list = follows_kept + self.count
        cdef int32_t link_until = 0
        cdef bint is_kept = False
        linked_before[0] = 0
        for place in range(self.count):
            if self.role(place + self.start) & LINK and self.ends[place] > link_until:
                link_until = self.ends[place]
            linked_before[place + 1] = linked_before[place]
            if place < link_until and not kept[place]:
                linked_before[place + 1] += <int32_t>self.inks[place]
        for place in range(self.count - 1, -1, -1):
            if self.inks[place] > 0:
                is_kept = kept[place]
            follows_kept[place] = is_kept
        number = 0
        for place in range(self.count + 1):
            while open_lists and self.ends[some[open_list[open_lists - 1]]] <= place:
                open_lists -= 1  # what is longest in a list is in the one around it, too
                if open_lists and out[2, open_list[open_lists]] > out[2, open_list[open_lists - 1]]:
                    out[2, open_list[open_lists - 1]] = out[2, open_list[open_lists]]
            if place == self.count:
                break
            if number < room and some[number] == place:
                end = self.ends[place]
                out[0, number] = linked_before[end] - linked_before[place]
                out[1, number] = end < self.count and follows_kept[end]
                open_list[open_lists] = <int32_t>number
                open_lists += 1
                number += 1
            if open_lists and kept[place] and self.inks[place] > out[2, open_list[open_lists - 1]]:
                out[2, open_list[open_lists - 1]] = self.inks[place]

    def sections(self, keep):
        """The headings of which something is kept, and of the section below each how many texts and
        wordless things outside of headings are kept, and how many texts there are.

        A section lasts up to the next heading of the same or a higher level.
        """
        cdef const uint8_t[::1] kept = keep.view(np.uint8)
        cdef int32_t* room
        cdef int64_t[:, ::1] out
        cdef Py_ssize_t count, number, above, end, size = self.count + 1
        if kept.shape[0] != self.count:
            raise ValueError("a column that is not as long as the window")
        # Sums of what is kept, of what is kept below headings, of texts; headings; ends of sections.
        room = <int32_t*>malloc(6 * size * sizeof(int32_t))
        if room == NULL:
            raise MemoryError
        with nogil:
            count = self.find_sections(&kept[0], room)
        out = columns = np.empty((3, count), np.int64)
        for number in range(count):
            above, end = room[3 * size + number], room[4 * size + number]
            out[0, number] = above
            above = self.ends[above]
            out[1, number] = room[size + end] - room[size + above]
            out[2, number] = room[2 * size + end] - room[2 * size + above]
        free(room)
        return columns

    cdef Py_ssize_t find_sections(self, const uint8_t* kept, int32_t* room) noexcept nogil:
        cdef Py_ssize_t place, count = 0, unfinished = 0, size = self.count + 1
        cdef int32_t* kept_before = room
        cdef int32_t* content_before = room + size
        cdef int32_t* texts_before = room + 2 * size
        cdef int32_t* headings = room + 3 * size
        cdef int32_t* section_end = room + 4 * size
        cdef int32_t* waiting = room + 5 * size
        cdef int32_t heading_until = 0, wordless_until = 0
        cdef uint32_t role
        cdef bint is_text, is_content
        self.sum_kept(kept, kept_before)
        content_before[0] = texts_before[0] = 0
        for place in range(self.count):
            role = self.role(place + self.start)
            if role & HEADING and self.ends[place] > heading_until:
                heading_until = self.ends[place]
            if role & WORDLESS and self.ends[place] > wordless_until:
                wordless_until = self.ends[place]
            is_text = place >= heading_until and self.inks[place] > 0
            texts_before[place + 1] = texts_before[place] + is_text
            is_content = is_text or heading_until <= place < wordless_until
            content_before[place + 1] = content_before[place]
            if kept[place] and is_content:
                content_before[place + 1] += 1
            if role & HEADING and kept_before[self.ends[place]] > kept_before[place]:
                while unfinished and (
                    self.tags[headings[waiting[unfinished - 1]] + self.start]
                    >= self.tags[place + self.start]
                ):
                    unfinished -= 1
                    section_end[waiting[unfinished]] = <int32_t>place
                headings[count], section_end[count] = <int32_t>place, <int32_t>self.count
                waiting[unfinished] = <int32_t>count
                unfinished += 1
                count += 1
        return count

    def inside(self, places):
        """What stands inside some places, themselves included."""
        cdef const int64_t[::1] some = places
        cdef uint8_t[::1] out
        cdef Py_ssize_t number, place
        cdef int32_t until = 0
        mask = np.zeros(self.count, np.bool_)
        out = mask.view(np.uint8)
        with nogil:
            for number in range(some.shape[0]):
                out[some[number]] = 1
            for place in range(self.count if some.shape[0] else 0):
                if out[place] and self.ends[place] > until:
                    until = self.ends[place]
                out[place] = place < until
        return mask

    def among(self, keep, figures):
        """Which figures are among the content, and which are beside something of it.

        A figure is among the content when the texts around it are, or one of them and the next
        paragraphs on both sides. Figures are in document order, and none is inside another.
        """
        cdef const uint8_t[::1] kept = keep.view(np.uint8)
        cdef const int64_t[::1] places = figures
        cdef Py_ssize_t count = places.shape[0], number = 0, place
        cdef uint8_t[::1] is_among, is_beside
        cdef bint text = False, prose = False
        if kept.shape[0] != self.count:
            raise ValueError("a column that is not as long as the window")
        among, beside = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        is_among, is_beside = among.view(np.uint8), beside.view(np.uint8)
        with nogil:
            # Before each figure: bit 1 for a kept text, bit 2 for a kept paragraph; then after it.
            place = 0
            while number < count:
                if place == places[number]:
                    is_among[number] = text | prose << 1
                    place = self.ends[place]
                    number += 1
                    continue
                if self.inks[place] > 0:
                    text = kept[place]
                    prose = kept[place] if self.inks[place] >= PARAGRAPH else prose
                place += 1
            text, prose, place = False, False, self.count - 1
            while number > 0:
                if place < self.ends[places[number - 1]]:
                    number -= 1
                    is_beside[number] = text | is_among[number] & 1
                    is_among[number] = (text and is_among[number] & 1) or (
                        is_beside[number] and prose and is_among[number] & 2
                    )
                    place = places[number] - 1
                    continue
                if self.inks[place] > 0:
                    text = kept[place]
                    prose = kept[place] if self.inks[place] >= PARAGRAPH else prose
                place -= 1
        return among, beside

    def shown(self, figures, captions):
        """What of some figures is shown: where a caption is marked, no text outside of it.

        A caption is marked by its tag, or `captions` has its place.
        """
        cdef const int64_t[::1] places = figures
        cdef const int64_t[::1] called = captions
        cdef uint8_t[::1] out
        cdef uint8_t* in_caption
        cdef Py_ssize_t number, place
        cdef int32_t until = 0
        cdef bint has_caption
        mask = np.zeros(self.count, np.bool_)
        out = mask.view(np.uint8)
        in_caption = <uint8_t*>calloc(self.count, 1)  # bit 1: marked as one, bit 2: inside one
        if in_caption == NULL:
            raise MemoryError
        with nogil:
            for number in range(called.shape[0]):
                in_caption[called[number]] = 1
            for place in range(self.count):
                if self.role(place + self.start) & CAPTION:
                    in_caption[place] = 1
                if in_caption[place] and self.ends[place] > until:
                    until = self.ends[place]
                if place < until:
                    in_caption[place] |= 2
            for number in range(places.shape[0]):
                has_caption = False
                for place in range(places[number], self.ends[places[number]]):
                    has_caption = has_caption or in_caption[place] & 1
                for place in range(places[number], self.ends[places[number]]):
                    out[place] = (
                        not has_caption
                        or in_caption[place] & 2
                        or not self.role(place + self.start) & TEXT
                    )
        free(in_caption)
        return mask

    def figures(self, keep, captions, bint only_kept):
        """The outermost elements that hold a picture and little more than a caption.

        Besides `figure` these are the parents of what is called a caption, if hardly any other text
        is kept of them. With `only_kept` those of which something is kept.
        """
        cdef const uint8_t[::1] kept = keep.view(np.uint8)
        cdef const int64_t[::1] called = captions
        cdef int32_t* kept_before
        cdef int32_t* found
        cdef uint8_t* is_around
        cdef int count = 0
        if kept.shape[0] != self.count:
            raise ValueError("a column that is not as long as the window")
        kept_before = <int32_t*>malloc((2 * self.count + 1) * sizeof(int32_t))
        is_around = <uint8_t*>calloc(self.count, 1)
        if kept_before == NULL or is_around == NULL:
            free(kept_before)
            free(is_around)
            raise MemoryError
        found = kept_before + self.count + 1
        try:
            with nogil:
                if called.shape[0]:
                    self.mark_around(&kept[0], &called[0], called.shape[0], kept_before, is_around)
                count = self.find_figures(&kept[0], is_around, only_kept, kept_before, found)
            return places_of(found, count)
        finally:
            free(kept_before)
            free(is_around)

    cdef void mark_around(
        self,
        const uint8_t* kept,
        const int64_t* captions,
        Py_ssize_t count,
        int32_t* other_before,
        uint8_t* is_around,
    ) noexcept nogil:
        """Mark the parents of captions that hold hardly any other text that is kept."""
        cdef Py_ssize_t place, number = 0, above
        cdef int32_t caption_until = 0
        other_before[0] = 0
        for place in range(self.count):
            if number < count and captions[number] == place:
                number += 1
                if self.ends[place] > caption_until:
                    caption_until = self.ends[place]
            other_before[place + 1] = other_before[place]
            if kept[place] and place >= caption_until:
                other_before[place + 1] += <int32_t>self.inks[place]
        for number in range(count):
            above = self.parents[captions[number] + self.start] - self.start
            if above >= 0 and other_before[self.ends[above]] - other_before[above] <= CREDIT_INK:
                is_around[above] = 1

    cdef int find_figures(
        self,
        const uint8_t* kept,
        const uint8_t* is_around,
        bint only_kept,
        int32_t* kept_before,
        int32_t* found,
    ) noexcept nogil:
        cdef Py_ssize_t place, end
        cdef int32_t until = 0
        cdef int count = 0
        cdef Before* sums = self.before
        self.sum_kept(kept, kept_before)
        for place in range(self.count):
            if place < until or not (is_around[place] or self.role(place + self.start) & FIGURE):
                continue
            end = self.ends[place]
            if only_kept and kept_before[end] == kept_before[place]:
                continue
            if sums[end].pictures == sums[place].pictures or sums[end].others > sums[place].others:
                continue
            if sums[end].ink - sums[place].ink <= FIGURE_INK:
                found[count] = <int32_t>place
                count += 1
                until = <int32_t>end
        return count


cdef inline bint is_pointer(int64_t headlines, int64_t other, int64_t first, bint begins_linked) noexcept nogil:
    """Whether a block has one headline, and before it a label that is all else of it."""
    return headlines == 1 and not begins_linked and first <= LABEL and other - first <= 1


def may_tell_dates(page, int32_t longest):
    """The texts of at most so many bytes that have a digit in them, of any script."""
    cdef const uint16_t[::1] tag = page.tag
    cdef const int32_t[::1] text_start = page.text_start
    cdef const int32_t[::1] text_end = page.text_end
    cdef bytes text = page.text
    cdef const uint8_t* data = <const uint8_t*><char*>text
    cdef Py_ssize_t row, at
    cdef uint8_t[::1] out
    dates = np.zeros(tag.shape[0], np.bool_)
    out = dates.view(np.uint8)
    with nogil:
        for row in range(tag.shape[0]):
            if tag[row] or text_end[row] - text_start[row] > longest:
                continue
            for at in range(text_start[row], text_end[row]):
                if 48 <= data[at] <= 57 or data[at] >= FOREIGN_DIGITS:
                    out[row] = 1
                    break
    return dates


cdef enum:
    HIDES = 1
    IS_BUTTON = 2


def shut_away(page, roles):
    """What a page hides, what stands in a control, and the words in what acts as a button.

    Pictures are often clicked. `roles` are those of tags, see `Survey`.
    """
    cdef const uint16_t[::1] tag = page.tag
    cdef const int32_t[::1] ends = page.end
    cdef const uint32_t[::1] role_of = roles
    cdef const int32_t[::1] attr_row = page.attr_row
    cdef const uint16_t[::1] attr_name = page.attr_name
    cdef const int32_t[::1] attr_start = page.attr_start
    cdef const int32_t[::1] attr_end = page.attr_end
    cdef bytes text = page.attr_text
    cdef const uint8_t* data = <const uint8_t*><char*>text
    cdef const uint8_t* start
    cdef const uint8_t* end
    cdef int last_role = <int>role_of.shape[0] - 1
    cdef int hidden, aria, style, button
    cdef Py_ssize_t row, number
    cdef int32_t away_until = 0, button_until = 0
    cdef uint8_t[::1] out
    names = {name: number for number, name in enumerate(page.attr_names)}
    hidden, aria = names.get("hidden", -1), names.get("aria-hidden", -1)
    style, button = names.get("style", -1), names.get("role", -1)
    mask = np.zeros(tag.shape[0], np.bool_)
    out = mask.view(np.uint8)
    with nogil:
        for number in range(attr_row.shape[0]):
            start, end = data + attr_start[number], data + attr_end[number]
            if (
                (attr_name[number] == style and style_hides(start, end))
                or (attr_name[number] == aria and aria_hides(start, end))
                or (attr_name[number] == hidden and hidden_hides(start, end))
            ):
                out[attr_row[number]] |= HIDES
            elif attr_name[number] == button and says_only(start, end, b"button", 6):
                out[attr_row[number]] |= IS_BUTTON
        for row in range(tag.shape[0]):
            if out[row] & IS_BUTTON and ends[row] > button_until:
                button_until = ends[row]
            if out[row] & HIDES or role_of[tag[row] if tag[row] < last_role else last_role] & CONTROL:
                if ends[row] > away_until:
                    away_until = ends[row]
            out[row] = row < away_until or (tag[row] == 0 and row < button_until)
    return mask


def ink_of_texts(page, mask, const uint8_t[::1] is_blank):
    """For each row of a mask how many characters of its text are seen, 0 for all else.

    `is_blank` says which bytes are no character with ink of their own.
    """
    cdef const int32_t[::1] text_start = page.text_start
    cdef const int32_t[::1] text_end = page.text_end
    cdef const uint8_t[::1] wanted = mask.view(np.uint8)
    cdef bytes text = page.text
    cdef const uint8_t* data = <const uint8_t*><char*>text
    cdef Py_ssize_t row, at
    cdef int64_t[::1] out
    inks = np.zeros(wanted.shape[0], np.int64)
    out = inks
    with nogil:
        for row in range(wanted.shape[0]):
            if not wanted[row]:
                continue
            for at in range(text_start[row], text_end[row]):
                if not is_blank[data[at]]:
                    if data[at] < 0xC0 or not width_of_blank(data + at, data + text_end[row]):
                        out[row] += 1
    return inks
