"""Rows, in document order: what they inherit, what their attributes say, and what their text adds to blocks."""

cdef inline void inherit(Tables tables, Work* work, int32_t number, int32_t tag) noexcept nogil:
    cdef Row* row = &work.row[number]
    cdef int32_t parent = work.parent[number]
    if parent >= 0:
        row.around = work.row[parent].around
        row.hints = work.row[parent].hints
        row.named = work.row[parent].named
        row.heading = work.row[parent].heading
        row.flags = work.row[parent].flags
    else:
        row.named = NONE
    row.around |= tables.tag_around[tag]
    if tag == tables.link:
        row.flags |= ROW_LINKED
    if tables.tag_heading[tag]:
        row.heading = tables.tag_heading[tag]


cdef inline int32_t known_tag(Tables tables, uint16_t tag) noexcept nogil:
    return tag if tag < tables.last_tag else tables.last_tag


cdef inline void read_attribute(Tables tables, Work* work, Row* row, int32_t index) noexcept nogil:
    cdef uint8_t role = work.attr_role[work.attr_name[index]]
    cdef const uint8_t* text = work.attr_text + work.attr_start[index]
    cdef int32_t length = work.attr_end[index] - work.attr_start[index]
    if role == NOT_READ:
        return
    if role == NAMES_CLASS:
        row.classes = number_of_class(tables, work, text, length)
        row.kinds |= work.names[row.classes].kinds if row.classes else 0
    elif role == NAMES:
        row.kinds |= kinds_of_name(tables, text, length)
    elif hides(role, text, text + length):
        row.flags |= ROW_HIDDEN


cdef bint read_rows(Tables tables, Work* work) noexcept nogil:
    """Fill `row`, `shown_leaf` and `block`. False where the watch stops the work."""
    cdef int32_t number, tag, attr = 0
    cdef Row* row
    cdef Block* block
    cdef Text seen
    for number in range(work.rows):
        if passed(&work.watch, ROW + work.text_end[number] - work.text_start[number]):
            return False
        row = &work.row[number]
        tag = known_tag(tables, work.tag[number])
        inherit(tables, work, number, tag)
        while attr < work.attrs and work.attr_row[attr] <= number:
            read_attribute(tables, work, row, attr)
            attr += 1
        if row.kinds:
            row.hints |= row.kinds
            row.named = number
        if tables.tag_seen[tag] < SEEN_KINDS:
            work.tags_seen[tables.tag_seen[tag]] += 1
            work.tags_seen[SEEN_H1] += tables.tag_heading[tag] == 1
        work.shown_leaf[number] = is_shown(work.row_flags[number])
        if tag != 0 or work.block_of[number] == NONE:
            continue
        block = &work.block[work.block_of[number]]
        if row.flags & ROW_LINKED:
            block.links += 1
        if work.row_flags[number] & VISIBLE:
            read_text(
                tables, work.text + work.text_start[number], work.text + work.text_end[number], &seen
            )
            block.leaves += 1
            add_text(&block.text, &seen)
            if row.flags & ROW_LINKED:
                block.linked += seen.words
    return True
