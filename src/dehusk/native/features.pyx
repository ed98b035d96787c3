# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""The columns of `dehusk.extractors.default.features`, in a few passes over a page and with the GIL released.

The files of `dehusk.extractors.default.features` say the same in NumPy, column by column, and are the place to read
what a column means; the tests hold this file against them. What is a matter of words and tags (the
vocabulary of hints, the kinds of characters) stands there and comes here as `Tables`.

A page goes through these steps:

1. Rows, in document order: what a row inherits from its parent, what its attributes say, what its
   text counts, and where a block of text begins.
2. Blocks: prefix sums over them, so that a sum over any element is a difference of two.
3. Rows again: containers, which are the widest elements of the same blocks, and siblings of the same
   make.
4. The matrix, a row for each block, one function for each file of `dehusk.extractors.default.features`.
"""

from os import urandom

import numpy as np

from dehusk.budget import out_of_time, seconds_left
from dehusk.native.scan import blocks_of
from dehusk.page.tags import FIRST_CUSTOM, HEADINGS, Tag

from collections import namedtuple

from cpython.bytearray cimport PyByteArray_AsString
from cpython.bytes cimport PyBytes_AsString
from libc.math cimport log, log1p, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from dehusk.native.arrays cimport column_of, memory_of
from dehusk.native.characters cimport has_no_width, is_unspaced
from dehusk.native.hiding cimport aria_hides, hidden_hides, is_space, past_spaces, style_hides
from dehusk.native.opened cimport Columns, columns_of
from dehusk.native.scan cimport INKED, is_shown, marks_of
from dehusk.native.watch cimport ROW, Watch, passed, raise_if_stopped, start_watch


# --------------------------------------------------------------------------------------------------
# Constants
# --------------------------------------------------------------------------------------------------

cdef enum:
    NONE = -1
    LEVELS_UP = 6
    TOPS = 4
    SIBLING_LEVELS = 5
    PATH_LENGTH = 4
    GOOD_WORDS = 10
    NAME_LENGTH = 300
    SECTIONS = 3
    FITTINGS = 5
    FITTINGS_APART = 8  # from the counts of a row to those of the next
    FITTING_LEVELS = 4
    LEAST_RECORDS = 3
    TABLED_LOGS = 4096

cdef double GOOD_LINK_SHARE = 0.33
cdef double LEAST_BLOCKS = 1.5  # of a record
cdef int[SECTIONS] SECTION_LEVELS = [2, 3, 6]
cdef double[TOPS] TOP_SHARES = [0.3, 0.5, 0.7, 0.9]
cdef int[6] OFFSETS = [-3, -2, -1, 1, 2, 3]
cdef int[2] WINDOWS = [3, 10]

cdef enum:
    # Tags of which a page's number is a column, as places in Work.tags_seen.
    SEEN_HEADING
    SEEN_H1
    SEEN_P
    SEEN_LI
    SEEN_IMG
    SEEN_TABLE
    SEEN_CONTROL
    SEEN_ARTICLE
    SEEN_MAIN
    SEEN_CODE
    SEEN_KINDS

cdef enum:
    # What records are asked for among the fittings.
    IMAGES = 0
    HEADINGS_INSIDE = 3

cdef enum:
    # What a character is, as bits of Tables.characters. Python has the same in `CHARACTER_BITS`.
    BLANK = 1
    UNSPACED = 2
    STOP = 4
    COMMA = 8
    DIGIT = 16
    SEPARATOR = 32
    CURRENCY = 64
    COPYRIGHT = 128
    AT_SIGN = 256
    UPPER = 512
    COUNTED = STOP | COMMA | DIGIT | SEPARATOR | CURRENCY | COPYRIGHT

cdef uint64_t BEYOND_ASCII = 0x8080808080808080
cdef uint64_t ONE_INK = 1  # in the first of these bytes:

cdef enum:
    # Which byte of a number counts what in ASCII.
    LANE_INK
    LANE_STOP
    LANE_COMMA
    LANE_DIGIT
    LANE_UPPER
    LANE_SEPARATOR
    LANE_CURRENCY
    LANE_AT_SIGN

CHARACTER_BITS = {
    "stop": STOP,
    "comma": COMMA,
    "digit": DIGIT,
    "separator": SEPARATOR,
    "currency": CURRENCY,
    "copyright": COPYRIGHT,
    "at sign": AT_SIGN,
    "upper": UPPER,
}

cdef enum:
    # What an attribute is read for.
    NOT_READ = 0
    NAMES_CLASS = 1
    NAMES = 2
    HIDES = 3
    ARIA_HIDES = 4
    STYLES = 5

cdef enum:
    # What a row is, as bits of Row.flags, which the rows below inherit.
    ROW_LINKED = 1
    ROW_HIDDEN = 2


include "matrix/columns.pxi"

# --------------------------------------------------------------------------------------------------
# Structures
# --------------------------------------------------------------------------------------------------

cdef struct Row:
    uint64_t around  # the tags of AROUND on the row and above
    uint32_t kinds  # what the row's own names hint at
    uint32_t hints  # the same with all rows above
    int32_t named  # the nearest row with such names, itself or above
    int32_t classes  # a number for its class attribute, 0 for none
    int32_t container  # the highest element that holds no block more, a number
    int32_t group  # of siblings of the same make
    int32_t last_group  # of its children, of those that came so far the last one's
    int32_t record  # of those around it, itself among them, the one whose group has the most words
    int32_t card  # and the innermost
    uint8_t heading  # the level of the nearest heading, itself or above
    uint8_t flags

cdef struct Text:
    int64_t ink
    int64_t words
    int64_t stops
    int64_t commas
    int64_t digits
    int64_t separators
    int64_t currencies
    int64_t copyrights
    int64_t at_signs
    int64_t uppers

cdef struct Block:
    Text text
    int64_t linked
    int64_t leaves
    int64_t links
    int32_t first
    int32_t end
    int32_t holder
    int32_t parent  # of its holder
    uint16_t tag  # of its holder
    uint8_t heading  # the level of the nearest heading around it
    int32_t alike  # number of its path
    int32_t said  # number of its text
    int32_t said_before
    bint good
    bint ends_sentence

cdef struct Siblings:
    bint is_described
    SiblingColumns columns
    int32_t parent
    int32_t classes
    uint16_t tag
    int64_t count
    double words
    double squares
    double good
    int64_t with_text  # of them have text, and so many blocks and linked words
    int64_t blocks
    int64_t linked
    int64_t with_images
    int64_t with_headings

cdef struct Alike:
    bint is_described
    AlikeColumns columns
    int64_t count
    int64_t words
    int64_t good
    int64_t linked
    int64_t said  # how often the text of that number stands on the page

cdef struct Sums:
    # Over the blocks before one.
    double words
    double linked
    double good_words
    double headings

cdef struct Container:
    int32_t row
    double words
    double blocks
    UpColumns columns
    float[FITTINGS] fittings

cdef struct Top:
    int32_t start
    int32_t end
    int32_t depth
    float good_share

cdef struct Section:
    # The section that a walk over the blocks is in.
    int32_t starts
    int32_t end
    int32_t number
    int32_t sections
    SectionColumns columns

cdef struct Names:
    const uint8_t* text
    int32_t length
    uint32_t kinds
    uint64_t hash

cdef struct Work:
    Watch watch
    int32_t rows
    const uint16_t* tag
    const int32_t* parent
    const int32_t* end
    const int32_t* depth
    const uint8_t* text
    const int32_t* text_start
    const int32_t* text_end
    int32_t attrs
    const int32_t* attr_row
    const uint16_t* attr_name
    const int32_t* attr_start
    const int32_t* attr_end
    const uint8_t* attr_text
    const uint8_t* attr_role

    const uint8_t* marks
    const int32_t* block_of
    const int32_t* first_row
    const int32_t* end_row

    Row* row
    int32_t* blocks_before
    uint8_t* shown_leaf
    int32_t blocks
    Block* block
    Sums* sums
    int32_t* until_good
    Alike* alike
    int64_t[SEEN_KINDS] tags_seen
    Top[TOPS] tops

    # Classes that were met before: entries from 1 on, and slots that point to them.
    Names* names
    int32_t names_count
    int32_t names_room
    int32_t* name_slots
    uint64_t name_mask

    Siblings* siblings
    int32_t siblings_count
    Container* container
    int32_t* fittings_before  # for each row the fittings of each kind before it


# --------------------------------------------------------------------------------------------------
# Tables
# --------------------------------------------------------------------------------------------------

cdef float[TABLED_LOGS] LOG
cdef float[TABLED_LOGS] LOG1P
cdef float[256][8] FLOATS_OF_BITS

cdef uint64_t SECRET = int.from_bytes(urandom(8), "little")
"""Nobody who writes a page can know which of its names fall into one slot."""


cdef fill_logs():
    cdef int number
    numbers = np.arange(TABLED_LOGS, dtype=np.float64)
    plus_one, plain = np.log1p(numbers), np.log(np.maximum(numbers, 1))
    for number in range(TABLED_LOGS):
        LOG1P[number] = <float><double>plus_one[number]
        LOG[number] = <float><double>plain[number]


cdef fill_floats_of_bits():
    cdef int byte, bit
    for byte in range(256):
        for bit in range(8):
            FLOATS_OF_BITS[byte][bit] = byte >> bit & 1


fill_logs()
fill_floats_of_bits()


cdef inline float log1p_of(int64_t number) noexcept nogil:
    return LOG1P[number] if <uint64_t>number < <uint64_t>TABLED_LOGS else <float>log1p(<double>number)


cdef inline float log_of(int64_t number) noexcept nogil:
    return LOG[number] if <uint64_t>number < <uint64_t>TABLED_LOGS else <float>log(<double>number)


cdef inline uint64_t mixed(uint64_t hash, uint64_t value) noexcept nogil:
    hash = (hash ^ value) * <uint64_t>0x9E3779B97F4A7C15
    return hash ^ (hash >> 29)


cdef uint64_t hash_of(const uint8_t* text, int64_t length) noexcept nogil:
    cdef uint64_t hash = SECRET ^ <uint64_t>length
    cdef uint64_t word = 0
    cdef int64_t at = 0
    while at + 8 <= length:
        memcpy(&word, text + at, 8)
        hash = mixed(hash, word)
        at += 8
    if at and at < length:
        memcpy(&word, text + length - 8, 8)
        hash = mixed(hash, word)
    elif not at:
        while at < length:
            word = word << 8 | text[at]
            at += 1
        hash = mixed(hash, word)
    return mixed(hash, SECRET)


cdef struct Word:
    uint64_t[2] letters
    int32_t length  # 0 where a slot is empty
    uint32_t kinds


cdef enum:
    WORD_SLOTS = 1024
    WORD_LENGTH = 16

cdef uint64_t LOWER_CASE = 0x2020202020202020  # what makes letters of ASCII small


cdef inline void pack_word(const uint8_t* word, int32_t length, uint64_t* letters) noexcept nogil:
    """A word of at most 16 letters in lower case, as two numbers that say it where its length is known."""
    cdef uint32_t[2] halves
    if length >= 8:
        memcpy(letters, word, 8)
        memcpy(letters + 1, word + length - 8, 8)
    elif length >= 4:
        memcpy(halves, word, 4)
        memcpy(halves + 1, word + length - 4, 4)
        letters[0], letters[1] = halves[0], halves[1]
    else:
        letters[0] = <uint64_t>word[0] << 8 | word[length - 1]
        letters[1] = word[length >> 1]
    letters[0] |= LOWER_CASE
    letters[1] |= LOWER_CASE


cdef inline uint64_t slot_of_word(const uint64_t* letters) noexcept nogil:
    return mixed(mixed(0, letters[0]), letters[1]) >> 7 & (WORD_SLOTS - 1)


cdef class Tables:
    """What the features know of tags, characters and names.

    `holders` are sets of tags, each a mask over tag numbers; `around` are tag numbers; `characters`
    has for each code point of the basic plane a sum of `CHARACTER_BITS`; `kinds_of_word` is the
    vocabulary of hints, `attributes` are those that hold such words; `fittings` and `record_kinds` are
    sets of tags.
    """

    cdef int holders
    cdef int around
    cdef int kinds
    cdef int last_tag
    cdef int link
    cdef uint8_t[256] tag_seen
    cdef uint8_t[256] tag_heading
    cdef uint32_t[256] tag_held
    cdef uint64_t[256] tag_around
    cdef uint16_t* characters
    cdef object kept  # what the characters are in
    cdef uint64_t[128] ascii
    cdef int32_t[256][FITTINGS_APART] tag_fitting
    cdef uint8_t[256] tag_record
    cdef uint32_t[32] lengths_of_words  # by first letter a bit for each length
    cdef Word[WORD_SLOTS] words
    cdef dict roles

    def __cinit__(
        self, *, holders, around, characters, kinds_of_word, kinds, attributes, fittings, record_kinds
    ):
        self.last_tag, self.link = FIRST_CUSTOM, Tag.A
        self.holders = len(holders)
        self.around = len(around)
        self.kinds = kinds
        self.kept = characters
        self.characters = <uint16_t*>memory_of(characters)
        self._fill_blanks()
        self._fill_ascii()
        self._fill_tags(holders, around)
        self._fill_records(fittings, record_kinds)
        self._fill_words(kinds_of_word)
        self.roles = {name: NAMES for name in attributes}
        self.roles |= {
            "class": NAMES_CLASS, "hidden": HIDES, "aria-hidden": ARIA_HIDES, "style": STYLES
        }

    cdef _fill_blanks(self):
        """Add to the characters which of them have no ink, and which are of scripts without spaces."""
        cdef uint32_t code
        for code in range(0x10000):
            if has_no_width(code):
                self.characters[code] |= BLANK
            elif is_unspaced(code):
                self.characters[code] |= UNSPACED

    cdef _fill_ascii(self):
        cdef int code
        lanes = {
            STOP: LANE_STOP, COMMA: LANE_COMMA, DIGIT: LANE_DIGIT, UPPER: LANE_UPPER,
            SEPARATOR: LANE_SEPARATOR, CURRENCY: LANE_CURRENCY, AT_SIGN: LANE_AT_SIGN,
        }
        for code in range(128):
            if not self.characters[code] & BLANK:
                self.ascii[code] = 1 << 8 * LANE_INK
            for bit, lane in lanes.items():
                if self.characters[code] & <uint16_t>bit:
                    self.ascii[code] += <uint64_t>1 << 8 * <int>lane

    cdef _fill_tags(self, holders, around):
        cdef int number, bit
        seen = {
            Tag.P: SEEN_P, Tag.LI: SEEN_LI, Tag.IMG: SEEN_IMG, Tag.TABLE: SEEN_TABLE,
            Tag.INPUT: SEEN_CONTROL, Tag.SELECT: SEEN_CONTROL, Tag.TEXTAREA: SEEN_CONTROL,
            Tag.BUTTON: SEEN_CONTROL, Tag.ARTICLE: SEEN_ARTICLE, Tag.MAIN: SEEN_MAIN,
            Tag.PRE: SEEN_CODE, Tag.CODE: SEEN_CODE,
        }
        for number in range(FIRST_CUSTOM):
            self.tag_seen[number] = seen.get(number, SEEN_KINDS)
            if number in HEADINGS:
                self.tag_heading[number] = number - Tag.H1 + 1
                self.tag_seen[number] = SEEN_HEADING
            for bit in range(self.holders):
                self.tag_held[number] |= <uint32_t>(1 if number in holders[bit] else 0) << bit
        self.tag_seen[FIRST_CUSTOM] = SEEN_KINDS
        for bit in range(self.around):
            self.tag_around[<int>around[bit]] |= <uint64_t>1 << bit

    cdef _fill_records(self, fittings, record_kinds):
        cdef int number, bit
        if len(fittings) != FITTINGS:
            raise ValueError(f"There are {FITTINGS} kinds of fittings, not {len(fittings)}.")
        for number in range(FIRST_CUSTOM):
            for bit in range(len(fittings)):
                self.tag_fitting[number][bit] = 1 if number in fittings[bit] else 0
            for bit in range(len(record_kinds)):
                if number in record_kinds[bit]:
                    self.tag_record[number] = bit + 1

    cdef _fill_words(self, kinds_of_word):
        cdef bytes word
        cdef uint64_t[2] letters
        cdef uint64_t slot
        for word, kinds in kinds_of_word.items():
            if not 0 < len(word) <= WORD_LENGTH:
                raise ValueError(f"The word {word!r} has more than {WORD_LENGTH} letters, or none.")
            pack_word(<const uint8_t*>PyBytes_AsString(word), len(word), letters)
            slot = slot_of_word(letters)
            while self.words[slot].length:
                slot = (slot + 1) & (WORD_SLOTS - 1)
            self.words[slot].letters = letters
            self.words[slot].length = <int32_t>len(word)
            self.words[slot].kinds = kinds
            self.lengths_of_words[word[0] & 31] |= <uint32_t>1 << len(word)


# --------------------------------------------------------------------------------------------------
# Names: what class names hint at
# --------------------------------------------------------------------------------------------------

cdef inline bint is_lower(uint8_t byte) noexcept nogil:
    return c"a" <= byte <= c"z"


cdef inline bint is_upper(uint8_t byte) noexcept nogil:
    return c"A" <= byte <= c"Z"


cdef inline uint32_t kinds_of_word(Tables tables, const uint8_t* word, int32_t length) noexcept nogil:
    cdef uint64_t[2] letters
    cdef uint64_t slot
    if length > WORD_LENGTH or not tables.lengths_of_words[word[0] & 31] >> length & 1:
        return 0
    pack_word(word, length, letters)
    slot = slot_of_word(letters)
    while tables.words[slot].length:
        if (
            tables.words[slot].letters[0] == letters[0]
            and tables.words[slot].letters[1] == letters[1]
            and tables.words[slot].length == length
        ):
            return tables.words[slot].kinds
        slot = (slot + 1) & (WORD_SLOTS - 1)
    return 0


cdef int32_t beginning(const uint8_t* text, int32_t length, int32_t characters) noexcept nogil:
    """How many bytes the first so many characters of a text have."""
    cdef int32_t at
    if length <= characters:
        return length
    for at in range(length):
        if text[at] & 0xC0 != 0x80:
            if characters == 0:
                return at
            characters -= 1
    return length


cdef uint32_t kinds_of_name(Tables tables, const uint8_t* text, int32_t length) noexcept nogil:
    """The hints of all words of a name: `articleBody` has two, `HTMLText` as well."""
    cdef uint32_t kinds = 0
    cdef int32_t start, at = 0
    length = beginning(text, length, NAME_LENGTH)
    while at < length:
        start = at
        if is_lower(text[at]):
            while at < length and is_lower(text[at]):
                at += 1
        elif is_upper(text[at]):
            while at < length and is_upper(text[at]):
                at += 1
            if at < length and is_lower(text[at]):
                if at - start > 1:
                    at -= 1
                else:
                    while at < length and is_lower(text[at]):
                        at += 1
        else:
            at += 1
            continue
        kinds |= kinds_of_word(tables, text + start, at - start)
    return kinds


cdef bint widen_names(Work* work) noexcept nogil:
    """Make room for more classes, and slots enough for twice as many."""
    cdef int32_t room = 2 * work.names_room if work.names_room else 256
    cdef uint64_t slots = 4 * <uint64_t>room, slot
    cdef int32_t index
    cdef Names* names = <Names*>realloc(work.names, room * sizeof(Names))
    if names == NULL:
        return False
    work.names = names
    work.names_room = room
    free(work.name_slots)
    work.name_slots = <int32_t*>calloc(slots, sizeof(int32_t))
    if work.name_slots == NULL:
        return False
    work.name_mask = slots - 1
    for index in range(1, work.names_count):
        slot = names[index].hash & work.name_mask
        while work.name_slots[slot]:
            slot = (slot + 1) & work.name_mask
        work.name_slots[slot] = index
    return True


cdef int32_t number_of_class(
    Tables tables, Work* work, const uint8_t* text, int32_t length
) noexcept nogil:
    """The number of a class attribute, from 1 up and the same for equal ones; 0 without memory."""
    cdef uint64_t hash = hash_of(text, length), slot
    cdef Names* name
    if work.names_count >= work.names_room and not widen_names(work):
        return 0
    slot = hash & work.name_mask
    while work.name_slots[slot]:
        name = &work.names[work.name_slots[slot]]
        if name.hash == hash and name.length == length and memcmp(name.text, text, length) == 0:
            return work.name_slots[slot]
        slot = (slot + 1) & work.name_mask
    name = &work.names[work.names_count]
    name.text = text
    name.length = length
    name.hash = hash
    name.kinds = kinds_of_name(tables, text, length)
    work.name_slots[slot] = work.names_count
    work.names_count += 1
    return work.name_slots[slot]


# --------------------------------------------------------------------------------------------------
# Attributes that hide: the same as `dehusk.views.hidden`
# --------------------------------------------------------------------------------------------------

cdef bint hides(uint8_t role, const uint8_t* text, const uint8_t* end) noexcept nogil:
    if role == HIDES:
        return hidden_hides(text, end)
    if role == ARIA_HIDES:
        return aria_hides(text, end)
    return style_hides(text, end)


# --------------------------------------------------------------------------------------------------
# Text
# --------------------------------------------------------------------------------------------------

cdef inline int character_length(const uint8_t* at, const uint8_t* end, uint32_t* code) noexcept nogil:
    """The bytes of the character beyond ASCII at `at`, and its code point."""
    cdef uint8_t lead = at[0]
    cdef int64_t left = end - at
    if lead < 0xE0 and left >= 2:
        code[0] = (lead & 0x1F) << 6 | (at[1] & 0x3F)
        return 2
    if lead < 0xF0 and left >= 3:
        code[0] = (lead & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F)
        return 3
    code[0] = 0x10000
    return 4 if left >= 4 else <int>left


cdef inline void count_mark(Text* seen, uint16_t kind) noexcept nogil:
    if kind & DIGIT:
        seen.digits += 1
    elif kind & COMMA:
        seen.commas += 1
    elif kind & STOP:
        seen.stops += 1
    elif kind & SEPARATOR:
        seen.separators += 1
    elif kind & CURRENCY:
        seen.currencies += 1
    elif kind & COPYRIGHT:
        seen.copyrights += 1


cdef inline int64_t lane(uint64_t sums, int number) noexcept nogil:
    return <int64_t>(sums >> 8 * number & 0xFF)


cdef void read_text(
    Tables tables, const uint8_t* at, const uint8_t* end, Text* seen
) noexcept nogil:
    """Count what stands in a text: `dehusk.views.visible` says what a word is.

    ASCII adds eight small counters at once, one in each byte of a number, which are full after 255
    characters. A word begins with each character that has ink, but for those behind another that has.
    """
    cdef const uint16_t* kinds = tables.characters
    cdef const uint8_t* full
    cdef uint64_t sums, behind, eight, one, before = 0
    cdef int64_t ink = 0, words = 0
    cdef int place
    cdef uint16_t kind
    cdef uint32_t code
    seen.stops = seen.commas = seen.digits = seen.separators = 0
    seen.currencies = seen.copyrights = seen.at_signs = seen.uppers = 0
    while at < end:
        full = at + 255 if end - at > 255 else end
        sums = behind = 0
        while at < full:
            while full - at >= 8:
                memcpy(&eight, at, 8)
                if eight & BEYOND_ASCII:
                    break
                for place in range(8):
                    one = tables.ascii[at[place]]
                    sums += one
                    behind += one & before
                    before = one
                at += 8
            if at == full:
                break
            if at[0] < 0x80:
                one = tables.ascii[at[0]]
                sums += one
                behind += one & before
                before = one
                at += 1
                continue
            at += character_length(at, end, &code)
            kind = kinds[code] if code < 0x10000 else 0
            if kind & BLANK:
                before = 0
                continue
            ink += 1
            words += not before & ONE_INK or kind & UNSPACED != 0
            before = ONE_INK
            if kind & COUNTED:
                count_mark(seen, kind)
        ink += lane(sums, LANE_INK)
        words += lane(sums, LANE_INK) - lane(behind, LANE_INK)
        seen.stops += lane(sums, LANE_STOP)
        seen.commas += lane(sums, LANE_COMMA)
        seen.digits += lane(sums, LANE_DIGIT)
        seen.uppers += lane(sums, LANE_UPPER)
        seen.separators += lane(sums, LANE_SEPARATOR)
        seen.currencies += lane(sums, LANE_CURRENCY)
        seen.at_signs += lane(sums, LANE_AT_SIGN)
    seen.ink = ink
    seen.words = words


cdef bint ends_sentence(Tables tables, const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Whether the last character with ink ends a sentence."""
    cdef const uint8_t* at = end
    cdef uint32_t code
    cdef uint16_t kind
    while at > start:
        at -= 1
        while at > start and at[0] & 0xC0 == 0x80:
            at -= 1
        code = at[0]
        if code >= 0x80:
            character_length(at, end, &code)
        kind = tables.characters[code] if code < 0x10000 else 0
        if not kind & BLANK:
            return kind & STOP != 0
        end = at
    return False


cdef inline void add_text(Text* total, const Text* seen) noexcept nogil:
    total.ink += seen.ink
    total.words += seen.words
    total.stops += seen.stops
    total.commas += seen.commas
    total.digits += seen.digits
    total.separators += seen.separators
    total.currencies += seen.currencies
    total.copyrights += seen.copyrights
    total.at_signs += seen.at_signs
    total.uppers += seen.uppers


# --------------------------------------------------------------------------------------------------
# Rows to blocks
# --------------------------------------------------------------------------------------------------

cdef inline void inherit(Tables tables, Work* work, int32_t number, int32_t tag) noexcept nogil:
    cdef Row* row = &work.row[number]
    cdef int32_t parent = work.parent[number]
    if parent >= 0:
        row.around = work.row[parent].around
        row.hints = work.row[parent].hints
        row.named = work.row[parent].named
        row.heading = work.row[parent].heading
        row.flags = work.row[parent].flags
    else:
        row.named = NONE
    row.around |= tables.tag_around[tag]
    if tag == tables.link:
        row.flags |= ROW_LINKED
    if tables.tag_heading[tag]:
        row.heading = tables.tag_heading[tag]


cdef inline int32_t known_tag(Tables tables, uint16_t tag) noexcept nogil:
    return tag if tag < tables.last_tag else tables.last_tag


cdef inline void read_attribute(Tables tables, Work* work, Row* row, int32_t index) noexcept nogil:
    cdef uint8_t role = work.attr_role[work.attr_name[index]]
    cdef const uint8_t* text = work.attr_text + work.attr_start[index]
    cdef int32_t length = work.attr_end[index] - work.attr_start[index]
    if role == NOT_READ:
        return
    if role == NAMES_CLASS:
        row.classes = number_of_class(tables, work, text, length)
        row.kinds |= work.names[row.classes].kinds if row.classes else 0
    elif role == NAMES:
        row.kinds |= kinds_of_name(tables, text, length)
    elif hides(role, text, text + length):
        row.flags |= ROW_HIDDEN


cdef bint read_rows(Tables tables, Work* work) noexcept nogil:
    """Fill `row`, `shown_leaf` and `block`. False where the watch stops the work."""
    cdef int32_t number, tag, attr = 0
    cdef Row* row
    cdef Block* block
    cdef Text seen
    for number in range(work.rows):
        if passed(&work.watch, ROW + work.text_end[number] - work.text_start[number]):
            return False
        row = &work.row[number]
        tag = known_tag(tables, work.tag[number])
        inherit(tables, work, number, tag)
        while attr < work.attrs and work.attr_row[attr] <= number:
            read_attribute(tables, work, row, attr)
            attr += 1
        if row.kinds:
            row.hints |= row.kinds
            row.named = number
        if tables.tag_seen[tag] < SEEN_KINDS:
            work.tags_seen[tables.tag_seen[tag]] += 1
            work.tags_seen[SEEN_H1] += tables.tag_heading[tag] == 1
        work.shown_leaf[number] = is_shown(work.marks[number])
        if tag != 0 or work.block_of[number] == NONE:
            continue
        block = &work.block[work.block_of[number]]
        if row.flags & ROW_LINKED:
            block.links += 1
        if work.marks[number] & INKED:
            read_text(
                tables, work.text + work.text_start[number], work.text + work.text_end[number], &seen
            )
            block.leaves += 1
            add_text(&block.text, &seen)
            if row.flags & ROW_LINKED:
                block.linked += seen.words
    return True


# --------------------------------------------------------------------------------------------------
# Blocks: sums over them, and those that are alike
# --------------------------------------------------------------------------------------------------

cdef inline int32_t place_of(Work* work, int32_t row) noexcept nogil:
    """A row above the root is the last one, as it is for NumPy."""
    return row if row >= 0 else work.rows - 1


cdef inline int32_t parent_of(Work* work, int32_t row) noexcept nogil:
    return work.parent[row] if work.parent[row] >= 0 else 0


cdef int32_t holder_of(Work* work, const Block* block) noexcept nogil:
    """The innermost element that holds all of a block; -1 for a root that is text."""
    cdef int32_t holder = work.parent[block.first]
    while holder >= 0 and work.end[holder] < block.end:
        holder = work.parent[holder]
    return holder


cdef bint set_up_sums(Tables tables, Work* work) noexcept nogil:
    cdef int32_t number, row, next_good = -1000
    cdef Block* block
    cdef Sums* sums
    work.sums = <Sums*>calloc(work.blocks + 1, sizeof(Sums))
    work.until_good = <int32_t*>malloc((work.blocks + 1) * sizeof(int32_t))
    if work.sums == NULL or work.until_good == NULL:
        return False
    for number in range(work.blocks):
        if passed(&work.watch, ROW):
            return False
        block = &work.block[number]
        block.first, block.end = work.first_row[number], work.end_row[number]
        block.holder = holder_of(work, block)
        block.parent = work.parent[place_of(work, block.holder)]
        block.tag = work.tag[place_of(work, block.holder)]
        block.heading = work.row[block.first].heading
        block.ends_sentence = ends_sentence(
            tables,
            work.text + work.text_start[block.end - 1],
            work.text + work.text_end[block.end - 1],
        )
        block.good = (
            block.text.words >= GOOD_WORDS
            and block.text.stops + block.text.commas > 0
            and <double>block.linked <= GOOD_LINK_SHARE * <double>block.text.words
        )
        sums = &work.sums[number + 1]
        sums[0] = work.sums[number]
        sums.words += <double>block.text.words
        sums.linked += <double>block.linked
        if block.good:
            sums.good_words += <double>block.text.words
        if block.heading:
            sums.headings += 1
    for number in range(work.blocks - 1, -1, -1):
        if work.block[number].good:
            next_good = number
        work.until_good[number] = next_good - number if next_good >= 0 else 1000
    number = 0
    for row in range(work.rows):
        work.blocks_before[row] = number
        if number < work.blocks and work.block[number].first == row:
            number += 1
    work.blocks_before[work.rows] = number
    return True


cdef inline int32_t blocks_in(Work* work, int32_t row) noexcept nogil:
    return work.blocks_before[work.end[row]] - work.blocks_before[row]


cdef inline double words_in(Work* work, int32_t row) noexcept nogil:
    return work.sums[work.blocks_before[work.end[row]]].words - work.sums[work.blocks_before[row]].words


cdef inline double linked_in(Work* work, int32_t row) noexcept nogil:
    return (
        work.sums[work.blocks_before[work.end[row]]].linked - work.sums[work.blocks_before[row]].linked
    )


cdef inline double good_in(Work* work, int32_t row) noexcept nogil:
    return (
        work.sums[work.blocks_before[work.end[row]]].good_words
        - work.sums[work.blocks_before[row]].good_words
    )


cdef inline bint same_make(Work* work, int32_t one, int32_t other) noexcept nogil:
    return work.tag[one] == work.tag[other] and work.row[one].classes == work.row[other].classes


cdef bint same_path(Work* work, int32_t one, int32_t other) noexcept nogil:
    cdef int level
    for level in range(PATH_LENGTH):
        if not same_make(work, one, other):
            return False
        one, other = parent_of(work, one), parent_of(work, other)
    return True


cdef uint64_t hash_of_path(Work* work, int32_t row) noexcept nogil:
    cdef uint64_t hash = SECRET
    cdef int level
    for level in range(PATH_LENGTH):
        hash = mixed(hash, <uint64_t>work.tag[row] << 32 | <uint32_t>work.row[row].classes)
        row = parent_of(work, row)
    return mixed(hash, SECRET)


cdef const uint8_t* words_of(Work* work, const Block* block, int64_t* length) noexcept nogil:
    """The text of a block without white space at its ends."""
    cdef const uint8_t* start = work.text + work.text_start[block.first]
    cdef const uint8_t* end = work.text + work.text_end[block.end - 1]
    start = past_spaces(start, end)
    while end > start and is_space((end - 1)[0]):
        end -= 1
    length[0] = end - start
    return start


cdef uint64_t slots_for(int64_t entries) noexcept nogil:
    cdef uint64_t slots = 16
    while slots < 2 * <uint64_t>entries:
        slots *= 2
    return slots


cdef bint find_alike(Work* work) noexcept nogil:
    """Number the blocks by their paths, and by their texts, and count both."""
    cdef uint64_t slots = slots_for(work.blocks), slot
    cdef int32_t* by_path = <int32_t*>calloc(slots, sizeof(int32_t))
    cdef int32_t* by_text = <int32_t*>calloc(slots, sizeof(int32_t))
    cdef uint64_t* hashes = <uint64_t*>malloc((work.blocks + 1) * sizeof(uint64_t))
    cdef int32_t number, row, other, paths = 0
    cdef Block* block
    cdef Alike* alike
    cdef const uint8_t* text
    cdef const uint8_t* other_text
    cdef int64_t length = 0, other_length = 0
    cdef bint done = False
    work.alike = <Alike*>calloc(work.blocks + 1, sizeof(Alike))
    if by_path != NULL and by_text != NULL and hashes != NULL and work.alike != NULL:
        done = True
        for number in range(work.blocks):
            if passed(&work.watch, ROW):
                done = False
                break
            block = &work.block[number]
            row = place_of(work, block.holder)
            slot = hash_of_path(work, row) & (slots - 1)
            while by_path[slot] and not same_path(
                work, place_of(work, work.block[by_path[slot] - 1].holder), row
            ):
                slot = (slot + 1) & (slots - 1)
            if not by_path[slot]:
                by_path[slot] = number + 1
                block.alike = paths
                paths += 1
            block.alike = work.block[by_path[slot] - 1].alike
            alike = &work.alike[block.alike]
            alike.count += 1
            alike.words += block.text.words
            alike.good += block.good
            alike.linked += block.linked

            text = words_of(work, block, &length)
            hashes[number] = hash_of(text, length)
            slot = hashes[number] & (slots - 1)
            while by_text[slot]:
                other = by_text[slot] - 1
                if hashes[other] == hashes[number]:
                    other_text = words_of(work, &work.block[other], &other_length)
                    if other_length == length and memcmp(text, other_text, length) == 0:
                        break
                slot = (slot + 1) & (slots - 1)
            if not by_text[slot]:
                by_text[slot] = number + 1
            block.said = by_text[slot] - 1
            block.said_before = <int32_t>work.alike[block.said].said
            work.alike[block.said].said += 1
    free(by_path)
    free(by_text)
    free(hashes)
    return done


# --------------------------------------------------------------------------------------------------
# Rows again: what stands around blocks
# --------------------------------------------------------------------------------------------------

cdef bint count_fittings(Tables tables, Work* work) noexcept nogil:
    cdef int32_t row
    cdef int kind
    cdef const int32_t* own
    cdef int32_t[FITTINGS_APART] sums
    cdef int32_t* before
    before = work.fittings_before = <int32_t*>malloc(<size_t>(work.rows + 1) * sizeof(sums))
    if before == NULL:
        return False
    memset(sums, 0, sizeof(sums))
    for row in range(work.rows):
        memcpy(before, sums, sizeof(sums))
        own = tables.tag_fitting[known_tag(tables, work.tag[row])]
        for kind in range(FITTINGS_APART):
            sums[kind] += own[kind]
        before += FITTINGS_APART
    memcpy(before, sums, sizeof(sums))
    return True


cdef inline int32_t fittings_in(Work* work, int32_t row, int kind) noexcept nogil:
    return (
        work.fittings_before[<int64_t>work.end[row] * FITTINGS_APART + kind]
        - work.fittings_before[<int64_t>row * FITTINGS_APART + kind]
    )


cdef inline int32_t next_element(Work* work, int32_t row) noexcept nogil:
    """The next row to look at, for those who ask about rows whose parents hold blocks."""
    return row + 1 if blocks_in(work, row) else work.end[row]


cdef inline bint is_of_group(Work* work, int32_t row, const Siblings* group) noexcept nogil:
    return (
        group.parent == work.parent[row]
        and group.tag == work.tag[row]
        and group.classes == work.row[row].classes
    )


cdef bint find_siblings(Work* work) noexcept nogil:
    """Group the elements that share a parent, a tag and classes.

    Rows far from all blocks stay in group 0, which nobody asks about.
    """
    cdef int32_t row = 0, parent, number, candidates = 0
    cdef uint64_t slots, slot
    cdef int32_t* slot_of
    cdef Siblings* group
    cdef double words
    while row < work.rows:
        candidates += 1
        row = next_element(work, row)
    slots = slots_for(candidates)
    slot_of = <int32_t*>calloc(slots, sizeof(int32_t))
    work.siblings = <Siblings*>malloc((candidates + 1) * sizeof(Siblings))
    if slot_of == NULL or work.siblings == NULL:
        free(slot_of)
        return False
    memset(work.siblings, 0, sizeof(Siblings))
    work.siblings_count = 1
    row = 0
    while row < work.rows and not passed(&work.watch, ROW):
        parent = work.parent[row]
        if work.tag[row] == 0 and parent >= 0:
            row += 1
            continue
        number = work.row[parent_of(work, row)].last_group
        if not number or not is_of_group(work, row, &work.siblings[number]):
            slot = mixed(
                mixed(SECRET, <uint64_t><uint32_t>parent << 32 | <uint32_t>work.row[row].classes),
                work.tag[row],
            ) & (slots - 1)
            while slot_of[slot] and not is_of_group(work, row, &work.siblings[slot_of[slot]]):
                slot = (slot + 1) & (slots - 1)
            if not slot_of[slot]:
                slot_of[slot] = work.siblings_count
                group = &work.siblings[work.siblings_count]
                memset(group, 0, sizeof(Siblings))
                group.parent = parent
                group.tag = work.tag[row]
                group.classes = work.row[row].classes
                work.siblings_count += 1
            number = slot_of[slot]
        group = &work.siblings[number]
        work.row[row].group = number
        work.row[parent_of(work, row)].last_group = number
        words = words_in(work, row)
        group.count += 1
        group.words += words
        group.squares += words * words
        group.good += good_in(work, row)
        if work.fittings_before != NULL and words > 0:
            group.with_text += 1
            group.blocks += blocks_in(work, row)
            group.linked += <int64_t>linked_in(work, row)
            group.with_images += fittings_in(work, row, IMAGES) > 0
            group.with_headings += fittings_in(work, row, HEADINGS_INSIDE) > 0
        row = next_element(work, row)
    free(slot_of)
    return row >= work.rows


cdef bint find_containers(Work* work) noexcept nogil:
    """For each element with blocks the widest of the same blocks, and what its columns are."""
    cdef int32_t row = 0, parent, count = 0, room = 0
    cdef Container* container
    while row < work.rows:
        if passed(&work.watch, ROW):
            return False
        parent = work.parent[row]
        if not blocks_in(work, row):
            row = work.end[row]
            continue
        if row > 0 and parent >= 0 and blocks_in(work, parent) == blocks_in(work, row):
            work.row[row].container = work.row[parent].container
        else:
            if count == room:
                room = 2 * room + 64
                container = <Container*>realloc(work.container, room * sizeof(Container))
                if container == NULL:
                    return False
                work.container = container
            describe_container(work, row, &work.container[count])
            work.row[row].container = count
            count += 1
        row += 1
    return True


cdef void describe_container(Work* work, int32_t row, Container* container) noexcept nogil:
    cdef double all_words = at_least_1(words_in(work, 0)), all_good = at_least_1(good_in(work, 0))
    cdef double words = words_in(work, row), good = good_in(work, row)
    cdef double blocks = <double>blocks_in(work, row)
    cdef int kind
    container.row = row
    container.words = at_least_1(words)
    container.blocks = blocks
    container.columns.words = log1p_of(<int64_t>words)
    container.columns.word_share = <float>(words / all_words)
    container.columns.good_words = log1p_of(<int64_t>good)
    container.columns.good_share = <float>(good / container.words)
    container.columns.good_of_page = <float>(good / all_good)
    container.columns.link_share = <float>(linked_in(work, row) / container.words)
    container.columns.blocks = log1p_of(<int64_t>blocks)
    container.columns.words_a_block = log1p_of_share(container.words, blocks)
    for kind in range(FITTINGS):
        container.fittings[kind] = <float>(<double>fittings_in(work, row, kind) / blocks)


cdef inline bint are_records(const Siblings* group) noexcept nogil:
    return (
        group.with_text >= LEAST_RECORDS
        and <double>group.blocks >= LEAST_BLOCKS * <double>group.with_text
    )


cdef void find_records(Work* work) noexcept nogil:
    """For each row with blocks the record around it of the largest group, and the innermost."""
    cdef int32_t row = 0, record, card
    cdef const Siblings* group
    while row < work.rows:
        record = work.row[parent_of(work, row)].record if row else NONE
        card = work.row[parent_of(work, row)].card if row else NONE
        group = &work.siblings[work.row[row].group]
        if work.tag[row] != 0 and are_records(group) and words_in(work, row) > 0:
            card = row
            if record < 0 or group.words > work.siblings[work.row[record].group].words:
                record = row
        work.row[row].record = record
        work.row[row].card = card
        row = next_element(work, row)


cdef void find_tops(Work* work) noexcept nogil:
    """The deepest element that holds each of the shares of the page's good text."""
    cdef int32_t[TOPS] top
    cdef double all_good = good_in(work, 0), good
    cdef int32_t row, share
    for share in range(TOPS):
        top[share] = NONE
    row = 0 if all_good else work.rows
    while row < work.rows:
        good = good_in(work, row)
        if good < TOP_SHARES[0] * all_good:
            row = work.end[row]
            continue
        if work.tag[row] != 0:
            for share in range(TOPS):
                if good < TOP_SHARES[share] * all_good:
                    break
                if (
                    top[share] == NONE
                    or work.depth[row] > work.depth[top[share]]
                    or (work.depth[row] == work.depth[top[share]] and good > good_in(work, top[share]))
                ):
                    top[share] = row
        row += 1
    for share in range(TOPS):
        row = top[share] if top[share] != NONE else 0
        work.tops[share].start = work.blocks_before[row]
        work.tops[share].end = work.blocks_before[work.end[row]]
        work.tops[share].depth = work.depth[row]
        work.tops[share].good_share = <float>(good_in(work, row) / at_least_1(words_in(work, row)))


include "matrix/writing.pxi"

# --------------------------------------------------------------------------------------------------
# What Python sees
# --------------------------------------------------------------------------------------------------

BlockTable = namedtuple(
    "BlockTable",
    "features block_of first_row end_row shown_leaves holder words ink linked stops commas good alike said",
    module="dehusk.native.features",
)
BlockTable.__doc__ = "The text blocks of a page, what was counted in them, and their features."


def describe(Tables tables not None, page, int columns):
    """The text blocks of a page, with a matrix of `columns` columns, the first of them filled."""
    cdef Work work
    cdef bytearray attr_role = roles_of(tables, page.attr_names)
    cdef const Columns* own = columns_of(page)
    cdef Py_ssize_t rows = own.rows
    cdef bint done = True
    cdef float* matrix
    memset(&work, 0, sizeof(Work))
    start_watch(&work.watch, seconds_left())
    block_of, first_row, end_row = blocks_of(page)
    shown_leaves = np.empty(rows, np.bool_)
    if rows:
        work.marks = marks_of(page)
        work.blocks = <int32_t>len(first_row)
        work.block_of = <const int32_t*>column_of(block_of, rows, sizeof(int32_t))
        work.first_row = <const int32_t*>column_of(first_row, work.blocks, sizeof(int32_t))
        work.end_row = <const int32_t*>column_of(end_row, work.blocks, sizeof(int32_t))
        work.shown_leaf = <uint8_t*>memory_of(shown_leaves)
        work.rows = <int32_t>rows
        work.tag, work.parent, work.end, work.depth = own.tag, own.parent, own.end, own.depth
        work.text, work.text_start, work.text_end = own.text, own.text_start, own.text_end
        work.attrs = <int32_t>own.attributes
        work.attr_row, work.attr_name = own.attr_row, own.attr_name
        work.attr_start, work.attr_end = own.attr_start, own.attr_end
        work.attr_text = own.attr_text
        work.attr_role = <const uint8_t*>PyByteArray_AsString(attr_role)
    try:
        with nogil:
            if rows:
                done = look_at_page(tables, &work)
        raise_if_stopped(&work.watch, out_of_time, "computing features")
        if not done:
            raise MemoryError
        features = np.empty((work.blocks, columns), np.float32)
        if work.blocks:
            matrix = <float*>memory_of(features)
            with nogil:
                write_matrix(tables, &work, matrix, columns)
            raise_if_stopped(&work.watch, out_of_time, "computing features")
        edges = first_row, end_row
        return table_of(&work, features, block_of, edges, shown_leaves)
    finally:
        free(work.row)
        free(work.blocks_before)
        free(work.block)
        free(work.sums)
        free(work.until_good)
        free(work.alike)
        free(work.names)
        free(work.name_slots)
        free(work.siblings)
        free(work.container)
        free(work.fittings_before)


cdef bytearray roles_of(Tables tables, tuple names):
    """For each name of an attribute what it is read for."""
    cdef bytearray roles = bytearray(len(names))
    cdef Py_ssize_t number
    for number in range(len(names)):
        role = tables.roles.get(names[number])
        if role is not None:
            roles[number] = role
    return roles


cdef bint look_at_page(Tables tables, Work* work) noexcept nogil:
    work.names_count = 1
    work.row = <Row*>calloc(work.rows, sizeof(Row))
    work.block = <Block*>calloc(work.blocks + 1, sizeof(Block))
    work.blocks_before = <int32_t*>malloc((work.rows + 1) * sizeof(int32_t))
    if work.row == NULL or work.block == NULL or work.blocks_before == NULL:
        return False
    if not read_rows(tables, work):
        return False
    if not work.blocks:
        return True
    if not (
        set_up_sums(tables, work)
        and count_fittings(tables, work)
        and find_alike(work)
        and find_siblings(work)
        and find_containers(work)
    ):
        return False
    find_records(work)
    find_tops(work)
    return True


cdef object table_of(Work* work, features, block_of, edges, shown_leaves):
    cdef Py_ssize_t count = work.blocks, number
    cdef int64_t* longs
    cdef double* floats
    cdef uint8_t* marks
    cdef Block* block
    numbers = np.empty((3, count), np.int64)
    counts, good = np.empty((5, count), np.float64), np.empty(count, np.bool_)
    longs = <int64_t*>memory_of(numbers)
    floats, marks = <double*>memory_of(counts), <uint8_t*>memory_of(good)
    for number in range(count):
        block = &work.block[number]
        longs[number] = block.holder
        longs[count + number] = block.alike
        longs[2 * count + number] = block.said
        floats[number] = <double>block.text.words
        floats[count + number] = <double>block.text.ink
        floats[2 * count + number] = <double>block.linked
        floats[3 * count + number] = <double>block.text.stops
        floats[4 * count + number] = <double>block.text.commas
        marks[number] = block.good
    return BlockTable(
        features, block_of, *edges, shown_leaves, numbers[0], *counts, good, numbers[1], numbers[2]
    )
