# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""What the rules of completion have to know of a page: read once, without the GIL.

On most pages most rules have nothing to do. A `Survey` says which may have, by conditions that are
necessary and cheap; whether they do is judged by the rules themselves, in Python.

The parts, in `window/`: `signs` has what bytes may say, `counting` finds the window, `looks` what there is to
do, `wholes` and `figures` what rules ask of lists, headings and pictures, `away` what is hidden.
"""

import numpy as np

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from dehusk.native.arrays cimport mask_of, memory_of, own_mask, places_in
from dehusk.native.characters cimport count_ink, decode_last, has_no_width, width_of_blank
from dehusk.native.codes cimport INKED
from dehusk.native.hiding cimport aria_hides, hidden_hides, is_space, says_only, style_hides
from dehusk.native.names cimport Match, Names
from dehusk.native.opened cimport Columns, columns_of, first_attribute
from dehusk.native.roles cimport Roles, end_above, role_of, roles_in
from dehusk.native.scan cimport is_shown, marks_of

ROLES = (
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
    "image",
    "aside",
)
"""What a tag may be, each a bit of its role: see `Survey`."""

cdef enum:
    BLOCK = 1 << 0
    TEXT = 1 << 1
    WHOLE = 1 << 2
    HEADING = 1 << 3
    TITLE = 1 << 4
    LABELLESS = 1 << 5
    FIGURE = 1 << 6
    PICTURE = 1 << 7
    NOT_PICTURE = 1 << 8
    TABLE = 1 << 9
    LIST = 1 << 10
    CODE = 1 << 11
    PREFORMATTED = 1 << 12
    BREAK = 1 << 13
    STANZA = 1 << 14
    LINK = 1 << 15
    CAPTION = 1 << 16
    WORDLESS = 1 << 18
    CONTROL = 1 << 19
    IMAGE = 1 << 20
    ASIDE = 1 << 21

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
LONGEST_VERSE, FEWEST_STANZAS, FEWEST_BREAKS = VERSE, STANZAS, BREAKS
LEAST_PARAGRAPH = PARAGRAPH


cdef enum:
    # Where a figure stands.
    IS_BESIDE = 1
    IS_AMONG = 2


cdef struct Pointer:
    # The texts of a block that are kept: the first two and the last, how many are headlines with links,
    # the ink of all others and of all; whether the first is linked.
    Py_ssize_t first, second, last
    int64_t headlines, other, ink
    bint begins_linked


cdef struct Lead:
    int32_t place
    bint is_figure


cdef struct Called:
    # A place, and the groups of names that its attributes have.
    int32_t place
    uint32_t groups


cdef struct Found:
    # What a look at a window sees.
    int32_t* partly
    int32_t* lone
    int32_t* tables
    int32_t* lists
    int partly_count, lone_count, table_count, list_count
    uint32_t partly_roles
    int stanzas
    bint figures, labels, code, verse, empty_headings, pointers


include "window/signs.pxi"
include "window/counting.pxi"
include "window/looks.pxi"
include "window/wholes.pxi"
include "window/figures.pxi"
include "window/away.pxi"


cdef object places_of(const int32_t* places, int count):
    """Places as an array."""
    cdef int64_t* out
    cdef int number
    cdef Py_ssize_t room = 0
    if not count:
        return NO_PLACES
    found = np.empty(count, np.int64)
    out = <int64_t*>places_in(found, &room)
    for number in range(count):
        out[number] = places[number]
    return found


NO_PLACES = np.zeros(0, np.int64)
NO_PLACES.flags.writeable = False


cdef class Look:
    """Where the rules may find something to do, given what is kept.

    `partly_kept` are the places of wholes that are kept in part, `lone_lines` those of kept texts of
    some length that fill a block, outside of what is kept always; `tables` are all tables, `lists`
    those that a kept text with a colon at its end stands before.

    The others are whether there may be anything for a rule: headings with nothing below them, figures
    of which something is kept, lines that are labels, code in lines of which something is kept, verse of
    which not all is kept, pointers to other articles.
    """

    cdef readonly object partly_kept, lone_lines, tables, lists
    cdef readonly bint empty_headings, figures, labels, code, verse, pointers
    cdef uint32_t partly_roles

    def is_partly_kept(self, str role):
        """Whether an element of some role is kept in part."""
        return self.partly_roles >> ROLES.index(role) & 1 != 0


cdef class Calls:
    """The places that have one of some names."""

    cdef Names names
    cdef Called* at
    cdef Py_ssize_t count

    def __dealloc__(self):
        free(self.at)


cdef class Survey:
    """The window of a page that rules look at, and what is counted in it.

    It lasts from the title, or the first whole that something is kept of, to a little past the last. A
    *place* is a row less `start`. `end` is the column of the page in places; `leaves` is what has
    nothing below it and is not inert; `ink` how many characters of a text are seen, and `holder` the
    nearest block around a place that is in the window, or itself, -1 without one.

    `roles` says by bits, in the order of `ROLES`, what a tag is; its last entry is for all tags beyond.
    `names` are looked for once something that is in them is asked for.
    """

    cdef readonly Py_ssize_t start, stop
    cdef readonly object end, leaves, ink, holder
    cdef object page, roles
    cdef Window w
    cdef tuple names
    cdef dict calls

    def __init__(self, page, keep, roles, tuple names):
        cdef const uint8_t* kept
        cdef int32_t* own_end
        cdef uint8_t* own_leaves
        cdef int64_t* own_ink
        cdef int64_t* own_holder
        self.w.columns = columns_of(page)[0]
        if not self.w.columns.rows:
            raise ValueError("a page without rows")
        self.w.marks = marks_of(page)
        kept = mask_of(keep, self.w.columns.rows)
        self.page, self.roles, self.names, self.calls = page, roles, names, {}
        self.w.roles_of = roles_in(roles)
        with nogil:
            find_window(&self.w, kept)
        self.start, self.stop, self.w.count = self.w.start, self.w.stop, self.w.stop - self.w.start
        self.end, self.leaves = np.empty(self.w.count, np.int32), np.empty(self.w.count, np.bool_)
        self.ink, self.holder = np.empty(self.w.count, np.int64), np.empty(self.w.count, np.int64)
        own_end = <int32_t*>memory_of(self.end)
        own_leaves = own_mask(self.leaves)
        own_ink = <int64_t*>memory_of(self.ink)
        own_holder = <int64_t*>memory_of(self.holder)
        self.w.ends, self.w.is_leaf, self.w.inks, self.w.holders = own_end, own_leaves, own_ink, own_holder
        self.w.before = <Before*>malloc((self.w.count + 1) * sizeof(Before))
        if self.w.before == NULL:
            raise MemoryError
        with nogil:
            count_all(&self.w, own_end, own_leaves, own_ink, own_holder)

    def __dealloc__(self):
        free(self.w.before)
        free(self.w.is_away)

    def has(self, str role):
        """Whether a tag of some role is in the window."""
        return self.w.all_roles >> ROLES.index(role) & 1 != 0

    def look(self, keep):
        """What there is to look at, given what of the window is kept."""
        cdef const uint8_t* kept = mask_of(keep, self.w.count)
        cdef Py_ssize_t room = self.w.count
        cdef int32_t* kept_before
        cdef int32_t* ink_before
        cdef uint8_t* seen
        cdef Found found
        cdef Look look = Look.__new__(Look)
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
                look_at(&self.w, kept, kept_before, ink_before, seen, &found)
            look.partly_kept = places_of(found.partly, found.partly_count)
            look.lone_lines = places_of(found.lone, found.lone_count)
            look.tables = places_of(found.tables, found.table_count)
            look.lists = places_of(found.lists, found.list_count)
        finally:
            free(kept_before)
            free(seen)
        look.empty_headings, look.figures = found.empty_headings, found.figures
        look.labels, look.code = found.labels, found.code
        look.verse = found.verse and found.stanzas >= STANZAS
        look.pointers, look.partly_roles = found.pointers, found.partly_roles
        return look

    def head(self, keep):
        """The place of the last title before the first paragraph that is kept, that of the paragraph,
        and how many pictures stand between; 0, 0 and 0 where one is missing."""
        cdef const uint8_t* kept = mask_of(keep, self.w.count)
        cdef Py_ssize_t place = 0, title = -1
        with nogil:
            while place < self.w.count and not (kept[place] and self.w.inks[place] >= PARAGRAPH):
                if role_at(&self.w, place + self.start) & TITLE:
                    title = place
                place += 1
        if title < 0 or place == self.w.count:
            return 0, 0, 0
        # A title is no picture, but pictures may stand in it.
        return title, place, self.w.before[place].pictures - self.w.before[title].pictures

    def pointers(self, keep):
        """The blocks that are a short text without a link and then one headline with a link: their
        first two texts and the last, their ink, and the most ink that a block beside them has. And how
        much ink there is."""
        cdef const uint8_t* kept = mask_of(keep, self.w.count)
        cdef Py_ssize_t place = 0
        cdef int64_t total = 0, before = 0
        cdef Pointer block, following
        cdef list found = []
        place = read_block(&self.w, kept, place, &block)
        while block.first >= 0:
            place = read_block(&self.w, kept, place, &following)
            if has_form(&self.w, &block):
                beside = max(before, following.ink)
                found.append((block.first, block.second, block.last, block.ink, beside))
            total += block.ink
            before, block = block.ink, following
        return found, total

    def images(self, keep):
        """How many images are kept, and how many of them follow another with no word between that is
        kept."""
        cdef const uint8_t* kept = mask_of(keep, self.w.count)
        cdef Py_ssize_t place
        cdef int count = 0, following = 0
        cdef bint follows = False
        if not self.w.all_roles & IMAGE:
            return 0, 0
        with nogil:
            for place in range(self.w.count):
                if not kept[place]:
                    continue
                if self.w.inks[place] > 0:
                    follows = False
                elif role_at(&self.w, place + self.start) & IMAGE:
                    following += follows
                    count += 1
                    follows = True
        return count, following

    def partly_kept(self, keep, places, str role):
        """Those of some places that have a role and are kept in part: with their kept ink, and all."""
        cdef const uint8_t* kept = mask_of(keep, self.w.count)
        cdef Py_ssize_t number, place, count = 0, room = 0
        cdef const int64_t* some = places_in(places, &room)
        cdef uint32_t bit = 1 << <int>ROLES.index(role)
        cdef int64_t* out
        cdef int32_t* ink_before
        cdef int64_t ink, total
        if not room:
            return NO_PLACES, NO_PLACES, NO_PLACES
        ink_before = <int32_t*>malloc((self.w.count + 1) * sizeof(int32_t))
        if ink_before == NULL:
            raise MemoryError
        columns = np.empty((3, room), np.int64)
        out = <int64_t*>memory_of(columns)
        with nogil:
            sum_kept_ink(&self.w, kept, ink_before)
            for number in range(room):
                place = some[number]
                if not role_at(&self.w, place + self.start) & bit:
                    continue
                ink = ink_before[self.w.ends[place]] - ink_before[place]
                total = self.w.before[self.w.ends[place]].ink - self.w.before[place].ink
                if 0 < ink < total:
                    out[count], out[room + count], out[2 * room + count] = place, ink, total
                    count += 1
        free(ink_before)
        return columns[0, :count], columns[1, :count], columns[2, :count]

    def about_lists(self, keep, places):
        """Of some elements: how much ink that is not kept is linked, whether the next text after them
        is kept, and the ink of the longest text that is kept in them. They are in document order."""
        cdef const uint8_t* kept = mask_of(keep, self.w.count)
        cdef Py_ssize_t room = 0
        cdef const int64_t* some = places_in(places, &room)
        cdef int64_t* out
        cdef int32_t* sums
        columns = np.zeros((3, room), np.int64)
        if room:
            sums = <int32_t*>malloc((2 * self.w.count + 1 + room) * sizeof(int32_t))
            if sums == NULL:
                raise MemoryError
            out = <int64_t*>memory_of(columns)
            with nogil:
                tell_of_lists(&self.w, kept, some, room, sums, out, out + room, out + 2 * room)
            free(sums)
        return columns[0], columns[1].astype(np.bool_), columns[2]

    def sections(self, keep):
        """The headings of which something is kept, and of the section below each how many texts and
        wordless things outside of headings are kept, and how many texts there are.

        A section lasts up to the next heading of the same or a higher level.
        """
        cdef const uint8_t* kept = mask_of(keep, self.w.count)
        cdef int32_t* room
        cdef int64_t* out
        cdef Py_ssize_t count, number, above, end, size = self.w.count + 1
        # Sums of what is kept, of what is kept below headings, of texts; headings; ends of sections.
        room = <int32_t*>malloc(6 * size * sizeof(int32_t))
        if room == NULL:
            raise MemoryError
        with nogil:
            count = find_sections(&self.w, kept, room)
        columns = np.empty((3, count), np.int64)
        out = <int64_t*>memory_of(columns)
        for number in range(count):
            above, end = room[3 * size + number], room[4 * size + number]
            out[number] = above
            above = self.w.ends[above]
            out[count + number] = room[size + end] - room[size + above]
            out[2 * count + number] = room[2 * size + end] - room[2 * size + above]
        free(room)
        return columns

    def inside(self, places):
        """What stands inside some places, themselves included."""
        cdef Py_ssize_t number, place, some = 0
        cdef const int64_t* at = places_in(places, &some)
        cdef uint8_t* out
        cdef int32_t until = 0
        mask = np.zeros(self.w.count, np.bool_)
        out = own_mask(mask)
        with nogil:
            for number in range(some):
                out[at[number]] = 1
            for place in range(self.w.count if some else 0):
                if out[place] and self.w.ends[place] > until:
                    until = self.w.ends[place]
                out[place] = place < until
        return mask

    def among(self, keep, figures):
        """Those figures that are among the content, and those that are beside nothing of it although
        something of them is kept, but not all.

        A figure is among the content when the texts around it are, or one of them and the next
        paragraphs on both sides. Figures are in document order, and none is inside another.
        """
        cdef const uint8_t* kept = mask_of(keep, self.w.count)
        cdef Py_ssize_t count = 0, number, among = 0, outside = 0
        cdef const int64_t* places = places_in(figures, &count)
        cdef int32_t* found
        cdef uint8_t* sides
        if not count:
            return NO_PLACES, NO_PLACES
        found = <int32_t*>malloc(2 * count * sizeof(int32_t))
        sides = <uint8_t*>malloc(count)
        try:
            if found == NULL or sides == NULL:
                raise MemoryError
            with nogil:
                look_around(&self.w, kept, places, count, sides)
                for number in range(count):
                    if sides[number] & IS_AMONG:
                        found[among] = <int32_t>places[number]
                        among += 1
                    elif not sides[number] & IS_BESIDE and is_split(&self.w, kept, places[number]):
                        found[count + outside] = <int32_t>places[number]
                        outside += 1
            return places_of(found, <int>among), places_of(found + count, <int>outside)
        finally:
            free(found)
            free(sides)

    def leads(self, int title, int prose, figures, portraits):
        """The pictures from a title up to some prose that stand in nothing aside and in none of some
        `portraits`: their places, or those of the figures around them, and whether it is a figure."""
        cdef Py_ssize_t figure_count = 0, portrait_count = 0, number, count
        cdef const int64_t* some = places_in(figures, &figure_count)
        cdef const int64_t* others = places_in(portraits, &portrait_count)
        cdef Lead* found
        if not 0 <= title <= prose <= self.w.count:
            raise ValueError("places that are not in the window")
        count = self.w.before[prose].pictures - self.w.before[title].pictures
        found = <Lead*>malloc((count + 1) * sizeof(Lead))
        if found == NULL:
            raise MemoryError
        with nogil:
            count = find_leads(&self.w, title, prose, some, figure_count, others, portrait_count, found)
        leads = [(found[number].place, found[number].is_figure) for number in range(count)]
        free(found)
        return leads

    def shown(self, figures, captions):
        """What of some figures is shown: where a caption is marked, no text outside of it.

        A caption is marked by its tag, or `captions` has its place.
        """
        cdef Py_ssize_t figure_count = 0, caption_count = 0
        cdef const int64_t* places = places_in(figures, &figure_count)
        cdef const int64_t* called = places_in(captions, &caption_count)
        cdef uint8_t* out
        cdef uint8_t* in_caption
        cdef Py_ssize_t number, place
        cdef int32_t until = 0
        cdef bint has_caption
        mask = np.zeros(self.w.count, np.bool_)
        out = own_mask(mask)
        in_caption = <uint8_t*>calloc(self.w.count, 1)  # bit 1: marked as one, bit 2: inside one
        if in_caption == NULL:
            raise MemoryError
        with nogil:
            for number in range(caption_count):
                in_caption[called[number]] = 1
            for place in range(self.w.count):
                if role_at(&self.w, place + self.start) & CAPTION:
                    in_caption[place] = 1
                if in_caption[place] and self.w.ends[place] > until:
                    until = self.w.ends[place]
                if place < until:
                    in_caption[place] |= 2
            for number in range(figure_count):
                has_caption = False
                for place in range(places[number], self.w.ends[places[number]]):
                    has_caption = has_caption or in_caption[place] & 1
                for place in range(places[number], self.w.ends[places[number]]):
                    out[place] = (
                        not has_caption
                        or in_caption[place] & 2
                        or not role_at(&self.w, place + self.start) & TEXT
                    )
        free(in_caption)
        return mask

    def figures(self, keep, captions, bint only_kept):
        """The outermost elements that hold a picture and little more than a caption.

        Besides `figure` these are the parents of what is called a caption, if hardly any other text
        is kept of them. With `only_kept` those of which something is kept.
        """
        cdef const uint8_t* kept = mask_of(keep, self.w.count)
        cdef Py_ssize_t caption_count = 0
        cdef const int64_t* called = places_in(captions, &caption_count)
        cdef int32_t* kept_before
        cdef int32_t* found
        cdef uint8_t* is_around
        cdef int count = 0
        kept_before = <int32_t*>malloc((2 * self.w.count + 1) * sizeof(int32_t))
        is_around = <uint8_t*>calloc(self.w.count, 1)
        if kept_before == NULL or is_around == NULL:
            free(kept_before)
            free(is_around)
            raise MemoryError
        found = kept_before + self.w.count + 1
        try:
            with nogil:
                if caption_count:
                    mark_around(&self.w, kept, called, caption_count, kept_before, is_around)
                count = find_figures(&self.w, kept, is_around, only_kept, kept_before, found)
            return places_of(found, count)
        finally:
            free(kept_before)
            free(is_around)

    def called(self, str group, Py_ssize_t first=0, Py_ssize_t last=-1):
        """The places from one up to another that have a name of some group."""
        cdef Calls calls = self.calls.get(group)
        cdef Py_ssize_t at, count = 0
        cdef uint32_t bit
        cdef int32_t* found
        if calls is None:
            calls = self.find_called(group)
        if not calls.count:
            return NO_PLACES
        if last < 0:
            last = self.w.count
        bit = calls.names.groups[group]
        found = <int32_t*>malloc(calls.count * sizeof(int32_t))
        if found == NULL:
            raise MemoryError
        for at in range(calls.count):
            if calls.at[at].groups & bit and first <= calls.at[at].place < last:
                found[count] = calls.at[at].place
                count += 1
        places = places_of(found, <int>count)
        free(found)
        return places

    cdef Calls find_called(self, str group):
        """Find all places with the names that a group belongs to, once."""
        cdef Calls calls = Calls.__new__(Calls)
        cdef Py_ssize_t at, matches = 0
        cdef int32_t place
        cdef Match* found
        calls.names = next(names for names in self.names if group in (<Names>names).groups)
        found = calls.names.matches_in(self.page, &self.w.columns, self.start, self.stop, &matches)
        calls.at = <Called*>malloc((matches + 1) * sizeof(Called))
        if calls.at == NULL:
            free(found)
            raise MemoryError
        for at in range(matches):
            place = self.w.columns.attr_row[found[at].number] - <int32_t>self.start
            if calls.count and calls.at[calls.count - 1].place == place:
                calls.at[calls.count - 1].groups |= found[at].groups
            else:
                calls.at[calls.count] = Called(place, found[at].groups)
                calls.count += 1
        free(found)
        for other in calls.names.groups:
            self.calls[other] = calls
        return calls

    def source(self, Py_ssize_t place):
        """The text inside a place as it stands in the source."""
        cdef Py_ssize_t row = place + self.start
        if not 0 <= row < self.w.columns.rows:
            raise IndexError("a place that is not in the page")
        return PyUnicode_DecodeUTF8(
            <const char*>text_at(&self.w, row), text_after(&self.w, row) - text_at(&self.w, row), NULL
        )

    def attribute(self, Py_ssize_t place, str name):
        """One attribute of a place, None where it is absent."""
        cdef const Columns* page = &self.w.columns
        cdef Py_ssize_t row = place + self.start, number = first_attribute(page, row)
        cdef int wanted = self.page.attr_numbers.get(name, -1)
        while number < page.attributes and page.attr_row[number] == row:
            if page.attr_name[number] == wanted:
                return PyUnicode_DecodeUTF8(
                    <const char*>page.attr_text + page.attr_start[number],
                    page.attr_end[number] - page.attr_start[number],
                    NULL,
                )
            number += 1
        return None

    def attributes(self, Py_ssize_t place):
        """The attributes of a place."""
        cdef const Columns* page = &self.w.columns
        cdef Py_ssize_t row = place + self.start, number = first_attribute(page, row)
        cdef const char* text = <const char*>page.attr_text
        cdef dict found = {}
        names = self.page.attr_names
        while number < page.attributes and page.attr_row[number] == row:
            value = text[page.attr_start[number]:page.attr_end[number]]
            found[names[page.attr_name[number]]] = value.decode("utf-8", "replace")
            number += 1
        return found

    def added(self, mask, keep):
        """The leaves of a mask that are not kept yet and not shut away (see `shut_away`), None for none."""
        cdef const uint8_t* wanted = mask_of(mask, self.w.count)
        cdef const uint8_t* kept = mask_of(keep, self.w.count)
        cdef Py_ssize_t place, first = self.w.count
        cdef bint found = False
        cdef uint8_t* out
        with nogil:
            for place in range(self.w.count):
                if wanted[place] and self.w.is_leaf[place] and not kept[place]:
                    first = place
                    break
        if first == self.w.count:
            return None
        if self.w.is_away == NULL:
            self.find_away()
        new = np.zeros(self.w.count, np.bool_)
        out = own_mask(new)
        with nogil:
            for place in range(first, self.w.count):
                if wanted[place] and self.w.is_leaf[place] and not kept[place] and not self.w.is_away[place]:
                    out[place] = found = True
        return new if found else None

    cdef int find_away(self) except -1:
        """Find what is shut away, once."""
        cdef Hiding names = hiding_names(self.page)
        cdef uint8_t* away = <uint8_t*>calloc(self.w.count, 1)
        if away == NULL:
            raise MemoryError
        with nogil:
            mark_away(&self.w.columns, &names, &self.w.roles_of, self.start, self.stop, away)
        self.w.is_away = away
        return 0

def inside(page, mask):
    """The rows that are in a mask or below a row of it: as `Page.inside`, in one pass."""
    cdef const Columns* columns = columns_of(page)
    cdef Py_ssize_t row, rows = columns.rows
    cdef const int32_t* end = columns.end
    cdef const uint8_t* marked = mask_of(mask, rows)
    cdef uint8_t* out
    cdef int32_t until = 0
    below = np.empty(rows, np.bool_)
    out = own_mask(below)
    with nogil:
        for row in range(rows):
            if marked[row] and end[row] > until:
                until = end[row]
            out[row] = row < until
    return below


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
            while at < end and is_space(at[0]):
                at += 1
            while at < end and is_space((end - 1)[0]):
                end -= 1
            if end - at <= longest:
                out[row - first] = may_be_date(at, end)
    return dates
