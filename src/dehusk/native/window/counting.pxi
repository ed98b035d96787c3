"""The window of a page that rules look at, and what is counted in it."""

cdef struct Before:
    # Sums over all places before one.
    int32_t leaves
    int32_t ink
    int32_t breaks
    int32_t blocks
    int32_t pictures
    int32_t others  # what no figure is around


cdef struct Window:
    # Some rows of a page, and the columns of their places: see `Survey`.
    Columns columns
    const uint8_t* marks
    Roles roles_of
    Py_ssize_t start, stop, count
    const int32_t* ends
    const uint8_t* is_leaf
    const int64_t* inks
    const int64_t* holders
    Before* before
    uint32_t all_roles
    uint8_t* is_away


cdef inline uint32_t role_at(Window* w, Py_ssize_t row) noexcept nogil:
    return role_of(&w.roles_of, &w.columns, row)


cdef inline const uint8_t* text_at(Window* w, Py_ssize_t row) noexcept nogil:
    return w.columns.text + w.columns.text_start[row]


cdef inline const uint8_t* text_after(Window* w, Py_ssize_t row) noexcept nogil:
    return w.columns.text + w.columns.text_end[row]


cdef void find_window(Window* w, const uint8_t* kept) noexcept nogil:
    """From the title or the first whole that something is kept of, to a little past the last."""
    cdef Py_ssize_t row, first = 0, last = w.columns.rows - 1, start, title = -1, around = -1
    cdef const int32_t* end = w.columns.end
    cdef uint32_t role
    while first < last and not kept[first]:
        first += 1
    while last > first and not kept[last]:
        last -= 1
    for row in range(first + 1):
        role = role_at(w, row)
        if role & TITLE:
            title = row
        if role & WHOLE and around < 0 and end[row] > first:
            around = row
    start = first if title < 0 else title
    if 0 <= around < start:
        start = around
    w.start, w.stop = start, last + PAST_THE_LAST
    for row in range(start, last + 1):
        if role_at(w, row) & WHOLE and end[row] > w.stop:
            w.stop = end[row]
    if w.stop > w.columns.rows:
        w.stop = w.columns.rows


cdef void count_all(
    Window* w, int32_t* own_end, uint8_t* leaves, int64_t* ink, int64_t* holder
) noexcept nogil:
    """Fill the columns of the window, and sum up what looks need."""
    cdef Py_ssize_t place, above, row
    cdef int32_t last
    cdef uint32_t role
    cdef uint8_t mark
    cdef Before* sums = w.before
    memset(sums, 0, sizeof(Before))
    for place in range(w.count):
        row = place + w.start
        role = role_at(w, row)
        w.all_roles |= role
        above = w.columns.parent[row] - w.start
        last = w.columns.end[row] - <int32_t>w.start
        holder[place] = place if role & BLOCK else holder[above] if above >= 0 else -1
        mark = w.marks[row]
        leaves[place] = is_shown(mark)
        ink[place] = count_ink(text_at(w, row), text_after(w, row)) if mark & INKED else 0
        own_end[place] = last if last < w.count else <int32_t>w.count
        sums[place + 1].leaves = sums[place].leaves + leaves[place]
        sums[place + 1].ink = sums[place].ink + <int32_t>ink[place]
        sums[place + 1].breaks = sums[place].breaks + (role & BREAK != 0)
        sums[place + 1].blocks = sums[place].blocks + (role & BLOCK != 0)
        sums[place + 1].pictures = sums[place].pictures + (role & PICTURE != 0)
        sums[place + 1].others = sums[place].others + (role & NOT_PICTURE != 0)
