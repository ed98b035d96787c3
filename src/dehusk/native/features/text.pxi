"""What stands in a text."""

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
    """Count what stands in a text: `dehusk.views.text_counts` says what a word is.

    ASCII adds eight small counters at once, one in each byte of a number, which are full after 255
    characters. A word begins with each character that has ink, but for those behind another that has.
    """
    cdef const uint16_t* kinds = tables.characters
    cdef const uint8_t* full
    cdef uint64_t sums, behind, eight, one, before = 0
    cdef int64_t visible_chars = 0, words = 0
    cdef int place, length
    cdef uint16_t kind
    cdef uint32_t code
    seen.stops = seen.commas = seen.digits = seen.separators = 0
    seen.currencies = seen.copyrights = seen.at_signs = 0
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
            code = decode(at, end, &length)
            at += length
            kind = kinds[code] if code < 0x10000 else 0
            if kind & BLANK:
                before = 0
                continue
            visible_chars += 1
            words += not before & ONE_INK or kind & UNSPACED != 0
            before = ONE_INK
            if kind & COUNTED:
                count_mark(seen, kind)
        visible_chars += lane(sums, LANE_INK)
        words += lane(sums, LANE_INK) - lane(behind, LANE_INK)
        seen.stops += lane(sums, LANE_STOP)
        seen.commas += lane(sums, LANE_COMMA)
        seen.digits += lane(sums, LANE_DIGIT)
        seen.separators += lane(sums, LANE_SEPARATOR)
        seen.currencies += lane(sums, LANE_CURRENCY)
        seen.at_signs += lane(sums, LANE_AT_SIGN)
    seen.visible_chars = visible_chars
    seen.words = words


cdef bint ends_sentence(Tables tables, const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Whether the last character with ink ends a sentence."""
    cdef const uint8_t* at = end
    cdef uint32_t code
    cdef uint16_t kind
    cdef int length
    while at > start:
        at -= 1
        while at > start and at[0] & 0xC0 == 0x80:
            at -= 1
        code = decode(at, end, &length)
        kind = tables.characters[code] if code < 0x10000 else 0
        if not kind & BLANK:
            return kind & STOP != 0
        end = at
    return False


cdef inline void add_text(Text* total, const Text* seen) noexcept nogil:
    total.visible_chars += seen.visible_chars
    total.words += seen.words
    total.stops += seen.stops
    total.commas += seen.commas
    total.digits += seen.digits
    total.separators += seen.separators
    total.currencies += seen.currencies
    total.copyrights += seen.copyrights
    total.at_signs += seen.at_signs
