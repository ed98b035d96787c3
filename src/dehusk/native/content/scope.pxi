"""Which rows of a page the walk may come to: as a rule an eighth of them."""

cdef struct Scope:
    # The rows above the first, outermost first, and all rows from the first up to the last.
    int32_t* above
    int depth
    int first
    int last


cdef inline int rows_in(const Scope* scope) noexcept nogil:
    return scope.depth + scope.last - scope.first


cdef inline int row_at(const Scope* scope, int number) noexcept nogil:
    """The row of a number, in document order."""
    return scope.above[number] if number < scope.depth else scope.first + number - scope.depth


cdef bint mark_raw_text(Walk* w, uint8_t* flags) noexcept nogil:
    """Mark elements whose text belongs to what stands beside them although no extractor says so:
    formulas in scripts or drawn by one, and what frames show where they are not shown. The address of
    a `base` is found on the way."""
    cdef int row, tag, attribute, frame = T_IFRAME, script = T_SCRIPT, base = T_BASE
    cdef bint found = False
    w.base_attribute = -1
    for row in range(w.page.rows):
        tag = w.page.tag[row]
        if tag != frame and tag != script and tag != base:
            continue
        if tag == base:
            if w.base_attribute < 0:
                w.base_attribute = attribute_of(w, row, HREF)
        elif w.page.end[row] > row + 1 if tag == frame else is_formula(w, row):
            flags[row] |= HAS_RAW_TEXT
            found = True
    if w.has_math:
        for attribute in range(w.page.attributes):
            if code_of(w, attribute) == DATA_MATH:
                flags[w.page.attr_row[attribute]] |= HAS_RAW_TEXT
                found = True
    return found


cdef bint is_formula(Walk* w, int script) noexcept nogil:
    cdef int attribute = attribute_of(w, script, TYPE)
    cdef const uint8_t* at
    cdef const uint8_t* end
    if attribute < 0:
        return False
    at, end = value_from(w, attribute), value_to(w, attribute)
    strip(&at, &end)
    return starts_with(at, end, "math/tex")


cdef void find_scope(Walk* w, const uint8_t* keep, bint raw_text, Scope* scope) noexcept nogil:
    """Find the rows that may be shown: what is kept, what stands above and between, and the cells and
    check boxes beside it. It is all of a page with raw text, or of which everything is kept.

    The first row begins a block, so that no run of text begins before it.
    """
    cdef int row, first = 0, last = w.page.rows - 1
    scope.depth, scope.first, scope.last = 0, 0, w.page.rows
    if raw_text:
        return
    while first <= last and not keep[first]:
        first += 1
    while last > first and not keep[last]:
        last -= 1
    if first > last:
        scope.last = 0
        return
    scope.first, scope.last = block_around(w, first), last + 1
    widen(w, scope, last)
    if not is_text_outside(w, scope):
        scope.first, scope.last = 0, w.page.rows
    row = w.page.parent[scope.first]
    while row >= 0:
        scope.depth += 1
        row = w.page.parent[row]
    first, row = scope.depth, w.page.parent[scope.first]
    while row >= 0:
        first -= 1
        scope.above[first] = row
        row = w.page.parent[row]


cdef int block_around(Walk* w, int row) noexcept nogil:
    """The nearest block that a row is in, itself perhaps."""
    while row > 0 and not bits_of(w, row) & BLOCK_TAG:
        row = w.page.parent[row]
    return row


cdef inline bint stays_beside(Walk* w, int row) noexcept nogil:
    """Is it shown wherever its parent is?"""
    return w.page.tag[row] == T_INPUT or bits_of(w, row) & CELL_TAG != 0


cdef void widen(Walk* w, Scope* scope, int last) noexcept nogil:
    """Let the scope reach to what stays beside those elements that hold its first and its last row."""
    cdef int row = scope.first, above = w.page.parent[row], child, outermost = row
    while above >= 0:
        child = above + 1
        while child < row:
            if stays_beside(w, child):
                outermost = above
                break
            child = w.page.end[child]
        row, above = above, w.page.parent[above]
    scope.first = block_around(w, outermost)
    row, above = last, w.page.parent[last]
    while above >= 0:
        child = w.page.end[row]
        while child < w.page.end[above]:
            if stays_beside(w, child) and child >= scope.last:
                scope.last = child + 1
            child = w.page.end[child]
        row, above = above, w.page.parent[above]


cdef bint is_text_outside(Walk* w, const Scope* scope) noexcept nogil:
    """Does a browser show some text outside of the scope?"""
    cdef int row = 0
    while row < w.page.rows:
        if scope.first <= row < scope.last:
            row = scope.last
        elif is_shown_text(w, row):
            return True
        else:
            row += 1
    return False


cdef inline bint is_shown_text(Walk* w, int row) noexcept nogil:
    return (
        w.page.tag[row] == T_TEXT and not w.row_flags[row] & INERT and w.page.text_end[row] > w.page.text_start[row]
    )
