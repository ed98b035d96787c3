"""Code blocks: their text line by line, without line numbers and copy buttons."""

cdef bint left_out_of_code(Walk* w, int position) noexcept nogil:
    cdef int tag = w.page.tag[w.row[position]]
    if bits_of(w, w.row[position]) & LEFT_OUT_OF_CODE_TAG:
        return True
    if w.kind[position] == GUTTER_KIND:
        return figures_only(w, position)
    return w.kind[position] == CODE_TOOLS_KIND or (tag >= FIRST_CUSTOM and action_of(w, position) == LEAVE_OUT)


cdef void add_code(Walk* w, const uint8_t* text, Py_ssize_t size, int* pieces, int* pending) noexcept nogil:
    if not size:
        return
    if pending[0] == 2 and text[0] != 10:
        put_byte(w, &w.scratch, 10)
        pieces[0] += 1
    pending[0] = 0
    put(w, &w.scratch, text, size)
    pieces[0] += 1


cdef void gather_code(Walk* w, int position) noexcept nogil:
    """The text of a code block, one line a line; `scratch` gets it as it stands in the source."""
    cdef int at = position + 1, end = w.ends[position], tag, row
    cdef int pieces = 0, pending = 0
    cdef bint is_block
    cdef CodeLine* line
    w.scratch.size = 0
    w.code_line_count = 0
    while at < end and not stopped(w, ROW):
        while w.code_line_count and w.code_lines[w.code_line_count - 1].end <= at:
            w.code_line_count -= 1
            line = &w.code_lines[w.code_line_count]
            if pieces and not (pieces > line.start and w.scratch.data[w.scratch.size - 1] == 10):
                if line.is_block:
                    pending = 2
                elif not pending:
                    pending = 1
        row = w.row[at]
        tag = w.page.tag[row]
        if tag == T_TEXT:
            add_code(w, text_from(w, row), text_to(w, row) - text_from(w, row), &pieces, &pending)
        elif tag == T_BR:
            add_code(w, <const uint8_t*>b"\n", 1, &pieces, &pending)
        elif left_out_of_code(w, at):
            at = w.ends[at]
            continue
        else:
            is_block = bits_of(w, w.row[at]) & (BLOCK_TAG | NOT_A_CODE_LINE_TAG) == BLOCK_TAG
            if is_block or w.kind[at] == CODE_LINE_KIND or tag == T_CODE:
                if pending:
                    put_byte(w, &w.scratch, 10)
                    pieces += 1
                    pending = 0
                if not grow(w, <void**>&w.code_lines, w.code_line_count, &w.code_line_room, sizeof(CodeLine)):
                    return
                line = &w.code_lines[w.code_line_count]
                line.end = w.ends[at]
                line.is_block = is_block
                line.start = pieces
                w.code_line_count += 1
        at += 1


cdef void clean_code(Walk* w) noexcept nogil:
    """`scratch` as `tidy`: without what has no meaning, blank lines at the start, and white space
    at the end."""
    cdef const uint8_t* at = w.scratch.data
    cdef const uint8_t* end = w.scratch.data + w.scratch.size
    cdef const uint8_t* start
    cdef uint32_t code, previous = 0
    cdef int length
    w.tidy.size = 0
    if not reserve(w, &w.tidy, w.scratch.size + 1):
        return
    while at < end and not stopped(w, 1):
        code = decode(at, end, &length)
        start = at
        at += length
        if code == 13 and at < end and at[0] == 10:
            continue
        if is_meaningless(code):
            continue
        if code == 0xA0:
            code = 32
            start = <const uint8_t*>b" "
            length = 1
        if code == 0x200B and not (
            separates_words(previous) and separates_words(next_meaningful(at, end))
        ):
            previous = code
            continue
        memcpy(w.tidy.data + w.tidy.size, start, length)
        w.tidy.size += length
        previous = code


cdef int code_block(Walk* w, int position) noexcept nogil:
    """`pre` and its kin; within a line such as a caption it is code like any other."""
    cdef const uint8_t* start
    cdef const uint8_t* end
    cdef const uint8_t* at
    if w.inline_only:
        return code_in_line(w, position)
    gather_code(w, position)
    clean_code(w)
    start = at = w.tidy.data
    end = w.tidy.data + w.tidy.size
    while at < end and (at[0] == 32 or at[0] == 9 or at[0] == 10):
        at += 1
        if (at - 1)[0] == 10:
            start = at
    at = start
    strip(&at, &end)
    if at < end:
        add_code_block(w, position, start, end)
    return w.ends[position]


cdef void add_code_block(Walk* w, int position, const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Add a block of code. Its argument is its position, its number whether the line before may be
    its title: what the argument and the title are is for Python to say."""
    cdef int row = w.row[position], node
    flush(w)
    node = new_node(w, CODE_BLOCK_ROW, row, w.page.end[row])
    w.nodes[node].argument = position
    w.nodes[node].number = may_have_title(w, position)
    w.nodes[node].text_start = <int>w.out.size
    put(w, &w.out, start, end - start)
    w.nodes[node].text_end = <int>w.out.size
    add_part(w, top_box(w), node)


cdef bint may_have_title(Walk* w, int position) noexcept nogil:
    """Is the line before code in one box with it, and of nothing but words?"""
    cdef Box* box = top_box(w)
    cdef Node* line
    cdef int around
    if (box.type != ROOT_BOX and box.type != QUOTE_BOX) or box.parts.first < 0:
        return False
    line = &w.nodes[box.parts.last]
    if line.kind != PARAGRAPH_ROW or line.child != line.last_child:
        return False
    if w.nodes[line.child].kind != TEXT_ROW:
        return False
    around = box_around_code(w, position)
    return around >= 0 and line.first > w.row[around]


cdef int box_around_code(Walk* w, int position) noexcept nogil:
    """The outermost element around code that holds little else, -1 where there is none."""
    cdef int most = visible_chars(w, position) + LONGEST_TITLE, found = -1, levels = 0
    cdef int above = w.parents[position]
    while above >= 0 and levels < LEVELS_AROUND_CODE:
        if bits_of(w, w.row[above]) & BEYOND_CODE_TAG or visible_chars(w, above) > most:
            break
        found = above
        above = w.parents[above]
        levels += 1
    return found


cdef int code_in_line(Walk* w, int position) noexcept nogil:
    if not is_code(w.formats):
        part_code(w)
    return open_format(w, position, CODE_SHAPE)
