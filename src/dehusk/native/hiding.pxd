# cython: language_level=3
"""Attributes that hide an element from readers: the rules of `dehusk.views.hidden`."""

from libc.stdint cimport uint8_t


cdef inline bint is_ascii_space(uint8_t byte) noexcept nogil:
    return byte == 32 or 9 <= byte <= 13


cdef inline bint is_word_byte(uint8_t byte) noexcept nogil:
    return c"a" <= (byte | 0x20) <= c"z" or c"0" <= byte <= c"9" or byte == c"_"


cdef inline const uint8_t* past_spaces(const uint8_t* at, const uint8_t* end) noexcept nogil:
    while at < end and is_ascii_space(at[0]):
        at += 1
    return at


cdef inline const uint8_t* past_word(
    const uint8_t* at, const uint8_t* end, const char* lower, int length
) noexcept nogil:
    """Where a word of any case ends, NULL where another stands."""
    cdef int index
    if end - at < length:
        return NULL
    for index in range(length):
        if at[index] != <uint8_t>lower[index] and not (
            c"A" <= at[index] <= c"Z" and at[index] + 32 == <uint8_t>lower[index]
        ):
            return NULL
    return at + length


cdef inline bint declares(
    const uint8_t* at, const uint8_t* end,
    const char* name, int name_length, const char* value, int value_length,
) noexcept nogil:
    """Whether `name: value` stands here, in any case and spacing."""
    at = past_word(at, end, name, name_length)
    if at == NULL:
        return False
    at = past_spaces(at, end)
    if at == end or at[0] != c":":
        return False
    at = past_word(past_spaces(at + 1, end), end, value, value_length)
    return at != NULL and (at == end or not is_word_byte(at[0]))


cdef inline bint style_hides(const uint8_t* text, const uint8_t* end) noexcept nogil:
    cdef const uint8_t* at = text
    cdef uint8_t letter
    while at < end:
        letter = at[0] | 0x20
        if (letter == c"d" or letter == c"v") and (
            at == text or (at - 1)[0] == c";" or is_ascii_space((at - 1)[0])
        ):
            if declares(at, end, b"display", 7, b"none", 4):
                return True
            if declares(at, end, b"visibility", 10, b"hidden", 6):
                return True
        at += 1
    return False


cdef inline bint hidden_hides(const uint8_t* text, const uint8_t* end) noexcept nogil:
    """Whether `hidden` has a value that hides: all do, but what is hidden until it is found is folded."""
    return past_word(past_spaces(text, end), end, b"until-found", 11) == NULL


cdef inline bint says_only(
    const uint8_t* text, const uint8_t* end, const char* lower, int length
) noexcept nogil:
    """Whether a value is one word, in any case and with spaces around it."""
    text = past_word(past_spaces(text, end), end, lower, length)
    return text != NULL and past_spaces(text, end) == end


cdef inline bint aria_hides(const uint8_t* text, const uint8_t* end) noexcept nogil:
    return says_only(text, end, b"true", 4)
