"""What the bytes of a text may say: a label, a counter, a date."""

cdef inline bint may_begin_digit(uint8_t byte) noexcept nogil:
    """Whether a digit of another script may begin so: not Chinese, and no signs such as quotation marks."""
    return byte >= FOREIGN_DIGITS and not 0xE2 <= byte <= 0xE9 and not 0xEB <= byte <= 0xEE


cdef inline bint was_seen(uint8_t* seen, uint32_t hashed) noexcept nogil:
    """Whether a hash comes again."""
    hashed = (hashed ^ (hashed >> 15)) % SEEN_BITS
    if seen[hashed >> 3] & (1 << (hashed & 7)):
        return True
    seen[hashed >> 3] |= 1 << (hashed & 7)
    return False


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
        if may_begin_digit(byte):
            is_foreign = True
        if byte > 0x20:
            hashed = (hashed ^ byte) * 16777619
    if is_template:
        return True
    if not is_short:
        return False
    if is_foreign or (is_counter and numbers == 2):
        return True
    return was_seen(seen, hashed)


cdef uint32_t hash_of_label(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """A hash of what is seen of a text that ends as labels do, 0 for others."""
    cdef uint32_t hashed = 2166136261
    cdef const uint8_t* last = NULL
    cdef int width
    while at < end:
        width = width_of_blank(at, end) if at[0] >= 0xC0 else 0
        if not width and at[0] > 0x20:
            hashed = (hashed ^ at[0]) * 16777619
            if at[0] & 0xC0 != 0x80:
                last = at
        at += width or 1
    if last == NULL or not (
        last[0] == c":" or last[0] == c"|" or last[0] == c">" or last[0] == 0xC2
        or last[0] == 0xE2 or last[0] == 0xEF
    ):
        return 0
    return hashed or 1


cdef bint may_be_date(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Whether a text has a digit of another script, a Chinese year or day, a year of four digits, two
    numbers with a sign between, or a number and then what may be a unit of time."""
    cdef uint8_t next
    while at < end:
        if may_begin_digit(at[0]):
            return True
        if end - at > 2 and (
            (at[0] == 0xE5 and at[1] == 0xB9 and at[2] == 0xB4)
            or (at[0] == 0xE6 and at[1] == 0x97 and at[2] == 0xA5)
        ):
            return True
        if 48 <= at[0] <= 57 and end - at > 1:
            next = at[1]
            if next >= 0x80 or may_be_unit(next):
                return True
            if end - at > 2:
                if next <= 0x20 and may_be_unit(at[2]):
                    return True
                if (next == c":" or next == c"." or next == c"/" or next == c"-") and is_numeral(at[2]):
                    return True
            if end - at > 3 and is_numeral(at[2]) and is_numeral(at[3]):
                if (at[0] == c"1" and next == c"9") or (at[0] == c"2" and next == c"0"):
                    return True
        at += 1
    return False


cdef inline bint is_numeral(uint8_t byte) noexcept nogil:
    return 48 <= byte <= 57 or byte >= 0x80


cdef inline bint may_be_unit(uint8_t letter) noexcept nogil:
    """Hours, days, weeks, months and minutes, years, seconds."""
    return (
        letter == c"h" or letter == c"d" or letter == c"w" or letter == c"m" or letter == c"y"
        or letter == c"s"
    )
