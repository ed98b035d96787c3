# The tokenizer: tags, comments and doctypes, raw text, the data state.
# A part of `parse.pxi`, in the order in which that file includes them.

# --------------------------------------------------------------------------------------------------
# The tokenizer: tags
# --------------------------------------------------------------------------------------------------
# The byte after the source is NUL, so one byte of lookahead needs no check of bounds; a NUL is the
# end only at `p.size`.

cdef inline int32_t skip_space(Parser* p, int32_t at) noexcept nogil:
    while is_space(p.source[at]):
        at += 1
    return at


cdef int32_t read_tag_name(Parser* p, int32_t at) noexcept nogil:
    """Read the name that starts at `at` into `p.tag`; where it ends."""
    cdef const uint8_t* source = p.source
    cdef int32_t start = at
    cdef uint32_t hash = <uint32_t>HASH_SEED
    while not BYTE_CLASS[source[at]] & ENDS_TAG_NAME:
        hash = add_to_hash(hash, LOWER[source[at]])
        at += 1
    if source[at] or at == p.size:
        p.tag = tag_of_name(p, source + start, at - start, hash)
        return at
    while not BYTE_CLASS[source[at]] & ENDS_TAG_NAME or (source[at] == 0 and at < p.size):
        at += 1
    p.tag = intern_name_with_nul(p, start, at, True)
    return at


cdef inline int32_t read_attr_name(Parser* p, int32_t at, int32_t* name) noexcept nogil:
    """Read the attribute name that starts at `at`; where it ends. Its first byte may be `=`."""
    cdef const uint8_t* source = p.source
    cdef int32_t start = at
    cdef uint32_t hash = <uint32_t>HASH_SEED
    if source[at] == c'=':
        hash = add_to_hash(hash, c'=')
        at += 1
    while not BYTE_CLASS[source[at]] & ENDS_ATTR_NAME:
        hash = add_to_hash(hash, LOWER[source[at]])
        at += 1
    if source[at] or at == p.size:
        name[0] = intern_attr_name_hashed(p, source + start, at - start, hash)
        return at
    while not BYTE_CLASS[source[at]] & ENDS_ATTR_NAME or (source[at] == 0 and at < p.size):
        at += 1
    name[0] = intern_name_with_nul(p, start, at, False)
    return at


cdef inline int32_t value_stop(Parser* p, int32_t at, uint8_t quote) noexcept nogil:
    """The next byte of an attribute value that ends it or needs decoding."""
    if quote:
        return <int32_t>(
            find_any(p.source + at, p.source + p.size, quote, c'&', c'\r', 0) - p.source
        )
    while not BYTE_CLASS[p.source[at]] & ENDS_UNQUOTED:
        at += 1
    return at


cdef int32_t read_value(Parser* p, int32_t at, uint8_t quote, Attr* attr) noexcept nogil:
    """Read a value that starts at `at`, to the quote or, for quote 0, to a space or `>`.

    Where it ends (before the quote), or NONE at the end of the source.
    """
    cdef const uint8_t* source = p.source
    cdef int32_t start = at, length
    cdef int64_t side_first = NONE
    cdef uint8_t byte
    while True:
        at = value_stop(p, at, quote)
        byte = source[at]
        if at == p.size:
            return NONE
        if byte == c'&':
            if stopped(p, ROW):
                return NONE
            length = read_reference(p, at, True)
            if not length:
                at += 1
                continue
        elif byte == 0 or (byte == c'\r' and quote):
            length = 1
        else:
            break
        if side_first == NONE:
            side_first = p.side_used
        if not put(p, source + start, at - start):
            return NONE
        if byte == c'&':
            if not put(p, p.reference, p.reference_length):
                return NONE
        elif byte == 0:
            if not put_replacement(p):
                return NONE
        elif source[at + 1] != c'\n' and not put_byte(p, c'\n'):
            return NONE
        at += length
        start = at
    if side_first == NONE:
        attr.start = start
        attr.length = at - start
    else:
        if not put(p, source + start, at - start):
            return NONE
        attr.start = ~<int32_t>side_first
        attr.length = <int32_t>(p.side_used - side_first)
    if attr.length > p.max_attr_length:
        p.status = ATTRIBUTE_TOO_LONG
        return NONE
    return at


cdef int32_t read_attribute(Parser* p, int32_t at) noexcept nogil:
    """Read one attribute; where it ends, or NONE at the end of the source."""
    cdef Attr* attr
    cdef int32_t name = NONE
    cdef uint8_t quote
    if p.attr_count == p.attr_room and not grow(
        p, <void**>&p.attrs, sizeof(Attr), <int64_t>p.attr_count + 1, &p.attr_room
    ):
        return NONE
    attr = &p.attrs[p.attr_count]
    at = read_attr_name(p, at, &name)
    if name == NONE:
        return NONE
    attr.name = name
    attr.start = at
    attr.length = 0
    attr.written = NONE
    if is_space(p.source[at]):
        at = skip_space(p, at)
    if p.source[at] == c'=':
        at = skip_space(p, at + 1)
        quote = p.source[at]
        if quote == c'"' or quote == c'\'':
            at = read_value(p, at + 1, quote, attr)
            if at != NONE:
                at += 1
        elif quote != c'>':
            at = read_value(p, at, 0, attr)
        if at == NONE:
            return NONE
    if p.attr_infos[name].seen != p.tags_read:
        p.attr_infos[name].seen = p.tags_read
        p.attr_count += 1
    return at


cdef bint read_tag(Parser* p, int32_t at) noexcept nogil:
    """Read a tag from its name on; False at the end of the source, where it counts for nothing."""
    cdef uint8_t byte
    p.attr_first = p.attr_count
    p.self_closing = False
    p.tags_read += 1
    at = read_tag_name(p, at)
    if p.tag == NONE:
        return False
    while True:
        byte = p.source[at]
        if byte == c'>':
            p.token_end = p.position = at + 1
            return True
        if is_space(byte):
            at += 1
        elif byte == c'/':
            at += 1
            p.self_closing = p.source[at] == c'>'
        elif byte == 0 and at == p.size:
            p.attr_count = p.attr_first
            return False
        else:
            at = read_attribute(p, at)
            if at == NONE or stopped(p, ROW):
                p.attr_count = p.attr_first
                return False


# --------------------------------------------------------------------------------------------------
# The tokenizer: comments and doctypes
# --------------------------------------------------------------------------------------------------

cdef void end_comment(Parser* p, int32_t at) noexcept nogil:
    p.position = p.token_end = at
    on_comment(p)


cdef void read_bogus_comment(Parser* p, int32_t at) noexcept nogil:
    cdef const uint8_t* found = <const uint8_t*>memchr(p.source + at, c'>', p.size - at)
    end_comment(p, p.size if found == NULL else <int32_t>(found - p.source) + 1)


cdef void read_comment(Parser* p, int32_t start) noexcept nogil:
    """Read a comment from behind its `<!--`: up to `-->` or `--!>`, or a `>` or `->` right there."""
    cdef const uint8_t* source = p.source
    cdef const uint8_t* found
    cdef int32_t at = start, dashes
    while True:
        found = <const uint8_t*>memchr(source + at, c'>', p.size - at)
        if found == NULL or stopped(p, SIGN):
            end_comment(p, p.size)
            return
        at = <int32_t>(found - source)
        dashes = at - 1 if at >= start + 3 and source[at - 1] == c'!' else at
        if (
            at == start
            or (at == start + 1 and source[start] == c'-')
            or (dashes >= start + 2 and source[dashes - 1] == c'-' and source[dashes - 2] == c'-')
        ):
            end_comment(p, at + 1)
            return
        at += 1


cdef struct Doctype:
    int32_t name_start
    int32_t name_end
    int32_t public_start
    int32_t public_end
    int32_t system_start
    int32_t system_end
    bint correct


cdef int32_t read_identifier(
    Parser* p, int32_t at, int32_t* start, int32_t* end, bint* correct
) noexcept nogil:
    """Read a quoted identifier; where it ends: behind the quote, or at a `>` or the end."""
    cdef uint8_t quote = p.source[at]
    at += 1
    start[0] = at
    at = <int32_t>(find_any(p.source + at, p.source + p.size, quote, c'>', quote, c'>') - p.source)
    end[0] = at
    if at < p.size and p.source[at] == quote:
        return at + 1
    correct[0] = False
    return at


cdef inline bint is_quote(uint8_t byte) noexcept nogil:
    return byte == c'"' or byte == c'\''


cdef void read_doctype(Parser* p, int32_t at) noexcept nogil:
    """Read a doctype from behind its keyword."""
    cdef const uint8_t* source = p.source
    cdef Doctype doctype
    cdef const uint8_t* found
    doctype.name_start = doctype.public_start = doctype.system_start = NONE
    doctype.name_end = doctype.public_end = doctype.system_end = NONE
    doctype.correct = True
    at = skip_space(p, at)
    if source[at] != c'>' and at < p.size:
        doctype.name_start = at
        while not (is_space(source[at]) or source[at] == c'>' or at == p.size):
            at += 1
        doctype.name_end = at
        at = skip_space(p, at)
        if source[at] != c'>' and at < p.size:
            at = read_identifiers(p, at, &doctype)
    else:
        doctype.correct = False
    if at == p.size:
        doctype.correct = False
    found = <const uint8_t*>memchr(source + at, c'>', p.size - at)
    p.position = p.token_end = p.size if found == NULL else <int32_t>(found - source) + 1
    on_doctype(p, &doctype)


cdef int32_t read_identifiers(Parser* p, int32_t at, Doctype* doctype) noexcept nogil:
    """Read what follows a doctype's name; where it ends, at garbage, at `>` or at the end."""
    cdef const uint8_t* source = p.source
    cdef bint public
    public = p.size - at >= 6 and same_ignoring_case(source + at, 6, b"public", 6)
    if not public and not (p.size - at >= 6 and same_ignoring_case(source + at, 6, b"system", 6)):
        doctype.correct = False
        return at
    at = skip_space(p, at + 6)
    if not is_quote(source[at]):
        doctype.correct = False
        return at
    if public:
        at = read_identifier(
            p, at, &doctype.public_start, &doctype.public_end, &doctype.correct
        )
        if not doctype.correct:
            return at
        at = skip_space(p, at)
        if source[at] == c'>':
            return at
        if not is_quote(source[at]):
            doctype.correct = False
            return at
    at = read_identifier(p, at, &doctype.system_start, &doctype.system_end, &doctype.correct)
    return skip_space(p, at) if doctype.correct else at


cdef bint begins_as_one_of(
    const uint8_t* text, int32_t length, const char* lines, bint whole
) noexcept nogil:
    """Whether a text begins with (or is) one of some lines, whatever its case."""
    cdef int32_t end
    while lines[0]:
        end = 0
        while lines[end] != c'\n':
            end += 1
        if length >= end and (length == end or not whole):
            if same_ignoring_case(text, end, lines, end):
                return True
        lines += end + 1
    return False


cdef bint is_quirky(Parser* p, Doctype* doctype) noexcept nogil:
    cdef const uint8_t* public
    cdef int32_t length
    if not doctype.correct or not same_ignoring_case(
        p.source + doctype.name_start, doctype.name_end - doctype.name_start, b"html", 4
    ):
        return True
    if doctype.system_start != NONE and same_ignoring_case(
        p.source + doctype.system_start, doctype.system_end - doctype.system_start,
        QUIRKY_SYSTEM, QUIRKY_SYSTEM_LENGTH,
    ):
        return True
    if doctype.public_start == NONE:
        return False
    public = p.source + doctype.public_start
    length = doctype.public_end - doctype.public_start
    return (
        begins_as_one_of(public, length, QUIRKY_BEGINNINGS, False)
        or begins_as_one_of(public, length, QUIRKY_WHOLE, True)
        or (
            doctype.system_start == NONE
            and begins_as_one_of(public, length, QUIRKY_WITHOUT_SYSTEM, False)
        )
    )


cdef void on_doctype(Parser* p, Doctype* doctype) noexcept nogil:
    if p.table_text_count:
        flush_table_text(p)
    p.skip_newline = False
    if p.mode != INITIAL:
        return
    p.mode = BEFORE_HTML
    p.quirks = is_quirky(p, doctype)


# --------------------------------------------------------------------------------------------------
# The tokenizer: raw text
# --------------------------------------------------------------------------------------------------

cdef bint is_raw_end(Parser* p, int32_t at) noexcept nogil:
    """Whether the end tag that the raw text waits for begins at the `<` at `at`."""
    cdef int32_t end = at + 2 + p.raw_name_length
    if p.raw_name == NULL or end >= p.size or p.source[at + 1] != c'/':
        return False
    if not same_lowered(p.source + at + 2, p.raw_name, p.raw_name_length):
        return False
    return is_space(p.source[end]) or p.source[end] == c'/' or p.source[end] == c'>'


cdef int32_t find_raw_end(Parser* p, int32_t at) noexcept nogil:
    cdef const uint8_t* found
    while True:
        found = <const uint8_t*>memchr(p.source + at, c'<', p.size - at)
        if found == NULL or stopped(p, SIGN):
            return p.size
        at = <int32_t>(found - p.source)
        if is_raw_end(p, at):
            return at
        at += 1


cdef bint is_script_word(Parser* p, int32_t at) noexcept nogil:
    """Whether the word `script` stands at `at`, and ends there as a tag's name does."""
    if p.size - at < 7 or not same_lowered(p.source + at, <const uint8_t*>b"script", 6):
        return False
    return is_space(p.source[at + 6]) or p.source[at + 6] == c'/' or p.source[at + 6] == c'>'


cdef int32_t find_script_end(Parser* p, int32_t at) noexcept nogil:
    """The end of a script: `</script`, unless in `<!-- <script> ... </script>`."""
    cdef const uint8_t* source = p.source
    cdef const uint8_t* found
    cdef bint escaped = False, twice = False
    cdef int32_t escape_start = 0
    while True:
        if stopped(p, SIGN):
            return p.size
        if not escaped:
            found = <const uint8_t*>memchr(source + at, c'<', p.size - at)
            if found == NULL:
                return p.size
            at = <int32_t>(found - source)
            if is_raw_end(p, at):
                return at
            if p.size - at >= 4 and memcmp(source + at, b"<!--", 4) == 0:
                escaped = True
                escape_start = at + 2
                at += 4
            else:
                at += 1
            continue
        at = <int32_t>(find_any(source + at, source + p.size, c'<', c'>', c'<', c'>') - source)
        if at == p.size:
            return at
        if source[at] == c'>':
            if at - escape_start >= 2 and source[at - 1] == c'-' and source[at - 2] == c'-':
                escaped = twice = False
        elif twice:
            if source[at + 1] == c'/' and is_script_word(p, at + 2):
                twice = False
                at += 8
        elif is_raw_end(p, at):
            return at
        elif is_script_word(p, at + 1):
            twice = True
            at += 7
        at += 1


cdef inline bint has_byte(const uint8_t* source, int32_t start, int32_t end, uint8_t byte) noexcept nogil:
    return memchr(source + start, byte, end - start) != NULL


cdef void emit_text(Parser* p, int32_t start, int32_t end, bint references, bint keep_nul) noexcept nogil:
    """Send a span of the source as characters: newlines normalised, references decoded if asked."""
    cdef const uint8_t* source = p.source
    cdef uint8_t mark = c'&' if references else c'\r'
    cdef int32_t at = start, length
    if not references and not has_byte(source, start, end, c'\r') and not has_byte(source, start, end, 0):
        on_source_text(p, start, end)
        return
    while p.status == OK and not stopped(p, ROW):
        at = <int32_t>(find_any(source + at, source + end, mark, c'\r', 0, 0) - source)
        if at >= end:
            on_source_text(p, start, end)
            return
        if source[at] == c'&':
            length = read_reference(p, at, False)
            if not length:
                at += 1
                continue
            on_source_text(p, start, at)
            on_decoded(p, p.reference, p.reference_length, at, at + length)
            at += length
        elif source[at] == 0:
            on_source_text(p, start, at)
            if keep_nul:
                on_nul(p, at)
            else:
                on_decoded(p, <const uint8_t*>b"\xef\xbf\xbd", 3, at, at + 1)
            at += 1
        else:
            on_source_text(p, start, at)
            if at + 1 >= p.size or source[at + 1] != c'\n':
                on_decoded(p, <const uint8_t*>b"\n", 1, at, at + 1)
            at += 1
        start = at


cdef void read_raw_text(Parser* p) noexcept nogil:
    """Read what follows the start tag of a title, a script ... up to its end tag."""
    cdef int32_t end = p.size
    if p.raw == SCRIPT_DATA:
        end = find_script_end(p, p.position)
    elif p.raw != PLAINTEXT:
        end = find_raw_end(p, p.position)
    emit_text(p, p.position, end, p.raw == RCDATA, False)
    p.position = end
    p.raw = DATA


cdef void read_cdata(Parser* p, int32_t start) noexcept nogil:
    """Read a CDATA section from behind its `<![CDATA[`."""
    cdef const uint8_t* found
    cdef int32_t at = start
    while True:
        found = <const uint8_t*>memchr(p.source + at, c']', p.size - at)
        if found == NULL or stopped(p, SIGN):
            emit_text(p, start, p.size, False, True)
            p.position = p.size
            return
        at = <int32_t>(found - p.source)
        if p.size - at >= 3 and p.source[at + 1] == c']' and p.source[at + 2] == c'>':
            emit_text(p, start, at, False, True)
            p.position = at + 3
            return
        at += 1


# --------------------------------------------------------------------------------------------------
# The tokenizer: the data state
# --------------------------------------------------------------------------------------------------

cdef void read_declaration(Parser* p, int32_t at) noexcept nogil:
    """Read what begins with `<!` at `at`."""
    cdef const uint8_t* source = p.source
    cdef int32_t left = p.size - at
    if left >= 4 and source[at + 2] == c'-' and source[at + 3] == c'-':
        read_comment(p, at + 4)
    elif left >= 9 and same_ignoring_case(source + at + 2, 7, b"doctype", 7):
        read_doctype(p, at + 9)
    elif (
        left >= 9
        and memcmp(source + at + 2, b"[CDATA[", 7) == 0
        and p.top != NONE
        and p.opens[p.top].flags & FOREIGN
    ):
        read_cdata(p, at + 9)
    else:
        read_bogus_comment(p, at + 2)


cdef void read_markup(Parser* p, int32_t at) noexcept nogil:
    """Read the markup that the `<` at `at` begins."""
    cdef uint8_t byte = p.source[at + 1]
    p.token_start = at
    if is_alpha(byte):
        if read_tag(p, at + 1):
            on_start_tag(p)
        else:
            p.position = p.size
    elif byte == c'!':
        read_declaration(p, at)
    elif byte == c'?':
        read_bogus_comment(p, at + 1)
    elif is_alpha(p.source[at + 2]):
        if read_tag(p, at + 2):
            on_end_tag(p)
        else:
            p.position = p.size
    elif p.source[at + 2] == c'>':
        p.position = at + 3
    else:
        read_bogus_comment(p, at + 2)


cdef bint begins_markup(Parser* p, int32_t at) noexcept nogil:
    """Whether the `<` at `at` begins markup; otherwise it is a character."""
    cdef uint8_t byte = p.source[at + 1]
    return is_alpha(byte) or byte == c'!' or byte == c'?' or (byte == c'/' and at + 2 < p.size)


cdef void read_data(Parser* p) noexcept nogil:
    """Read text up to the next markup, and that markup."""
    cdef const uint8_t* source = p.source
    cdef const uint8_t* end = source + p.size
    cdef int32_t start = p.position, at = start, length
    while p.status == OK:
        at = <int32_t>(find_any(source + at, end, c'<', c'&', c'\r', 0) - source)
        if at == p.size:
            on_source_text(p, start, at)
            p.position = at
            return
        if source[at] == c'<':
            if not begins_markup(p, at):
                at += 1
                stopped(p, SIGN)
                continue
            on_source_text(p, start, at)
            if make_room(p) and p.status == OK:
                read_markup(p, at)
            return
        if source[at] == c'&':
            length = read_reference(p, at, False)
            if not length:
                at += 1
                stopped(p, SIGN)
                continue
            on_source_text(p, start, at)
            on_decoded(p, p.reference, p.reference_length, at, at + length)
            at += length
        elif source[at] == 0:
            on_source_text(p, start, at)
            on_nul(p, at)
            at += 1
        else:
            on_source_text(p, start, at)
            if source[at + 1] != c'\n':
                on_decoded(p, <const uint8_t*>b"\n", 1, at, at + 1)
            at += 1
        start = at
        stopped(p, ROW)


cdef void parse(Parser* p) noexcept nogil:
    while p.position < p.size and p.status == OK and not stopped(p, ROW):
        if p.raw == DATA:
            read_data(p)
        else:
            read_raw_text(p)
        if p.node_count - 1 > p.max_rows:
            p.status = TOO_MANY_ROWS
    if p.status == OK:
        on_end_of_file(p)
    if p.status == OK and p.node_count - 1 > p.max_rows:
        p.status = TOO_MANY_ROWS
    # The columns want memory next, and the stack of a deep page holds as much as its nodes.
    free(p.opens)
    p.opens = NULL
