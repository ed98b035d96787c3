"""What each element does."""

cdef int open_format(Walk* w, int position, int shape) noexcept nogil:
    """Give a format to the text of an element; one that it has already changes nothing."""
    cdef bint in_code = is_code(w.formats)
    if has_shape(w.formats, shape) or (shape == STRONG_SHAPE and w.heading):
        return position + 1
    if in_code and shape != LINK_SHAPE:
        return position + 1
    push_frame(w, w.ends[position], ONLY_FORMATS)
    w.formats = with_shape(without_shape(w.formats, CODE_SHAPE), shape, <uint64_t>(position + 1))
    if in_code:
        w.formats = with_shape(w.formats, CODE_SHAPE, 0)
    return position + 1


cdef void mark(Walk* w, int position) noexcept nogil:
    """Note that something of the paragraph stands here."""
    if w.first < 0:
        w.first = position
    w.last = position


cdef void separate(Walk* w) noexcept nogil:
    if w.separator == END_PARAGRAPH:
        flush(w)
    elif w.separator == BREAK_LINE:
        add_break(w, 0)
    else:
        add_gap(w, SPACE_GAP, <const uint8_t*>b" ", 1, 0)


cdef void enter_run(Walk* w, int position) noexcept nogil:
    if w.run[position] != w.current_run:
        w.current_run = w.run[position]
        separate(w)


cdef void add_words_at(Walk* w, int position, const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Add text that stands for an element, such as the alternative of a picture."""
    enter_run(w, position)
    mark(w, position)
    add_text(w, start, end, w.formats)


cdef void add_atom_at(Walk* w, int position, int node, uint64_t formats) noexcept nogil:
    enter_run(w, position)
    mark(w, position)
    add_atom(w, node, formats)


cdef void text(Walk* w, int position) noexcept nogil:
    cdef int row = w.row[position]
    cdef const uint8_t* start = text_from(w, row)
    cdef const uint8_t* end = text_to(w, row)
    if w.run[position] != w.current_run:
        if start < end and is_blank(start, end):
            return
        enter_run(w, position)
    if w.spaced[position] and position != w.joined_at and not is_code(w.formats):
        add_space(w)
    add_text(w, start, end, w.formats)
    if has_pieces(w):
        mark(w, position)


# Elements that are one line


cdef int open_inline(Walk* w, int position, int receiver, int separator) noexcept nogil:
    """Take all of an element as one line: `receiver` says what becomes of it where it ends."""
    flush(w)
    w.separator_before = w.separator
    w.inline_only = True
    w.current_run = w.run[position]
    w.separator = separator
    w.receiver = receiver
    w.receiver_first = w.row[position]
    w.receiver_last = w.page.end[w.row[position]]
    push_frame(w, w.ends[position], CLOSE_INLINE)
    return position + 1


cdef void close_inline(Walk* w) noexcept nogil:
    cdef Chain content = build_line(w)
    cdef Box* box = top_box(w)
    cdef int level = w.heading, node
    w.inline_only = False
    w.separator = w.separator_before
    w.heading = 0
    w.last_before = max(w.last, w.last_before)
    w.first = -1
    if content.first < 0:
        return
    if w.receiver == AS_HEADING:
        node = new_node(w, HEADING_ROW, w.receiver_first, w.receiver_last)
        w.nodes[node].number = level
        hold(w, node, content)
        add_part(w, box, node)
    elif w.receiver == AS_TERM:
        add_term(w, box, content)
    else:
        add_caption(w, box, content)
        if w.receiver == AS_CAPTION:
            box.caption_first = w.receiver_first
            box.caption_last = w.receiver_last


cdef int heading(Walk* w, int position, int level) noexcept nogil:
    """Make the first paragraph of an element a heading: all of it, as a rule.

    A heading that was never closed swallows the paragraphs after it; they stay paragraphs. One
    without a word is the picture in it.
    """
    if w.inline_only or first_inked(w, position) < 0:
        return position + 1
    if structures(w, position):
        flush(w)
        w.heading = level
        push_frame(w, w.ends[position], END_HEADING)
        return position + 1
    open_inline(w, position, AS_HEADING, SPACE_LINE)
    w.formats = without_shape(w.formats, STRONG_SHAPE)
    w.heading = level
    return position + 1


cdef int caption(Walk* w, int position) noexcept nogil:
    if w.inline_only:
        return position + 1
    if top_box(w).type != FIGURE_BOX:
        flush(w)
        return -1
    return open_inline(w, position, AS_CAPTION, BREAK_LINE)


cdef int term(Walk* w, int position) noexcept nogil:
    if w.inline_only or top_box(w).type != DEFINITION_BOX:
        return position + 1
    open_inline(w, position, AS_TERM, BREAK_LINE)
    if w.kind[position] == SIGNATURE_KIND:
        open_format(w, position, CODE_SHAPE)
    return position + 1


# Links


cdef void gather_text(Walk* w, int position) noexcept nogil:
    """All kept text inside an element, in `scratch`."""
    cdef int at, row
    w.scratch.size = 0
    for at in range(position, w.ends[position]):
        row = w.row[at]
        if w.page.tag[row] == T_TEXT:
            put(w, &w.scratch, text_from(w, row), text_to(w, row) - text_from(w, row))


cdef bint is_among(const Word* words, int count, const uint8_t* start, const uint8_t* end) noexcept nogil:
    cdef int index
    cdef Py_ssize_t length = end - start
    for index in range(count):
        if words[index].length == length:
            if not length or memcmp(words[index].text, start, length) == 0:
                return True
    return False


cdef void fold_case(Walk* w) noexcept nogil:
    """`scratch` in lower case, as far as the words for permalinks go: they are of ASCII letters."""
    cdef Py_ssize_t at = 0, size = 0
    cdef uint8_t* data = w.scratch.data
    while at < w.scratch.size:
        if data[at] == 0xC5 and at + 1 < w.scratch.size and data[at + 1] == 0xBF:
            data[size] = 115
            at += 2
        elif data[at] == 0xE2 and at + 2 < w.scratch.size and data[at + 1] == 0x84 and data[at + 2] == 0xAA:
            data[size] = 107
            at += 3
        else:
            data[size] = lowered(data[at])
            at += 1
        size += 1
    w.scratch.size = size


cdef bint is_mark(Walk* w, int position, const uint8_t* href, const uint8_t* href_end) noexcept nogil:
    """Is a link only a sign that leads to its own heading, or back from a footnote?"""
    cdef const uint8_t* start
    cdef const uint8_t* end
    cdef bint local = href < href_end and href[0] == 35
    cdef bint permalink = w.heading or w.kind[position] == PERMALINK_KIND
    if w.kind[position] == BACKLINK_KIND:
        return True
    if not permalink and not local:
        return False
    if memchr(href, 35, href_end - href) == NULL or w.ends[position] - position > LONGEST_MARK:
        return False
    gather_text(w, position)
    fold_case(w)
    start = w.scratch.data
    end = start + w.scratch.size
    strip(&start, &end)
    if local and is_among(w.lexicon.backlinks, w.lexicon.backlink_count, start, end):
        return True
    return permalink and is_among(w.lexicon.permalinks, w.lexicon.permalink_count, start, end)


cdef int link(Walk* w, int position) noexcept nogil:
    cdef const uint8_t* href
    cdef const uint8_t* href_end
    cdef int resolution
    if find(w, position, HREF, &href, &href_end) < 0:
        return position + 1
    if is_mark(w, position, href, href_end):
        return w.ends[position]
    if not surely_leads(&w.base, href, href_end):
        resolution = read_address(&w.base, href, href_end).resolution
        if resolution == NOWHERE or (w.heading and resolution == FRAGMENT):
            return position + 1
    return open_format(w, position, LINK_SHAPE)


# Quotations and readings


cdef int first_inked(Walk* w, int position) noexcept nogil:
    """The position of the first text with ink inside an element, -1 where there is none.

    The last answer is remembered: what was passed once without finding any is not passed again.
    """
    cdef int at, row
    if not (w.scanned_from <= position < w.scanned_to):
        w.scanned_from = position
        at = position + 1
        while at < w.count:
            row = w.row[at]
            if w.page.tag[row] == T_TEXT:
                if has_ink(text_from(w, row), text_to(w, row)):
                    break
            at += 1
        w.scanned_to = at
    return w.scanned_to if w.scanned_to < w.ends[position] else -1


cdef int quotation(Walk* w, int position) noexcept nogil:
    """`q`: quotation marks, unless the text brings its own."""
    cdef int at = first_inked(w, position), length
    cdef uint32_t code
    cdef const uint8_t* start
    cdef const uint8_t* end
    cdef bint nested = w.quotations % 2
    if at < 0 or w.quotations > NESTED_QUOTATIONS:
        return position + 1
    start = text_from(w, w.row[at])
    end = text_to(w, w.row[at])
    strip(&start, &end)
    code = decode(start, end, &length)
    if (
        code == 0x22 or code == 0x27 or code == 0xAB or code == 0xBB or 0x2018 <= code <= 0x201A
        or 0x201C <= code <= 0x201E or code == 0x2039 or code == 0x203A or code == 0x300C
        or code == 0x300E or code == 0x300A
    ):
        return position + 1
    w.quotations += 1
    if nested:
        add_sign(w, position, b"\xe2\x80\x98", 3)
        push_frame(w, w.ends[position], CLOSE_NESTED_QUOTATION)
    else:
        add_sign(w, position, b"\xe2\x80\x9c", 3)
        push_frame(w, w.ends[position], CLOSE_QUOTATION)
    return position + 1


cdef void add_sign(Walk* w, int position, const char* sign, int length) noexcept nogil:
    add_words_at(w, position, <const uint8_t*>sign, <const uint8_t*>sign + length)


cdef void end_sign(Walk* w, const char* sign, int length) noexcept nogil:
    add_text(w, <const uint8_t*>sign, <const uint8_t*>sign + length, w.formats)


# Blocks


cdef int listing(Walk* w, int position) noexcept nogil:
    cdef Box* box
    cdef bint ordered = w.page.tag[w.row[position]] == T_OL
    cdef int start = 1
    if not has_room(w, 2):
        return position + 1
    if ordered:
        start = integer(w, position, START, -1)
        if start < 0:
            start = first_value(w, position)
    box = open_box(w, position, LIST_BOX)
    if box != NULL:
        box.ordered = ordered
        box.number = start
    return position + 1


cdef int first_value(Walk* w, int position) noexcept nogil:
    """The number that the first item of a list gives itself."""
    cdef int first = position + 1, end = w.ends[position]
    if first < end and w.page.tag[w.row[first]] == T_TEXT:
        first += 1
    if first < end and w.page.tag[w.row[first]] == T_LI:
        return max(integer(w, first, VALUE, 1), 0)
    return 1


cdef int box_of(Walk* w, int position, int type, int levels) noexcept nogil:
    if has_room(w, levels):
        open_box(w, position, type)
    return position + 1


cdef int check_box(Walk* w, int position) noexcept nogil:
    """A box at the start of an item."""
    cdef Box* box = top_box(w)
    cdef const uint8_t* start
    cdef const uint8_t* end
    if box.type == ITEM_BOX and box.parts.first < 0 and not has_pieces(w):
        find(w, position, TYPE, &start, &end)
        if end - start == 8 and starts_with(start, end, "checkbox"):
            box.number = 2 if has_attribute(w, position, CHECKED) else 1
    return position + 1


cdef int quote(Walk* w, int position, int kind) noexcept nogil:
    """A quote, unless it is only the margin of old pages, as it holds nearly all of a long text."""
    cdef Box* box
    if not has_room(w, 1):
        return position + 1
    if visible_chars(w, position) > LONG_TEXT and visible_chars(w, position) > 0.75 * visible_chars(w, 0):
        return position + 1
    box = open_box(w, position, QUOTE_BOX)
    if box != NULL:
        box.argument = kind
    return position + 1


cdef bint holds_tag(Walk* w, int position, int tag) noexcept nogil:
    cdef int at
    for at in range(position + 1, w.ends[position]):
        if w.page.tag[w.row[at]] == tag:
            return True
    return False


cdef int rule(Walk* w, int position) noexcept nogil:
    cdef int row = w.row[position], above = w.parents[position]
    if not w.inline_only and (above < 0 or w.kind[above] != NOTES_KIND):
        add_block(w, new_node(w, RULE_ROW, row, w.page.end[row]))
    return position + 1


cdef int meaning(Walk* w, int position) noexcept nogil:
    if not w.inline_only and top_box(w).type == DEFINITION_BOX:
        open_box(w, position, MEANING_BOX)
    return position + 1


# What is no prose


cdef int control(Walk* w, int position) noexcept nogil:
    """Pictures in letters and form controls: left out, unless nothing else is kept."""
    return w.ends[position] if w.prose else position + 1


cdef int button(Walk* w, int position) noexcept nogil:
    """A button in a heading is its text, and one that opens a panel is a heading itself."""
    if w.inline_only or structures(w, position):
        return position + 1
    return open_format(w, position, STRONG_SHAPE) if opens_a_panel(w, position) else control(w, position)


cdef void split_and_join(Walk* w, Buffer* into, const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Add words with one space between them, as `" ".join(text.split())`."""
    cdef int length
    cdef bint gap = False, started = False
    if not reserve(w, into, end - at):
        return
    while at < end:
        if is_space(decode(at, end, &length)):
            gap = started
        else:
            if gap:
                into.data[into.size] = 32
                into.size += 1
                gap = False
            memcpy(into.data + into.size, at, length)
            into.size += length
            started = True
        at += length


cdef bint opens_a_panel(Walk* w, int position) noexcept nogil:
    """Does a button say that it unfolds something, by an attribute, its class, or by asking?"""
    return w.ends[position] - position <= LONGEST_BUTTON and (
        has_attribute(w, position, EXPANDED) or has_attribute(w, position, CONTROLS)
        or w.kind[position] == OPENER_KIND or asks(w, w.row[position])
    )


cdef bint asks(Walk* w, int row) noexcept nogil:
    """Does the text of a row end with a question mark, of any width and direction?"""
    cdef const uint8_t* start = text_from(w, row)
    cdef const uint8_t* end = text_to(w, row)
    strip(&start, &end)
    return end > start and (end - 1)[0] == 0x3F or end - start > 2 and (
        memcmp(end - 3, "\xef\xbc\x9f", 3) == 0 or memcmp(end - 2, "\xd8\x9f", 2) == 0
    )


# What Python said


cdef int by_verdict(Walk* w, int position) noexcept nogil:
    """What becomes of an element that Python has judged, -1 where that is for its tag to say."""
    cdef int verdict = w.said.verdict[position], argument = w.said.argument[position]
    if verdict == NO_VERDICT:
        return -1
    if verdict == IS_SKIPPED:
        return w.ends[position]
    if verdict == IS_IMAGE:
        add_image(w, position, argument)
    elif verdict == IS_WORDS:
        add_words_at(
            w, position, w.said.text + w.said.text_start[argument], w.said.text + w.said.text_end[argument]
        )
    elif verdict == IS_PLAYER:
        add_player(w, position, argument)
        return w.ends[position]
    elif verdict == IS_MATH or verdict == IS_MATH_BLOCK:
        add_formula(w, position, argument, verdict == IS_MATH_BLOCK)
        return position + 1 if w.said.number[argument] == 1 else w.ends[position]
    elif verdict == IS_CALLOUT:
        return quote(w, position, argument)
    elif verdict == IS_ASIDE and top_box(w).type == ROOT_BOX:
        return quote(w, position, argument)
    return position + 1


cdef void add_image(Walk* w, int position, int argument) noexcept nogil:
    """Add an image, unless it is the copy of the one before for readers without JavaScript."""
    cdef int before = w.last_image, node
    cdef bint in_noscript = position < w.noscript_end
    cdef bint differs = in_noscript != w.last_in_noscript
    w.last_image = argument
    w.last_in_noscript = in_noscript
    if before >= 0 and differs and share_a_source(w, before, argument):
        return
    node = new_node(w, IMAGE_ROW, -1, -1)
    w.nodes[node].argument = argument
    add_atom_at(w, position, node, w.formats)


cdef bint share_a_source(Walk* w, int one, int other) noexcept nogil:
    """Do two images name a source that is the same?"""
    cdef int mine = w.said.source_start[one], theirs = w.said.source_start[other]
    while mine < w.said.source_end[one] and theirs < w.said.source_end[other]:
        if w.said.source[mine] == w.said.source[theirs]:
            return True
        if w.said.source[mine] < w.said.source[theirs]:
            mine += 1
        else:
            theirs += 1
    return False


cdef void add_player(Walk* w, int position, int argument) noexcept nogil:
    """Add a player, unless it is the same as the one before."""
    cdef int row = w.row[position], node
    if w.inline_only or w.said.number[argument] == w.last_player:
        return
    w.last_player = w.said.number[argument]
    node = new_node(w, EMBED_ROW, row, w.page.end[row])
    w.nodes[node].argument = argument
    add_block(w, node)


cdef void add_formula(Walk* w, int position, int argument, bint display) noexcept nogil:
    cdef const uint8_t* start = w.said.text + w.said.text_start[argument]
    cdef const uint8_t* end = w.said.text + w.said.text_end[argument]
    cdef int row = w.row[position], node
    display = display and not w.inline_only
    node = new_node(w, MATH_BLOCK_ROW if display else MATH_ROW, row if display else -1, w.page.end[row] if display else -1)
    w.tidy.size = 0
    if display:
        put(w, &w.tidy, start, end - start)
        flush(w)
    else:
        split_and_join(w, &w.tidy, start, end)
        enter_run(w, position)
        mark(w, position)
        if w.line.gap != NO_GAP:
            fill_gap(w, w.formats, False, 0)
    w.nodes[node].text_start = <int>w.out.size
    put(w, &w.out, w.tidy.data, w.tidy.size)
    w.nodes[node].text_end = <int>w.out.size
    if display:
        add_part(w, top_box(w), node)
        return
    add_atom(w, node, w.formats)
    # The picture of a formula parts no words.
    w.joined_at = w.ends[position]


# Footnotes


cdef void add_reference(Walk* w, int position, int label) noexcept nogil:
    """Add the mark of a footnote, in the formats around it but for its own."""
    cdef int node = new_node(w, REFERENCE_ROW, -1, -1)
    cdef uint64_t formats = without_shape(w.formats, RAISED_SHAPE)
    w.said.referenced[label] = 1
    w.nodes[node].argument = label
    add_atom_at(w, position, node, without_shape(without_shape(formats, CODE_SHAPE), LINK_SHAPE))


cdef int open_note(Walk* w, int position) noexcept nogil:
    """Collect what follows as a note; its first element is then no item of a list any more."""
    cdef int label = w.said.note_label[w.next_note], end = w.said.note_end[w.next_note]
    cdef int first = w.row[position], last
    cdef Box* box
    w.next_note += 1
    if not has_room(w, 1):
        return position
    last = w.page.end[w.row[end - 1 if end else w.count - 1]]
    if w.said.verdict[position] == IS_NOTE_MARK or w.said.verdict[position] == IS_RAISED_MARK:
        add_reference(w, position, label)
        open_beside(w, position, first, last, label)
        return position + 1
    box = open_range(w, end, NOTE_BOX, first, last)
    if box != NULL:
        box.argument = label
    return position + (w.page.tag[w.row[position]] == T_LI)


cdef int note_mark(Walk* w, int position) noexcept nogil:
    """A mark: it leads to its note, or stays raised text; -1 for any other link."""
    cdef int verdict = w.said.verdict[position] if w.said.verdict != NULL else NO_VERDICT
    if verdict == IS_RAISED_MARK:
        return open_format(w, position, RAISED_SHAPE)
    if verdict != IS_NOTE_MARK:
        return -1
    add_reference(w, position, w.said.argument[position])
    return w.ends[position]


# The walk


cdef int by_kind(Walk* w, int position) noexcept nogil:
    """What the kind of an element says to do, -1 where that is for its tag to say."""
    cdef int kind = w.kind[position]
    if kind == CHROME_KIND or kind == CODE_TOOLS_KIND:
        return w.ends[position]
    if kind == NOTE_REFERENCE_KIND:
        return note_mark(w, position)
    if kind == NOTE_LABEL_KIND:
        return w.ends[position] if w.said.verdict[position] == IS_NOTE_LABEL else -1
    if kind == HEADING_KIND:
        if bits_of(w, w.row[position]) & HEADING_TAG:
            return -1
        return heading(w, position, min(max(integer(w, position, LEVEL, 2), 1), 6))
    if kind == TITLE_KIND:
        return open_format(w, position, STRONG_SHAPE)
    if kind == FIGURE_KIND:
        return box_of(w, position, FIGURE_BOX, 1)
    if kind == CAPTION_KIND:
        return caption(w, position)
    if kind == QUOTE_KIND:
        return -1 if not has_room(w, 1) or holds_tag(w, position, T_BLOCKQUOTE) else quote(w, position, -1)
    if kind == GUTTER_KIND:
        return w.ends[position] if figures_only(w, position) else -1
    if kind == CODE_KIND:
        if w.inline_only or w.before[w.ends[position]].pres > w.before[position + 1].pres:
            return -1
        return code_block(w, position)
    return -1


cdef int by_tag(Walk* w, int position) noexcept nogil:
    """Do what the tag of an element says; where to go on."""
    cdef int action = action_of(w, position)
    if action == NOTHING:
        return position + 1
    if action == LINK:
        return link(w, position)
    if EMPHASIS <= action <= LOWERED:
        return open_format(w, position, EMPHASIS_SHAPE + action - EMPHASIS)
    if action == INLINE_CODE:
        return code_in_line(w, position)
    if action == CODE:
        if w.inline_only or w.before[w.ends[position]].lines - w.before[position + 1].lines < 2:
            return code_in_line(w, position)
        return code_block(w, position)
    if action == CODE_BLOCK:
        return code_block(w, position)
    if action == CITE:
        if w.kind[position] == CITATION_KIND:
            return position + 1
        return open_format(w, position, EMPHASIS_SHAPE)
    if action == HEADING:
        return heading(w, position, w.page.tag[w.row[position]] - T_H1 + 1)
    if action == LISTING:
        return listing(w, position)
    if action == ITEM:
        return box_of(w, position, ITEM_BOX, 1 if top_box(w).type == LIST_BOX else 2)
    if action == LINE_BREAK:
        enter_run(w, position)
        add_break(w, w.formats)
        return position + 1
    if action == FIGURE:
        return box_of(w, position, FIGURE_BOX, 1)
    if action == CAPTION:
        return max(caption(w, position), position + 1)
    if action == QUOTE:
        return quote(w, position, -1)
    if action == RULE:
        return rule(w, position)
    if action == CHECK_BOX:
        return check_box(w, position)
    if action == TABLE:
        return table(w, position)
    if action == TABLE_LINE:
        return table_line(w, position)
    if action == CELL:
        return cell(w, position)
    if action == TABLE_CAPTION:
        if w.inline_only or top_box(w).type != TABLE_BOX:
            return position + 1
        return open_inline(w, position, AS_TABLE_CAPTION, BREAK_LINE)
    if action == DEFINITIONS:
        return box_of(w, position, DEFINITION_BOX, 2)
    if action == TERM:
        return term(w, position)
    if action == MEANING:
        return meaning(w, position)
    if action == SUMMARY:
        if w.before[w.ends[position]].headings > w.before[position + 1].headings:
            return position + 1
        return open_format(w, position, STRONG_SHAPE)
    if action == QUOTATION:
        return quotation(w, position)
    if action == RUBY_TEXT:
        if visible_chars(w, position):
            add_sign(w, position, b"(", 1)
            push_frame(w, w.ends[position], CLOSE_RUBY)
        return position + 1
    if action == LEAVE_OUT:
        return w.ends[position]
    if action == CONTROL:
        return control(w, position)
    if action == BUTTON:
        return button(w, position)
    if action == NOSCRIPT:
        if w.ends[position] > w.noscript_end:
            w.noscript_end = w.ends[position]
        return position + 1
    return position + 1


cdef void close_frame(Walk* w) noexcept nogil:
    cdef Frame frame
    w.frame_count -= 1
    frame = w.frames[w.frame_count]
    if frame.action == CLOSE_BOX:
        close_box(w)
    elif frame.action == CLOSE_BESIDE:
        close_beside(w)
    elif frame.action == CLOSE_INLINE:
        close_inline(w)
    elif frame.action == END_HEADING:
        flush(w)
        w.heading = 0
    elif frame.action == CLOSE_QUOTATION:
        end_sign(w, b"\xe2\x80\x9d", 3)
        w.quotations -= 1
    elif frame.action == CLOSE_NESTED_QUOTATION:
        end_sign(w, b"\xe2\x80\x99", 3)
        w.quotations -= 1
    elif frame.action == CLOSE_RUBY:
        end_sign(w, b")", 1)
    w.formats = frame.formats


cdef int element(Walk* w, int position) noexcept nogil:
    """What an element does, by what its names say, by what Python said, or by its tag."""
    cdef int following = -1
    if w.kind[position]:
        following = by_kind(w, position)
    if following < 0 and w.said.verdict != NULL:
        following = by_verdict(w, position)
    return following if following >= 0 else by_tag(w, position)


cdef Chain walk(Walk* w) noexcept nogil:
    """Visit everything that is kept, and return the content."""
    cdef int position = 0
    w.current_run = w.last_image = w.last_player = w.joined_at = -1
    w.first = w.last = w.last_before = -1
    w.scanned_from = w.scanned_to = -1
    if push_box(w, ROOT_BOX, 0, 0) == NULL:
        return no_chain()
    while position < w.count and w.outcome == WALKING and not stopped(w, ROW):
        w.position = position
        while w.frame_count and w.frames[w.frame_count - 1].end <= position:
            close_frame(w)
        while w.next_note < w.said.note_count and w.said.note_start[w.next_note] < position:
            w.next_note += 1
        if w.next_note < w.said.note_count and w.said.note_start[w.next_note] == position:
            position = open_note(w, position)
        elif w.page.tag[w.row[position]] == T_TEXT:
            text(w, position)
            position += 1
        else:
            position = element(w, position)
    w.position = w.count
    while w.frame_count and w.outcome == WALKING:
        close_frame(w)
    flush(w)
    return content_of(w, top_box(w))
