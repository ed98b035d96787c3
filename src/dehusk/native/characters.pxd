# cython: language_level=3, cdivision=True
"""What a character is to a reader: white space, without meaning, without width, Chinese or Japanese.

Text is UTF-8 between two pointers. Nothing here reads past the second of them.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t

cdef extern from "characters.h" nogil:
    const uint8_t BYTE_CLASS "dehusk_byte_class"[256]


cdef enum ByteClass:
    PLAIN, SPACE, MEANINGLESS, BEYOND_ASCII


cdef inline uint32_t decode(const uint8_t* at, const uint8_t* end, int* length) noexcept nogil:
    """The character at a place, and how many bytes it has."""
    cdef uint32_t first = at[0]
    if first < 0x80:
        length[0] = 1
        return first
    if first < 0xE0 and end - at >= 2:
        length[0] = 2
        return (first & 0x1F) << 6 | (at[1] & 0x3F)
    if first < 0xF0 and end - at >= 3:
        length[0] = 3
        return (first & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F)
    if end - at >= 4:
        length[0] = 4
        return (first & 0x07) << 18 | (at[1] & 0x3F) << 12 | (at[2] & 0x3F) << 6 | (at[3] & 0x3F)
    length[0] = 1
    return 0xFFFD


cdef inline uint32_t decode_last(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """The character that ends before a place."""
    cdef const uint8_t* at = end - 1
    cdef int length
    while at > start and (at[0] & 0xC0) == 0x80:
        at -= 1
    return decode(at, end, &length)


cdef inline bint is_space(uint32_t code) noexcept nogil:
    """White space as Python's `str.strip` has it."""
    if code < 0x80:
        return BYTE_CLASS[code] == SPACE
    return (
        code == 0x85 or code == 0xA0 or code == 0x1680 or 0x2000 <= code <= 0x200A
        or code == 0x2028 or code == 0x2029 or code == 0x202F or code == 0x205F or code == 0x3000
    )


cdef inline bint is_collapsible(uint32_t code) noexcept nogil:
    if code < 0x80:
        return BYTE_CLASS[code] == SPACE
    return code == 0x85 or code == 0x2028 or code == 0x2029


cdef inline bint is_meaningless(uint32_t code) noexcept nogil:
    if code < 0x80:
        return BYTE_CLASS[code] == MEANINGLESS
    return (
        0x80 <= code <= 0x84 or 0x86 <= code <= 0x9F
        or code == 0xAD or code == 0x2060 or code == 0xFEFF
    )


cdef inline bint is_invisible(uint32_t code) noexcept nogil:
    return 0x200B <= code <= 0x200F or code == 0x2060 or code == 0xFEFF or code == 0xAD


cdef inline bint is_cjk(uint32_t code) noexcept nogil:
    if code < 0x2E80:
        return False
    return (
        code <= 0x30FF
        or 0x3100 <= code <= 0x312F or 0x31A0 <= code <= 0x31FF or 0x3400 <= code <= 0x4DBF
        or 0x4E00 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFE30 <= code <= 0xFE4F
        or 0xFF00 <= code <= 0xFF60 or 0x20000 <= code <= 0x3FFFF
    )


cdef inline bint separates_words(uint32_t code) noexcept nogil:
    """Letters of Thai, Khmer and their neighbours: a zero-width space between them parts words."""
    return 0x0E00 <= code <= 0x109F or 0x1780 <= code <= 0x17FF or 0x19E0 <= code <= 0x19FF


cdef inline bint is_unspaced(uint32_t code) noexcept nogil:
    """Characters of scripts without spaces: Kana and Han, Thai and Lao, Burmese, Khmer."""
    if code < 0x0E00:
        return False
    return (
        0x3000 <= code <= 0x9FFF or code <= 0x0EFF or 0x1000 <= code <= 0x109F or 0x1780 <= code <= 0x17FF
    )


cdef inline bint has_no_width(uint32_t code) noexcept nogil:
    """Characters without ink: white space, soft hyphens, joiners, direction marks, byte order marks."""
    if code < 0x80:
        return BYTE_CLASS[code] == SPACE or code == 0
    if code < 0x1680:
        return code == 0x85 or code == 0xA0 or code == 0xAD
    if code > 0x3000:
        return code == 0xFEFF
    return (
        code == 0x1680 or 0x2000 <= code <= 0x200F or code == 0x2028 or code == 0x2029
        or code == 0x202F or code == 0x205F or code == 0x2060 or code == 0x3000
    )


cdef inline bint shows_ink(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Is there a character with ink?"""
    cdef int length
    while at < end:
        if not has_no_width(decode(at, end, &length)):
            return True
        at += length
    return False


cdef inline int32_t count_ink(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """How many characters with ink there are."""
    cdef int32_t count = 0
    cdef uint8_t some, byte, all_bits = 0
    cdef const uint8_t* start = at
    cdef unsigned int place, step
    while start < end:
        # Counts of a byte, and nothing but sums: so compilers take many places at a time.
        step = 255 if end - start > 255 else <unsigned int>(end - start)
        some = 0
        for place in range(step):
            byte = start[place]
            some += <uint8_t>(byte - 0x21) < 0x5F
            some += <uint8_t>(byte - 0x01) < 0x08
            some += <uint8_t>(byte - 0x0E) < 0x0E
            some += byte >= 0xC0
            all_bits |= byte
        count += some
        start += step
    if all_bits >= 0x80:
        while at < end:
            if at[0] >= 0xC2 and width_of_blank(at, end):
                count -= 1
            at += 1
    return count


cdef inline int width_of_blank(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """The bytes of the character that begins here if it has no ink, else none."""
    cdef int length
    return length if has_no_width(decode(at, end, &length)) else 0


ctypedef bint (*CharacterTest)(uint32_t code) noexcept nogil


cdef inline void strip_those(
    const uint8_t** start, const uint8_t** end, CharacterTest is_stripped
) noexcept nogil:
    """Leave out characters of a kind on both sides."""
    cdef int length
    cdef const uint8_t* last
    while start[0] < end[0]:
        if not is_stripped(decode(start[0], end[0], &length)):
            break
        start[0] += length
    while end[0] > start[0]:
        last = end[0] - 1
        while last > start[0] and (last[0] & 0xC0) == 0x80:
            last -= 1
        if not is_stripped(decode(last, end[0], &length)):
            break
        end[0] = last


cdef inline void strip(const uint8_t** start, const uint8_t** end) noexcept nogil:
    """Leave out white space on both sides, as `str.strip`."""
    strip_those(start, end, is_space)


cdef inline bint has_ink(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Does a reader see anything of a text?"""
    strip(&start, &end)
    strip_those(&start, &end, is_invisible)
    strip(&start, &end)
    return start < end


cdef inline bint is_blank(const uint8_t* start, const uint8_t* end) noexcept nogil:
    cdef int length
    while start < end:
        if not is_space(decode(start, end, &length)):
            return False
        start += length
    return True


cdef inline int ink_of(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """How many characters there are, white space and what is invisible at the two ends aside."""
    cdef int count = 0
    cdef int invisible = 0
    cdef bint started = False
    cdef int length
    cdef uint32_t code
    while start < end:
        code = decode(start, end, &length)
        start += length
        if is_space(code):
            continue
        if is_invisible(code):
            invisible += started
            continue
        started = True
        count += 1 + invisible
        invisible = 0
    return count


cdef inline bint has_visible(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef int length
    while at < end:
        if not is_invisible(decode(at, end, &length)):
            return True
        at += length
    return False


cdef inline uint8_t lowered(uint8_t byte) noexcept nogil:
    return byte + 32 if 65 <= byte <= 90 else byte


cdef inline bint starts_with(const uint8_t* at, const uint8_t* end, const char* word) noexcept nogil:
    """Does a text start with a word in lower case, however the text is written?"""
    while word[0]:
        if at == end or lowered(at[0]) != <uint8_t>word[0]:
            return False
        at += 1
        word += 1
    return True


cdef inline uint32_t next_meaningful(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef int length
    cdef uint32_t code
    while at < end:
        code = decode(at, end, &length)
        if not is_meaningless(code):
            return code
        at += length
    return 0
