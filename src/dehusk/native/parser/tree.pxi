# The tree while it grows: nodes, the stack of open elements, active formatting elements.
# A part of `parse.pxi`, in the order in which that file includes them.

# --------------------------------------------------------------------------------------------------
# The tree
# --------------------------------------------------------------------------------------------------

cdef inline int32_t new_node(Parser* p, int32_t tag) noexcept nogil:
    cdef int32_t number = p.node_count
    cdef Node* node = &p.nodes[number]
    node.parent = node.first = node.last = node.prev = node.next = node.open = NONE
    node.tag = tag
    node.extra = 0
    node.extra_count = 0
    node.source_start = node.source_end = NONE
    node.flags = 0
    p.node_count += 1
    return number


cdef inline void append_child(Parser* p, int32_t parent, int32_t child) noexcept nogil:
    cdef Node* above = &p.nodes[parent]
    cdef Node* node = &p.nodes[child]
    node.parent = parent
    node.prev = above.last
    node.next = NONE
    if above.last == NONE:
        above.first = child
    else:
        p.nodes[above.last].next = child
    above.last = child
    if above.flags & ENDS_IN_COMMENT:
        above.flags &= ~ENDS_IN_COMMENT
        node.flags |= AFTER_COMMENT


cdef void insert_before(Parser* p, int32_t before, int32_t child) noexcept nogil:
    cdef Node* next = &p.nodes[before]
    cdef Node* node = &p.nodes[child]
    p.reordered = True
    node.parent = next.parent
    node.prev = next.prev
    node.next = before
    if next.prev == NONE:
        p.nodes[next.parent].first = child
    else:
        p.nodes[next.prev].next = child
    next.prev = child
    if next.flags & AFTER_COMMENT:
        next.flags &= ~AFTER_COMMENT
        node.flags |= AFTER_COMMENT


cdef void unlink(Parser* p, int32_t child) noexcept nogil:
    cdef Node* node = &p.nodes[child]
    p.reordered = True
    if node.parent == NONE:
        return
    if node.prev == NONE:
        p.nodes[node.parent].first = node.next
    else:
        p.nodes[node.prev].next = node.next
    if node.next == NONE:
        p.nodes[node.parent].last = node.prev
    else:
        p.nodes[node.next].prev = node.prev
    if node.flags & AFTER_COMMENT:
        node.flags &= ~AFTER_COMMENT
        if node.next == NONE:
            p.nodes[node.parent].flags |= ENDS_IN_COMMENT
        else:
            p.nodes[node.next].flags |= AFTER_COMMENT
    node.parent = node.prev = node.next = NONE


cdef void move_children(Parser* p, int32_t source, int32_t target) noexcept nogil:
    """Hang all children of one element below another, which has none."""
    cdef Node* old = &p.nodes[source]
    cdef Node* new = &p.nodes[target]
    cdef int32_t child = old.first
    p.reordered = True
    while child != NONE:
        p.nodes[child].parent = target
        child = p.nodes[child].next
    new.first = old.first
    new.last = old.last
    new.flags |= old.flags & ENDS_IN_COMMENT
    old.first = old.last = NONE
    old.flags &= ~ENDS_IN_COMMENT


cdef void foster_place(Parser* p, int32_t* parent, int32_t* before) noexcept nogil:
    """Where content goes that stands between the parts of a table: before the table."""
    cdef int32_t table = p.tags[<int>T_TABLE].html_top
    cdef int32_t template = p.tags[<int>T_TEMPLATE].html_top
    before[0] = NONE
    if template != NONE and (table == NONE or p.opens[template].label > p.opens[table].label):
        parent[0] = p.opens[template].node
    elif table == NONE:
        parent[0] = p.opens[p.bottom].node
    elif p.nodes[p.opens[table].node].parent != NONE:
        before[0] = p.opens[table].node
        parent[0] = p.nodes[before[0]].parent
    else:
        parent[0] = p.opens[p.opens[table].below].node


cdef inline void place(Parser* p, int32_t target, uint32_t target_flags, int32_t child) noexcept nogil:
    """Insert a node at the "appropriate place" in or near an element."""
    cdef int32_t parent = target, before = NONE
    if p.foster and target_flags & TABLEISH:
        foster_place(p, &parent, &before)
        p.reordered = True
    if before == NONE:
        append_child(p, parent, child)
    else:
        insert_before(p, before, child)


cdef void extend_text(Parser* p, int32_t text, Run* run) noexcept nogil:
    cdef Node* node = &p.nodes[text]
    cdef Piece* piece
    node.source_start = min(node.source_start, run.source_start)
    node.source_end = max(node.source_end, run.source_end)
    if node.extra == NONE:
        if follows(node.first, node.last, run.start):
            node.last += run.length
            return
    else:
        piece = &p.pieces[node.extra_count]
        if follows(piece.start, piece.length, run.start):
            piece.length += run.length
            return
    piece = &p.pieces[p.piece_count]
    piece.start = run.start
    piece.length = run.length
    piece.next = NONE
    if node.extra == NONE:
        node.extra = p.piece_count
    else:
        p.pieces[node.extra_count].next = p.piece_count
    node.extra_count = p.piece_count
    p.piece_count += 1


cdef inline bint follows(int32_t start, int32_t length, int32_t next) noexcept nogil:
    """Whether the text at `next` comes right after another, in the source or in the side buffer."""
    if start >= 0:
        return next == start + length
    return next < 0 and ~next == ~start + length


cdef inline void set_text(Parser* p, int32_t number, Run* run) noexcept nogil:
    cdef Node* node = &p.nodes[number]
    node.flags |= HAS_TEXT
    node.first = run.start
    node.last = run.length
    node.extra = node.extra_count = NONE
    node.source_start = run.source_start
    node.source_end = run.source_end


cdef void insert_text(Parser* p, Run* run) noexcept nogil:
    cdef Open* top = &p.opens[p.top]
    cdef int32_t parent = top.node, before = NONE, previous
    cdef bint apart
    if p.foster and top.flags & TABLEISH:
        foster_place(p, &parent, &before)
        p.reordered = True
    if before == NONE:
        previous = p.nodes[parent].last
        apart = p.nodes[parent].flags & ENDS_IN_COMMENT
    else:
        previous = p.nodes[before].prev
        apart = p.nodes[before].flags & AFTER_COMMENT
    if previous != NONE and not apart and p.nodes[previous].tag == T_TEXT:
        extend_text(p, previous, run)
        return
    previous = new_node(p, T_TEXT)
    if before == NONE:
        append_child(p, parent, previous)
    else:
        insert_before(p, before, previous)
    set_text(p, previous, run)


cdef int32_t new_element(Parser* p, int32_t tag) noexcept nogil:
    """An element for the start tag at hand, with its attributes."""
    cdef int32_t number = new_node(p, tag)
    cdef Node* node = &p.nodes[number]
    node.extra = p.attr_first
    node.extra_count = p.attr_count - p.attr_first
    node.source_start = p.token_start
    p.attrs_taken = True
    return number


cdef int32_t copy_element(Parser* p, int32_t original) noexcept nogil:
    cdef int32_t number = new_node(p, p.nodes[original].tag)
    p.nodes[number].extra = p.nodes[original].extra
    p.nodes[number].extra_count = p.nodes[original].extra_count
    p.copies_left -= 1 + p.nodes[original].extra_count
    return number


# --------------------------------------------------------------------------------------------------
# The stack of open elements
# --------------------------------------------------------------------------------------------------

cdef inline int32_t* chain_of(Parser* p, int32_t tag) noexcept nogil:
    """Where the topmost open element of a name is kept; foreign ones apart, in lower case."""
    cdef TagInfo* info = &p.tags[tag]
    if info.flags & FOREIGN:
        return &p.tags[info.token].foreign_top
    return &info.html_top


cdef inline int32_t new_open(Parser* p, int32_t node, uint32_t node_flags) noexcept nogil:
    cdef int32_t number = p.opens_free
    cdef Open* entry
    if number == NONE:
        number = p.opens_used
        p.opens_used += 1
    else:
        p.opens_free = p.opens[number].below
    entry = &p.opens[number]
    entry.node = node
    entry.tag = p.nodes[node].tag
    entry.flags = p.tags[entry.tag].flags | node_flags
    p.nodes[node].open = number
    return number


cdef inline void look_below(Parser* p, int32_t number) noexcept nogil:
    """Let an entry know the nearest boundaries from itself down."""
    cdef Open* entry = &p.opens[number]
    cdef Open* below
    entry.special = entry.wall = entry.scope = entry.html = NONE
    if entry.below != NONE:
        below = &p.opens[entry.below]
        entry.special = below.special
        entry.wall = below.wall
        entry.scope = below.scope
        entry.html = below.html
    if entry.flags & SPECIAL:
        entry.special = number
    if entry.flags & WALL:
        entry.wall = number
    if entry.flags & SCOPE:
        entry.scope = number
    if not entry.flags & FOREIGN:
        entry.html = number


cdef inline void push(Parser* p, int32_t node, uint32_t node_flags) noexcept nogil:
    cdef int32_t number = new_open(p, node, node_flags)
    cdef Open* entry = &p.opens[number]
    cdef int32_t* chain = chain_of(p, entry.tag)
    entry.below = p.top
    entry.above = NONE
    if p.top == NONE:
        entry.label = 0
        p.bottom = number
    else:
        entry.label = p.opens[p.top].label + (<int64_t>1 << LABEL_GAP_BITS)
        p.opens[p.top].above = number
    entry.same_below = chain[0]
    entry.same_above = NONE
    if chain[0] != NONE:
        p.opens[chain[0]].same_above = number
    chain[0] = number
    p.top = number
    look_below(p, number)
    p.depth += 1
    if p.depth > p.max_depth:
        p.status = TOO_DEEP


cdef inline void close_span(Parser* p, int32_t node, int32_t at) noexcept nogil:
    if p.nodes[node].source_start != NONE and p.nodes[node].source_end == NONE:
        p.nodes[node].source_end = at


cdef inline void pop_at(Parser* p, int32_t at) noexcept nogil:
    """Close the current node; its source ends at `at`."""
    cdef int32_t number = p.top
    cdef Open* entry = &p.opens[number]
    cdef int32_t* chain = chain_of(p, entry.tag)
    chain[0] = entry.same_below
    if chain[0] != NONE:
        p.opens[chain[0]].same_above = NONE
    p.top = entry.below
    if p.top == NONE:
        p.bottom = NONE
    else:
        p.opens[p.top].above = NONE
    p.nodes[entry.node].open = NONE
    close_span(p, entry.node, at)
    entry.below = p.opens_free
    p.opens_free = number
    p.depth -= 1


cdef inline void pop(Parser* p) noexcept nogil:
    """Close the current node, because of another tag."""
    pop_at(p, p.token_start)


cdef void pop_through(Parser* p, int32_t number, int32_t at) noexcept nogil:
    """Pop up to and including an entry, whose own source ends at `at`."""
    while p.top != number:
        pop(p)
    pop_at(p, at)


cdef void remove_open(Parser* p, int32_t number, int32_t at) noexcept nogil:
    """Take an entry out of the stack, wherever it is.

    The entries above it that name it as their nearest boundary have to forget it. That walk is short:
    only form, head and formatting elements are taken out, and the entries between such an element and
    the next special one above it were pushed since.
    """
    cdef Open* entry = &p.opens[number]
    cdef int32_t* chain
    cdef int32_t above = entry.above
    if number == p.top:
        pop_at(p, at)
        return
    chain = chain_of(p, entry.tag)
    if entry.same_above == NONE:
        chain[0] = entry.same_below
    else:
        p.opens[entry.same_above].same_below = entry.same_below
    if entry.same_below != NONE:
        p.opens[entry.same_below].same_above = entry.same_above
    p.opens[above].below = entry.below
    if entry.below == NONE:
        p.bottom = above
    else:
        p.opens[entry.below].above = above
    while above != NONE:
        if (
            p.opens[above].special != number
            and p.opens[above].wall != number
            and p.opens[above].html != number
        ):
            break
        look_below(p, above)
        above = p.opens[above].above
    p.nodes[entry.node].open = NONE
    close_span(p, entry.node, at)
    entry.below = p.opens_free
    p.opens_free = number
    p.depth -= 1


cdef void relabel(Parser* p) noexcept nogil:
    cdef int32_t number = p.bottom
    cdef int64_t label = 0
    while number != NONE:
        p.opens[number].label = label
        label += <int64_t>1 << LABEL_GAP_BITS
        number = p.opens[number].above


cdef void open_above(
    Parser* p, int32_t below, int32_t node, int32_t same_below, int32_t same_above
) noexcept nogil:
    """Put a formatting element into the stack right above an entry, between those of its name."""
    cdef int32_t number, above = p.opens[below].above
    cdef Open* entry
    if above == NONE:
        push(p, node, 0)
        return
    if p.opens[above].label - p.opens[below].label < 2:
        relabel(p)
    number = new_open(p, node, 0)
    entry = &p.opens[number]
    entry.label = p.opens[below].label + (p.opens[above].label - p.opens[below].label) // 2
    entry.below = below
    entry.above = above
    p.opens[below].above = number
    p.opens[above].below = number
    entry.same_below = same_below
    entry.same_above = same_above
    if same_below != NONE:
        p.opens[same_below].same_above = number
    if same_above == NONE:
        chain_of(p, entry.tag)[0] = number
    else:
        p.opens[same_above].same_below = number
    look_below(p, number)
    p.depth += 1


cdef inline int64_t label_of(Parser* p, int32_t number) noexcept nogil:
    return p.opens[number].label if number != NONE else -1


cdef inline int64_t highest(Parser* p, int32_t tag) noexcept nogil:
    """The label of the topmost open HTML element of a name, -1 where none is open."""
    return label_of(p, p.tags[tag].html_top)


cdef inline bint is_open(Parser* p, int32_t tag) noexcept nogil:
    return p.tags[tag].html_top != NONE


cdef inline bint in_scope(Parser* p, int32_t tag) noexcept nogil:
    cdef int32_t number = p.tags[tag].html_top
    return number != NONE and p.opens[number].label >= label_of(p, p.opens[p.top].scope)


cdef inline bint in_button_scope(Parser* p, int32_t tag) noexcept nogil:
    return in_scope(p, tag) and highest(p, tag) >= highest(p, T_BUTTON)


cdef inline bint in_list_scope(Parser* p, int32_t tag) noexcept nogil:
    return (
        in_scope(p, tag)
        and highest(p, tag) >= highest(p, T_OL)
        and highest(p, tag) >= highest(p, T_UL)
    )


cdef inline bint in_table_scope(Parser* p, int32_t tag) noexcept nogil:
    cdef int64_t label = highest(p, tag)
    return label >= 0 and label >= highest(p, T_TABLE) and label >= highest(p, T_TEMPLATE)


cdef bint heading_in_scope(Parser* p) noexcept nogil:
    cdef int32_t tag
    for tag in range(T_H1, T_H6 + 1):
        if in_scope(p, tag):
            return True
    return False


cdef inline int32_t current_tag(Parser* p) noexcept nogil:
    return p.opens[p.top].tag


cdef inline void close_implied(Parser* p, int32_t but) noexcept nogil:
    """Generate implied end tags, except for one name."""
    while p.opens[p.top].flags & IMPLIED and p.opens[p.top].tag != but:
        pop(p)


cdef inline void pop_until(Parser* p, int32_t tag, int32_t at) noexcept nogil:
    """Pop up to and including the topmost HTML element of a name; its source ends at `at`."""
    pop_through(p, p.tags[tag].html_top, at)


cdef inline void close_p(Parser* p) noexcept nogil:
    if is_open(p, T_P) and in_button_scope(p, T_P):
        close_implied(p, T_P)
        pop_until(p, T_P, p.token_start)


cdef void clear_to_table(Parser* p) noexcept nogil:
    while current_tag(p) not in (T_TABLE, T_TEMPLATE, T_HTML):
        pop(p)


cdef void clear_to_table_body(Parser* p) noexcept nogil:
    while current_tag(p) not in (T_TBODY, T_TFOOT, T_THEAD, T_TEMPLATE, T_HTML):
        pop(p)


cdef void clear_to_row(Parser* p) noexcept nogil:
    while current_tag(p) not in (T_TR, T_TEMPLATE, T_HTML):
        pop(p)


cdef inline void consider_mode(
    Parser* p, int32_t tag, Mode mode, int64_t* best, Mode* chosen
) noexcept nogil:
    cdef int64_t label = highest(p, tag)
    if label > best[0]:
        best[0] = label
        chosen[0] = mode


cdef void reset_mode(Parser* p) noexcept nogil:
    """Reset the insertion mode appropriately: what is the innermost element that decides it?"""
    cdef int64_t best = -1
    cdef Mode chosen = IN_BODY
    consider_mode(p, T_HTML, BEFORE_HEAD if p.head == NONE else AFTER_HEAD, &best, &chosen)
    consider_mode(p, T_HEAD, IN_HEAD, &best, &chosen)
    consider_mode(p, T_BODY, IN_BODY, &best, &chosen)
    consider_mode(p, T_FRAMESET, IN_FRAMESET, &best, &chosen)
    consider_mode(p, T_TABLE, IN_TABLE, &best, &chosen)
    consider_mode(p, T_CAPTION, IN_CAPTION, &best, &chosen)
    consider_mode(p, T_COLGROUP, IN_COLUMN_GROUP, &best, &chosen)
    consider_mode(p, T_TBODY, IN_TABLE_BODY, &best, &chosen)
    consider_mode(p, T_THEAD, IN_TABLE_BODY, &best, &chosen)
    consider_mode(p, T_TFOOT, IN_TABLE_BODY, &best, &chosen)
    consider_mode(p, T_TR, IN_ROW, &best, &chosen)
    consider_mode(p, T_TD, IN_CELL, &best, &chosen)
    consider_mode(p, T_TH, IN_CELL, &best, &chosen)
    if highest(p, T_TEMPLATE) > best:
        chosen = <Mode>p.template_modes[p.template_count - 1]
    p.mode = chosen


# --------------------------------------------------------------------------------------------------
# Active formatting elements
# --------------------------------------------------------------------------------------------------

cdef void add_marker(Parser* p) noexcept nogil:
    cdef Format* entry = &p.formats[p.format_count]
    entry.node = NONE
    entry.tag = NONE
    p.format_count += 1


cdef void clear_to_marker(Parser* p) noexcept nogil:
    while p.format_count:
        p.format_count -= 1
        if p.formats[p.format_count].node == NONE:
            return
        p.nodes[p.formats[p.format_count].node].flags &= ~IS_FORMAT


cdef uint64_t hash_attributes(Parser* p, int32_t node) noexcept nogil:
    """A hash of an element's attributes that does not depend on their order."""
    cdef Attr* attr = p.attrs + p.nodes[node].extra
    cdef Attr* end = attr + p.nodes[node].extra_count
    cdef uint64_t sum = 0, hash
    cdef const uint8_t* value
    cdef int32_t at
    while attr < end:
        hash = <uint64_t>0xCBF29CE484222325 ^ <uint64_t>attr.name
        value = text_at(p, attr.start)
        for at in range(attr.length):
            hash = (hash ^ value[at]) * <uint64_t>0x100000001B3
        hash ^= hash >> 29
        sum += hash * <uint64_t>0x9E3779B97F4A7C15
        attr += 1
    return sum


cdef void remove_format(Parser* p, int32_t index) noexcept nogil:
    p.nodes[p.formats[index].node].flags &= ~IS_FORMAT
    p.format_count -= 1
    memmove(
        &p.formats[index], &p.formats[index + 1], <size_t>(p.format_count - index) * sizeof(Format)
    )


cdef void insert_format(Parser* p, int32_t index, int32_t node, Format* like) noexcept nogil:
    cdef Format entry = like[0]
    memmove(
        &p.formats[index + 1], &p.formats[index], <size_t>(p.format_count - index) * sizeof(Format)
    )
    entry.node = node
    p.formats[index] = entry
    p.format_count += 1
    p.nodes[node].flags |= IS_FORMAT


cdef int32_t format_index(Parser* p, int32_t node) noexcept nogil:
    cdef int32_t index = p.format_count - 1
    while index >= 0 and p.formats[index].node != node:
        index -= 1
    return index


cdef bint alike(Parser* p, Format* one, Format* two) noexcept nogil:
    if one.tag != two.tag or one.attr_count != two.attr_count:
        return False
    if one.attr_count == 0:
        return True
    if not one.hashed:
        one.hash = hash_attributes(p, one.node)
        one.hashed = True
    if not two.hashed:
        two.hash = hash_attributes(p, two.node)
        two.hashed = True
    return one.hash == two.hash


cdef void add_format(Parser* p, int32_t node) noexcept nogil:
    """Push onto the list, keeping at most three that are alike (the "Noah's Ark clause")."""
    cdef Format entry
    cdef int32_t index = p.format_count - 1, earliest = NONE, count = 0, seen = 0
    entry.node = node
    entry.tag = p.nodes[node].tag
    entry.attr_count = p.nodes[node].extra_count
    entry.hashed = False
    entry.hash = 0
    while index >= 0 and p.formats[index].node != NONE:
        if alike(p, &p.formats[index], &entry):
            count += 1
            earliest = index
        seen += 1
        index -= 1
    if count >= 3:
        remove_format(p, earliest)
    elif seen >= FORMATS_KEPT:
        remove_format(p, index + 1)
    p.formats[p.format_count] = entry
    p.format_count += 1
    p.nodes[node].flags |= IS_FORMAT


cdef void reopen_formats(Parser* p) noexcept nogil:
    """Reconstruct the active formatting elements, in the slow case: the last one is not open."""
    cdef int32_t index = p.format_count - 1, node
    while (
        index > 0
        and p.formats[index - 1].node != NONE
        and p.nodes[p.formats[index - 1].node].open == NONE
    ):
        index -= 1
    while index < p.format_count and p.copies_left > 0:
        p.nodes[p.formats[index].node].flags &= ~IS_FORMAT
        node = copy_element(p, p.formats[index].node)
        place(p, p.opens[p.top].node, p.opens[p.top].flags, node)
        push(p, node, 0)
        p.formats[index].node = node
        p.nodes[node].flags |= IS_FORMAT
        index += 1


cdef inline void reconstruct(Parser* p) noexcept nogil:
    cdef int32_t node
    if p.format_count and p.copies_left > 0:
        node = p.formats[p.format_count - 1].node
        if node != NONE and p.nodes[node].open == NONE:
            reopen_formats(p)


cdef int32_t last_format(Parser* p, int32_t tag) noexcept nogil:
    """Where the last formatting element of a name is, not further back than the last marker."""
    cdef int32_t index = p.format_count - 1
    while index >= 0 and p.formats[index].node != NONE:
        if p.formats[index].tag == tag:
            return index
        index -= 1
    return NONE


cdef void close_ordinary(Parser* p, int32_t tag) noexcept nogil:
    """Any other end tag: close the element of that name unless a special one is in between."""
    cdef int32_t number = p.tags[tag].html_top
    if number == NONE or p.opens[number].label < label_of(p, p.opens[p.top].special):
        return
    close_implied(p, tag)
    pop_through(p, number, p.token_end)


cdef void adopt(Parser* p, int32_t tag, int32_t at) noexcept nogil:
    """The adoption agency algorithm; a formatting element that it closes ends at `at`."""
    cdef int32_t rounds
    if (
        current_tag(p) == tag
        and not p.nodes[p.opens[p.top].node].flags & IS_FORMAT
    ):
        pop_at(p, at)
        return
    for rounds in range(8):
        if not adopt_once(p, tag, at):
            return


cdef bint adopt_once(Parser* p, int32_t tag, int32_t at) noexcept nogil:
    """One round; whether another has to follow."""
    cdef int32_t index = last_format(p, tag), found, bookmark
    cdef int32_t format_node, format_open, block, ancestor, ancestor_flags, same_below, same_above
    cdef int32_t node, next_node, last, copied, steps = 0
    cdef Format like
    if index == NONE:
        close_ordinary(p, tag)
        return False
    format_node = p.formats[index].node
    format_open = p.nodes[format_node].open
    if format_open == NONE:
        remove_format(p, index)
        return False
    if p.opens[format_open].label < label_of(p, p.opens[p.top].scope):
        return False
    if (
        label_of(p, p.opens[p.top].special) < p.opens[format_open].label
        or p.copies_left <= 0
    ):
        pop_through(p, format_open, at)
        remove_format(p, index)
        return False
    block = p.opens[format_open].above
    while not p.opens[block].flags & SPECIAL:
        block = p.opens[block].above

    ancestor = p.opens[p.opens[format_open].below].node
    ancestor_flags = p.opens[p.opens[format_open].below].flags
    bookmark = index
    last = p.opens[block].node
    node = p.opens[block].below
    while node != format_open:
        next_node = p.opens[node].below
        steps += 1
        if steps > 3 and p.nodes[p.opens[node].node].flags & IS_FORMAT:
            found = format_index(p, p.opens[node].node)
            remove_format(p, found)
            if found < bookmark:
                bookmark -= 1
            if found < index:
                index -= 1
        if not p.nodes[p.opens[node].node].flags & IS_FORMAT:
            remove_open(p, node, p.token_start)
            node = next_node
            continue
        copied = copy_element(p, p.opens[node].node)
        found = format_index(p, p.opens[node].node)
        close_span(p, p.opens[node].node, p.token_start)
        p.nodes[p.opens[node].node].open = NONE
        p.nodes[p.opens[node].node].flags &= ~IS_FORMAT
        p.formats[found].node = copied
        p.nodes[copied].flags |= IS_FORMAT
        p.opens[node].node = copied
        p.nodes[copied].open = node
        if last == p.opens[block].node:
            bookmark = found + 1
        unlink(p, last)
        append_child(p, copied, last)
        last = copied
        node = next_node

    unlink(p, last)
    place(p, ancestor, ancestor_flags, last)
    copied = copy_element(p, format_node)
    move_children(p, p.opens[block].node, copied)
    append_child(p, p.opens[block].node, copied)

    like = p.formats[index]
    like.node = copied
    insert_format(p, bookmark, copied, &like)
    remove_format(p, index if index < bookmark else index + 1)
    # Entries of the same name between the old and the new place stay below the new one.
    same_below = p.opens[format_open].same_below
    same_above = p.opens[format_open].same_above
    while same_above != NONE and p.opens[same_above].label < p.opens[block].label:
        same_below = same_above
        same_above = p.opens[same_above].same_above
    remove_open(p, format_open, at)
    open_above(p, block, copied, same_below, same_above)
    return True


# --------------------------------------------------------------------------------------------------
# Inserting elements
# --------------------------------------------------------------------------------------------------

cdef inline void insert_element(Parser* p, int32_t tag) noexcept nogil:
    """Insert an HTML element for the start tag at hand, and open it."""
    cdef int32_t node = new_element(p, tag)
    place(p, p.opens[p.top].node, p.opens[p.top].flags, node)
    push(p, node, 0)


cdef inline void insert_void(Parser* p, int32_t tag) noexcept nogil:
    """Insert an element that is closed at once."""
    cdef int32_t node = new_element(p, tag)
    place(p, p.opens[p.top].node, p.opens[p.top].flags, node)
    p.nodes[node].source_end = p.token_end


cdef void insert_implied(Parser* p, int32_t tag) noexcept nogil:
    """Insert and open an element that has no tag in the source."""
    cdef int32_t node = new_node(p, tag)
    place(p, p.opens[p.top].node, p.opens[p.top].flags, node)
    push(p, node, 0)


cdef void insert_raw(Parser* p, Raw raw) noexcept nogil:
    """Insert an element whose content is text up to its end tag."""
    insert_element(p, p.tag)
    p.raw = raw
    p.raw_name = <const uint8_t*>KNOWN_NAME[p.tag]
    p.raw_name_length = KNOWN_LENGTH[p.tag]
    p.original_mode = p.mode
    p.mode = TEXT_MODE


cdef Attr* find_attr(Parser* p, int32_t name) noexcept nogil:
    """An attribute of the start tag at hand, or NULL."""
    cdef int32_t index
    for index in range(p.attr_first, p.attr_count):
        if p.attrs[index].name == name:
            return &p.attrs[index]
    return NULL


cdef bint attr_is(Parser* p, int32_t name, const char* lower, int32_t length) noexcept nogil:
    cdef Attr* attr = find_attr(p, name)
    return attr != NULL and same_ignoring_case(text_at(p, attr.start), attr.length, lower, length)


cdef void insert_foreign(Parser* p, int32_t tag, bint svg) noexcept nogil:
    """Insert an SVG or MathML element for the start tag at hand, its attribute names adjusted."""
    cdef int32_t index, node
    cdef uint32_t flags = 0
    for index in range(p.attr_first, p.attr_count):
        p.attrs[index].name = adjusted_attr(p, p.attrs[index].name, svg)
    node = new_element(p, tag)
    place(p, p.opens[p.top].node, p.opens[p.top].flags, node)
    if p.self_closing:
        p.nodes[node].source_end = p.token_end
        return
    if (
        not svg
        and p.tags[tag].flags & SPECIAL
        and not p.tags[tag].flags & MATH_TEXT_POINT
        and (
            attr_is(p, A_ENCODING, b"text/html", 9)
            or attr_is(p, A_ENCODING, b"application/xhtml+xml", 21)
        )
    ):
        flags = HTML_POINT
    push(p, node, flags)


cdef void add_late_attrs(Parser* p, int32_t node, uint8_t bit) noexcept nogil:
    """Give html or body the attributes of a further <html> or <body> tag that it has not yet."""
    cdef int32_t index, old_room = p.has_attr_room
    cdef Attr* attr
    if p.attr_count == p.attr_first:
        return
    if not grow(
        p, <void**>&p.late, sizeof(LateAttr),
        <int64_t>p.late_count + p.attr_count - p.attr_first, &p.late_room,
    ):
        return
    if not grow(p, <void**>&p.has_attr, 1, p.attr_names.count, &p.has_attr_room):
        return
    memset(p.has_attr + old_room, 0, p.has_attr_room - old_room)
    if not p.has_attr[<int>A_TYPE] & (bit << 4):
        # On the first such tag, note what the element had from its own.
        p.has_attr[<int>A_TYPE] |= bit << 4
        for index in range(p.nodes[node].extra, p.nodes[node].extra + p.nodes[node].extra_count):
            p.has_attr[p.attrs[index].name] |= bit
    for index in range(p.attr_first, p.attr_count):
        attr = &p.attrs[index]
        if not p.has_attr[attr.name] & bit:
            p.has_attr[attr.name] |= bit
            p.late[p.late_count].attr = attr[0]
            p.late[p.late_count].node = node
            p.late_count += 1
