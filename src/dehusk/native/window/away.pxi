"""What is shut away: hidden, part of a control, or the words of a button."""

cdef enum:
    HIDES = 1
    IS_BUTTON = 2


cdef struct Hiding:
    # The numbers of attributes that may hide an element, -1 for those that a page has not.
    int hidden, aria, style, role


cdef Hiding hiding_names(page):
    cdef dict numbers = page.attr_numbers
    return Hiding(
        numbers.get("hidden", -1), numbers.get("aria-hidden", -1),
        numbers.get("style", -1), numbers.get("role", -1),
    )


cdef void mark_away(
    const Columns* page,
    const Hiding* names,
    const Roles* roles,
    Py_ssize_t start,
    Py_ssize_t stop,
    uint8_t* out,
) noexcept nogil:
    """Mark what is shut away of some rows; `out` is all 0."""
    cdef Py_ssize_t number, row
    cdef const uint8_t* value
    cdef const uint8_t* end
    cdef int name
    cdef int32_t away_until = 0, button_until = 0
    cdef uint8_t own
    for number in range(page.attributes):
        row, name = page.attr_row[number], page.attr_name[number]
        if row >= stop:
            break
        if name != names.style and name != names.aria and name != names.hidden and name != names.role:
            continue
        if row < start and page.end[row] <= start:
            continue
        value, end = page.attr_text + page.attr_start[number], page.attr_text + page.attr_end[number]
        own = 0
        if (
            (name == names.style and style_hides(value, end))
            or (name == names.aria and aria_hides(value, end))
            or (name == names.hidden and hidden_hides(value, end))
        ):
            own = HIDES
        elif name == names.role and says_only(value, end, b"button", 6):
            own = IS_BUTTON
        if row >= start:
            out[row - start] |= own
        elif own == HIDES and page.end[row] > away_until:
            away_until = page.end[row]
        elif own == IS_BUTTON and page.end[row] > button_until:
            button_until = page.end[row]
    if start < stop:
        away_until = max(away_until, end_above(roles, page, start, CONTROL))
    for row in range(start, stop):
        own = out[row - start]
        if own & IS_BUTTON and page.end[row] > button_until:
            button_until = page.end[row]
        if own & HIDES or role_of(roles, page, row) & CONTROL:
            if page.end[row] > away_until:
                away_until = page.end[row]
        out[row - start] = row < away_until or (page.tag[row] == 0 and row < button_until)


def shut_away(page, roles):
    """What a page hides, what stands in a control, and the words in what acts as a button.

    Pictures are often clicked. `roles` are those of tags, see `Survey`.
    """
    cdef Columns columns
    cdef Hiding names = hiding_names(page)
    cdef Roles of_tags = roles_in(roles)
    cdef uint8_t* out
    columns = columns_of(page)[0]
    mask = np.zeros(columns.rows, np.bool_)
    out = own_mask(mask)
    with nogil:
        mark_away(&columns, &names, &of_tags, 0, columns.rows, out)
    return mask
