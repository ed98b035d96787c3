"""What class names hint at, and attributes that hide: the latter as in `dehusk.views.hidden`."""

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


cdef bint hides(uint8_t role, const uint8_t* text, const uint8_t* end) noexcept nogil:
    if role == HIDES:
        return hidden_hides(text, end)
    if role == ARIA_HIDES:
        return aria_hides(text, end)
    return style_hides(text, end)
