"""What holds nothing that means something in Markdown, by the signs that the rules name."""

cdef enum:
    MOST_STARTS = 8
    LONGEST_START = 16
    MAY_BE_CONTROL = 64     # a sign of ours: what begins a character that may be none of words


# How addresses begin.
cdef struct Starts:
    uint8_t text[MOST_STARTS][LONGEST_START]
    int size[MOST_STARTS]
    int count


cdef int fill_starts(Starts* starts, words) except -1:
    cdef bytes word
    if len(words) > MOST_STARTS or max(map(len, words)) > LONGEST_START:
        raise ValueError(f"No more than {MOST_STARTS} words of {LONGEST_START} letters can be told apart.")
    for number, word in enumerate(words):
        memcpy(starts.text[<int>number], <const uint8_t*>word, len(word))
        starts.size[<int>number] = <int>len(word)
    starts.count = <int>len(words)
    return 0


cdef bint is_start(const Starts* starts, int number, const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Does a text begin so, in letters of any case?"""
    cdef int place
    if end - at < starts.size[number]:
        return False
    for place in range(starts.size[number]):
        if lowered(at[place]) != starts.text[number][place]:
            return False
    return True


cdef class Signs:
    cdef uint8_t of_byte[256]
    cdef uint8_t classes[128]
    cdef Starts addresses
    cdef Starts links
    cdef Starts images

    def __init__(self, signs, addresses, link_schemes, image_schemes, classes):
        cdef int byte
        for sign, characters in signs.items():
            for byte in characters.encode():
                self.of_byte[byte] |= <uint8_t>sign.value
        for byte in (*range(32), 127, 0xC2, 0xE2, 0xED):
            self.of_byte[byte] |= MAY_BE_CONTROL
        for byte in range(128):
            self.classes[byte] = classes[byte]
        fill_starts(&self.addresses, [word.encode() for word in addresses])
        fill_starts(&self.links, [f"{scheme}:".encode() for scheme in link_schemes])
        fill_starts(&self.images, [f"{scheme}:".encode() for scheme in image_schemes])

    cdef bint has(self, uint8_t sign, const uint8_t* start, const uint8_t* end) noexcept nogil:
        """Is there anything in a text for which rules are to be asked?"""
        cdef const uint8_t* at = start
        cdef uint8_t found
        sign |= MAY_BE_CONTROL
        while at < end:
            found = self.of_byte[at[0]] & sign
            if found and (
                found & ~(MAY_BE_CONTROL | ENDS_ADDRESS)
                or (found == MAY_BE_CONTROL and is_control(at, end))
                or (found == ENDS_ADDRESS and self.ends_address(start, at + 1))
            ):
                return True
            at += 1
        return False

    cdef bint ends_address(self, const uint8_t* start, const uint8_t* end) noexcept nogil:
        """Is what an address begins with the last of a text?"""
        cdef int number
        for number in range(self.addresses.count):
            if end - start >= self.addresses.size[number] and is_start(
                &self.addresses, number, end - self.addresses.size[number], end
            ):
                return True
        return False

    cdef bint is_plain_address(self, const uint8_t* text, Py_ssize_t size, bint is_link) noexcept nogil:
        """Does an address stand between parentheses as it is, and is it safe?"""
        cdef const Starts* schemes = &self.links if is_link else &self.images
        cdef int number
        cdef Py_ssize_t at
        if not size:
            return False
        for at in range(size):
            if text[at] >= 0x80 or self.of_byte[text[at]] & IN_ADDRESS:
                return False
        if text[0] == 47 or text[0] == 35 or (memchr(text, 58, size) == NULL and memchr(text, 38, size) == NULL):
            return True
        for number in range(schemes.count):
            if is_start(schemes, number, text, text + size):
                return True
        return False


cdef bint is_control(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """A character that ends lines or has no look: those of ASCII, U+0080 to U+009F, U+2028, U+2029, half of a
    pair."""
    if end - at < 2 or at[0] < 0x80:
        return True
    if at[0] == 0xC2:
        return at[1] < 0xA0
    if at[0] == 0xED:
        return at[1] >= 0xA0
    return end - at < 3 or (at[1] == 0x80 and (at[2] == 0xA8 or at[2] == 0xA9))


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
