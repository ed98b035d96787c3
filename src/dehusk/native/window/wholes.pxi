"""Lists, and headings with what is below them."""

cdef void tell_of_lists(
    Window* w,
    const uint8_t* kept,
    const int64_t* some,
    Py_ssize_t room,
    int32_t* linked_before,
    int64_t* linked,
    int64_t* is_followed,
    int64_t* longest,
) noexcept nogil:
    cdef Py_ssize_t number, place, end, open_lists = 0
    cdef int32_t* follows_kept = linked_before + w.count + 1
    cdef int32_t* open_list = follows_kept + w.count
    cdef int32_t link_until = 0
    cdef bint is_kept = False
    linked_before[0] = 0
    for place in range(w.count):
        if role_at(w, place + w.start) & LINK and w.ends[place] > link_until:
            link_until = w.ends[place]
        linked_before[place + 1] = linked_before[place]
        if place < link_until and not kept[place]:
            linked_before[place + 1] += <int32_t>w.inks[place]
    for place in range(w.count - 1, -1, -1):
        if w.inks[place] > 0:
            is_kept = kept[place]
        follows_kept[place] = is_kept
    number = 0
    for place in range(w.count + 1):
        while open_lists and w.ends[some[open_list[open_lists - 1]]] <= place:
            open_lists -= 1  # what is longest in a list is in the one around it, too
            if open_lists and longest[open_list[open_lists]] > longest[open_list[open_lists - 1]]:
                longest[open_list[open_lists - 1]] = longest[open_list[open_lists]]
        if place == w.count:
            break
        if number < room and some[number] == place:
            end = w.ends[place]
            linked[number] = linked_before[end] - linked_before[place]
            is_followed[number] = end < w.count and follows_kept[end]
            open_list[open_lists] = <int32_t>number
            open_lists += 1
            number += 1
        if open_lists and kept[place] and w.inks[place] > longest[open_list[open_lists - 1]]:
            longest[open_list[open_lists - 1]] = w.inks[place]


cdef Py_ssize_t find_sections(Window* w, const uint8_t* kept, int32_t* room) noexcept nogil:
    cdef Py_ssize_t place, count = 0, unfinished = 0, size = w.count + 1
    cdef int32_t* kept_before = room
    cdef int32_t* content_before = room + size
    cdef int32_t* texts_before = room + 2 * size
    cdef int32_t* headings = room + 3 * size
    cdef int32_t* section_end = room + 4 * size
    cdef int32_t* waiting = room + 5 * size
    cdef int32_t heading_until = 0, wordless_until = 0
    cdef uint32_t role
    cdef bint is_text, is_content
    sum_kept(w, kept, kept_before)
    content_before[0] = texts_before[0] = 0
    for place in range(w.count):
        role = role_at(w, place + w.start)
        if role & HEADING and w.ends[place] > heading_until:
            heading_until = w.ends[place]
        if role & WORDLESS and w.ends[place] > wordless_until:
            wordless_until = w.ends[place]
        is_text = place >= heading_until and w.inks[place] > 0
        texts_before[place + 1] = texts_before[place] + is_text
        is_content = is_text or heading_until <= place < wordless_until
        content_before[place + 1] = content_before[place]
        if kept[place] and is_content:
            content_before[place + 1] += 1
        if role & HEADING and kept_before[w.ends[place]] > kept_before[place]:
            while unfinished and (
                w.columns.tag[headings[waiting[unfinished - 1]] + w.start]
                >= w.columns.tag[place + w.start]
            ):
                unfinished -= 1
                section_end[waiting[unfinished]] = <int32_t>place
            headings[count], section_end[count] = <int32_t>place, <int32_t>w.count
            waiting[unfinished] = <int32_t>count
            unfinished += 1
            count += 1
    return count
