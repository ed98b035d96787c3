"""Lines: pieces of text with their formats, white space collapsed as in CSS, and what they become."""

cdef void collapse(Walk* w, Buffer* into, const uint8_t* at, const uint8_t* end, bint* visible) noexcept nogil:
    """White space collapsed and characters without width or meaning removed, as `line.collapse`."""
    cdef bint pending = False, has_newline = False, only_ascii = True
    cdef uint32_t previous = 0, written = 0, code
    cdef int length
    cdef const uint8_t* start
    cdef uint8_t group
    into.size = 0
    if not reserve(w, into, end - at + 1):
        return
    while at < end:
        group = BYTE_CLASS[at[0]]
        if group == PLAIN:
            if pending:
                into.data[into.size] = 32
                into.size += 1
                pending = False
            start = at
            at += 1
            while at < end and (
                BYTE_CLASS[at[0]] == PLAIN
                or (at[0] == 32 and at + 1 < end and BYTE_CLASS[at[1]] == PLAIN)
            ):
                at += 1
            memcpy(into.data + into.size, start, at - start)
            into.size += at - start
            previous = written = (at - 1)[0]
            visible[0] = True
            if stopped(w, at - start):
                return
            continue
        code = decode(at, end, &length)
        start = at
        at += length
        if stopped(w, length):
            return
        if is_collapsible(code):
            if not pending:
                pending = True
                has_newline = False
                only_ascii = True
            if code == 10:
                has_newline = True
            elif not (code == 32 or code == 9 or code == 13 or code == 12):
                only_ascii = False
            previous = 32
            continue
        if is_meaningless(code):
            continue
        if code == 0x200B and not (
            separates_words(previous) and separates_words(next_meaningful(at, end))
        ):
            previous = code
            continue
        if pending:
            if not (has_newline and only_ascii and is_cjk(written) and is_cjk(code)):
                into.data[into.size] = 32
                into.size += 1
            pending = False
        memcpy(into.data + into.size, start, length)
        into.size += length
        previous = written = code
        if not is_space(code) and not is_invisible(code):
            visible[0] = True
    if pending:
        into.data[into.size] = 32
        into.size += 1


# Formats: up to seven shapes, the first in the lowest bits, and the link that one of them may be

cdef enum Shape:
    LINK_SHAPE = 1
    EMPHASIS_SHAPE, STRONG_SHAPE, STRIKE_SHAPE, RAISED_SHAPE, LOWERED_SHAPE, CODE_SHAPE

cdef int ROW_OF_SHAPE[CODE_SHAPE]
ROW_OF_SHAPE[:] = [
    0, LINK_ROW, EMPHASIS_ROW, STRONG_ROW, STRIKETHROUGH_ROW, SUPERSCRIPT_ROW, SUBSCRIPT_ROW
]


cdef inline uint64_t has_mark(int shape) noexcept nogil:
    return <uint64_t>1 << (23 + shape)


cdef inline bint has_shape(uint64_t formats, int shape) noexcept nogil:
    return formats & has_mark(shape) != 0


cdef inline bint is_code(uint64_t formats) noexcept nogil:
    return has_shape(formats, CODE_SHAPE)


cdef inline int shape_at(uint64_t formats, int index) noexcept nogil:
    return <int>(formats >> (3 * index) & 7)


cdef uint64_t with_shape(uint64_t formats, int shape, uint64_t link) noexcept nogil:
    cdef int index = 0
    while shape_at(formats, index):
        index += 1
    formats |= <uint64_t>shape << (3 * index) | has_mark(shape)
    return formats | link << 32 if shape == LINK_SHAPE else formats


cdef uint64_t first_shapes(uint64_t formats, int count) noexcept nogil:
    cdef uint64_t result = 0
    cdef int index
    for index in range(count):
        result = with_shape(result, shape_at(formats, index), formats >> 32)
    return result


cdef uint64_t without_shape(uint64_t formats, int shape) noexcept nogil:
    cdef uint64_t result = 0
    cdef int index = 0
    if not has_shape(formats, shape):
        return formats
    while shape_at(formats, index):
        if shape_at(formats, index) != shape:
            result = with_shape(result, shape_at(formats, index), formats >> 32)
        index += 1
    return result


cdef uint64_t common(uint64_t one, uint64_t other) noexcept nogil:
    """The formats that two pieces share from the first on."""
    cdef int count = 0, shape
    if one == other:
        return one
    while True:
        shape = shape_at(one, count)
        if not shape or shape != shape_at(other, count):
            break
        if shape == LINK_SHAPE and one >> 32 != other >> 32:
            break
        count += 1
    return first_shapes(one, count)


# Pieces


cdef inline bint has_pieces(Walk* w) noexcept nogil:
    return w.piece_count > w.line.base


cdef inline Piece* last_piece(Walk* w) noexcept nogil:
    return &w.pieces[w.piece_count - 1] if has_pieces(w) else NULL


cdef void new_line(Walk* w) noexcept nogil:
    w.piece_count = w.line.base
    w.line.gap = NO_GAP
    w.line.visible = False


cdef void add_piece(Walk* w, int type, uint64_t formats, int node) noexcept nogil:
    cdef Piece* piece
    if not grow(w, <void**>&w.pieces, w.piece_count, &w.piece_room, sizeof(Piece)):
        return
    piece = &w.pieces[w.piece_count]
    piece.type = type
    piece.node = node
    piece.formats = formats
    piece.start = piece.end = <int>w.out.size
    w.piece_count += 1


cdef void add_words(Walk* w, const uint8_t* start, const uint8_t* end, uint64_t formats) noexcept nogil:
    """Add text as it is to be read; it belongs to the piece before where that has the same formats."""
    cdef Piece* piece = last_piece(w)
    if (
        piece == NULL or piece.type != WORDS or piece.formats != formats
        or piece.end != w.out.size
    ):
        add_piece(w, WORDS, formats, 0)
        piece = last_piece(w)
    if is_code(formats):
        put_code(w, start, end)
    else:
        put(w, &w.out, start, end - start)
    if piece != NULL:
        piece.end = <int>w.out.size


cdef void put_code(Walk* w, const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Code within a line: its no-break spaces are spaces."""
    while at < end:
        if at[0] == 0xC2 and at + 1 < end and at[1] == 0xA0:
            put_byte(w, &w.out, 32)
            at += 2
        else:
            put_byte(w, &w.out, at[0])
            at += 1


cdef void fill_gap(Walk* w, uint64_t formats, bint words, uint32_t first) noexcept nogil:
    """Put the gap between the last piece and the following one."""
    cdef Piece* last = last_piece(w)
    cdef int gap = w.line.gap
    cdef uint64_t within = last.formats
    w.line.gap = NO_GAP
    if gap == IMPLIED_GAP:
        if words and is_cjk(first):
            return
        if last.type == WORDS and is_cjk(
            decode_last(w.out.data + last.start, w.out.data + last.end)
        ):
            return
        w.line.gap_text[0] = 32
        w.line.gap_length = 1
    w.line.visible = True
    within = common(common(within, w.line.gap_formats), formats)
    if gap == BREAK_GAP:
        add_piece(w, BREAK, without_shape(within, CODE_SHAPE), 0)
    else:
        add_words(w, w.line.gap_text, w.line.gap_text + w.line.gap_length, within)


cdef void add_gap(Walk* w, int gap, const uint8_t* text, int length, uint64_t formats) noexcept nogil:
    """Add white space: of several in a row the widest stays."""
    if not has_pieces(w):
        return
    if w.line.gap != NO_GAP:
        w.line.gap_formats = common(w.line.gap_formats, formats)
        if gap <= w.line.gap:
            return
    else:
        w.line.gap_formats = formats
    w.line.gap = gap
    memcpy(w.line.gap_text, text, length)
    w.line.gap_length = length


cdef void add_solid(Walk* w, const uint8_t* start, const uint8_t* end, uint64_t formats) noexcept nogil:
    """Add white space as one character: a no-break or wide space where there is one."""
    cdef int length
    cdef uint32_t code
    while start < end:
        code = decode(start, end, &length)
        if not is_collapsible(code):
            add_gap(w, SOLID_GAP, start, length, formats)
            return
        start += length
    add_gap(w, SPACE_GAP, <const uint8_t*>b" ", 1, formats)


cdef void imply_gap(Walk* w, int gap, uint64_t formats) noexcept nogil:
    w.line.gap = gap
    w.line.gap_text[0] = 32
    w.line.gap_length = 1
    w.line.gap_formats = formats


cdef void add_space(Walk* w) noexcept nogil:
    """Set what follows apart, unless it is Chinese or Japanese, which know no spaces."""
    cdef Piece* last = last_piece(w)
    if last != NULL and w.line.gap == NO_GAP:
        if last.type == ATOM and w.nodes[last.node].kind == IMAGE_ROW:
            imply_gap(w, SPACE_GAP, last.formats)
        else:
            imply_gap(w, IMPLIED_GAP, last.formats)


cdef void part_code(Walk* w) noexcept nogil:
    """Set code apart from other code right before it: two boxes are two words."""
    if has_pieces(w) and w.line.gap == NO_GAP and is_code(last_piece(w).formats):
        imply_gap(w, IMPLIED_GAP, without_shape(last_piece(w).formats, CODE_SHAPE))


cdef void add_break(Walk* w, uint64_t formats) noexcept nogil:
    add_gap(w, BREAK_GAP, <const uint8_t*>b"\n", 1, formats)


cdef void add_text(Walk* w, const uint8_t* start, const uint8_t* end, uint64_t formats) noexcept nogil:
    """Add text as it stands in the source."""
    cdef const uint8_t* core
    cdef const uint8_t* core_end
    cdef bint visible = False
    cdef int length
    collapse(w, &w.scratch, start, end, &visible)
    start = core = w.scratch.data
    end = core_end = w.scratch.data + w.scratch.size
    strip(&core, &core_end)
    if core == core_end:
        if start < end:
            add_solid(w, start, end, formats)
        return
    if start < core:
        add_solid(w, start, core, formats)
    if w.line.gap != NO_GAP:
        fill_gap(w, formats, True, decode(core, core_end, &length))
    add_words(w, core, core_end, formats)
    w.line.visible = w.line.visible or visible or has_visible(core, core_end)
    if core_end < end:
        add_solid(w, core_end, end, formats)


cdef void add_atom(Walk* w, int node, uint64_t formats) noexcept nogil:
    """Add a thing that is no text."""
    if w.line.gap != NO_GAP:
        fill_gap(w, formats, False, 0)
    add_piece(w, ATOM, formats, node)
    w.line.visible = True


# From pieces to rows


cdef Chain build_line(Walk* w) noexcept nogil:
    """The content of the line, empty where a reader would see nothing; then a new line begins."""
    cdef Chain content = no_chain()
    if has_pieces(w) and w.line.visible:
        content = nest(w)
    new_line(w)
    return content


cdef Chain nest(Walk* w) noexcept nogil:
    """The pieces as a tree: neighbours that share a format are together inside of it."""
    cdef Chain levels[8]
    cdef int nodes[8]
    cdef int depth = 0, shared, shape, node, text_node = -1
    cdef Py_ssize_t index
    cdef Piece* piece
    cdef uint64_t current = 0
    levels[0] = no_chain()
    for index in range(w.line.base, w.piece_count):
        piece = &w.pieces[index]
        if stopped(w, ROW):
            break
        if piece.formats != current:
            text_node = -1
            shared = shared_levels(current, piece.formats)
            while depth > shared:
                hold(w, nodes[depth], levels[depth])
                depth -= 1
            shape = shape_at(piece.formats, depth)
            while shape and shape != CODE_SHAPE:
                node = new_node(w, ROW_OF_SHAPE[shape], -1, -1)
                if shape == LINK_SHAPE:
                    address_link(w, node, <int>(piece.formats >> 32) - 1)
                append(w, &levels[depth], node)
                depth += 1
                nodes[depth] = node
                levels[depth] = no_chain()
                shape = shape_at(piece.formats, depth)
            current = piece.formats
        if piece.type != WORDS:
            text_node = -1
            node = piece.node if piece.type == ATOM else new_node(w, BREAK_ROW, -1, -1)
            append(w, &levels[depth], node)
        elif text_node >= 0:
            lengthen(w, text_node, piece)
        else:
            text_node = new_node(w, CODE_ROW if is_code(current) else TEXT_ROW, -1, -1)
            w.nodes[text_node].text_start = piece.start
            w.nodes[text_node].text_end = piece.end
            append(w, &levels[depth], text_node)
    while depth:
        hold(w, nodes[depth], levels[depth])
        depth -= 1
    return levels[0]


cdef void address_link(Walk* w, int node, int position) noexcept nogil:
    """Say where a part of the link at a position leads; its address is written once for all parts."""
    cdef LinkText* link
    if w.links == NULL:
        w.links = <LinkText*>calloc(w.count, sizeof(LinkText))
        if w.links == NULL:
            w.outcome = OUT_OF_MEMORY
            return
    link = &w.links[position]
    if not link.is_known:
        read_link(w, link, position)
    w.nodes[node].text_start = link.start
    w.nodes[node].text_end = link.end
    w.nodes[node].argument = link.argument


cdef void read_link(Walk* w, LinkText* link, int position) noexcept nogil:
    """Write the address of a link, unless joining takes more than two parts."""
    cdef const uint8_t* start
    cdef const uint8_t* end
    cdef Address address
    cdef Py_ssize_t size
    link.is_known = True
    find(w, position, LINK_TITLE, &start, &end)
    link.argument = -1 if is_blank(start, end) else position
    find(w, position, HREF, &start, &end)
    address = read_address(&w.base, start, end)
    size = most_bytes(&w.base, &address)
    if address.resolution == TO_JOIN:
        link.argument = position
    elif w.address_bytes + size <= MOST_ADDRESSES and reserve(w, &w.out, size):
        w.address_bytes += size
        link.start = <int>w.out.size
        w.out.size += write_address(w.out.data + w.out.size, &w.base, &address)
        link.end = <int>w.out.size


cdef int shared_levels(uint64_t one, uint64_t other) noexcept nogil:
    """How many formats two pieces share from the first on, code aside."""
    cdef uint64_t both = without_shape(common(one, other), CODE_SHAPE)
    cdef int count = 0
    while shape_at(both, count):
        count += 1
    return count


cdef void lengthen(Walk* w, int node, Piece* piece) noexcept nogil:
    """Add a piece to a text that a note within the line has parted from it."""
    cdef int start = w.nodes[node].text_start, end = w.nodes[node].text_end
    cdef Py_ssize_t size = end - start
    if end != w.out.size:
        if not reserve(w, &w.out, size):
            return
        w.nodes[node].text_start = <int>w.out.size
        put(w, &w.out, w.out.data + start, size)
    size = piece.end - piece.start
    if reserve(w, &w.out, size):
        put(w, &w.out, w.out.data + piece.start, size)
    w.nodes[node].text_end = <int>w.out.size


# Pictures among text


cdef bint is_picture(Walk* w, int node) noexcept nogil:
    """An image, or a link around images."""
    cdef int part
    if w.nodes[node].kind != LINK_ROW:
        return w.nodes[node].kind == IMAGE_ROW
    part = w.nodes[node].child
    while part >= 0:
        if w.nodes[part].kind != IMAGE_ROW:
            return False
        part = w.nodes[part].next
    return w.nodes[node].child >= 0


cdef bint only_pictures(Walk* w, Chain content) noexcept nogil:
    """Are there images and no words?"""
    cdef bint found = False
    cdef int node = content.first
    cdef Node* part
    while node >= 0:
        part = &w.nodes[node]
        if is_picture(w, node):
            found = True
        elif part.kind != TEXT_ROW or not is_blank(
            w.out.data + part.text_start, w.out.data + part.text_end
        ):
            return False
        node = part.next
    return found


cdef bint has_parts(Walk* w, Chain content) noexcept nogil:
    """Are there line breaks and pictures, so that lines may be parts of their own?"""
    cdef int count = 0, node = content.first
    cdef bint breaks = False, pictures = False
    while node >= 0:
        count += 1
        breaks = breaks or w.nodes[node].kind == BREAK_ROW
        pictures = pictures or is_picture(w, node)
        node = w.nodes[node].next
    return count >= 3 and breaks and pictures


cdef void add_parted(Walk* w, Chain content, int first, int last) noexcept nogil:
    """Add a paragraph in parts: a line that has only pictures is a part of its own."""
    cdef Chain line = no_chain(), part = no_chain()
    cdef int node = content.first, following, line_break = -1, next_break = -1
    cdef bint after_pictures = True, pictures
    while True:
        following = w.nodes[node].next if node >= 0 else -1
        if node >= 0 and w.nodes[node].kind != BREAK_ROW:
            append(w, &line, node)
            node = following
            continue
        next_break = node
        pictures = only_pictures(w, line)
        if pictures or after_pictures:
            add_paragraph(w, part, first, last)
            part = line
        else:
            append(w, &part, line_break)
            join(w, &part, line)
        after_pictures = pictures
        line = no_chain()
        line_break = next_break
        if node < 0:
            break
        node = following
    add_paragraph(w, part, first, last)


cdef void add_paragraph(Walk* w, Chain content, int first, int last) noexcept nogil:
    """Add a paragraph, or the heading that the first paragraph of an element may be."""
    cdef int node
    if content.first < 0:
        return
    node = new_node(w, HEADING_ROW if w.heading else PARAGRAPH_ROW, first, last)
    w.nodes[node].number = w.heading
    w.heading = 0
    hold(w, node, content)
    add_part(w, top_box(w), node)


cdef void flush(Walk* w) noexcept nogil:
    """End the paragraph, if there is one."""
    cdef Chain content
    cdef int top, last
    if not has_pieces(w):
        return
    content = build_line(w)
    if content.first >= 0:
        top = top_of_paragraph(w)
        last = max(w.page.end[w.row[top]], w.page.end[w.row[w.last if w.last >= 0 else w.count - 1]])
        if has_parts(w, content):
            add_parted(w, content, w.row[top], last)
        else:
            add_paragraph(w, content, w.row[top], last)
    w.last_before = w.last
    w.first = -1


cdef int top_of_paragraph(Walk* w) noexcept nogil:
    """The nearest block that holds the paragraph and nothing else, or its first leaf.

    A quotation mark that nothing precedes in its line stands nowhere: the last leaf stands for it.
    """
    cdef int top = w.first if w.first >= 0 else w.count - 1, above
    while not bits_of(w, w.row[top]) & BLOCK_TAG:
        above = w.parents[top]
        if above <= w.last_before or w.ends[above] > w.position:
            break
        top = above
    return top
