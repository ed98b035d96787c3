"""Tables of data, and tables that only place things on the page.

Spans are bounded: no attribute can make a table of more than `FIELDS_PER_CELL` fields for each of its
cells, `FREE_FIELDS` aside, and what is mostly void even so becomes plain content. While a table is open
its lines hold in `number` whether they are of its head, in `first` their position and in `last` that of
the section around them; cells hold in `first` and `last` how many columns and lines they span.
"""

cdef struct TableParts:
    # What is in a table: the tags of tables, and the ink; and whether it says that it only places things.
    bint declared
    int tables, heads, captions, cells, lines, structures
    int64_t visible_chars


cdef inline void count_part(TableParts* parts, int tag) noexcept nogil:
    parts.tables += tag == T_TABLE
    parts.heads += tag == T_TH
    parts.captions += tag == T_CAPTION
    parts.cells += tag == T_TD
    parts.lines += tag == T_TR


cdef bint only_places(const TableParts* parts) noexcept nogil:
    """Does a table only place things: one cell, tables within, large cells, or blocks in a few?

    The walk asks about what is kept of a table, completion about all of it.
    """
    if parts.tables:
        return True
    if parts.declared:
        # Data below several heads are a table, whatever it says.
        return parts.heads < 2 or parts.cells <= parts.heads
    if parts.heads or parts.captions:
        return False
    if parts.cells <= max(parts.lines, 1):
        return True
    if parts.visible_chars > LONG_CELL * parts.cells:
        return True
    return parts.cells <= FEW_CELLS and parts.structures > parts.cells


cdef bint is_layout(Walk* w, int position) noexcept nogil:
    """Does a table say that it is only layout, or look so? It says so by its role; in a callout one line
    is its sign and its text."""
    cdef TableParts parts
    cdef Box* box = top_box(w)
    cdef int at
    memset(&parts, 0, sizeof(parts))
    parts.declared = w.kind[position] == LAYOUT_KIND
    for at in range(position + 1, w.ends[position]):
        count_part(&parts, w.page.tag[w.row[at]])
        if parts.tables:
            return True
    if box.type == QUOTE_BOX and box.argument >= 0 and parts.lines <= 1:
        return True
    if not parts.heads and not parts.captions:
        parts.structures, parts.visible_chars = structures(w, position), visible_chars(w, position)
    return only_places(&parts)


cdef int table(Walk* w, int position) noexcept nogil:
    if not w.inline_only and not is_layout(w, position) and has_room(w, 2):
        open_box(w, position, TABLE_BOX)
    return position + 1


cdef int table_line(Walk* w, int position) noexcept nogil:
    cdef Box* box = top_box(w)
    cdef int above = w.parents[position], node
    if box.type == TABLE_BOX and not w.inline_only:
        node = new_node(w, LINE_ROW, position, above)
        w.nodes[node].number = above >= 0 and w.page.tag[w.row[above]] == T_THEAD
        append(w, &box.inner, node)
    return position + 1


cdef int span(Walk* w, int position, int code, int all_of_it) noexcept nogil:
    """How many columns or lines a cell spans."""
    cdef const uint8_t* at
    cdef const uint8_t* end
    cdef int value = 0, digits = 0
    if find(w, position, code, &at, &end) < 0:
        return 1
    strip(&at, &end)
    if at == end:
        return 1
    while at < end:
        if not 48 <= at[0] <= 57:
            return 1
        if digits < 9:
            value = 10 * value + at[0] - 48
            digits += 1
        at += 1
    return min(value, MAX_SPAN) if value else all_of_it


cdef int cell(Walk* w, int position) noexcept nogil:
    cdef Box* box = top_box(w)
    if w.inline_only or box.type != TABLE_BOX or box.inner.first < 0:
        return position + 1
    box = open_box(w, position, CELL_BOX)
    if box != NULL:
        box.number = w.page.tag[w.row[position]] == T_TH
        box.columns = span(w, position, COLSPAN, 1)
        box.lines = span(w, position, ROWSPAN, MAX_SPAN)
    return position + 1


cdef void finish_cell(Walk* w, Box* box) noexcept nogil:
    """Add a cell to the last line of the table around it."""
    cdef int line = top_box(w).inner.last
    cdef int node = new_node(w, CELL_ROW, box.columns, box.lines)
    cdef Chain cells = inside(w, line)
    w.nodes[node].number = box.number
    hold(w, node, content_of(w, box))
    append(w, &cells, node)
    hold(w, line, cells)


cdef Chain finished_table(Walk* w, Box* box) noexcept nogil:
    """The table after whatever stood outside of its cells; one filled cell is no table."""
    cdef Chain content = content_of(w, box), rows = no_chain(), lines
    cdef int filled = 0, node
    lines = filled_lines(w, box.inner, &filled)
    if filled < 2 and box.caption.first < 0:
        join(w, &content, contents_of_lines(w, lines))
        return content
    count_kept_lines(w, lines)
    if not is_bounded(w, lines):
        if box.caption.first >= 0:
            node = new_node(w, PARAGRAPH_ROW, box.first, box.last)
            hold(w, node, box.caption)
            append(w, &content, node)
        join(w, &content, contents_of_lines(w, lines))
        return content
    node = new_node(w, TABLE_ROW, box.first, box.last)
    w.nodes[node].number = header_lines(w, lines)
    if box.caption.first >= 0:
        append(w, &rows, caption_of(w, box))
    join(w, &rows, lines)
    note_spans(w, lines)
    hold(w, node, rows)
    append(w, &content, node)
    return content


cdef Chain filled_lines(Walk* w, Chain lines, int* filled) noexcept nogil:
    """The lines that have content, and how many cells have."""
    cdef Chain kept = no_chain()
    cdef int line = lines.first, following, cell, cells
    while line >= 0:
        following = w.nodes[line].next
        cells = 0
        cell = w.nodes[line].child
        while cell >= 0:
            cells += w.nodes[cell].child >= 0
            cell = w.nodes[cell].next
        if cells:
            append(w, &kept, line)
        filled[0] += cells
        line = following
    return kept


cdef Chain contents_of_lines(Walk* w, Chain lines) noexcept nogil:
    cdef Chain content = no_chain()
    cdef int line = lines.first
    while line >= 0:
        join(w, &content, contents_of(w, inside(w, line)))
        line = w.nodes[line].next
    return content


cdef int header_lines(Walk* w, Chain lines) noexcept nogil:
    """The lines of the head, or else a first line that has only header cells."""
    cdef int count = 0, line = lines.first, cell
    while line >= 0 and w.nodes[line].number:
        count += 1
        line = w.nodes[line].next
    if count or lines.first < 0:
        return count
    cell = w.nodes[lines.first].child
    while cell >= 0:
        if not w.nodes[cell].number:
            return 0
        cell = w.nodes[cell].next
    return 1


cdef void count_kept_lines(Walk* w, Chain lines) noexcept nogil:
    """Make spans count only lines that are kept, up to the end of their section."""
    cdef int start = lines.first, stop, cell
    cdef bint spans
    while start >= 0 and w.outcome == WALKING:
        spans = False
        stop = start
        while stop >= 0 and w.nodes[stop].last == w.nodes[start].last:
            cell = w.nodes[stop].child
            while cell >= 0 and not spans:
                spans = w.nodes[cell].last > 1
                cell = w.nodes[cell].next
            stop = w.nodes[stop].next
        if spans and number_lines(w, w.nodes[start].last):
            count_in_section(w, start, stop)
        start = stop


cdef bint number_lines(Walk* w, int section) noexcept nogil:
    """Number the lines of a section, kept or not, once."""
    cdef int row, position, number = 0
    if section < 0:
        return False
    if w.ordinals == NULL:
        w.ordinals = <int32_t*>malloc((w.count + 1) * sizeof(int32_t))
        if w.ordinals == NULL:
            w.outcome = OUT_OF_MEMORY
            return False
        memset(w.ordinals, 0xFF, (w.count + 1) * sizeof(int32_t))
    if w.ordinals[section] == -2:
        return True
    w.ordinals[section] = -2
    row = w.row[section] + 1
    position = section + 1
    while row < w.page.end[w.row[section]] and not stopped(w, ROW):
        while position < w.ends[section] and w.row[position] < row:
            position = w.ends[position]
        if w.page.tag[row] == T_TR:
            if position < w.ends[section] and w.row[position] == row:
                w.ordinals[position] = number
            number += 1
        row = w.page.end[row]
    return True


cdef void count_in_section(Walk* w, int start, int stop) noexcept nogil:
    """Make the cells of some lines of one section span those lines that begin before they end."""
    cdef int line = start, cell, count = 0, at
    cdef int32_t* places
    while line != stop:
        count += 1
        line = w.nodes[line].next
    places = <int32_t*>malloc(count * sizeof(int32_t))
    if places == NULL:
        w.outcome = OUT_OF_MEMORY
        return
    line = start
    for at in range(count):
        places[at] = w.ordinals[w.nodes[line].first]
        line = w.nodes[line].next
    line = start
    for at in range(count):
        cell = w.nodes[line].child
        while cell >= 0 and not stopped(w, ROW):
            if w.nodes[cell].last > 1:
                w.nodes[cell].last = lines_before(places, at, count, places[at] + w.nodes[cell].last)
            cell = w.nodes[cell].next
        line = w.nodes[line].next
    free(places)


cdef int lines_before(const int32_t* places, int first, int count, int place) noexcept nogil:
    """How many lines from one on stand before a place."""
    cdef int low = first, high = count, middle
    while low < high:
        middle = (low + high) // 2
        if places[middle] < place:
            low = middle + 1
        else:
            high = middle
    return low - first


cdef bint is_bounded(Walk* w, Chain lines) noexcept nogil:
    """Leave out spans that would blow the table up; False if even so it is mostly void."""
    cdef int line = lines.first, cell
    cdef int64_t most = FREE_FIELDS + FIELDS_PER_CELL * count_cells(w, lines)
    if grid_size(w, lines) <= most:
        return True
    while line >= 0:
        cell = w.nodes[line].child
        while cell >= 0:
            w.nodes[cell].first = w.nodes[cell].last = 1
            cell = w.nodes[cell].next
        line = w.nodes[line].next
    return grid_size(w, lines) <= most


cdef int64_t count_cells(Walk* w, Chain lines) noexcept nogil:
    cdef int line = lines.first, cell
    cdef int64_t cells = 0
    while line >= 0:
        cell = w.nodes[line].child
        while cell >= 0:
            cells += 1
            cell = w.nodes[cell].next
        line = w.nodes[line].next
    return cells


cdef int64_t grid_size(Walk* w, Chain lines) noexcept nogil:
    """How many fields a table has when every span is spelled out."""
    cdef int64_t count = 0, at, width = 0, widest = 0
    cdef int line = lines.first, cell
    cdef int64_t* change
    while line >= 0:
        count += 1
        line = w.nodes[line].next
    change = <int64_t*>calloc(count + 1, sizeof(int64_t))
    if change == NULL:
        w.outcome = OUT_OF_MEMORY
        return 0
    line = lines.first
    for at in range(count):
        cell = w.nodes[line].child
        while cell >= 0:
            change[at] += w.nodes[cell].first
            change[min(at + w.nodes[cell].last, count)] -= w.nodes[cell].first
            cell = w.nodes[cell].next
        line = w.nodes[line].next
    for at in range(count):
        width += change[at]
        widest = max(widest, width)
    free(change)
    return widest * count


cdef void note_spans(Walk* w, Chain lines) noexcept nogil:
    """Tell the spans of cells as their argument, columns before lines, where they are not one each."""
    cdef int line = lines.first, cell
    while line >= 0:
        w.nodes[line].number = 0
        w.nodes[line].first = w.nodes[line].last = -1
        cell = w.nodes[line].child
        while cell >= 0:
            if w.nodes[cell].first != 1 or w.nodes[cell].last != 1:
                w.nodes[cell].argument = w.nodes[cell].first << 11 | w.nodes[cell].last
            w.nodes[cell].first = w.nodes[cell].last = -1
            cell = w.nodes[cell].next
        line = w.nodes[line].next
