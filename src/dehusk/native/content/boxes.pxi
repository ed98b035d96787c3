"""Blocks in the making: each collects what stands inside an element until the element ends."""

cdef inline Box* top_box(Walk* w) noexcept nogil:
    return &w.boxes[w.box_count - 1]


cdef bint has_room(Walk* w, int levels) noexcept nogil:
    """May blocks be nested some levels deeper, here?"""
    return not w.inline_only and w.depth + levels <= MAX_DEPTH


cdef Box* push_box(Walk* w, int type, int first, int last) noexcept nogil:
    cdef Box* box
    if not grow(w, <void**>&w.boxes, w.box_count, &w.box_room, sizeof(Box)):
        return NULL
    box = &w.boxes[w.box_count]
    memset(box, 0, sizeof(Box))
    box.type = type
    box.first = first
    box.last = last
    box.parts = no_chain()
    box.caption = no_chain()
    box.inner = no_chain()
    box.argument = -1
    w.box_count += 1
    return box


cdef void push_frame(Walk* w, int end, int action) noexcept nogil:
    """Do something at a position; the formats of here end there, too."""
    if grow(w, <void**>&w.frames, w.frame_count, &w.frame_room, sizeof(Frame)):
        w.frames[w.frame_count].end = end
        w.frames[w.frame_count].action = action
        w.frames[w.frame_count].formats = w.formats
        w.frame_count += 1


cdef Box* open_range(Walk* w, int end, int type, int first, int last) noexcept nogil:
    """Collect the blocks up to a position in a box of their own; NULL where memory is short."""
    cdef Box* box
    flush(w)
    w.heading = 0
    box = push_box(w, type, first, last)
    if box != NULL:
        w.depth += 1
        push_frame(w, end, CLOSE_BOX)
    return box


cdef Box* open_box(Walk* w, int position, int type) noexcept nogil:
    """Collect the blocks of an element in a box of its own."""
    cdef int row = w.row[position]
    return open_range(w, w.ends[position], type, row, w.page.end[row])


cdef void open_beside(Walk* w, int position, int first, int last, int label) noexcept nogil:
    """Collect a note that stands in a line; the line goes on after it."""
    cdef Box* box = push_box(w, NOTE_BOX, first, last)
    if box == NULL or not grow(
        w, <void**>&w.beside, w.beside_count, &w.beside_room, sizeof(Beside)
    ):
        return
    box.argument = label
    w.beside[w.beside_count].line = w.line
    w.beside[w.beside_count].first = w.first
    w.beside[w.beside_count].run = w.current_run
    w.beside_count += 1
    w.line.base = w.piece_count
    new_line(w)
    w.first = -1
    w.depth += 1
    push_frame(w, w.ends[position], CLOSE_BESIDE)
    w.formats = 0


cdef void close_box(Walk* w) noexcept nogil:
    """End the innermost box: what it becomes is added to the box around it."""
    flush(w)
    end_box(w)


cdef void close_beside(Walk* w) noexcept nogil:
    flush(w)
    w.beside_count -= 1
    w.line = w.beside[w.beside_count].line
    w.first = w.beside[w.beside_count].first
    w.current_run = w.beside[w.beside_count].run
    end_box(w)


cdef void end_box(Walk* w) noexcept nogil:
    cdef Box box = top_box(w)[0]
    w.box_count -= 1
    w.depth -= 1
    add_parts(w, top_box(w), finished(w, &box))


cdef Chain finished(Walk* w, Box* box) noexcept nogil:
    """What takes the place of an element in the box around it."""
    if box.type == LIST_BOX:
        return finished_list(w, box)
    if box.type == ITEM_BOX:
        return held_by(w, box, ITEM_ROW)
    if box.type == QUOTE_BOX:
        return held_by(w, box, QUOTE_ROW)
    if box.type == NOTE_BOX:
        return finished_note(w, box)
    if box.type == FIGURE_BOX:
        return finished_figure(w, box)
    if box.type == DEFINITION_BOX:
        return finished_definitions(w, box)
    if box.type == MEANING_BOX:
        add_meaning(w, top_box(w), content_of(w, box))
        return no_chain()
    if box.type == CELL_BOX:
        finish_cell(w, box)
        return no_chain()
    return finished_table(w, box)


cdef void add_parts(Walk* w, Box* box, Chain parts) noexcept nogil:
    cdef int node = parts.first, following
    if box.type != DEFINITION_BOX or box.inner.first < 0:
        join(w, &box.parts, parts)
        return
    while node >= 0:
        following = w.nodes[node].next
        add_part(w, box, node)
        node = following


cdef void add_part(Walk* w, Box* box, int node) noexcept nogil:
    """Add what comes next. In a definition list what is neither term nor meaning is a meaning, too."""
    cdef Chain meaning
    if box.type != DEFINITION_BOX or box.inner.first < 0:
        append(w, &box.parts, node)
        return
    meaning = chain_of(w, node)
    if w.nodes[node].kind == RULE_ROW:
        meaning = no_chain()
    elif w.nodes[node].kind == ITEM_ROW:
        meaning = chain_of(w, list_of(w, meaning, False, 1))
    put_meaning(w, box, meaning)


cdef void add_block(Walk* w, int node) noexcept nogil:
    """Add a complete block after what stands in the line."""
    flush(w)
    add_part(w, top_box(w), node)


cdef Chain content_of(Walk* w, Box* box) noexcept nogil:
    """The blocks of a box: items without a list in one of their own, idle rules left out."""
    cdef Chain content = no_chain(), items = no_chain()
    cdef int node = box.parts.first, following, waiting = -1
    while node >= 0:
        following = w.nodes[node].next
        if w.nodes[node].kind == ITEM_ROW:
            append(w, &items, node)
            node = following
            continue
        if items.first >= 0:
            add_useful(w, &content, &waiting, list_of(w, items, False, 1))
            items = no_chain()
        add_useful(w, &content, &waiting, node)
        node = following
    if items.first >= 0:
        add_useful(w, &content, &waiting, list_of(w, items, False, 1))
    return content


cdef void add_useful(Walk* w, Chain* content, int* waiting, int node) noexcept nogil:
    """Add a block, unless it is a rule that parts nothing: first, last, or after another."""
    if w.nodes[node].kind == RULE_ROW:
        if content.first >= 0 and waiting[0] < 0:
            waiting[0] = node
        return
    if waiting[0] >= 0:
        append(w, content, waiting[0])
        waiting[0] = -1
    append(w, content, node)


cdef Chain held_by(Walk* w, Box* box, int kind) noexcept nogil:
    """The content of a box in a row of some kind, unless there is none."""
    cdef Chain content = content_of(w, box)
    cdef int node
    if content.first < 0:
        return content
    node = new_node(w, kind, box.first, box.last)
    w.nodes[node].number = box.number
    w.nodes[node].argument = box.argument
    hold(w, node, content)
    return chain_of(w, node)


cdef Chain finished_note(Walk* w, Box* box) noexcept nogil:
    cdef Chain note = held_by(w, box, FOOTNOTE_ROW)
    if note.first >= 0:
        w.said.written[box.argument] = 1
    return note


# Lists


cdef int list_of(Walk* w, Chain items, bint ordered, int start) noexcept nogil:
    cdef int node = new_node(
        w,
        NUMBERED_ROW if ordered else LIST_ROW,
        w.nodes[items.first].first,
        w.nodes[items.last].last,
    )
    w.nodes[node].number = start
    hold(w, node, items)
    return node


cdef Chain finished_list(Walk* w, Box* box) noexcept nogil:
    """A list, or several where headings or footnotes stand between the items.

    Anything else between two items belongs to the one before. A list without items is only an
    indentation: its content stands for itself.
    """
    cdef Chain blocks = no_chain(), items = no_chain(), more
    cdef int node = box.parts.first, following, kind, start = box.number, count = 0
    while node >= 0:
        following = w.nodes[node].next
        kind = w.nodes[node].kind
        if kind == ITEM_ROW:
            append(w, &items, node)
            count += 1
        elif items.first >= 0 and kind != HEADING_ROW and kind != FOOTNOTE_ROW:
            more = inside(w, items.last)
            append(w, &more, node)
            hold(w, items.last, more)
        else:
            if items.first >= 0:
                append(w, &blocks, list_of(w, items, box.ordered, start))
                start += count
                count = 0
                items = no_chain()
            append(w, &blocks, node)
        node = following
    if items.first < 0:
        return blocks
    node = list_of(w, items, box.ordered, start)
    append(w, &blocks, node)
    if blocks.first != node:
        return blocks
    if not box.ordered and (is_article(w, items) or is_gallery(w, items)):
        return contents_of(w, items)
    w.nodes[node].first = box.first
    w.nodes[node].last = box.last
    return blocks


cdef bint is_article(Walk* w, Chain items) noexcept nogil:
    """Is a list only a way to lay out a page: one item, which begins with the title?"""
    cdef int block = w.nodes[items.first].child
    return items.first == items.last and block >= 0 and (
        w.nodes[block].kind == HEADING_ROW and w.nodes[block].number == 1
    )


cdef bint is_gallery(Walk* w, Chain items) noexcept nogil:
    """Is a list only a way to lay out pictures?"""
    cdef int item = items.first, block
    while item >= 0:
        block = w.nodes[item].child
        while block >= 0:
            if w.nodes[block].kind != PARAGRAPH_ROW or not only_pictures(w, inside(w, block)):
                return False
            block = w.nodes[block].next
        item = w.nodes[item].next
    return True


cdef Chain contents_of(Walk* w, Chain holders) noexcept nogil:
    """What is inside of some rows, one after the other."""
    cdef Chain content = no_chain()
    cdef int node = holders.first
    while node >= 0:
        join(w, &content, inside(w, node))
        node = w.nodes[node].next
    return content


# Figures


cdef void add_caption(Walk* w, Box* box, Chain caption) noexcept nogil:
    """Add to the caption, on a line of its own."""
    if box.caption.first >= 0:
        append(w, &box.caption, new_node(w, BREAK_ROW, -1, -1))
    join(w, &box.caption, caption)


cdef int caption_of(Walk* w, Box* box) noexcept nogil:
    cdef int node = new_node(w, CAPTION_ROW, -1, -1)
    hold(w, node, box.caption)
    return node


cdef Chain finished_figure(Walk* w, Box* box) noexcept nogil:
    """A figure, if there is a caption and something that it describes."""
    cdef Chain content = one_by_one(w, content_of(w, box))
    cdef int node
    if box.caption.first < 0:
        return content
    if content.first < 0:
        node = new_node(w, PARAGRAPH_ROW, box.caption_first, box.caption_last)
        hold(w, node, box.caption)
        return chain_of(w, node)
    append(w, &content, caption_of(w, box))
    node = new_node(w, FIGURE_ROW, box.first, box.last)
    hold(w, node, content)
    return chain_of(w, node)


cdef Chain one_by_one(Walk* w, Chain blocks) noexcept nogil:
    """Blocks with a paragraph for each picture of those that have only pictures."""
    cdef Chain result = no_chain()
    cdef int node = blocks.first, following, part, next_part, paragraph
    while node >= 0:
        following = w.nodes[node].next
        if w.nodes[node].kind == PARAGRAPH_ROW and only_pictures(w, inside(w, node)):
            part = w.nodes[node].child
            while part >= 0:
                next_part = w.nodes[part].next
                if is_picture(w, part):
                    paragraph = new_node(w, PARAGRAPH_ROW, w.nodes[node].first, w.nodes[node].last)
                    hold(w, paragraph, chain_of(w, part))
                    append(w, &result, paragraph)
                part = next_part
        else:
            append(w, &result, node)
        node = following
    return result


# Definitions


cdef void add_term(Walk* w, Box* box, Chain content) noexcept nogil:
    cdef int node
    if box.inner.first < 0 or box.has_meaning:
        append(w, &box.inner, new_node(w, DEFINITION_ROW, -1, -1))
        box.has_meaning = False
    node = new_node(w, TERM_ROW, -1, -1)
    hold(w, node, content)
    put_into_definition(w, box, node)


cdef void add_meaning(Walk* w, Box* box, Chain content) noexcept nogil:
    """Add a `dd`; before any term it is only an indentation."""
    if content.first < 0:
        return
    if box.inner.first < 0:
        join(w, &box.parts, content)
    else:
        put_meaning(w, box, content)


cdef void put_meaning(Walk* w, Box* box, Chain content) noexcept nogil:
    cdef int node = new_node(w, MEANING_ROW, -1, -1)
    hold(w, node, content)
    put_into_definition(w, box, node)
    box.has_meaning = True


cdef void put_into_definition(Walk* w, Box* box, int node) noexcept nogil:
    cdef Chain parts = inside(w, box.inner.last)
    append(w, &parts, node)
    hold(w, box.inner.last, parts)


cdef Chain finished_definitions(Walk* w, Box* box) noexcept nogil:
    """A definition list, after whatever stood before its first term."""
    cdef Chain content = content_of(w, box)
    cdef int node
    if box.inner.first >= 0:
        node = new_node(w, DEFINITIONS_ROW, box.first, box.last)
        hold(w, node, box.inner)
        append(w, &content, node)
    return content
