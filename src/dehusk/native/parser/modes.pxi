# The insertion modes: tokens on their way into the tree.
# A part of `parse.pxi`, in the order in which that file includes them.

# --------------------------------------------------------------------------------------------------
# Insertion modes: start tags
# --------------------------------------------------------------------------------------------------
# Each function applies the rules of one mode to the start tag at hand and returns whether the token
# is to be processed again, by the mode that is then current.

cdef bint start_before_html(Parser* p) noexcept nogil:
    cdef int32_t node
    if p.tag == T_HTML:
        node = new_element(p, T_HTML)
    else:
        node = new_node(p, T_HTML)
    append_child(p, 0, node)
    push(p, node, 0)
    p.mode = BEFORE_HEAD
    return p.tag != T_HTML


cdef void open_html(Parser* p) noexcept nogil:
    cdef int32_t node = new_node(p, T_HTML)
    append_child(p, 0, node)
    push(p, node, 0)
    p.mode = BEFORE_HEAD


cdef void open_head(Parser* p) noexcept nogil:
    insert_implied(p, T_HEAD)
    p.head = p.opens[p.top].node
    p.mode = IN_HEAD


cdef bint leave_mode(Parser* p, int32_t at) noexcept nogil:
    """Whatever a mode before the body has no rule for, at a place, leads to the next one; whether there
    is one."""
    if p.mode == INITIAL:
        p.quirks = True
        p.mode = BEFORE_HTML
    elif p.mode == BEFORE_HTML:
        open_html(p)
    elif p.mode == BEFORE_HEAD:
        open_head(p)
    elif p.mode == IN_HEAD:
        pop_at(p, at)
        p.mode = AFTER_HEAD
    elif p.mode == IN_HEAD_NOSCRIPT:
        pop_at(p, at)
        p.mode = IN_HEAD
    elif p.mode == AFTER_HEAD:
        insert_implied(p, T_BODY)
        p.mode = IN_BODY
    else:
        return False
    return True


cdef bint leave_by_tag(Parser* p) noexcept nogil:
    return leave_mode(p, p.token_start)


cdef bint start_before_head(Parser* p) noexcept nogil:
    if p.tag == T_HTML:
        return start_in_body(p)
    if p.tag != T_HEAD:
        return leave_by_tag(p)
    insert_element(p, T_HEAD)
    p.head = p.opens[p.top].node
    p.mode = IN_HEAD
    return False


cdef bint start_in_head(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_HTML:
        return start_in_body(p)
    if tag == T_BASE or tag == T_BASEFONT or tag == T_BGSOUND or tag == T_LINK or tag == T_META:
        insert_void(p, tag)
    elif tag == T_TITLE:
        insert_raw(p, RCDATA)
    elif tag == T_NOSCRIPT:
        insert_element(p, tag)
        p.mode = IN_HEAD_NOSCRIPT
    elif tag == T_NOFRAMES or tag == T_STYLE:
        insert_raw(p, RAWTEXT)
    elif tag == T_SCRIPT:
        insert_raw(p, SCRIPT_DATA)
    elif tag == T_TEMPLATE:
        insert_element(p, tag)
        add_marker(p)
        p.frameset_ok = False
        p.mode = IN_TEMPLATE
        p.template_modes[p.template_count] = IN_TEMPLATE
        p.template_count += 1
    elif tag != T_HEAD:
        return leave_by_tag(p)
    return False


cdef bint start_in_head_noscript(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_HTML:
        return start_in_body(p)
    if tag in (T_BASEFONT, T_BGSOUND, T_LINK, T_META, T_NOFRAMES, T_STYLE):
        return start_in_head(p)
    return tag != T_HEAD and tag != T_NOSCRIPT and leave_by_tag(p)


cdef bint start_after_head(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag, head
    if tag == T_HTML:
        return start_in_body(p)
    if tag == T_BODY:
        insert_element(p, tag)
        p.frameset_ok = False
        p.mode = IN_BODY
        return False
    if tag == T_FRAMESET:
        insert_element(p, tag)
        p.mode = IN_FRAMESET
        return False
    if tag < FIRST_CUSTOM and START_KIND[tag] == S_HEAD_CONTENT:
        # It belongs to the head, which is open again for its sake.
        if p.nodes[p.opens[p.bottom].node].last != p.head:
            p.reordered = True
        push(p, p.head, 0)
        start_in_head(p)
        head = p.nodes[p.head].open
        if head != NONE:
            remove_open(p, head, p.token_start)
        return False
    return tag != T_HEAD and leave_by_tag(p)


cdef inline void close_button(Parser* p) noexcept nogil:
    if in_scope(p, T_BUTTON):
        close_implied(p, NONE)
        pop_until(p, T_BUTTON, p.token_start)


cdef void close_item(Parser* p, int32_t number) noexcept nogil:
    """Close an open li, dd or dt before the next one, unless a wall is in between."""
    cdef int32_t tag
    if number == NONE or p.opens[number].label < label_of(p, p.opens[p.top].wall):
        return
    tag = p.opens[number].tag
    close_implied(p, tag)
    pop_through(p, p.tags[tag].html_top, p.token_start)


cdef void replace_body_by_frameset(Parser* p) noexcept nogil:
    cdef int32_t body = p.opens[p.bottom].above
    if body == NONE or p.opens[body].tag != T_BODY or not p.frameset_ok:
        return
    unlink(p, p.opens[body].node)
    while p.top != p.bottom:
        pop(p)
    insert_element(p, T_FRAMESET)
    p.mode = IN_FRAMESET


cdef void close_link(Parser* p) noexcept nogil:
    """Close an open `a` before the next one."""
    cdef int32_t index = last_format(p, T_A), node
    if index == NONE:
        return
    node = p.formats[index].node
    adopt(p, T_A, p.token_start)
    index = format_index(p, node) if p.nodes[node].flags & IS_FORMAT else <int32_t>NONE
    if index != NONE:
        remove_format(p, index)
    if p.nodes[node].open != NONE:
        remove_open(p, p.nodes[node].open, p.token_start)


cdef void insert_by_steps(Parser* p, uint32_t steps) noexcept nogil:
    if steps & CLOSES_P:
        close_p(p)
    if steps & REOPENS:
        reconstruct(p)
    if steps & NO_FRAMESET:
        p.frameset_ok = False
    if steps & VOID:
        insert_void(p, p.tag)
    elif steps & (RAW_TEXT | TITLE_TEXT):
        insert_raw(p, RAWTEXT if steps & RAW_TEXT else RCDATA)
    else:
        insert_element(p, p.tag)
    if steps & FORMATS:
        add_format(p, p.opens[p.top].node)
    if steps & MARKS:
        add_marker(p)
    if steps & SKIPS_NEWLINE:
        p.skip_newline = True


cdef bint start_in_body(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag, number
    cdef int kind = START_KIND[tag] if tag < FIRST_CUSTOM else <int>S_OTHER
    cdef uint32_t steps = START_STEPS[tag] if tag < FIRST_CUSTOM else <uint32_t>REOPENS
    if kind == S_OTHER:
        pass
    elif kind == S_A:
        close_link(p)
    elif kind == S_LI:
        close_item(p, p.tags[<int>T_LI].html_top)
    elif kind == S_DD:
        if highest(p, T_DD) > highest(p, T_DT):
            close_item(p, p.tags[<int>T_DD].html_top)
        else:
            close_item(p, p.tags[<int>T_DT].html_top)
    elif kind == S_HEAD_CONTENT:
        return start_in_head(p)
    elif kind == S_HEADING:
        close_p(p)
        if p.opens[p.top].flags & HEADING:
            pop(p)
    elif kind == S_TABLE:
        if not p.quirks:
            close_p(p)
        p.mode = IN_TABLE
    elif kind == S_BUTTON:
        close_button(p)
    elif kind == S_INPUT:
        if in_scope(p, T_SELECT):
            pop_until(p, T_SELECT, p.token_start)
        if attr_is(p, A_TYPE, b"hidden", 6):
            steps &= ~<uint32_t>NO_FRAMESET
    elif kind == S_HR:
        close_p(p)
        if in_scope(p, T_SELECT):
            close_implied(p, NONE)
    elif kind == S_FORM:
        if not is_open(p, T_TEMPLATE):
            if p.form != NONE:
                return False
            p.form = p.node_count
    elif kind == S_SELECT:
        if in_scope(p, T_SELECT):
            pop_until(p, T_SELECT, p.token_start)
            return False
    elif kind == S_OPTION:
        if in_scope(p, T_SELECT):
            close_implied(p, T_OPTGROUP if tag == T_OPTION else <int32_t>NONE)
        elif current_tag(p) == T_OPTION:
            pop(p)
    elif kind == S_NOBR:
        reconstruct(p)
        if in_scope(p, T_NOBR):
            adopt(p, T_NOBR, p.token_start)
    elif kind == S_RUBY:
        if in_scope(p, T_RUBY):
            close_implied(p, <int32_t>NONE if tag == T_RB or tag == T_RTC else T_RTC)
    elif kind == S_PLAINTEXT:
        p.raw = PLAINTEXT
    elif kind == S_IMAGE:
        p.tag = T_IMG
        return True
    else:
        start_in_body_without_element(p, kind)
        return False
    insert_by_steps(p, steps)
    return False


cdef void start_in_body_without_element(Parser* p, int kind) noexcept nogil:
    """Start tags that make no element, or a foreign one."""
    cdef int32_t body
    if kind == S_SVG or kind == S_MATH:
        reconstruct(p)
        insert_foreign(p, p.tag, kind == S_SVG)
    elif kind == S_HTML:
        if not is_open(p, T_TEMPLATE):
            add_late_attrs(p, p.opens[p.bottom].node, 1)
    elif kind == S_BODY:
        body = p.opens[p.bottom].above
        if body != NONE and p.opens[body].tag == T_BODY and not is_open(p, T_TEMPLATE):
            p.frameset_ok = False
            add_late_attrs(p, p.opens[body].node, 2)
    elif kind == S_FRAMESET:
        replace_body_by_frameset(p)


cdef bint start_in_table(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    cdef bint again
    if tag == T_TR or tag == T_TD or tag == T_TH:
        clear_to_table(p)
        insert_implied(p, T_TBODY)
        p.mode = IN_TABLE_BODY
        return True
    if tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD:
        clear_to_table(p)
        insert_element(p, tag)
        p.mode = IN_TABLE_BODY
        return False
    if tag == T_CAPTION:
        clear_to_table(p)
        add_marker(p)
        insert_element(p, tag)
        p.mode = IN_CAPTION
        return False
    if tag == T_COLGROUP:
        clear_to_table(p)
        insert_element(p, tag)
        p.mode = IN_COLUMN_GROUP
        return False
    if tag == T_COL:
        clear_to_table(p)
        insert_implied(p, T_COLGROUP)
        p.mode = IN_COLUMN_GROUP
        return True
    if tag == T_TABLE:
        if not in_table_scope(p, T_TABLE):
            return False
        pop_until(p, T_TABLE, p.token_start)
        reset_mode(p)
        return True
    if tag == T_STYLE or tag == T_SCRIPT or tag == T_TEMPLATE:
        return start_in_head(p)
    if tag == T_INPUT and attr_is(p, A_TYPE, b"hidden", 6):
        insert_void(p, tag)
        return False
    if tag == T_FORM:
        if p.form == NONE and not is_open(p, T_TEMPLATE):
            insert_void(p, tag)
            p.form = p.node_count - 1
        return False
    p.foster = True
    again = start_in_body(p)
    p.foster = False
    return again


cdef bint close_caption(Parser* p, int32_t at) noexcept nogil:
    if not in_table_scope(p, T_CAPTION):
        return False
    close_implied(p, NONE)
    pop_until(p, T_CAPTION, at)
    clear_to_marker(p)
    p.mode = IN_TABLE
    return True


cdef inline bint is_table_part(int32_t tag) noexcept nogil:
    return tag in (
        T_CAPTION, T_COL, T_COLGROUP, T_TBODY, T_TD, T_TFOOT, T_TH, T_THEAD, T_TR
    )


cdef bint start_in_caption(Parser* p) noexcept nogil:
    if is_table_part(p.tag):
        return close_caption(p, p.token_start)
    return start_in_body(p)


cdef bint start_in_column_group(Parser* p) noexcept nogil:
    if p.tag == T_HTML:
        return start_in_body(p)
    if p.tag == T_COL:
        insert_void(p, T_COL)
        return False
    if p.tag == T_TEMPLATE:
        return start_in_head(p)
    if current_tag(p) != T_COLGROUP:
        return False
    pop(p)
    p.mode = IN_TABLE
    return True


cdef bint table_body_in_scope(Parser* p) noexcept nogil:
    return (
        in_table_scope(p, T_TBODY) or in_table_scope(p, T_THEAD) or in_table_scope(p, T_TFOOT)
    )


cdef bint start_in_table_body(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_TR:
        clear_to_table_body(p)
        insert_element(p, tag)
        p.mode = IN_ROW
        return False
    if tag == T_TH or tag == T_TD:
        clear_to_table_body(p)
        insert_implied(p, T_TR)
        p.mode = IN_ROW
        return True
    if is_table_part(tag):
        if not table_body_in_scope(p):
            return False
        clear_to_table_body(p)
        pop(p)
        p.mode = IN_TABLE
        return True
    return start_in_table(p)


cdef bint close_row(Parser* p, int32_t at) noexcept nogil:
    if not in_table_scope(p, T_TR):
        return False
    clear_to_row(p)
    pop_at(p, at)
    p.mode = IN_TABLE_BODY
    return True


cdef bint start_in_row(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_TH or tag == T_TD:
        clear_to_row(p)
        insert_element(p, tag)
        p.mode = IN_CELL
        add_marker(p)
        return False
    if is_table_part(tag):
        return close_row(p, p.token_start)
    return start_in_table(p)


cdef void close_cell(Parser* p) noexcept nogil:
    close_implied(p, NONE)
    while current_tag(p) != T_TD and current_tag(p) != T_TH:
        pop(p)
    pop(p)
    clear_to_marker(p)
    p.mode = IN_ROW


cdef bint cell_in_scope(Parser* p) noexcept nogil:
    return in_table_scope(p, T_TD) or in_table_scope(p, T_TH)


cdef bint start_in_cell(Parser* p) noexcept nogil:
    if not is_table_part(p.tag):
        return start_in_body(p)
    if not cell_in_scope(p):
        return False
    close_cell(p)
    return True


cdef bint start_in_template(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag < FIRST_CUSTOM and START_KIND[tag] == S_HEAD_CONTENT:
        return start_in_head(p)
    if tag in (T_CAPTION, T_COLGROUP, T_TBODY, T_TFOOT, T_THEAD):
        p.mode = IN_TABLE
    elif tag == T_COL:
        p.mode = IN_COLUMN_GROUP
    elif tag == T_TR:
        p.mode = IN_TABLE_BODY
    elif tag == T_TD or tag == T_TH:
        p.mode = IN_ROW
    else:
        p.mode = IN_BODY
    p.template_modes[p.template_count - 1] = p.mode
    return True


cdef bint start_in_frameset(Parser* p) noexcept nogil:
    if p.tag == T_HTML:
        return start_in_body(p)
    if p.tag == T_FRAMESET:
        insert_element(p, T_FRAMESET)
    elif p.tag == T_FRAME:
        insert_void(p, T_FRAME)
    elif p.tag == T_NOFRAMES:
        return start_in_head(p)
    return False


cdef bint start_after_frameset(Parser* p) noexcept nogil:
    if p.tag == T_HTML:
        return start_in_body(p)
    if p.tag == T_NOFRAMES:
        return start_in_head(p)
    return False


cdef void back_to_body(Parser* p) noexcept nogil:
    """Content after </body> or </html>: both are still open."""
    cdef int32_t body = p.opens[p.bottom].above
    p.mode = IN_BODY
    p.nodes[p.opens[p.bottom].node].source_end = NONE
    if body != NONE and p.opens[body].tag == T_BODY:
        p.nodes[p.opens[body].node].source_end = NONE


cdef bint start_after_body(Parser* p) noexcept nogil:
    if p.tag == T_HTML:
        return start_in_body(p)
    back_to_body(p)
    return True


cdef bint (*START_BY_MODE[AFTER_AFTER_FRAMESET + 1])(Parser*) noexcept nogil
START_BY_MODE[:] = [
    leave_by_tag, start_before_html, start_before_head, start_in_head, start_in_head_noscript,
    start_after_head, start_in_body, start_in_body, start_in_table, start_in_caption,
    start_in_column_group, start_in_table_body, start_in_row, start_in_cell, start_in_template,
    start_after_body, start_in_frameset, start_after_frameset, start_after_body, start_after_frameset,
]


# --------------------------------------------------------------------------------------------------
# Insertion modes: end tags
# --------------------------------------------------------------------------------------------------

cdef inline bint is_body_html_br(int32_t tag) noexcept nogil:
    return tag == T_BODY or tag == T_HTML or tag == T_BR


cdef bint end_before_head(Parser* p) noexcept nogil:
    return (p.tag == T_HEAD or is_body_html_br(p.tag)) and leave_by_tag(p)


cdef void end_template(Parser* p) noexcept nogil:
    if not is_open(p, T_TEMPLATE):
        return
    while p.opens[p.top].flags & THOROUGH:
        pop(p)
    pop_until(p, T_TEMPLATE, p.token_end)
    clear_to_marker(p)
    p.template_count -= 1
    reset_mode(p)


cdef bint end_in_head(Parser* p) noexcept nogil:
    if p.tag == T_HEAD:
        pop_at(p, p.token_end)
        p.mode = AFTER_HEAD
        return False
    if p.tag == T_TEMPLATE:
        end_template(p)
        return False
    return is_body_html_br(p.tag) and leave_by_tag(p)


cdef bint end_in_head_noscript(Parser* p) noexcept nogil:
    if p.tag == T_NOSCRIPT:
        pop_at(p, p.token_end)
        p.mode = IN_HEAD
        return False
    return p.tag == T_BR and leave_by_tag(p)


cdef bint end_after_head(Parser* p) noexcept nogil:
    if p.tag == T_TEMPLATE:
        end_template(p)
        return False
    return is_body_html_br(p.tag) and leave_by_tag(p)


cdef bint leave_body(Parser* p) noexcept nogil:
    """The end tag of body or html: nothing is closed yet. Whether there was a body to leave."""
    cdef int32_t body = p.tags[<int>T_BODY].html_top
    if not in_scope(p, T_BODY):
        return False
    close_span(p, p.opens[body].node, p.token_end if p.tag == T_BODY else p.token_start)
    p.mode = AFTER_BODY
    return True


cdef void end_form(Parser* p) noexcept nogil:
    cdef int32_t node = p.form, number
    if is_open(p, T_TEMPLATE):
        if in_scope(p, T_FORM):
            close_implied(p, NONE)
            pop_until(p, T_FORM, p.token_end)
        return
    p.form = NONE
    if node == NONE:
        return
    number = p.nodes[node].open
    if number == NONE or p.opens[number].label < label_of(p, p.opens[p.top].scope):
        return
    close_implied(p, NONE)
    remove_open(p, number, p.token_end)


cdef bint end_in_body(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    cdef int kind = END_KIND[tag] if tag < FIRST_CUSTOM else <int>E_OTHER
    if kind == E_OTHER:
        close_ordinary(p, tag)
    elif kind == E_BLOCK:
        if in_scope(p, tag):
            close_implied(p, NONE)
            pop_until(p, tag, p.token_end)
    elif kind == E_FORMAT:
        adopt(p, tag, p.token_end)
    elif kind == E_P:
        if not in_button_scope(p, T_P):
            insert_implied(p, T_P)
        close_implied(p, T_P)
        pop_until(p, T_P, p.token_end)
    elif kind == E_LI:
        if in_list_scope(p, T_LI):
            close_implied(p, T_LI)
            pop_until(p, T_LI, p.token_end)
    elif kind == E_DD:
        if in_scope(p, tag):
            close_implied(p, tag)
            pop_until(p, tag, p.token_end)
    elif kind == E_HEADING:
        if heading_in_scope(p):
            close_implied(p, NONE)
            while not p.opens[p.top].flags & HEADING:
                pop(p)
            pop_at(p, p.token_end)
    elif kind == E_FORM:
        end_form(p)
    elif kind == E_OBJECT:
        if in_scope(p, tag):
            close_implied(p, NONE)
            pop_until(p, tag, p.token_end)
            clear_to_marker(p)
    elif kind == E_TEMPLATE:
        end_template(p)
    elif kind == E_BODY:
        leave_body(p)
    elif kind == E_HTML:
        return leave_body(p)
    elif kind == E_BR:
        # As a start tag without attributes.
        p.attr_count = p.attr_first
        reconstruct(p)
        insert_void(p, T_BR)
        p.frameset_ok = False
    return False


cdef bint end_in_table(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    cdef bint again
    if tag == T_TABLE:
        if in_table_scope(p, T_TABLE):
            pop_until(p, T_TABLE, p.token_end)
            reset_mode(p)
        return False
    if tag == T_BODY or tag == T_HTML or is_table_part(tag):
        return False
    if tag == T_TEMPLATE:
        end_template(p)
        return False
    p.foster = True
    again = end_in_body(p)
    p.foster = False
    return again


cdef bint end_in_caption(Parser* p) noexcept nogil:
    if p.tag == T_CAPTION:
        close_caption(p, p.token_end)
        return False
    if p.tag == T_TABLE:
        return close_caption(p, p.token_start)
    if p.tag == T_BODY or p.tag == T_HTML or is_table_part(p.tag):
        return False
    return end_in_body(p)


cdef bint end_in_column_group(Parser* p) noexcept nogil:
    if p.tag == T_COL:
        return False
    if p.tag == T_TEMPLATE:
        end_template(p)
        return False
    if current_tag(p) != T_COLGROUP:
        return False
    pop_at(p, p.token_end if p.tag == T_COLGROUP else p.token_start)
    p.mode = IN_TABLE
    return p.tag != T_COLGROUP


cdef bint end_in_table_body(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD:
        if in_table_scope(p, tag):
            clear_to_table_body(p)
            pop_at(p, p.token_end)
            p.mode = IN_TABLE
        return False
    if tag == T_TABLE:
        if not table_body_in_scope(p):
            return False
        clear_to_table_body(p)
        pop(p)
        p.mode = IN_TABLE
        return True
    if tag == T_BODY or tag == T_HTML or is_table_part(tag):
        return False
    return end_in_table(p)


cdef bint end_in_row(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_TR:
        close_row(p, p.token_end)
        return False
    if tag == T_TABLE:
        return close_row(p, p.token_start)
    if tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD:
        return in_table_scope(p, tag) and close_row(p, p.token_start)
    if tag == T_BODY or tag == T_HTML or is_table_part(tag):
        return False
    return end_in_table(p)


cdef bint end_in_cell(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_TD or tag == T_TH:
        if in_table_scope(p, tag):
            close_implied(p, NONE)
            pop_until(p, tag, p.token_end)
            clear_to_marker(p)
            p.mode = IN_ROW
        return False
    if tag in (T_BODY, T_CAPTION, T_COL, T_COLGROUP, T_HTML):
        return False
    if tag in (T_TABLE, T_TBODY, T_TFOOT, T_THEAD, T_TR):
        if not in_table_scope(p, tag):
            return False
        close_cell(p)
        return True
    return end_in_body(p)


cdef bint end_in_frameset(Parser* p) noexcept nogil:
    if p.tag != T_FRAMESET or p.top == p.bottom:
        return False
    pop_at(p, p.token_end)
    if current_tag(p) != T_FRAMESET:
        p.mode = AFTER_FRAMESET
    return False


cdef bint end_after_body(Parser* p) noexcept nogil:
    if p.mode == AFTER_BODY and p.tag == T_HTML:
        close_span(p, p.opens[p.bottom].node, p.token_end)
        p.mode = AFTER_AFTER_BODY
        return False
    back_to_body(p)
    return True


cdef bint end_in_text(Parser* p) noexcept nogil:
    pop_at(p, p.token_end)
    p.mode = p.original_mode
    return False


cdef bint end_in_template(Parser* p) noexcept nogil:
    if p.tag == T_TEMPLATE:
        end_template(p)
    return False


cdef bint end_after_frameset(Parser* p) noexcept nogil:
    if p.mode == AFTER_FRAMESET and p.tag == T_HTML:
        close_span(p, p.opens[p.bottom].node, p.token_end)
        p.mode = AFTER_AFTER_FRAMESET
    return False


cdef bint (*END_BY_MODE[AFTER_AFTER_FRAMESET + 1])(Parser*) noexcept nogil
END_BY_MODE[:] = [
    leave_by_tag, end_before_head, end_before_head, end_in_head, end_in_head_noscript,
    end_after_head, end_in_body, end_in_text, end_in_table, end_in_caption,
    end_in_column_group, end_in_table_body, end_in_row, end_in_cell, end_in_template,
    end_after_body, end_in_frameset, end_after_frameset, end_after_body, end_after_frameset,
]


# --------------------------------------------------------------------------------------------------
# Foreign content
# --------------------------------------------------------------------------------------------------

cdef inline bint start_is_foreign(Parser* p) noexcept nogil:
    """Whether the start tag at hand goes by the rules of foreign content."""
    cdef uint32_t flags
    if p.top == NONE:
        return False
    flags = p.opens[p.top].flags
    if not flags & FOREIGN or flags & HTML_POINT:
        return False
    if flags & MATH_TEXT_POINT:
        return is_mglyph(p)
    if p.tag == T_SVG and flags & IN_MATH and flags & SPECIAL:
        return False  # svg in annotation-xml
    return True


cdef bint is_mglyph(Parser* p) noexcept nogil:
    cdef int32_t length = 0
    cdef const uint8_t* name
    if p.tag < FIRST_CUSTOM:
        return False
    name = tag_text(p, p.tag, &length)
    return is_word(name, length, b"mglyph", 6) or is_word(name, length, b"malignmark", 10)


cdef void leave_foreign(Parser* p) noexcept nogil:
    while (
        p.opens[p.top].flags & FOREIGN
        and not p.opens[p.top].flags & (MATH_TEXT_POINT | HTML_POINT)
    ):
        pop(p)


cdef bint start_foreign(Parser* p) noexcept nogil:
    """The rules for start tags in foreign content; whether to go on by the insertion mode."""
    cdef bint svg
    if p.tags[p.tag].flags & BREAKOUT or (
        p.tag == T_FONT
        and (
            find_attr(p, A_COLOR) != NULL
            or find_attr(p, A_FACE) != NULL
            or find_attr(p, A_SIZE) != NULL
        )
    ):
        leave_foreign(p)
        return True
    svg = p.opens[p.top].flags & IN_SVG
    insert_foreign(p, foreign_tag(p, p.tag, svg), svg)
    return False


cdef bint end_foreign(Parser* p) noexcept nogil:
    """The rules for end tags in foreign content; whether to go on by the insertion mode."""
    cdef int32_t number
    if p.tag == T_BR or p.tag == T_P:
        leave_foreign(p)
        return True
    number = p.tags[p.tag].foreign_top
    if number == NONE or p.opens[number].label < label_of(p, p.opens[p.top].html):
        return True
    pop_through(p, number, p.token_end)
    return False


# --------------------------------------------------------------------------------------------------
# Tokens on their way into the tree
# --------------------------------------------------------------------------------------------------

cdef void flush_table_text(Parser* p) noexcept nogil:
    """Text between the parts of a table: white space stays, anything else goes before the table."""
    cdef int32_t index
    cdef int32_t count = p.table_text_count
    p.table_text_count = 0
    for index in range(count):
        if p.table_text_visible:
            p.foster = True
            body_text(p, &p.table_text[index])
            p.foster = False
        else:
            insert_text(p, &p.table_text[index])
    p.table_text_visible = False


cdef inline void on_start_tag(Parser* p) noexcept nogil:
    cdef bint again
    if p.table_text_count:
        flush_table_text(p)
    p.skip_newline = False
    p.attrs_taken = False
    again = True
    if start_is_foreign(p):
        again = start_foreign(p)
    while again:
        again = START_BY_MODE[<int>p.mode](p)
    if not p.attrs_taken:
        p.attr_count = p.attr_first


cdef inline void on_end_tag(Parser* p) noexcept nogil:
    cdef bint again = True
    p.attr_count = p.attr_first
    if p.table_text_count:
        flush_table_text(p)
    p.skip_newline = False
    if p.top != NONE and p.opens[p.top].flags & FOREIGN:
        again = end_foreign(p)
    while again:
        again = END_BY_MODE[<int>p.mode](p)


cdef inline void body_text(Parser* p, Run* run) noexcept nogil:
    reconstruct(p)
    insert_text(p, run)
    if p.frameset_ok and leading_space(text_at(p, run.start), run.length) < run.length:
        p.frameset_ok = False


cdef inline void drop(Run* run, int32_t length) noexcept nogil:
    """Take `length` bytes off the front."""
    if run.start >= 0:
        run.start += length
        run.source_start += length
    else:
        run.start -= length
    run.length -= length


cdef void insert_leading_space(Parser* p, Run* run, int32_t space) noexcept nogil:
    cdef Run head = run[0]
    if not space:
        return
    head.length = space
    if run.start >= 0:
        head.source_end = head.source_start + space
    insert_text(p, &head)
    drop(run, space)


cdef void insert_only_space(Parser* p, Run* run) noexcept nogil:
    """In a frameset: white space is text, everything else is dropped."""
    cdef const uint8_t* text = text_at(p, run.start)
    cdef int32_t space
    while run.length:
        text = text_at(p, run.start)
        space = leading_space(text, run.length)
        insert_leading_space(p, run, space)
        text += space
        space = 0
        while space < run.length and not is_space(text[space]):
            space += 1
        drop(run, space)
        # The text that follows is a part of the same text node, not of the same span.
        if p.piece_count + FEW >= p.piece_room and not make_room(p):
            return


cdef void on_text_slowly(Parser* p, Run* given, bint is_nul) noexcept nogil:
    """Characters in any mode; `is_nul` says that the run is one NUL, which most modes drop."""
    cdef Run run = given[0]
    cdef Mode mode
    cdef uint32_t flags
    cdef int32_t space
    if p.skip_newline:
        p.skip_newline = False
        if text_at(p, run.start)[0] == c'\n':
            drop(&run, 1)
            if not run.length:
                return
    while True:
        flags = p.opens[p.top].flags if p.top != NONE else <uint32_t>0
        if flags & FOREIGN and not flags & (MATH_TEXT_POINT | HTML_POINT):
            if is_nul:
                run.start = ~<int32_t>p.side_used
                run.length = 3
                if not put_replacement(p):
                    return
            elif leading_space(text_at(p, run.start), run.length) < run.length:
                p.frameset_ok = False
            insert_text(p, &run)
            return
        mode = p.mode
        if mode in (IN_BODY, IN_CAPTION, IN_CELL, IN_TEMPLATE):
            if not is_nul:
                body_text(p, &run)
            return
        if mode == TEXT_MODE:
            insert_text(p, &run)
            return
        if mode in (IN_TABLE, IN_TABLE_BODY, IN_ROW):
            if is_nul:
                return
            if flags & TABLE_TEXT:
                p.table_text[p.table_text_count] = run
                p.table_text_count += 1
                if leading_space(text_at(p, run.start), run.length) < run.length:
                    p.table_text_visible = True
                return
            p.foster = True
            body_text(p, &run)
            p.foster = False
            return
        space = 0 if is_nul else leading_space(text_at(p, run.start), run.length)
        if mode in (AFTER_BODY, AFTER_AFTER_BODY):
            if space == run.length:
                body_text(p, &run)
                return
            back_to_body(p)
            continue
        if mode in (IN_FRAMESET, AFTER_FRAMESET, AFTER_AFTER_FRAMESET):
            if not is_nul:
                insert_only_space(p, &run)
            return
        if mode in (INITIAL, BEFORE_HTML, BEFORE_HEAD):
            drop(&run, space)
        else:
            insert_leading_space(p, &run, space)
        if not run.length:
            return
        if not leave_mode(p, run.source_start) and mode == IN_COLUMN_GROUP:
            if current_tag(p) != T_COLGROUP:
                return
            pop_at(p, run.source_start)
            p.mode = IN_TABLE


cdef inline void on_text(
    Parser* p, int32_t start, int32_t length, int32_t source_start, int32_t source_end
) noexcept nogil:
    """Characters without NUL and CR: a span of the source, or decoded ones in the side buffer."""
    cdef Run run
    run.start = start
    run.length = length
    run.source_start = source_start
    run.source_end = source_end
    if not make_room(p):
        return
    if (
        (p.mode == IN_BODY or p.mode == TEXT_MODE)
        and not p.skip_newline
        and not p.opens[p.top].flags & FOREIGN
    ):
        if p.mode == IN_BODY:
            body_text(p, &run)
        else:
            insert_text(p, &run)
    else:
        on_text_slowly(p, &run, False)


cdef inline void on_source_text(Parser* p, int32_t start, int32_t end) noexcept nogil:
    if end > start:
        on_text(p, start, end - start, start, end)


cdef void on_decoded(
    Parser* p, const uint8_t* text, int32_t length, int32_t source_start, int32_t source_end
) noexcept nogil:
    cdef int32_t start = ~<int32_t>p.side_used
    if put(p, text, length):
        on_text(p, start, length, source_start, source_end)


cdef void on_nul(Parser* p, int32_t at) noexcept nogil:
    cdef Run run
    if not make_room(p):
        return
    run.start = at
    run.length = 1
    run.source_start = at
    run.source_end = at + 1
    p.skip_newline = False
    on_text_slowly(p, &run, True)


cdef void on_comment(Parser* p) noexcept nogil:
    """A comment keeps its neighbours apart."""
    cdef int32_t parent
    if p.table_text_count:
        flush_table_text(p)
    p.skip_newline = False
    if p.top != NONE and p.opens[p.top].flags & FOREIGN:
        parent = p.opens[p.top].node
    elif p.mode in (INITIAL, BEFORE_HTML, AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET):
        parent = 0
    elif p.mode == AFTER_BODY:
        parent = p.opens[p.bottom].node
    else:
        parent = p.opens[p.top].node
    p.nodes[parent].flags |= ENDS_IN_COMMENT


cdef void on_end_of_file(Parser* p) noexcept nogil:
    p.token_start = p.token_end = p.size
    if p.table_text_count:
        flush_table_text(p)
    while p.status == OK:
        if not make_room(p):
            return
        if leave_mode(p, p.size):
            continue
        if p.mode == TEXT_MODE:
            pop(p)
            p.mode = p.original_mode
        elif p.template_count and is_open(p, T_TEMPLATE):
            pop_until(p, T_TEMPLATE, p.size)
            clear_to_marker(p)
            p.template_count -= 1
            reset_mode(p)
        else:
            break
    while p.top != NONE:
        pop(p)
