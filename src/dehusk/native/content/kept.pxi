"""What is kept of a page, and all that stands above it."""

cdef enum:
    IN_CODE = 1
    KEPT = 2
    INCLUDED = 4
    COMPANION = 8
    HAS_RAW_TEXT = 16
    SHOWN = 32


cdef void read_rows(
    Walk* w, const Scope* scope, const uint8_t* keep, uint8_t* flags, int32_t* run
) noexcept nogil:
    """Which rows are in code, which of them are kept, and a number for the run of text of each."""
    cdef int at, row, code_end = 0, number = 0
    for at in range(rows_in(scope)):
        if stopped(w, ROW):
            return
        row = row_at(scope, at)
        number += w.row_flags[row] & STARTS_BLOCK != 0
        run[row] = number
        if bits_of(w, row) & CODE_TAG and w.page.end[row] > code_end:
            code_end = w.page.end[row]
        if row < code_end:
            flags[row] |= IN_CODE
        if keep[row] and not w.row_flags[row] & INERT:
            flags[row] |= KEPT


cdef void include_row(Walk* w, uint8_t* flags, int row) noexcept nogil:
    while row >= 0 and not flags[row] & INCLUDED:
        flags[row] |= INCLUDED
        row = w.page.parent[row]


cdef void include_companions(
    Walk* w, const Scope* scope, uint8_t* flags, const int32_t* run, int32_t* nearest, bint raw_text
) noexcept nogil:
    """Include the kept leaves, and those that belong to them whatever an extractor says.

    These are the rules of `KeptRows`: white space and line breaks between two kept leaves of one run,
    the empty lines of kept code, check boxes, and raw text beside a kept leaf.
    """
    cdef int row, between, previous = -1, first = -1
    cdef bint one_run, in_code
    cdef uint32_t bits
    for row in range(scope.first, scope.last):
        if stopped(w, ROW):
            return
        if not flags[row] & KEPT:
            continue
        include_row(w, flags, row)
        if first < 0:
            first = row
        elif row - previous > 1:
            one_run = run[row] == run[previous]
            in_code = flags[row] & flags[previous] & IN_CODE != 0
            if one_run or in_code:
                for between in range(previous + 1, row):
                    if w.page.end[between] != between + 1 or w.row_flags[between] & INERT:
                        continue
                    bits = bits_of(w, between)
                    if (one_run and bits & BLANK_TAG) or (
                        in_code and bits & EMPTY_LINE_TAG and flags[between] & IN_CODE
                    ):
                        if not has_ink(text_from(w, between), text_to(w, between)):
                            flags[between] |= COMPANION
        previous = row
    if first < 0:
        return
    for row in range(scope.first, scope.last):
        if w.page.tag[row] == T_INPUT and row > 0 and flags[w.page.parent[row]] & INCLUDED:
            flags[row] |= COMPANION
    if raw_text:
        include_raw_text(w, flags, nearest)
    for row in range(scope.first, scope.last):
        if flags[row] & COMPANION:
            include_row(w, flags, row)


cdef void include_raw_text(Walk* w, uint8_t* flags, int32_t* nearest) noexcept nogil:
    """Include the end of what has raw text, where a kept leaf stands in one block with it."""
    cdef int row, block, previous = -1, following = 0
    nearest[0] = -1
    for row in range(1, w.page.rows):
        block = w.page.parent[row]
        nearest[row] = block if bits_of(w, block) & BLOCK_TAG else nearest[block]
    for row in range(w.page.rows):
        if flags[row] & HAS_RAW_TEXT and row > 0 and not w.row_flags[w.page.parent[row]] & INERT:
            block = nearest[row]
            if following <= row:
                following = row
                while following < w.page.rows and not flags[following] & KEPT:
                    following += 1
            if block < 0 or previous >= block or following < w.page.end[block]:
                flags[w.page.end[row] - 1] |= COMPANION
        if flags[row] & KEPT:
            previous = row


cdef int number_positions(
    Walk* w, const Scope* scope, uint8_t* flags, const uint8_t* without, int32_t* position_of
) noexcept nogil:
    """Number what is included, all cells of a line among it; how many there are."""
    cdef int at, row, position = 0
    for at in range(rows_in(scope)):
        row = row_at(scope, at)
        position_of[row] = position
        if without != NULL and without[row]:
            continue
        if not flags[row] & INCLUDED:
            if not (bits_of(w, row) & CELL_TAG and row > 0 and flags[w.page.parent[row]] & INCLUDED):
                continue
        flags[row] |= SHOWN
        position += 1
    return position


cdef bint is_left_out_text(Walk* w, const uint8_t* flags, int row) noexcept nogil:
    """Is a row text that a browser shows, and that is not kept?"""
    return is_shown_text(w, row) and not flags[row] & (KEPT | COMPANION)


cdef void make_positions(
    Walk* w,
    const Scope* scope,
    const uint8_t* flags,
    const int32_t* run,
    const int32_t* position_of,
    int count,
) noexcept nogil:
    """Note by position what the walk will ask for."""
    cdef int at, row, end, position = 0, attribute = 0, tag, above, aside_end = 0
    cdef bint left_out_somewhere = scope.first > 0 or scope.last < w.page.rows
    cdef bint space_before = False, first_text = True
    cdef uint32_t bits
    cdef Totals counts
    memset(&counts, 0, sizeof(Totals))
    for row in range(scope.first, scope.last):
        if left_out_somewhere:
            break
        left_out_somewhere = is_left_out_text(w, flags, row)
    for at in range(rows_in(scope)):
        if stopped(w, ROW):
            return
        row = row_at(scope, at)
        tag = w.page.tag[row]
        bits = bits_of(w, row)
        if bits & NOT_PROSE_TAG and w.page.end[row] > aside_end:
            aside_end = w.page.end[row]
        if is_left_out_text(w, flags, row) or w.row_flags[row] & SPACE_BEFORE:
            space_before = True
        if not flags[row] & SHOWN:
            continue
        above = w.page.parent[row]
        w.row[position] = row
        end = count if w.page.end[row] >= scope.last else position_of[w.page.end[row]]
        w.ends[position] = max(end, position + 1)
        w.parents[position] = position_of[above] if above >= 0 and flags[above] & SHOWN else -1
        w.run[position] = run[row]
        w.before[position] = counts
        if at <= scope.depth:
            attribute = <int>first_attribute(&w.page, row)
        while attribute < w.page.attributes and w.page.attr_row[attribute] < row:
            attribute += 1
        w.first_attribute[position] = attribute
        w.kind[position] = NO_KIND
        w.spaced[position] = 0
        if tag == T_TEXT:
            if flags[row] & (KEPT | COMPANION):
                if not left_out_somewhere:
                    w.spaced[position] = w.row_flags[row] & SPACE_BEFORE != 0
                elif not first_text:
                    w.spaced[position] = space_before
                first_text = False
                space_before = False
            read_text(w, row, row >= aside_end)
        else:
            w.kind[position] = kind_of(w, row, attribute)
            if is_judged(w, position):
                w.asked[w.asked_count] = position
                w.asked_count += 1
            w.gutters = w.gutters or w.kind[position] == GUTTER_KIND
            w.noscripts = w.noscripts or action_of(w, position) == NOSCRIPT
        counts.structures += bits & STRUCTURE_TAG != 0
        counts.headings += bits & HEADING_TAG != 0
        counts.lines += bits & LINE_TAG != 0 or w.kind[position] == CODE_LINE_KIND
        counts.pres += tag == T_PRE
        counts.items += tag == T_LI
        position += 1
    w.count = position
    w.before[position] = counts
    w.first_attribute[position] = w.page.attributes


cdef void read_text(Walk* w, int row, bint may_be_prose) noexcept nogil:
    """Note what is in a text: prose, and signs that formulas are written with."""
    cdef const uint8_t* start = text_from(w, row)
    cdef const uint8_t* end = text_to(w, row)
    if not w.prose and may_be_prose:
        w.prose = has_ink(start, end)
    read_signs(w, start, end)


cdef void read_signs(Walk* w, const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Count the dollar signs in a text, and see whether it has what a formula may begin with."""
    cdef const uint8_t* at = start
    while at < end:
        at = <const uint8_t*>memchr(at, 36, end - at)
        if at == NULL:
            break
        at += 1
        w.dollars += 1
        w.delimiters = w.delimiters or (at < end and at[0] == 36)
    at = start
    while at < end and not w.delimiters:
        at = <const uint8_t*>memchr(at, 92, end - at)
        if at == NULL:
            break
        at += 1
        w.delimiters = at < end and (at[0] == 40 or at[0] == 91)


cdef int action_of(Walk* w, int position) noexcept nogil:
    cdef int tag = w.page.tag[w.row[position]]
    if tag < FIRST_CUSTOM:
        return TAG_ACTIONS[tag]
    return w.custom_actions[tag - FIRST_CUSTOM] if tag - FIRST_CUSTOM < w.custom_count else NOTHING


cdef bint is_judged(Walk* w, int position) noexcept nogil:
    """Does it take Python to say what an element is?"""
    cdef int kind = w.kind[position]
    return (
        action_of(w, position) == JUDGED
        or kind == FORMULA_KIND or kind == FORMULA_PREVIEW_KIND or kind == LATEX_IMAGE_KIND
        or kind == CALLOUT_KIND or kind == CALLOUT_IF_NAMED_KIND
    )


# Totals


cdef inline int structures(Walk* w, int position) noexcept nogil:
    """How many paragraphs, lists, tables and the like are inside an element."""
    return w.before[w.ends[position]].structures - w.before[position + 1].structures


cdef int visible_chars(Walk* w, int position) noexcept nogil:
    """How many characters of kept text, white space aside, an element holds, about."""
    cdef int at, row
    if w.visible_before == NULL:
        w.visible_before = <int32_t*>malloc((w.count + 1) * sizeof(int32_t))
        if w.visible_before == NULL:
            w.outcome = OUT_OF_MEMORY
            return 0
        w.visible_before[0] = 0
        for at in range(w.count):
            row = w.row[at]
            w.visible_before[at + 1] = w.visible_before[at]
            if w.page.tag[row] == T_TEXT:
                w.visible_before[at + 1] += ink_of(text_from(w, row), text_to(w, row))
    return w.visible_before[w.ends[position]] - w.visible_before[position]


cdef enum Figures:
    ARE_FIGURES, ARE_WORDS, BEYOND_TELLING


cdef int figures_in(Walk* w, int row) noexcept nogil:
    """Is a text only numbers? Only Python knows the digits of all scripts."""
    cdef const uint8_t* at = text_from(w, row)
    cdef const uint8_t* end = text_to(w, row)
    cdef int length, answer = ARE_FIGURES
    cdef uint32_t code
    while at < end:
        code = decode(at, end, &length)
        if code >= 0x80 and not is_space(code):
            answer = BEYOND_TELLING
        elif not (
            is_space(code) or code == 46 or code == 58 or code == 124 or code == 43 or code == 45
            or 48 <= code <= 57
        ):
            return ARE_WORDS
        at += length
    return answer


cdef bint figures_only(Walk* w, int position) noexcept nogil:
    """Has an element no text but numbers, as the line numbers beside code?"""
    return w.words_before[w.ends[position]] == w.words_before[position + 1]
