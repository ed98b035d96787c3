"""What holds nothing that means something in Markdown."""

# What a byte may mean within a line.
cdef enum Meaning:
    NONE, NEVER, STAR, LOW_LINE, DOLLAR, OPEN_BRACKET, CLOSE_BRACKET, AMPERSAND, COLON, LETTER_W, LEAD

cdef uint8_t MEANINGS[256]
cdef uint8_t IN_ADDRESS[256]
cdef uint8_t LETTER[256]


def _fill_tables():
    cdef int byte
    memset(MEANINGS, NONE, 256)
    for byte in (*range(32), 0x7F, *b"\\`~^<{"):
        MEANINGS[byte] = NEVER
    for byte, meaning in (
        (42, STAR), (95, LOW_LINE), (36, DOLLAR), (91, OPEN_BRACKET), (93, CLOSE_BRACKET),
        (38, AMPERSAND), (58, COLON), (119, LETTER_W), (87, LETTER_W),
        (0xC2, LEAD), (0xE2, LEAD), (0xED, LEAD),
    ):
        MEANINGS[byte] = meaning
    for byte in range(128):
        LETTER[byte] = chr(byte).isalnum()
        IN_ADDRESS[byte] = chr(byte).isalnum() or byte in b"_.~:/?#@!&*+,;=%|-"
    memset(IN_ADDRESS + 128, True, 128)


_fill_tables()


cdef bint are_plain_words(
    const uint8_t* start, const uint8_t* end, bint in_link, bint are_alone, bint strict
) noexcept nogil:
    """Words that no rule would change, wherever they stand; at their ends more is asked for, unless
    they are alone in their line. Strictly not even the dollar sign of a price is among them."""
    cdef const uint8_t* at = start
    cdef const uint8_t* ahead
    cdef uint8_t meaning
    while at < end:
        meaning = MEANINGS[at[0]]
        if meaning == NONE:
            at += 1
            continue
        if meaning == NEVER:
            return False
        if meaning == LEAD:
            if is_control(at, end):
                return False
        elif meaning == LETTER_W:
            if end - at >= 4 and (at[1] | 32) == 119 and (at[2] | 32) == 119 and at[3] == 46:
                return False
        elif meaning == COLON:
            if end - at >= 3 and at[1] == 47 and at[2] == 47:
                return False
        elif meaning == DOLLAR:
            if strict or at + 1 == end or not 48 <= at[1] <= 57 or (at > start and (at - 1)[0] == 36):
                return False
        elif are_alone and meaning == CLOSE_BRACKET and at + 1 == end:
            pass
        elif are_alone and meaning == OPEN_BRACKET and at == start:
            if at + 1 == end:
                return False
        elif at == start or at + 1 == end:
            return False
        elif meaning == STAR:
            if (at - 1)[0] != 32 or at[1] != 32:
                return False
        elif meaning == LOW_LINE:
            if (at - 1)[0] >= 128 or at[1] >= 128 or not LETTER[(at - 1)[0]] or not LETTER[at[1]]:
                return False
        elif meaning == OPEN_BRACKET:
            if in_link:
                return False
        elif meaning == CLOSE_BRACKET:
            if in_link or at[1] == 40:
                return False
        elif meaning == AMPERSAND:
            ahead = at + 1 + (at[1] == 35)
            while ahead < end and (ahead[0] == 95 or (ahead[0] < 128 and LETTER[ahead[0]])):
                ahead += 1
            if ahead == end or ahead[0] == 59 or ahead[0] >= 128:
                return False
        at += 1
    return True


cdef bint is_control(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """A character that ends lines or has no look: U+0080 to U+009F, U+2028, U+2029, half of a pair."""
    if end - at < 2:
        return True
    if at[0] == 0xC2:
        return at[1] < 0xA0
    if at[0] == 0xED:
        return at[1] >= 0xA0
    return end - at < 3 or (at[1] == 0x80 and (at[2] == 0xA8 or at[2] == 0xA9))


cdef bint is_plain_alternative(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Words of a picture that are one line."""
    return is_one_line(start, end) and are_plain_words(start, end, True, False, True)


cdef bint is_plain_title(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """The title of a link or picture that stands between quotes as it is."""
    cdef const uint8_t* at = start
    while at < end:
        if (
            at[0] < 32 or at[0] == 127 or at[0] == 34 or at[0] == 36 or at[0] == 38 or at[0] == 60
            or at[0] == 92 or at[0] == 93 or at[0] == 96
        ):
            return False
        if (at[0] == 0xC2 or at[0] == 0xE2 or at[0] == 0xED) and is_control(at, end):
            return False
        at += 1
    return is_one_line(start, end)


cdef bint is_one_line(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Is white space one space between two words?"""
    cdef const uint8_t* at = start
    cdef uint32_t code
    cdef int length
    while at < end:
        code = decode(at, end, &length)
        if is_space(code) and (code != 32 or at == start or at + 1 == end or at[1] == 32):
            return False
        at += length
    return True


cdef bint is_plain_code(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Code that stands between two backticks as it is, in links and cells too."""
    if at == end or at[0] == 32 or (end - 1)[0] == 32:
        return False
    while at < end:
        if at[0] < 32 or at[0] == 127 or at[0] == 96 or at[0] == 36 or at[0] == 93 or at[0] == 92:
            return False
        if (at[0] == 0xC2 or at[0] == 0xE2 or at[0] == 0xED) and is_control(at, end):
            return False
        at += 1
    return True


# How a line begins that might be another block.
cdef enum Beginning:
    NO_BLOCK, BLOCK, STARS_OR_BLOCK, NUMBER_OR_BLOCK, LINK_OR_BLOCK

cdef uint8_t BEGINNINGS[256]


def _fill_beginnings():
    cdef int byte
    memset(BEGINNINGS, NO_BLOCK, 256)
    for byte in b"#>-+_=|:":
        BEGINNINGS[byte] = BLOCK
    for byte in b"0123456789":
        BEGINNINGS[byte] = NUMBER_OR_BLOCK
    BEGINNINGS[42], BEGINNINGS[91] = STARS_OR_BLOCK, LINK_OR_BLOCK


_fill_beginnings()
