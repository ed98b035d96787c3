"""What elements say in their attributes."""

cdef inline uint32_t bits_of(Walk* w, int row) noexcept nogil:
    return TAG_BITS[w.tag[row]] if w.tag[row] < CUSTOM else 0


cdef inline int code_of(Walk* w, int attribute) noexcept nogil:
    return w.attr_codes[w.attr_name[attribute]]


cdef int find(Walk* w, int position, int code, const uint8_t** start, const uint8_t** end) noexcept nogil:
    """The first attribute with a code, -1 where there is none."""
    cdef int attribute = w.first_attribute[position]
    cdef int row = w.row[position]
    start[0] = end[0] = w.attr_text
    while attribute < w.attributes and w.attr_row[attribute] == row:
        if code_of(w, attribute) == code:
            start[0] = w.attr_text + w.attr_start[attribute]
            end[0] = w.attr_text + w.attr_end[attribute]
            return attribute
        attribute += 1
    return -1


cdef bint has_attribute(Walk* w, int position, int code) noexcept nogil:
    cdef const uint8_t* start
    cdef const uint8_t* end
    return find(w, position, code, &start, &end) >= 0


cdef int kind_of(Walk* w, int row, int attribute) noexcept nogil:
    """What the role and the class of an element say: a role first, unless it is only layout."""
    cdef int role = NO_KIND, kind = NO_KIND, code
    while attribute < w.attributes and w.attr_row[attribute] == row:
        code = code_of(w, attribute)
        if code == CLASS:
            kind = kind_in(w, attribute, False)
        elif code == ROLE:
            role = kind_in(w, attribute, True)
        attribute += 1
    if kind == NO_KIND or (role != NO_KIND and role != LAYOUT):
        return role
    return kind


cdef int kind_in(Walk* w, int attribute, bint role) noexcept nogil:
    cdef const uint8_t* at = w.attr_text + w.attr_start[attribute]
    cdef const uint8_t* end = w.attr_text + w.attr_end[attribute]
    cdef const uint8_t* start
    cdef int kind
    if end - at > LONGEST_CLASS:
        end = at + LONGEST_CLASS
    while at < end:
        while at < end and (at[0] == 32 or 9 <= at[0] <= 13):
            at += 1
        start = at
        while at < end and not (at[0] == 32 or 9 <= at[0] <= 13):
            at += 1
        if at > start:
            kind = kind_of_role(start, at) if role else kind_of_token(start, at)
            if kind != NO_KIND:
                return kind
    return NO_KIND


cdef int kind_of_token(const uint8_t* start, const uint8_t* end) noexcept nogil:
    cdef Py_ssize_t length = end - start
    cdef uint32_t slot
    if length > 48:
        return NO_KIND
    slot = hash_of(start, length) % KIND_SLOTS
    while TOKENS[slot].length:
        if TOKENS[slot].length == length and memcmp(TOKENS[slot].text, start, length) == 0:
            return TOKENS[slot].kind
        slot = (slot + 1) % KIND_SLOTS
    return NO_KIND


cdef int kind_of_role(const uint8_t* start, const uint8_t* end) noexcept nogil:
    cdef int index, at
    for index in range(ROLE_COUNT):
        if ROLES[index].length != end - start:
            continue
        for at in range(ROLES[index].length):
            if lowered(start[at]) != <uint8_t>ROLES[index].text[at]:
                break
        else:
            return ROLES[index].kind
    return NO_KIND


# Addresses


cdef bint leads_somewhere(const uint8_t* start, const uint8_t* end, bint* fragment) noexcept nogil:
    """Would `Addresses.resolve` make an address of this?"""
    cdef const uint8_t* at
    cdef Py_ssize_t length = 0
    cdef uint8_t scheme[12]
    cdef int letters = 0
    cdef uint8_t first = 0, byte
    cdef bint in_scheme = True
    fragment[0] = False
    while start < end and start[0] <= 32:
        start += 1
    while end > start and (end - 1)[0] <= 32:
        end -= 1
    at = start
    while at < end:
        byte = at[0]
        at += 1
        if byte == 9 or byte == 10 or byte == 13:
            continue
        if not length:
            first = byte
        if byte & 0xC0 != 0x80:
            length += 1
        if not in_scheme:
            continue
        byte = lowered(byte)
        if byte == 58:
            if letters and is_dead_scheme(scheme, letters):
                return False
            in_scheme = False
            if letters:
                return length_within(at, end, length)
        elif 97 <= byte <= 122 or (letters and (48 <= byte <= 57 or 43 <= byte <= 46 and byte != 44)):
            if letters < 12:
                scheme[letters] = byte
            letters += 1
        else:
            in_scheme = False
    if length == 0 or length > MAX_URL or (length == 1 and first == 35):
        return False
    if first == 35:
        fragment[0] = True
    return True


cdef bint length_within(const uint8_t* at, const uint8_t* end, Py_ssize_t length) noexcept nogil:
    while at < end:
        length += at[0] & 0xC0 != 0x80 and at[0] != 9 and at[0] != 10 and at[0] != 13
        at += 1
    return length <= MAX_URL


cdef bint is_dead_scheme(const uint8_t* scheme, int length) noexcept nogil:
    if length == 10:
        return memcmp(scheme, "javascript", 10) == 0
    if length == 8:
        return memcmp(scheme, "vbscript", 8) == 0
    if length == 4:
        return memcmp(scheme, "data", 4) == 0 or memcmp(scheme, "blob", 4) == 0
    if length == 5:
        return memcmp(scheme, "about", 5) == 0
    return length == 11 and memcmp(scheme, "view-source", 11) == 0


cdef int integer(Walk* w, int position, int code, int missing) noexcept nogil:
    """A number from an attribute, `missing` where it is none or beyond measure."""
    cdef const uint8_t* at
    cdef const uint8_t* end
    cdef int value = 0
    cdef bint negative
    if find(w, position, code, &at, &end) < 0:
        return missing
    strip(&at, &end)
    if end - at >= 10:
        return missing
    negative = at < end and at[0] == 45
    if negative:
        at += 1
    if at == end:
        return missing
    while at < end:
        if not 48 <= at[0] <= 57:
            return missing
        value = 10 * value + at[0] - 48
        at += 1
    return -value if negative else value
