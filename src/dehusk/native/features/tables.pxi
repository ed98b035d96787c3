"""What is known of tags, characters and names, whatever the page."""

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
    has for each code point of the basic plane a sum of `Character`; `kinds_of_word` is the
    vocabulary of hints, `attributes` are those that hold such words; `nearby_elements` and `record_kinds` are
    sets of tags. The others are what `scored` names: points by tag number, kinds of hints as bits.
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
    cdef int32_t[256][NEARBY_APART] tag_nearby
    cdef uint8_t[256] tag_record
    cdef double[256] tag_points
    cdef double name_points
    cdef int64_t least_visible_chars
    cdef uint32_t good_names
    cdef uint32_t bad_names
    cdef uint32_t[32] lengths_of_words  # by first letter a bit for each length
    cdef Word[WORD_SLOTS] words
    cdef dict roles

    def __cinit__(
        self,
        *,
        holders,
        around,
        characters,
        kinds_of_word,
        kinds,
        attributes,
        nearby_elements,
        record_kinds,
        tag_points,
        name_points,
        good_names,
        bad_names,
        least_visible_chars,
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
        self._fill_records(nearby_elements, record_kinds)
        self._fill_words(kinds_of_word)
        for number in range(FIRST_CUSTOM):
            self.tag_points[number] = tag_points[number]
        self.name_points, self.least_visible_chars = name_points, least_visible_chars
        self.good_names, self.bad_names = good_names, bad_names
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
            STOP: LANE_STOP, COMMA: LANE_COMMA, DIGIT: LANE_DIGIT,
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
            if Tag.H1 <= number <= Tag.H6:
                self.tag_heading[number] = number - Tag.H1 + 1
                self.tag_seen[number] = SEEN_HEADING
            for bit in range(self.holders):
                self.tag_held[number] |= <uint32_t>(1 if number in holders[bit] else 0) << bit
        self.tag_seen[FIRST_CUSTOM] = SEEN_KINDS
        for bit in range(self.around):
            self.tag_around[<int>around[bit]] |= <uint64_t>1 << bit

    cdef _fill_records(self, nearby_elements, record_kinds):
        cdef int number, bit
        if len(nearby_elements) != NEARBY_KINDS:
            raise ValueError(f"There are {NEARBY_KINDS} kinds of nearby elements, not {len(nearby_elements)}.")
        for number in range(FIRST_CUSTOM):
            for bit in range(len(nearby_elements)):
                self.tag_nearby[number][bit] = 1 if number in nearby_elements[bit] else 0
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
