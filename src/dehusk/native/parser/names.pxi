# Names of tags and attributes, decoded text, character references.
# A part of `parse.pxi`, in the order in which that file includes them.

# --------------------------------------------------------------------------------------------------
# Names of tags and attributes
# --------------------------------------------------------------------------------------------------

cdef void close_names(Names* names) noexcept nogil:
    free(names.bytes)
    free(names.entries)
    free(names.slots)


cdef int32_t add_name(
    Parser* p, Names* names, const uint8_t* prefix, int32_t prefix_length, const uint8_t* text,
    int32_t length, uint32_t hash, bint lower,
) noexcept nogil:
    """Append a name without entering it in the table; NONE where memory ends."""
    cdef int32_t at
    cdef uint8_t* to
    cdef Name* entry
    if not grow(
        p, <void**>&names.bytes, 1, <int64_t>names.bytes_used + prefix_length + length,
        &names.bytes_room,
    ):
        return NONE
    if not grow(p, <void**>&names.entries, sizeof(Name), <int64_t>names.count + 1, &names.room):
        return NONE
    to = names.bytes + names.bytes_used
    if prefix_length:
        memcpy(to, prefix, prefix_length)
    for at in range(length):
        to[prefix_length + at] = LOWER[text[at]] if lower else text[at]
    entry = &names.entries[names.count]
    entry.hash = hash
    entry.offset = names.bytes_used
    entry.length = prefix_length + length
    names.bytes_used += prefix_length + length
    names.count += 1
    return names.count - 1


cdef bint set_up_slots(Parser* p, Names* names, uint32_t slots, bint keyed) noexcept nogil:
    """Give the table a number of slots, a power of two, and enter all names anew."""
    cdef int32_t* table = <int32_t*>calloc(slots, sizeof(int32_t))
    cdef int32_t old
    cdef uint32_t index, slot
    cdef Name* entry
    if table == NULL:
        p.status = OUT_OF_MEMORY
        return False
    if names.slots != NULL:
        for index in range(names.slot_mask + 1):
            old = names.slots[index]
            if old:
                entry = &names.entries[old - 1]
                if keyed and not names.keyed:
                    entry.hash = secret_hash(names.bytes + entry.offset, entry.length)
                slot = spread(entry.hash) & (slots - 1)
                while table[slot]:
                    slot = (slot + 1) & (slots - 1)
                table[slot] = old
    free(names.slots)
    names.slots = table
    names.slot_mask = slots - 1
    names.keyed = keyed
    return True


cdef inline uint64_t eight_at(const uint8_t* letters) noexcept nogil:
    cdef uint64_t eight
    memcpy(&eight, letters, 8)
    return eight


cdef inline uint32_t four_at(const uint8_t* letters) noexcept nogil:
    cdef uint32_t four
    memcpy(&four, letters, 4)
    return four


cdef inline bint same_halves(const uint8_t* one, const uint8_t* other, int32_t length) noexcept nogil:
    """Whether names of 4 to 16 letters are the same: what the two halves have in common is seen twice."""
    if length >= 8:
        return (eight_at(one) ^ eight_at(other) | eight_at(one + length - 8) ^ eight_at(other + length - 8)) == 0
    return (four_at(one) ^ four_at(other) | four_at(one + length - 4) ^ four_at(other + length - 4)) == 0


cdef inline bint same_lowered(const uint8_t* text, const uint8_t* lower, int32_t length) noexcept nogil:
    cdef int32_t at
    if 4 <= length <= 16 and same_halves(text, lower, length):
        return True
    for at in range(length):
        if LOWER[text[at]] != lower[at]:
            return False
    return True


cdef int32_t intern(
    Parser* p, Names* names, const uint8_t* text, int32_t length, uint32_t hash
) noexcept nogil:
    """The number of a name, whatever the case it is written in; `hash` is that of its lower case."""
    cdef uint32_t slot
    cdef int32_t found
    cdef Name* entry
    if names.slots == NULL:
        if not set_up_slots(p, names, 64, False):
            return NONE
    elif <uint32_t>names.count * 2 > names.slot_mask:
        if not set_up_slots(p, names, (names.slot_mask + 1) * 4, names.keyed):
            return NONE
    elif names.misses > 1000 + 16 * <int64_t>p.tags_read and not names.keyed:
        # Honest names collide less than once a tag: these were chosen to.
        if not set_up_slots(p, names, names.slot_mask + 1, True):
            return NONE
    if names.keyed:
        hash = secret_hash(text, length)
    slot = spread(hash) & names.slot_mask
    while True:
        found = names.slots[slot]
        if not found:
            break
        entry = &names.entries[found - 1]
        if (
            entry.hash == hash
            and entry.length == length
            and same_lowered(text, names.bytes + entry.offset, length)
        ):
            return found - 1
        slot = (slot + 1) & names.slot_mask
        names.misses += 1
    found = add_name(p, names, NULL, 0, text, length, hash, True)
    if found != NONE:
        names.slots[slot] = found + 1
    return found


cdef inline int32_t tag_of_name(
    Parser* p, const uint8_t* text, int32_t length, uint32_t hash
) noexcept nogil:
    """The number of an HTML tag, known or not; NONE where memory ends."""
    cdef uint32_t slot = spread(hash) & (KNOWN_SLOTS - 1)
    cdef int32_t tag
    while KNOWN_SLOT[slot]:
        tag = KNOWN_SLOT[slot]
        if (
            KNOWN_HASH[tag] == hash
            and KNOWN_LENGTH[tag] == length
            and same_lowered(text, <const uint8_t*>KNOWN_NAME[tag], length)
        ):
            return tag
        slot = (slot + 1) & (KNOWN_SLOTS - 1)
    return custom_tag(p, text, length, hash)


cdef int32_t custom_tag(Parser* p, const uint8_t* text, int32_t length, uint32_t hash) noexcept nogil:
    cdef int32_t before = p.tag_names.count
    cdef int32_t tag = intern(p, &p.tag_names, text, length, hash)
    if tag == NONE:
        return NONE
    tag += FIRST_CUSTOM
    if p.tag_names.count > before:
        p.tags[tag] = TagInfo(
            flags=0, token=tag, html_top=NONE, foreign_top=NONE, svg=NONE, math=NONE
        )
    return tag


cdef int32_t intern_attr_name_hashed(
    Parser* p, const uint8_t* text, int32_t length, uint32_t hash
) noexcept nogil:
    cdef int32_t name = intern(p, &p.attr_names, text, length, hash)
    if name == NONE:
        return NONE
    return name if set_up_attr_infos(p) else NONE


cdef inline bint set_up_attr_infos(Parser* p) noexcept nogil:
    cdef int32_t room = p.attr_info_room
    if p.attr_names.count <= room:
        return True
    if not grow(
        p, <void**>&p.attr_infos, sizeof(AttrInfo), <int64_t>p.attr_names.count + 16,
        &p.attr_info_room,
    ):
        return False
    while room < p.attr_info_room:
        p.attr_infos[room] = AttrInfo(svg=NONE, math=NONE, seen=0)
        room += 1
    return True


cdef int32_t intern_attr_name(Parser* p, const uint8_t* text, int32_t length) noexcept nogil:
    return intern_attr_name_hashed(p, text, length, hash_of(text, length))


cdef int32_t intern_name_with_nul(
    Parser* p, int32_t start, int32_t end, bint is_tag
) noexcept nogil:
    """A name with NUL bytes in it, which stand for U+FFFD."""
    cdef int64_t first = p.side_used
    cdef int32_t at, number = NONE, length
    cdef uint32_t hash
    for at in range(start, end):
        if p.source[at]:
            if not put_byte(p, LOWER[p.source[at]]):
                return NONE
        elif not put_replacement(p):
            return NONE
    length = <int32_t>(p.side_used - first)
    hash = hash_of(p.side + first, length)
    if is_tag:
        number = tag_of_name(p, p.side + first, length, hash)
    else:
        number = intern_attr_name_hashed(p, p.side + first, length, hash)
    p.side_used = first
    return number


cdef const uint8_t* adjusted_name(
    const uint8_t* text, int32_t length, const uint8_t* words, int32_t words_length
) noexcept nogil:
    """The word, among mixed-case ones behind their lengths, that is `text` in lower case; or NULL."""
    cdef int32_t at = 0
    while at < words_length:
        if words[at] == length and same_lowered(words + at + 1, text, length):
            return words + at + 1
        at += 1 + words[at]
    return NULL


cdef const uint8_t* tag_text(Parser* p, int32_t tag, int32_t* length) noexcept nogil:
    cdef Name* entry
    if tag < FIRST_CUSTOM:
        length[0] = KNOWN_LENGTH[tag]
        return <const uint8_t*>KNOWN_NAME[tag]
    entry = &p.tag_names.entries[tag - FIRST_CUSTOM]
    length[0] = entry.length
    return p.tag_names.bytes + entry.offset


cdef bint is_word(const uint8_t* text, int32_t length, const char* word, int32_t word_length) noexcept nogil:
    return length == word_length and memcmp(text, word, length) == 0


cdef int32_t foreign_tag(Parser* p, int32_t token, bint svg) noexcept nogil:
    """The tag inside SVG or MathML that a tag name stands for, `svg:path` for `path`."""
    cdef int32_t cached = p.tags[token].svg if svg else p.tags[token].math
    cdef int32_t length = 0, tag
    cdef const uint8_t* name
    cdef const uint8_t* adjusted = NULL
    cdef uint32_t flags = IN_SVG if svg else IN_MATH
    if cached != NONE:
        return cached
    name = tag_text(p, token, &length)
    if svg:
        adjusted = adjusted_name(name, length, SVG_TAGS, SVG_TAGS_LENGTH)
        if (
            is_word(name, length, b"foreignobject", 13)
            or is_word(name, length, b"desc", 4)
            or is_word(name, length, b"title", 5)
        ):
            flags |= HTML_POINT | SPECIAL | WALL | SCOPE
    elif is_word(name, length, b"annotation-xml", 14):
        flags |= SPECIAL | WALL | SCOPE
    elif (
        is_word(name, length, b"mi", 2)
        or is_word(name, length, b"mo", 2)
        or is_word(name, length, b"mn", 2)
        or is_word(name, length, b"ms", 2)
        or is_word(name, length, b"mtext", 5)
    ):
        flags |= MATH_TEXT_POINT | SPECIAL | WALL | SCOPE
    # The name may lie in the very buffer that add_name is about to move.
    if not grow(
        p, <void**>&p.tag_names.bytes, 1, <int64_t>p.tag_names.bytes_used + length + 8,
        &p.tag_names.bytes_room,
    ):
        return token
    name = tag_text(p, token, &length)
    tag = add_name(
        p, &p.tag_names, <const uint8_t*>(b"svg:" if svg else b"math:"), 4 if svg else 5,
        adjusted if adjusted != NULL else name, length, 0, False,
    )
    if tag == NONE:
        return token
    tag += FIRST_CUSTOM
    p.tags[tag] = TagInfo(
        flags=flags, token=token, html_top=NONE, foreign_top=NONE, svg=NONE, math=NONE
    )
    if svg:
        p.tags[token].svg = tag
    else:
        p.tags[token].math = tag
    return tag


cdef int32_t adjusted_attr(Parser* p, int32_t name, bint svg) noexcept nogil:
    """The attribute name that stands on an SVG or MathML element, viewBox for viewbox."""
    cdef int32_t cached = p.attr_infos[name].svg if svg else p.attr_infos[name].math
    cdef Name* entry = &p.attr_names.entries[name]
    cdef const uint8_t* text = p.attr_names.bytes + entry.offset
    cdef const uint8_t* adjusted
    cdef int32_t number = name
    if cached != NONE:
        return cached
    if svg:
        adjusted = adjusted_name(text, entry.length, SVG_ATTRIBUTES, SVG_ATTRIBUTES_LENGTH)
    else:
        adjusted = adjusted_name(text, entry.length, MATH_ATTRIBUTES, MATH_ATTRIBUTES_LENGTH)
    if adjusted != NULL:
        number = add_name(p, &p.attr_names, NULL, 0, adjusted, entry.length, 0, False)
        if number == NONE or not set_up_attr_infos(p):
            return name
    if svg:
        p.attr_infos[name].svg = number
    else:
        p.attr_infos[name].math = number
    return number


# --------------------------------------------------------------------------------------------------
# Text that had to be decoded
# --------------------------------------------------------------------------------------------------

cdef bint widen_side(Parser* p, int64_t length) noexcept nogil:
    cdef int64_t wanted = max(p.side_used + length, p.side_room * 2)
    cdef uint8_t* moved
    if p.side_used + length > 0x7FFFFFF0:
        p.status = TEXT_TOO_LONG
        return False
    wanted = max(wanted, 256)
    moved = <uint8_t*>realloc(p.side, <size_t>wanted)
    if moved == NULL:
        p.status = OUT_OF_MEMORY
        return False
    p.side = moved
    p.side_room = wanted
    return True


cdef bint put(Parser* p, const uint8_t* text, int64_t length) noexcept nogil:
    """Append to the side buffer; False, with the status set, where that is not possible."""
    if p.side_used + length > p.side_room and not widen_side(p, length):
        return False
    if length:
        memcpy(p.side + p.side_used, text, <size_t>length)
    p.side_used += length
    return True


cdef inline bint put_byte(Parser* p, uint8_t byte) noexcept nogil:
    return put(p, &byte, 1)


cdef inline bint put_replacement(Parser* p) noexcept nogil:
    return put(p, <const uint8_t*>b"\xef\xbf\xbd", 3)


cdef inline const uint8_t* text_at(Parser* p, int32_t start) noexcept nogil:
    return p.source + start if start >= 0 else p.side + ~start


# --------------------------------------------------------------------------------------------------
# Character references
# --------------------------------------------------------------------------------------------------

cdef void set_reference(Parser* p, uint32_t code) noexcept nogil:
    if code < 0x80:
        p.reference[0] = code
        p.reference_length = 1
    elif code < 0x800:
        p.reference[0] = 0xC0 | (code >> 6)
        p.reference[1] = 0x80 | (code & 0x3F)
        p.reference_length = 2
    elif code < 0x10000:
        p.reference[0] = 0xE0 | (code >> 12)
        p.reference[1] = 0x80 | ((code >> 6) & 0x3F)
        p.reference[2] = 0x80 | (code & 0x3F)
        p.reference_length = 3
    else:
        p.reference[0] = 0xF0 | (code >> 18)
        p.reference[1] = 0x80 | ((code >> 12) & 0x3F)
        p.reference[2] = 0x80 | ((code >> 6) & 0x3F)
        p.reference[3] = 0x80 | (code & 0x3F)
        p.reference_length = 4


cdef int32_t read_numeric_reference(Parser* p, int32_t at) noexcept nogil:
    """Read what follows `&#`; the number of bytes from `&` on, 0 where it is no reference."""
    cdef int32_t start = at
    cdef bint hexadecimal = LOWER[p.source[at + 2]] == c'x'
    cdef uint32_t code = 0
    cdef uint8_t byte
    cdef int32_t digits
    at += 3 if hexadecimal else 2
    digits = at
    while True:
        byte = LOWER[p.source[at]]
        if c'0' <= byte <= c'9':
            byte -= c'0'
        elif hexadecimal and c'a' <= byte <= c'f':
            byte -= c'a' - 10
        else:
            break
        if code <= 0x10FFFF:
            code = code * (16 if hexadecimal else 10) + byte
        at += 1
    if at == digits:
        return 0
    if p.source[at] == c';':
        at += 1
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        code = 0xFFFD
    elif 0x80 <= code <= 0x9F and WINDOWS_1252[code - 0x80]:
        code = WINDOWS_1252[code - 0x80]
    set_reference(p, code)
    return at - start


cdef Reference* find_reference(const uint8_t* name, int32_t length) noexcept nogil:
    cdef uint32_t hash = hash_of(name, length)
    cdef uint32_t slot = spread(hash) & (REFERENCE_SLOTS - 1)
    cdef Reference* entry
    while True:
        entry = &REFERENCES[slot]
        if not entry.name_length:
            return NULL
        if (
            entry.hash == hash
            and entry.name_length == length
            and memcmp(REFERENCE_NAMES + entry.name, name, length) == 0
        ):
            return entry
        slot = (slot + 1) & (REFERENCE_SLOTS - 1)


cdef int32_t read_reference(Parser* p, int32_t at, bint in_attribute) noexcept nogil:
    """Decode the reference at `&` into `p.reference`; its length in bytes, 0 where it is none."""
    cdef const uint8_t* name = p.source + at + 1
    cdef int32_t length = 0
    cdef Reference* entry = NULL
    if name[0] == c'#':
        return read_numeric_reference(p, at)
    # No name is longer than 32 bytes and a semicolon.
    while length < 33 and BYTE_CLASS[name[length]] & IS_ALNUM:
        length += 1
    if length < 2:
        return 0
    if name[length] == c';':
        entry = find_reference(name, length + 1)
        if entry != NULL:
            length += 1
    if entry == NULL:
        length = min(length, <int32_t>LONGEST_BARE_REFERENCE)
        while length >= 2:
            entry = find_reference(name, length)
            if entry != NULL:
                break
            length -= 1
        if entry == NULL:
            return 0
        if in_attribute and (name[length] == c'=' or BYTE_CLASS[name[length]] & IS_ALNUM):
            return 0
    memcpy(p.reference, entry.bytes, 6)
    p.reference_length = entry.length
    return length + 1
