"""Addresses: made absolute, and only those that a reader can follow."""

cdef enum Resolution:
    NOWHERE, ABSOLUTE, FRAGMENT, AFTER_SCHEME, AFTER_ORIGIN, AFTER_FOLDER, TO_JOIN

    RESOLUTIONS


cdef struct Address:
    int resolution
    const uint8_t* start    # without what a browser drops at both ends
    const uint8_t* end


# What addresses stand after once they are absolute, by resolution.
cdef struct Prefixes:
    const uint8_t* text[RESOLUTIONS]
    Py_ssize_t size[RESOLUTIONS]
    bint are_broken
    bint are_none           # addresses stay as they are


cdef class Base:
    """What the addresses of a page are relative to."""

    cdef Prefixes prefixes
    cdef object join
    cdef tuple held

    def __init__(self, str scheme, str origin, str folder, *, bint is_broken, join):
        self.held = tuple(part.encode("utf-8", "surrogatepass") for part in (scheme, origin, folder))
        for resolution, part in zip((AFTER_SCHEME, AFTER_ORIGIN, AFTER_FOLDER), self.held):
            self.prefixes.text[<int>resolution] = part
            self.prefixes.size[<int>resolution] = len(part)
        self.prefixes.are_broken = is_broken
        self.prefixes.are_none = join is None
        self.join = join

    def resolve(self, str address):
        """An absolute URL, a `#fragment` as it is, or None for what leads nowhere."""
        cdef bytes encoded = address.encode("utf-8", "surrogatepass")
        cdef const uint8_t* text = encoded
        cdef Address found = read_address(&self.prefixes, text, text + len(encoded))
        cdef uint8_t* room
        if found.resolution == NOWHERE:
            return None
        room = <uint8_t*>malloc(most_bytes(&self.prefixes, &found))
        if room == NULL:
            raise MemoryError
        try:
            resolved = room[: write_address(room, &self.prefixes, &found)].decode("utf-8", "surrogatepass")
        finally:
            free(room)
        if found.resolution == TO_JOIN:
            resolved = self.join(resolved)
        return resolved


cdef Address read_address(const Prefixes* base, const uint8_t* start, const uint8_t* end) noexcept nogil:
    """What is to be done with an address; as a browser does, tabs and line ends are looked past."""
    cdef Address found = Address(resolution=NOWHERE, start=start, end=end)
    cdef const uint8_t* at
    cdef uint8_t scheme[12]
    cdef uint8_t byte, first = 0, second = 0, before = 0
    cdef Py_ssize_t length = 0
    cdef int letters = 0
    cdef bint in_scheme = True, has_scheme = False, has_dots = False
    while found.start < found.end and found.start[0] <= 32:
        found.start += 1
    while found.end > found.start and (found.end - 1)[0] <= 32:
        found.end -= 1
    at = found.start
    while at < found.end:
        byte = at[0]
        at += 1
        if byte == 9 or byte == 10 or byte == 13 or byte & 0xC0 == 0x80:
            in_scheme = in_scheme and byte & 0xC0 != 0x80
            continue
        if not length:
            first = byte
        elif length == 1:
            second = byte
        length += 1
        has_dots = has_dots or (byte == 46 and before == 47)
        before = byte
        if not in_scheme:
            continue
        byte = lowered(byte)
        if byte == 58 and letters:
            if is_dead_scheme(scheme, letters):
                return found
            has_scheme, in_scheme = True, False
        elif 97 <= byte <= 122 or (letters and (48 <= byte <= 57 or 43 <= byte <= 46 and byte != 44)):
            if letters < 12:
                scheme[letters] = byte
            letters += 1
        else:
            in_scheme = False
    if not length or length > MAX_URL or (length == 1 and first == 35):
        return found
    if has_scheme:
        found.resolution = ABSOLUTE
    elif first == 35:
        found.resolution = FRAGMENT
    elif first == 47 and second == 47:
        found.resolution = AFTER_SCHEME
    elif base.are_broken:
        return found
    elif base.are_none:
        found.resolution = ABSOLUTE
    elif not base.size[<int>AFTER_ORIGIN] or first == 46 or first == 63 or first == 59 or has_dots:
        found.resolution = TO_JOIN
    else:
        found.resolution = AFTER_ORIGIN if first == 47 else AFTER_FOLDER
    return found


cdef inline bint surely_leads(
    const Prefixes* base, const uint8_t* start, const uint8_t* end
) noexcept nogil:
    """Do the first bytes of an address say that it leads to some page, as those of most do?"""
    if base.are_broken or end - start > MAX_URL:
        return False
    return start < end and (start[0] == 47 or starts_with(start, end, "http"))


cdef inline Py_ssize_t most_bytes(const Prefixes* base, Address* address) noexcept nogil:
    """How much room an address may take."""
    return base.size[address.resolution] + 3 * (address.end - address.start)


cdef Py_ssize_t write_address(uint8_t* room, const Prefixes* base, Address* address) noexcept nogil:
    """An address as it is to be followed, its spaces escaped unless it is still to be joined; how many
    bytes that makes."""
    cdef const uint8_t* at = address.start
    cdef Py_ssize_t size = base.size[address.resolution]
    if size:
        memcpy(room, base.text[address.resolution], size)
    while at < address.end:
        if at[0] == 32 and address.resolution != TO_JOIN:
            memcpy(room + size, b"%20", 3)
            size += 3
        elif at[0] != 9 and at[0] != 10 and at[0] != 13:
            room[size] = at[0]
            size += 1
        at += 1
    return size


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
