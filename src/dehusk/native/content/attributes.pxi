"""What elements say in their attributes."""

cdef inline uint32_t bits_of(Walk* w, int row) noexcept nogil:
    return w.lexicon.tag_bits[w.page.tag[row]] if w.page.tag[row] < FIRST_CUSTOM else 0


cdef inline int code_of(Walk* w, int attribute) noexcept nogil:
    return w.attr_codes[w.page.attr_name[attribute]]


cdef int attribute_of(Walk* w, int row, int code) noexcept nogil:
    """The first attribute of a row of the page with a code, -1 where there is none."""
    cdef int attribute = <int>first_attribute(&w.page, row)
    while attribute < w.page.attributes and w.page.attr_row[attribute] == row:
        if code_of(w, attribute) == code:
            return attribute
        attribute += 1
    return -1


cdef int find(Walk* w, int position, int code, const uint8_t** start, const uint8_t** end) noexcept nogil:
    """The first attribute with a code, -1 where there is none."""
    cdef int attribute = w.first_attribute[position]
    cdef int row = w.row[position]
    start[0] = end[0] = w.page.attr_text
    while attribute < w.page.attributes and w.page.attr_row[attribute] == row:
        if code_of(w, attribute) == code:
            start[0] = value_from(w, attribute)
            end[0] = value_to(w, attribute)
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
    while attribute < w.page.attributes and w.page.attr_row[attribute] == row:
        code = code_of(w, attribute)
        if code == CLASS:
            kind = kind_in(w, attribute, False, w.page.tag[row] == T_BUTTON)
        elif code == ROLE:
            role = kind_in(w, attribute, True, False)
        attribute += 1
    if kind == NO_KIND or (role != NO_KIND and role != LAYOUT_KIND):
        return role
    return kind


cdef int kind_in(Walk* w, int attribute, bint role, bint button) noexcept nogil:
    """The first kind that words in an attribute tell. What is called an opener is one if it is a button,
    whatever else it is called, and no other element is."""
    cdef const uint8_t* at = value_from(w, attribute)
    cdef const uint8_t* end = value_to(w, attribute)
    cdef const uint8_t* start
    cdef int kind, first = NO_KIND
    if end - at > LONGEST_CLASS:
        end = at + LONGEST_CLASS
    while at < end:
        while at < end and (at[0] == 32 or 9 <= at[0] <= 13):
            at += 1
        start = at
        while at < end and not (at[0] == 32 or 9 <= at[0] <= 13):
            at += 1
        if at > start:
            kind = kind_of_role(w.lexicon, start, at) if role else kind_of_token(w.lexicon, start, at)
            if kind == OPENER_KIND:
                if button:
                    return kind
            elif first == NO_KIND:
                first = kind
    return first


cdef int kind_of_token(const Lexicon* lexicon, const uint8_t* start, const uint8_t* end) noexcept nogil:
    cdef Py_ssize_t length = end - start
    cdef uint32_t slot
    if length > 48:
        return NO_KIND
    slot = hash_of(start, length) % KIND_SLOTS
    while lexicon.tokens[slot].length:
        if lexicon.tokens[slot].length == length and memcmp(lexicon.tokens[slot].text, start, length) == 0:
            return lexicon.tokens[slot].kind
        slot = (slot + 1) % KIND_SLOTS
    return NO_KIND


cdef int kind_of_role(const Lexicon* lexicon, const uint8_t* start, const uint8_t* end) noexcept nogil:
    cdef int index, at
    for index in range(lexicon.role_count):
        if lexicon.roles[index].length != end - start:
            continue
        for at in range(lexicon.roles[index].length):
            if lowered(start[at]) != <uint8_t>lexicon.roles[index].text[at]:
                break
        else:
            return lexicon.roles[index].kind
    return NO_KIND


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
