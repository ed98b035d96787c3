"""What there is for rules to do, given what is kept."""

cdef void look_at(
    Window* w, const uint8_t* kept, int32_t* kept_before, int32_t* ink_before, uint8_t* seen, Found* found
) noexcept nogil:
    sum_kept(w, kept, kept_before)
    sum_kept_ink(w, kept, ink_before)
    look_at_wholes(w, kept, kept_before, ink_before, found)
    look_at_lines(w, kept, seen, found)
    memset(seen, 0, SEEN_BITS >> 3)
    look_at_pointers(w, kept, seen, found)


cdef void sum_kept(Window* w, const uint8_t* kept, int32_t* before) noexcept nogil:
    """For each place how many leaves before it are kept."""
    cdef Py_ssize_t place
    before[0] = 0
    for place in range(w.count):
        before[place + 1] = before[place] + (kept[place] != 0)


cdef void sum_kept_ink(Window* w, const uint8_t* kept, int32_t* before) noexcept nogil:
    """For each place how much ink before it is kept."""
    cdef Py_ssize_t place
    before[0] = 0
    for place in range(w.count):
        before[place + 1] = before[place] + (<int32_t>w.inks[place] if kept[place] else 0)


cdef void look_at_wholes(
    Window* w, const uint8_t* kept, const int32_t* kept_before, const int32_t* ink_before, Found* found
) noexcept nogil:
    cdef Py_ssize_t place, end
    cdef int32_t heading_until = 0, kept_inside
    cdef bint waits = False, follows_kept = False
    cdef uint32_t role
    cdef Before* sums = w.before
    for place in range(w.count):
        role = role_at(w, place + w.start)
        if role & (WHOLE | CODE | STANZA):
            end = w.ends[place]
            kept_inside = kept_before[end] - kept_before[place]
            if role & WHOLE and 0 < kept_inside < sums[end].leaves - sums[place].leaves:
                found.partly[found.partly_count] = <int32_t>place
                found.partly_count += 1
                found.partly_roles |= role
            if role & FIGURE and kept_inside:
                found.figures = True
            if role & TABLE:
                found.tables[found.table_count] = <int32_t>place
                found.table_count += 1
            if role & LIST and follows_kept:
                found.lists[found.list_count] = <int32_t>place
                found.list_count += 1
            if role & HEADING:
                if end > heading_until:
                    heading_until = <int32_t>end
                if kept_inside:
                    found.empty_headings = found.empty_headings or waits
                    waits = True
            if role & CODE and kept_inside:
                if role & PREFORMATTED or sums[end].breaks - sums[place].breaks >= BREAKS:
                    found.code = True
            if role & STANZA and is_stanza(w, place, end):
                found.stanzas += 1
                if ink_before[end] - ink_before[place] < sums[end].ink - sums[place].ink:
                    found.verse = True
        if w.inks[place] > 0:
            follows_kept = kept[place] and ends_with_colon(w, place + w.start)
            if kept[place] and place >= heading_until:
                waits = False
    found.empty_headings = found.empty_headings or waits


cdef bint ends_with_colon(Window* w, Py_ssize_t row) noexcept nogil:
    """Whether the last character of a text that is seen is a colon, perhaps a wide one."""
    cdef const uint8_t* start = text_at(w, row)
    cdef const uint8_t* end = text_after(w, row)
    while end > start and has_no_width(decode_last(start, end)):
        end -= 1
        while end > start and end[0] & 0xC0 == 0x80:
            end -= 1
    if end == start:
        return False
    return (end - 1)[0] == 58 or (
        end - start > 2 and (end - 3)[0] == 0xEF and (end - 2)[0] == 0xBC and (end - 1)[0] == 0x9A
    )


cdef inline bint is_stanza(Window* w, Py_ssize_t place, Py_ssize_t end) noexcept nogil:
    """Whether an element has several short lines and no other block."""
    cdef Before* sums = w.before
    cdef int32_t breaks = sums[end].breaks - sums[place].breaks
    cdef int32_t ink = sums[end].ink - sums[place].ink
    return (
        breaks >= BREAKS
        and 0 < ink <= VERSE * (breaks + 1)
        and sums[end].blocks - sums[place].blocks == 1
    )


cdef void look_at_lines(Window* w, const uint8_t* kept, uint8_t* seen, Found* found) noexcept nogil:
    """Find the lines that fill a block, and whether one of them may be a label."""
    cdef Py_ssize_t place, block, row
    cdef int32_t labelless_until = 0
    cdef int64_t ink
    for place in range(w.count):
        row = place + w.start
        if role_at(w, row) & LABELLESS and w.ends[place] > labelless_until:
            labelless_until = w.ends[place]
        ink, block = w.inks[place], w.holders[place]
        if not kept[place] or not 0 < ink <= LINE or block < 0 or place < labelless_until:
            continue
        if w.before[w.ends[block]].ink - w.before[block].ink != ink:
            continue
        found.lone[found.lone_count] = <int32_t>place
        found.lone_count += 1
        if not found.labels:
            found.labels = says_label(
                text_at(w, row), text_after(w, row), ink <= LABEL, seen
            )


cdef void look_at_pointers(Window* w, const uint8_t* kept, uint8_t* seen, Found* found) noexcept nogil:
    """See whether two blocks are the same few words and then one link as long as a headline."""
    cdef Py_ssize_t place = 0
    cdef uint32_t hashed
    cdef Pointer block
    while not found.pointers and place < w.count:
        place = read_block(w, kept, place, &block)
        if has_form(w, &block):
            hashed = hash_of_label(
                text_at(w, block.first + w.start), text_after(w, block.first + w.start)
            )
            found.pointers = hashed and was_seen(seen, hashed)


cdef Py_ssize_t read_block(
    Window* w, const uint8_t* kept, Py_ssize_t place, Pointer* block
) noexcept nogil:
    """Read the texts of the next block; the place after them, or of the first of another."""
    cdef int64_t ink
    cdef bint is_linked
    block[0] = Pointer(-1, -1, -1, 0, 0, 0, False)
    while place < w.count:
        ink = w.inks[place]
        if kept[place] and ink > 0:
            if block.first >= 0 and w.holders[place] != w.holders[block.first]:
                break
            is_linked = stands_in_link(w, place + w.start)
            if block.first < 0:
                block.first, block.begins_linked = place, is_linked
            elif block.second < 0:
                block.second = place
            block.last = place
            block.ink += ink
            if is_linked and LEAST <= ink <= MOST:
                block.headlines += 1
            else:
                block.other += ink
        place += 1
    return place


cdef inline bint has_form(Window* w, const Pointer* block) noexcept nogil:
    """Whether a block has one headline, and before it a label that is all else of it."""
    return (
        block.headlines == 1
        and not block.begins_linked
        and w.inks[block.first] <= LABEL
        and block.other - w.inks[block.first] <= 1
    )


cdef inline bint stands_in_link(Window* w, Py_ssize_t row) noexcept nogil:
    """Whether the element that a text stands in is a link, or the one around that."""
    cdef Py_ssize_t above = w.columns.parent[row]
    if above < 0:
        return False
    if role_at(w, above) & LINK:
        return True
    above = w.columns.parent[above]
    return above >= 0 and role_at(w, above) & LINK != 0
