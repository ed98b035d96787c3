"""Pictures with their captions, and where they stand."""

cdef void look_around(
    Window* w, const uint8_t* kept, const int64_t* places, Py_ssize_t count, uint8_t* sides
) noexcept nogil:
    """Whether texts and paragraphs next to figures are kept."""
    cdef Py_ssize_t number = 0, place = 0
    cdef bint text = False, prose = False, beside
    # Before each figure: bit 1 for a kept text, bit 2 for a kept paragraph; then after it.
    while number < count:
        if place == places[number]:
            sides[number] = text | prose << 1
            place = w.ends[place]
            number += 1
            continue
        if w.inks[place] > 0:
            text = kept[place]
            prose = kept[place] if w.inks[place] >= PARAGRAPH else prose
        place += 1
    text, prose, place = False, False, w.count - 1
    while number > 0:
        if place < w.ends[places[number - 1]]:
            number -= 1
            beside = text or sides[number] & 1
            if (text and sides[number] & 1) or (beside and prose and sides[number] & 2):
                sides[number] = IS_AMONG | IS_BESIDE
            else:
                sides[number] = IS_BESIDE if beside else 0
            place = places[number] - 1
            continue
        if w.inks[place] > 0:
            text = kept[place]
            prose = kept[place] if w.inks[place] >= PARAGRAPH else prose
        place -= 1


cdef bint is_split(Window* w, const uint8_t* kept, Py_ssize_t place) noexcept nogil:
    """Whether something of an element is kept, but not all."""
    cdef Py_ssize_t inside
    cdef int32_t count = 0
    for inside in range(place, w.ends[place]):
        count += kept[inside] != 0
    return 0 < count < w.before[w.ends[place]].leaves - w.before[place].leaves


cdef Py_ssize_t find_leads(
    Window* w,
    Py_ssize_t title,
    Py_ssize_t prose,
    const int64_t* figures,
    Py_ssize_t figure_count,
    const int64_t* portraits,
    Py_ssize_t portrait_count,
    Lead* found,
) noexcept nogil:
    cdef Py_ssize_t place, count = 0, figure = 0, portrait = 0
    cdef int32_t aside_until = 0
    cdef uint32_t role
    for place in range(prose):
        role = role_at(w, place + w.start)
        while figure < figure_count and w.ends[figures[figure]] <= place:
            figure += 1
        while portrait < portrait_count and portraits[portrait] < place:
            portrait += 1
        if role & ASIDE or (portrait < portrait_count and portraits[portrait] == place):
            if w.ends[place] > aside_until:
                aside_until = w.ends[place]
        if place >= title and role & PICTURE and place >= aside_until:
            if figure < figure_count and figures[figure] <= place:
                found[count] = Lead(<int32_t>figures[figure], True)
            else:
                found[count] = Lead(<int32_t>place, False)
            count += 1
    return count


cdef void mark_around(
    Window* w,
    const uint8_t* kept,
    const int64_t* captions,
    Py_ssize_t count,
    int32_t* other_before,
    uint8_t* is_around,
) noexcept nogil:
    """Mark the parents of captions that hold hardly any other text that is kept."""
    cdef Py_ssize_t place, number = 0, above
    cdef int32_t caption_until = 0
    other_before[0] = 0
    for place in range(w.count):
        if number < count and captions[number] == place:
            number += 1
            if w.ends[place] > caption_until:
                caption_until = w.ends[place]
        other_before[place + 1] = other_before[place]
        if kept[place] and place >= caption_until:
            other_before[place + 1] += <int32_t>w.inks[place]
    for number in range(count):
        above = w.columns.parent[captions[number] + w.start] - w.start
        if above >= 0 and other_before[w.ends[above]] - other_before[above] <= CREDIT_INK:
            is_around[above] = 1


cdef int find_figures(
    Window* w,
    const uint8_t* kept,
    const uint8_t* is_around,
    bint only_kept,
    int32_t* kept_before,
    int32_t* found,
) noexcept nogil:
    cdef Py_ssize_t place, end
    cdef int32_t until = 0
    cdef int count = 0
    cdef Before* sums = w.before
    sum_kept(w, kept, kept_before)
    for place in range(w.count):
        if place < until or not (is_around[place] or role_at(w, place + w.start) & FIGURE):
            continue
        end = w.ends[place]
        if only_kept and kept_before[end] == kept_before[place]:
            continue
        if sums[end].pictures == sums[place].pictures or sums[end].others > sums[place].others:
            continue
        if sums[end].ink - sums[place].ink <= FIGURE_INK:
            found[count] = <int32_t>place
            count += 1
            until = <int32_t>end
    return count
